"""The rows of a table → those that are cards. Totals, and rows with nothing but unticked boxes, are left out.

A row that is left out because it holds a total is reported. A nearly empty row is kept as a card, and reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, in_words
from pnp.project.cards import COPIES, is_likely
from pnp.project.tree import Map, Seq

_TOTALS = {
    "total", "totals", "subtotal", "sub-total", "grand total", "sum", "total cards", "cards total", "total copies",
    "gesamt", "gesamtzahl", "insgesamt", "summe", "zwischensumme", "karten gesamt", "somme", "sous-total",
    "total cartes", "suma", "suma total", "totale", "somma", "total de cartas", "soma", "totaal", "som", "summa",
    "totalt", "yhteensä", "i alt", "razem", "łącznie", "celkem", "összesen", "toplam", "итого", "всего", "сумма",
    "σύνολο", "合計", "合计", "总计", "總計", "합계", "총계", "المجموع", "סה״כ", 'סה"כ',
}  # fmt: skip
"""Labels that people write beside the sum of a column."""

MIN_SUMMED = 4
"""A number counts as the sum of the cells above it only if there are at least this many; fewer add up by chance."""

MAX_BELOW_SUM = 5
"""At most this many rows, with remarks or further sums, may follow a sum."""


def card_rows(rows: Seq, diagnostics: Diagnostics) -> Seq:
    """Return the rows of a table that are cards. The others are reported, except for rows with nothing but false.

    A column of tick boxes in a spreadsheet has FALSE in every row down to the end of the sheet, far below the last
    card. Lists of cards in YAML and JSON are returned unchanged.
    """
    if not _is_table(rows):
        return rows
    kept = [index for index, row in enumerate(rows) if not _is_unticked(row)]
    if all(isinstance(value, bool) for index in kept for value in rows[index].values()):
        return rows  # each card is nothing but true or false
    usual = _usual_columns([rows[index] for index in kept])
    set_of_usual = set(usual)
    cards = [index for index in kept if rows[index].keys() >= set_of_usual or not _is_total(rows, index, usual)]
    for index in sorted({*kept} - {*cards}):
        row = rows[index]
        what = f"the row holds a total, not a card: {_contents(row)}"
        fix = f"delete it; if it is a card, fill in {_listed(usual, row)}"
        diagnostics.report(Code.TABLE_ROW, row.place, what=what, why="no card is made of it", fix=fix)
    if len(cards) == len(rows):
        return rows
    left = Seq(rows.file, rows.at)
    left.unnamed_columns = rows.unnamed_columns
    for index in cards:
        left.put(rows[index], rows.items_at[index])
    return left


def report_bare_rows(rows: Seq, diagnostics: Diagnostics) -> None:
    """Report rows that are printed as cards although they hold only a remark, or nothing that other cards hold."""
    usual = _usual_columns(rows) if _is_table(rows) else []
    set_of_usual = set(usual)
    for index, row in enumerate(rows if usual else ()):
        if row.keys() >= set_of_usual:
            continue
        missing = [name for name in usual if name not in row]
        is_apart = index > 0 and row.place.line > rows[index - 1].place.line + 1
        told = [name for name, value in row.items() if value is not False and name != COPIES and not is_likely(name)]
        if len(told) <= 1 and len(missing) > (0 if is_apart or not told else 1):
            what = f"a card is printed for a row that holds only {_contents(row)}"
            fix = f"delete it, or fill in {_listed(usual, row)}; or declare fields:, with ? where cards may have none"
            diagnostics.report(Code.TABLE_ROW, row.place, what=what, fix=fix)


def _is_table(rows: Seq) -> bool:
    return bool(rows) and isinstance(rows[0], Map) and bool(rows[0].header)


def _is_unticked(row: Map) -> bool:
    return all(value is False for value in row.values())


def _usual_columns(rows: Sequence[Map]) -> list[str]:
    """Return the columns that at least half of the rows fill, in order."""
    filled = Counter(chain.from_iterable(rows))
    return [name for name in rows[0].header if filled[name] * 2 >= len(rows)]


def _is_total(rows: Seq, index: int, usual: Sequence[str]) -> bool:
    """Whether a row lacks what cards have, and holds a word for a total, or nothing but sums and a label."""
    row = rows[index]
    texts = [value for name, value in row.items() if isinstance(value, str) and name not in row.faults]
    if len(texts) > 1:
        return False
    if texts and texts[0].casefold().strip(" :=.") in _TOTALS:
        return True
    numbers = [name for name, value in row.items() if type(value) in (int, float)]
    after = rows[index + 1 : index + 2 + MAX_BELOW_SUM]
    is_last = len(after) <= MAX_BELOW_SUM and all(any(name not in later for name in usual) for later in after)
    return bool(numbers) and is_last and all(_is_sum(rows[:index], name, row[name]) for name in numbers)


def _is_sum(above: Sequence[Map], column: str, number: float) -> bool:
    values = [row.get(column) for row in above]
    numbers = [float(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    return len(numbers) >= MIN_SUMMED and abs(sum(numbers) - number) < 0.005


def _contents(row: Map) -> str:
    """Return the first cells of a row, with the names of their columns, as text for a message."""
    return ", ".join(f"{name} “{(row.cells.get(name) or str(value))[:40]}”" for name, value in list(row.items())[:3])


def _listed(usual: Sequence[str], row: Map) -> str:
    """Return, as text, the columns that cards fill and this row does not."""
    return in_words([name for name in usual if name not in row])
