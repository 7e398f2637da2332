"""Every function of Metal's tables, over every type that they give it, with the result's type: compiled, not run.

The tables are those of macos/metal_stdlib, written from Metal's specification apart from this front end.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

FLOATS = ("float", "half")
INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
GROUPS = {"ALL_FLOATS": FLOATS, "ALL_INTEGERS": INTEGERS, "SMALL_INTEGERS": INTEGERS[:6]}
FILES = ["math", "common", "integer", "geometric", "relational", "simdgroup", "pack"]
DECLARATION = re.compile(r"^\s*(\w+) (\w+)\((.*)\);")


def shape(element: str, width: int) -> dict[str, str]:
    """What X, T, B and I of the tables stand for."""
    suffix = str(width) if width > 1 else ""
    return {"X": element + suffix, "T": element, "B": f"bool{suffix}", "I": f"int{suffix}"}


def expand(line: str, names: dict[str, str]) -> str | None:
    """A static_assert for a declaration whose parameters' types are replaced."""
    match = DECLARATION.match(line)
    if not match:
        return None
    result, name, parameters = match.groups()
    types = []
    for parameter in filter(None, map(str.strip, parameters.split(","))):
        words = [word for word in parameter.replace("&", " ").split() if word != "thread"]
        types.append(names.get(words[0], words[0]))
    arguments = ", ".join(f"v_{type_}" for type_ in types)
    result = names.get(result, result)
    return f'static_assert(is_same_v<decltype({name}({arguments})), {result}>, "{name}({", ".join(types)})");'


def tables(text: str) -> list[str]:
    """Assertions for all that a file of the tables declares."""
    macros = {
        name: body.replace("\\\n", "\n").splitlines()
        for name, body in re.findall(r"#define (METAL_CHECK_\w+)\(X, T, B, I\)((?:.*\\\n)*.*)\n", text)
    }
    asserts = []
    uses = re.findall(r"^METAL_CHECK_(ALL_FLOATS|ALL_INTEGERS|SMALL_INTEGERS)\((\w+)\)", text, re.M)
    uses += [(element, macro) for macro, element in re.findall(r"^METAL_CHECK_SHAPES\((\w+), (\w+)\)", text, re.M)]
    for group, macro in uses:
        for element in GROUPS.get(group, (group,)):
            for width in (1, 2, 3, 4):
                asserts += [expand(line, shape(element, width)) for line in macros[macro]]
    for element in FLOATS:
        if "METAL_CHECK_GEOMETRIC" in macros:
            for width in (2, 3, 4):
                asserts += [expand(line, shape(element, width)) for line in macros["METAL_CHECK_GEOMETRIC"]]
    asserts += [expand(line, {}) for line in re.findall(r"^\w+ \w+\([\w, ]*\);", text, re.M)]
    return [line for line in asserts if line]


@pytest.mark.parametrize("file", FILES)
def test_every_overload(msl, root: Path, file):
    asserts = tables((root / "macos" / "metal_stdlib" / f"metal_{file}").read_text())
    assert len(asserts) > 15
    types = sorted({type_ for line in asserts for type_ in re.findall(r"\bv_(\w+)", line)})
    variables = "".join(f"{type_} v_{type_}; " for type_ in types)
    body = "\n".join(asserts)
    source = f"{msl.HEAD}kernel void f(device int* r [[buffer(0)]]) {{ {variables}\n{body}\nr[0] = {len(asserts)}; }}"
    r = np.zeros(1, np.int32)
    msl.compile(source).run("f", 1, r)
    assert r[0] == len(asserts)
