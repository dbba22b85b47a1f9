"""A text → the modules of a QR code (ISO/IEC 18004) or the bars of a barcode, as filled outlines in a box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from pnp.core import outline
from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box, Segment
from pnp.core.units import Mm

QUIET_MODULES = 4
"""The width of the blank margin around a QR code, in modules, as the standard requires."""

QUIET_BARS = 10
"""The width of the blank margin left and right of a barcode, in its narrowest bars."""

MIN_MODULE: Mm = 0.33
"""Modules smaller than this are hard to read by a phone from a printed card."""

MIN_BAR: Mm = 0.2
"""Bars narrower than this are hard to read; GS1 asks for 0.264 mm at the till."""


DIGITS = {"ean13": 13, "ean8": 8, "upca": 12, "isbn13": 13, "isbn10": 10, "issn": 8}
"""The number of digits of each kind with a fixed number; the last one, a check digit, may be left out."""
CHECKED = ("ean13", "ean8", "upca", "isbn13")
"""The kinds for which the library returns the whole number, check digit included."""


def qr_code(text: str, level: str, box: Box) -> tuple[tuple[Segment, ...], Mm]:
    """Return the dark modules of a QR code, in a square centred in a box with its blank margin, and a module's size.

    Args:
        text: The text, usually an address.
        level: The share of the code that may be damaged: L 7 %, M 15 %, Q 25 %, H 30 %.
        box: The box, mm.

    Raises:
        Mistake: The text is too long for a code.
    """
    import segno

    try:
        rows = segno.make(text, error=level, micro=False, boost_error=False).matrix
    except segno.DataOverflowError:
        raise Mistake("is too long for a QR code", "shorten it, or choose level: L") from None
    side = min(box.width, box.height)
    module = side / (len(rows) + 2 * QUIET_MODULES)
    left = box.x + (box.width - side) / 2 + QUIET_MODULES * module
    top = box.y + (box.height - side) / 2 + QUIET_MODULES * module
    segments: list[Segment] = []
    for index, row in enumerate(rows):
        for start, length in _dark_runs(row):
            rectangle = outline.rectangle(left + start * module, top + index * module, length * module, module)
            segments += rectangle
    return tuple(segments), module


def barcode(text: str, kind: str, box: Box) -> tuple[tuple[Segment, ...], Mm]:
    """Return the bars of a barcode that fill a box with its blank margins, and the width of the narrowest.

    Args:
        text: Its digits or letters; a check digit may be left out.
        kind: One of pnp.project.elements.BARCODES.
        box: The box, mm.

    Raises:
        Mistake: This kind of barcode cannot encode the text, or the check digit is wrong.
    """
    from barcode import get_barcode_class
    from barcode.errors import BarcodeError

    digits = text.replace(" ", "").replace("-", "") if kind not in ("code128", "code39") else text
    what, fix = f"cannot be a barcode of type {kind}", "correct it, or choose another type:"
    if kind in DIGITS and len(digits) not in (DIGITS[kind] - 1, DIGITS[kind]):  # the library ignores the rest
        raise Mistake(f"{what}: it has {len(digits)} digits, not {DIGITS[kind] - 1} or {DIGITS[kind]}", fix)
    try:
        code = get_barcode_class(kind)(digits, **({"add_checksum": False} if kind == "code39" else {}))
        bars = code.build()[0]
    except BarcodeError as error:
        raise Mistake(f"{what}: {str(error).rstrip('.')}", fix) from None
    except (ValueError, KeyError, IndexError) as error:
        raise Mistake(what, fix) from error
    whole = str(code.get_fullcode())
    if kind in CHECKED and len(digits) == len(whole) and digits != whole:
        raise Mistake(f"has a wrong check digit: {digits}", f"write {whole}")
    module = box.width / (len(bars) + 2 * QUIET_BARS)
    left = box.x + QUIET_BARS * module
    segments: list[Segment] = []
    for start, length in _dark_runs(int(bar) for bar in bars):
        segments += outline.rectangle(left + start * module, box.y, length * module, box.height)
    return tuple(segments), module


def _dark_runs(modules: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the start and the length of each run of dark modules in a row."""
    position = 0
    for is_dark, run in groupby(modules):
        length = len(list(run))
        if is_dark:
            yield position, length
        position += length
