"""What a PDF says of itself → the same as XMP, which readers and archives look at first (ISO 16684-1)."""

from __future__ import annotations

from xml.sax.saxutils import escape

PDF_X = "PDF/X-1a:2003"
"""ISO 15930-4."""

_X_NAMESPACES = ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"'


def packet(title: str, language: str, author: str, subject: str, program: str, is_x: bool = False) -> str:
    """An XMP packet; what is empty is left out. Nothing in it tells when it was made.

    Args:
        title: What is in it.
        language: BCP 47 tag.
        author: Who made that.
        subject: More of what is in it.
        program: What wrote it.
        is_x: Whether the file is PDF/X-1a.
    """
    entries = [
        f"<dc:title>{_in_language(title)}</dc:title>",
        f"<dc:language><rdf:Bag><rdf:li>{escape(language)}</rdf:li></rdf:Bag></dc:language>",
        "<dc:format>application/pdf</dc:format>",
        f"<xmp:CreatorTool>{escape(program)}</xmp:CreatorTool>",
    ]
    if is_x:
        entries += [
            "<pdf:Trapped>False</pdf:Trapped>",
            f"<pdfx:GTS_PDFXVersion>{PDF_X}</pdfx:GTS_PDFXVersion>",
        ]
    if author:
        entries.append(f"<dc:creator><rdf:Seq><rdf:li>{escape(author)}</rdf:li></rdf:Seq></dc:creator>")
    if subject:
        entries.append(f"<dc:description>{_in_language(subject)}</dc:description>")
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
        + (_X_NAMESPACES if is_x else "")
        + ">\n"
        + "\n".join(entries)
        + '\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>'
    )


def _in_language(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li></rdf:Alt>'
