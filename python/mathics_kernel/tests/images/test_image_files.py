# SPDX-License-Identifier: GPL-3.0-or-later
"""Import and Export of raster files, against Pillow's own reading of them."""

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
