# SPDX-License-Identifier: GPL-3.0-or-later
"""ColorConvert and ColorNegate of images, of colours and of lists of both."""

from mathics.builtin.colors.color_operations import ColorConvert as StockColorConvert
from mathics.builtin.colors.color_operations import ColorNegate as StockColorNegate
from mathics.core.atoms import String
from mathics.core.list import ListExpression

from . import spaces, types
from .atom import AUTOMATIC, CHANNELS, MAXIMUM, Image


class ColorConvert(StockColorConvert):
    """ColorConvert[image, "space"], ColorConvert[image, "source" -> "space"], of colours and lists too.

    Channel values of Grayscale, RGB, CMYK and HSB are clipped to 0..1 and keep the image's type; XYZ, LAB, LUV and LCH
    are reals. https://reference.wolfram.com/language/ref/ColorConvert.html
    """

    messages = {
        "ccvinput": "`1` should be a color, an image or a list of them.",
        "imgcstype": "`1` is not a valid color space.",
        "imgcsc": "The color space `1` does not go with `2` channels.",
    }

    def eval(self, input, colorspace, evaluation):
        "ColorConvert[input_, colorspace:(_String | (_String -> _String))]"
        if input.has_form("List", None):
            converted = [self.eval(element, colorspace, evaluation) for element in input.elements]
            return None if None in converted else ListExpression(*converted)
        if isinstance(input, Image):
            return self._image(input, colorspace, evaluation)
        if not isinstance(colorspace, String):
            evaluation.message("ColorConvert", "imgcstype", colorspace)
            return None
        return _convert_color(input, colorspace, evaluation)

    def _image(self, image, space, evaluation):
        source, target = (None, space) if isinstance(space, String) else space.elements
        for name in (source, target):
            if name is not None and name.value not in CHANNELS:
                evaluation.message("ColorConvert", "imgcstype", name)
                return None
        if source is not None:
            image = image.with_data(image.data, color_space=source.value, alpha=_extra(image, source.value) == 1)
        converted = spaces.convert(image, target.value) if _fits(image) else None
        if converted is None:
            from mathics.core.atoms import Integer

            evaluation.message("ColorConvert", "imgcsc", String(image.color_space), Integer(image.channels()))
        return converted


class ColorNegate(StockColorNegate):
    """v becomes 1 - v, opacity stays; colour space, type, options and layout are kept.

    Images whose colour space is not Grayscale or RGB are negated by way of RGB; reals are not clipped.
    https://reference.wolfram.com/language/ref/ColorNegate.html
    """

    messages = {"ccvinput": "`1` should be a color, an image or a list of them."}

    def eval_for_color(self, color, evaluation):
        "ColorNegate[color_]"
        if color.has_form("List", None):
            negatives = [self.eval_for_color(element, evaluation) for element in color.elements]
            return None if None in negatives else ListExpression(*negatives)
        if isinstance(color, Image):
            return negate(color)
        return _negate_color(color, evaluation)

    eval_for_image = None


def negate(image: Image) -> Image:
    space = image.color_space
    if space not in (AUTOMATIC, "Grayscale", "RGB"):
        back = spaces.convert(negate(spaces.convert(image, "RGB")), space)
        return back.with_data(types.convert(back.data, back.type, image.type), image.type)
    planes = image.planes.copy()
    colors = planes[:-1] if image.alpha else planes
    colors[...] = MAXIMUM.get(image.type, 1) - colors
    return image.from_planes(planes)


def _fits(image: Image) -> bool:
    return image.color_space == AUTOMATIC or _extra(image, image.color_space) in (0, 1)


def _extra(image: Image, space: str) -> int:
    return image.channels() - CHANNELS[space]


def _color(expression, evaluation, symbol):
    from mathics.builtin.colors.color_directives import expression_to_color

    color = expression_to_color(expression)
    if color is None:
        evaluation.message(symbol, "ccvinput", expression)
    return color


def _changed(expression, color, source, target, change=None):
    """The directive of `color` (Mathics3's, of `expression`) in `target`, after `change` in RGB where one is given."""
    import numpy as np
    from mathics.builtin.colors.color_directives import color_to_expression

    count = CHANNELS[source]
    components = np.asarray(color.components[:count], dtype="float64")
    if change is not None:
        components, source = change(spaces.between(components, source, "RGB")), "RGB"
    values = spaces.between(components, source, target).tolist() if source != target else components.tolist()
    opacity = list(color.components[count:]) if _states_opacity(expression, count) else []
    return color_to_expression(values + opacity, target)


def _states_opacity(expression, channels: int) -> bool:
    given = expression.elements
    return len(given[0].elements if len(given) == 1 and given[0].has_form("List", None) else given) > channels


def _convert_color(expression, space, evaluation):
    if space.value not in CHANNELS:
        evaluation.message("ColorConvert", "imgcstype", space)
        return None
    color = _color(expression, evaluation, "ColorConvert")
    return color and _changed(expression, color, color.color_space, space.value)


def _negate_color(expression, evaluation):
    color = _color(expression, evaluation, "ColorNegate")
    return color and _changed(expression, color, color.color_space, color.color_space, lambda rgb: 1 - rgb)
