# SPDX-License-Identifier: GPL-3.0-or-later
"""Image and Image3D: atoms from arrays, from images, with types and options."""

import numpy as np
from mathics.core.atoms import Integer, String
from mathics.core.builtin import Builtin
from mathics.core.symbols import SymbolFalse

from . import atom, types

_LAYOUT = ("System`ColorSpace", "System`Interleaving")


class _ImageConstructor(Builtin):
    context = "System`"
    options = {
        "ColorSpace": "Automatic",
        "ImageResolution": "Automatic",
        "ImageSize": "Automatic",
        "Interleaving": "True",
        "Magnification": "Automatic",
        "MetaInformation": "<||>",
    }
    messages = {
        "imgarray": "The specified argument `1` should be an array of rank `2` or `3` with machine-sized numbers.",
        "imgdtype": 'The data type `1` is not one of "Bit", "Byte", "Bit16", "Real32" and "Real64".',
        "imgcstype": "`1` is not a valid color space.",
        "imgcsc": "The color space `1` does not go with `2` channels.",
        "imgempty": "An image of dimensions `1` has no pixels.",
    }
    atom_class = atom.Image

    def _make(self, data, arguments, evaluation):
        kind, settings = _arguments(arguments.get_sequence())
        if settings is None:
            return None
        if kind is not None and kind not in atom.DTYPES:
            evaluation.message(self.get_name(), "imgdtype", String(kind))
            return None
        if isinstance(data, self.atom_class) or self._is_stack(data):
            base = data if isinstance(data, self.atom_class) else _stacked(data.elements)
            if base is None:
                self._refuse(data, evaluation)
                return None
            return self._from_image(base, kind, settings, evaluation)
        return self._from_data(data, kind, settings, evaluation)

    def _is_stack(self, data) -> bool:
        return False

    def _from_data(self, data, kind, settings, evaluation):
        from ..packed import to_array

        array = to_array(data)
        rank = self.atom_class.rank
        if array is None or array.dtype.kind not in "iuf" or array.ndim not in (rank, rank + 1):
            self._refuse(data, evaluation)
            return None
        if 0 in array.shape:
            evaluation.message(self.get_name(), "imgempty", String("x".join(map(str, array.shape))))
            return None
        if kind is None:
            kind = atom.TYPES.get(array.dtype.name, "Real32") if _is_typed(data) else "Real32"
        interleaved = settings.get("System`Interleaving") is not SymbolFalse
        pixels = types.coerce(array, kind)
        return self._checked(pixels, kind, settings, interleaved, None, evaluation)

    def _from_image(self, image, kind, settings, evaluation):
        wanted = settings.get("System`Interleaving")
        interleaved = image.interleaved if wanted is None else wanted is not SymbolFalse
        data = types.convert(image.data, image.type, kind or image.type)
        changed = image.with_data(data, kind)
        if interleaved != image.interleaved and image.channels() > 1:
            changed = changed.from_planes(changed.planes, interleaved=interleaved)
        kept = {**image.settings, **settings}
        if "System`ColorSpace" not in settings:
            kept = {name: value for name, value in kept.items() if name not in _LAYOUT}
            return changed.with_data(changed.data, settings=kept)
        return self._checked(changed.data, changed.type, kept, interleaved, image, evaluation)

    def _checked(self, data, kind, settings, interleaved, _image, evaluation):
        space = _space(settings.get("System`ColorSpace"))
        if space is None:
            evaluation.message(self.get_name(), "imgcstype", settings["System`ColorSpace"])
            return None
        channels = 1 if data.ndim == self.atom_class.rank else data.shape[-1 if interleaved else 0]
        alpha = atom.has_alpha(space, channels)
        if space != atom.AUTOMATIC and channels - alpha != atom.CHANNELS[space]:
            evaluation.message(self.get_name(), "imgcsc", String(space), Integer(channels))
            return None
        rest = {name: value for name, value in settings.items() if name not in _LAYOUT}
        return self.atom_class.of(data, kind, space, alpha, interleaved, rest)

    def _refuse(self, data, evaluation):
        rank = self.atom_class.rank
        evaluation.message(self.get_name(), "imgarray", _short(data), Integer(rank), Integer(rank + 1))


class Image(_ImageConstructor):
    """Image[data], Image[data, "type"], Image[image, "type"], Image[..., options]: a raster image.

    data: rows x columns or rows x columns x channels, a list or NumericArray; planes first with Interleaving -> False.
    https://reference.wolfram.com/language/ref/Image.html
    """

    summary_text = "raster image"

    def eval(self, data, arguments, evaluation):
        "Image[data_, arguments___]"
        return self._make(data, arguments, evaluation)


class Image3D(_ImageConstructor):
    """Image3D[data], Image3D[{image1, image2, ...}], Image3D[obj, "type"], with Image's options.

    data: slices x rows x columns[ x channels]. https://reference.wolfram.com/language/ref/Image3D.html
    """

    summary_text = "image of a volume"
    atom_class = atom.Image3D

    def eval(self, data, arguments, evaluation):
        "Image3D[data_, arguments___]"
        return self._make(data, arguments, evaluation)

    def _is_stack(self, data) -> bool:
        return data.has_form("List", None) and len(data.elements) > 0 and isinstance(data.elements[0], atom.Image)


def _arguments(arguments):
    """("type" or None, {option: value}); the second is None where an argument is neither."""
    kind, settings = None, {}
    for position, argument in enumerate(arguments):
        if position == 0 and isinstance(argument, String):
            kind = atom.TYPE_SYNONYMS.get(argument.value, argument.value)
            continue
        rules = argument.elements if argument.has_form("List", None) else (argument,)
        for rule in rules:
            if not rule.has_form(("Rule", "RuleDelayed"), 2):
                return None, None
            name = rule.elements[0]
            full = f"System`{name.value}" if isinstance(name, String) else name.get_name()
            settings.setdefault(full, rule.elements[1])
    return kind, settings


def _space(value) -> str | None:
    if value is None or value.get_name() in ("System`Automatic", "System`None"):
        return atom.AUTOMATIC
    name = value.value if isinstance(value, String) else None
    return name if name in atom.CHANNELS else None


def _is_typed(data) -> bool:
    """A NumericArray gives the image its type, a list does not."""
    from mathics.core.atoms import NumericArray

    return isinstance(data, NumericArray)


def _stacked(images) -> atom.Image3D | None:
    """A volume of the images, in the widest of their types."""
    if not all(isinstance(image, atom.Image) for image in images):
        return None
    first = images[0]
    alike = {(image.planes.shape, image.color_space, image.alpha) for image in images}
    if len(alike) != 1:
        return None
    kind = max((image.type for image in images), key=list(atom.DTYPES).index)
    slices = [types.convert(np.moveaxis(image.planes, 0, -1), image.type, kind) for image in images]
    return atom.Image3D.of(np.stack(slices), kind, first.color_space, first.alpha)


def _short(data):
    """Never the pixels: what stands in a message about data that make no image."""
    text = str(data)
    return data if len(text) < 120 else String(f"<{data.get_head_name().removeprefix('System`')}>")
