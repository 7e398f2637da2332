"""Inspects the cross-built MetalLink.dylib: what a loader on a Mac would see, and what must not be in it."""

from __future__ import annotations

import hashlib
import re
import struct
from pathlib import Path

import lief

from macos.checks.conformance import metal_api
from macos.checks.headers import Api, macos_arguments, read_api

FRAMEWORK = "/System/Library/Frameworks/{0}.framework/Versions/{1}/{0}"
FOUNDATION = FRAMEWORK.format("Foundation", "C")
CORE_FOUNDATION = FRAMEWORK.format("CoreFoundation", "A")
METAL = FRAMEWORK.format("Metal", "A")
OBJC = "/usr/lib/libobjc.A.dylib"
SYSTEM = "/usr/lib/libSystem.B.dylib"
DYLIBS = [FOUNDATION, CORE_FOUNDATION, METAL, OBJC, SYSTEM]

# Where each kind of symbol lives on macOS 13; the first pattern that fits counts.
HOMES = [
    (r"_MTL\w+|_OBJC_CLASS_\$_MTL\w+", METAL),
    (
        r"_OBJC_(META)?CLASS_\$_NSObject|_?_objc_\w+|_OBJC_EHTYPE_id|___objc_personality_v0",
        OBJC,
    ),
    (
        r"_OBJC_(META)?CLASS_\$_NS(Mutable)?(Array|Data|Dictionary|Set)|_OBJC_CLASS_\$_NSException"
        r"|_OBJC_EHTYPE_\$_NSException|___CFConstantStringClassReference",
        CORE_FOUNDATION,
    ),
    (r"_OBJC_(META)?CLASS_\$_NS\w+|_NS[A-Z]\w*", FOUNDATION),
    (r"\w+", SYSTEM),
]

# What automatic reference counting calls; under manual counting none of them is referred to.
ARC_ENTRY_POINTS = {
    "_objc_autoreleaseReturnValue",
    "_objc_claimAutoreleasedReturnValue",
    "_objc_copyWeak",
    "_objc_destroyWeak",
    "_objc_initWeak",
    "_objc_loadWeak",
    "_objc_loadWeakRetained",
    "_objc_moveWeak",
    "_objc_retainAutorelease",
    "_objc_retainAutoreleaseReturnValue",
    "_objc_retainAutoreleasedReturnValue",
    "_objc_retainBlock",
    "_objc_storeStrong",
    "_objc_storeWeak",
    "_objc_unsafeClaimAutoreleasedReturnValue",
}
LIBRARY_FUNCTIONS = {"_WolframLibrary_getVersion", "_WolframLibrary_initialize", "_WolframLibrary_uninitialize"}
CODE_DIRECTORY_SLOT = 0
SUPER_BLOB_MAGIC = 0xFADE0CC0
SHA256_TYPE = 2


def faults(path: Path, root: Path) -> list[str]:
    """What is wrong with the library at path, one line each; root is the checkout it was built from."""
    binary = lief.MachO.parse(str(path)).at(0)
    return [
        *_header_faults(binary),
        *_dependency_faults(binary),
        *_export_faults(binary, expected_exports(root)),
        *_import_faults(binary),
        *_selector_faults(binary, root),
        *_path_faults(path, root),
        *signature_faults(path.read_bytes()),
    ]


def expected_exports(root: Path) -> set[str]:
    """LibraryLink's three functions and those of the rendered table."""
    table = (root / "build" / "rendered" / "LibraryFunctions.wl").read_text()
    return LIBRARY_FUNCTIONS | {f"_{symbol}" for symbol in re.findall(r'"Symbol" -> "(\w+)"', table)}


def selectors(path: Path) -> set[str]:
    """Every selector that the library names."""
    return _selectors(lief.MachO.parse(str(path)).at(0))


def _selectors(binary: lief.MachO.Binary) -> set[str]:
    section = binary.get_section("__objc_methname")
    return set(bytes(section.content).decode().split("\0")) - {""} if section else set()


def _header_faults(binary: lief.MachO.Binary) -> list[str]:
    problems = []
    if binary.header.file_type != lief.MachO.Header.FILE_TYPE.DYLIB:
        problems.append(f"file type is {binary.header.file_type}, not DYLIB")
    if binary.header.cpu_type != lief.MachO.Header.CPU_TYPE.ARM64:
        problems.append(f"processor is {binary.header.cpu_type}, not ARM64")
    flags = {flag.name for flag in binary.header.flags_list}
    problems += [f"flag {flag} is not set" for flag in sorted({"TWOLEVEL", "NOUNDEFS"} - flags)]
    version = binary.build_version
    if version is None or version.platform != lief.MachO.BuildVersion.PLATFORMS.MACOS:
        problems.append("platform is not macOS")
    elif list(version.minos) != [13, 0, 0]:
        problems.append(f"least system is {version.minos}, not 13.0")
    return problems


def _dependency_faults(binary: lief.MachO.Binary) -> list[str]:
    problems = []
    names = {kind: [] for kind in ("ID_DYLIB", "LOAD_DYLIB")}
    for command in binary.commands:
        if isinstance(command, lief.MachO.DylibCommand):
            names.setdefault(command.command.name, []).append(command.name)
    if names.pop("ID_DYLIB") != ["@rpath/MetalLink.dylib"]:
        problems.append("the library's name is not @rpath/MetalLink.dylib")
    loaded = names.pop("LOAD_DYLIB")
    if sorted(loaded) != sorted(DYLIBS):
        problems.append(f"loads {sorted(loaded)}, not {sorted(DYLIBS)}")
    problems += [f"{kind} {paths}" for kind, paths in names.items()]
    problems += [f"run path {path.path}" for path in binary.rpaths]
    return problems


def _export_faults(binary: lief.MachO.Binary, expected: set[str]) -> list[str]:
    exports = {symbol.name for symbol in binary.exported_symbols}
    return [
        *(f"exports {name}, which no spec declares" for name in sorted(exports - expected)),
        *(f"does not export {name}" for name in sorted(expected - exports)),
    ]


def _import_faults(binary: lief.MachO.Binary) -> list[str]:
    # Ordinals count the loaded libraries from 1; others mean flat lookup, self or the main program.
    loaded = [library.name for library in binary.libraries if library.name != "@rpath/MetalLink.dylib"]
    problems = []
    for symbol in binary.imported_symbols:
        home = next(home for pattern, home in HOMES if re.fullmatch(pattern, symbol.name))
        ordinal = symbol.library_ordinal
        source = loaded[ordinal - 1] if 1 <= ordinal <= len(loaded) else f"ordinal {ordinal}"
        if source != home:
            problems.append(f"takes {symbol.name} from {source}, not from {home}")
        if symbol.has_binding_info and symbol.binding_info.weak_import:
            problems.append(f"imports {symbol.name} weakly")
        if symbol.name in ARC_ENTRY_POINTS:
            problems.append(f"uses automatic reference counting: {symbol.name}")
    return problems


def _selector_faults(binary: lief.MachO.Binary, root: Path) -> list[str]:
    known: set[str] = set()
    for api in (metal_api(root), foundation_api(root), native_api(root)):
        known |= {selector for interface in api.interfaces.values() for selector, _ in interface.methods}
    return [f"names the unknown selector {name}" for name in sorted(_selectors(binary) - known)]


def foundation_api(root: Path) -> Api:
    return read_api(
        "#import <Foundation/Foundation.h>\n", macos_arguments(root), [root / "macos" / "include" / "Foundation"]
    )


def native_api(root: Path) -> Api:
    """The classes that native/ itself declares."""
    native = root / "native"
    text = "".join(path.read_text() for path in sorted(native.glob("*.[hm]")) if "@interface" in path.read_text())
    if not text:
        return Api()
    arguments = [*macos_arguments(root), "-I", str(native), "-I", str(native / "include")]
    return read_api(text, arguments, [native])


def _path_faults(path: Path, root: Path) -> list[str]:
    return [f"holds the path {root}"] if str(root).encode() in path.read_bytes() else []


def signature_faults(data: bytes) -> list[str]:
    """Verify the ad-hoc signature: the code directory's hash of each page against the page.

    Layouts: LC_CODE_SIGNATURE, SuperBlob and CodeDirectory of Apple's open-source cs_blobs.h, all big-endian.
    """
    found = _signature_range(data)
    if found is None:
        return ["is not signed"]
    start, _ = found
    magic, _, count = struct.unpack_from(">III", data, start)
    if magic != SUPER_BLOB_MAGIC:
        return ["has a signature of an unknown kind"]
    for index in range(count):
        slot, offset = struct.unpack_from(">II", data, start + 12 + 8 * index)
        if slot == CODE_DIRECTORY_SLOT:
            return _code_directory_faults(data, start + offset, start)
    return ["has a signature without a code directory"]


def _signature_range(data: bytes) -> tuple[int, int] | None:
    (count,) = struct.unpack_from("<I", data, 16)
    offset = 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, offset)
        if command == lief.MachO.LoadCommand.TYPE.CODE_SIGNATURE.value:
            return struct.unpack_from("<II", data, offset + 8)
        offset += size
    return None


def _code_directory_faults(data: bytes, directory: int, signature: int) -> list[str]:
    _, _, _, _, hashes, _, _, count, limit = struct.unpack_from(">9I", data, directory)
    hash_size, hash_type, _, page_shift = struct.unpack_from(">4B", data, directory + 36)
    if hash_type != SHA256_TYPE or limit != signature:
        return [f"has a signature with hash type {hash_type} over {limit} of {signature} bytes"]
    page = 1 << page_shift
    if count != -(-limit // page):
        return [f"has a signature over {count} pages of {page}, not over {limit} bytes"]
    problems = []
    for index in range(count):
        digest = hashlib.sha256(data[index * page : min((index + 1) * page, limit)]).digest()[:hash_size]
        stored = data[directory + hashes + index * hash_size :][:hash_size]
        if digest != stored:
            problems.append(f"has a wrong signature of page {index}")
    return problems
