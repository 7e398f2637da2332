"""MetalImageNegate: v to 1 - v by type, alpha kept, in every layout."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import numpy as np
import pytest
from librarylink_host import Image, allocate

TOPS = {"Bit": 1, "Byte": 255, "Bit16": 65535, "Real32": 1.0, "Real64": 1.0}
KINDS = {"Bit": np.int8, "Byte": np.uint8, "Bit16": np.uint16, "Real32": np.float32, "Real64": np.float64}


def pixels(element: str, shape: tuple[int, ...]) -> np.ndarray:
    random = np.random.default_rng(20)
    if element.startswith("Real"):
        return random.uniform(-0.5, 1.5, shape).astype(KINDS[element])
    return random.integers(0, TOPS[element], shape, KINDS[element], endpoint=True)


def negative(data: np.ndarray, top: float, alpha: bool, interleaved: bool) -> np.ndarray:
    expected = (data.dtype.type(top) - data).astype(data.dtype)
    if alpha:
        channel = (..., -1) if interleaved else (-1,)
        expected[channel] = data[channel]
    return expected


def check(metal, image: Image) -> None:
    before = image.data.copy()
    got = metal.negate(image)
    element = "Bit" if image.bit else {kind: name for name, kind in KINDS.items()}[image.data.dtype.type]
    np.testing.assert_array_equal(got.data, negative(before, TOPS[element], image.alpha, image.interleaved))
    assert got.data.dtype == image.data.dtype
    for property in ("color_space", "alpha", "interleaved", "bit", "rank", "channels", "size"):
        assert getattr(got, property) == getattr(image, property)
    np.testing.assert_array_equal(image.data, before)


@pytest.mark.parametrize("interleaved", [True, False], ids=["interleaved", "planar"])
@pytest.mark.parametrize("size", [(5, 7), (2, 5, 7)], ids=["2D", "3D"])
@pytest.mark.parametrize(
    ("channels", "alpha"), [(1, False), (2, True), (3, False), (4, True), (4, False), (5, True), (7, False)]
)
@pytest.mark.parametrize("element", KINDS)
def test_layouts(metal, element, channels, alpha, size, interleaved):
    shape = (*size, channels) if interleaved else (channels, *size)
    space = {1: "Grayscale", 3: "RGB"}.get(channels - alpha, "Automatic")
    image = Image(pixels(element, shape), space, alpha, interleaved, bit=element == "Bit", rank=len(size))
    if channels == 1:
        image = Image(pixels(element, size), space, alpha, interleaved, bit=element == "Bit", rank=len(size))
    check(metal, image)


@pytest.mark.parametrize("space", ["HSB", "CMYK", "XYZ", "LUV", "LAB", "LCH"])
def test_color_space_is_kept(metal, space):
    channels = 4 if space == "CMYK" else 3
    check(metal, Image(pixels("Real32", (4, 5, channels)), space))
    check(metal, Image(pixels("Real32", (4, 5, channels + 1)), space, alpha=True))


@pytest.mark.parametrize("element", ["Byte", "Real64"])
@pytest.mark.parametrize(("channels", "alpha"), [(3, False), (4, True)])
@pytest.mark.parametrize("interleaved", [True, False], ids=["interleaved", "planar"])
def test_large(metal, zero_copy, element, channels, alpha, interleaved):
    """Bigger than a window: the alpha channel stays where it is in all of them."""
    size = (2341, 2500) if element == "Byte" else (1171, 1001)
    shape = (*size, channels) if interleaved else (channels, *size)
    check(metal, Image(pixels(element, shape), "RGB", alpha, interleaved))
    assert metal.record()["windows"] > (1 if not zero_copy else 0)


@pytest.mark.parametrize("element", ["Byte", "Bit16"])
@pytest.mark.parametrize("channels", [2, 3, 5, 6])
@pytest.mark.parametrize("pixels_more", [1, 2, 3])
def test_pixels_that_end_within_a_word(metal, zero_copy, element, channels, pixels_more):
    """The last word is computed by itself, and its window begins with a whole pixel as all do."""
    size = (1, 2**20 // channels // 4 * 4 + pixels_more)
    memory = allocate((*size, channels), KINDS[element])
    memory[:] = pixels(element, memory.shape)
    check(metal, Image(memory, "Automatic", alpha=True))


def test_pixels_of_more_values_than_a_first_window(metal):
    memory = np.arange(2 * 70001, dtype=np.uint16).reshape(1, 2, 70001)
    check(metal, Image(memory, "Automatic", alpha=True))


def test_speed_is_learned_whatever_the_pixels(metal):
    """Windows of whole pixels are no smaller than the least that tells the speed of a kernel."""
    memory = pixels("Byte", (1, 2**22, 3))
    for _ in range(2):
        check(metal, Image(memory, "Automatic", alpha=True))
    assert metal.record()["windows"] < memory.size / 2**17


def test_real_values_are_not_clipped(metal):
    data = np.array([[-3.0, 0.1, 2.0, np.inf, np.nan]])
    np.testing.assert_array_equal(metal.negate(Image(data)).data, 1.0 - data)


def test_double_is_exact(metal, double_precision):
    data = np.random.default_rng(21).uniform(-1, 2, (300, 401))
    np.testing.assert_array_equal(metal.negate(Image(data)).data, 1.0 - data)
    assert metal.record()["precision"] == double_precision


CHILD = """
import sys
import os
import re
import subprocess
import sys

import numpy as np
from librarylink_host import Image, Library
from metallink_build.paths import library_path
from py_tests.native.conftest import Metal, MetalError
metal = Metal(Library(library_path()))
interleaved, alpha = sys.argv[1:] == ["interleaved", "alpha"], sys.argv[-1] == "alpha"
shape = (1, 2, 300000) if interleaved else (300000, 1, 2)
data = np.ones(shape, np.float32)
try:
    got = metal.negate(Image(data, "Automatic", alpha, interleaved)).data
    print(int(got.sum()), metal.record()["windows"] > 1)
except MetalError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="softmetal's limits")
@pytest.mark.parametrize(
    ("layout", "text"),
    [
        (("interleaved", "alpha"), "300000 elements that must be computed together do not fit: .* has 524288 bytes"),
        (("planar", "alpha"), "2 True"),
        (("planar", "opaque"), "0 True"),
    ],
    ids=["interleaved", "planar-alpha", "planar"],
)
def test_pixels_larger_than_a_window(root, layout, text):
    """Only where alpha lies inside of the pixels must a window hold whole ones."""
    environment = {**os.environ, "PYTHONPATH": str(root), "SOFTMETAL_LIMITS": "maxBufferLength=512K,workingSet=8M"}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *layout], cwd=root, env=environment, capture_output=True, text=True, timeout=300
    )
    assert re.search(text, done.stdout), done.stdout + done.stderr
