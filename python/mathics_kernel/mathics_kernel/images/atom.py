# SPDX-License-Identifier: GPL-3.0-or-later
"""The Image and Image3D atoms: an array of pixels and how to read it.

They take the place of Mathics3's own atom (see ``patches``), whose constructor and attributes (``pixels``,
``color_space``, ``metadata``) they keep, so that its image functions work on them and make them.
"""

from collections.abc import Mapping

import numpy as np
from mathics.builtin.image.base import Image as StockImage
from mathics.core.keycomparable import IMAGE_EXPRESSION_ELT_ORDER
from mathics.core.symbols import Symbol

AUTOMATIC = "Automatic"

# https://reference.wolfram.com/language/ref/ImageType.html
DTYPES = {"Bit": "uint8", "Byte": "uint8", "Bit16": "uint16", "Real32": "float32", "Real64": "float64"}
MAXIMUM = {"Bit": 1, "Byte": 255, "Bit16": 65535}
TYPES = {"bool": "Bit", "uint8": "Byte", "uint16": "Bit16", "float32": "Real32", "float64": "Real64"}
TYPE_SYNONYMS = {"Real": "Real64"}

# https://reference.wolfram.com/language/ref/ImageColorSpace.html
CHANNELS = {"Grayscale": 1, "RGB": 3, "CMYK": 4, "HSB": 3, "XYZ": 3, "LAB": 3, "LCH": 3, "LUV": 3}


class Image(StockImage):
    """A raster image.

    data: array of rows x columns (one channel), rows x columns x channels (interleaved) or channels x rows x columns
        (planar); Image3D has slices before the rows. Of ``DTYPES[type]``; Bit is 0 or 1 in uint8.
    color_space: a key of ``CHANNELS`` or "Automatic" (channels of no stated meaning).
    alpha: whether the last channel is opacity.
    settings: options beside ColorSpace and Interleaving, a mapping from full symbol name to expression.
    """

    class_head_name = "System`Image"
    rank = 2

    def __init__(self, pixels, color_space, pillow=None, metadata=None, **kwargs):
        """Mathics3's own constructor: pixels of rows x columns[ x channels], bool for Bit."""
        pixels = np.asarray(pixels)
        if pixels.dtype.name not in TYPES:
            pixels = pixels.astype("float64")
        kind = TYPES[pixels.dtype.name]
        data = pixels.view("uint8") if kind == "Bit" else pixels
        self._set(data, kind, color_space, has_alpha(color_space, channel_count(data)), True, metadata)

    @classmethod
    def of(
        cls,
        data: np.ndarray,
        kind: str,
        color_space: str = AUTOMATIC,
        alpha: bool = False,
        interleaved: bool = True,
        settings: Mapping | None = None,
    ) -> "Image":
        """The image of `data` as it stands: no copy, no conversion."""
        image = cls.__new__(cls)
        image._set(data, kind, color_space, alpha, interleaved, settings)
        return image

    def _set(self, data, kind, color_space, alpha, interleaved, settings):
        if data.dtype != DTYPES[kind]:
            raise TypeError(f"{kind} pixels are {DTYPES[kind]}, not {data.dtype}")
        if data.ndim not in (self.rank, self.rank + 1):
            raise ValueError(f"an image of rank {self.rank} has no pixels of {data.ndim} dimensions")
        if data.ndim > self.rank:
            axis = -1 if interleaved else 0
            if data.shape[axis] == 1:
                data, interleaved = data.squeeze(axis), True
        else:
            interleaved = True
        self.data = np.ascontiguousarray(data)
        self.type = kind
        self.color_space = color_space or AUTOMATIC
        self.alpha = alpha
        self.interleaved = interleaved
        self.settings = dict(settings or {})

    def with_data(self, data: np.ndarray, kind: str | None = None, **changes) -> "Image":
        """This image with other pixels in the same layout, and with `changes` of ``of``'s arguments."""
        arguments = {
            "color_space": self.color_space,
            "alpha": self.alpha,
            "interleaved": self.interleaved,
            "settings": self.settings,
            **changes,
        }
        return type(self).of(data, kind or self.type, **arguments)

    @property
    def spatial_shape(self) -> tuple[int, ...]:
        """(rows, columns) or (slices, rows, columns)."""
        if self.data.ndim == self.rank:
            return self.data.shape
        return self.data.shape[:-1] if self.interleaved else self.data.shape[1:]

    @property
    def planes(self) -> np.ndarray:
        """A view with the channels first, also where there is one."""
        if self.data.ndim == self.rank:
            return self.data[np.newaxis]
        return np.moveaxis(self.data, -1, 0) if self.interleaved else self.data

    def from_planes(self, planes: np.ndarray, kind: str | None = None, **changes) -> "Image":
        """An image in this one's layout from planes (channels first)."""
        interleaved = changes.setdefault("interleaved", self.interleaved)
        if len(planes) == 1:
            return self.with_data(planes[0], kind, **changes)
        return self.with_data(np.moveaxis(planes, 0, -1) if interleaved else planes, kind, **changes)

    @property
    def pixels(self) -> np.ndarray:
        """What Mathics3 calls the pixels: channels last, also where there is one, bool for Bit."""
        last = np.moveaxis(self.planes, 0, -1)
        return last.astype(bool) if self.type == "Bit" else last

    @property
    def metadata(self) -> dict:
        return self.settings

    def channels(self) -> int:
        return 1 if self.data.ndim == self.rank else self.data.shape[-1 if self.interleaved else 0]

    def dimensions(self) -> tuple[int, ...]:
        """Width, height (width, depth, height for Image3D is the builtin's affair)."""
        return self.spatial_shape[::-1]

    def color_convert(self, to_color_space, preserve_alpha=True):
        from .spaces import convert, without_alpha

        image = self if preserve_alpha else without_alpha(self)
        return convert(image, to_color_space)

    def pil(self):
        from .files import to_pillow

        return to_pillow(self)

    def storage_type(self) -> str:
        return self.type

    def do_copy(self) -> "Image":
        return self.with_data(self.data)

    def sameQ(self, other) -> bool:
        return (
            type(other) is type(self)
            and (self.type, self.color_space, self.alpha, self.interleaved)
            == (other.type, other.color_space, other.alpha, other.interleaved)
            and same_settings(self.settings, other.settings)
            and np.array_equal(self.data, other.data)
        )

    def equal2(self, other) -> bool | None:
        """Equal: the same values pixel by pixel, whatever the type or layout they are stored in."""
        if not isinstance(other, Image):
            return None
        from .types import normalized

        return (
            self.rank == other.rank
            and self.color_space == other.color_space
            and self.planes.shape == other.planes.shape
            and np.array_equal(normalized(self.planes, self.type), normalized(other.planes, other.type))
        )

    def __eq__(self, other) -> bool:
        return isinstance(other, Image) and self.sameQ(other)

    @property
    def hash(self) -> int:
        # Hashing all pixels would cost as much as the work on them: equal images share these, and that is enough.
        ends = self.data.reshape(-1)[:: max(1, self.data.size // 16)]
        return hash((self.class_head_name, self.type, self.color_space, self.data.shape, ends.tobytes()))

    @property
    def element_order(self) -> tuple:
        return (IMAGE_EXPRESSION_ELT_ORDER, Symbol(self.class_head_name), len(self.data), (), 2, hash(self))

    def __hash__(self) -> int:
        return self.hash

    def user_hash(self, update) -> None:
        update(f"{self.class_head_name} {self.type} {self.color_space} {self.data.shape} {self.alpha}".encode())
        update(self.data.tobytes())

    def to_python(self, *args, **kwargs):
        return self.pixels

    def __str__(self) -> str:
        return f"-{self.class_head_name.removeprefix('System`')}-"

    def default_format(self, evaluation, form) -> str:
        return str(self)


class Image3D(Image):
    """A volume of pixels: slices x rows x columns[ x channels]."""

    class_head_name = "System`Image3D"
    rank = 3

    def atom_to_boxes(self, form, evaluation):
        from mathics.core.atoms import String

        return String(str(self))


def channel_count(data: np.ndarray) -> int:
    return data.shape[2] if data.ndim == 3 else 1


def has_alpha(color_space: str, channels: int) -> bool:
    """One channel more than the colour space has is opacity; channels of no stated meaning have none."""
    return channels == CHANNELS.get(color_space, -1) + 1


def same_settings(left: dict, right: dict) -> bool:
    return left.keys() == right.keys() and all(value.sameQ(right[name]) for name, value in left.items())
