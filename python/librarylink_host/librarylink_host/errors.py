"""What can go wrong, by whose fault: the file's, the caller's, the library's, or this host's limits."""

from __future__ import annotations

NO_ERROR, TYPE_ERROR, RANK_ERROR, DIMENSION_ERROR, NUMERICAL_ERROR, MEMORY_ERROR, FUNCTION_ERROR, VERSION_ERROR = range(
    8
)

ERROR_NAMES = {
    TYPE_ERROR: "LIBRARY_TYPE_ERROR",
    RANK_ERROR: "LIBRARY_RANK_ERROR",
    DIMENSION_ERROR: "LIBRARY_DIMENSION_ERROR",
    NUMERICAL_ERROR: "LIBRARY_NUMERICAL_ERROR",
    MEMORY_ERROR: "LIBRARY_MEMORY_ERROR",
    FUNCTION_ERROR: "LIBRARY_FUNCTION_ERROR",
    VERSION_ERROR: "LIBRARY_VERSION_ERROR",
}


class LibraryLinkError(Exception):
    """Base of every error of this package."""


class LibraryLoadError(LibraryLinkError):
    """A file that cannot be loaded as a LibraryLink library, or a function that it does not have."""


class LibrarySpecificationError(LibraryLinkError, ValueError):
    """An argument or return type that LibraryFunctionLoad does not know."""


class LibraryArgumentError(LibraryLinkError, TypeError):
    """A call whose arguments do not fit the function's specification; nothing was called."""


class LibraryUnsupportedError(LibraryLinkError, NotImplementedError):
    """The library asked for a part of LibraryLink that this host does not have (WSTP, streams)."""


class LibraryMisuseError(LibraryLinkError):
    """The library broke LibraryLink's rules: a freed handle, memory freed that is not its own, a result never set."""


class LibraryFunctionError(LibraryLinkError):
    """A library function returned an error code.

    ``function`` is its name, ``code`` the number, ``error_name`` the LIBRARY_* name (``"LIBRARY_USER_ERROR"`` for a
    number of the library's own), ``messages`` the tags that it sent by Message during the call.
    """

    def __init__(self, function: str, code: int, messages: tuple[str, ...] = ()) -> None:
        self.function = function
        self.code = code
        self.error_name = ERROR_NAMES.get(code, "LIBRARY_USER_ERROR")
        self.messages = messages
        sent = f"; messages: {', '.join(messages)}" if messages else ""
        super().__init__(f"{function} returned {self.error_name} ({code}){sent}")


class LibraryAborted(LibraryFunctionError):
    """A library function was told by AbortQ to stop, and returned an error code."""


class LibraryLeakWarning(UserWarning):
    """Objects that a library made and neither returned nor freed."""


class LibraryMessageWarning(UserWarning):
    """A library sent a message, returned without an error, and nobody handles messages."""
