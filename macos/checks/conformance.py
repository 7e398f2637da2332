"""Compares the API that softmetal/include/Metal declares with what is publicly known of Apple's Metal.

The facts (macos/facts/metal.json) come from two independent descriptions. A declaration that neither of them knows,
or that one of them contradicts, is reported. Foundation, of which the macOS check has its own minimal header, is
compared with GNUstep's headers in the same manner.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from macos.checks.headers import Api, Interface, gnustep_arguments, macos_arguments, read_api

ENCODINGS = {
    "void": "v",
    "bool": "B",
    "char": "c",
    "int8_t": "c",
    "uint8_t": "C",
    "int16_t": "s",
    "uint16_t": "S",
    "int32_t": "i",
    "uint32_t": "I",
    "NSInteger": "q",
    "NSUInteger": "Q",
    "int64_t": "q",
    "uint64_t": "Q",
    "float": "f",
    "double": "d",
    "id": "@",
    "instancetype": "@",
    "Class": "#",
    "SEL": ":",
}
# Where the two descriptions disagree: which one is right, and why.
DISPUTED = {
    "MTLResourceStorageModeMemoryless": ("pyobjc", "MTLStorageModeMemoryless (3) << MTLResourceStorageModeShift (4)"),
    "status": ("metal-cpp", "PyObjC keeps one record for the selectors of all protocols; this is another protocol's"),
    "type": ("metal-cpp", "PyObjC keeps one record for the selectors of all protocols; this is another protocol's"),
    "newComputePipelineStateWithFunction:options:completionHandler:": (
        "metal-cpp",
        "Apple's MTLNewComputePipelineStateWithReflectionCompletionHandler has the reflection as second argument",
    ),
    "newComputePipelineStateWithDescriptor:options:completionHandler:": (
        "metal-cpp",
        "Apple's MTLNewComputePipelineStateWithReflectionCompletionHandler has the reflection as second argument",
    ),
}
SIZES = {"NSUInteger": 8, "NSInteger": 8, "uint64_t": 8, "uint32_t": 4, "float": 4, "double": 8}


def metal_api(root: Path, text: str = "#import <Metal/Metal.h>\n") -> Api:
    """What softmetal's Metal headers, and the given text after them, declare for the macOS target."""
    return read_api(text, macos_arguments(root), [root / "softmetal" / "include" / "Metal"])


def load_facts(root: Path) -> dict[str, Any]:
    return json.loads((root / "macos" / "facts" / "metal.json").read_text())


def check_metal(api: Api, facts: dict[str, Any]) -> list[str]:
    """One line for each declaration that is unknown, misplaced or different."""
    return [
        *_check_interfaces(api, facts),
        *_check_enums(api, facts),
        *_check_structs(api, facts),
        *_check_functions(api, facts),
    ]


def _check_interfaces(api: Api, facts: dict[str, Any]) -> list[str]:
    problems = []
    for name, interface in api.interfaces.items():
        known = facts["metal-cpp"]["classes"].get(name)
        if known is None:
            problems.append(f"{name}: no such class or protocol is known")
            continue
        if known["kind"] != interface.kind:
            problems.append(f"{name}: is a {known['kind']}, declared as a {interface.kind}")
        parents = {parent for parent in interface.parents if parent != "NSObject"}
        expected = {parent for parent in known["parents"] if parent != "NSObject"}
        if parents != expected:
            problems.append(f"{name}: has parents {sorted(expected)}, declared with {sorted(parents)}")
        problems += _check_properties(name, interface)
        for (selector, sign), types in interface.methods.items():
            problems += _check_method(api, facts, name, selector, sign, types)
    return problems


def _check_properties(owner: str, interface: Interface) -> list[str]:
    """Both descriptions know getters only. Metal's properties have a getter of their own name, or of "is" and that."""
    return [
        f"{owner}.{name}: its getter is neither {name} nor is{name[0].upper()}{name[1:]}"
        for name in sorted(interface.properties)
        if not {(name, "-"), (f"is{name[0].upper()}{name[1:]}", "-")} & set(interface.methods)
    ]


def _check_method(
    api: Api, facts: dict[str, Any], owner: str, selector: str, sign: str, types: tuple[str, ...]
) -> list[str]:
    title = f"{sign}[{owner} {selector}]"
    known = facts["metal-cpp"]["classes"][owner]["methods"].get(selector)
    if known is None:
        return [f"{title}: {owner} has no such method"]
    if (known[0] == "+") != (sign == "+"):
        return [f"{title}: is not a {'class' if sign == '+' else 'instance'} method"]
    problems = []
    if _counts("metal-cpp", selector) and list(types) != [type_ for type_ in known if type_ != "+"]:
        problems.append(f"{title}: has types {known}, declared with {list(types)} (metal-cpp)")
    records = facts["pyobjc"]["selectors"].get(selector, [])
    encodings = [_encoding(api, type_) for type_ in types]
    if records and _counts("pyobjc", selector) and not any(_same_encodings(encodings, record) for record in records):
        problems.append(f"{title}: has encodings {records}, declared with {encodings} (PyObjC)")
    return problems


def _check_enums(api: Api, facts: dict[str, Any]) -> list[str]:
    problems = []
    for name, enum in api.enums.items():
        known = facts["metal-cpp"]["enums"].get(name)
        if known is None:
            problems.append(f"{name}: no such enum is known")
            continue
        if known["underlying"] != enum.underlying:
            problems.append(f"{name}: is of type {known['underlying']}, declared as {enum.underlying}")
        for value_name, value in enum.values.items():
            sources = {"metal-cpp": known["values"], "pyobjc": facts["pyobjc"]["enums"]}
            stated = [
                values[value_name]
                for source, values in sources.items()
                if value_name in values and _counts(source, value_name)
            ]
            if not stated:
                problems.append(f"{name}.{value_name}: no such value is known")
            if any(not _same_integer(item, value) for item in stated):
                problems.append(f"{name}.{value_name}: is {stated[0]}, declared as {value}")
    return problems


def _counts(source: str, entry: str) -> bool:
    return DISPUTED.get(entry, (source,))[0] == source


def _same_integer(left: int, right: int) -> bool:
    """Equal as 64-bit patterns: NSUIntegerMax may be read as -1."""
    return left % 2**64 == right % 2**64


def _check_structs(api: Api, facts: dict[str, Any]) -> list[str]:
    problems = []
    for name, struct in api.structs.items():
        fields = facts["metal-cpp"]["structs"].get(name)
        record = facts["pyobjc"]["structs"].get(name)
        if fields is None and record is None:
            problems.append(f"{name}: no such struct is known")
            continue
        names = [member for member, _, _ in struct.fields]
        if record is not None and record["fields"] != names:
            problems.append(f"{name}: has fields {record['fields']}, declared with {names} (PyObjC)")
        encoding = _encoding(api, name)
        if record is not None and not _same_encoding(encoding, record["encoding"]):
            problems.append(f"{name}: has encoding {record['encoding']}, declared with {encoding} (PyObjC)")
        if fields is not None:
            problems += _check_layout(api, name, fields)
    return problems


def _check_layout(api: Api, name: str, fields: list[list[str]]) -> list[str]:
    expected, offset = [], 0
    for member, type_ in fields:
        expected.append((member, offset, type_))
        offset += api.structs[type_].size if type_ in api.structs else SIZES[type_]
    struct = api.structs[name]
    if (struct.fields, struct.size) == (expected, offset):
        return []
    return [f"{name}: has layout {expected} size {offset}, declared with {struct.fields} size {struct.size}"]


def _check_functions(api: Api, facts: dict[str, Any]) -> list[str]:
    problems = []
    for name, types in api.functions.items():
        known = facts["metal-cpp"]["functions"].get(name)
        encoding = facts["pyobjc"]["functions"].get(name)
        declared = "".join(_encoding(api, type_) for type_ in types)
        if known is None and encoding is None:
            problems.append(f"{name}: no such function is known")
        if known not in (None, list(types)):
            problems.append(f"{name}: has types {known}, declared with {list(types)} (metal-cpp)")
        if encoding is not None and not _same_encoding(declared, encoding):
            problems.append(f"{name}: has encoding {encoding}, declared with {declared} (PyObjC)")
    known_constants = facts["pyobjc"]["constants"]
    problems += [f"{name}: no such constant is known" for name in api.constants if name not in known_constants]
    return problems


def _encoding(api: Api, type_: str) -> str:
    """The Objective-C encoding of a canonical type; a block carries those of its result and arguments."""
    block = re.fullmatch(r"block\((.*)\)", type_)
    if block:
        return f"@?({','.join(_encoding(api, item) for item in block[1].split(', '))})"
    if type_ in ENCODINGS:
        return ENCODINGS[type_]
    if type_ in api.enums:
        return ENCODINGS[api.enums[type_].underlying]
    if type_ == "NSRange":
        return "{_NSRange=QQ}"
    if type_ in api.structs:
        fields = "".join(_encoding(api, member) for _, _, member in api.structs[type_].fields)
        return f"{{{type_}={fields}}}"
    target = type_[:-1]
    if (
        target in ENCODINGS
        or target in api.enums
        or target in api.structs
        or target.endswith("*")
        or target == "NSRange"
    ):
        return "^" + _encoding(api, target)
    return "@"


def _same_encodings(declared: list[str], known: list[str | None]) -> bool:
    """PyObjC leaves out arguments at the end whose type it need not know."""
    padded = known + [None] * (len(declared) - len(known))
    return len(padded) == len(declared) and all(
        item is None or _same_encoding(own, item) for own, item in zip(declared, padded)
    )


def _same_encoding(declared: str, known: str) -> bool:
    # PyObjC writes BOOL as Z and a byte that is a number as z; a struct's tag may be its own name, the name with an
    # underscore, or nothing.
    plain = re.sub(r"\{\w*\??=", "{=", known).replace("Z", "B").replace("z", "C")
    plain = re.sub(r"(^|(?<=[(,^]))[nNoOrRV]+", "", plain)
    own = re.sub(r"\{\w*=", "{=", declared)
    return plain == own or (plain == "@?" and own.startswith("@?("))


def check_foundation(root: Path) -> list[str]:
    """Compare the Foundation of macos/include, and what macos/programs adds to it, with GNUstep's Foundation."""
    text = "#import <Foundation/Foundation.h>\n"
    arguments = [f"-isystem{root / 'macos' / 'programs'}", *macos_arguments(root)]
    folders = [root / "macos" / folder / "Foundation" for folder in ("include", "programs")]
    ours = read_api(text, arguments, folders)
    theirs = read_api(text, gnustep_arguments(root), [Path("/usr/include/GNUstep")])
    return compare_foundation(ours, theirs)


def compare_foundation(ours: Api, theirs: Api) -> list[str]:
    problems = []
    for name, interface in ours.interfaces.items():
        known = theirs.interfaces.get(name)
        if known is None:
            problems.append(f"{name}: GNUstep has no such class or protocol")
            continue
        inherited = _with_parents(theirs, name)
        for (selector, sign), types in interface.methods.items():
            others = inherited.get((selector, sign))
            if others is None:
                problems.append(f"{sign}[{name} {selector}]: GNUstep has no such method")
            elif not _same_foundation_types(types, others):
                problems.append(f"{sign}[{name} {selector}]: GNUstep has {list(others)}, declared with {list(types)}")
    for name, types in ours.functions.items():
        if name not in theirs.functions:
            problems.append(f"{name}: GNUstep has no such function")
        elif not _same_foundation_types(types, theirs.functions[name]):
            problems.append(f"{name}: GNUstep has {theirs.functions[name]}, declared with {types}")
    return problems


def _with_parents(api: Api, name: str) -> dict[tuple[str, str], tuple[str, ...]]:
    methods: dict[tuple[str, str], tuple[str, ...]] = {}
    pending, seen = [name], set()
    while pending:
        current = pending.pop(0)
        if current in seen or current not in api.interfaces:
            continue
        seen.add(current)
        for key, types in api.interfaces[current].methods.items():
            methods.setdefault(key, types)
        pending += sorted(api.interfaces[current].parents)
    return methods


def _same_foundation_types(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    return len(ours) == len(theirs) and all(
        _foundation_type(left) == _foundation_type(right) for left, right in zip(ours, theirs)
    )


def _foundation_type(type_: str) -> str:
    """GNUstep's BOOL is a character, its string encodings are an enum, and it says that keys can be copied."""
    plain = {
        "bool": "uint8_t",
        "instancetype": "id",
        "NSCopying*": "id",
        "NSCopying**": "id*",
        "NSStringEncoding": "NSUInteger",
        # va_list is what the platform's C calling convention makes it.
        "va_list_tag*": "char*",
    }
    return plain.get(type_, type_)
