"""What a PDF says of itself → the same as XMP, which readers and archives look at first (ISO 16684-1)."""

from __future__ import annotations

from xml.sax.saxutils import escape


def packet(title: str, language: str, author: str, subject: str, program: str) -> str:
    """An XMP packet; what is empty is left out. Nothing in it tells when it was made."""
    entries = [
        f"<dc:title>{_in_language(title)}</dc:title>",
        f"<dc:language><rdf:Bag><rdf:li>{escape(language)}</rdf:li></rdf:Bag></dc:language>",
        "<dc:format>application/pdf</dc:format>",
        f"<xmp:CreatorTool>{escape(program)}</xmp:CreatorTool>",
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
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/">\n'
        + "\n".join(entries)
        + '\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>'
    )


def _in_language(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li></rdf:Alt>'
