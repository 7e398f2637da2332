# SPDX-License-Identifier: GPL-3.0-or-later
"""What an image says of itself: data, dimensions, channels, colour space, type."""

import numpy as np
from mathics.core.atoms import Integer, Rational, String
from mathics.core.builtin import Builtin
from mathics.core.convert.python import from_bool
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol, SymbolFalse, SymbolTrue

from . import atom, types

_MESSAGES = {"imginv": "Expecting an image or graphics instead of `1`."}


class _ImageProperty(Builtin):
    context = "System`"
    messages = _MESSAGES

    def _image(self, image, evaluation) -> atom.Image | None:
        if isinstance(image, atom.Image):
            return image
        evaluation.message(self.get_name(), "imginv", image)
        return None


class ImageQ(Builtin):
    """https://reference.wolfram.com/language/ref/ImageQ.html"""

    context = "System`"
    summary_text = "whether an expression is a valid image"

    def eval(self, image, evaluation):
        "ImageQ[image_]"
        return from_bool(isinstance(image, atom.Image))


class BinaryImageQ(Builtin):
    """https://reference.wolfram.com/language/ref/BinaryImageQ.html"""

    context = "System`"
    summary_text = "whether an image has the type Bit"

    def eval(self, image, evaluation):
        "BinaryImageQ[image_]"
        return from_bool(isinstance(image, atom.Image) and image.type == "Bit")


class ImageData(_ImageProperty):
    """ImageData[image], ImageData[image, "type"]: packed list of pixel values, rows x columns[ x channels].

    Interleaving -> False gives the planes, Automatic the layout that is stored; DataReversed -> True turns the rows.
    https://reference.wolfram.com/language/ref/ImageData.html
    """

    options = {"DataReversed": "False", "Interleaving": "True"}
    messages = {
        **_MESSAGES,
        "pixelfmt": 'The pixel format `1` is not one of "Bit", "Byte", "Bit16", "Real32" and "Real64".',
    }
    summary_text = "array of pixel values of an image"

    def eval(self, image, evaluation, options):
        "ImageData[image_, OptionsPattern[ImageData]]"
        image = self._image(image, evaluation)
        if image is None:
            return None
        kind = "Bit" if image.type == "Bit" else "Real64"
        return _data(image, kind, options)

    def eval_typed(self, image, kind, evaluation, options):
        "ImageData[image_, kind:(_String|Automatic), OptionsPattern[ImageData]]"
        image = self._image(image, evaluation)
        if image is None:
            return None
        name = kind.value if isinstance(kind, String) else image.type
        name = atom.TYPE_SYNONYMS.get(name, name)
        if name not in atom.DTYPES:
            evaluation.message("ImageData", "pixelfmt", kind)
            return None
        return _data(image, name, options)


def _data(image: atom.Image, kind: str, options: dict):
    from ..packed import PackedList

    layout = options.get("System`Interleaving", SymbolTrue)
    interleaved = image.interleaved if layout.get_name() == "System`Automatic" else layout is not SymbolFalse
    values = types.convert(image.data, image.type, kind)
    if image.channels() > 1 and interleaved != image.interleaved:
        values = np.moveaxis(values, 0, -1) if interleaved else np.moveaxis(values, -1, 0)
    if options.get("System`DataReversed") is SymbolTrue:
        planar = values.ndim > image.rank and not interleaved
        values = np.flip(values, axis=planar + image.rank - 2)
    return PackedList(np.ascontiguousarray(values, dtype="int64" if kind in atom.MAXIMUM else "float64"))


class ImageDimensions(_ImageProperty):
    """{width, height}, for a volume {width, depth, height}.

    https://reference.wolfram.com/language/ref/ImageDimensions.html
    """

    summary_text = "dimensions of an image in pixels"

    def eval(self, image, evaluation):
        "ImageDimensions[image_]"
        image = self._image(image, evaluation)
        return image and ListExpression(*map(Integer, image.dimensions()))


class ImageAspectRatio(_ImageProperty):
    """Height over width. https://reference.wolfram.com/language/ref/ImageAspectRatio.html"""

    summary_text = "ratio of height to width of an image"

    def eval(self, image, evaluation):
        "ImageAspectRatio[image_Image]"
        rows, columns = image.spatial_shape
        return Rational(rows, columns)


class ImageChannels(_ImageProperty):
    """The number of channels, opacity counted. https://reference.wolfram.com/language/ref/ImageChannels.html"""

    summary_text = "number of channels of an image"

    def eval(self, image, evaluation):
        "ImageChannels[image_]"
        image = self._image(image, evaluation)
        return image and Integer(image.channels())


class ImageColorSpace(_ImageProperty):
    """The colour space's name or Automatic. https://reference.wolfram.com/language/ref/ImageColorSpace.html"""

    summary_text = "color space of an image"

    def eval(self, image, evaluation):
        "ImageColorSpace[image_]"
        image = self._image(image, evaluation)
        return image and color_space_expression(image)


class ImageType(_ImageProperty):
    """ "Bit", "Byte", "Bit16", "Real32" or "Real64". https://reference.wolfram.com/language/ref/ImageType.html"""

    summary_text = "type of the pixel values of an image"

    def eval(self, image, evaluation):
        "ImageType[image_]"
        image = self._image(image, evaluation)
        return image and String(image.type)


def color_space_expression(image: atom.Image):
    return Symbol("System`Automatic") if image.color_space == atom.AUTOMATIC else String(image.color_space)


def option_rules(image: atom.Image) -> dict:
    """Full option name -> value, as Options[image] shows them."""
    interleaving = Symbol("System`None") if image.channels() == 1 else from_bool(image.interleaved)
    return {"System`ColorSpace": color_space_expression(image), "System`Interleaving": interleaving, **image.settings}
