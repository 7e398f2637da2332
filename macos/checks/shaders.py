"""Checks Metal Shading Language sources without Apple's compiler, as C++14 over macos/metal_stdlib.

There is no other parser of the language. clang refuses C++17, double, and functions or overloads that Metal does not
have. What C++ does not know is checked in the source's own words: attributes, address spaces of pointers and
references, variables at program scope, and keywords that Metal leaves out. A literal without suffix is a float for
Metal and a double for clang: where that makes a call ambiguous, write 1.0f.
"""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

from clang import cindex

from macos.checks.libclang import kind as kind_of

CURSOR = cindex.CursorKind
TYPE = cindex.TypeKind

ATTRIBUTES = {
    "buffer",
    "dispatch_quadgroups_per_threadgroup",
    "dispatch_simdgroups_per_threadgroup",
    "dispatch_threads_per_threadgroup",
    "function_constant",
    "grid_origin",
    "grid_size",
    "host_name",
    "id",
    "kernel",
    "max_total_threads_per_threadgroup",
    "quadgroup_index_in_threadgroup",
    "quadgroups_per_threadgroup",
    "sampler",
    "simdgroup_index_in_threadgroup",
    "simdgroups_per_threadgroup",
    "texture",
    "thread_execution_width",
    "thread_index_in_quadgroup",
    "thread_index_in_simdgroup",
    "thread_index_in_threadgroup",
    "thread_position_in_grid",
    "thread_position_in_threadgroup",
    "threadgroup",
    "threadgroup_position_in_grid",
    "threadgroups_per_grid",
    "threads_per_grid",
    "threads_per_simdgroup",
    "threads_per_threadgroup",
}
ADDRESS_SPACES = {"device", "constant", "thread", "threadgroup"}
SPECIFIERS = ADDRESS_SPACES | {"const", "constexpr", "inline", "kernel", "static", "volatile"}
# Section "Overview of the language" of the Metal Shading Language specification: C++14 without these.
LEFT_OUT = {
    "catch",
    "delete",
    "dynamic_cast",
    "goto",
    "new",
    "noexcept",
    "register",
    "thread_local",
    "throw",
    "try",
    "typeid",
    "virtual",
}
LANGUAGE_VERSION = 300


def check_shader(root: Path, source: str, name: str = "program_source") -> list[str]:
    """One text for each fault of a source as it is given to newLibraryWithSource:; none if it passes."""
    library = root / "macos" / "metal_stdlib"
    problems = [*_unknown_attributes(source, name), *_wrong_includes(source, name, library)]
    if problems:
        return problems
    plain = _without_includes(_without_attributes(source))
    expanded = _run_clang(["-E", f"-D__METAL_VERSION__={LANGUAGE_VERSION}"], f'# 1 "{name}"\n{plain}')
    if expanded.returncode != 0:
        return [expanded.stderr]
    arguments = compiler_arguments(library)
    compiled = _run_clang([*arguments, "-fsyntax-only"], expanded.stdout)
    if compiled.returncode != 0:
        return [compiled.stderr]
    return list(_language_faults(expanded.stdout, arguments))


def compiler_arguments(library: Path) -> list[str]:
    return [
        *("-x", "c++", "-std=c++14", "-pedantic-errors", "-nostdinc", "-fno-exceptions", "-fno-rtti"),
        # `constant const float &` says const twice, which Metal allows.
        *("-Wno-duplicate-decl-specifier", "-Wno-unknown-pragmas", "-Wno-gnu-line-marker"),
        *("-isystem", str(library), "-include", str(library / "metal_stdlib")),
    ]


def _run_clang(arguments: list[str], text: str) -> subprocess.CompletedProcess[str]:
    command = ["clang-19", "-x", "c++", *arguments, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True)


def _line(source: str, offset: int) -> int:
    return source.count("\n", 0, offset) + 1


def _unknown_attributes(source: str, name: str) -> Iterator[str]:
    for match in re.finditer(r"\[\[(.*?)\]\]", source, re.DOTALL):
        for attribute in re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"\([^()]*\)", "", match[1])):
            if attribute not in ATTRIBUTES:
                yield f"{name}:{_line(source, match.start())}: error: unknown attribute '{attribute}'"


def _wrong_includes(source: str, name: str, library: Path) -> Iterator[str]:
    includes = list(re.finditer(r"^[ \t]*#[ \t]*include[ \t]+(\S+)", source, re.MULTILINE))
    for match in includes:
        known = re.fullmatch(r"<(metal_\w+)>", match[1])
        if not known or not (library / known[1]).is_file():
            yield f"{name}:{_line(source, match.start())}: error: {match[1]}: a library's source has no such header"
    if not includes:
        yield f"{name}:1: error: <metal_stdlib> is not included"


def _without_includes(source: str) -> str:
    return re.sub(r"^[ \t]*#[ \t]*include[^\n]*", "", source, flags=re.MULTILINE)


def _without_attributes(source: str) -> str:
    """Blank attributes out; a function constant, which the host sets, gets a value."""

    def blank(match: re.Match[str]) -> str:
        value = "={}" if re.match(r"\s*function_constant\b", match[1]) else ""
        return value + re.sub(r"[^\n\\]", " ", match[0])[len(value) :]

    return re.sub(r"\[\[(.*?)\]\]", blank, source, flags=re.DOTALL)


def _language_faults(expanded: str, arguments: list[str]) -> Iterator[str]:
    unit = cindex.Index.create().parse("shader.cc", args=arguments, unsaved_files=[("shader.cc", expanded)])
    places = _places(expanded)
    words = _Words(unit)
    for line, word in words.left_out():
        yield f"{places[line]}: error: Metal has no '{word}'"
    for cursor in unit.cursor.get_children():
        if cursor.location.file is not None and cursor.location.file.name == "shader.cc":
            for faulty, text in _declaration_faults(cursor, words):
                yield f"{places[faulty.location.line]}: error: {text}"


def _places(expanded: str) -> list[str]:
    """For each line of preprocessed text, from 1, its file and line in the source."""
    places, name, number = [""], "", 0
    for line in expanded.split("\n"):
        marker = re.match(r'# (\d+) "([^"]*)"', line)
        places.append(f"{name}:{number}")
        if marker:
            name, number = marker[2], int(marker[1])
        else:
            number += 1
    return places


class _Words:
    """The tokens of a source, by their place. The words for address spaces are macros that mean nothing to C++."""

    def __init__(self, unit: cindex.TranslationUnit) -> None:
        self._tokens = [
            (token.location.offset, token.location.line, token.spelling) for token in unit.cursor.get_tokens()
        ]
        self._offsets = [offset for offset, _, _ in self._tokens]

    def left_out(self) -> Iterator[tuple[int, str]]:
        return ((line, word) for _, line, word in self._tokens if word in LEFT_OUT)

    def specifiers(self, cursor: cindex.Cursor) -> set[str]:
        """The words of a declaration up to its name, those before its first word in C++ included."""
        first = bisect_left(self._offsets, cursor.extent.start.offset)
        while first > 0 and self._tokens[first - 1][2] in SPECIFIERS:
            first -= 1
        last = bisect_left(self._offsets, cursor.location.offset)
        return {word for _, _, word in self._tokens[first : last + 1]}


def _declaration_faults(cursor: cindex.Cursor, words: _Words) -> Iterator[tuple[cindex.Cursor, str]]:
    kind = kind_of(cursor)
    if kind in (CURSOR.VAR_DECL, CURSOR.PARM_DECL, CURSOR.FIELD_DECL):
        if _points(cursor.type) and not words.specifiers(cursor) & ADDRESS_SPACES:
            yield cursor, f"'{cursor.spelling}' points to no address space"
        at_program_scope = kind_of(cursor.semantic_parent) in (CURSOR.TRANSLATION_UNIT, CURSOR.NAMESPACE)
        if kind == CURSOR.VAR_DECL and at_program_scope and "constant" not in words.specifiers(cursor):
            yield cursor, f"'{cursor.spelling}' at program scope is not constant"
    elif kind == CURSOR.FUNCTION_DECL and _points(cursor.result_type):
        if not words.specifiers(cursor) & ADDRESS_SPACES:
            yield cursor, f"'{cursor.spelling}' returns a pointer to no address space"
    elif kind == CURSOR.LAMBDA_EXPR:
        yield cursor, "Metal 3 has no lambda expressions"
    for child in cursor.get_children():
        yield from _declaration_faults(child, words)


def _points(type_: cindex.Type) -> bool:
    return kind_of(type_.get_canonical()) in (TYPE.POINTER, TYPE.LVALUEREFERENCE, TYPE.RVALUEREFERENCE)
