"""A Squib deck → its table, copies, card size and drawing, and a list of parts that are not imported.

Squib keeps cards in a CSV or a workbook, and repeats a row as often as its column qty says, or the column that explode:
names. A script may have several decks; each has a table, or its cards are written in the script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.core.units import MM_PER_INCH, Mm
from pnp.extensions.importing.drawn.cards import DrawnDeck, plain_header, uses_of
from pnp.extensions.importing.drawn.elements import CallTemplates
from pnp.extensions.importing.drawn.units import CELL_PX, PixelUnits
from pnp.extensions.importing.drawn.values import CardText, ComputedError, TableColumn
from pnp.extensions.importing.found_deck import FoundDeck
from pnp.extensions.importing.tables import (
    check_within,
    decode_file,
    is_file,
    numbered_sheet,
    read_rows,
    within,
    written_rows,
)
from pnp.extensions.squib.layout import load_config, load_layouts
from pnp.extensions.squib.ruby import SquibTable, is_written_column
from pnp.extensions.squib.script import HEIGHT, WIDTH, SquibDeck, SquibScript, parse_script
from pnp.project.files import Files
from pnp.project.tree import Seq, parse_yaml
from pnp.project.values import CARD_SIZES

EXPLODED = "qty"
"""The column of copies, unless a deck names another."""

_LISTS = (".yaml", ".yml", ".json")
"""Endings of files with lists of cards."""

SOURCES = "src"
"""The folder of scripts in a project that ``squib new --advanced`` has made: Squib runs in the folder above."""

DPI = 300
"""The resolution of Squib's cards unless a deck has another."""

USUAL_BLEED: Mm = MM_PER_INCH / 8
"""The bleed of the print shops' templates that Squib's users usually draw for."""

SCREEN_DPI = 96
"""The resolution for which early versions of Squib set type."""

NEAR: Mm = 0.4
"""A card has a usual size if its sides differ from it by no more than this."""


def read_squib(
    path: Path, sheet: str, copies: str, encoding: str, diagnostics: Diagnostics, folder: Path | None = None
) -> tuple[list[FoundDeck], str]:
    """Return the decks of a script or table, and letters to be checked; no decks for a table with faults.

    Args:
        path: A .csv or .xlsx, or the .rb that reads one.
        sheet: The sheet of a workbook.
        copies: The column of copies; "" for the one that Squib would use.
        encoding: The encoding of a table that is not Unicode.
        diagnostics: Collects the faults of the table.
        folder: The folder whose files the script may read; None for its own.

    Raises:
        Fault: A file cannot be read, lies elsewhere, or has no cards.
    """
    if path.suffix.lower() == ".rb":
        return _Project(path, sheet, copies, encoding, diagnostics, folder or _project_folder(path)).decks()
    rows, letters = read_rows(path, sheet, encoding, diagnostics)
    if rows is None:
        return [], letters
    column, left_out = _copies_column(rows, copies)
    return [FoundDeck(rows, column, left_out=left_out)], letters


def _project_folder(path: Path) -> Path:
    """Return the folder whose files a script reads: its own, or that above ``src``."""
    return path.parent.parent if path.parent.name == SOURCES else path.parent


def _copies_column(rows: Seq, copies: str) -> tuple[str, list[str]]:
    """Return the column of copies, and a line if the table lacks the one that was named."""
    header = rows[0].header if rows else {}
    named = next((name for name in header if copies and plain_header(name) == plain_header(copies)), "")
    if copies and not named and copies != EXPLODED:
        return "", [f"the table has no column {copies} for copies"]
    return named or (EXPLODED if EXPLODED in header else ""), []


class _Project:
    """The folder of a script, and the files that its decks are made of."""

    def __init__(
        self, path: Path, sheet: str, copies: str, encoding: str, diagnostics: Diagnostics, folder: Path
    ) -> None:
        self.path = path
        self.folder = folder
        self.outside: dict[str, None] = {}
        self.sheet = sheet
        self.copies = copies
        self.encoding = encoding
        self.diagnostics = diagnostics
        content = Files(path.parent).read(path.name, Place(path.name))
        decoded = decode_file(content, path.name, encoding, diagnostics)
        self.letters = decoded.letters
        self.script: SquibScript = parse_script(decoded.text, path.name)

    def decks(self) -> tuple[list[FoundDeck], str]:
        """Return the decks of the script that have cards."""
        decks: list[FoundDeck] = []
        for deck in self.script.decks:
            table = self.table_of(deck)
            if table is None:
                continue
            rows = self.rows(table)
            if rows is None:
                return [], self.letters
            decks.append(self.found(deck, table, self.counted_rows(deck, table, rows)))
        if not decks and self.script.tables:  # the script only reads a table
            table = next(iter(self.script.tables.values()))
            rows = self.rows(table)
            if rows is not None:
                column, left_out = _copies_column(rows, self.copies or table.explode)
                decks.append(FoundDeck(rows, column, left_out=[*self.script.left_out, *left_out]))
        elif not decks:
            what, fix = f"{self.path.name} has no cards and reads no table", "name the .csv or .xlsx itself"
            raise Fault(Code.IMPORT_EMPTY, Place(self.path.name), what=what, fix=fix)
        return decks, self.letters

    def table_of(self, deck: SquibDeck) -> SquibTable | None:
        """Return the table of a deck: the one that it uses, or a table of what its calls write out for each card."""
        tables = [self.script.tables[name] for name in deck.tables if name in self.script.tables]
        if "" in self.script.tables and not tables:
            tables = [self.script.tables[""]]
        for other in tables[1:]:
            deck.left_out.append(f"{self.path.name}:{other.line}: a deck has one table, not {other.file or 'this'} too")
        if tables:
            return tables[0]
        if not deck.calls:
            return None
        return self.written_table(deck)

    def written_table(self, deck: SquibDeck) -> SquibTable:
        """Return a table of the lists in a deck's calls, which become columns, for a deck without a table."""
        columns: dict[str, list[Any]] = {}
        calls = []
        for call in deck.calls:
            options = dict(call.options)
            for name in ("str", "file", "layout"):
                if is_written_column(values := options.get(name)):
                    header = f"{call.options.get('layout') or call.method}" if name == "str" else name
                    header = header if isinstance(header, str) else call.method
                    while columns.get(header, values) != values:
                        header += "_"
                    columns[header] = values
                    options[name] = CardText((TableColumn("", header),))
            calls.append(replace(call, options=options))
        deck.calls[:] = calls
        count = deck.options.get("cards")
        if isinstance(count, ComputedError) and not columns:
            place, what = Place(self.path.name, deck.line), "only Ruby can compute the cards of this deck"
            raise Fault(Code.IMPORT_EMPTY, place, what=what, fix="save them as .csv or .xlsx, and name that file")
        count = count if isinstance(count, int) and 0 < count <= 1000 else max(map(len, columns.values()), default=1)
        columns = {"card": list(range(1, count + 1)), **columns}
        return SquibTable(columns={name: [*cells, *[""] * count][:count] for name, cells in columns.items()})

    def rows(self, table: SquibTable) -> Seq | None:
        """Return the rows of a table; None for one with faults."""
        if table.columns:
            columns = [list(cells) for cells in table.columns.values()]
            longest = max(map(len, columns))
            cells = [["" if one is None else one for one in [*column, *[""] * longest][:longest]] for column in columns]
            return written_rows(list(table.columns), [*zip(*cells, strict=True)], self.path.name, self.diagnostics)
        path = self.beside(table.file)
        check_within(self.folder, path, table.file, Place(self.path.name, table.line))
        if path.suffix.lower() in _LISTS:
            return self.listed_rows(path, table)
        sheet = self.sheet
        if not sheet:
            sheet = table.sheet if isinstance(table.sheet, str) else numbered_sheet(path, table.sheet)
        rows, letters = read_rows(path, sheet, self.encoding, self.diagnostics)
        self.letters = "".join(sorted({*self.letters, *letters}))
        return rows

    def counted_rows(self, deck: SquibDeck, table: SquibTable, rows: Seq) -> Seq:
        """Return as many rows as the deck has cards: one unless ``cards:`` says otherwise."""
        count = deck.options.get("cards", 1)
        if table.line == 0 or not isinstance(count, int) or count >= len(rows):
            return rows
        why = f"cards: {count}" if "cards" in deck.options else "no cards:, which means one card"
        deck.left_out.append(
            f"{self.path.name}:{deck.line}: {counted(count, 'row')} of {len(rows)} imported, as the deck has {why}"
        )
        first = Seq(rows.file, rows.at)
        for index in range(max(count, 1)):
            first.put(rows[index], rows.items_at[index])
        return first

    def listed_rows(self, path: Path, table: SquibTable) -> Seq | None:
        """Return the rows of a list of cards in YAML or JSON; None for one with faults."""
        place = Place(self.path.name, table.line)
        files = Files(path.parent)
        is_json = path.suffix.lower() == ".json"
        text = "" if is_json else files.text(path.name, place)
        entries = files.json(path.name, place) if is_json else parse_yaml(text, path.name, self.script.left_out)
        cards = entries if isinstance(entries, list) and all(isinstance(card, dict) for card in entries) else []
        names = list(dict.fromkeys(name for card in cards for name in card))
        if not names or any(isinstance(value, dict | list) for card in cards for value in card.values()):
            what = f"the cards come from {table.file}, which is not a list of mappings with plain values"
            raise Fault(Code.IMPORT_EMPTY, place, what=what, fix="save it as .csv or .xlsx, and name that file")
        cells = [["" if (value := card.get(name)) is None else value for name in names] for card in cards]
        return written_rows(names, cells, path.name, self.diagnostics)

    def found(self, deck: SquibDeck, table: SquibTable, rows: Seq) -> FoundDeck:
        """Return a deck with its drawing."""
        left_out = [*self.script.left_out, *deck.left_out]
        column, lines = _copies_column(rows, self.copies or table.explode)
        column = "" if deck.options.get("cards", 1) == 1 else column
        config_name = deck.options.get("config", "config.yml")
        config_name = config_name if isinstance(config_name, str) else "config.yml"
        config = {**load_config(self.existing(config_name), config_name, left_out), **self.script.settings}
        units = self.units(deck, config, left_out)
        boxes = load_layouts(deck.layouts, self.existing, units, left_out)
        bleed = _bleed(deck, boxes, units)
        colours = config.get("custom_colors")
        images = str(config.get("img_dir") or ".")
        copies = [_copies(row.get(column)) if column else 1 for row in rows]
        places = [place for place, count in enumerate(copies, 1) for _ in range(count)]
        drawing = DrawnDeck(
            self.path.name,
            deck.calls,
            deck.unread,
            deck.font,
            boxes,
            units,
            bleed,
            lambda name: self.existing(name, images),
            colours if isinstance(colours, dict) else {},
            {plain_header(name): name for name in (rows[0].header if rows else {})},
            places,
            self.type_scale(units),
        )
        left_out += [*lines, *self.printing(deck, units)]
        left_out += [
            f"{name}: outside the folder of the script; --within FOLDER names a wider one" for name in self.outside
        ]
        return FoundDeck(rows, column, 1, drawing.trim, left_out, CallTemplates(drawing), uses_of(drawing))

    def units(self, deck: SquibDeck, config: Mapping[str, Any], left_out: list[str]) -> PixelUnits:
        """Return the size and resolution of a deck."""
        dpi = deck.options.get("dpi", config.get("dpi", DPI))
        cell = config.get("cell_px", CELL_PX)
        plain = PixelUnits(0, 0, dpi if _is_positive(dpi) else DPI, float(cell) if _is_positive(cell) else CELL_PX)
        sides = {}
        for name, usual in (("width", WIDTH), ("height", HEIGHT)):
            px = plain.px(deck.options.get(name, usual))
            if px is None or not 0 < plain.mm(px) <= 1000:
                left_out.append(f"{self.path.name}:{deck.line}: {name} of the deck: only Ruby can compute it")
                px = usual
            sides[name] = px
        return replace(plain, **sides)

    def type_scale(self, units: PixelUnits) -> float:
        """Return how many points in print one point of the deck's fonts is.

        Before Squib 0.14 a point was that of a 96 dpi screen, whatever the resolution of the deck. The version is
        that of a Gemfile.lock.
        """
        path = self.existing("Gemfile.lock")
        versions = Files(path.parent).text(path.name) if path else ""
        match = re.search(r"^ +squib \((\d{1,9})\.(\d{1,9})", versions, re.MULTILINE)
        return SCREEN_DPI / units.dpi if match and (int(match[1]), int(match[2])) < (0, 14) else 1.0

    def printing(self, deck: SquibDeck, units: PixelUnits) -> Iterator[str]:
        """Yield a line for each saved sheet with gaps and margins, which become options of printing; one for others."""
        others: dict[str, int] = {}
        for call in deck.saves:
            parts = []
            for name, key in (("margin", "margin"), ("gap", "gutter")):
                px = units.px(call.options.get(name))
                if px and call.method.startswith("save"):
                    parts.append(f"{key}: {round(units.mm(px), 1):g}mm")
            if parts:
                how = f"for the sheets of pnp: print: {{{', '.join(parts)}}} in game.yaml"
                yield f"{self.path.name}:{call.line}: {call.source} ({how})"
            else:
                others.setdefault(call.method, call.line)
        if others:
            how = "pnp build makes the sheets, pnp export pictures of cards"
            yield f"{self.path.name}:{min(others.values())}: {', '.join(others)} ({how})"

    def beside(self, name: str) -> Path:
        """Return the path of a file that the script names: from its folder, or from where Squib may have run."""
        name = name.replace("\\", "/")
        folders = [self.path.parent, self.folder, self.path.parent.parent]
        return next((path for folder in folders if is_file(path := folder / name)), self.path.parent / name)

    def existing(self, name: str, folder: str = ".") -> Path | None:
        """Return the path of a file that the script names; None if it may read no such file."""
        path = self.beside(f"{folder}/{name}")
        if not is_file(path):
            return None
        if not within(self.folder, path):
            self.outside[name] = None
            return None
        return path


def _is_positive(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _copies(value: Any) -> int:
    """Return how many cards a row makes; Squib makes one if the cell is not a number."""
    return min(value, 1000) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 1


def _bleed(deck: SquibDeck, boxes: Mapping[str, Any], units: PixelUnits) -> float:
    """Return the bleed of a deck's cards, px.

    It is the trim of its save calls, or the margin of a cut line; without either, an eighth of an inch if the card has
    a usual size only without it.
    """
    zones = [call for call in deck.calls if call.method == "cut_zone"]
    trims = [call.options.get("trim") for call in deck.saves]
    margins = [call.options.get("margin", "0.125in") for call in zones]
    cut = boxes.get("cut")
    for value in (*trims, *margins, cut.get("x") if cut else None):
        px = units.px(value)
        if px and 0 < px < min(units.width, units.height) / 4:
            return px
    sides = sorted((units.mm(units.width), units.mm(units.height)))
    cut_sides = [side - 2 * USUAL_BLEED for side in sides]
    if _is_usual(cut_sides) and not _is_usual(sides):
        return USUAL_BLEED / MM_PER_INCH * units.dpi
    return 0.0


def _is_usual(sides: Sequence[Mm]) -> bool:
    """Whether sides, the shorter one first, are those of a card with a name."""
    return any(
        all(abs(side - known) <= NEAR for side, known in zip(sides, sorted(size), strict=True))
        for size in CARD_SIZES.values()
    )
