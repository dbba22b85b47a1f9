"""Fonts, shared art, pictures and paints that pages use → named objects of a PDF, each encoded once."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFName, PDFObjectReference

from pnp.core.fonts import FontFace
from pnp.core.frame import Art, Box, Image, Item, LinearGradient, RadialGradient, Text
from pnp.core.inks import Press
from pnp.render.pdf_content import Content, number
from pnp.render.pdf_document import shading
from pnp.render.pdf_fonts import Letters, PdfFont, deflated, stream

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


JPEG_QUALITY = 95
"""JPEG quality of photographs in four inks: its loss is invisible, and files are a tenth of the lossless size."""


def _as_jpeg(separated: Raster) -> bytes:
    """Return a photograph in four inks as JPEG, without subsampling of any ink."""
    buffer = io.BytesIO()
    separated.save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=0, optimize=True)
    return buffer.getvalue()


class Inventory:
    """Fonts, shared art, pictures, gradients and opacities that content refers to, by name.

    Two PDFs of the same pages, such as a booklet page by page and folded, may share one: objects that the first has
    encoded are not encoded again. Every object of the inventory goes into each of them.
    """

    def __init__(self, press: Press | None = None, letters: Letters = "text") -> None:
        """Begin an empty inventory.

        Args:
            press: The press that colours are separated for; None to leave them in sRGB. Frames for a press contain no
                transparency: see pnp.render.press.
            letters: Whether text is written as text, with its fonts, or as outlines.
        """
        self.press: Press | None = press
        self.letters: Letters = letters
        self.fonts: dict[int, PdfFont] = {}
        self.forms: dict[tuple[int, float], tuple[Art, str]] = {}
        self.pictures: dict[str, str] = {}
        self.streams: dict[str, tuple[bytes, dict[str, Any]]] = {}
        self.shadings: dict[LinearGradient | RadialGradient, str] = {}
        self.opacities: dict[float, str] = {}
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
        """Return a form that draws shared art; for a press, one for each scale, as thin lines have another ink."""
        key = (id(art), round(scale, 3) if self.press else 1.0)
        form = self.forms.get(key)
        if form is None:
            form = self.forms[key] = (art, self._add_form(art.items, art.box, {}, key[1]))
        return form[1]

    def transparency_group(self, items: tuple[Item, ...]) -> str:
        """Return a form that draws items as one layer."""
        group = {"Group": PDFDictionary({"S": PDFName("Transparency"), "CS": PDFName("DeviceRGB")})}
        return self._add_form(items, Box(-5000, -5000, 10000, 10000), group)

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

    def picture(self, image: Image) -> str:
        """Return an image object."""
        picture = image.picture
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

    def shading(self, paint: LinearGradient | RadialGradient) -> str:
        """Return a gradient."""
        if paint not in self.shadings:
            self.shadings[paint] = f"S{len(self.shadings) + 1}"
        return self.shadings[paint]

    def opacity(self, value: float) -> str:
        """Return a graphics state with an opacity."""
        return self.opacities.setdefault(round(value, 3), f"G{len(self.opacities) + 1}")

    def overprint(self) -> str:
        """Return a graphics state in which ink is printed over the ink that is there."""
        self.has_overprint = True
        return OVERPRINT

    def spot(self, name: str) -> str:
        """Return the colour space of a spot ink, such as CutContour."""
        return self.spots.setdefault(name, f"C{len(self.spots) + 1}")

    def add_to(self, document: PDFDocument) -> None:
        """Add every object to a document, under the name that content refers to it by."""
        for font in self.fonts.values():
            font.embed(document)
        for name, (content, entries) in self.streams.items():
            document.Reference(stream(content, entries), name)
        for paint, name in self.shadings.items():
            document.Reference(shading(paint, self.press), name)
        for value, name in self.opacities.items():
            state = {"Type": PDFName("ExtGState"), "ca": value, "CA": value}
            document.Reference(PDFDictionary(state), name)
        for ink, name in self.spots.items():
            document.Reference(_separation(ink), name)
        if self.has_overprint:
            state = {"Type": PDFName("ExtGState"), "OP": "true", "op": "true", "OPM": 1}
            document.Reference(PDFDictionary(state), OVERPRINT)


def _separation(ink: str) -> PDFArray:
    """Return the colour space of a spot ink; screens, and printers without that ink, show it as magenta."""
    tint = {"FunctionType": 2, "Domain": PDFArray([0, 1]), "C0": PDFArray([0, 0, 0, 0]), "C1": PDFArray([0, 1, 0, 0])}
    return PDFArray([PDFName("Separation"), PDFName(ink), PDFName("DeviceCMYK"), PDFDictionary({**tint, "N": 1})])


def resources(content: Content) -> PDFDictionary:
    """Return the resources that some content uses and no others, so that no form is among its own resources."""
    kinds = {
        kind: PDFDictionary({name: PDFObjectReference(name) for name in names}) for kind, names in content.used.items()
    }
    return PDFDictionary(kinds)


MASK = "M"
"""First letter of streams that only other streams refer to."""

OVERPRINT = "O"
"""The name of the graphics state for overprinting; there is only one."""

_DEFLATED = {"Filter": PDFName("FlateDecode")}
