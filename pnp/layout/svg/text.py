"""Texts of SVG → outlines of their letters, in the project's fonts or those embedded in the drawing.

Letters are shaped run by run: a run has one style and direction, and no absolute position inside. Runs between two
absolute positions are a chunk, which text-anchor shifts; in it words from right to left are put in order (UAX #9).
Vertical texts are set from left to right.
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import NamedTuple

from pnp.core import outline
from pnp.core.diagnostics import Mistake, suggest
from pnp.core.fonts import Family, FontFace, FontSet, Word
from pnp.core.frame import Matrix, Point, Segment, multiply, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Run, reads_right_to_left
from pnp.core.patterns import lazy_pattern
from pnp.core.units import whole_number
from pnp.layout.svg.css import media_faces
from pnp.layout.svg.setting import Setting, Walker
from pnp.layout.svg.shapes import SHAPES
from pnp.layout.svg.style import WEIGHTS, Style, UndrawnError
from pnp.layout.svg.tree import XML_SPACE, SvgNode
from pnp.layout.svg.values import svg_length
from pnp.text.bidi import visual_order, with_levels

GENERIC = frozenset(
    {"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif", "math"}
)
STYLE = lazy_pattern(r"regular|book|medium|bold|black|heavy|light|thin|italic|oblique|roman", re.IGNORECASE)
"""The style at the end of the name of a font, SourceSans3-Bold."""

BOLD = 600
"""The least weight that counts as bold."""

MOST_CHARACTERS = 20_000


_PLACEHOLDER = lazy_pattern(r"\{\{.*?\}\}|\{%.*?%\}|%VAR_\w+%|\$\{\w+\}")
"""Placeholders that other programs replace by texts."""


class PlaceholderError(Mistake):
    """A text of a drawing seems to be a placeholder."""


class FontError(Mistake):
    """A font that a drawing names, or a glyph, is missing."""


class TextRun(NamedTuple):
    """Letters of one style as an outline, in the units of the text."""

    segments: tuple[Segment, ...]
    setting: Setting
    node: SvgNode


class _Character(NamedTuple):
    """A character with its style."""

    text: str
    setting: Setting
    node: SvgNode


@frozen_dataclass
class _GivenPlaces:
    """Positions and turns that a text gives its characters, by their index."""

    x: dict[int, float] = field(default_factory=dict)
    y: dict[int, float] = field(default_factory=dict)
    dx: dict[int, float] = field(default_factory=dict)
    dy: dict[int, float] = field(default_factory=dict)
    rotate: dict[int, float] = field(default_factory=dict)
    lines: dict[int, tuple[SvgNode, int]] = field(default_factory=dict)
    """Lines along which characters run, each with the index of its last character."""


@frozen_dataclass
class _Glyphs:
    """A shaped run, before it is placed."""

    first: int
    characters: str
    setting: Setting
    node: SvgNode
    words: tuple[Word, ...]
    level: int
    size: float
    spacing: float
    word_spacing: float

    @property
    def width(self) -> float:
        """Its length on the line, in user units."""
        natural = sum(word.width for word in self.words) * self.size
        glyphs = sum(len(word.glyphs) for word in self.words)
        return natural + self.spacing * glyphs + self.word_spacing * self.characters.count(" ")

    def letters(self, extra: float, stretch: float) -> Iterator[tuple[tuple[Segment, ...], float, float]]:
        """Yield the outline of each glyph with its left end and its advance, in user units."""
        x = 0.0
        for word in self.words:
            em = self.size / word.face.units_per_em
            offsets = word.offsets or ((0, 0),) * len(word.glyphs)
            for glyph, advance, text, (right, up) in zip(
                word.glyphs, word.advances, word.characters, offsets, strict=True
            ):
                whole = advance * em * stretch + self.spacing + extra + (self.word_spacing if text == " " else 0.0)
                place = (em * stretch, 0.0, 0.0, -em, right * em * stretch, -up * em)
                segments = outline.transform(word.face.outline(glyph), place)
                yield segments, x, whole
                x += whole


def text_runs(walker: Walker, node: SvgNode, inner: Setting) -> list[TextRun]:
    """Return the outlines of a text's letters, one for each run.

    Raises:
        FontError: The project has no fonts.
    """
    characters: list[_Character] = []
    places = _GivenPlaces()
    _collect(walker, node, inner, _keeps_space(node, inner.style, False), characters, places)
    while characters and characters[-1].text == " " and not _keeps_space(node, inner.style, False):
        characters.pop()
    if not characters:
        return []
    text = "".join(character.text for character in characters)
    if found := _PLACEHOLDER.search(text):
        sign = found[0][:40]
        what, fix = "an element with svg: is a drawing that is not filled", "write design: for svg: in the template"
        if walker.range:
            what, fix = "a clone or a symbol is not filled", "put the text itself there, not a clone"
        mistake = PlaceholderError(f"“{sign}” is printed as it stands: {what}", fix)
        walker.warn(node, mistake)
    fonts = _Fonts(walker, node)
    levels = _levels(text)
    runs = [_shaped(fonts, first, part, text, levels) for first, part in _split(characters, places, levels)]
    if any(levels):
        runs = [run for chunk in _chunks(runs, places) for run in _ordered(walker, node, chunk, places)]
    return _placed(walker, node, inner, runs, places)


def _levels(text: str) -> list[int]:
    """Return the direction of each character; see pnp.text.bidi. Texts of drawings begin at the left."""
    if not reads_right_to_left(text):
        return [0] * len(text)
    return [run.level for run in with_levels((Run(text),), False) for _ in run.text]


def _chunks(runs: list[_Glyphs], places: _GivenPlaces) -> Iterator[list[_Glyphs]]:
    """Yield the runs between two absolute positions."""
    starts = {0, *places.x, *places.y, *places.lines, *(last + 1 for _, last in places.lines.values())}
    chunk: list[_Glyphs] = []
    for run in runs:
        if run.first in starts and chunk:
            yield chunk
            chunk = []
        chunk.append(run)
    yield chunk


def _ordered(walker: Walker, node: SvgNode, chunk: list[_Glyphs], places: _GivenPlaces) -> list[_Glyphs]:
    """Return the runs of a chunk in visual order, from left to right; in written order if some are moved or turned."""
    firsts = [run.first for run in chunk]
    if len(chunk) == 1 or not any(run.level for run in chunk):
        return chunk
    if any(first in given for first in firsts[1:] for given in (places.dx, places.dy, places.rotate)):
        what = "right-to-left letters that are positioned one by one are drawn from left to right"
        walker.warn(node, UndrawnError(what, "turn the text into paths in your drawing program"))
        return chunk
    order = visual_order([run.level for run in chunk])
    return [replace(chunk[index], first=first) for index, first in zip(order, firsts, strict=True)]


def _keeps_space(node: SvgNode, style: Style, around: bool) -> bool:
    if style["white-space"] in ("pre", "pre-wrap", "break-spaces"):
        return True
    written = node.attributes.get(XML_SPACE)
    return written == "preserve" if written else around


def _collect(
    walker: Walker, node: SvgNode, setting: Setting, keeps: bool, characters: list[_Character], places: _GivenPlaces
) -> None:
    """Collect the characters of a text and its parts, and their given positions."""
    start = len(characters)
    attributes = node.attributes
    if node.tag != "textPath":
        for name, whole in (("x", 0), ("dx", 0), ("y", 1), ("dy", 1)):
            numbers = re.split(r"[\s,]+", attributes.get(name, "").strip())
            given: dict[int, float] = getattr(places, name)
            for index, number in enumerate(filter(None, numbers)):
                given[start + index] = svg_length(number, setting.viewport[whole])
    for part in node.content:
        if isinstance(part, str):
            text = part.replace("\r", "").replace("\t", " ").replace("\n", " ")
            for character in text:
                before = characters[-1].text if characters else " "
                if character == " " and not keeps and before == " ":
                    continue
                characters.append(_Character(character, setting, node))
                if len(characters) > MOST_CHARACTERS:
                    raise Mistake(f"a text has more than {MOST_CHARACTERS:,} characters")
        elif part.tag in ("tspan", "a", "textPath", "tref"):
            walker.count(part, elements=1)
            inner = walker.inside(part, setting)
            if inner.style["display"] == "none":
                continue
            first = len(characters)
            _collect(walker, part, inner, _keeps_space(part, inner.style, keeps), characters, places)
            if part.tag == "textPath" and len(characters) > first:
                places.lines[first] = (part, len(characters) - 1)
    turns = [svg_length(number, 1.0) for number in re.split(r"[\s,]+", attributes.get("rotate", "").strip()) if number]
    if turns:
        for index in range(start, len(characters)):
            places.rotate.setdefault(index, turns[min(index - start, len(turns) - 1)])


def _split(
    characters: list[_Character], places: _GivenPlaces, levels: Sequence[int]
) -> Iterator[tuple[int, list[_Character]]]:
    """Yield the characters of each run with the index of its first."""
    ends = {last + 1 for _, last in places.lines.values()}
    breaks = set().union(places.x, places.y, places.dx, places.dy, places.rotate, places.lines, ends)
    start = 0
    for index in range(1, len(characters) + 1):
        is_end = index == len(characters)
        if (
            is_end
            or index in breaks
            or levels[index] != levels[start]
            or characters[index].setting is not characters[start].setting
        ):
            yield start, characters[start:index]
            start = index


def _shaped(fonts: _Fonts, first: int, characters: list[_Character], whole: str, levels: Sequence[int]) -> _Glyphs:
    end, level = first + len(characters), levels[first]
    text = whole[first:end]
    _, setting, node = characters[0]
    style = setting.style
    size = svg_length(style["font-size"], 1.0)
    spacing, word_spacing = (
        0.0 if style[name] == "normal" else svg_length(style[name], size) for name in ("letter-spacing", "word-spacing")
    )
    features = ("-liga", "-clig") if spacing else ()
    words = fonts.shape(text, node, style, features, level % 2 == 0, whole[:first], whole[end:])
    return _Glyphs(first, text, setting, node, words, level, size, spacing, word_spacing)


def _placed(walker: Walker, node: SvgNode, inner: Setting, runs: list[_Glyphs], places: _GivenPlaces) -> list[TextRun]:
    """Return outlines of runs at their places.

    A chunk is shifted by its anchor once its width is known: at the next absolute position, or at the end.
    """
    natural = sum(run.width for run in runs)
    count = sum(len(word.glyphs) for run in runs for word in run.words)
    extra, stretch = _adjustment(node, inner, natural, count)
    placed: list[TextRun] = []
    chunk: list[tuple[TextRun, float]] = []
    x = y = start = 0.0
    anchor = "start"
    line: SvgLine | None = None
    line_end = -1

    def close() -> None:
        shift = {"middle": -(x - start) / 2, "end": -(x - start)}.get(anchor, 0.0)
        placed.extend(
            run._replace(segments=outline.transform(run.segments, translation(shift, 0.0))) for run, _ in chunk
        )
        chunk.clear()

    for run in runs:
        first = run.first
        if first in places.lines:
            close()
            part, line_end = places.lines[first]
            line = line_of(walker, part, run.setting)
            x, y = (line.start if line else 0.0), 0.0
            along = sum(r.width for r in runs if first <= r.first <= line_end)
            x += {"middle": -along / 2, "end": -along}.get(run.setting.style["text-anchor"], 0.0)
            start, anchor = x, "start"
        elif line is not None and first > line_end:
            close()
            line, start = None, x
        if line is None and (first == 0 or first in places.x or first in places.y):
            close()
            x, y = places.x.get(first, x), places.y.get(first, y)
            start, anchor = x, run.setting.style["text-anchor"]
        x, y = x + places.dx.get(first, 0.0), y + places.dy.get(first, 0.0)
        base = y + _baseline(run)
        segments: list[Segment] = []
        turn = places.rotate.get(first, 0.0)
        for glyph, left, advance in run.letters(extra, stretch):
            matrix: Matrix | None = (
                multiply(translation(x + left, base), outline.rotation(turn)) if turn else translation(x + left, base)
            )
            if line is not None:
                matrix = line.matrix(x + left, advance, base)
            if matrix is not None and glyph:
                segments += outline.transform(glyph, matrix)
        width = sum(advance for _, _, advance in run.letters(extra, stretch))
        if line is None:
            segments += _decoration(run, x, base, width)
        walker.count(node, segments=len(segments))
        if segments:
            chunk.append((TextRun(tuple(segments), run.setting, run.node), x))
        x += width
    close()
    return placed


def _adjustment(node: SvgNode, inner: Setting, natural: float, count: int) -> tuple[float, float]:
    """Return the extra room after each glyph, and the scale of glyph widths, for a text with textLength."""
    wanted = svg_length(node.attributes["textLength"], inner.viewport[0]) if "textLength" in node.attributes else 0.0
    if wanted <= 0 or natural <= 0:
        return 0.0, 1.0
    if node.attributes.get("lengthAdjust") == "spacingAndGlyphs":
        return 0.0, wanted / natural
    return (wanted - natural) / max(1, count - 1), 1.0


def _baseline(run: _Glyphs) -> float:
    """Return how far the baseline of a run lies below its line."""
    style, face = run.setting.style, run.words[0].face if run.words else None
    if face is None:
        return 0.0
    em, ascent, descent = run.size, face.ascent, face.descent
    down: dict[str, float] = {
        "middle": face.cap_height * 0.37,
        "central": (ascent - descent) / 2,
        "hanging": ascent * 0.8,
        "text-before-edge": ascent,
        "text-top": ascent,
        "text-after-edge": -descent,
        "text-bottom": -descent,
        "ideographic": -descent,
        "mathematical": ascent * 0.5,
    }
    base, shift = down.get(style["dominant-baseline"], 0.0) * em, style["baseline-shift"]
    if shift in ("sub", "super"):
        return base + (0.2 if shift == "sub" else -0.4) * em
    return base if shift in ("0", "baseline") else base - svg_length(shift, em)


def _decoration(run: _Glyphs, x: float, base: float, width: float) -> tuple[Segment, ...]:
    lines = {"underline": 0.1, "line-through": -0.28, "overline": -0.85}
    thick = run.size / 18
    segments: tuple[Segment, ...] = ()
    for word, down in lines.items():
        if word in run.setting.style["text-decoration"]:
            segments += outline.rectangle(x, base + down * run.size, width, thick)
    return segments


# --- along a line -----------------------------------------------------------------------------------------------


@frozen_dataclass
class SvgLine:
    """A line along which a text runs: straight pieces, the length at which each begins, and where the text starts."""

    pieces: tuple[tuple[Point, Point], ...]
    begins: tuple[float, ...]
    length: float
    start: float

    def matrix(self, left: float, advance: float, base: float) -> Matrix | None:
        """Return the matrix of a glyph whose middle lies on the line; None beyond its ends."""
        at = left + advance / 2
        if not 0 <= at <= self.length:
            return None
        index = max(n for n, begin in enumerate(self.begins) if begin <= at)
        (x1, y1), (x2, y2) = self.pieces[index]
        piece = math.hypot(x2 - x1, y2 - y1)
        share = (at - self.begins[index]) / piece if piece else 0.0
        degrees = math.degrees(math.atan2(y2 - y1, x2 - x1))
        middle = translation(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
        return multiply(multiply(middle, outline.rotation(degrees)), translation(-advance / 2, base))


def line_of(walker: Walker, node: SvgNode, setting: Setting) -> SvgLine | None:
    """Return the line along which a textPath runs, in the units of its setting; None for an empty one."""
    target = walker.tree.referred(node.href, *SHAPES)
    within = walker.inside(target, setting)
    matrix = multiply(outline.inverse(setting.matrix), within.matrix)
    segments = outline.transform(walker.outline(target, within), matrix)
    pieces = tuple(piece for piece in outline.straight_pieces(segments) if piece[0] != piece[1])
    if not pieces:
        return None
    begins, length = [], 0.0
    for (x1, y1), (x2, y2) in pieces:
        begins.append(length)
        length += math.hypot(x2 - x1, y2 - y1)
    return SvgLine(pieces, tuple(begins), length, svg_length(node.attributes.get("startOffset", "0"), length))


# --- fonts ------------------------------------------------------------------------------------------------------


class _Fonts:
    """Finds the faces of one text."""

    def __init__(self, walker: Walker, node: SvgNode) -> None:
        fonts = walker.sources.fonts
        self.walker = walker
        self.embedded = _embedded(walker)
        if (fonts is None or not fonts.families) and not self.embedded:
            fix = "add a font with pnp fonts add, or convert the text to outlines in your drawing program"
            raise FontError("the project has no font for this text", fix)
        self.fonts = fonts or FontSet({})

    def shape(
        self,
        text: str,
        node: SvgNode,
        style: Style,
        features: tuple[str, ...],
        is_rightward: bool,
        before: str,
        after: str,
    ) -> tuple[Word, ...]:
        """Return a run as words from left to right; see `FontSet.shape`."""
        face = self._face(node, style)
        words = self.fonts.shape(text, face, features, is_rightward=is_rightward, before=before, after=after)
        missing = "".join(word.missing for word in words).replace("\n", "").strip()
        if missing:
            fix = "add a font that has it to fallback: in fonts/fonts.yaml, or convert the text to outlines"
            self.walker.warn(node, FontError(f"no font of the project has a glyph for {missing[:20]!r}", fix))
        return words if is_rightward else words[::-1]

    def _face(self, node: SvgNode, style: Style) -> FontFace:
        weight = WEIGHTS.get(style["font-weight"].lower()) or float(style["font-weight"])
        bold, italic = weight >= BOLD, style["font-style"].split(" ")[0].lower() in ("italic", "oblique")
        names = [name.strip().strip("\"'") for name in style["font-family"].split(",")]
        families = self.fonts.families
        for name in names:
            if embedded := self.embedded.get(name.casefold()):
                return embedded.face(bold, italic)
            if key := family_named(name, families):
                return families[key].face(bold, italic)
            if name.lower() in GENERIC:
                break
        text = families.get("text") or next(iter(families.values()), None) or next(iter(self.embedded.values()))
        if names[0].lower() not in GENERIC and names[0] not in self.fonts.unusable:
            known = sorted({*families, *(family.face().about.family for family in families.values())})
            fix = f"pnp fonts add '{names[0]}', or convert the text to outlines ({suggest(names[0], known)})"
            what = f"the font {names[0]!r} is not one of the project's, and another replaces it"
            self.walker.warn(node, FontError(what, fix))
        return text.face(bold, italic)


def family_named(name: str, families: Mapping[str, Family]) -> str:
    """Return the key of a family that has a name in fonts.yaml or in its files, "" for none.

    Illustrator and Affinity write the names of styles, such as SourceSans3-Bold, instead of those of families.
    """
    base, _, style = name.rpartition("-")
    for plain in dict.fromkeys((_plain(name), _plain(base if STYLE.search(style) else name))):
        for key, family in families.items():
            if plain in (_plain(key), _plain(family.face().about.family)):
                return key
    return ""


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()


_DATA = lazy_pattern(r"url\(\s*[\"']?data:[^,;]*(?:;charset=[^,;]*)?;base64,([^\"')]+)")


def _embedded(walker: Walker) -> dict[str, Family]:
    """Return the families that a drawing embeds in its style sheets; a font that cannot be opened is ignored."""
    faces: dict[str, dict[str, FontFace]] = {}
    for family, weight, slant, source in media_faces(walker.tree):
        match = _DATA.search(source)
        if not match or not family:
            continue
        bold = weight == "bold" or (whole_number(weight) or 0) >= BOLD
        style = {(0, 0): "regular", (1, 0): "bold", (0, 1): "italic", (1, 1): "bold-italic"}[bold, slant != "normal"]
        try:
            face = FontFace(family, base64.b64decode("".join(match[1].split())))
        except (Mistake, ValueError, RuntimeError):
            continue
        faces.setdefault(family.casefold(), {})[style] = face
    for styles in faces.values():
        styles.setdefault("regular", next(iter(styles.values())))
    return {name: Family(styles) for name, styles in faces.items()}
