"""A deck of nanDECK → its table, copies, card size and drawing, and a list of parts that are not imported.

The cards are the rows of the tables that a script links, each as often as LINKMULTI says, or the elements of its
sequences, or those that its ranges name. Cards that DUPLEX or FOLD puts behind others become a back.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm, whole_number
from pnp.extensions.importing.drawn.cards import DrawnDeck, plain_header, uses_of
from pnp.extensions.importing.drawn.elements import CallTemplates
from pnp.extensions.importing.drawn.units import PixelUnits
from pnp.extensions.importing.drawn.values import ComputedError, DrawingCall
from pnp.extensions.importing.found_deck import ColumnUses, FoundDeck
from pnp.extensions.importing.tables import (
    check_within,
    decode_file,
    is_file,
    numbered_sheet,
    read_rows,
    within,
    written_rows,
)
from pnp.extensions.nandeck.directives import DRAWS, UNITS
from pnp.extensions.nandeck.drawing import CardsOfSide, DirectiveDrawing, NewCard, with_added
from pnp.extensions.nandeck.formulas import calculate, cards_in, split_outside, unquoted
from pnp.extensions.nandeck.script import Directive, NanDeckScript, parse_script
from pnp.project.cards import MOST
from pnp.project.delimited import parse_csv
from pnp.project.files import Files, table_endings
from pnp.project.tree import Seq

_PICTURE = lazy_pattern(r"[^|<>\n]+\.(?:png|jpe?g|gif|bmp|svg)", re.IGNORECASE)
_FAR = lazy_pattern(r"[A-Za-z]:|[/\\]|(?:\.[/\\])*\.\.")
_SEQUENCE = lazy_pattern(r"\[([^\[\]:]+)(?::[^\[\]]*)?\]")

MM_DPI = 25.4
"""The resolution at which a pixel is a millimetre."""

MOST_LINKED = 20
MOST_SAFE: Mm = 3.0
SAFE_PART = 0.05
"""Texts keep this part of a card's shorter side from the cut, up to `MOST_SAFE`: nanDECK knows no safe area."""


def read_nandeck(
    path: Path, sheet: str, copies: str, encoding: str, diagnostics: Diagnostics, folder: Path | None = None
) -> tuple[list[FoundDeck], str]:
    """Return the deck, and letters to be checked; no deck for a table with faults.

    Args:
        path: The script, or the table that it links.
        sheet: The sheet of a workbook.
        copies: The column of copies, as LINKMULTI names it; "" for that of the script.
        encoding: The encoding of files that are not Unicode.
        diagnostics: Collects the faults of the table.
        folder: The folder whose files the script may read; None for its own.

    Raises:
        Fault: A file cannot be read, lies elsewhere, or names no table.
    """
    if path.suffix.lower() in table_endings() and path.suffix.lower() != ".txt":  # a script may be a .txt, too
        rows, letters = read_rows(path, sheet, encoding, diagnostics)
        return ([] if rows is None else [FoundDeck(rows, copies)]), letters
    return _ScriptProject(path, sheet, copies, encoding, diagnostics, folder or path.parent).decks()


class _LinkedTables:
    """The linked tables of a script: their columns, with a cell for each row, and the copies of each row."""

    def __init__(self) -> None:
        self.rows: Seq | None = None
        self.columns: dict[str, list[str]] = {}
        self.copies: list[int] = []
        self.copies_column = ""
        self.number = 1
        self.tables = 0
        self.is_changed = False

    def cards(self) -> list[int]:
        """Return the row of each card, from 0."""
        return [row for row, count in enumerate(self.copies) for _ in range(count)]

    def by_card(self) -> dict[str, list[str]]:
        """Return the columns with a cell for each card."""
        cards = self.cards()
        return {name: [column[row] for row in cards] for name, column in self.columns.items()}

    def combine(self, *tables: Mapping[str, Sequence[str]]) -> None:
        """Put tables with a cell for each card side by side; later ones replace columns, shorter ones begin again."""
        together = {name: column for table in tables for name, column in table.items() if column}
        count = max(map(len, together.values()), default=0)
        rows = list(
            zip(*([column[n % len(column)] for n in range(count)] for column in together.values()), strict=True)
        )
        groups = [(row, len(list(same))) for row, same in itertools.groupby(rows)]
        self.columns = {name: [row[index] for row, _ in groups] for index, name in enumerate(together)}
        self.copies, self.copies_column, self.number = [number for _, number in groups], "", 1


class _ScriptProject:
    """The folder of a script."""

    def __init__(
        self, path: Path, sheet: str, copies: str, encoding: str, diagnostics: Diagnostics, folder: Path
    ) -> None:
        self.path = path
        self.sheet = sheet
        self.copies = copies
        self.encoding = encoding
        self.diagnostics = diagnostics
        self.folder = folder
        self.letters = ""
        self.left_out: list[str] = []
        self.linked = _LinkedTables()
        self.is_faulty = False

    def decks(self) -> tuple[list[FoundDeck], str]:
        """Return the deck of the script."""
        text = self.text(self.path)
        script = parse_script(text, self.path.name, self.link, self.include)
        if self.is_faulty:
            return [], ""
        self.left_out += script.left_out
        script.directives += _border(script)
        return [self.found(script)], "".join(sorted({*self.letters}))

    # Files

    def text(self, path: Path, place: Place | None = None) -> str:
        """Return the text of a script."""
        content = Files(path.parent).read(path.name, place or Place(path.name))
        decoded = decode_file(content, path.name, self.encoding, self.diagnostics)
        self.letters += decoded.letters
        return decoded.text

    def include(self, name: str, line: int) -> str:
        """Return the text of another script that this one includes."""
        path, place = self.path.parent / name.replace("\\", "/"), Place(self.path.name, line)
        check_within(self.folder, path, f"INCLUDE={name}", place)
        if not is_file(path):
            self.left_out.append(f"{self.path.name}:{line}: INCLUDE={name} (no such file beside the script)")
            return ""
        return self.text(path, place)

    def picture(self, name: str) -> Path | None:
        """Return the path of a picture that the script names, in any case, or beside it if it lies elsewhere."""
        parts = [part for part in re.split(r"[/\\]", name) if part not in ("", ".")]
        starts = range(len(parts)) if _FAR.match(name) else range(1)
        for start in starts:
            path = _in_any_case(self.path.parent, parts[start:])
            if path is not None and within(self.folder, path):
                return path
        return None

    def local(self, name: str) -> str:
        """Return the path of a picture with slashes, below the script's folder if it lies there."""
        path = name.replace("\\", "/").strip()
        if not _FAR.match(path):
            return path
        found = self.picture(path)
        is_below = found is not None and found.is_relative_to(self.path.parent)
        return found.relative_to(self.path.parent).as_posix() if found and is_below else path

    # Tables

    def link(self, link: str, multi: str, line: int) -> Mapping[str, list[str]]:
        """Read a linked table, or one that the script holds, and return all columns with an element for each card."""
        linked = self.linked
        if linked.tables >= MOST_LINKED or self.is_faulty:
            return {}
        if "\n" in link:
            rows = parse_csv(link, self.path.name, self.diagnostics)
        else:
            rows, letters = self.table(link)
            self.letters += letters
        if rows is None:
            self.is_faulty = True
            return {}
        header = list(rows[0].header) if rows else []
        cells = {name: [row.cells.get(name) or _text(row.get(name)) for row in rows] for name in header}
        for name, column in cells.items():
            if not all(_PICTURE.fullmatch(cell) for cell in column if cell):
                continue
            local = [self.local(cell) for cell in column]
            if local != column:
                cells[name] = local
                linked.is_changed = True
        if linked.tables:
            why = "a further table: its columns stand beside those before, or replace them"
            self.left_out.append(f"{self.path.name}:{line}: LINK={link[:50]} ({why})")
            before = linked.by_card()
            linked.columns = cells
            linked.copies = self.counts(cells, len(rows), self.copies or multi)
            linked.combine(before, linked.by_card())
        else:
            linked.rows, linked.columns = rows, cells
            linked.copies = self.counts(cells, len(rows), self.copies or multi)
        linked.tables += 1
        return linked.by_card()

    def table(self, link: str) -> tuple[Seq | None, str]:
        """Return the rows of a table that a script links."""
        file, _, link_sheet = link.partition("!")
        file = file.strip().strip('"').replace("\\", "/")
        if not file.lower().endswith(table_endings()):
            what = f"LINK={link} is not a file: a sheet of Google, or a kind of table that is not read"
            fix = "save its table as .csv beside the script and name that; of Google, with pnp import sheet"
            raise Fault(Code.IMPORT_EMPTY, Place(self.path.name), what=what, fix=fix)
        path = self.path.parent / file
        beside = _in_any_case(self.path.parent, [file.rpartition("/")[2]])
        if re.match(r"[A-Za-z]:/", file) and beside:
            path = beside
        check_within(self.folder, path, f"LINK={file}", Place(self.path.name))
        sheet = self.sheet or link_sheet.strip() or numbered_sheet(path, 0)
        return read_rows(path, sheet, self.encoding, self.diagnostics)

    def counts(self, cells: Mapping[str, Sequence[str]], rows: int, multi: str) -> list[int]:
        """Return how many cards each row makes."""
        number = whole_number(multi)
        if number is not None and number <= MOST:
            self.linked.number = number
            return [number] * rows
        column = next((name for name in cells if name.strip().lower() == multi.lower()), "")
        if multi and not column:
            self.left_out.append(f"the table has no column {multi} for copies")
        self.linked.copies_column = column
        return [min(whole_number(cell) or 0, MOST) for cell in cells[column]] if column else [1] * rows

    # The deck

    def found(self, script: NanDeckScript) -> FoundDeck:
        """Return the deck with its table and drawing."""
        unit = UNITS.get(script.settings.get("UNIT", ("CM", (0, "")))[0].strip().upper(), 10.0)
        size = self.size(script, unit)
        is_by_row = bool(self.linked.columns) and (
            not _draws(script) or any(_uses(script, set(map(str.lower, self.linked.columns))))
        )
        own = {} if is_by_row else self.own_columns(script)
        if not is_by_row and not own and not _draws(script):
            what = f"{self.path.name} links no table and has no sequences: nothing says what stands on its cards"
            fix = "name their table, .csv or .xlsx, in place of the script; or write one with a line for each card"
            raise Fault(Code.IMPORT_EMPTY, Place(self.path.name), what=what, fix=fix)
        cards = self.linked.cards() if is_by_row else list(range(max(map(len, own.values()), default=0)))
        total = self.total(script, len(cards), bool(own) or is_by_row)
        columns = self.linked.columns if is_by_row else own
        fronts, backs = self.sides(script, total, len(cards) or total)
        slots, back_cards = self.slots(fronts, backs, cards, columns, _are_copies_alike(script, total))
        names = {name.lower(): name for name in columns}
        sheet = CardsOfSide(slots, names)
        front = DirectiveDrawing(script, sheet, total, size or (60.0, 90.0), unit, self.local)
        calls = front.run()
        if not is_by_row and not own:
            calls_on = sorted({index for element in front.elements.values() for index in element.values})
            if calls_on and len(calls_on) < len(slots):
                empty = f"{len(slots) - len(calls_on)} of {len(slots)} cards"
                self.left_out.append(f"{empty} are left out, as nothing is drawn on them")
                sheet = CardsOfSide([slots[index] for index in calls_on], names)
                front = DirectiveDrawing(script, sheet, total, size or (60.0, 90.0), unit, self.local)
                calls = front.run()
        behind: list[DrawingCall] = []
        back_sheet = None
        if back_cards:
            shown = [NewCard(card, slot.copies, slot.cells) for card, slot in zip(back_cards, slots, strict=True)]
            back_sheet = CardsOfSide(shown, names, sheet.added)
            behind = DirectiveDrawing(script, back_sheet, total, size or (60.0, 90.0), unit, self.local).run()
            sheet.left_out += back_sheet.left_out
        rows, column, number = self.rows(sheet, columns, is_by_row)
        left_out = [*self.left_out, *sheet.left_out, *self.printing(script, unit)]
        if not any(directive.name in DRAWS for directive in script.directives) and not sheet.unread:
            return FoundDeck(rows, column, number, size, [*left_out, *self.leftovers(script, columns)])
        header = rows[0].header if rows else {}
        places = [place for place, slot in enumerate(sheet.slots, 1) for _ in range(slot.copies)]
        if is_by_row and rows is self.linked.rows:
            places = [row + 1 for row in self.linked.cards()]
        width, height = size or (60.0, 90.0)
        drawn = [
            DrawnDeck(
                self.path.name, one, unread, "", {}, PixelUnits(width, height, MM_DPI), 0.0,
                self.picture, {}, {plain_header(name): name for name in header}, places, 1.0,
                min(MOST_SAFE, SAFE_PART * min(width, height)),
            )
            for one, unread in ((calls, sheet.unread), (behind, back_sheet.unread if back_sheet else set()))
        ]  # fmt: skip
        uses = [uses_of(one) for one in drawn]
        both = ColumnUses(
            frozenset().union(*(use.names for use in uses)),
            frozenset().union(*(use.texts for use in uses)),
            {name: icons for use in uses for name, icons in use.icons.items()},
        )
        back = CallTemplates(drawn[1]) if behind else None
        return FoundDeck(rows, column, number, size, left_out, CallTemplates(drawn[0]), both, back)

    def size(self, script: NanDeckScript, unit: Mm) -> tuple[Mm, Mm] | None:
        """Return the card's size: CARDSIZE in the unit UNIT; without them 6 by 9 centimetres, as in nanDECK."""
        text, _ = script.settings.get("CARDSIZE", ("", (0, "")))
        if not text:
            return (60.0, 90.0)
        try:
            width, height = (round(calculate(side, {}) * unit, 2) for side in split_outside(text, ","))
        except (ComputedError, ValueError):
            self.left_out.append(f"CARDSIZE={text}: its sides are not plain numbers")
            return None
        if not (0 < width <= 1000 and 0 < height <= 1000):
            self.left_out.append(f"CARDSIZE={text}: no card is as large")
            return None
        return width, height

    def own_columns(self, script: NanDeckScript) -> dict[str, list[str]]:
        """Return the sequences that a script writes out as columns; shorter ones begin again, as in nanDECK.

        Of a script that draws, only those that it shows on a card are columns.
        """
        used = set(_uses(script, script.own.keys())) if _draws(script) else script.own.keys()
        own = {script.own[key]: script.sequences[key] for key in script.own if key in used}
        longest = max(map(len, own.values()), default=0)
        for name, elements in own.items():
            if len(elements) < longest:
                has = counted(len(elements), "element")
                self.left_out.append(f"[{name}] has {has} for {longest} cards: it begins again, as in nanDECK")
        number = whole_number(self.copies or unquoted(script.settings.get("LINKMULTI", ("", (0, "")))[0]))
        self.linked.number = number if number is not None and 0 < number <= MOST else 1
        return {name: [elements[n % len(elements)] for n in range(longest)] for name, elements in own.items()}

    def leftovers(self, script: NanDeckScript, columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield a line for each label and sequence of a script without drawing that is no column."""
        for key, text in script.labels.items():
            if key not in map(str.lower, columns):
                yield f"[{key}] is one value for all cards, “{unquoted(text)[:40]}”; write it as a fact in game.yaml"
        if names := [name for name in script.own.values() if name not in columns]:
            yield f"sequences beside the table: {', '.join(names)}"

    def total(self, script: NanDeckScript, cards: int, has_columns: bool) -> int:
        """Return how many cards nanDECK makes: as CARDS says, or as many as there are elements, or as ranges name."""
        named = script.settings.get("CARDS", ("", (0, "")))[0]
        highest = cards
        ranges = [one.arguments[0] for one in script.directives if one.name in DRAWS and one.arguments]
        ranges += split_outside(script.settings.get("DUPLEX", ("", (0, "")))[0], ",")[:2]
        for text in dict.fromkeys(ranges):
            try:
                computed = script.computed(unquoted(text), {})
                highest = max(highest, *cards_in(computed, 1, {})) if computed.strip() else highest
            except (ComputedError, TypeError):
                continue
        try:
            highest = int(calculate(script.computed(named, {}), {})) if named else highest
        except ComputedError:
            self.left_out.append(f"CARDS={named}: it is not a number")
        return max(min(highest, MOST), 1)

    def sides(self, script: NanDeckScript, total: int, filled: int) -> tuple[list[int], list[int]]:
        """Return the cards that are fronts, and the card behind each; none without DUPLEX.

        Cards beyond the filled ones have no row, and nobody misses them.
        """
        text, (line, source) = script.settings.get("DUPLEX", ("", (0, "")))
        parts = [unquoted(one) for one in split_outside(text, ",")]
        if len(parts) < 2:
            return list(range(1, total + 1)), []
        try:
            fronts, backs = (cards_in(script.computed(one, {}), total, {}) for one in parts[:2])
        except ComputedError as error:
            self.left_out.append(f"{self.path.name}:{line}: {source} ({error})")
            return list(range(1, total + 1)), []
        others = [card for card in range(1, filled + 1) if card not in {*fronts, *backs}]
        if others:
            self.left_out.append(
                f"{self.path.name}:{line}: {source} ({counted(len(others), 'card')} without a back left out)"
            )
        return fronts, [backs[index % len(backs)] for index in range(len(fronts))]

    def slots(
        self,
        fronts: Sequence[int],
        backs: Sequence[int],
        cards: Sequence[int],
        columns: Mapping[str, Sequence[str]],
        are_copies_alike: bool,
    ) -> tuple[list[NewCard], list[int]]:
        """Return the cards of the new deck, and the card of nanDECK behind each; copies of a row are one card."""
        slots: list[NewCard] = []
        behind: list[int] = []
        last = -1
        for index, card in enumerate(fronts):
            row = cards[card - 1] if card <= len(cards) else -1
            if (
                are_copies_alike
                and row >= 0
                and row == last
                and (not backs or backs[index] == behind[-1] or len(set(backs)) > 1)
            ):
                slots[-1] = NewCard(slots[-1].card, slots[-1].copies + 1, slots[-1].cells)
                continue
            cells = {name: column[row] for name, column in columns.items()} if row >= 0 else {}
            slots.append(NewCard(card, 1, cells))
            if backs:
                behind.append(backs[index])
            last = row
        return slots, behind

    def rows(self, sheet: CardsOfSide, columns: Mapping[str, Sequence[str]], is_by_row: bool) -> tuple[Seq, str, int]:
        """Return the table, its column of copies, and how many copies all cards have.

        It is the linked table itself if its rows are the cards and nothing is added.
        """
        linked, slots = self.linked, sheet.slots
        is_whole = (
            is_by_row
            and linked.tables == 1
            and not sheet.added
            and len(slots) == sum(count > 0 for count in linked.copies)
            and sum(slot.copies for slot in slots) == sum(linked.copies)
            and all(slot.cells for slot in slots)
        )
        if is_whole and linked.rows is not None and not linked.is_changed:
            return linked.rows, linked.copies_column, linked.number
        slots = with_added(slots, sheet.added)
        copies_column = linked.copies_column if is_by_row else ""
        header = [*columns, *sheet.added]
        number = linked.number
        counts = {slot.copies for slot in slots}
        if not copies_column and counts != {number} and is_by_row:
            copies_column, number = "copies", 1
            header = [*header, copies_column]
        cells = [
            [str(slot.copies) if name == copies_column else slot.cells.get(name, "") for name in header]
            for slot in slots
        ]
        rows = written_rows(header, cells, self.path.name, self.diagnostics)
        assert rows is not None, "a table that pnp has written is valid"
        return rows, copies_column, number

    def printing(self, script: NanDeckScript, unit: Mm) -> Iterator[str]:
        """Yield a line for each directive for printing that has a counterpart."""
        for name, key in (("MARGINS", "margin"), ("GAP", "gutter")):
            text, (line, source) = script.settings.get(name, ("", (0, "")))
            try:
                length = calculate(split_outside(text, ",")[0], {}) * unit if text else 0.0
            except ComputedError:
                continue
            if length > 0:
                how = f"for the sheets of pnp: print: {{{key}: {round(length, 1):g}mm}} in game.yaml"
                yield f"{self.path.name}:{line}: {source} ({how})"
        saves = {one.name: one.line for one in script.directives if one.name.startswith(("SAVE", "DISPLAY"))}
        if saves:
            how = "pnp build makes the sheets, pnp export pictures of cards"
            yield f"{self.path.name}:{min(saves.values())}: {', '.join(saves)} ({how})"


def _border(script: NanDeckScript) -> Iterator[Directive]:
    """Yield the directive that draws a border of a given thickness; a thinner one only shows where to cut."""
    text, (line, source) = script.settings.get("BORDER", ("", (0, "")))
    shape, *others = [unquoted(part) for part in split_outside(text, ",")]
    names = {"RECTANGLE": "RECTANGLE", "ROUNDED": "ROUNDRECT"}
    if shape.upper() in names and len(others) > 1 and others[1]:
        look = ("", "0", "0", "100%", "100%", others[0] or "#000000", "EMPTY", others[1])
        yield Directive(names[shape.upper()], look, line, "", source, {}, ())


def _draws(script: NanDeckScript) -> bool:
    return any(directive.name in DRAWS for directive in script.directives)


def _are_copies_alike(script: NanDeckScript, total: int) -> bool:
    """Whether copies of a card look like its first one: nanDECK copies that unless LINKMULCOPY=OFF is written."""
    if unquoted(script.settings.get("LINKMULCOPY", ("", (0, "")))[0]).upper() != "OFF":
        return True
    drawn = [one for one in script.directives if one.name in DRAWS]
    with contextlib.suppress(ComputedError):
        ranges = {one.arguments[0] for one in drawn if one.arguments and "[" not in one.arguments[0]}
        are_whole = all(len({*cards_in(script.computed(text, {}), total, {})}) >= total for text in ranges)
        texts = (text for one in drawn for text in (*one.arguments, *(condition for condition, _ in one.conditions)))
        return are_whole and not any("§" in text for text in (*texts, *script.labels.values()))
    return False


def _uses(script: NanDeckScript, names: Collection[str]) -> Iterator[str]:
    """Yield each of some sequences, in lower case, that directives show on cards or compare."""
    seen: set[str] = set()
    waiting = [
        text
        for directive in script.directives
        for text in (*directive.arguments, *(condition for condition, _ in directive.conditions))
    ]
    while waiting:
        for name in _SEQUENCE.findall(waiting.pop()):
            key = name.strip().lower()
            if key not in seen:
                seen.add(key)
                waiting += [script.labels[key]] if key in script.labels else []
                if key in names:
                    yield key


def _in_any_case(folder: Path, parts: Sequence[str]) -> Path | None:
    """Return the path of a file by its parts, which may differ from it in case; None if there is none."""
    path = folder
    for part in parts:
        if (path / part).exists():
            path /= part
            continue
        try:
            found = next((one for one in sorted(path.iterdir()) if one.name.lower() == part.lower()), None)
        except OSError:
            return None
        if found is None:
            return None
        path = found
    return path if parts and path.is_file() else None


def _text(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
