"""Checks that code asks before it uses what the oldest supported macOS does not have.

macos/availability.json says in which macOS version each of Metal's methods came; every method that native/ uses must
be in it. One that is newer than the oldest supported version may be used only in the branch of an if that asks
respondsToSelector: for it. A newer constant, such as a language version, may not be used at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clang import cindex

from macos.checks.headers import Api, HeaderError, macos_arguments
from macos.checks.libclang import kind as kind_of

CURSOR = cindex.CursorKind
# Of the references to members and names: those to properties and to enum constants.
REFERENCES = {
    CURSOR.MEMBER_REF_EXPR: CURSOR.OBJC_PROPERTY_DECL,
    CURSOR.DECL_REF_EXPR: CURSOR.ENUM_CONSTANT_DECL,
}


def load_table(root: Path) -> dict[str, Any]:
    return json.loads((root / "macos" / "availability.json").read_text())


def source_faults(root: Path, text: str, name: str, api: Api, table: dict[str, Any]) -> list[str]:
    """What an Objective-C source uses of the API without having asked for it, or without its being in the table."""
    quoted = (root / "native", root / "build" / "rendered")
    includes = [*(f"-iquote{folder}" for folder in quoted), f"-I{root / 'native' / 'include'}"]
    # In the folder native, so that its headers are found as the build finds them.
    path = str(root / "native" / name)
    unit = cindex.Index.create().parse(path, args=[*macos_arguments(root), *includes], unsaved_files=[(path, text)])
    errors = [str(problem) for problem in unit.diagnostics if problem.severity >= cindex.Diagnostic.Error]
    if errors:
        raise HeaderError("\n".join(errors))
    metal = {selector for interface in api.interfaces.values() for selector, _ in interface.methods}
    problems = []
    for cursor in unit.cursor.get_children():
        if cursor.location.file is not None and cursor.location.file.name == path:
            for line, used, guards in _uses(cursor, frozenset()):
                if used in metal:
                    problems += _selector_faults(f"{name}:{line}", used, guards, table)
                problems += _constant_faults(f"{name}:{line}", used, table)
    return problems


def _selector_faults(place: str, used: str, guards: frozenset[str], table: dict[str, Any]) -> list[str]:
    version = table["selectors"].get(used)
    if version is None:
        return [f"{place}: {used} is not in the table of macOS versions"]
    if not _newer(version, table["minimum"]) or guards & {used, _setter(used)}:
        return []
    return [f"{place}: {used} came in macOS {version}; ask respondsToSelector: first"]


def _constant_faults(place: str, used: str, table: dict[str, Any]) -> list[str]:
    version = table["constants"].get(used)
    if version is None and used.startswith("MTLLanguageVersion"):
        return [f"{place}: {used} is not in the table of macOS versions"]
    if version is not None and _newer(version, table["minimum"]):
        return [f"{place}: {used} came in macOS {version}"]
    return []


def _setter(name: str) -> str:
    return f"set{name[0].upper()}{name[1:]}:"


def _newer(version: str, minimum: str) -> bool:
    return [int(part) for part in version.split(".")] > [int(part) for part in minimum.split(".")]


def _uses(cursor: cindex.Cursor, guards: frozenset[str]) -> Iterator[tuple[int, str, frozenset[str]]]:
    """Line, name and guards of each message, property and constant; guards are the selectors that were asked for."""
    kind = kind_of(cursor)
    if kind == CURSOR.OBJC_MESSAGE_EXPR or (kind in REFERENCES and kind_of(cursor.referenced) == REFERENCES[kind]):
        yield cursor.location.line, cursor.spelling, guards
    children = list(cursor.get_children())
    if kind == CURSOR.IF_STMT:
        condition, then, *otherwise = children
        yield from _uses(condition, guards)
        yield from _uses(then, guards | _asked_for(condition))
        for child in otherwise:
            yield from _uses(child, guards)
        return
    for child in children:
        yield from _uses(child, guards)


def _asked_for(condition: cindex.Cursor) -> frozenset[str]:
    text = " ".join(token.spelling for token in condition.get_tokens())
    if "!" in text or "||" in text:
        return frozenset()
    pattern = r"respondsToSelector : @ selector \( ([\w :]+) \)"
    return frozenset(selector.replace(" ", "") for selector in re.findall(pattern, text))
