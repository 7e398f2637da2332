# SPDX-License-Identifier: GPL-3.0-or-later
"""Conversion between colour spaces, on arrays with the channels first.

Conventions of https://reference.wolfram.com/language/ref/ColorConvert.html: Grayscale, RGB, CMYK and HSB are clipped to
0..1 and have the white point D65; XYZ, LAB, LUV and LCH are not clipped and have D50; RGB is sRGB. L, a, b, u, v and C
are a hundredth of the CIE's numbers, hues are turns (LABColor, LUVColor, LCHColor, Hue).
"""

from collections.abc import Callable

import numpy as np

from . import types
from .atom import AUTOMATIC, CHANNELS, Image

CLIPPED = ("Grayscale", "RGB", "CMYK", "HSB")

# ITU-R BT.601, luma.
_LUMA = np.array([0.299, 0.587, 0.114])
# IEC 61966-2-1 (sRGB) primaries with D65, adapted to D50 by Bradford's method; ICC.1:2022, annex E gives the adapted
# columns of the sRGB profile to 4 places, these are the same matrix at full precision.
_D65 = np.array([0.3127 / 0.3290, 1.0, (1 - 0.3127 - 0.3290) / 0.3290])
_D50 = np.array([0.96422, 1.0, 0.82521])
_BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
_PRIMARIES = np.array([[0.64, 0.33], [0.30, 0.60], [0.15, 0.06]])
# CIE 15:2018: the breaks of the L* curve.
_EPSILON, _KAPPA = 216 / 24389, 24389 / 27


def convert(image: Image, target: str) -> Image | None:
    """`image` in the colour space `target`, its opacity and options kept; None where that has no meaning."""
    source = interpreted(image)
    if target not in CHANNELS or source is None:
        return None
    if source == target:
        return image if image.color_space == target else image.with_data(image.data, color_space=target)
    count = CHANNELS[source]
    colors = between(types.normalized(image.planes[:count], image.type), source, target)
    kind = result_type(image.type, target)
    alpha = types.convert(image.planes[count:], image.type, kind)
    return image.from_planes(np.concatenate([from_unit(colors, kind), alpha]), kind, color_space=target)


def interpreted(image: Image) -> str | None:
    """The colour space in which the channels are read: Automatic is Grayscale or RGB, by their number."""
    if image.color_space != AUTOMATIC:
        return image.color_space if image.color_space in CHANNELS else None
    return {1: "Grayscale", 3: "RGB"}.get(image.channels() - image.alpha)


def result_type(kind: str, target: str) -> str:
    if target not in CLIPPED:
        return kind if kind.startswith("Real") else "Real32"
    return "Byte" if kind == "Bit" else kind


def from_unit(values: np.ndarray, kind: str) -> np.ndarray:
    """Reals, 0 to 1 for the integer types, as pixels of type `kind`."""
    return types.convert(values, "Real64", kind)


def without_alpha(image: Image) -> Image:
    return image.from_planes(image.planes[:-1], alpha=False) if image.alpha else image


def between(planes: np.ndarray, source: str, target: str) -> np.ndarray:
    """planes: channels x ... float64."""
    if source in CLIPPED:
        planes = np.clip(planes, 0, 1)
    for step in _path(source, target):
        planes = _STEPS[step](planes)
    return np.clip(planes, 0, 1) if target in CLIPPED else planes


def _path(source: str, target: str) -> list[tuple[str, str]]:
    """Up from `source` to the first space that both share, then down to `target`."""
    up, down = _to_root(source), _to_root(target)
    shared = next(space for space in up if space in down)
    way = up[: up.index(shared) + 1] + down[: down.index(shared)][::-1]
    return list(zip(way, way[1:]))


def _to_root(space: str) -> list[str]:
    chain = [space]
    while chain[-1] in _PARENT:
        chain.append(_PARENT[chain[-1]])
    return chain


_PARENT = {"Grayscale": "RGB", "CMYK": "RGB", "HSB": "RGB", "RGB": "XYZ", "LAB": "XYZ", "LUV": "XYZ", "LCH": "LAB"}


def _rgb_to_gray(rgb):
    return np.tensordot(_LUMA, rgb, 1)[np.newaxis]


def _gray_to_rgb(gray):
    return np.repeat(gray, 3, axis=0)


def _rgb_to_cmyk(rgb):
    black = 1 - rgb.max(axis=0)
    inks = _divide(1 - rgb - black, 1 - black)
    return np.concatenate([inks, black[np.newaxis]])


def _cmyk_to_rgb(cmyk):
    return (1 - cmyk[:3]) * (1 - cmyk[3])


def _rgb_to_hsb(rgb):
    """A. R. Smith, "Color gamut transform pairs", SIGGRAPH 1978."""
    red, green, blue = rgb
    top = rgb.max(axis=0)
    chroma = top - rgb.min(axis=0)
    sector = np.where(
        top == red,
        _divide(green - blue, chroma) % 6,
        np.where(top == green, _divide(blue - red, chroma) + 2, _divide(red - green, chroma) + 4),
    )
    return np.stack([np.where(chroma > 0, sector / 6, 0.0), _divide(chroma, top), top])


def _hsb_to_rgb(hsb):
    hue, saturation, brightness = hsb
    ramp = [(offset + hue * 6) % 6 for offset in (5, 3, 1)]
    return np.stack([brightness * (1 - saturation * np.clip(np.minimum(k, 4 - k), 0, 1)) for k in ramp])


def _rgb_to_xyz(rgb):
    """IEC 61966-2-1."""
    linear = np.where(rgb > 0.04045, ((rgb + 0.055) / 1.055) ** 2.4, rgb / 12.92)
    return np.tensordot(_rgb_matrix(), linear, 1)


def _xyz_to_rgb(xyz):
    linear = np.clip(np.tensordot(np.linalg.inv(_rgb_matrix()), xyz, 1), 0, 1)
    return np.where(linear > 0.0031308, 1.055 * linear ** (1 / 2.4) - 0.055, linear * 12.92)


def _rgb_matrix() -> np.ndarray:
    """Linear sRGB to XYZ under D50 (SMPTE RP 177 for the primaries, then Bradford)."""
    columns = np.array([[x / y, 1.0, (1 - x - y) / y] for x, y in _PRIMARIES]).T
    to_xyz = columns * np.linalg.solve(columns, _D65)
    gains = (_BRADFORD @ _D50) / (_BRADFORD @ _D65)
    return np.linalg.inv(_BRADFORD) @ np.diag(gains) @ _BRADFORD @ to_xyz


def _xyz_to_lab(xyz):
    fx, fy, fz = _lightness_root(xyz / _column(_D50, xyz))
    return np.stack([1.16 * fy - 0.16, 5 * (fx - fy), 2 * (fy - fz)])


def _lab_to_xyz(lab):
    lightness, a, b = lab
    fy = (lightness + 0.16) / 1.16
    return _lightness_cube(np.stack([fy + a / 5, fy, fy - b / 2])) * _column(_D50, lab)


def _xyz_to_luv(xyz):
    lightness = 1.16 * _lightness_root(xyz[1] / _D50[1]) - 0.16
    white = _chromaticity(_D50)
    return np.concatenate([lightness[np.newaxis], 13 * lightness * (_chromaticity(xyz) - _column(white, xyz))])


def _luv_to_xyz(luv):
    lightness = luv[0]
    white = _column(_chromaticity(_D50), luv)
    u, v = _divide(luv[1:], 13 * lightness) + white
    y = _lightness_cube((lightness + 0.16) / 1.16) * _D50[1]
    return np.stack([_divide(9 * u * y, 4 * v), y, _divide((12 - 3 * u - 20 * v) * y, 4 * v)])


def _lab_to_lch(lab):
    lightness, a, b = lab
    return np.stack([lightness, np.hypot(a, b), np.arctan2(b, a) / (2 * np.pi) % 1])


def _lch_to_lab(lch):
    lightness, chroma, hue = lch
    return np.stack([lightness, chroma * np.cos(2 * np.pi * hue), chroma * np.sin(2 * np.pi * hue)])


def _chromaticity(xyz):
    """u', v' of CIE 1976."""
    total = xyz[0] + 15 * xyz[1] + 3 * xyz[2]
    return np.stack([_divide(4 * xyz[0], total), _divide(9 * xyz[1], total)])


def _lightness_root(t):
    return np.where(t > _EPSILON, np.cbrt(t), (_KAPPA * t + 16) / 116)


def _lightness_cube(f):
    return np.where(f**3 > _EPSILON, f**3, (116 * f - 16) / _KAPPA)


def _column(values, like):
    return values.reshape(-1, *[1] * (like.ndim - 1))


def _divide(numerator, denominator):
    """The quotient, 0 where the denominator is 0."""
    numerator, denominator = np.broadcast_arrays(numerator, denominator)
    return np.divide(numerator, denominator, out=np.zeros(numerator.shape), where=denominator != 0)


_STEPS: dict[tuple[str, str], Callable] = {
    ("RGB", "Grayscale"): _rgb_to_gray,
    ("Grayscale", "RGB"): _gray_to_rgb,
    ("RGB", "CMYK"): _rgb_to_cmyk,
    ("CMYK", "RGB"): _cmyk_to_rgb,
    ("RGB", "HSB"): _rgb_to_hsb,
    ("HSB", "RGB"): _hsb_to_rgb,
    ("RGB", "XYZ"): _rgb_to_xyz,
    ("XYZ", "RGB"): _xyz_to_rgb,
    ("XYZ", "LAB"): _xyz_to_lab,
    ("LAB", "XYZ"): _lab_to_xyz,
    ("XYZ", "LUV"): _xyz_to_luv,
    ("LUV", "XYZ"): _luv_to_xyz,
    ("LAB", "LCH"): _lab_to_lch,
    ("LCH", "LAB"): _lch_to_lab,
}
