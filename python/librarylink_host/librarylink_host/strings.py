"""UTF8String arguments: each is the library's until it calls UTF8String_disown."""

from __future__ import annotations

import ctypes

from .errors import LibraryArgumentError, LibraryMisuseError


class Strings:
    """The string arguments that libraries have not disowned, by address."""

    def __init__(self) -> None:
        self._buffers: dict[int, tuple[ctypes.Array, str]] = {}

    def pass_argument(self, value: object, function: str) -> int:
        if not isinstance(value, str):
            raise LibraryArgumentError(f"UTF8String expected, not {type(value).__name__}")
        if "\0" in value:
            raise LibraryArgumentError(f"a C string cannot hold the NUL at position {value.index(chr(0)) + 1}")
        try:
            buffer = ctypes.create_string_buffer(value.encode())
        except UnicodeEncodeError as error:
            raise LibraryArgumentError(f"not encodable as UTF-8: {error.reason}") from None
        address = ctypes.addressof(buffer)
        self._buffers[address] = buffer, function
        return address

    def disown(self, address: int | None) -> None:
        if address is None:
            return
        if self._buffers.pop(address, None) is None:
            raise LibraryMisuseError(f"{address:#x} is no string argument, or was disowned before")

    def live(self) -> list[str]:
        return [
            f"UTF8String argument of {function} ({len(buffer) - 1} bytes)"
            for buffer, function in list(self._buffers.values())
        ]


def read_result(address: int) -> str:
    """The text of a returned string; its memory stays the library's."""
    if not address:
        raise LibraryMisuseError("LIBRARY_NO_ERROR, but no result was set (expected UTF8String)")
    text = ctypes.string_at(address)
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise LibraryMisuseError(
            f"the returned string is not UTF-8: {error.reason} at byte {error.start + 1}"
        ) from None


def read_text(address: int | None, what: str) -> str:
    """Text that a library hands to the host (a name, a tag, an expression)."""
    if address is None:
        raise LibraryMisuseError(f"{what} is NULL")
    return ctypes.string_at(address).decode("utf-8", "replace")
