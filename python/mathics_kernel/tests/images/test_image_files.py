# SPDX-License-Identifier: GPL-3.0-or-later
"""Import and Export of raster files, against Pillow's own reading of them."""

import struct
import zlib

import numpy as np
import PIL.Image
import pytest


@pytest.mark.parametrize(
    ("mode", "shape", "expected"),
    [
        ("1", (5, 7), ("Bit", "Automatic", 1)),
        ("L", (5, 7), ("Byte", '"Grayscale"', 1)),
        ("LA", (5, 7, 2), ("Byte", '"Grayscale"', 2)),
        ("RGB", (5, 7, 3), ("Byte", '"RGB"', 3)),
        ("RGBA", (5, 7, 4), ("Byte", '"RGB"', 4)),
        ("I;16", (5, 7), ("Bit16", '"Grayscale"', 1)),
    ],
)
def test_png_round_trip(wl, tmp_path, mode, shape, expected):
    random = np.random.default_rng(3)
    top, dtype = {"1": (2, bool), "I;16": (65536, "uint16")}.get(mode, (256, "uint8"))
    data = random.integers(0, top, shape).astype(dtype)
    PIL.Image.fromarray(data).save(tmp_path / "in.png")
    kind, space, channels = expected
    wl(f'picture = Import["{tmp_path}/in.png"]')
    assert wl.same(
        "{ImageType[picture], ImageColorSpace[picture], ImageChannels[picture], ImageDimensions[picture]}",
        f'{{"{kind}", {space}, {channels}, {{7, 5}}}}',
    )
    assert np.array_equal(wl(f'ImageData[picture, "{kind}"]').array, data)
    assert wl(f'Export["{tmp_path}/out.png", picture]').value == f"{tmp_path}/out.png"
    assert np.array_equal(np.array(PIL.Image.open(tmp_path / "out.png")), data)


def filtered_png(data: np.ndarray, color_type: int) -> bytes:
    """A PNG of 16 bits whose rows use each filter of https://www.w3.org/TR/png-3/#9Filter-types in turn."""
    size = 2 * data.shape[2]
    raw = data.astype(">u2").reshape(len(data), -1).view(np.uint8).astype(int)
    above = np.zeros_like(raw[0])
    lines = b""
    for index, row in enumerate(raw):
        left, corner = (np.concatenate([np.zeros(size, int), line[:-size]]) for line in (row, above))
        estimate = left + above - corner
        distances = np.abs(np.stack([left, above, corner]) - estimate)
        paeth = np.choose(np.argmin(distances, axis=0), [left, above, corner])
        prediction = (0 * row, left, above, (left + above) // 2, paeth)[index % 5]
        lines += bytes([index % 5]) + ((row - prediction) % 256).astype(np.uint8).tobytes()
        above = row
    header = struct.pack(">IIBBBBB", data.shape[1], data.shape[0], 16, color_type, 0, 0, 0)
    packed = zlib.compress(lines)
    chunks = ((b"IHDR", header), (b"tEXt", b"a\0b"), (b"IDAT", packed[:9]), (b"IDAT", packed[9:]), (b"IEND", b""))
    parts = [struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize(("color_type", "channels", "space"), [(2, 3, "RGB"), (6, 4, "RGB"), (4, 2, "Grayscale")])
def test_png_of_16_bits(wl, tmp_path, color_type, channels, space):
    data = np.random.default_rng(4).integers(0, 65536, (11, 6, channels)).astype(np.uint16)
    (tmp_path / "in.png").write_bytes(filtered_png(data, color_type))
    wl(f'picture = Import["{tmp_path}/in.png"]')
    assert wl.same("{ImageType[picture], ImageColorSpace[picture]}", f'{{"Bit16", "{space}"}}')
    assert np.array_equal(wl('ImageData[picture, "Bit16"]').array, data)
    wl(f'Export["{tmp_path}/out.png", picture]')
    assert np.array_equal(wl(f'ImageData[Import["{tmp_path}/out.png"], "Bit16"]').array, data)
    mode = {2: "LA", 3: "RGB", 4: "RGBA"}[channels]
    pillow = np.array(PIL.Image.open(tmp_path / "out.png").convert(mode))  # the upper 8 bits
    assert np.abs(pillow - (data >> 8).astype(int)).max() <= 1


def test_palette_png_is_expanded(wl, tmp_path):
    PIL.Image.fromarray(np.array([[0, 255]], "uint8")).convert("P").save(tmp_path / "p.png")
    assert wl.same(f'ImageData[Import["{tmp_path}/p.png"], "Byte"]', "{{{0, 0, 0}, {255, 255, 255}}}")


def test_reals_are_written_as_bytes(wl, tmp_path):
    wl(f'Export["{tmp_path}/r.png", Image[{{{{-0.5, 0.2, 0.6, 7.}}}}, ColorSpace -> "Grayscale"]]')
    assert np.array(PIL.Image.open(tmp_path / "r.png")).tolist() == [[0, 51, 153, 255]]


def test_jpeg_drops_opacity(wl, tmp_path):
    wl('clear = Image[ConstantArray[{200, 100, 50, 128}, {16, 16}], "Byte", ColorSpace -> "RGB"]')
    wl(f'Export["{tmp_path}/a.jpg", clear]')
    assert wl.messages == []
    written = np.array(PIL.Image.open(tmp_path / "a.jpg"))
    assert written.shape == (16, 16, 3)
    assert np.abs(written.astype(int) - [200, 100, 50]).max() <= 3
    assert wl.same(
        f'Through[{{ImageChannels, ImageType, ImageColorSpace}}[Import["{tmp_path}/a.jpg"]]]', '{3, "Byte", "RGB"}'
    )


def test_bad_files_get_a_message(wl, tmp_path):
    (tmp_path / "bad.png").write_bytes(b"not a picture")
    assert wl.same(f'Import["{tmp_path}/bad.png"]', "$Failed")
    assert "ImageImport::infer" in wl.messages
    wl(f'Export["{tmp_path}/none/x.png", Image[{{{{1}}}}]]')
    assert wl.messages
