# SPDX-License-Identifier: GPL-3.0-or-later
"""Images in files and on screen, through Pillow: what Import and Export of raster formats call.

PNG keeps Bit, Byte and Bit16 (of several channels by ``png``); other pixels are written as Byte, as Pillow has no
deeper modes.
"""

import numpy as np
from mathics.builtin.image.misc import ImageExport as StockImageExport
from mathics.builtin.image.misc import ImageImport as StockImageImport
from mathics.core.atoms import String
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol, SymbolNull
from mathics.core.systemsymbols import SymbolFailed

from . import png, spaces, types
from .atom import Image
from .properties import color_space_expression

# Pillow's mode -> (color space, opacity)
_READ = {
    "L": ("Grayscale", False),
    "LA": ("Grayscale", True),
    "RGB": ("RGB", False),
    "RGBA": ("RGB", True),
    "CMYK": ("CMYK", False),
}
_WRITE = {value: mode for mode, value in _READ.items()}
_NO_ALPHA = (".jpg", ".jpeg", ".bmp")


class ImageImport(StockImageImport):
    """The image in a file, with its colour space and its EXIF data."""

    def eval(self, path: String, evaluation):
        "ImageImport[path_String]"
        import PIL.Image
        from mathics.eval.image import extract_exif

        try:
            with PIL.Image.open(path.value) as opened:
                opened.load()
                deep = png.read(path.value) if opened.format == "PNG" else None
                image = from_pillow(opened) if deep is None else Image.of(deep[0], "Bit16", *deep[1:])
                exif = extract_exif(opened, evaluation)
        except PIL.UnidentifiedImageError:
            evaluation.message("ImageImport", "infer", path)
            return SymbolFailed
        except (OSError, ValueError, SyntaxError) as error:
            evaluation.message("ImageImport", "imgmisc", String(str(error)))
            return SymbolFailed
        found = [_rule("Image", image), _rule("ColorSpace", color_space_expression(image))]
        return ListExpression(*found, *([exif] if exif is not None else []))


class ImageExport(StockImageExport):
    """Writes an image in the format that the file's name asks for. JPEG and BMP have no opacity: it is dropped."""

    messages = {
        "noimage": "only an Image[] can be exported into an image file",
        "imgmisc": "PIL error: `1`.",
    }

    def eval(self, path: String, expr, opts, evaluation):
        "ImageExport[path_String, expr_, opts___]"
        if not isinstance(expr, Image) or expr.rank != 2:
            evaluation.message("ImageExport", "noimage")
            return SymbolFailed
        name = path.value
        try:
            image = spaces.without_alpha(expr) if name.lower().endswith(_NO_ALPHA) else expr
            _save(image, name)
        except (OSError, ValueError) as error:
            evaluation.message("ImageExport", "imgmisc", String(str(error)))
            return SymbolFailed
        return SymbolNull


def _save(image: Image, name: str) -> None:
    is_png = name.lower().endswith(".png")
    space = spaces.interpreted(image)
    if is_png and image.type == "Bit16" and png.can_write(space, image.alpha):
        png.write(name, np.moveaxis(image.planes, 0, -1), space, image.alpha)
    else:
        to_pillow(image, deep=is_png).save(name)


def from_pillow(picture) -> Image:
    """The image in a Pillow picture: Bit for 1-bit pictures, Bit16 for 16-bit gray, Real32 for floating point."""
    if picture.mode == "1":
        return Image.of(np.array(picture, "uint8"), "Bit")
    if picture.mode.startswith("I;16") or picture.mode == "I":
        return Image.of(np.clip(np.array(picture), 0, 65535).astype("uint16"), "Bit16", "Grayscale")
    if picture.mode == "F":
        return Image.of(np.array(picture), "Real32", "Grayscale")
    if picture.mode not in _READ:
        transparent = "transparency" in picture.info or picture.mode.endswith(("A", "a"))
        picture = picture.convert("RGBA" if transparent else "RGB")
    space, alpha = _READ[picture.mode]
    return Image.of(np.array(picture), "Byte", space, alpha)


def to_pillow(image: Image, deep: bool = False):
    """A Pillow picture of the image; `deep` keeps Bit and one-channel Bit16, else all is 8 bits."""
    import PIL.Image

    if deep and image.channels() == 1 and image.type in ("Bit", "Bit16"):
        return PIL.Image.fromarray(image.data.astype(bool) if image.type == "Bit" else image.data)
    space = spaces.interpreted(image)
    if (space, image.alpha) not in _WRITE:
        image = spaces.convert(image, "RGB")
        if image is None:
            raise ValueError("channels of no stated color space cannot be written")
        space = "RGB"
    pixels = types.convert(np.moveaxis(image.planes, 0, -1), image.type, "Byte")
    pixels = np.ascontiguousarray(pixels[..., 0] if pixels.shape[-1] == 1 else pixels)
    return PIL.Image.fromarray(pixels) if space != "CMYK" else _cmyk(pixels)


def _cmyk(pixels):
    import PIL.Image

    return PIL.Image.frombuffer("CMYK", pixels.shape[1::-1], pixels.tobytes(), "raw", "CMYK", 0, 1)


def _rule(name: str, value):
    return Expression(Symbol("System`Rule"), String(name), value)
