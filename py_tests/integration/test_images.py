"""MetalImageNegate through a kernel against NumPy: types x channels x alpha x interleaving, 2D and 3D."""

from __future__ import annotations

import numpy as np
import pytest

TYPES = {"Bit": "uint8", "Byte": "uint8", "Bit16": "uint16", "Real32": "float32", "Real64": "float64"}
TOP = {"Bit": 1, "Byte": 255, "Bit16": 65535, "Real32": 1, "Real64": 1}
# Layout, channels, color space, how many of the channels are color.
LAYOUTS = [
    (1, "Grayscale", 1),
    (2, "Grayscale", 1),
    (3, "RGB", 3),
    (4, "RGB", 3),
    (2, "Automatic", 2),
    (5, "Automatic", 5),
]


def random_pixels(rng: np.random.Generator, image_type: str, shape: tuple[int, ...]) -> np.ndarray:
    if TYPES[image_type].startswith("f"):
        return rng.uniform(-0.5, 1.5, shape).astype(TYPES[image_type])
    return rng.integers(0, TOP[image_type], shape, TYPES[image_type], endpoint=True)


def negative(pixels: np.ndarray, image_type: str, colors: int) -> np.ndarray:
    result = pixels.copy()
    result[..., :colors] = np.asarray(TOP[image_type], pixels.dtype) - pixels[..., :colors]
    return result


def negated(metal, head: str, pixels: np.ndarray, image_type: str, space: str, planar: bool):
    """{head, type, channels, color space, pixel values with channels last} of the negative."""
    color_space = "Automatic" if space == "Automatic" else f'"{space}"'
    data = np.moveaxis(pixels, -1, 0) if planar else pixels
    options = f"ColorSpace -> {color_space}, Interleaving -> {'False' if planar else 'True'}"
    function = (
        f'Function[data, With[{{image = MetalImageNegate[{head}[data, "{image_type}", {options}]]}},'
        "{ToString[Head[image]], ImageType[image], ImageChannels[image], ToString[ImageColorSpace[image]],"
        f' ImageData[image, "{"Real64" if image_type.startswith("Real") else image_type}", Interleaving -> True]}}]]'
    )
    return metal.session.function(function)(np.ascontiguousarray(data))


def check(metal, rng, head, image_type, channels, space, colors, size, planar):
    pixels = random_pixels(rng, image_type, (*size, channels))
    kind, result_type, result_channels, result_space, values = negated(metal, head, pixels, image_type, space, planar)
    assert (kind, result_type, result_channels) == (head, image_type, channels)
    assert result_space == space
    values = np.asarray(values).reshape(pixels.shape)
    np.testing.assert_array_equal(values, negative(pixels, image_type, colors))


@pytest.mark.parametrize("planar", [False, True], ids=["interleaved", "planar"])
@pytest.mark.parametrize(("channels", "space", "colors"), LAYOUTS)
@pytest.mark.parametrize("image_type", TYPES)
def test_images(metal, rng, image_type, channels, space, colors, planar):
    check(metal, rng, "Image", image_type, channels, space, colors, (13, 21), planar)


@pytest.mark.parametrize(("channels", "space", "colors"), [(1, "Grayscale", 1), (3, "RGB", 3), (4, "RGB", 3)])
@pytest.mark.parametrize("image_type", TYPES)
def test_3d_images(metal, rng, image_type, channels, space, colors):
    check(metal, rng, "Image3D", image_type, channels, space, colors, (3, 5, 7), planar=False)


@pytest.mark.parametrize("size", [(1, 1), (1, 1027), (1023, 1), (63, 65)], ids=str)
def test_sizes(metal, rng, size):
    check(metal, rng, "Image", "Byte", 3, "RGB", 3, size, planar=False)


def test_photograph(metal, root, tmp_path):
    """A photograph from a file."""
    from PIL import Image as Photo

    rows, columns = np.mgrid[0:120, 0:160]
    pixels = np.stack([rows * 2, columns, 255 - rows], axis=-1).astype("uint8")
    path = tmp_path / "photo.png"
    Photo.fromarray(pixels).save(path)
    answer = metal.session.function('ImageData[MetalImageNegate[Import[#]], "Byte"] &')(str(path))
    np.testing.assert_array_equal(np.asarray(answer), 255 - pixels.astype("int64"))


def test_not_an_image(metal):
    answer = metal("MetalImageNegate", "photo.png")
    assert answer.failed
    assert answer.names == ["MetalImageNegate::image"]
