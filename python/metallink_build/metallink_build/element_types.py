"""The types of elements, and the one that a result has where two meet: the rule for library and package alike."""

from __future__ import annotations

from dataclasses import dataclass

SIGNED, UNSIGNED, REAL, COMPLEX = "Signed", "Unsigned", "Real", "Complex"


@dataclass(frozen=True)
class ElementType:
    """``code`` is its name in native/shaders/element_types.h; ``bits`` are those of a number or of a complex part."""

    name: str
    code: str
    kind: str
    bits: int

    @property
    def is_integer(self) -> bool:
        return self.kind in (SIGNED, UNSIGNED)


ELEMENT_TYPES = tuple(
    [ElementType(f"Integer{bits}", f"ML_INTEGER{bits}", SIGNED, bits) for bits in (8, 16, 32, 64)]
    + [ElementType(f"UnsignedInteger{bits}", f"ML_UNSIGNED{bits}", UNSIGNED, bits) for bits in (8, 16, 32, 64)]
    + [ElementType(f"Real{bits}", f"ML_REAL{bits}", REAL, bits) for bits in (16, 32, 64)]
    + [ElementType(f"ComplexReal{bits}", f"ML_COMPLEX_REAL{bits}", COMPLEX, bits) for bits in (16, 32, 64)]
)
_BY_KIND = {(found.kind, found.bits): found for found in ELEMENT_TYPES}
WIDEST = 64


def common_type(a: ElementType, b: ElementType) -> ElementType | None:
    """The type of a sum of both; None where no integer type holds their integers."""
    if a.is_integer and b.is_integer:
        return _common_integer(a, b)
    kind = COMPLEX if COMPLEX in (a.kind, b.kind) else REAL
    if a.is_integer:
        return _BY_KIND[kind, _real_bits(a, b)]
    if b.is_integer:
        return _BY_KIND[kind, _real_bits(b, a)]
    return _BY_KIND[kind, max(a.bits, b.bits)]


def _common_integer(a: ElementType, b: ElementType) -> ElementType | None:
    """Of one sign the wider; else the signed type that holds the unsigned."""
    if a.kind == b.kind:
        return a if a.bits >= b.bits else b
    signed, unsigned = (a, b) if a.kind == SIGNED else (b, a)
    bits = max(signed.bits, 2 * unsigned.bits)
    return _BY_KIND[SIGNED, bits] if bits <= WIDEST else None


def _real_bits(integer: ElementType, real: ElementType) -> int:
    """Single precision holds integers of 16 bits."""
    return 32 if integer.bits <= 16 and real.bits == 32 else WIDEST
