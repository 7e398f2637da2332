"""Complex quotients in exact fractions, and the special values of C11 (annex G)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

ULPS = 6  # largest error of a finite quotient, in units of one rounding of its absolute value


def is_infinite(z: np.ndarray) -> np.ndarray:
    return np.isinf(z.real) | np.isinf(z.imag)


def is_nan(z: np.ndarray) -> np.ndarray:
    return np.isnan(z) & ~is_infinite(z)


def is_zero(z: np.ndarray) -> np.ndarray:
    return (z.real == 0) & (z.imag == 0)


def known_nonzero(z: np.ndarray) -> np.ndarray:
    """A part is a number other than zero, or infinite."""
    return ((z.real != 0) & ~np.isnan(z.real)) | ((z.imag != 0) & ~np.isnan(z.imag))


def quotient_infinite(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where a quotient of numbers that are not both finite, or one by zero, is infinite."""
    return (is_infinite(a) & np.isfinite(b)) | (known_nonzero(a) & is_zero(b))


def product_infinite(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where a product is infinite because a factor is."""
    return (is_infinite(a) & known_nonzero(b)) | (is_infinite(b) & known_nonzero(a))


def exact_quotient(a: complex, b: complex) -> tuple[Fraction, Fraction]:
    a_re, a_im, b_re, b_im = (Fraction(float(x)) for x in (a.real, a.imag, b.real, b.imag))
    size = b_re * b_re + b_im * b_im
    return (a_re * b_re + a_im * b_im) / size, (a_im * b_re - a_re * b_im) / size


def rounded(x: Fraction, kind: np.dtype) -> float:
    """x in the type of parts, infinite where it is too large; it is only to be near the nearest number."""
    try:
        return float(kind.type(float(x)))
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


def assert_quotients(got: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """Every quotient of finite numbers by one that is not zero is near the exact one, or too large as that is."""
    part = np.finfo(got.dtype)
    for z, x, y in zip(got.tolist(), a.tolist(), b.tolist(), strict=True):
        exact = exact_quotient(x, y)
        largest = max(map(abs, exact))
        if largest >= Fraction(float(part.max)):
            parts = [rounded(e, part.dtype) for e in exact]
            assert np.isinf([z.real, z.imag]).any() or max(map(abs, parts)) < np.inf, (x, y, z)
            continue
        assert np.isfinite(z), (x, y, z)
        bound = ULPS * largest * Fraction(float(part.eps)) / 2 + 2 * Fraction(float(part.smallest_subnormal))
        error = max(abs(Fraction(g) - e) for g, e in zip((z.real, z.imag), exact, strict=True))
        assert error <= bound, (x, y, z, float(error / bound) * ULPS)
