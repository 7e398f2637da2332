# SPDX-License-Identifier: GPL-3.0-or-later
"""Paclets: directories with a PacletInfo file that says which packages and libraries are in them.

https://reference.wolfram.com/language/tutorial/Paclets.html
"""

from dataclasses import dataclass, field
from pathlib import Path

from mathics.core.atoms import Integer, Number, String
from mathics.core.expression import Expression

INFO_FILES = ("PacletInfo.wl", "PacletInfo.m")
INIT_FILES = ("Kernel/init.wl", "Kernel/init.m", "init.wl", "init.m")


class PacletError(ValueError):
    """A PacletInfo file that cannot be used."""


@dataclass
class Paclet:
    """contexts: context -> file; libraries: directories with libraries for this system."""

    name: str
    version: str
    directory: Path
    contexts: dict[str, Path] = field(default_factory=dict)
    libraries: list[Path] = field(default_factory=list)


_loaded: dict[Path, Paclet] = {}


def load_directory(directory: Path, definitions, system_id: str) -> list[Path]:
    """Load the paclet in `directory`, and those in its immediate subdirectories; the directories that have one."""
    found = [d for d in (directory, *sorted(directory.iterdir())) if d.is_dir() and _info_file(d)]
    for place in found:
        _loaded.pop(place, None)  # a directory loaded again comes last, and is searched first
        _loaded[place] = read_paclet(place, definitions, system_id)
    return found


def unload_directory(directory: Path) -> list[Path]:
    gone = [place for place in _loaded if place == directory or place.parent == directory]
    for place in gone:
        del _loaded[place]
    return gone


def loaded() -> list[Paclet]:
    """The latest first."""
    return list(reversed(_loaded.values()))


def package_file(context: str) -> Path | None:
    """The file of a loaded paclet that defines `context`."""
    for paclet in loaded():
        if context in paclet.contexts:
            return paclet.contexts[context]
    return None


def library_directories() -> list[str]:
    return [str(directory) for paclet in loaded() for directory in paclet.libraries]


def read_paclet(directory: Path, definitions, system_id: str) -> Paclet:
    info = _info_file(directory)
    facts = _facts(info, definitions)
    paclet = Paclet(str(facts.get("Name", directory.name)), str(facts.get("Version", "")), directory)
    for extension in facts.get("Extensions", []):
        if not isinstance(extension, list) or not extension:
            raise PacletError(f"{info}: an extension is a list that starts with its name, not {extension}")
        kind, options = extension[0], dict(rule for rule in extension[1:] if isinstance(rule, tuple))
        root = directory / options.get("Root", {"Kernel": "Kernel", "LibraryLink": "LibraryResources"}.get(kind, "."))
        if kind == "Kernel":
            _add_contexts(paclet, root, options.get("Context", []))
        elif kind == "LibraryLink":
            systems = options.get("SystemID")
            if systems is None or system_id in ([systems] if isinstance(systems, str) else systems):
                paclet.libraries += [root / system_id, root]
    return paclet


def _add_contexts(paclet: Paclet, root: Path, contexts) -> None:
    for entry in [contexts] if isinstance(contexts, str) else contexts:
        context, file = entry if isinstance(entry, list) else (entry, None)
        path = root / file if file else _context_file(root, context)
        if path is not None:
            paclet.contexts[context] = path


def _context_file(root: Path, context: str) -> Path | None:
    """Where a context's package is when the paclet does not say: NAME.wl, or an init file."""
    parts = context.rstrip("`").split("`")
    for inside in (parts, parts[1:]):
        if not inside:
            continue
        base = root.joinpath(*inside)
        candidates = [base.with_name(base.name + suffix) for suffix in (".wl", ".m")]
        candidates += [base / init for init in INIT_FILES]
        for candidate in candidates:
            if candidate.is_file():
                return candidate
    return next((root / init for init in INIT_FILES if (root / init).is_file()), None)


def _info_file(directory: Path) -> Path | None:
    return next((directory / name for name in INFO_FILES if (directory / name).is_file()), None)


def _facts(path: Path, definitions) -> dict:
    """The association or rules in a PacletInfo file; it is read, not evaluated."""
    from mathics.core.parser import MathicsMultiLineFeeder, parse
    from mathics_scanner.errors import SyntaxError
    from mathics_scanner.location import ContainerKind

    feeder = MathicsMultiLineFeeder(path.read_text(encoding="utf-8"), str(path), ContainerKind.STRING)
    expr = None
    try:
        while not feeder.empty() and expr is None:
            expr = parse(definitions, feeder)
    except SyntaxError as error:
        raise PacletError(f"{path}: {error}") from None
    # Where PacletObject is no known symbol it is read into the current context.
    if expr is None or expr.get_head_name().rpartition("`")[2] not in ("PacletObject", "Paclet"):
        raise PacletError(f"{path}: a PacletInfo file holds PacletObject[<|...|>]")
    content = _plain(expr.elements[0]) if len(expr.elements) == 1 else [_plain(e) for e in expr.elements]
    return content if isinstance(content, dict) else dict([content] if isinstance(content, tuple) else content)


def _plain(expr):
    """Strings and numbers, lists, dicts for associations, pairs for rules, names for symbols."""
    if isinstance(expr, (String, Integer, Number)):
        return expr.value
    if not isinstance(expr, Expression):
        return expr.get_name().split("`")[-1]
    if expr.has_form(("Rule", "RuleDelayed"), 2):
        return _plain(expr.elements[0]), _plain(expr.elements[1])
    if expr.get_head_name() == "System`Association":
        return dict(_plain(e) for e in expr.elements)
    return [_plain(e) for e in expr.elements]
