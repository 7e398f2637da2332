# SPDX-License-Identifier: GPL-3.0-or-later
"""PacletDirectoryLoad, and Needs and Get of packages that are in paclets; EndPackage."""

from pathlib import Path

from mathics.builtin.files_io.files import Get as StockGet
from mathics.builtin.files_io.filesystem import Needs as StockNeeds
from mathics.builtin.scoping import EndPackage as StockEndPackage
from mathics.core.atoms import String
from mathics.core.builtin import Builtin
from mathics.core.list import ListExpression
from mathics.core.symbols import SymbolNull
from mathics.core.systemsymbols import SymbolFailed

from .. import paclets
from .system import system_id


class PacletDirectoryLoad(Builtin):
    messages = {
        "nodir": "Directory `1` not found.",
        "nopaclet": "No paclet found in `1` or its immediate subdirectories.",
        "info": "`1`.",
    }
    summary_text = "make the paclets in a directory available"

    def eval(self, dir, evaluation):
        "PacletDirectoryLoad[dir_String]"
        return self._load([dir.value], evaluation)

    def eval_list(self, dirs, evaluation):
        "PacletDirectoryLoad[dirs:{__String}]"
        return self._load([d.value for d in dirs.elements], evaluation)

    def _load(self, names: list[str], evaluation):
        for name in names:
            directory = Path(name).expanduser().resolve()
            if not directory.is_dir():
                evaluation.message("PacletDirectoryLoad", "nodir", String(name))
                return SymbolFailed
            try:
                found = paclets.load_directory(directory, evaluation.definitions, system_id())
            except (paclets.PacletError, OSError) as error:
                evaluation.message("PacletDirectoryLoad", "info", String(str(error)))
                return SymbolFailed
            if not found:
                evaluation.message("PacletDirectoryLoad", "nopaclet", String(name))
                return SymbolFailed
        return _directories()


class PacletDirectoryUnload(Builtin):
    summary_text = "undo PacletDirectoryLoad"

    def eval(self, dir, evaluation):
        "PacletDirectoryUnload[dir_String]"
        paclets.unload_directory(Path(dir.value).expanduser().resolve())
        return _directories()


class Get(StockGet):
    def eval(self, path, evaluation, options: dict):
        "Get[path_String, OptionsPattern[Get]]"
        return super().eval(_located(path), evaluation, options)


class Needs(StockNeeds):
    def eval(self, context, evaluation):
        "Needs[context_String]"
        name = context.value
        if name in evaluation.definitions.get_package_names():
            _put_on_path(name, evaluation.definitions)
            return SymbolNull
        file = paclets.package_file(name)
        return super().eval(context, evaluation) if file is None else self._get(context, String(str(file)), evaluation)

    def eval_file(self, context, file, evaluation):
        "Needs[context_String, file_String]"
        if context.value in evaluation.definitions.get_package_names():
            _put_on_path(context.value, evaluation.definitions)
            return SymbolNull
        return self._get(context, file, evaluation)

    def _get(self, context, file, evaluation):
        from mathics.eval.files_io.files import eval_Get

        result = eval_Get(file.value, evaluation, "UTF-8")
        if result is SymbolFailed or context.value not in evaluation.definitions.get_package_names():
            evaluation.message("Needs", "nocont", context)
            return SymbolFailed
        return SymbolNull


class EndPackage(StockEndPackage):
    """The package's context comes first in $ContextPath, once: a package that is read again leaves it as it was.

    https://reference.wolfram.com/language/ref/EndPackage.html
    """

    rules = {
        pattern: f"Module[{{System`Private`ended = {ending}}},"
        " $ContextPath = DeleteDuplicates[$ContextPath]; System`Private`ended]"
        for pattern, ending in StockEndPackage.rules.items()
    }


def _located(path: String) -> String:
    """The file of a context that a paclet defines; any other path as it is."""
    file = paclets.package_file(path.value) if path.value.endswith("`") else None
    return path if file is None else String(str(file))


def _put_on_path(context: str, definitions) -> None:
    if context not in definitions.get_context_path():
        definitions.set_context_path((context, *definitions.get_context_path()))


def _directories() -> ListExpression:
    return ListExpression(*(String(str(paclet.directory)) for paclet in paclets.loaded()))
