"""Files that are no SVG, or hold what no drawing may."""

from __future__ import annotations

import pytest

from pnp.core.diagnostics import Diagnostics
from pnp.layout.svg.items import parse_drawing


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"<svg>\n <g></svg>", "2:7 svg-broken: not well-formed XML: mismatched tag"),
        (b"", "1:1 svg-broken: not well-formed XML: no element found"),
        (b"<html/>", "1:1 svg-broken: the outermost element is not <svg>"),
        (b"<?xml version='1.0' encoding='klingon'?><svg/>", "1:1 svg-broken: the encoding cannot be read"),
        (
            b'<!DOCTYPE svg [\n<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
            "2:12 svg-unsupported: the entity a is declared",
        ),
        (
            b'<!DOCTYPE svg [\n <!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
            "2:40 svg-unsupported: the entity a is declared",
        ),
        (b'<!DOCTYPE svg [\n<!ENTITY % a "b">]><svg/>', "2:14 svg-unsupported: the entity a is declared"),
        (
            b'<?xml-stylesheet href="a.css"?><svg viewBox="0 0 1 1"/>',
            "1:1 svg-unsupported: a style sheet cannot be used in a drawing",
        ),
    ],
)
def test_unreadable_file(content, fault):
    diagnostics = Diagnostics()
    assert parse_drawing(content, "a.svg", diagnostics) is None
    (found,) = diagnostics
    assert f"{found.place.line}:{found.place.column} {found.code}: {found.what}".startswith(fault)


def test_doctype_without_entities_and_an_unusual_encoding_are_fine():
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    content = (
        f'<?xml version="1.0" encoding="utf-16"?>{doctype}<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    )
    drawing = parse_drawing(content.encode("utf-16"), "a.svg", Diagnostics())
    assert drawing is not None
    assert len(drawing.template) == 1
