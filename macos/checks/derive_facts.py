"""Derives macos/facts/metal.json from two public descriptions of Apple's Metal, downloaded as wheels from PyPI.

    .venv/bin/python -m macos.checks.derive_facts [--wheels FOLDER]

- pyobjc-framework-Metal (MIT): values of enums, layouts of structs, encodings of selectors, without their classes.
- metal-cpp by Apple (Apache-2.0), which the wheel of mlx-metal carries: methods with their classes and types, values
  of enums, fields of structs.

Of them the facts keep what belongs to the classes, enums and structs that softmetal/include/Metal declares: all
methods of a declared class, so that a header can grow without a new download.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import types
import zipfile
from pathlib import Path
from typing import Any

from macos.checks.headers import Api, macos_arguments, read_api

ROOT = Path(__file__).resolve().parents[2]
FACTS = ROOT / "macos" / "facts" / "metal.json"
PYOBJC = ("pyobjc-framework-Metal", "12.2.2", "macosx_10_13_universal2")
MLX = ("mlx-metal", "0.32.4", "macosx_15_0_arm64")
ATTRIBUTION = {
    "pyobjc": "pyobjc-framework-Metal 12.2.2, Copyright the PyObjC contributors (Bill Bumgarner, Ronald Oussoren and"
    " others), MIT licence: Metal/_metadata.py",
    "metal-cpp": "metal-cpp 370.63.1, Copyright 2020-2025 Apple Inc., Apache-2.0 licence, as carried by mlx-metal"
    " 0.32.4",
}

# metal-cpp's scalar types in the canonical names of headers.py.
SCALARS = {
    "void": "void",
    "bool": "bool",
    "char": "char",
    "uint8_t": "uint8_t",
    "int32_t": "int32_t",
    "uint32_t": "uint32_t",
    "int64_t": "int64_t",
    "uint64_t": "uint64_t",
    "float": "float",
    "double": "double",
    "CFTimeInterval": "double",
    "NS::TimeInterval": "double",
    "NS::Integer": "NSInteger",
    "NS::UInteger": "NSUInteger",
    "MTL::GPUAddress": "uint64_t",
    "SEL": "SEL",
}
VALUE_TYPES = {"NS::Range": "NSRange"}


def main() -> None:
    parser = argparse.ArgumentParser(description="Derive macos/facts/metal.json from public wheels.")
    parser.add_argument("--wheels", type=Path, help="a folder that holds the two wheels already")
    folder = parser.parse_args().wheels
    with tempfile.TemporaryDirectory() as scratch:
        wheels = folder or Path(scratch)
        pyobjc = read_pyobjc(_member(_wheel(wheels, *PYOBJC), "Metal/_metadata.py"))
        metal_cpp = MetalCpp(_members(_wheel(wheels, *MLX), "mlx/include/metal_cpp/Metal/"))
    api = read_api("#import <Metal/Metal.h>\n", macos_arguments(ROOT), [ROOT / "softmetal" / "include"])
    FACTS.write_text(_dump(select(api, pyobjc, metal_cpp)))
    print(f"wrote {FACTS.relative_to(ROOT)}")


def select(api: Api, pyobjc: dict[str, dict], metal_cpp: MetalCpp) -> dict[str, Any]:
    """The facts about what the API declares."""
    classes = {name: metal_cpp.classes[name] for name in sorted(api.interfaces) if name in metal_cpp.classes}
    selectors = {selector for facts in classes.values() for selector in facts["methods"]}
    selectors |= {selector for interface in api.interfaces.values() for selector, _ in interface.methods}
    enums = {name: metal_cpp.enums[name] for name in sorted(api.enums) if name in metal_cpp.enums}
    values = {value for facts in enums.values() for value in facts["values"]}
    values |= {value for enum in api.enums.values() for value in enum.values}
    return {
        "attribution": ATTRIBUTION,
        "metal-cpp": {
            "classes": classes,
            "enums": enums,
            "structs": _picked(metal_cpp.structs, set(api.structs)),
            "functions": _picked(metal_cpp.functions, set(api.functions)),
        },
        "pyobjc": {
            "selectors": _picked(pyobjc["selectors"], selectors),
            "enums": _picked(pyobjc["enums"], values),
            "structs": _picked(pyobjc["structs"], set(api.structs)),
            "functions": _picked(pyobjc["functions"], set(api.functions)),
            "constants": _picked(pyobjc["constants"], set(api.constants)),
        },
    }


def read_pyobjc(source: str) -> dict[str, dict]:
    """PyObjC's metadata, which is a Python module that registers its records with the module objc."""
    selectors: dict[str, list] = {}
    structs: dict[str, dict] = {}

    def register(_class: bytes, selector: bytes, record: dict) -> None:
        signature = _pyobjc_signature(record)
        known = selectors.setdefault(selector.decode(), [])
        if signature not in known:
            known.append(signature)

    def create_struct(name: str, encoding: bytes, fields: list, *_: Any, **__: Any) -> None:
        structs[name.split(".")[-1]] = {"encoding": encoding.decode(), "fields": fields}

    namespace = _execute(source, register, create_struct)
    enums = dict(item.split("@", 1) for item in namespace["enums"].split("$") if "@" in item)
    constants = {item.split("@")[0]: (item.split("@") + ["@"])[1] for item in namespace["constants"].split("$") if item}
    functions = {name: record[0].decode() for name, record in namespace["functions"].items()}
    return {
        "selectors": selectors,
        "structs": structs,
        "enums": {name: int(value) for name, value in enums.items() if re.fullmatch(r"-?\d+", value)},
        "constants": constants,
        "functions": functions,
    }


def _execute(source: str, register: Any, create_struct: Any) -> dict[str, Any]:
    class Anything:
        def __getattr__(self, _: str) -> Anything:
            return self

        def __call__(self, *_: Any, **__: Any) -> Anything:
            return self

    stub = types.ModuleType("objc")
    stub.__getattr__ = lambda _: Anything()  # type: ignore[method-assign]
    stub.arch = "arm64"  # type: ignore[attr-defined]
    stub.registerMetaDataForSelector = register  # type: ignore[attr-defined]
    stub.createStructType = create_struct  # type: ignore[attr-defined]
    saved = sys.modules.get("objc")
    sys.modules["objc"] = stub
    namespace: dict[str, Any] = {"__name__": "metadata"}
    try:
        exec(compile(source, "_metadata.py", "exec"), namespace)
    finally:
        if saved is None:
            del sys.modules["objc"]
        else:
            sys.modules["objc"] = saved
    return namespace


def _pyobjc_signature(record: dict) -> list[str | None]:
    """Encodings of the result and of each argument; None where PyObjC leaves the default (an object)."""
    arguments = record.get("arguments", {})
    count = max(arguments, default=1) + 1
    return [
        _pyobjc_type(record.get("retval", {})),
        *(_pyobjc_type(arguments.get(index, {})) for index in range(2, count)),
    ]


def _pyobjc_type(record: dict) -> str | None:
    if "callable" in record:
        callable_ = record["callable"]
        # Argument 0 of a block is the block itself.
        inner = [
            callable_["retval"],
            *(argument for index, argument in sorted(callable_["arguments"].items()) if index),
        ]
        return f"@?({','.join(_pyobjc_type(item) or '?' for item in inner)})"
    encoding = record.get("type")
    if encoding is None:
        return None
    text = encoding if isinstance(encoding, str) else encoding.decode()
    return re.sub(r"^[nNoOrRV]+", "", text)


class MetalCpp:
    """What the headers of metal-cpp say, by Apple's Objective-C names."""

    def __init__(self, files: dict[str, str]) -> None:
        # MTL4*.hpp describe Metal 4, whose classes have the same short names in another namespace.
        text = "\n".join(_without_comments(text) for name, text in files.items() if not name.startswith("MTL4"))
        self._selectors = dict(re.findall(r'_MTL_PRIVATE_DEF_SEL\(\s*(\w+)\s*,\s*"([^"]+)"\s*\)', text))
        self._aliases = dict(re.findall(r"using (\w+)\s*=\s*(void \(\^\)\([^;]*\)|MTL::\w+\*);", text))
        self.enums = _read_enums(text)
        self.structs = self._read_structs(text)
        self.functions = {
            name: [self.type_name(result), *(self.type_name(_unnamed(item)) for item in _split_arguments(arguments))]
            for result, name, arguments in re.findall(r'extern "C" ([\w:]+\s*\**)\s*(MTL\w+)\((.*)\);', text)
        }
        self.classes = self._read_classes(text)
        self._read_methods(text)

    def type_name(self, text: str) -> str:
        """A type of metal-cpp in the canonical names of headers.py."""
        text = re.sub(r"\b(const|class|struct)\b", "", text).strip()
        block = re.fullmatch(r"(.*)\(\^\s*\w*\s*\)\s*\((.*)\)", text, re.DOTALL)
        if block:
            inner = [block[1], *_split_arguments(block[2])]
            return f"block({', '.join(self.type_name(_unnamed(item)) for item in inner)})"
        stars = text.count("*") + text.count("[")
        base = re.sub(r"[*&\[\]\s]", "", text)
        short = base.split("::")[-1]
        if short in self._aliases:
            return self.type_name(self._aliases[short]) + "*" * stars
        value = SCALARS.get(base) or SCALARS.get(f"NS::{base}") or VALUE_TYPES.get(base)
        if value is None and (f"MTL{short}" in self.enums or f"MTL{short}" in self.structs):
            value = f"MTL{short}"
        if value is not None:
            return value + "*" * stars
        if short == "Object":
            return "id" + "*" * (stars - 1)
        return ("NS" if base.startswith("NS::") else "MTL") + short + "*" * stars

    def _read_structs(self, text: str) -> dict[str, list]:
        self.structs = {}
        for name, body in re.findall(r"struct (\w+)\s*\{(.*?)\}\s*_MTL_PACKED;", text, re.DOTALL):
            fields = re.findall(r"^\s*([\w:]+)\s+(\w+);", body, re.MULTILINE)
            self.structs[f"MTL{name}"] = [[member, self.type_name(type_)] for type_, member in fields]
        return self.structs

    def _read_classes(self, text: str) -> dict[str, dict]:
        pattern = r"class (\w+)\s*:\s*public NS::(Referencing|Copying|SecureCoding)<([^>]*)>\s*\{(.*?)\n\};"
        classes = {}
        for name, manner, parameters, body in re.findall(pattern, text, re.DOTALL):
            base = [item.strip().split("::")[-1] for item in parameters.split(",")][1:]
            parents = [f"MTL{item}" for item in base] or ["NSObject"]
            classes[f"MTL{name}"] = {
                "kind": "class" if re.search(r"static .*\balloc\(\)", body) else "protocol",
                "parents": parents + ["NSCopying"] * (manner == "Copying"),
                "methods": {},
            }
        return classes

    def _read_methods(self, text: str) -> None:
        pattern = (
            r"_MTL_INLINE\s+([\w:*\s]+?)\s*\bMTL::(\w+)::(\w+)\(([^{};]*)\)(?:\s*const)?\s*"
            r"\{\s*(?:return\s+)?Object::sendMessage(?:Safe)?<[^;]*?>\((\w+(?:\([^)]*\))?),\s*_MTL_PRIVATE_SEL\((\w+)\)"
        )
        for result, class_, _, arguments, receiver, accessor in re.findall(pattern, text):
            selector = self._selectors.get(accessor)
            if selector is None or f"MTL{class_}" not in self.classes:
                continue
            types_ = [self.type_name(result), *(self.type_name(_unnamed(item)) for item in _split_arguments(arguments))]
            self.classes[f"MTL{class_}"]["methods"][selector] = types_ if receiver == "this" else ["+", *types_]


def _read_enums(text: str) -> dict[str, dict]:
    enums = {}
    pattern = r"_MTL_(?:ENUM|OPTIONS)\(\s*([\w:]+)\s*,\s*(\w+)\s*\)\s*\{(.*?)\}"
    for underlying, name, body in re.findall(pattern, text, re.DOTALL):
        values: dict[str, int] = {}
        following = 0
        for item in body.split(","):
            match = re.fullmatch(r"\s*(\w+)\s*(?:=\s*(.+?))?\s*", item, re.DOTALL)
            if not match:
                continue
            if match[2] is not None:
                following = _constant_expression(match[2], values)
            values[match[1]] = following
            following += 1
        type_ = SCALARS.get(underlying) or SCALARS[f"NS::{underlying}"]
        enums[f"MTL{name}"] = {"underlying": type_, "values": {f"MTL{key}": value for key, value in values.items()}}
    return enums


def _constant_expression(text: str, names: dict[str, int]) -> int:
    """The value of an enum's initialiser: integers, earlier names, | << + and parentheses."""
    text = text.replace("NS::UIntegerMax", str(2**64 - 1)).replace("NS::IntegerMax", str(2**63 - 1))
    text = re.sub(r"\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", text)
    text = re.sub(r"\b[A-Za-z]\w*::", "", text)
    text = re.sub(r"\b[A-Za-z_]\w*\b", lambda match: str(names[match[0]]), text)
    if not re.fullmatch(r"[0-9a-fA-FxX\s|<+()-]+", text):
        raise ValueError(f"not a constant expression: {text}")
    return eval(text, {"__builtins__": {}})


def _split_arguments(text: str) -> list[str]:
    """Split at commas outside parentheses."""
    parts, depth, current = [], 0, ""
    for character in text:
        depth += (character in "(<") - (character in ")>")
        if character == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += character
    return [part.strip() for part in [*parts, current] if part.strip()]


def _unnamed(parameter: str) -> str:
    """The type of a parameter, its name left out; `T name[]` is `T[]`."""
    if "(^" in parameter:
        return parameter
    return re.sub(r"(?<=[\s*&])(?!const\b)\w+(\s*\[\])?$", r"\1", parameter.strip())


def _without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def _picked(facts: dict, names: set[str]) -> dict:
    return {name: facts[name] for name in sorted(names) if name in facts}


def _wheel(folder: Path, package: str, version: str, platform: str) -> Path:
    pattern = f"{package.replace('-', '_').lower()}-{version}-*.whl"
    found = list(folder.glob(pattern))
    if not found:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        command += ["--platform", platform, "--python-version", "3.13", "--dest", str(folder), f"{package}=={version}"]
        subprocess.run(command, check=True)
        found = list(folder.glob(pattern))
    return found[0]


def _member(wheel: Path, name: str) -> str:
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(name).decode()


def _members(wheel: Path, prefix: str) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(prefix) and name.endswith(".hpp")]
        return {name.rsplit("/", 1)[-1]: archive.read(name).decode(errors="replace") for name in names}


def _dump(value: Any, depth: int = 0) -> str:
    """JSON with one entry a line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict) or (len(line) < 90 and depth > 2):
        return line
    indent = " " * (depth + 1)
    items = ",\n".join(f"{indent}{json.dumps(key)}: {_dump(item, depth + 1)}" for key, item in value.items())
    closing = " " * depth
    return f"{{\n{items}\n{closing}}}" + ("\n" if depth == 0 else "")


if __name__ == "__main__":
    main()
