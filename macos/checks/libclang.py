"""What libclang's Python binding lacks."""

from __future__ import annotations

from clang import cindex


def kind(item: cindex.Cursor | cindex.Type) -> cindex.CursorKind | cindex.TypeKind | None:
    """The kind of a cursor or type; None for the kinds that the binding does not know and raises ValueError for."""
    try:
        return item.kind
    except ValueError:
        return None
