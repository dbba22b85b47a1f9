"""A PDF and the press it is made for → the same, declared as PDF/X-1a:2003 (ISO 15930-4).

That its pages hold four inks and nothing clear is for whoever writes them.
"""

from __future__ import annotations

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFInfo, PDFName, PDFString

from pnp.press import Press
from pnp.render.pdf_fonts import compressed
from pnp.render.pdf_xmp import PDF_X


def declare(pdf: PDFDocument, press: Press) -> None:
    """Say in a document what it is, and for which press, whose ICC profile is put into it."""
    profile = pdf.Reference(compressed(press.icc, {"N": 4}))
    intent = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(press.condition),
        "OutputCondition": PDFString(press.title),
        "Info": PDFString(press.title),
        "DestOutputProfile": profile,
    }
    if press.registry:
        intent["RegistryName"] = PDFString(press.registry)
    catalog = pdf.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = PDFArray([PDFDictionary(intent)])
    pdf.info.__class__ = _Info


class _Info(PDFInfo):  # type: ignore[misc]
    """What a document says of itself, with its standard."""

    def format(self, document: PDFDocument) -> bytes:
        """The dictionary as it is written."""
        written: bytes = super().format(document)
        return written.replace(b"<<", b"<< /GTS_PDFXVersion (" + PDF_X.encode() + b")", 1)
