"""Parts of LibraryLink that this host does not have: their entries fail the call with clear words."""

from __future__ import annotations

from .errors import LibraryUnsupportedError

OPAQUE_ENTRIES = 128  # of a table whose layout is not public: more than any version has


class Unsupported:
    """Entries for WSTP and streams, and for the tables of compiled code and of the superseded MRawArray."""

    def refuse(self, entry: str, *_arguments: object) -> int:
        part = "WSTP" if "WSLINK" in entry else "streams"
        raise LibraryUnsupportedError(f"{entry}: this host has no {part}")

    def compiled_code(self) -> int:
        raise LibraryUnsupportedError("compileLibraryFunctions: this host does not run the language's compiled code")

    def raw_array(self) -> int:
        raise LibraryUnsupportedError("rawarrayLibraryFunctions: MRawArray is superseded by MNumericArray")

    def runtime_data(self) -> int:
        raise LibraryUnsupportedError("runtimeData: this host does not run the language's compiled code")
