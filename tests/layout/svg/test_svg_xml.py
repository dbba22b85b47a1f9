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
    ],
)
def test_unreadable_file(content, fault):
    diagnostics = Diagnostics()
    assert parse_drawing(content, "a.svg", diagnostics) is None
    (found,) = diagnostics
    assert f"{found.place.line}:{found.place.column} {found.code}: {found.what}".startswith(fault)


ENTITIES = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "lime">]><svg viewBox="0 0 9 9" fill="&a;"><path d="M0 0h9v9"/></svg>', ""),
        (
            '<!DOCTYPE svg [\n <!ENTITY a SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 9 9">&a;</svg>',
            "2:66 svg-unsupported: the entity from 'file:///etc/passwd' is not read",
        ),
        (
            '<?xml-stylesheet href="a.css"?><svg viewBox="0 0 1 1"/>',
            "1:1 svg-unsupported: a style sheet in another file is not read",
        ),
        (f'<!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">{ENTITIES}]><svg viewBox="0 0 9 9">&a11;</svg>', "svg-broken"),
    ],
)
def test_entities_are_those_of_the_file(content: str, fault: str) -> None:
    diagnostics = Diagnostics()
    drawing = parse_drawing(content.encode(), "a.svg", diagnostics)
    assert (drawing is None) == ("broken" in fault)
    assert fault in "".join(f"{d.place.line}:{d.place.column} {d.code}: {d.what}" for d in diagnostics)
    if not fault:
        assert drawing is not None and drawing.template[0].fill == "#00ff00"  # type: ignore[union-attr]


def test_doctype_without_entities_and_an_unusual_encoding_are_fine():
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    content = (
        f'<?xml version="1.0" encoding="utf-16"?>{doctype}<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    )
    drawing = parse_drawing(content.encode("utf-16"), "a.svg", Diagnostics())
    assert drawing is not None
    assert len(drawing.template) == 1
