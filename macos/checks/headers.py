"""Reads the Objective-C API that headers declare, through libclang, for the macOS target.

Types are written in one canonical way: "void", "bool", "NSUInteger", "uint64_t", the name of an enum or struct,
"MTLBuffer*" for an object of that class or protocol, "id" for any object, "void*", "NSError**",
"block(void, MTLLibrary*, NSError*)" for a block with result and arguments. const and nullability are left out.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from clang import cindex

from macos.checks.libclang import kind as kind_of

CURSOR = cindex.CursorKind
TYPE = cindex.TypeKind

CANONICAL_NAMES = {
    TYPE.VOID: "void",
    TYPE.BOOL: "bool",
    TYPE.CHAR_S: "char",
    TYPE.SCHAR: "int8_t",
    TYPE.UCHAR: "uint8_t",
    TYPE.SHORT: "int16_t",
    TYPE.USHORT: "uint16_t",
    TYPE.INT: "int32_t",
    TYPE.UINT: "uint32_t",
    TYPE.LONG: "NSInteger",
    TYPE.ULONG: "NSUInteger",
    TYPE.LONGLONG: "int64_t",
    TYPE.ULONGLONG: "uint64_t",
    TYPE.FLOAT: "float",
    TYPE.DOUBLE: "double",
    TYPE.OBJCID: "id",
    TYPE.OBJCCLASS: "Class",
    TYPE.OBJCSEL: "SEL",
}


class HeaderError(ValueError):
    """The headers do not compile."""


@dataclass
class Interface:
    """A class or protocol. methods: (selector, "+" or "-") to the types of result and arguments, getters among them."""

    kind: str
    parents: set[str] = field(default_factory=set)
    properties: set[str] = field(default_factory=set)
    methods: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)


@dataclass
class Enum:
    underlying: str
    values: dict[str, int]


@dataclass
class Struct:
    fields: list[tuple[str, int, str]]
    size: int


@dataclass
class Api:
    interfaces: dict[str, Interface] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    structs: dict[str, Struct] = field(default_factory=dict)
    functions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    inline: set[str] = field(default_factory=set)
    constants: dict[str, str] = field(default_factory=dict)


@cache
def compiler_headers() -> str:
    """The folder of clang's own headers (stddef.h and the like)."""
    done = subprocess.run(["clang-19", "-print-resource-dir"], capture_output=True, text=True, check=True)
    return str(Path(done.stdout.strip()) / "include")


def macos_arguments(root: Path) -> list[str]:
    """The compiler's arguments with which the cross-build sees our headers."""
    return [
        *("-x", "objective-c", "-std=gnu11", "-target", "arm64-apple-macos13.0", "-fblocks", "-nostdlibinc"),
        *("-isystem", compiler_headers(), "-isystem", str(root / "macos" / "include")),
        *("-I", str(root / "softmetal" / "include")),
    ]


def gnustep_arguments(root: Path) -> list[str]:
    """The compiler's arguments with which GNUstep's headers are read on Linux."""
    from metallink_build.toolchain import linux_toolchain

    own = ("-isystem", compiler_headers(), "-isystem", str(root / "softmetal" / "include"))
    return ["-x", "objective-c", *own, *linux_toolchain().language_flags[".m"]]


def read_api(text: str, arguments: list[str], folders: list[Path]) -> Api:
    """The declarations that text and the headers it includes make, as far as they are in text or below folders."""
    unit = cindex.Index.create().parse("api.m", args=arguments, unsaved_files=[("api.m", text)])
    errors = [str(problem) for problem in unit.diagnostics if problem.severity >= cindex.Diagnostic.Error]
    if errors:
        raise HeaderError("\n".join(errors))
    api = Api()
    prefixes = tuple(f"{folder.resolve()}/" for folder in folders)
    for cursor in unit.cursor.get_children():
        file = cursor.location.file
        if file is not None and (file.name == "api.m" or str(Path(file.name).resolve()).startswith(prefixes)):
            _read_declaration(cursor, api)
    return api


def type_name(type_: cindex.Type) -> str:
    """The canonical spelling of a type."""
    if "instancetype" in type_.spelling:
        return "instancetype"
    canonical = type_.get_canonical()
    kind = kind_of(canonical)
    if kind in CANONICAL_NAMES:
        return CANONICAL_NAMES[kind]
    if kind == TYPE.OBJCOBJECTPOINTER:
        return _object_name(canonical.get_pointee())
    if kind == TYPE.BLOCKPOINTER:
        function = canonical.get_pointee()
        arguments = function.argument_types() if kind_of(function) == TYPE.FUNCTIONPROTO else ()
        return f"block({', '.join(map(type_name, [function.get_result(), *arguments]))})"
    if kind == TYPE.POINTER:
        return type_name(canonical.get_pointee()) + "*"
    if kind in (TYPE.INCOMPLETEARRAY, TYPE.CONSTANTARRAY):
        return type_name(canonical.element_type) + "*"
    if kind in (TYPE.RECORD, TYPE.ENUM):
        # Cocoa's structs have their name with an underscore as tag: struct _NSRange.
        return canonical.get_declaration().spelling.lstrip("_")
    # Of no other kind is any type in Metal's API: it equals no fact and is reported where it is declared.
    return f"<{type_.spelling}>"


def _object_name(pointee: cindex.Type) -> str:
    protocol = re.fullmatch(r"id<(\w+).*>", pointee.spelling)
    if protocol:
        return protocol[1] + "*"
    name = re.sub(r"\bconst\b|<.*>", "", pointee.spelling).strip()
    return "id" if name in ("id", "ObjectType", "KeyType") else name + "*"


def _children(cursor: cindex.Cursor, *kinds: CURSOR) -> Iterator[cindex.Cursor]:
    return (child for child in cursor.get_children() if kind_of(child) in kinds)


def _read_declaration(cursor: cindex.Cursor, api: Api) -> None:
    kind = kind_of(cursor)
    if kind in (CURSOR.OBJC_PROTOCOL_DECL, CURSOR.OBJC_INTERFACE_DECL, CURSOR.OBJC_CATEGORY_DECL):
        _read_interface(cursor, api)
    elif kind == CURSOR.ENUM_DECL:
        constants = {child.spelling: child.enum_value for child in _children(cursor, CURSOR.ENUM_CONSTANT_DECL)}
        if constants:
            api.enums[cursor.spelling] = Enum(type_name(cursor.enum_type), constants)
    elif kind == CURSOR.TYPEDEF_DECL:
        _read_struct(cursor, api)
    elif kind == CURSOR.FUNCTION_DECL:
        arguments = [type_name(argument.type) for argument in cursor.get_arguments()]
        api.functions[cursor.spelling] = (type_name(cursor.result_type), *arguments)
        if cursor.storage_class == cindex.StorageClass.STATIC:
            api.inline.add(cursor.spelling)
    elif kind == CURSOR.VAR_DECL and cursor.storage_class == cindex.StorageClass.EXTERN:
        api.constants[cursor.spelling] = type_name(cursor.type)


def _read_interface(cursor: cindex.Cursor, api: Api) -> None:
    name = cursor.spelling
    if kind_of(cursor) == CURSOR.OBJC_CATEGORY_DECL:
        name = next(_children(cursor, CURSOR.OBJC_CLASS_REF)).spelling
    kind = "protocol" if kind_of(cursor) == CURSOR.OBJC_PROTOCOL_DECL else "class"
    # NSObject is the name of a class and of a protocol: they are read as one class.
    interface = api.interfaces.setdefault(name, Interface(kind))
    interface.kind = "class" if kind == "class" else interface.kind
    interface.parents |= {
        parent.spelling for parent in _children(cursor, CURSOR.OBJC_PROTOCOL_REF, CURSOR.OBJC_SUPER_CLASS_REF)
    } - {name}
    interface.properties |= {each.spelling for each in _children(cursor, CURSOR.OBJC_PROPERTY_DECL)}
    for method in _children(cursor, CURSOR.OBJC_INSTANCE_METHOD_DECL, CURSOR.OBJC_CLASS_METHOD_DECL):
        sign = "-" if kind_of(method) == CURSOR.OBJC_INSTANCE_METHOD_DECL else "+"
        arguments = [type_name(argument.type) for argument in method.get_arguments()]
        interface.methods[method.spelling, sign] = (type_name(method.result_type), *arguments)


def _read_struct(cursor: cindex.Cursor, api: Api) -> None:
    record = cursor.underlying_typedef_type.get_canonical()
    if kind_of(record) != TYPE.RECORD or record.get_size() < 0:
        return
    fields = [
        (member.spelling, record.get_offset(member.spelling) // 8, type_name(member.type))
        for member in record.get_fields()
    ]
    api.structs[cursor.spelling] = Struct(fields, record.get_size())
