# SPDX-License-Identifier: GPL-3.0-or-later
"""Opacity: AlphaChannel, SetAlphaChannel, RemoveAlphaChannel."""

import numpy as np
from mathics.core.builtin import Builtin

from . import spaces, types
from .atom import AUTOMATIC, CHANNELS, Image


class AlphaChannel(Builtin):
    """The opacity of each pixel as a one-channel image; 1 everywhere where the image has none.

    https://reference.wolfram.com/language/ref/AlphaChannel.html
    """

    context = "System`"
    messages = {"imginv": "Expecting an image or graphics instead of `1`."}
    summary_text = "opacity of an image"

    def eval(self, image, evaluation):
        "AlphaChannel[image_]"
        if not isinstance(image, Image):
            evaluation.message("AlphaChannel", "imginv", image)
            return None
        plane = image.planes[-1] if image.alpha else opaque(image)
        return type(image).of(plane, image.type, "Grayscale")


class SetAlphaChannel(Builtin):
    """SetAlphaChannel[image], SetAlphaChannel[image, a]: a is a number or an image of the same dimensions.

    https://reference.wolfram.com/language/ref/SetAlphaChannel.html
    """

    context = "System`"
    messages = {
        "imginv": "Expecting an image or graphics instead of `1`.",
        "colorspace": "The image has no color space to which an alpha channel can be added.",
        "opacity": "The opacity `1` is neither a number nor an image of the dimensions `2`.",
    }
    rules = {"SetAlphaChannel[image_]": "SetAlphaChannel[image, 1]"}
    summary_text = "add opacity to an image"

    def eval(self, image, opacity, evaluation):
        "SetAlphaChannel[image_, opacity_]"
        if not isinstance(image, Image):
            evaluation.message("SetAlphaChannel", "imginv", image)
            return None
        if image.color_space == AUTOMATIC:
            evaluation.message("SetAlphaChannel", "colorspace")
            return None
        plane = self._plane(image, opacity)
        if plane is None:
            from mathics.core.convert.python import from_python

            evaluation.message("SetAlphaChannel", "opacity", opacity, from_python(list(image.dimensions())))
            return None
        colors = image.planes[: CHANNELS[image.color_space]]
        return image.from_planes(np.concatenate([colors, plane[np.newaxis]]), alpha=True)

    @staticmethod
    def _plane(image, opacity):
        if isinstance(opacity, Image):
            if opacity.spatial_shape != image.spatial_shape:
                return None
            gray = spaces.convert(spaces.without_alpha(opacity), "Grayscale")
            return gray and types.convert(gray.planes[0], gray.type, image.type)
        value = opacity.round_to_float()
        if value is None:
            return None
        return spaces.from_unit(np.full(image.spatial_shape, value), image.type)


class RemoveAlphaChannel(Builtin):
    """RemoveAlphaChannel[image] drops the opacity, RemoveAlphaChannel[image, color] blends with a background.

    https://reference.wolfram.com/language/ref/RemoveAlphaChannel.html
    """

    context = "System`"
    messages = {
        "imginv": "Expecting an image or graphics instead of `1`.",
        "color": "The background `1` is not a color.",
    }
    summary_text = "remove opacity from an image"

    def eval(self, image, evaluation):
        "RemoveAlphaChannel[image_]"
        if not isinstance(image, Image):
            evaluation.message("RemoveAlphaChannel", "imginv", image)
            return None
        return spaces.without_alpha(image)

    def eval_background(self, image, color, evaluation):
        "RemoveAlphaChannel[image_, color_]"
        from mathics.builtin.colors.color_directives import expression_to_color

        if not isinstance(image, Image):
            evaluation.message("RemoveAlphaChannel", "imginv", image)
            return None
        background = expression_to_color(color)
        if background is None:
            evaluation.message("RemoveAlphaChannel", "color", color)
            return None
        if not image.alpha:
            return image
        return blend(image, background)


def opaque(image: Image) -> np.ndarray:
    return spaces.from_unit(np.ones(image.spatial_shape), image.type)


def blend(image: Image, background) -> Image:
    """`image` over `background` (a Mathics3 colour), in Grayscale where both are gray, else in RGB."""
    target = "Grayscale" if {image.color_space, background.color_space} == {"Grayscale"} else "RGB"
    above = spaces.convert(image, target)
    count = CHANNELS[background.color_space]
    components = np.asarray(background.components[:count], dtype="float64").reshape(-1, *[1] * image.rank)
    below = spaces.between(components, background.color_space, target)
    planes = types.normalized(above.planes, above.type)
    colors, opacity = planes[:-1], planes[-1]
    return above.from_planes(spaces.from_unit(colors * opacity + below * (1 - opacity), above.type), alpha=False)
