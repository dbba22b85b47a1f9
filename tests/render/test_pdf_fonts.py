"""PostScript outlines in a PDF: a CID-keyed table CFF with the glyphs of the text, which can be copied."""

from __future__ import annotations

import io
from typing import Any

import font_kinds as kinds
import pikepdf
import pypdf
import pypdfium2
import pytest
from fontTools.cffLib import CFFFontSet
from fontTools.ttLib import TTFont

from pnp.core.font_files import FontFile
from pnp.core.frame import Frame, Text
from pnp.render.pdf import DocumentMetadata, Page, render_pdf


def page_with(content: bytes, text: str) -> bytes:
    word = FontFile("x", content).face().shape(text)
    return render_pdf([Page(Frame(60, 20, (Text(5, 15, 10, (word,), "#000000"),)))], DocumentMetadata("T", "en", "A"))


def descendant(pdf: pikepdf.Pdf) -> Any:
    (font,) = [value for _, value in pdf.pages[0].Resources.Font.items()]
    assert font.Encoding == "/Identity-H"
    return font.DescendantFonts[0]


@pytest.mark.parametrize("content", [kinds.cff(), kinds.cff2()], ids=["by names", "by CIDs"])
def test_postscript_outlines_stay_what_they_are(content: bytes) -> None:
    pdf = page_with(content, "BAD")
    opened = pikepdf.open(io.BytesIO(pdf))
    font = descendant(opened)
    assert (font.Subtype, "/CIDToGIDMap" in font) == ("/CIDFontType0", False)
    program = font.FontDescriptor.FontFile3
    assert program.Subtype == "/CIDFontType0C"
    table = CFFFontSet()
    table.decompile(io.BytesIO(program.read_bytes()), TTFont())
    (top,) = table.topDictIndex
    assert top.ROS == ("Adobe", "Identity", 0)
    assert top.charset == [".notdef", "cid00002", "cid00003", "cid00005"]
    assert str(font.W) == str(pikepdf.Object.parse(b"[0 [500] 2 [600] 3 [610] 5 [630]]"))
    assert pypdf.PdfReader(io.BytesIO(pdf)).pages[0].extract_text() == "BAD"
    assert page_with(content, "BAD") == pdf


@pytest.mark.parametrize("content", [kinds.truetype(), kinds.cff(), kinds.cff2()], ids=["glyf", "cff", "cff2"])
def test_all_outlines_are_drawn_alike(content: bytes) -> None:
    def drawn(pdf: bytes) -> bytes:
        with pypdfium2.PdfDocument(pdf) as document:
            return bytes(document[0].render(scale=4).to_pil().convert("1").tobytes())

    assert drawn(page_with(content, "BAD")) == drawn(page_with(kinds.truetype(), "BAD"))
    assert drawn(page_with(content, "BAD")) != drawn(page_with(content, "BAE"))
