"""MImage: types, layouts, 2D and 3D, pixels, conversions."""

import numpy as np
import pytest

from librarylink_host import Image, LibraryArgumentError, LibraryDataType, LibraryFunctionError, LibraryMisuseError

ANY = LibraryDataType("Image|Image3D")
TYPES = {
    "Bit": (0, np.int8),
    "Byte": (1, np.uint8),
    "Bit16": (2, np.uint16),
    "Real32": (3, np.float32),
    "Real64": (4, np.float64),
}
WHITE = {"Bit": 1, "Byte": 255, "Bit16": 65535, "Real32": 1, "Real64": 1}
# shape with channels last, rank, colour space, its code, alpha
KINDS = {
    "gray": ((3, 5, 1), 2, "Grayscale", 0, False),
    "gray-alpha": ((3, 5, 2), 2, "Grayscale", 0, True),
    "rgb": ((3, 5, 3), 2, "RGB", 1, False),
    "rgb-alpha": ((3, 5, 4), 2, "RGB", 1, True),
    "cmyk": ((3, 5, 4), 2, "CMYK", 3, False),
    "cmyk-alpha": ((3, 5, 5), 2, "CMYK", 3, True),
    "hsb": ((3, 2, 3), 2, "HSB", 2, False),
    "xyz": ((2, 5, 3), 2, "XYZ", 4, False),
    "luv": ((1, 5, 3), 2, "LUV", 5, False),
    "lab": ((2, 2, 3), 2, "LAB", 6, False),
    "lch-alpha": ((3, 1, 4), 2, "LCH", 7, True),
    "many": ((3, 4, 7), 2, "Automatic", 8, False),
    "volume": ((2, 3, 5, 1), 3, "Grayscale", 0, False),
    "rgb-volume": ((2, 3, 5, 3), 3, "RGB", 1, False),
    "xyz-volume": ((2, 1, 5, 3), 3, "XYZ", 4, False),
    "rgb-alpha-volume": ((4, 3, 2, 4), 3, "RGB", 1, True),
}


@pytest.fixture
def library(load):
    return load("images")


def make(kind, element, interleaved=True):
    shape, rank, space, _, alpha = KINDS[kind]
    random = np.random.default_rng(7)
    real = element in ("Real32", "Real64")
    data = random.random(shape) if real else random.integers(0, WHITE[element] + 1, shape)
    data = data.astype(TYPES[element][1])
    if not interleaved:
        data = np.ascontiguousarray(np.moveaxis(data, -1, 0))
    return Image(data, space, alpha, interleaved, element == "Bit", rank)


@pytest.mark.parametrize("mode", ["Automatic", "Constant"])
@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("kind", KINDS)
def test_negate(library, kind, element, interleaved, mode):
    image = make(kind, element, interleaved)
    result = library.function("negate", [(ANY, mode)], ANY)(image)
    white = np.array(WHITE[element], TYPES[element][1])
    np.testing.assert_array_equal(result.interleaved_data(), white - image.interleaved_data())
    for name in ("color_space", "alpha", "interleaved", "bit", "rank", "channels", "size", "element"):
        assert getattr(result, name) == getattr(image, name), name


@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_describe(library, kind, interleaved):
    shape, rank, _, space, alpha = KINDS[kind]
    describe = library.function("describe", [(ANY, "Constant")], ("Integer", 1))
    slices = shape[0] if rank == 3 else 1
    expected = [2, rank, slices, *shape[-3:], int(alpha), int(interleaved), space, int(np.prod(shape))]
    assert describe(make(kind, "Bit16", interleaved)).tolist() == expected


@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("element", TYPES)
@pytest.mark.parametrize("kind", ["gray", "rgb-alpha", "rgb-alpha-volume"])
def test_pixels(library, kind, element, interleaved):
    image = make(kind, element, interleaved)
    get = library.function("get_pixel", [(ANY, "Constant"), ("Integer", 1), "Integer"], "Real")
    set_pixel = library.function("set_pixel", [(ANY, "Constant"), ("Integer", 1), "Integer", "Real"], ANY)
    last = image.interleaved_data()
    for index in (0, last.size // 2, last.size - 1):
        *pixel, channel = np.unravel_index(index, last.shape)
        position = [int(i) + 1 for i in pixel]
        assert get(image, position, int(channel) + 1) == last.reshape(-1)[index]
        changed = last.copy()
        changed[(*pixel, channel)] = 1
        result = set_pixel(image, position, int(channel) + 1, 1.0)
        np.testing.assert_array_equal(result.interleaved_data(), changed)
    inside = [1] * image.rank
    for position, channel in (([0, *inside[1:]], 1), ([*inside[1:], 99], 1), (inside, 0), (inside, image.channels + 1)):
        with pytest.raises(LibraryFunctionError, match="LIBRARY_DIMENSION_ERROR"):
            get(image, position, channel)
        with pytest.raises(LibraryFunctionError, match="LIBRARY_DIMENSION_ERROR"):
            set_pixel(image, position, channel, 1.0)


def test_pixel_of_another_type(library):
    with pytest.raises(LibraryFunctionError, match="LIBRARY_TYPE_ERROR"):
        library.function("get_byte", [ANY], "Integer")(make("gray", "Bit16"))


@pytest.mark.parametrize("layouts", [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize("kind", ["rgb", "rgb-alpha-volume"])
def test_convert_layout(library, kind, layouts):
    image = make(kind, "Byte", layouts[0])
    result = library.function("convert", [ANY, "Integer", "Boolean"], ANY)(image, 1, layouts[1])
    assert result.interleaved == layouts[1]
    np.testing.assert_array_equal(result.interleaved_data(), image.interleaved_data())
    assert (result.alpha, result.color_space) == (image.alpha, image.color_space)


@pytest.mark.parametrize(
    ("source", "values", "target", "expected"),
    [
        ("Byte", [0, 51, 255], "Real64", [0, 51 / 255, 1]),
        ("Byte", [0, 51, 255], "Real32", np.float32([0, 51 / 255, 1])),
        ("Byte", [0, 1, 255], "Bit16", [0, 257, 65535]),
        ("Bit16", [0, 257, 65535], "Byte", [0, 1, 255]),
        ("Bit16", [0, 32767, 65535], "Byte", [0, 127, 255]),
        ("Bit", [0, 1, 1], "Byte", [0, 255, 255]),
        ("Bit", [0, 1, 1], "Real32", [0, 1, 1]),
        ("Byte", [0, 127, 128], "Bit", [0, 0, 1]),
        ("Real32", [-0.5, 0.5, 1.5], "Byte", [0, 128, 255]),
        ("Real64", [0.2, np.nan, np.inf], "Bit16", [13107, 0, 65535]),
        ("Real64", [0.2, 0.5, 0.7], "Bit", [0, 1, 1]),
        ("Real64", [0.1, -2.0, 3.0], "Real32", np.float32([0.1, -2, 3])),
        ("Real32", [0.5, -2.0, 3.0], "Real64", [0.5, -2, 3]),
    ],
)
def test_convert_type(library, source, values, target, expected):
    image = Image(np.array([values], TYPES[source][1]), bit=source == "Bit")
    result = library.function("convert", [ANY, "Integer", "Boolean"], ANY)(image, TYPES[target][0], True)
    assert result.element == target
    np.testing.assert_array_equal(result.data, [expected])


def test_convert_to_no_type(library):
    with pytest.raises(LibraryFunctionError, match="LIBRARY_TYPE_ERROR"):
        library.function("convert", [ANY, "Integer", "Boolean"], ANY)(make("gray", "Byte"), 9, True)


@pytest.mark.parametrize(
    ("slices", "channels", "space", "interleaved", "shape", "alpha"),
    [
        (0, 1, 0, True, (4, 3), False),
        (0, 2, 0, True, (4, 3, 2), True),
        (0, 3, 1, False, (3, 4, 3), False),
        (0, 4, 1, True, (4, 3, 4), True),
        (0, 5, 3, True, (4, 3, 5), True),
        (0, 9, 8, True, (4, 3, 9), False),
        (2, 1, 0, False, (2, 4, 3), False),
        (2, 3, 1, False, (3, 2, 4, 3), False),
    ],
)
def test_new(library, slices, channels, space, interleaved, shape, alpha):
    new = library.function("make", ["Integer"] * 6 + ["Boolean"], ANY)
    image = new(slices, 3, 4, channels, 1, space, interleaved)
    assert (image.data.shape, image.data.dtype, image.alpha) == (shape, np.uint8, alpha)
    assert image.interleaved == interleaved
    assert image.rank == (3 if slices else 2)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((0, 3, 4, 1, 5, 0), "TYPE"),
        ((0, 3, 4, 1, -1, 0), "TYPE"),
        ((0, 3, 4, 1, 1, 9), "TYPE"),
        ((0, 0, 4, 1, 1, 0), "DIMENSION"),
        ((0, 3, -1, 1, 1, 0), "DIMENSION"),
        ((0, 3, 4, 0, 1, 0), "DIMENSION"),
        ((0, 3, 4, 5, 1, 1), "DIMENSION"),
        ((-2, 3, 4, 1, 1, 0), "DIMENSION"),
        ((0, 2**40, 2**40, 1, 1, 0), "MEMORY"),
    ],
)
def test_new_statuses(library, arguments, name):
    with pytest.raises(LibraryFunctionError, match=f"LIBRARY_{name}_ERROR"):
        library.function("make", ["Integer"] * 6 + ["Boolean"], ANY)(*arguments, True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"data": [[1, 2]]}, "is an array, not list"),
        ({"data": np.zeros((2, 2), np.int32)}, "elements are uint8, uint16, float32 or float64, not int32"),
        ({"data": np.zeros((2, 2), np.float32), "bit": True}, "elements are int8, uint8 or bool, not float32"),
        ({"data": np.zeros((2, 0))}, "cannot be empty"),
        ({"data": np.zeros(3)}, "1 levels is no image of rank 2"),
        ({"data": np.zeros((2, 2, 2, 2, 2))}, "5 levels is no image"),
        ({"data": np.zeros((2, 2, 3)), "color_space": "sRGB"}, "'sRGB' is no colour space"),
        ({"data": np.zeros((2, 2, 5)), "color_space": "RGB"}, "RGB has 3 channels"),
        ({"data": np.zeros((2, 2)), "alpha": True}, "two or more channels"),
        ({"data": np.zeros((2, 2)), "rank": 4}, "no image of rank 4"),
    ],
)
def test_bad_images(options, words):
    with pytest.raises(LibraryArgumentError, match=words):
        Image(**options)


@pytest.mark.parametrize(
    ("specification", "value", "words"),
    [
        (ANY, np.zeros((2, 2)), "librarylink_host.Image, not ndarray"),
        (LibraryDataType("Image"), Image(np.zeros((2, 2, 2), np.uint8), rank=3), r"is an Image3D \(rank 3\)"),
        (LibraryDataType("Image3D"), Image(np.zeros((2, 2), np.uint8)), r"is an Image \(rank 2\)"),
        (LibraryDataType("Image", "Byte"), Image(np.zeros((2, 2))), "elements are Real64"),
    ],
)
def test_bad_arguments(library, specification, value, words):
    with pytest.raises(LibraryArgumentError, match=words):
        library.function("negate", [specification], ANY)(value)


@pytest.mark.parametrize("result", [LibraryDataType("Image3D"), LibraryDataType("Image", "Real32")])
def test_result_of_another_type(library, result):
    with pytest.raises(
        LibraryMisuseError, match="Byte Image of 3 x 5 pixels and 3 channels, is not of the declared type"
    ):
        library.function("negate", [ANY], result)(make("rgb", "Byte"))
    assert library.live() == []


def test_bit_data_of_bool(library):
    data = np.array([[True, False, True]])
    result = library.function("negate", [(ANY, "Constant")], ANY)(Image(data, bit=True))
    assert result.bit
    assert result.data.tolist() == [[0, 1, 0]]


def test_strided_image(library):
    data = np.arange(60, dtype=np.uint8).reshape(5, 4, 3)[::-2, ::2]
    result = library.function("negate", [(ANY, "Constant")], ANY)(Image(data))
    np.testing.assert_array_equal(result.data, 255 - data)


def test_defaults():
    assert Image(np.zeros((2, 2))).color_space == "Grayscale"
    assert Image(np.zeros((2, 2, 2)), alpha=True).color_space == "Grayscale"
    assert Image(np.zeros((2, 2, 3))).color_space == "RGB"
    assert Image(np.zeros((2, 2, 4)), alpha=True).color_space == "RGB"
    assert Image(np.zeros((2, 2, 2, 3))).rank == 3
