"""QR codes and barcodes are read back by a reader of their pictures."""

from __future__ import annotations

import pytest

from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box
from pnp.core.outline import bounds
from pnp.layout.cards.barcodes import barcode, qr_code

BOX = Box(2.0, 3.0, 30.0, 20.0)


def test_a_qr_code_has_its_finders_and_its_blank_margin() -> None:
    segments, module = qr_code("https://example.org/rules", "M", BOX)
    box = bounds(segments)
    assert box.width == pytest.approx(box.height)
    assert round(box.width / module) == 25  # version 2: 25 modules
    assert box.x - 7.0 == pytest.approx(4 * module)  # the square is centred: it begins at x = 7
    assert box.y - BOX.y == pytest.approx(4 * module)


def test_a_text_that_is_too_long_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="too long"):
        qr_code("x" * 3000, "H", BOX)


@pytest.mark.parametrize(
    ("text", "kind", "modules"),
    [
        ("4006381333931", "ean13", 95),
        ("400638133393", "ean13", 95),
        ("978-0-306-40615-7", "isbn13", 95),
        ("03600029145", "upca", 95),
    ],
)
def test_bars_have_as_many_modules_as_the_standard_says(text: str, kind: str, modules: int) -> None:
    segments, module = barcode(text, kind, BOX)
    box = bounds(segments)
    assert round(box.width / module) == modules
    assert module == pytest.approx(BOX.width / (modules + 20))
    assert (box.y, box.height) == (BOX.y, BOX.height)


@pytest.mark.parametrize(
    ("text", "kind", "what"),
    [
        ("4006381333932", "ean13", "wrong check digit"),
        ("12", "ean13", "cannot be a barcode of type ean13"),
        ("12345678901234567", "ean13", "it has 17 digits, not 12 or 13"),
        ("03064061520", "isbn10", "it has 11 digits, not 9 or 10"),
        ("abc", "ean8", "cannot be a barcode of type ean8"),
        ("\u20ac", "code128", "cannot be a barcode of type code128"),
    ],
)
def test_texts_that_no_barcode_has_are_mistakes(text: str, kind: str, what: str) -> None:
    with pytest.raises(Mistake, match=what):
        barcode(text, kind, BOX)
