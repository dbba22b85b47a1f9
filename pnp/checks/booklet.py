"""A game's booklet, its translations and its laid-out pages → diagnostics.

The checks compare the booklet's numbers with the data, its sections with rules.py and claims.yaml, its list of
components with the decks, its pages and figures with the limits of its style, and the names in its style with fonts,
colours and icons.

In rules.py a comment or docstring names a section in brackets: ``# [Scoring]``. The section is a heading of the booklet
or words in bold, so that each rule of the code can be read beside its paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pnp.checks.faces.shown import layouts_with_figures
from pnp.checks.subject import EditionSubject, GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Correction, Diagnostics, Fault, Mistake, Place, counted, nearest, suggest
from pnp.core.fonts import unknown_family_fix
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.titles import plain_title
from pnp.core.units import MM_PER_PT
from pnp.expressions import ExpressionError, compile_text
from pnp.expressions.scope import filled_scope
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.fonts import is_fault_of_fonts
from pnp.project.game import Game, rules_path
from pnp.project.paints import as_hex
from pnp.project.tree import Map, locate
from pnp.rulebook.blocks import walk
from pnp.rulebook.kinds import BOXES
from pnp.rulebook.kinds.figure import MAX_SCROLLED, MIN_LABEL, FigureLabel, least_width, smallest
from pnp.rulebook.load import Rulebook, prose
from pnp.rulebook.pages import TypesetRulebook, placed_pages
from pnp.rulebook.parts import typeset_parts
from pnp.rulebook.style import LETTERING
from pnp.text.catalogue import quoted
from pnp.text.glossary import load_pair
from pnp.text.literals import literal_numbers
from pnp.text.numbers import base_language, number_in_words
from pnp.text.phrases import PhraseFinder, line_of
from pnp.ties.passages import named_sections

_AROUND = 25
"""An excerpt shows at most this many characters before and after a part; it ends at whole words."""


@frozen_dataclass
class TextNotation:
    """How a kind of file writes texts.

    Attributes:
        between: A pattern of what may separate two words.
        escapes: Characters, each with its spelling in the file.
    """

    between: str
    escapes: tuple[tuple[str, str], ...] = ()


MARKDOWN = TextNotation(r"[\s>]+")
"""Markdown, where a text continues on the next line, perhaps in a quotation."""

PO = TextNotation(r'(?:[\s"]|\\n)+', (("\\", "\\\\"), ('"', '\\"')))
"""A catalogue, where a text continues on the next line, in its own quotes."""


def spot(
    files: Files, place: Place, text: str, part: slice, *, notation: TextNotation = MARKDOWN, before: Sequence[str] = ()
) -> Place:
    """Return the place in a file where a part of a text begins.

    The place of the text if the file spells it differently.

    Args:
        files: The project.
        place: The line where the text begins.
        text: The text with the words of the file; spaces and line ends may differ.
        part: The start and end of the part in the text.
        notation: How the file writes texts.
        before: Texts before it on its line, such as the other cells of a row.
    """
    try:
        whole = files.text(place.file)
    except Fault:
        return place
    position = sum(len(line) + 1 for line in whole.split("\n")[: max(place.line - 1, 0)])
    for earlier in before:
        if match := re.compile(_pattern(earlier, notation)).search(whole, position):
            position = match.end()
    start = text[: part.start]
    gap = notation.between if start[-1:].isspace() else ""
    pattern = f"{_pattern(start, notation)}{gap}({_pattern(text[part], notation)})"
    match = re.compile(pattern).search(whole, position)
    if match is None:
        return place
    line = whole.count("\n", 0, match.start(1)) + 1
    return Place(place.file, line, match.start(1) - whole.rfind("\n", 0, match.start(1)))


def excerpt(text: str, part: slice) -> str:
    """Return a part of a text with some words before and after it, on one line."""
    start, end = max(part.start - _AROUND, 0), min(part.stop + _AROUND, len(text))
    start = text.find(" ", start, part.start) + 1 or part.start if start else 0
    if end < len(text):
        end = max(text.rfind(" ", part.stop, end), part.stop)
    return f"{'…' if start else ''}{' '.join(text[start:end].split())}{'…' if end < len(text) else ''}"


def _pattern(text: str, notation: TextNotation) -> str:
    for character, escaped in notation.escapes:
        text = text.replace(character, escaped)
    return notation.between.join(map(re.escape, text.split()))


MAX_SPELT = 1_000_000
"""Only facts below this are compared with numbers in words."""

MAX_OF_A_TEXT = 10
"""At most this many numbers of one text are reported one by one."""

_WHY = "it would not change with the data"


def check_prose(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report each literal number in a booklet's source text."""
    row: list[str] = []
    line = Place("")
    for text, place, *_ in prose(subject.rulebook) if subject.rulebook else ():
        row, line = (row if place == line else []), place
        find = partial(spot, subject.files, place, text, before=row)
        _check(text, subject.game.language, subject.game.head.facts, find, diagnostics)
        row = [*row, text]


def check_translated_prose(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report each literal number in the translations of a booklet's blocks."""
    catalogue, booklet = subject.catalogue, subject.source_game.rulebook
    if catalogue is None or booklet is None:
        return
    for text, context in dict.fromkeys((text, context) for text, _, _, context, _ in prose(booklet)):
        entry = catalogue.entry(text, context)
        if entry is not None and (translated := catalogue.get(text, context)):
            place = entry.string_place
            find = partial(spot, subject.files, place, translated, notation=PO)
            _check(translated, catalogue.language, subject.source_game.game.head.facts, find, diagnostics)


def _check(
    text: str, language: str, facts: Mapping[str, Any], find: Callable[[slice], Place], diagnostics: Diagnostics
) -> None:
    numbers = literal_numbers(text, language)
    for index, (start, literal) in enumerate(numbers[:MAX_OF_A_TEXT], 1):
        part = slice(start, start + len(literal))
        more = f", and so are {len(numbers) - index} more" if index == MAX_OF_A_TEXT < len(numbers) else ""
        what = f"{literal} is not tied to the data{more}, in “{excerpt(text, part)}”"
        diagnostics.report(Code.LITERAL_NUMBER, find(part), what=what, why=_WHY, fix=_fix(literal, language, facts))


def _fix(literal: str, language: str, facts: Mapping[str, Any]) -> str:
    """Return what to write for a number: the facts that have its value, or how to mark it as deliberate."""
    names = [
        name if literal == str(value) else f"{name}|words"
        for name, value in facts.items()
        if type(value) is int and abs(value) < MAX_SPELT and literal in (str(value), _in_words(value, language))
    ]
    marked = f"[{literal}]{{.literal}}"
    otherwise = f"{marked} where it is not a number of the game"
    if not names:
        words = f"write {otherwise}; or name it in facts: of game.yaml, and write that name in {{{{ … }}}}"
        return Correction(words, literal, marked, is_certain=False)
    several = len(names) > 1
    expressions = [f"{{{{ {name} }}}}" for name in names[:MAX_PROPOSED]]
    words = f"write {' or '.join(expressions)}, if it is {'one of these' if several else 'that'}; or {otherwise}"
    return Correction(words, literal, expressions[0], is_certain=False)


def _in_words(value: int, language: str) -> str:
    try:
        return number_in_words(value, language)
    except ValueError:
        return ""


MAX_PROPOSED = 3
"""A fix names at most this many facts with the same value."""

_BOLD = lazy_pattern(r"\*\*(.+?)\*\*")


def check_sections(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report each section that rules or claims name and the booklet lacks."""
    game, booklet = subject.game, subject.rulebook
    if booklet is None:
        return
    sections = set(_sections(game, booklet))
    for place, name in _in_rules(game, subject.files):
        if plain_title(name) not in sections:
            what = f"the booklet has no section or bold words {name}"
            why, fix = "readers of rules.py look for the rule there", suggest(plain_title(name), sections)
            diagnostics.report(Code.RULES_SECTION, place, what=what, why=why, fix=fix)
    for number, claim in enumerate(game.claims):
        if claim.source == "booklet" and claim.section and plain_title(claim.section) not in sections:
            place = game.claims_source[number].place_of("section")
            what = f"the booklet has no section or bold words {claim.section}"
            diagnostics.report(Code.CLAIM_SECTION, place, what=what, fix=suggest(plain_title(claim.section), sections))


def _in_rules(game: Game, files: Files) -> Iterator[tuple[Place, str]]:
    """Yield the sections that comments and docstrings of rules.py name in brackets, each with its place."""
    path = rules_path(game.name)
    if not files.exists(path):
        return
    for line, column, name in named_sections(files.text(path)):
        yield Place(path, line, column), name


def _sections(game: Game, booklet: Rulebook) -> Iterator[str]:
    """Yield the headings and bold words of the booklet, in its source language."""
    scope = filled_scope(game)
    for block in walk(booklet.blocks):
        for text in [block.text] if block.kind == "heading" else _BOLD.findall(block.text):
            try:
                yield plain_title(compile_text(text)(scope))
            except ExpressionError:
                yield plain_title(text)  # it uses names of its container, such as the item of ::: each


def check_components(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report each deck that the list of components leaves out.

    A deck that the list names but the game lacks is reported when the booklet is filled in.
    """
    game, booklet = subject.game, subject.rulebook
    blocks = walk(booklet.blocks) if booklet else ()
    listed = {block.subject for block in blocks if block.kind == "component" and block.subject}
    if booklet is None or not listed:
        return
    misspelt = {nearest(name, game.decks) for name in listed - {*game.decks, *game.extras}}
    for name in game.decks:
        if name not in listed | misspelt:
            place = game.source["decks"].place_of_key(name)
            what = f"the rules' list of components leaves out the deck {name}"
            why = "players would not know that they need it"
            block = f"::: component {name}\n**{{{{ decks.{name}|length }}}} cards.**\n:::"
            fix = f"add to {booklet.file}:\n{block}"
            diagnostics.report(Code.COMPONENT_MISSING, place, what=what, why=why, fix=fix)


ROUNDING = 0.999
"""A size counts as the smallest size if it is at least this share of it."""


def check_print_words(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report an edge on which the booklet tells readers to flip the paper although no product is flipped on it."""
    game, booklet = subject.game, subject.rulebook
    if booklet is None:
        return
    backs, flip = game.printing.get("backs", "duplex"), game.printing.get("flip", "long")
    flipped = {flip} if backs == "duplex" and game.decks else set()
    flipped |= {"short"} if booklet.style.form == "booklet" else {"short", "long"}
    language = base_language(game.language)
    pair = load_pair(subject.files, "en", language, Diagnostics())
    words = {
        said[0].removesuffix(" edge"): phrases
        for sides in pair.head.opposites
        for said, phrases in sides
        if said[0] in ("long edge", "short edge")
    }
    finder = PhraseFinder(words, pair.endings(language), game.language)
    for block in walk(booklet.blocks):
        for edge in sorted(finder.count(line_of(block.text)).keys() - flipped):
            what = f"the booklet says to flip the paper on its {edge} edge, but nothing is printed that way"
            why = f"print: has backs: {backs}, flip: {flip}; a booklet is flipped on its short edge"
            fix = f"correct the sentence, or write print: {{backs: duplex, flip: {edge}}}"
            diagnostics.report(Code.PRINT_WORDS, block.place, what=what, why=why, fix=fix)


def check_pages(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report a wrong number of pages, pages with too much blank space, and words in type that is too small."""
    booklet = subject.source_game.rulebook
    if booklet is None or booklet.style.form == "none":
        return
    for part in typeset_parts(booklet, subject.layout):
        typeset, language = part.typeset, part.layout.edition.language
        pages = list(placed_pages(typeset))
        _report_count(typeset, pages, language, diagnostics)
        for number, (page, place) in enumerate(pages, 1):
            is_last = number == len(typeset.pages)
            if not is_last:
                _report_blank(typeset, number, place, language, diagnostics)
            _report_small(typeset, number, page, place, language, diagnostics)


def _report_count(
    typeset: TypesetRulebook, pages: Sequence[tuple[Frame, Place]], language: str, diagnostics: Diagnostics
) -> None:
    """Report a wrong number of pages at the emptiest page, where probably a few lines ran over."""
    count, expected = len(pages), typeset.style.pages
    if expected is None or count == expected:
        return
    emptiest = max(range(count), key=lambda index: typeset.blank[index])
    how, fix = "fewer", "give text and figures more room"
    if count > expected:
        how, fix = "more", f"shorten what comes before page {emptiest + 1}, the emptiest, or show its figures smaller"
    diagnostics.report(
        Code.PAGE_COUNT,
        pages[emptiest][1],
        what=f"the booklet has {counted(count, 'page')}, {abs(count - expected)} {how} than it is to have",
        why=f"its style says pages: {expected}",
        fix=fix,
        language=language,
    )


def _report_blank(typeset: TypesetRulebook, number: int, place: Place, language: str, diagnostics: Diagnostics) -> None:
    blank, most = typeset.blank[number - 1], typeset.style.most_blank
    if blank > most:
        part, limit = f"{blank:.0%}", f"{most:.0%}"
        diagnostics.report(
            Code.PAGE_BLANK,
            place,
            what=f"page {number} is blank for {f'{part}, more' if part != limit else 'a little more'} than {limit}",
            fix="fill it with a picture or an example, or move what follows up to it",
            language=language,
        )


def _report_small(
    typeset: TypesetRulebook, number: int, page: Frame, place: Place, language: str, diagnostics: Diagnostics
) -> None:
    """Report the words in the smallest type on a page; words on depicted cards do not count."""
    label, least = smallest(page), typeset.style.smallest_text
    if label is not None and label.size < least * ROUNDING:
        size = label.size / MM_PER_PT
        diagnostics.report(
            Code.TEXT_SMALL,
            place,
            what=f"{quoted(label.text)} on page {number} is set in {size:.3g} pt",
            why=f"smallest_text: of the booklet's style is {least / MM_PER_PT:.3g} pt",
            fix="set it larger, in its style, or in the template of its figure, or show the figure wider",
            language=language,
        )


def check_figures(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report each figure whose smallest label is too small on a phone even when the figure is scrolled sideways."""
    booklet = subject.source_game.rulebook
    if booklet is None:
        return
    names = {block.subject for block in walk(booklet.blocks) if block.kind in ("figure", "step")}
    used = [booklet.figures[name] for name in names if name in booklet.figures]
    templates = {template.head.phone or template.name for template in used}
    for layout in layouts_with_figures(subject):
        _report_small_labels(layout, templates, diagnostics)


def _report_small_labels(layout: GameLayout, templates: Collection[str], diagnostics: Diagnostics) -> None:
    """Report the smallest label of each figure that is too small on a phone."""
    worst: dict[Place, tuple[float, FigureLabel]] = {}
    for figure in layout.figures:
        label, wide = smallest(figure.frame), least_width(figure.frame)
        place = figure.template.place
        if label is None or figure.template.name not in templates or wide <= MAX_SCROLLED:
            continue
        if place not in worst or wide > worst[place][0]:
            worst[place] = (wide, label)
    for place, (wide, label) in worst.items():
        size, needed = label.size / MM_PER_PT, label.size / MM_PER_PT * wide / MAX_SCROLLED
        diagnostics.report(
            Code.TEXT_SMALL,
            place,
            what=f"{quoted(label.text)} would be {MIN_LABEL * MAX_SCROLLED / wide:.1f} pixels high on a phone",
            why=f"type below {MIN_LABEL:g} pixels cannot be read, and figures are at most {MAX_SCROLLED:g} pixels wide",
            fix=f"set it in {needed:.1f} pt instead of {size:.3g}, or make the figure narrower",
            language=layout.edition.language,
        )


SectionPath = tuple[str, ...]


def check_style(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report fonts, colours and icons that a style names and that are not defined."""
    booklet, fonts = subject.rulebook, subject.fonts
    if booklet is None or booklet.style_source is None:
        return
    source: Map = booklet.style_source
    style = booklet.style

    def check(code: Code, kind: str, name: str, defined: Iterable[str], path: SectionPath) -> None:
        if name not in defined:
            what = f"no {kind} {name} for {'.'.join(path)}"
            defined = list(defined)
            fix = (
                suggest(name, defined) if defined or kind != "icon" else f"add icons: {{{name}: FILE}} to {source.file}"
            )
            fix = unknown_family_fix(name, defined) if code == Code.FONT_UNKNOWN else fix
            diagnostics.report(code, locate(source, path), what=what, fix=fix)

    def check_colour(colour: str, path: SectionPath) -> None:
        try:
            as_hex(colour, style.palette)
        except Mistake as mistake:
            what = f"{mistake.what} for {'.'.join(path)}"
            diagnostics.report(Code.COLOUR_UNKNOWN, locate(source, path), what=what, fix=mistake.fix)

    for lettering in LETTERING:
        letters = getattr(style, lettering)
        if letters.font not in fonts.families and not is_fault_of_fonts(letters.font, fonts, diagnostics):
            check(Code.FONT_UNKNOWN, "font family", letters.font, fonts.families, (lettering, "font"))
        check_colour(letters.colour, (lettering, "colour"))
    for name, box in style.boxes.items():
        check(Code.UNKNOWN_KEY, "kind of box", name, BOXES, ("boxes", name))
        if box.icon:
            check(Code.ICON_UNKNOWN, "icon", box.icon, style.icons, ("boxes", name, "icon"))
        for key in ("fill", "edge"):
            check_colour(getattr(box, key), ("boxes", name, key))
    for name, colour in style.icon_colours.items():
        check(Code.ICON_UNKNOWN, "icon", name, style.icons, ("icon_colours", name))
        check_colour(colour, ("icon_colours", name))
    for name, colour in style.palette.items():
        check_colour(colour, ("palette", name))
