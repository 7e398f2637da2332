# SPDX-License-Identifier: GPL-3.0-or-later
"""Image and Image3D: types, layouts, opacity, options. Reference: NumPy on the same arrays, and the pages named."""

import colorsys
import itertools

import numpy as np
import pytest

MAXIMUM = {"Bit": 1, "Byte": 255, "Bit16": 65535}
DTYPES = {"Bit": "uint8", "Byte": "uint8", "Bit16": "uint16", "Real32": "float32", "Real64": "float64"}
COLOR_SPACES = {"Automatic": None, "Grayscale": 1, "RGB": 3}


def pixels(kind: str, shape: tuple[int, ...]) -> np.ndarray:
    random = np.random.default_rng(len(shape) * 100 + shape[-1])
    if kind in MAXIMUM:
        return random.integers(0, MAXIMUM[kind] + 1, shape).astype(DTYPES[kind])
    return random.uniform(-0.5, 1.5, shape).astype(DTYPES[kind])


def wl_list(array: np.ndarray) -> str:
    return str(array.tolist()).replace("[", "{").replace("]", "}").replace("e-", "*^-")


def array_of(expression) -> np.ndarray:
    from mathics_kernel.packed import PackedList

    assert isinstance(expression, PackedList)
    return expression.array


def cases():
    for kind, rank, (space, base), alpha, planar in itertools.product(
        DTYPES, (2, 3), COLOR_SPACES.items(), (False, True), (False, True)
    ):
        if alpha and base is None:
            continue
        channels = (base or 2) + alpha
        if planar and channels == 1:
            continue
        yield pytest.param(
            kind,
            rank,
            space,
            channels,
            alpha,
            planar,
            id=f"{kind}-{rank}D-{space}{'-alpha' if alpha else ''}{'-planar' if planar else ''}",
        )


@pytest.mark.parametrize(("kind", "rank", "space", "channels", "alpha", "planar"), list(cases()))
def test_negate_and_properties(wl, kind, rank, space, channels, alpha, planar):
    spatial = (2, 3, 4)[-rank:]
    last = pixels(kind, (*spatial, channels))
    stored = np.moveaxis(last, -1, 0) if planar else last
    if channels == 1:
        stored = stored[..., 0]
    name = space if space == "Automatic" else f'"{space}"'
    head = "Image" if rank == 2 else "Image3D"
    wl(f'im = {head}[{wl_list(stored)}, "{kind}", ColorSpace -> {name}, Interleaving -> {not planar}, ImageSize -> 77]')
    assert wl.messages == []
    layout = "None" if channels == 1 else str(not planar)
    sizes = "{" + ", ".join(map(str, spatial[::-1])) + "}"
    expected = f'{{{head}, True, "{kind}", {name}, {channels}, {sizes}, {layout}}}'
    assert wl.same(
        "{Head[im], ImageQ[im], ImageType[im], ImageColorSpace[im], ImageChannels[im], ImageDimensions[im],"
        " Interleaving /. Options[im]}",
        expected,
    )
    read = array_of(wl(f'ImageData[im, "{kind}"]'))
    assert np.array_equal(read, last[..., 0] if channels == 1 else last)
    assert np.array_equal(array_of(wl(f'ImageData[im, "{kind}", Interleaving -> Automatic]')), stored)

    one = MAXIMUM.get(kind, 1)
    negative = last.copy()
    count = channels - alpha
    negative[..., :count] = (one - negative[..., :count].astype("float64")).astype(last.dtype)
    wl("negative = ColorNegate[im]")
    assert np.array_equal(
        array_of(wl(f'ImageData[negative, "{kind}"]')), negative[..., 0] if channels == 1 else negative
    )
    assert wl.same("{Options[negative], ImageType[negative], Head[negative]}", "{Options[im], ImageType[im], Head[im]}")
    opacity = array_of(wl(f'ImageData[AlphaChannel[im], "{kind}"]'))
    assert np.array_equal(opacity, last[..., -1] if alpha else np.full(spatial, one))


@pytest.mark.parametrize("kind", MAXIMUM)
def test_integer_types_normalize(wl, kind):
    """ImageData: 0 and 1 stay integers for Bit, Byte and Bit16 are normalised to 0..1."""
    data = pixels(kind, (3, 4))
    read = array_of(wl(f'ImageData[Image[{wl_list(data)}, "{kind}"]]'))
    assert read.dtype == ("int64" if kind == "Bit" else "float64")
    assert np.array_equal(read, data if kind == "Bit" else data / MAXIMUM[kind])


@pytest.mark.parametrize(("source", "target"), itertools.permutations(DTYPES, 2))
def test_type_conversion(wl, source, target):
    data = pixels(source, (4, 5))
    read = array_of(wl(f'ImageData[Image[Image[{wl_list(data)}, "{source}"], "{target}"], "{target}"]'))
    values = data / MAXIMUM.get(source, 1) * MAXIMUM.get(target, 1)
    if target in MAXIMUM:
        values = np.clip(np.round(values), 0, MAXIMUM[target])
    assert np.allclose(read, values, rtol=1e-7, atol=0)


@pytest.mark.parametrize(
    ("data", "kind", "expected"),
    [
        ("{{-3, 0.4, 254.6, 999}}", "Byte", [[0, 0, 255, 255]]),
        ("{{-1., 0.2, 0.8, 7}}", "Bit", [[0, 0, 1, 1]]),
        ("{{1/2, 3, 2.25}}", "Real32", [[0.5, 3, 2.25]]),
    ],
)
def test_values_are_rounded_and_clipped(wl, data, kind, expected):
    """https://reference.wolfram.com/language/ref/Image.html: coerced by rounding or clipping."""
    assert array_of(wl(f'ImageData[Image[{data}, "{kind}"], "{kind}"]')).tolist() == expected


def test_lists_make_real32(wl):
    """https://reference.wolfram.com/language/ref/Image3D.html: by default "Real32" is assumed."""
    assert wl.same("{ImageType[Image[{{0, 1}}]], ImageType[Image3D[{{{0., 1.}}}]]}", '{"Real32", "Real32"}')


@pytest.mark.parametrize(
    ("element", "kind"),
    [
        ("UnsignedInteger8", "Byte"),
        ("UnsignedInteger16", "Bit16"),
        ("Real32", "Real32"),
        ("Real64", "Real64"),
        ("Integer32", "Real32"),
    ],
)
def test_numeric_arrays_give_their_type(wl, element, kind):
    assert wl(f'ImageType[Image[NumericArray[{{{{0, 1}}}}, "{element}"]]]').value == kind


def test_alpha_is_what_the_color_space_leaves_over(wl):
    """Four channels of no stated colour space have no opacity."""
    four = "{{{.125, .25, .5, .75}}}"
    assert wl.same(f"ImageData[ColorNegate[Image[{four}]]] == 1 - ImageData[Image[{four}]]", "True")
    assert wl.same(f'ImageData[ColorNegate[Image[{four}, ColorSpace -> "CMYK"]]][[1, 1, 4]] == .75', "False")
    assert wl.same(
        f'ImageData[ColorNegate[Image[{four}, ColorSpace -> "RGB"]]][[1, 1, 4]]', f"ImageData[Image[{four}]][[1, 1, 4]]"
    )


def test_set_and_remove_alpha(wl):
    wl('rgb = Image[{{{10, 20, 30}, {40, 50, 60}}}, "Byte", ColorSpace -> "RGB"]')
    assert wl.same('ImageData[SetAlphaChannel[rgb], "Byte"]', "{{{10, 20, 30, 255}, {40, 50, 60, 255}}}")
    assert wl.same('ImageData[SetAlphaChannel[rgb, 0.2], "Byte"]', "{{{10, 20, 30, 51}, {40, 50, 60, 51}}}")
    assert wl.same(
        'ImageData[SetAlphaChannel[rgb, Image[{{1, 2}}, "Byte"]], "Byte"]', "{{{10, 20, 30, 1}, {40, 50, 60, 2}}}"
    )
    assert wl.same("RemoveAlphaChannel[SetAlphaChannel[rgb, 0.2]]", "rgb")
    assert wl.same("RemoveAlphaChannel[rgb]", "rgb")
    assert wl.same(
        'ImageData[RemoveAlphaChannel[SetAlphaChannel[rgb, 0.2], White], "Byte"]',
        "{{{206, 208, 210}, {212, 214, 216}}}",
    )
    assert wl.same("ImageChannels[SetAlphaChannel[SetAlphaChannel[rgb], .5]]", "4")
    wl("SetAlphaChannel[Image[{{{1, 2, 3}}}], 1]")
    assert wl.messages == ["SetAlphaChannel::colorspace"]
    wl("SetAlphaChannel[rgb, Image[{{1}}]]")
    assert wl.messages == ["SetAlphaChannel::opacity"]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("Image[{1, 2}]", "Image::imgarray"),
        ("Image[{{1, 2}, {3}}]", "Image::imgarray"),
        ("Image[{{x, 2}}]", "Image::imgarray"),
        ("Image[{{I, 2}}]", "Image::imgarray"),
        ("Image[{{}}]", "Image::imgempty"),
        ('Image[{{1}}, "Byte32"]', "Image::imgdtype"),
        ('Image[{{1}}, ColorSpace -> "RGB"]', "Image::imgcsc"),
        ('Image[{{1}}, ColorSpace -> "Foo"]', "Image::imgcstype"),
        ("Image3D[{{1, 2}}]", "Image3D::imgarray"),
        ("ImageData[7]", "ImageData::imginv"),
        ('ImageData[Image[{{1}}], "Byte32"]', "ImageData::pixelfmt"),
        ("ImageChannels[x]", "ImageChannels::imginv"),
        ('ColorConvert[Image[{{1}}], "Foo"]', "ColorConvert::imgcstype"),
        ('ColorConvert[Image[{{{1, 2}}}], "RGB"]', "ColorConvert::imgcsc"),
        ("ColorNegate[7]", "ColorNegate::ccvinput"),
    ],
)
def test_bad_input_gets_a_message(wl, code, message):
    result = wl(code)
    assert wl.messages == [message]
    assert result.get_head_name() == f"System`{code.split('[')[0]}"


def test_options_and_metadata_are_kept(wl):
    wl('tagged = Image[{{0., 1.}}, ColorSpace -> "Grayscale", MetaInformation -> <|"a" -> 1|>, ImageSize -> 200]')
    for code in (
        "ColorNegate[tagged]",
        'Image[tagged, "Byte"]',
        'ColorConvert[tagged, "RGB"]',
        "SetAlphaChannel[tagged]",
    ):
        assert wl.same(f"{{MetaInformation, ImageSize}} /. Options[{code}]", '{<|"a" -> 1|>, 200}'), code
    assert wl.same("ImageSize /. Options[Image[tagged, ImageSize -> 5]]", "5")
    assert wl.same("Options[tagged, ColorSpace]", '{ColorSpace -> "Grayscale"}')


def test_interleaving_changes_the_layout_not_the_image(wl):
    """https://reference.wolfram.com/language/ref/Interleaving.html"""
    wl('meshed = Image[{{{1, 2, 3}, {4, 5, 6}}}, "Byte", ColorSpace -> "RGB"]')
    wl("planar = Image[meshed, Interleaving -> False]")
    assert wl.same('ImageData[planar, "Byte", Interleaving -> Automatic]', "{{{1, 4}}, {{2, 5}}, {{3, 6}}}")
    assert wl.same('ImageData[planar, "Byte"]', "{{{1, 2, 3}, {4, 5, 6}}}")
    assert wl.same('ImageData[meshed, "Byte", Interleaving -> False]', "{{{1, 4}}, {{2, 5}}, {{3, 6}}}")
    assert wl.same(
        "{planar == meshed, planar === meshed, Image[planar, Interleaving -> True] === meshed}", "{True, False, True}"
    )
    assert wl.same("ImageDimensions[planar]", "{2, 1}")


def test_data_reversed(wl):
    assert wl.same('ImageData[Image[{{1, 2}, {3, 4}}, "Byte"], "Byte", DataReversed -> True]', "{{3, 4}, {1, 2}}")


def test_volume_from_images(wl):
    """Image3D[{image1, ...}]: width, depth and height, in the widest type of the images."""
    wl('one = Image[{{0, 1, 0}}, "Bit"]; two = Image[{{51, 102, 255}}, "Byte"]; volume = Image3D[{one, two}]')
    assert wl.same("{ImageDimensions[volume], ImageType[volume]}", '{{3, 1, 2}, "Byte"}')
    assert wl.same('ImageData[volume, "Byte"]', "{{{0, 255, 0}}, {{51, 102, 255}}}")
    wl("Image3D[{one, Image[{{1}}]}]")
    assert wl.messages == ["Image3D::imgarray"]


def test_same_and_equal(wl):
    wl('gray = Image[{{0, 51}}, "Byte"]')
    assert wl.same(
        '{gray === Image[{{0, 51}}, "Byte"], gray == Image[{{0., .2}}, "Real64"], '
        'gray === Image[{{0., .2}}, "Real64"], gray == Image[{{0, 52}}, "Byte"]}',
        "{True, True, False, False}",
    )


def test_pixels_are_never_printed(wl):
    wl("big = Image[ConstantArray[0.123456, {300, 300}]]; Print[big]; Print[{big, InputForm[big]}]")
    assert all(len(line) < 100 and "0.123" not in line for line in wl.printed)
    assert wl.printed[0] == "-Image-"
    assert wl.text("big") == "-Image-"
    assert wl.text("Image3D[{big}]") == "-Image3D-"
    wl("ImageChannels[{big, 1}]")
    assert wl.messages == ["ImageChannels::imginv"]


@pytest.mark.parametrize(
    ("source", "target"), itertools.permutations(("Grayscale", "RGB", "CMYK", "HSB", "XYZ", "LAB", "LCH", "LUV"), 2)
)
def test_color_convert_agrees_with_mathics(wl, source, target):
    """Against Mathics3's own scalar formulas, whose matrices have six digits, on colours that both can show."""
    from mathics.builtin.colors.color_internals import convert_color
    from mathics_kernel.images.spaces import between

    rgb = np.random.default_rng(7).uniform(0.1, 0.9, (20, 3))
    planes = between(rgb.T.copy(), "RGB", source)
    ours = between(planes, source, target)
    theirs = convert_color(planes.T.reshape(20, 1, -1).copy(), source, target).reshape(20, -1).T
    if (source, target) == ("Grayscale", "LCH"):  # the hue of a gray is noise
        ours, theirs = ours[:2], theirs[:2]
    assert np.allclose(ours, theirs, atol=2e-3)


def test_hsb_against_colorsys(wl):
    from mathics_kernel.images.spaces import between

    rgb = np.array(list(itertools.product((0, 0.25, 0.6, 1), repeat=3)))
    expected = np.array([colorsys.rgb_to_hsv(*color) for color in rgb])
    assert np.allclose(between(rgb.T, "RGB", "HSB").T, expected)
    assert np.allclose(between(expected.T, "HSB", "RGB").T, rgb)


@pytest.mark.parametrize(
    ("color", "xyz", "lab"),
    [
        ((1, 0, 0), (0.4360747, 0.2225045, 0.0139322), (54.2917, 80.8125, 69.8851)),
        ((0, 1, 0), (0.3850649, 0.7168786, 0.0971045), (87.8181, -79.2873, 80.9902)),
        ((0, 0, 1), (0.1430804, 0.0606169, 0.7141733), (29.5676, 68.2986, -112.0294)),
    ],
)
def test_srgb_primaries_under_d50(color, xyz, lab):
    """B. Lindbloom's sRGB primaries adapted to D50 (brucelindbloom.com), Lab of the ICC sRGB profile."""
    from mathics_kernel.images.spaces import between

    column = np.array(color, dtype=float)[:, None]
    assert np.allclose(between(column, "RGB", "XYZ")[:, 0], xyz, atol=3e-4)
    assert np.allclose(between(column, "RGB", "LAB")[:, 0] * 100, lab, atol=0.06)


def test_color_spaces_of_images(wl):
    """Clipped spaces keep the type, XYZ LAB LUV LCH give reals; ColorNegate keeps both space and type."""
    wl('rgb = Image[{{{200, 100, 50}, {0, 0, 0}}}, "Byte", ColorSpace -> "RGB"]')
    assert wl.same(
        'ImageData[ColorConvert[rgb, "Grayscale"], "Byte"]',
        f"{{{{{round(0.299 * 200 + 0.587 * 100 + 0.114 * 50)}, 0}}}}",
    )
    for space in ("CMYK", "HSB"):
        assert wl.same(
            f'Through[{{ImageType, ImageColorSpace}}[ColorConvert[rgb, "{space}"]]]', f'{{"Byte", "{space}"}}'
        )
    for space in ("XYZ", "LAB", "LUV", "LCH"):
        wl(f'there = ColorConvert[rgb, "{space}"]')
        assert wl.same("Through[{ImageType, ImageColorSpace}[there]]", f'{{"Real32", "{space}"}}')
        assert wl.same('ImageData[ColorConvert[there, "RGB"], "Byte"]', 'ImageData[rgb, "Byte"]')
        negative = 'ImageData[ColorConvert[ColorNegate[there], "RGB"], "Byte"]'
        assert wl.same(negative, 'ImageData[ColorNegate[rgb], "Byte"]')
        assert wl.same("Through[{ImageType, ImageColorSpace}[ColorNegate[there]]]", f'{{"Real32", "{space}"}}')
    assert wl.same('ImageChannels[ColorConvert[SetAlphaChannel[rgb], "CMYK"]]', "5")
    assert wl.same("ColorNegate[{GrayLevel[0.25], rgb}]", "{GrayLevel[0.75], ColorNegate[rgb]}")


def test_mathics_functions_work_on_our_images(wl):
    assert wl.same('ImageDimensions[ImageResize[Image[{{1, 2}, {3, 4}}, "Byte"], {4, 6}]]', "{4, 6}")
    assert wl.same("ImageData[Binarize[Image[{{0.1, 0.9}}], 0.5]]", "{{0, 1}}")
    assert wl.same("ImageChannels[RandomImage[1, {3, 3}]]", "1")
