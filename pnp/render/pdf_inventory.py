"""Fonts, shared art, pictures and paints that pages use → named objects of a PDF, each encoded once."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFName, PDFObjectReference

from pnp.core.fonts import FontFace
from pnp.core.frame import Art, BlendMode, Box, Gradient, Group, Image, Item, Mask, Matrix, Path, Text, Use
from pnp.core.inks import Press
from pnp.core.sketch import Sketch
from pnp.core.units import MM_PER_INCH
from pnp.render.pdf_content import Content, number
from pnp.render.pdf_document import shading
from pnp.render.pdf_fonts import Letters, PdfFont, deflated, stream

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


JPEG_QUALITY = 95
"""JPEG quality for photographs in four inks: the loss is invisible, and files are a tenth of the lossless size."""


def _as_jpeg(separated: Raster) -> bytes:
    """Return a photograph in four inks as JPEG, with no ink subsampled."""
    buffer = io.BytesIO()
    separated.save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0, optimize=True)
    return buffer.getvalue()


SKETCH_DPI = 300.0
"""Dots per inch of parts of drawings that must become pictures, unless a resolution is requested."""


@lru_cache(maxsize=1024)
def _has_sketch(art: Art) -> bool:
    """Whether any part of an Art becomes a picture whose resolution depends on how it is printed."""
    return _shows_sketch(art.items)


def _shows_sketch(items: Iterable[Item]) -> bool:
    for item in items:
        match item:
            case Image():
                if isinstance(item.picture, Sketch):
                    return True
            case Group():
                if _shows_sketch(item.items) or (item.mask is not None and _shows_sketch(item.mask.items)):
                    return True
            case Use():
                if _has_sketch(item.art):
                    return True
    return False


class Inventory:
    """The fonts, shared art, pictures, gradients and opacities to which content refers, by name.

    Two PDFs of the same pages, such as a booklet page by page and folded, may share an inventory: objects that the
    first one encoded are not encoded again. Each of the PDFs gets every object of the inventory.
    """

    def __init__(self, press: Press | None = None, letters: Letters = "text", dpi: float = SKETCH_DPI) -> None:
        """Begin an empty inventory.

        Args:
            press: The press for which colours are separated; None to leave them in sRGB. Frames for a press contain no
                transparency: see pnp.extensions.press.plates.
            letters: Whether text is written as text, with its fonts, or as outlines.
            dpi: Dots per inch of parts of drawings that must become pictures.
        """
        self.dpi = dpi
        self.press: Press | None = press
        self.letters: Letters = letters
        self.fonts: dict[int, PdfFont] = {}
        self.forms: dict[tuple[int, float], tuple[Art, str]] = {}
        self.pictures: dict[str, str] = {}
        self.streams: dict[str, tuple[bytes, dict[str, Any]]] = {}
        self.shadings: dict[Gradient, str] = {}
        self.patterns: dict[tuple[Gradient, Matrix], str] = {}
        self.opacities: dict[float, str] = {}
        self.masks: dict[Mask, tuple[str, str]] = {}
        self.blends: dict[BlendMode, str] = {}
        self.spots: dict[str, str] = {}
        self.has_overprint = False

    def font(self, text: Text) -> PdfFont:
        """Return the font of a text's face."""
        face: FontFace = text.words[0].face
        font = self.fonts.get(id(face))
        if font is None:
            font = self.fonts[id(face)] = PdfFont(face, f"F{len(self.fonts) + 1}")
        return font

    def form(self, art: Art, scale: float) -> str:
        """Return a form that draws shared art; a separate one for each scale if that changes thin lines or pictures."""
        key = (id(art), round(scale, 3) if self.press or _has_sketch(art) else 1.0)
        form = self.forms.get(key)
        if form is None:
            form = self.forms[key] = (art, self._add_form(art.items, art.box, {}, key[1]))
        return form[1]

    def transparency_group(self, items: tuple[Item, ...], scale: float = 1.0) -> str:
        """Return a form that draws items as one layer at a scale."""
        entries = {"S": PDFName("Transparency"), "CS": PDFName("DeviceRGB")}
        if _has_blending(items):
            entries["I"] = "true"
        group = {"Group": PDFDictionary(entries)}
        reach = next((reach for reach in _REACHES if not _is_beyond(items, reach)), _REACHES[-1])
        return self._add_form(items, Box(-reach, -reach, 2 * reach, 2 * reach), group, scale)

    def _add_form(self, items: tuple[Item, ...], box: Box, entries: dict[str, Any], scale: float = 1.0) -> str:
        content = Content(self, scale=scale)
        content.add(items)
        form = {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Form"),
            "BBox": PDFArray([number(n) for n in (box.x, box.y, box.right, box.bottom)]),
            "Resources": resources(content),
            **entries,
        }
        return self._named("X", deflated(content.text().encode("latin-1")), _DEFLATED | form)

    def _named(self, letter: str, content: bytes, entries: dict[str, Any]) -> str:
        name = f"{letter}{len(self.streams) + 1}"
        self.streams[name] = (content, entries)
        return name

    def picture(self, image: Image, scale: float) -> str:
        """Return an image object for a scale."""
        picture = image.picture
        if isinstance(picture, Sketch):
            picture = picture.drawn(image.width * scale / MM_PER_INCH * self.dpi)
        if picture.name not in self.pictures:
            self.pictures[picture.name] = self._named("I", *self._image(picture.content))
        return self.pictures[picture.name]

    def _image(self, content: bytes) -> tuple[bytes, dict[str, Any]]:
        from PIL import Image as Pillow

        entries: dict[str, Any] = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "BitsPerComponent": 8}
        if self.press:
            separated = self.press.picture(content)
            entries |= {"Width": separated.width, "Height": separated.height, "ColorSpace": PDFName("DeviceCMYK")}
            with Pillow.open(io.BytesIO(content)) as image:
                if image.format != "JPEG":
                    return deflated(separated.tobytes()), _DEFLATED | entries
                jpeg = content if image.mode == "CMYK" else _as_jpeg(separated)
            # in JPEGs of four inks, 255 means no ink, a convention of Adobe's programs
            inverted = PDFArray([1, 0] * len(separated.getbands()))
            return jpeg, entries | {"Filter": PDFName("DCTDecode"), "Decode": inverted}
        with Pillow.open(io.BytesIO(content)) as image:
            entries |= {"Width": image.width, "Height": image.height}
            if image.format == "JPEG" and image.mode in ("RGB", "L"):
                space = "DeviceRGB" if image.mode == "RGB" else "DeviceGray"
                entries |= {"ColorSpace": PDFName(space), "Filter": PDFName("DCTDecode")}
                return content, entries
            if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
                whole = image.convert("RGBA")
                mask = {**_DEFLATED, **entries, "ColorSpace": PDFName("DeviceGray")}
                name = self._named(MASK, deflated(whole.getchannel("A").tobytes()), mask)
                entries["SMask"] = PDFObjectReference(name)
                pixels = whole.convert("RGB").tobytes()
            else:
                pixels = image.convert("RGB").tobytes()
        return deflated(pixels), _DEFLATED | entries | {"ColorSpace": PDFName("DeviceRGB")}

    def shading(self, paint: Gradient) -> str:
        """Return a gradient."""
        paint = paint._replace(stops=tuple(stop._replace(opacity=1.0) for stop in paint.stops))
        if paint not in self.shadings:
            self.shadings[paint] = f"S{len(self.shadings) + 1}"
        return self.shadings[paint]

    def pattern(self, paint: Gradient, matrix: Matrix) -> str:
        """Return a gradient to stroke with. The matrix converts its units to those of the page or form."""
        self.shading(paint)
        return self.patterns.setdefault((paint, matrix), f"P{len(self.patterns) + 1}")

    def opacity(self, value: float) -> str:
        """Return a graphics state with an opacity."""
        return self.opacities.setdefault(round(value, 3), f"G{len(self.opacities) + 1}")

    def mask(self, mask: Mask) -> str:
        """Return a graphics state with a mask, in the coordinates in which it is selected."""
        if mask not in self.masks:
            form = self.transparency_group(mask.items)  # which may need masks itself
            self.masks[mask] = (f"K{len(self.masks) + 1}", form)
        return self.masks[mask][0]

    def blend(self, mode: BlendMode) -> str:
        """Return a graphics state that blends colours with those below them."""
        return self.blends.setdefault(mode, f"B{len(self.blends) + 1}")

    def overprint(self) -> str:
        """Return a graphics state that prints ink over other ink."""
        self.has_overprint = True
        return OVERPRINT

    def spot(self, name: str) -> str:
        """Return the colour space of a spot ink, such as CutContour."""
        return self.spots.setdefault(name, f"C{len(self.spots) + 1}")

    def add_to(self, document: PDFDocument) -> None:
        """Add every object to a document, under the name by which content refers to it."""
        for font in self.fonts.values():
            font.embed(document)
        for name, (content, entries) in self.streams.items():
            document.Reference(stream(content, entries), name)
        for paint, name in self.shadings.items():
            document.Reference(shading(paint, self.press), name)
        for value, name in self.opacities.items():
            state = {"Type": PDFName("ExtGState"), "ca": value, "CA": value}
            document.Reference(PDFDictionary(state), name)
        for (paint, matrix), name in self.patterns.items():
            numbers = PDFArray([f"{part:.9g}" if "e" not in f"{part:.9g}" else f"{part:.9f}" for part in matrix])
            shaded = {"PatternType": 2, "Shading": PDFObjectReference(self.shading(paint)), "Matrix": numbers}
            document.Reference(PDFDictionary({"Type": PDFName("Pattern"), **shaded}), name)
        for mask, (name, form) in self.masks.items():
            kind = PDFName({"luminance": "Luminosity", "alpha": "Alpha"}[mask.kind])
            soft = PDFDictionary({"Type": PDFName("Mask"), "S": kind, "G": PDFObjectReference(form)})
            document.Reference(PDFDictionary({"Type": PDFName("ExtGState"), "SMask": soft}), name)
        for mode, name in self.blends.items():
            title = PDFName("".join(map(str.capitalize, mode.split("-"))))
            document.Reference(PDFDictionary({"Type": PDFName("ExtGState"), "BM": title}), name)
        for ink, name in self.spots.items():
            document.Reference(_separation(ink), name)
        if self.has_overprint:
            state = {"Type": PDFName("ExtGState"), "OP": "true", "op": "true", "OPM": 1}
            document.Reference(PDFDictionary(state), OVERPRINT)


_REACHES = (5000.0, 1e6, 1e9)
"""Possible distances from the origin to which a form may paint. Drawings have their own units, some very small."""


def _is_beyond(items: Iterable[Item], reach: float) -> bool:
    """Whether an outline among the items, or in their groups, has a point further than this from the origin."""
    for item in items:
        if isinstance(item, Group):
            if _is_beyond(item.items, reach):
                return True
        elif isinstance(item, Path) and any(abs(n) > reach for segment in item.segments for n in segment[1:]):
            return True
    return False


def _has_blending(items: Iterable[Item]) -> bool:
    return any(isinstance(item, Group) and (item.blend != "" or _has_blending(item.items)) for item in items)


def _separation(ink: str) -> PDFArray:
    """Return the colour space of a spot ink. Screens, and printers without that ink, show it as magenta."""
    tint = {"FunctionType": 2, "Domain": PDFArray([0, 1]), "C0": PDFArray([0, 0, 0, 0]), "C1": PDFArray([0, 1, 0, 0])}
    return PDFArray([PDFName("Separation"), PDFName(ink), PDFName("DeviceCMYK"), PDFDictionary({**tint, "N": 1})])


def resources(content: Content) -> PDFDictionary:
    """Return only the resources that some content uses, so that no form is among its own resources."""
    kinds = {
        kind: PDFDictionary({name: PDFObjectReference(name) for name in names}) for kind, names in content.used.items()
    }
    return PDFDictionary(kinds)


MASK = "M"
"""First letter of the names of streams to which only other streams refer."""

OVERPRINT = "O"
"""The name of the only graphics state for overprinting."""

_DEFLATED = {"Filter": PDFName("FlateDecode")}
