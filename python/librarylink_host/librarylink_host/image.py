"""MImage: images and volumes of five element types, interleaved or planar."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .arrays import data_address, read_mints
from .errors import (
    DIMENSION_ERROR,
    MEMORY_ERROR,
    NO_ERROR,
    TYPE_ERROR,
    LibraryArgumentError,
    LibraryMisuseError,
)
from .objects import HostObject, ObjectTable, place
from .types import ANY, COLOR_SPACE_CODES, COLOR_SPACES, IMAGE_NAMES, IMAGE_TYPES, ArgumentType

if TYPE_CHECKING:
    from .runtime import Runtime

BIT, BYTE, BIT16, REAL32, REAL64 = IMAGE_TYPES
COLOR_CHANNELS = {"Grayscale": 1, "RGB": 3, "HSB": 3, "CMYK": 4, "XYZ": 3, "LUV": 3, "LAB": 3, "LCH": 3}
_CODES = {dtype: code for code, (_, dtype) in IMAGE_TYPES.items() if code != BIT}
_WHITE = {BIT: 1, BYTE: 255, BIT16: 65535}


@dataclass(eq=False)
class Image:
    """An image (rows x columns[ x channels]) or a volume (slices x rows x columns[ x channels]).

    ``data``: uint8, uint16, float32, float64, or, with ``bit``, int8, uint8 or bool of zeros and ones.  Planar images
    (``interleaved=False``) have their channels first.  ``alpha``: the last channel is an alpha channel.
    ``color_space``: "Grayscale", "RGB", "HSB", "CMYK", "XYZ", "LUV", "LAB", "LCH" or "Automatic"; by default Grayscale
    for one channel (without alpha), else RGB.  ``rank``: 2 or 3, by default 2 for two or three levels of data, else 3;
    say 3 for a volume of one channel without a level for it.
    """

    data: np.ndarray
    color_space: str | None = None
    alpha: bool = False
    interleaved: bool = True
    bit: bool = False
    rank: int | None = None

    def __post_init__(self) -> None:
        data = self.data
        if not isinstance(data, np.ndarray):
            raise LibraryArgumentError(f"an Image's data is an array, not {type(data).__name__}")
        if self.rank is None:
            self.rank = 2 if data.ndim <= 3 else 3
        if self.rank not in (2, 3) or data.ndim not in (self.rank, self.rank + 1):
            raise LibraryArgumentError(
                f"data with {data.ndim} levels is no image of rank {self.rank}: it has rank or rank + 1 levels"
            )
        if 0 in data.shape:
            raise LibraryArgumentError(f"an image cannot be empty (shape {data.shape})")
        self._check_elements()
        if self.color_space is None:
            self.color_space = "Grayscale" if self.channels - self.alpha <= 1 else "RGB"
        if self.color_space not in COLOR_SPACE_CODES:
            raise LibraryArgumentError(
                f"{self.color_space!r} is no colour space; known: {', '.join(COLOR_SPACE_CODES)}"
            )
        if self.alpha and self.channels < 2:
            raise LibraryArgumentError("an image with an alpha channel has two or more channels")
        if not _channels_fit(self.color_space, self.channels):
            wanted = COLOR_CHANNELS[self.color_space]
            raise LibraryArgumentError(f"{self.color_space} has {wanted} channels (and alpha), not {self.channels}")

    def _check_elements(self) -> None:
        dtype = self.data.dtype
        if self.bit and (dtype == np.bool_ or dtype in (np.int8, np.uint8)):
            return
        if self.bit or dtype not in _CODES:
            wanted = "int8, uint8 or bool" if self.bit else "uint8, uint16, float32 or float64"
            raise LibraryArgumentError(f"an image's elements are {wanted}, not {dtype}")

    @property
    def has_channel_level(self) -> bool:
        return self.data.ndim > self.rank

    @property
    def channels(self) -> int:
        if not self.has_channel_level:
            return 1
        return self.data.shape[-1 if self.interleaved else 0]

    @property
    def size(self) -> tuple[int, ...]:
        """({slices,} rows, columns)."""
        if not self.has_channel_level:
            return self.data.shape
        return self.data.shape[:-1] if self.interleaved else self.data.shape[1:]

    @property
    def element(self) -> str:
        """ "Bit", "Byte", "Bit16", "Real32" or "Real64"."""
        return IMAGE_NAMES[BIT if self.bit else _CODES[self.data.dtype]]

    def interleaved_data(self) -> np.ndarray:
        """A view of the data with the channels last, also for one channel and for a planar image."""
        if not self.has_channel_level:
            return self.data[..., np.newaxis]
        return self.data if self.interleaved else np.moveaxis(self.data, 0, -1)


class HostImage(HostObject):
    """The object behind an MImage; its array has a level of channels, last if interleaved, else first."""

    def __init__(self, array: np.ndarray, code: int, color_space: int, alpha: bool, interleaved: bool) -> None:
        self.array = array
        self.code = code
        self.color_space = color_space
        self.alpha = alpha
        self.interleaved = interleaved

    @property
    def rank(self) -> int:
        return self.array.ndim - 1

    @property
    def size(self) -> tuple[int, ...]:
        return self.array.shape[:-1] if self.interleaved else self.array.shape[1:]

    @property
    def channels(self) -> int:
        return self.array.shape[-1 if self.interleaved else 0]

    def describe(self) -> str:
        kind = "Image" if self.rank == 2 else "Image3D"
        size = " x ".join(map(str, self.size))
        return f"{IMAGE_NAMES[self.code]} {kind} of {size} pixels and {self.channels} channels"

    def copy(self, runtime: Runtime) -> HostImage:
        array = runtime.allocate(self.array.shape, self.array.dtype)
        np.copyto(array, self.array)
        return HostImage(array, self.code, self.color_space, self.alpha, self.interleaved)

    def public(self) -> Image:
        array = self.array
        if self.channels == 1:
            array = array[..., 0] if self.interleaved else array[0]
        return Image(array, COLOR_SPACES[self.color_space], self.alpha, self.interleaved, self.code == BIT, self.rank)


def _channels_fit(color_space: str, channels: int) -> bool:
    """Whether a colour space can have that many channels: its own, and one for alpha."""
    own = COLOR_CHANNELS.get(color_space)
    return own is None or channels in (own, own + 1)


def _to_type(array: np.ndarray, source: int, target: int) -> np.ndarray:
    """Elements of another type: black and white stay black and white, values between are rounded, reals are clipped."""
    dtype = IMAGE_TYPES[target][1]
    if source == target:
        return array
    if source in _WHITE and target in _WHITE:
        return np.rint(array.astype(np.float64) * (_WHITE[target] / _WHITE[source])).astype(dtype)
    if source in _WHITE:
        return (array / np.float64(_WHITE[source])).astype(dtype)
    if target in _WHITE:
        unit = np.nan_to_num(np.clip(array.astype(np.float64), 0, 1), nan=0.0)
        return np.floor(unit * _WHITE[target] + 0.5).astype(dtype)
    return array.astype(dtype)


class ImageTable(ObjectTable):
    """Entries MImage_*."""

    kind = "MImage"
    properties = {
        "getDataType": "code",
        "getRank": "rank",
        "getChannels": "channels",
        "getColorSpace": "color_space",
        "getFlattenedLength": "array.size",
    }

    # -- arguments and results ---------------------------------------------------------------------------------------

    def wrap(self, value: Any, wanted: ArgumentType, copied: bool) -> HostImage:
        if not isinstance(value, Image):
            raise LibraryArgumentError(f"{wanted} expected, a librarylink_host.Image, not {type(value).__name__}")
        rank = self._rank(value, wanted)
        if wanted.element not in (ANY, value.element):
            raise LibraryArgumentError(f"{wanted} expected, but the image's elements are {value.element}")
        code = BIT if value.bit else _CODES[value.data.dtype]
        array = value.data.view(np.int8) if value.bit else value.data
        if array.ndim == rank:
            array = array[..., np.newaxis] if value.interleaved else array[np.newaxis]
        if copied:
            copy = self.runtime.allocate(array.shape, array.dtype)
            np.copyto(copy, array)
            array = copy
        elif not array.flags.c_contiguous:
            if wanted.mode == "Shared":
                raise LibraryArgumentError(
                    'a "Shared" image shares its own memory, which must be C-contiguous (numpy.ascontiguousarray)'
                )
            array = np.ascontiguousarray(array)
        return HostImage(array, code, COLOR_SPACE_CODES[value.color_space], value.alpha, value.interleaved)

    def _rank(self, value: Image, wanted: ArgumentType) -> int:
        kind = "Image" if value.rank == 2 else "Image3D"
        if kind not in wanted.kind.split("|") or wanted.rank not in (ANY, value.rank):
            raise LibraryArgumentError(f"{wanted} expected, but the value is an {kind} (rank {value.rank})")
        return value.rank

    def sharing_key(self, item: HostImage) -> Any:
        array = item.array
        return data_address(array), array.shape, array.dtype, item.code, item.color_space, item.alpha, item.interleaved

    def result_value(self, item: HostImage) -> Image:
        return item.public()

    def fits(self, item: HostImage, wanted: ArgumentType) -> bool:
        kind = "Image" if item.rank == 2 else "Image3D"
        if kind not in wanted.kind.split("|") or wanted.rank not in (ANY, item.rank):
            return False
        return wanted.element in (ANY, IMAGE_NAMES[item.code])

    # -- making ------------------------------------------------------------------------------------------------------

    def new2D(
        self, width: int, height: int, channels: int, code: int, color_space: int, interleaved: int, result: int
    ) -> int:
        return self._new((height, width), channels, code, color_space, interleaved, result)

    def new3D(
        self,
        slices: int,
        width: int,
        height: int,
        channels: int,
        code: int,
        color_space: int,
        interleaved: int,
        result: int,
    ) -> int:
        return self._new((slices, height, width), channels, code, color_space, interleaved, result)

    def _new(
        self, size: tuple[int, ...], channels: int, code: int, color_space: int, interleaved: int, result: int
    ) -> int:
        if code not in IMAGE_TYPES or color_space not in COLOR_SPACES:
            return TYPE_ERROR
        space = COLOR_SPACES[color_space]
        if min(size) < 1 or channels < 1 or not _channels_fit(space, channels):
            return DIMENSION_ERROR
        dtype = IMAGE_TYPES[code][1]
        shape = (*size, channels) if interleaved else (channels, *size)
        try:
            array = self.runtime.allocate(shape, dtype)
        except (MemoryError, ValueError, OverflowError):
            return MEMORY_ERROR
        alpha = channels == COLOR_CHANNELS.get(space, channels) + 1
        return self.put_at(HostImage(array, code, color_space, alpha, bool(interleaved)), result)

    def convertType(self, handle: int, code: int, interleaved: int) -> int | None:
        """A new image of that element type and layout; NULL for a type that there is not."""
        if code not in IMAGE_TYPES:
            return None
        item = self.objects[handle]
        array = _to_type(item.array, item.code, code)
        if bool(interleaved) != item.interleaved:
            array = np.moveaxis(array, 0, -1) if interleaved else np.moveaxis(array, -1, 0)
        made = self.runtime.allocate(array.shape, array.dtype)
        np.copyto(made, array)
        return self.put(HostImage(made, code, item.color_space, item.alpha, bool(interleaved)))

    # -- properties --------------------------------------------------------------------------------------------------

    def getRowCount(self, handle: int) -> int:
        return self.objects[handle].size[-2]

    def getColumnCount(self, handle: int) -> int:
        return self.objects[handle].size[-1]

    def getSliceCount(self, handle: int) -> int:
        item = self.objects[handle]
        return item.size[0] if item.rank == 3 else 1

    def alphaChannelQ(self, handle: int) -> int:
        return int(self.objects[handle].alpha)

    def interleavedQ(self, handle: int) -> int:
        return int(self.objects[handle].interleaved)

    # -- whole data --------------------------------------------------------------------------------------------------

    def getRawData(self, handle: int) -> int:
        return data_address(self.objects[handle].array)

    def _data(self, handle: int, code: int, entry: str) -> int:
        item = self.objects[handle]
        if item.code == code:
            return data_address(item.array)
        # As for tensors: scratch memory for the library to run over, and the call fails.
        self.runtime.calls.fail(LibraryMisuseError(f"{entry} of {item.describe()}"), entry)
        return self.runtime.scratch_until_return(item.array.size * IMAGE_TYPES[code][1].itemsize)

    def getBitData(self, handle: int) -> int:
        return self._data(handle, BIT, "MImage_getBitData")

    def getByteData(self, handle: int) -> int:
        return self._data(handle, BYTE, "MImage_getByteData")

    def getBit16Data(self, handle: int) -> int:
        return self._data(handle, BIT16, "MImage_getBit16Data")

    def getReal32Data(self, handle: int) -> int:
        return self._data(handle, REAL32, "MImage_getReal32Data")

    def getRealData(self, handle: int) -> int:
        return self._data(handle, REAL64, "MImage_getRealData")

    # -- pixels ------------------------------------------------------------------------------------------------------

    def _locate(self, item: HostImage, code: int, position: int, channel: int) -> tuple[int, tuple[int, ...]]:
        if item.code != code:
            return TYPE_ERROR, ()
        pixel = read_mints(position, item.rank)
        inside = all(1 <= i <= length for i, length in zip(pixel, item.size, strict=True))
        if not inside or not 1 <= channel <= item.channels:
            return DIMENSION_ERROR, ()
        index = tuple(i - 1 for i in pixel)
        return NO_ERROR, (*index, channel - 1) if item.interleaved else (channel - 1, *index)

    def _get(self, handle: int, position: int, channel: int, code: int, target: type, value: int) -> int:
        item = self.objects[handle]
        status, index = self._locate(item, code, position, channel)
        if status == NO_ERROR:
            target.from_address(place(value)).value = item.array[index].item()
        return status

    def _set(self, handle: int, position: int, channel: int, code: int, value: Any) -> int:
        item = self.objects[handle]
        if item.owner == "Constant":
            raise LibraryMisuseError(f'a change to {item.describe()} that was passed as "Constant"')
        status, index = self._locate(item, code, position, channel)
        if status == NO_ERROR:
            item.array[index] = value
        return status

    def getBit(self, handle: int, position: int, channel: int, value: int) -> int:
        return self._get(handle, position, channel, BIT, ctypes.c_byte, value)

    def getByte(self, handle: int, position: int, channel: int, value: int) -> int:
        return self._get(handle, position, channel, BYTE, ctypes.c_ubyte, value)

    def getBit16(self, handle: int, position: int, channel: int, value: int) -> int:
        return self._get(handle, position, channel, BIT16, ctypes.c_ushort, value)

    def getReal32(self, handle: int, position: int, channel: int, value: int) -> int:
        return self._get(handle, position, channel, REAL32, ctypes.c_float, value)

    def getReal(self, handle: int, position: int, channel: int, value: int) -> int:
        return self._get(handle, position, channel, REAL64, ctypes.c_double, value)

    def setBit(self, handle: int, position: int, channel: int, value: int) -> int:
        return self._set(handle, position, channel, BIT, value)

    def setByte(self, handle: int, position: int, channel: int, value: int) -> int:
        return self._set(handle, position, channel, BYTE, value)

    def setBit16(self, handle: int, position: int, channel: int, value: int) -> int:
        return self._set(handle, position, channel, BIT16, value)

    def setReal32(self, handle: int, position: int, channel: int, value: float) -> int:
        return self._set(handle, position, channel, REAL32, value)

    def setReal(self, handle: int, position: int, channel: int, value: float) -> int:
        return self._set(handle, position, channel, REAL64, value)
