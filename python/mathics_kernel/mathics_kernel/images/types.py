# SPDX-License-Identifier: GPL-3.0-or-later
"""Pixel values from one image type to another.

Integer types hold 0 to their maximum for the values 0 to 1; real types hold any value.
https://reference.wolfram.com/language/ref/Image.html: values are coerced "by rounding or clipping".
"""

import numpy as np

from .atom import DTYPES, MAXIMUM


def normalized(values: np.ndarray, kind: str) -> np.ndarray:
    """The values as reals, 0 to 1 for the integer types. Real types come back as they are, in float64."""
    reals = values.astype("float64", copy=False)
    return reals if kind not in MAXIMUM else reals / MAXIMUM[kind]


def convert(values: np.ndarray, source: str, target: str) -> np.ndarray:
    """Pixels of type `source` as pixels of type `target`."""
    if source == target:
        return values
    if target not in MAXIMUM:
        return normalized(values, source).astype(DTYPES[target])
    if target == "Bit":
        return (normalized(values, source) >= 0.5).astype("uint8")
    return coerce(normalized(values, source) * MAXIMUM[target], target)


def coerce(values: np.ndarray, target: str) -> np.ndarray:
    """Numbers in the units of `target` (0 to 255 for Byte), rounded and clipped to what it holds."""
    if target not in MAXIMUM:
        return values.astype(DTYPES[target], copy=False)
    if values.dtype.kind == "f":
        values = np.rint(np.nan_to_num(values, nan=0.0))
    return np.clip(values, 0, MAXIMUM[target]).astype(DTYPES[target])
