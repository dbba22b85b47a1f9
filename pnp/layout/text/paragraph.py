"""Runs of text, a width and a size → lines of shaped words.

Lengths are in em until the size is known, so a paragraph is shaped once for all sizes. This module reads no templates
and does not know the box's place on a card.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import accumulate, takewhile

from pnp.core import outline
from pnp.core.fonts import Family, FontFace, FontSet, Word, closed_up
from pnp.core.frame import Art, Box, Item, Link, Matrix, Paint, Path, Stroke, Text, Use, fit_matrix
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import LINE_BREAK, Run, Runs, TextSpan, plain, reads_right_to_left
from pnp.core.patterns import lazy_pattern
from pnp.core.scripts import has_dots, is_upright
from pnp.core.units import Mm
from pnp.core.wide_punctuation import is_wide
from pnp.layout.mirroring import mirrored
from pnp.layout.text.line_breaking import (
    LinePart,
    emptiest_line,
    even_breaks,
    even_breaks_of_fewest,
    greedy_breaks,
    widest_overflow,
)
from pnp.layout.text.line_distance import TextLine, opened
from pnp.text.bidi import is_right_to_left, reads_leftward, starts_right, text_of, visual_order, with_levels
from pnp.text.hyphenation import hyphenate
from pnp.text.numbers import base_language
from pnp.text.segmentation import ICON, break_costs, has_breaks_inside, has_finer_breaks, is_set_solid, is_syllabic

ICON_EM = 1.15
"""Side of an inline icon, in em."""

UNDER_EM, THROUGH_EM, RULE_EM = 0.12, 0.25, 0.06
"""The middle of a line under the baseline and of one through the letters above it, and their height, in em."""

DOT_EM, DOT_ABOVE, DOT_BELOW = 0.055, 0.97, 0.25
"""The radius of a dot that stresses a letter, and its middle above the baseline and below it, in em."""

RUBY_EM, RUBY_ABOVE = 0.5, 0.97
"""The size of ruby, and its baseline above that of its letters, in em."""

LOOSE = 0.22
"""A paragraph is hyphenated, if that is allowed, when a line leaves more than this share of the width empty."""

_COMPLEX = lazy_pattern("[^\u0000-\u058f\u1d00-\u2bff\ue000-\uf8ff]")
"""Letters of scripts other than Latin, Greek, Cyrillic and Armenian, which may need more than words and spaces.

The ranges are those of all other characters, as Python compiles a few short ranges faster than many long ones.
"""

SHORT_WORD = 2
"""A word with at most this many letters should not end a line before a number."""

_BREAK_AFTER = lazy_pattern(
    r"(?<=[^\W\d_][-/])(?<!\b[\u05d0-\u05ea]-)(?=[^\W\d_])|(?<=[^\W\d_][–—])(?=\w)|(?<=[\w)]—)(?=\w)|(?<=\u1361)|\u200b"
)
"""After a hyphen or stroke between letters (ABC-123 stays whole: UAX #14, LB25), a dash, or Ethiopia's wordspace."""

_MAY_BREAK = lazy_pattern("[-–—/\u1361\u200b\u00ad]")
SOFT_HYPHEN = "\u00ad"
ZERO_WIDTH_SPACE = "\u200b"


@frozen_dataclass(slots=True)
class TextStyle:
    """The look of a text.

    Attributes:
        size: Size of the em, mm; the largest one where ``smallest`` is given.
        smallest: The least size allowed, mm.
        leading: From baseline to baseline, in em.
        language: For hyphenation, direction and forms of letters; a run may have another one.
        font: The name of the family, by which runs in other languages find their family.
        features: OpenType features.
        hyphenate: Whether words may be broken.
        icon: Returns the art of an inline icon, drawn in a square, by its name and the colour of the mark around it, if
            any; None for an unknown icon.
        link: Paint of links.
        spacing: Added after each letter, em.
        is_mirrored: Whether lines will be mirrored, which reverses them again: see pnp.layout.mirroring.
        keeps_sides: Whether left and right of align mean what they mean in left-to-right languages.
        colour: Returns the paint of a colour that a mark names.
    """

    family: Family
    size: Mm
    fill: Paint = "#1a1a1a"
    smallest: Mm | None = None
    leading: float = 1.25
    align: str = "left"
    valign: str = "top"
    bold: bool = False
    italic: bool = False
    stroke: Stroke | None = None
    language: str = "en"
    font: str = ""
    features: tuple[str, ...] = ()
    hyphenate: bool = False
    most_lines: int | None = None
    icon: Callable[[str, str], Art | None] = field(default=lambda name, colour: None)
    link: Paint | None = None
    spacing: float = 0.0
    is_mirrored: bool = False
    keeps_sides: bool = False
    colour: Callable[[str], Paint] = field(default=lambda name: name)

    def face(self, run: Run) -> FontFace:
        """Return the face of a run in this style; in scripts without italics, marks for italics make letters bold."""
        return self.family.face(self.bold or run.bold or _is_stressed(run), self.italic or run.italic)

    def start(self, starts_right: bool) -> float:
        """Return the part of a line's free room at its left; right-to-left text begins at the other side."""
        if self.align == "centre":
            return 0.5
        return float((self.align == "right") != (starts_right and not (self.is_mirrored or self.keeps_sides)))

    def language_of(self, run: Run) -> str:
        """Return the language of a run."""
        return run.span.language or self.language

    def in_language(self, language: str, fonts: FontSet) -> TextStyle:
        """Return the style for a text in another language, with the fonts of that language."""
        return replace(self, language=language, family=fonts.families.get(self.font, self.family))


@frozen_dataclass(slots=True)
class _Piece:
    """A word of one face, or an icon, in em."""

    width: float
    word: Word | None
    run: Run
    art: Art | None = None


@frozen_dataclass(slots=True)
class _Atom:
    """The text between two possible breaks, with its pieces shaped by themselves."""

    segments: Sequence[tuple[str, Run]]
    pieces: Sequence[_Piece]
    part: LinePart
    ends_word: bool
    gap: int = 0
    """The level of the space after it."""


@frozen_dataclass(slots=True)
class _Spaced:
    """A word, the space after it in em and that space's level, and whether a line must end after it."""

    segments: Sequence[tuple[str, Run]]
    space: float = 0.0
    is_forced: bool = False
    level: int = 0


class Paragraph:
    """A text that can be broken into lines: shaped in em, for any width and size.

    Attributes:
        missing: Characters that no font has.
        unknown_icons: Names of icons that the style does not have.
        missing_in_fallback: Fallback families that lack the style of the letters they supply, each with the style.
        missing_styles: Styles that marks in the text require and the family lacks: bold, italic, bold-italic.
        is_refined: Whether it has breaks that are used only if others do not suffice: hyphens, or inside phrases.
    """

    def __init__(self, runs: Runs, style: TextStyle, fonts: FontSet) -> None:
        text = plain(runs)
        self._is_simple = is_simple = not (_COMPLEX.search(text) or is_right_to_left(style.language))
        self.starts_right = not is_simple and starts_right(text_of(runs), style.language)
        is_leftward = self.starts_right and reads_leftward(text_of(runs), style.language)
        self.is_refined = style.hyphenate or (not is_simple and has_finer_breaks(text))
        self._is_solid = not is_simple and style.align == "justify" and is_set_solid(text)
        self.is_refined |= self._is_solid
        self._spreads = self._is_solid or (not is_simple and style.align == "justify" and is_syllabic(text))
        self._has_levels = not is_simple and (is_leftward or reads_right_to_left(text))
        self._has_words = is_simple or not has_breaks_inside(text)
        self.runs = runs = with_levels(runs, is_leftward) if self._has_levels else runs
        self.style = style
        self.fonts = fonts
        self._others: dict[str, tuple[TextStyle, FontSet]] = {}
        self.missing = ""
        self.unknown_icons: list[str] = []
        self.missing_in_fallback: dict[tuple[str, str], None] = {}
        marked = [run for run in runs if (run.bold or run.italic) and not run.is_icon]
        lacking = [
            self._style(run).family.lacks(style.bold or run.bold, style.italic or run.italic, run.text)
            for run in marked
        ]
        self.missing_styles = tuple(dict.fromkeys(filter(None, lacking)))
        self._cuts: dict[bool, tuple[list[_Atom], list[LinePart]]] = {}

    def _style(self, run: Run) -> TextStyle:
        """Return the style of a run: that of the paragraph, adapted to the run's language."""
        return self._set_in(run)[0]

    def _set_in(self, run: Run) -> tuple[TextStyle, FontSet]:
        """Return the style and the fonts of a run."""
        language = self.style.language_of(run)
        if language == self.style.language:
            return self.style, self.fonts
        if language not in self._others:
            fonts = self.fonts.for_language(language)
            self._others[language] = self.style.in_language(language, fonts), fonts
        return self._others[language]

    def lines(self, width: Mm, size: Mm, most_lines: int | None = None) -> list[TextLine]:
        """Return the paragraph in lines of a width, evenly filled.

        Args:
            width: Room for a line, mm.
            size: Size of the em, mm.
            most_lines: Lines that the height has room for; even filling never takes more.
        """
        atoms, ends = self._break(width / size, most_lines)
        lines = self._build(atoms, ends, width, size)
        return (
            lines if self._is_simple else opened(lines, size, self.style.leading, self.style.start(self.starts_right))
        )

    def longest_part(self, size: Mm) -> Mm:
        """Return the width of the longest part of the text that cannot be broken without a hyphen, mm."""
        _, parts = self._atoms(hyphenated=False)
        return max((part.width for part in parts), default=0.0) * size

    def rest(self, count: int, width: Mm, size: Mm, most_lines: int | None = None) -> Runs:
        """Return the text after the first ``count`` lines that ``lines`` returns."""
        atoms, ends = self._break(width / size, most_lines)
        if len(ends) <= count:
            return ()
        runs: list[Run] = []
        for atom in atoms[ends[count - 1] if count else 0 :]:
            for text, run in atom.segments:
                runs.append(run if run.is_icon else replace(run, text=text))
            if atom.part.forced or (atom.ends_word and atom.part.space):
                runs.append(replace(atom.segments[-1][1], text=LINE_BREAK if atom.part.forced else " ", is_icon=False))
        return tuple(runs)

    def count(self, width: Mm, size: Mm) -> tuple[int, bool]:
        """Return the least number of lines at a size, and whether no line is too wide."""
        room = width / size
        _, parts = self._atoms(hyphenated=False)
        ends = greedy_breaks(parts, room)
        too_wide = widest_overflow(parts, ends, room) > 0
        if self.is_refined:
            _, finer = self._atoms(hyphenated=True)
            finer_ends = greedy_breaks(finer, room)
            if too_wide or len(finer_ends) < len(ends):
                return len(finer_ends), widest_overflow(finer, finer_ends, room) == 0
        return len(ends), not too_wide

    def _break(self, room: float, most_lines: int | None) -> tuple[list[_Atom], list[int]]:
        atoms, parts = self._atoms(hyphenated=self._is_solid)
        # Hyphens are used if a line is too wide, too many lines are needed, or a line is too loose. If evenly filled
        # lines do not fit the height, the fewest lines win. Centred text is balanced if that takes no further line.
        if sum(part.width + part.space for part in parts) <= room and not any(part.forced for part in parts):
            return atoms, [len(atoms)] if atoms else []
        ends = even_breaks(parts, room)
        too_wide = widest_overflow(parts, ends, room)
        if self.is_refined and (
            too_wide or (most_lines and len(ends) > most_lines) or emptiest_line(parts, ends, room) > LOOSE
        ):
            finer, finer_parts = self._atoms(hyphenated=True)
            finer_ends = even_breaks(finer_parts, room)
            if len(finer_ends) <= len(ends) or widest_overflow(finer_parts, finer_ends, room) < too_wide:
                atoms, parts, ends = finer, finer_parts, finer_ends
        if most_lines and len(ends) > most_lines:
            fewest_breaks = greedy_breaks if self._has_words else even_breaks_of_fewest
            tight = fewest_breaks(parts, room)
            ends = tight if len(tight) < len(ends) else ends
            if len(ends) > most_lines and self.is_refined:
                finer, finer_parts = self._atoms(hyphenated=True)
                tight = fewest_breaks(finer_parts, room)
                if len(tight) < len(ends):
                    atoms, parts, ends = finer, finer_parts, tight
        if self.style.align == "centre":
            balanced = even_breaks(parts, room, balanced=True)
            ends = balanced if len(balanced) == len(ends) else ends
        return atoms, ends

    # --- atoms

    def _atoms(self, hyphenated: bool) -> tuple[list[_Atom], list[LinePart]]:
        """Return the text between each two breaks, and its measures; computed once for all widths and sizes."""
        if hyphenated not in self._cuts:
            hyphenates = hyphenated and self.style.hyphenate
            words = list(self._words())
            following = [*(word.segments for word in words[1:]), []]
            atoms = [
                atom
                for word, next_word in zip(words, following, strict=False)
                for atom in self._split(word, _is_bound(word.segments, next_word), hyphenates, hyphenated)
            ]
            self._cuts[hyphenated] = atoms, [atom.part for atom in atoms]
        return self._cuts[hyphenated]

    def _words(self) -> Iterator[_Spaced]:
        """Yield each word with the space after it."""
        word: list[tuple[str, Run]] = []
        for run in self.runs:
            if run.is_icon:
                word.append((run.text, run))
                continue
            space = self._style(run).face(run).space * run.span.scale + self.style.spacing
            for piece in re.split(r"( +|\n|\t)", run.text):
                if not piece:
                    continue
                if piece == LINE_BREAK:
                    yield _Spaced(word, is_forced=True)
                    word = []
                elif piece.isspace() and piece[0] in " \t":
                    if word:
                        yield _Spaced(word, space, level=run.level)
                        word = []
                else:
                    if word and not word[-1][1].is_icon and (marks := _leading_marks(piece)):
                        word[-1] = word[-1][0] + marks, word[-1][1]
                        piece = piece[len(marks) :]
                    if piece:
                        word.append((piece, run))
        if word:
            yield _Spaced(word)

    def _split(self, word: _Spaced, is_bound: bool, hyphenates: bool, is_fine: bool) -> Iterator[_Atom]:
        """Yield a word as atoms, divided where a line may end inside it."""
        segments, space, forced = word.segments, word.space, word.is_forced
        rests = segments[-1][0].endswith(_RESTS) if segments else False
        is_unspaced = not self._has_words
        if (
            len(segments) == 1
            and not (hyphenates or is_unspaced or segments[0][1].is_icon)
            and not _MAY_BREAK.search(segments[0][0])
        ):
            pieces = self._shape(segments)
            part = LinePart(sum([piece.width for piece in pieces]), space, 0.0, forced, is_bound, rests)
            yield _Atom(segments, pieces, part, True, word.level)
            return
        unspaced: Mapping[int, float] = {}
        if is_unspaced:
            text = "".join(ICON if run.is_icon else text for text, run in segments)
            language = self.style.language_of(segments[0][1]) if segments else ""
            unspaced = break_costs(text, language, is_fine) if has_breaks_inside(text) else {}
            unspaced = dict.fromkeys(unspaced, 0.0) if self._is_solid else unspaced
        atoms: list[tuple[list[tuple[str, Run]], bool, float]] = [([], False, 0.0)]
        position = 0
        for index, (piece_text, run) in enumerate(segments):
            if position in unspaced and atoms[-1][0]:
                atoms[-1] = (atoms[-1][0], False, unspaced[position])
                atoms.append(([], False, 0.0))
            if run.is_icon:
                position += 1
                atoms[-1][0].append((piece_text, run))
                if segments[index + 1 : index + 2] and segments[index + 1][1].is_icon:
                    atoms[-1] = (atoms[-1][0], False, 0.0)  # a row of icons may continue on the next line
                    atoms.append(([], False, 0.0))
                continue
            inner = {} if run.span.ruby else {offset - position: cost for offset, cost in unspaced.items()}
            position += len(piece_text)
            for piece, hyphen, cost in _pieces(piece_text, self.style.language_of(run) if hyphenates else "", inner):
                atoms[-1][0].append((piece, run))
                if hyphen is not None:
                    atoms[-1] = (atoms[-1][0], hyphen, cost)
                    atoms.append(([], False, 0.0))
        if not atoms[-1][0] and len(atoms) > 1:
            atoms.pop()
        for index, (parts, hyphen, cost) in enumerate(atoms):
            last = index == len(atoms) - 1
            pieces = self._shape(parts)
            width = sum([piece.width for piece in pieces])
            hyphen_width = self._hyphen(*parts[-1]) if hyphen and not last else 0.0
            part = LinePart(
                width,
                space if last else 0.0,
                hyphen_width,
                forced and last,
                is_bound and last,
                parts[-1][0].endswith(_WIDE_RESTS) if is_unspaced else rests and last,
                cost,
            )
            yield _Atom(parts, pieces, part, last, word.level)

    def _hyphen(self, text: str, run: Run) -> float:
        """Return how much wider a piece gets with a hyphen, which kerns with some letters; in em."""
        face = self._style(run).face(run)
        return (face.shape(f"{text}-").width - face.shape(text).width) * run.span.scale

    def _shape(self, segments: Sequence[tuple[str, Run]]) -> list[_Piece]:
        pieces: list[_Piece] = []
        for index, (text, run) in enumerate(segments):
            start = len(pieces)
            if run.is_icon:
                art = self.style.icon(text, run.span.colour)
                if art is None and text not in self.unknown_icons:
                    self.unknown_icons.append(text)
                pieces.append(_Piece(ICON_EM * run.span.scale, None, run, art))
                continue
            style, fonts = self._set_in(run)
            face, bold, italic = style.face(run), style.bold or run.bold, style.italic or run.italic
            stressed = bold or _is_stressed(run)
            words = fonts.shape(
                text,
                face,
                self.style.features,
                bold=stressed,
                italic=italic,
                language=style.language,
                is_rightward=run.level % 2 == 0,
                before="".join(reversed([*_until_icon(reversed(segments[:index]))])) if index else "",
                after="".join(_until_icon(segments[index + 1 :])) if index + 1 < len(segments) else "",
            )
            for word in words:
                if lacking := fonts.lacking_fallback(word, face, bold, italic):
                    self.missing_in_fallback[lacking] = None
                if word.missing:
                    self.missing += "".join(c for c in word.missing if c not in self.missing)
                last = pieces[-1].word if pieces else None
                if last and last.is_rightward and word.is_rightward and (tight := closed_up(last, word)) is not last:
                    pieces[-1] = replace(pieces[-1], word=tight, width=tight.width * pieces[-1].run.span.scale)
                if self.style.spacing:
                    word = _spaced(word, self.style.spacing)
                pieces.append(_Piece(word.width * run.span.scale, word, run))
            if run.span.ruby:
                room = sum(word.width for word in self._ruby(run)) * RUBY_EM * run.span.scale
                pieces[start:] = _widened(pieces[start:], room)
        return pieces

    def _ruby(self, run: Run) -> Sequence[Word]:
        """Return the small letters above a run."""
        style, fonts = self._set_in(run)
        return fonts.shape(run.span.ruby, style.face(run), bold=style.bold or run.bold, language=style.language)

    # --- lines

    def _build(self, atoms: list[_Atom], ends: list[int], width: Mm, size: Mm) -> list[TextLine]:
        lines = []
        start = 0
        for end in ends:
            last = atoms[end - 1]
            is_final = end == len(atoms) or last.part.forced
            has_hyphen = not is_final and not last.ends_word and last.part.hyphen > 0
            shaped = [
                (pieces, space * size, gap) for pieces, space, gap in self._words_of(atoms[start:end], has_hyphen)
            ]
            stretch = 0.0
            if self._spreads and not is_final:
                shaped = _spread(shaped, width / size, size)
            elif self.style.align == "justify" and not is_final and len(shaped) > 1:
                used = sum(p.width * size for pieces, _, _ in shaped for p in pieces) + sum(
                    s for _, s, _ in shaped[:-1]
                )
                stretch = max(0.0, width - used) / (len(shaped) - 1)
            lines.append(self._line(shaped, stretch, size, not last.ends_word))
            start = end
        return lines

    def _words_of(self, atoms: Sequence[_Atom], hyphen: bool) -> Iterator[tuple[Sequence[_Piece], float, int]]:
        """Yield a line's atoms as words, with the space after each in em, and its level.

        A word that is divided into atoms but not broken is kerned as one.
        """
        current: list[tuple[str, Run]] = []
        for atom in atoms:
            if atom.ends_word and not current:
                yield atom.pieces, atom.part.space, atom.gap
                continue
            for text, run in atom.segments:
                if current and current[-1][1] is run and not run.is_icon:
                    current[-1] = (current[-1][0] + text, run)
                else:
                    current.append((text, run))
            if atom.ends_word:
                yield self._shape(current), atom.part.space, atom.gap
                current = []
        if current:
            if hyphen:
                current[-1] = (current[-1][0] + "-", current[-1][1])
            yield self._shape(current), 0.0, 0

    def _line(self, words: list[tuple[Sequence[_Piece], Mm, int]], stretch: Mm, size: Mm, hyphenated: bool) -> TextLine:
        items: list[Item] = []
        rubies: list[Item] = []
        text: list[str] = []
        pending: _Pending | None = None
        gap, gap_level = 0.0, 0
        ruled: Run | None = None
        places = self._places(words, stretch, size) if self._has_levels else None
        pen = 0.0
        for pieces, space, level in words:
            for index, piece in enumerate(pieces):
                advance = piece.width * size
                x = pen if places is None else next(places)
                pen += advance
                if piece.word is None:
                    if piece.art:
                        items.append(
                            Use(piece.art, _icon_matrix(piece.art, x, size, self.style.face(piece.run), piece.run.span))
                        )
                    pending = None
                elif piece.word.face.is_coloured:
                    from pnp.layout.text.colour_glyphs import colour_uses  # only for colour emojis

                    items += colour_uses(piece.word, x, size * piece.run.span.scale, self._fill(piece.run))
                    pending = None
                elif pending and index == 0 and pending.joins(piece, gap, gap_level):
                    pending.add(piece.word, x)
                    pending.space = gap
                else:
                    is_of_word = index > 0 and pieces[index - 1].run is piece.run
                    goes_on = pending is not None and (is_of_word or (places is not None and pending.looks_like(piece)))
                    pending = _Pending(x, piece, len(items), goes_on)
                    items.append(Text(0, 0, size, (), ""))
                if pending:
                    items[pending.index] = self._text(pending, size)
                if piece.word and piece.run.italic and not piece.run.bold and has_dots(piece.run.text):
                    items += self._dots(piece.word, piece.run, x, size)
                if piece.run.span.underline or piece.run.span.strike:
                    before = gap if index == 0 and ruled is piece.run else 0.0
                    start, end = (x - before, x + advance) if piece.run.level % 2 == 0 else (x, x + advance + before)
                    items += self._rules(piece.run, start, end, size)
                if piece.run.span.ruby and ruled is not piece.run:
                    under = sum(other.width for other in pieces if other.run is piece.run) * size
                    rubies += self._above(piece.run, x, under, size)
                ruled = piece.run
                if piece.run.link:
                    items.append(Link(Box(x, -size, advance, 1.3 * size), piece.run.link))
            text.append("".join(p.word.text if p.word else f":{p.run.text}:" for p in pieces))
            gap, gap_level = space + stretch, level
            pen += gap
        width = pen - gap
        items += rubies
        seen = mirrored(items, width) if self.style.is_mirrored else tuple(items)
        return TextLine(seen, width, " ".join(text), hyphenated, self.starts_right)

    def _places(self, words: list[tuple[Sequence[_Piece], Mm, int]], stretch: Mm, size: Mm) -> Iterator[Mm]:
        """Yield the x of each of a line's pieces, in the order of the text, placed by their directions."""
        parts: list[tuple[Mm, int, bool]] = []
        for pieces, space, level in words:
            parts += [(piece.width * size, piece.run.level, True) for piece in pieces]
            parts.append((space + stretch, level, False))
        parts.pop()
        places, x = [0.0] * len(parts), 0.0
        for index in visual_order([level for _, level, _ in parts]):
            places[index] = x
            x += parts[index][0]
        yield from (place for place, (_, _, is_piece) in zip(places, parts, strict=True) if is_piece)

    def _text(self, pending: _Pending, size: Mm) -> Text:
        run = pending.piece.run
        y, scaled = -run.span.rise * size, size * run.span.scale
        words, fill = tuple(pending.words), self._fill(run)
        return Text(pending.x, y, scaled, words, fill, pending.space, self.style.stroke, goes_on=pending.goes_on)

    def _fill(self, run: Run) -> Paint:
        if run.span.colour:
            return self.style.colour(run.span.colour)
        return self.style.link if run.link and self.style.link else self.style.fill

    def _dots(self, word: Word, run: Run, x: Mm, size: Mm) -> Iterator[Path]:
        """Yield a dot for each letter of Chinese or Japanese: below it in Chinese, else above it."""
        scaled = size * run.span.scale
        is_below = base_language(self.style.language_of(run)) == "zh"
        y = -run.span.rise * size + (DOT_BELOW if is_below else -DOT_ABOVE) * scaled
        em = scaled / word.face.units_per_em
        for characters, advance in zip(word.characters, word.advances, strict=True):
            if has_dots(characters) and characters.isalpha():
                yield Path(outline.ellipse(x + advance * em / 2, y, DOT_EM * scaled, DOT_EM * scaled), self._fill(run))
            x += advance * em

    def _above(self, run: Run, x: Mm, width: Mm, size: Mm) -> Iterator[Text]:
        """Yield the small letters above a run, in its middle."""
        scaled = size * run.span.scale
        words = self._ruby(run)
        x += (width - sum(word.width for word in words) * RUBY_EM * scaled) / 2
        y = -run.span.rise * size - RUBY_ABOVE * scaled
        for number, word in enumerate(words):
            yield Text(x, y, RUBY_EM * scaled, (word,), self._fill(run), goes_on=number > 0, is_ruby=True)
            x += word.width * RUBY_EM * scaled

    def _rules(self, run: Run, start: Mm, end: Mm, size: Mm) -> Iterator[Path]:
        """Yield the lines that underline a piece of text or strike it through."""
        span, scaled = run.span, size * run.span.scale
        for is_drawn, above in ((span.underline, -UNDER_EM), (span.strike, THROUGH_EM)):
            if is_drawn:
                y = -span.rise * size - above * scaled
                line = outline.rectangle(start, y - RULE_EM * scaled / 2, end - start, RULE_EM * scaled)
                yield Path(line, self._fill(run))


class _Pending:
    """A Text in progress: words of one run and face with equal spaces between."""

    def __init__(self, x: Mm, piece: _Piece, index: int, goes_on: bool) -> None:
        assert piece.word is not None
        self.x = x
        self.piece = piece
        self.index = index
        self.goes_on = goes_on
        self.words: list[Word] = [piece.word]
        self.space: Mm = 0.0

    def looks_like(self, piece: _Piece) -> bool:
        """Whether a piece has the same look, and differs only in direction."""
        run, first = piece.run, self.piece.run
        return replace(run, text="", level=0) == replace(first, text="", level=0)

    def joins(self, piece: _Piece, gap: Mm, gap_level: int) -> bool:
        assert piece.word is not None
        run, first = piece.run, self.piece.run
        same = piece.word.face is self.words[0].face and run.link == first.link and run.span == first.span
        are_neighbours = run.level == first.level == gap_level
        return same and are_neighbours and (len(self.words) == 1 or abs(self.space - gap) < 1e-6)

    def add(self, word: Word, x: Mm) -> None:
        """Add the next word of the text, whose left end is at x."""
        if word.is_rightward:
            self.words.append(word)
        else:
            self.words.insert(0, word)
            self.x = x


def _widened(pieces: Sequence[_Piece], room: float) -> list[_Piece]:
    """Return the pieces of a run with room around each sign, so that the run is as wide as its ruby, em."""
    count = sum(len(piece.word.glyphs) for piece in pieces if piece.word)
    lack = room - sum(piece.width for piece in pieces)
    if lack <= 0 or not count:
        return list(pieces)
    widened: list[_Piece] = []
    for piece in pieces:
        word, scale = piece.word, piece.run.span.scale
        if word:
            each = round(lack / count / scale * word.face.units_per_em)
            advances = tuple(advance + each for advance in word.advances)
            offsets = tuple((x + each // 2, y) for x, y in word.offsets or ((0, 0),) * len(advances))
            width = word.width + each * len(advances) / word.face.units_per_em
            word = replace(word, advances=advances, offsets=offsets, width=width)
            piece = replace(piece, word=word, width=width * scale)
        widened.append(piece)
    return widened


def _is_stressed(run: Run) -> bool:
    """Whether the mark for italics of a run makes it bold: its script has no italics, and takes no dots."""
    return run.italic and not run.is_icon and is_upright(run.text) and not has_dots(run.text)


def _until_icon(segments: Iterable[tuple[str, Run]]) -> Iterator[str]:
    """Yield the texts of a word's parts up to the first icon, as letters do not join with icons."""
    return (text for text, _ in takewhile(lambda segment: not segment[1].is_icon, segments))


def _leading_marks(text: str) -> str:
    """Return the accents, vowel signs and other marks that a text begins with; they belong to the letter before."""
    return "".join(takewhile(lambda character: unicodedata.category(character).startswith("M"), text))


def _spaced(word: Word, spacing: float) -> Word:
    """Return a word with space after each of its letters, em."""
    added = round(spacing * word.face.units_per_em)
    advances = tuple(advance + added for advance in word.advances)
    return replace(word, advances=advances, width=word.width + added * len(advances) / word.face.units_per_em)


def _spread(
    words: list[tuple[Sequence[_Piece], Mm, int]], width: float, size: Mm
) -> list[tuple[Sequence[_Piece], Mm, int]]:
    """Return the words of a line without spaces between words, spread until it is as wide as its column.

    Chinese and Japanese are spread between their signs; Thai, Lao and Khmer first at spaces, then between letters too.

    Args:
        words: The words, with the space after each, mm.
        width: The width of the column, em.
        size: Size of the em, mm.
    """
    used = sum(piece.width for pieces, _, _ in words for piece in pieces) + sum(s for _, s, _ in words[:-1]) / size
    last = words[-1][0][-1]
    signs = [_signs(piece) for pieces, _, _ in words for piece in pieces]
    places = sum(map(sum, signs)) + len(words) - 1
    places -= bool(signs[-1] and signs[-1][-1])
    if places < 1 or used >= width:
        return words
    spaces = len(words) - 1
    is_syllables = any(is_syllabic(piece.word.text) for pieces, _, _ in words for piece in pieces if piece.word)
    at_spaces = min((width - used) / spaces, WIDEST_SPACE) if is_syllables and spaces else 0.0
    added = (width - used - spaces * at_spaces) / places
    spread: list[tuple[Sequence[_Piece], Mm, int]] = []
    for pieces, space, level in words:
        wider = [_spread_piece(piece, added, piece is last) for piece in pieces]
        spread.append((wider, space + (at_spaces + added) * size, level))
    return spread


WIDEST_SPACE = 0.5
"""A space of Thai, Lao or Khmer is made wider by at most this, in em, before letters are parted."""


def _signs(piece: _Piece) -> list[bool]:
    """Return for each glyph of a piece whether room may be added after it, as it ends a sign or a letter with marks."""
    if piece.word is None:
        return []
    characters = piece.word.characters
    firsts: Iterable[str] = accumulate(characters, lambda first, own: own or first)
    ends = [*(bool(own) for own in characters[1:]), True]
    return [
        end and ((len(first) == 1 and is_wide(first)) or is_syllabic(first))
        for first, end in zip(firsts, ends, strict=True)
    ]


def _spread_piece(piece: _Piece, added: float, is_last: bool) -> _Piece:
    signs = _signs(piece)
    if not (piece.word and any(signs)):
        return piece
    word, scale = piece.word, piece.run.span.scale
    extra = int(added / scale * word.face.units_per_em)  # not rounded up, which would make the line too wide
    if is_last:
        signs[-1] = False
    advances = tuple(advance + extra * sign for advance, sign in zip(word.advances, signs, strict=True))
    wider = replace(word, advances=advances, width=word.width + extra * sum(signs) / word.face.units_per_em)
    return replace(piece, word=wider, width=wider.width * scale)


_NUMBER = lazy_pattern(r"[-−+×]?\d+(?:[.,]\d+)?")


_RESTS = (",", ";", ":", ".", "!", "?", "…")
"""Last characters of words after which a text pauses."""

_WIDE_RESTS = (*_RESTS, *"、。，．；：！？）」』")


def _is_bound(word: Sequence[tuple[str, Run]], following: Sequence[tuple[str, Run]]) -> bool:
    """Whether a line should rather not end between two words, such as *3* and *points*, *à* and *6*, *1,* and *2*."""
    left, right = "".join(text for text, _ in word), "".join(text for text, _ in following)
    if _NUMBER.fullmatch(left.removesuffix(",")):
        return right[:1].isdigit() if left.endswith(",") else right[:1].isalpha()
    return len(left) <= SHORT_WORD and left.isalpha() and right[:1].isdigit()


def _pieces(text: str, language: str, unspaced: Mapping[int, float]) -> Iterator[tuple[str, bool | None, float]]:
    """Yield a text divided at its breaks: each piece, whether a hyphen follows (None after the last), and a cost.

    Args:
        text: A word, or a part of one.
        language: The language by which it is hyphenated; "" for not at all.
        unspaced: Offsets of breaks without a hyphen, of scripts that put no spaces between words, each with its cost.
    """
    breaks: dict[int, bool] = {match.start(): False for match in _BREAK_AFTER.finditer(text)}
    if unspaced:
        breaks |= dict.fromkeys(unspaced, False)
    if SOFT_HYPHEN in text or language:
        for match in re.finditer(r"[^\W\d_]+(?:[\u00ad’'][^\W\d_]+)*", text):
            offsets = hyphenate(match[0], language) if language or SOFT_HYPHEN in match[0] else ()
            for offset in offsets:
                breaks.setdefault(match.start() + offset, True)
    start = 0
    for offset in sorted(breaks):
        if start < offset < len(text):
            yield _visible(text[start:offset]), breaks[offset], unspaced.get(offset, 0.0)
            start = offset
    yield _visible(text[start:]), None, 0.0


def _visible(text: str) -> str:
    return text.replace(SOFT_HYPHEN, "").replace(ZERO_WIDTH_SPACE, "")


def _icon_matrix(art: Art, x: Mm, size: Mm, face: FontFace, span: TextSpan) -> Matrix:
    """Return the matrix of an inline icon, centred on the capitals' height."""
    scaled = size * span.scale
    side = ICON_EM * scaled
    top = -span.rise * size - (face.cap_height * scaled + side) / 2
    return fit_matrix(art.box, Box(x, top, side, side), "contain")
