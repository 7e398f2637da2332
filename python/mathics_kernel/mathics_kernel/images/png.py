# SPDX-License-Identifier: GPL-3.0-or-later
"""PNG files of 16 bits in several channels, which Pillow reads as 8 bits and cannot write.

https://www.w3.org/TR/png-3/
"""

import struct
import zlib
from pathlib import Path

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# (color space, opacity) -> (color type, channels)
_COLOR_TYPES = {("Grayscale", True): (4, 2), ("RGB", False): (2, 3), ("RGB", True): (6, 4)}
_BY_TYPE = {code: (space, alpha, channels) for (space, alpha), (code, channels) in _COLOR_TYPES.items()}


def can_write(space: str, alpha: bool) -> bool:
    return (space, alpha) in _COLOR_TYPES


def write(path: str, pixels: np.ndarray, space: str, alpha: bool) -> None:
    """rows x columns x channels of uint16, each row without a filter."""
    rows, columns, _ = pixels.shape
    code = _COLOR_TYPES[space, alpha][0]
    lines = np.zeros((rows, 1 + pixels[0].nbytes), np.uint8)
    lines[:, 1:] = pixels.astype(">u2").reshape(rows, -1).view(np.uint8)
    header = struct.pack(">IIBBBBB", columns, rows, 16, code, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes())), (b"IEND", b""))
    Path(path).write_bytes(SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks))


def read(path: str) -> tuple[np.ndarray, str, bool] | None:
    """(pixels, color space, opacity) of such a file; None of any other, and of interlaced ones."""
    with Path(path).open("rb") as file:
        start = file.read(33)
        if start[:8] != SIGNATURE or start[12:16] != b"IHDR":
            return None
        columns, rows, depth, code, _, _, interlaced = struct.unpack(">IIBBBBB", start[16:29])
        if depth != 16 or code not in _BY_TYPE or interlaced:
            return None
        data = zlib.decompress(b"".join(_image_data(file)))
    space, alpha, channels = _BY_TYPE[code]
    size = 2 * channels
    lines = np.frombuffer(data, np.uint8)[: rows * (1 + columns * size)].reshape(rows, 1 + columns * size)
    return _unfiltered(lines, size).view(">u2").reshape(rows, columns, channels).astype(np.uint16), space, alpha


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _image_data(file):
    while (head := file.read(8)) and head[4:] != b"IEND":
        data = file.read(struct.unpack(">I", head[:4])[0])
        file.read(4)
        if head[4:] == b"IDAT":
            yield data


def _unfiltered(lines: np.ndarray, size: int) -> np.ndarray:
    """The rows behind their filters; `size`: the bytes of a pixel, the distance to the byte on the left."""
    result = np.zeros((len(lines), lines.shape[1] - 1), np.uint8)
    above = np.zeros(lines.shape[1] - 1, np.uint8)
    for index, line in enumerate(lines):
        kind, row = line[0], line[1:]
        if kind == 1:
            row = np.cumsum(row.reshape(-1, size), axis=0, dtype=np.uint8).ravel()
        elif kind == 2:
            row = row + above
        elif kind in (3, 4):
            row = _from_the_left(row.tolist(), above.tolist(), size, _mean if kind == 3 else _paeth)
        elif kind:
            raise ValueError(f"a row of the PNG has the filter {kind}, of 0 to 4")
        result[index] = above = row
    return result


def _from_the_left(row: list[int], above: list[int], size: int, predict) -> np.ndarray:
    for index in range(len(row)):
        left, corner = (row[index - size], above[index - size]) if index >= size else (0, 0)
        row[index] = (row[index] + predict(left, above[index], corner)) & 255
    return np.array(row, np.uint8)


def _mean(left: int, up: int, _corner: int) -> int:
    return (left + up) // 2


def _paeth(left: int, up: int, corner: int) -> int:
    """Of the three neighbours the one nearest to left + up - corner."""
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner
