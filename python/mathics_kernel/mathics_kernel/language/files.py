# SPDX-License-Identifier: GPL-3.0-or-later
"""File names and files: DirectoryName, SetDirectory, FileBaseName, ReadString, ReadByteArray, RunProcess."""

import posixpath
from pathlib import Path

from mathics.builtin.directories.directory_names import DirectoryName as StockDirectoryName
from mathics.builtin.files_io.filesystem import SetDirectory as StockSetDirectory
from mathics.core.atoms import ByteArray, Integer, String
from mathics.core.builtin import Builtin
from mathics.core.systemsymbols import SymbolFailed
from mathics.eval.directories import DIRECTORY_STACK

from . import _association as data


class DirectoryName(StockDirectoryName):
    """DirectoryName["name"], DirectoryName["name", n]: the directory, with the separator at its end.

    https://reference.wolfram.com/language/ref/DirectoryName.html
    """

    def eval(self, name, n, evaluation, options):
        "DirectoryName[name_String, n_Integer:1, OptionsPattern[DirectoryName]]"
        path = name.value
        for _ in range(max(n.value, 1)):
            path = posixpath.dirname(path.rstrip("/"))
        return String(path if path in ("", "/") else path + "/")

    eval_with_n = None


class SetDirectory(StockSetDirectory):
    """SetDirectory["dir"]: ResetDirectory goes back to the directory that was the current one before.

    https://reference.wolfram.com/language/ref/SetDirectory.html
    """

    def eval(self, path, evaluation):
        "SetDirectory[path_]"
        before = str(Path.cwd())
        result = super().eval(path, evaluation)
        if isinstance(result, String):
            DIRECTORY_STACK[-1] = before  # Mathics puts the new one there
        return result


class FileBaseName(Builtin):
    """FileBaseName["file"]: the last part of the name, without its extension."""

    context = "System`"
    options = {"OperatingSystem": "$OperatingSystem"}
    summary_text = "name of a file without directory and extension"

    def eval(self, file, evaluation, options):
        "FileBaseName[file:(_String|File[_String]), OptionsPattern[FileBaseName]]"
        name = posixpath.basename(_path(file).rstrip("/"))
        return String(posixpath.splitext(name)[0])


class ReadString(Builtin):
    """ReadString["file"]: all of a file's text, in UTF-8."""

    context = "System`"
    messages = {"noopen": "Cannot open `1`."}
    summary_text = "text of a file"

    def eval(self, file, evaluation):
        "ReadString[file:(_String|File[_String])]"
        found = _read(self, file, evaluation)
        return SymbolFailed if found is None else String(found.decode("utf-8", errors="replace"))


class ReadByteArray(Builtin):
    """ReadByteArray["file"]: all of a file's bytes."""

    context = "System`"
    messages = {"noopen": "Cannot open `1`."}
    summary_text = "bytes of a file"

    def eval(self, file, evaluation):
        "ReadByteArray[file:(_String|File[_String])]"
        found = _read(self, file, evaluation)
        return SymbolFailed if found is None else ByteArray(found)


class RunProcess(Builtin):
    """RunProcess[command], RunProcess[command, property], RunProcess[command, property, input].

    command: a program's name or a list of it and its arguments, run without a shell; property: "ExitCode",
    "StandardOutput", "StandardError" or All. https://reference.wolfram.com/language/ref/RunProcess.html
    """

    context = "System`"
    messages = {"pnfd": "The program `1` could not be run.", "prop": "`1` is not a property of a process."}
    rules = {
        "RunProcess[command_]": "RunProcess[command, All]",
        "RunProcess[command_, property_]": 'RunProcess[command, property, ""]',
    }
    summary_text = "run a program"

    def eval(self, command, property, input, evaluation):
        "RunProcess[command:(_String|{__String}), property:(_String|All), input_String]"
        import subprocess

        words = [command.value] if isinstance(command, String) else [word.value for word in command.elements]
        try:
            done = subprocess.run(words, input=input.value, capture_output=True, text=True, check=False)
        except OSError:
            evaluation.message("RunProcess", "pnfd", command)
            return SymbolFailed
        found = {
            "ExitCode": Integer(done.returncode),
            "StandardOutput": String(done.stdout),
            "StandardError": String(done.stderr),
        }
        if not isinstance(property, String):
            return data.pairs((String(name), value) for name, value in found.items())
        if property.value not in found:
            evaluation.message("RunProcess", "prop", property)
            return SymbolFailed
        return found[property.value]


def _path(file) -> str:
    return file.value if isinstance(file, String) else file.elements[0].value


def _read(builtin, file, evaluation) -> bytes | None:
    try:
        return Path(_path(file)).expanduser().read_bytes()
    except OSError:
        evaluation.message(builtin.get_name(), "noopen", file)
        return None
