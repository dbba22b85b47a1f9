"""Blocks and a game's layout → FilledBlocks: translated, evaluated and typeset; on paper with page numbers after links.

Each kind of block has its own function in pnp.rulebook.kinds; the Filler has what these functions share. A text that
cannot be evaluated is reported and left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Protocol

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place, suggest
from pnp.core.markup import Run, Runs, parse_markup, typeset_runs
from pnp.core.patterns import lazy_pattern
from pnp.expressions import ExpressionError, Scope, compile_expression, compile_text, show
from pnp.layout.cards.game import GameLayout
from pnp.project.template import Template
from pnp.project.tree import parse_yaml
from pnp.project.values import describe
from pnp.rulebook.blocks import Block, ContainerSyntax, FilledBlock, PageOf, walk
from pnp.text.game_texts import rulebook_context
from pnp.text.own_words import PrintedWord
from pnp.text.placeholders import without_expressions
from pnp.text.po_reader import PoEntry
from pnp.text.typography import figures, typeset
from pnp.workers.activity import activity

_LITERAL = lazy_pattern(r"\[([^\[\]]*)\]\{\.literal\}")


def slug(text: str) -> str:
    """Return a heading's name in links: its words in lower case, joined by hyphens."""
    words = re.findall(r"\w+", without_expressions(text).lower())
    return "-".join(words) or "section"


MAX_REPEATS = 5_000
"""At most this many blocks of a booklet may be repetitions; nested repetitions multiply."""


class FillKind(Protocol):
    """The part of a kind of block that the Filler needs."""

    @property
    def fill(self) -> FillBlock:
        """The function that fills a block."""


class Filler:
    """Fills blocks in one language.

    Attributes:
        figures: Templates by the names that the text uses, in the language.
    """

    def __init__(
        self,
        figures: Mapping[str, Template],
        layout: GameLayout,
        kinds: Mapping[str, FillKind],
        prefix: str = "",
        icons: Collection[str] = (),
    ) -> None:
        """Make a filler.

        Args:
            figures: Templates by the names that the text uses.
            layout: The game in the language.
            kinds: The kinds of blocks by name.
            prefix: Precedes the name of each heading, if a document has the rules in several languages.
            icons: The names of the style's icons.
        """
        self._prefix = prefix
        self._icons = icons
        self.layout = layout
        self.edition = layout.edition
        self.figures = {name: self.edition.translate_template(t) for name, t in figures.items()}
        self._kinds = kinds
        self._anchors: set[str] = set()
        self._repeats = 0

    def may_repeat(self, block: Block) -> bool:
        """Whether a block's content may be filled once more. The first refusal is reported."""
        self._repeats += 1
        if self._repeats == MAX_REPEATS + 1:
            what = f"the repetitions make more than {MAX_REPEATS:,} blocks in this booklet"
            self.report(Code.BOOKLET_EACH, block.place, what=what, fix="nest fewer ::: each")
        return self._repeats <= MAX_REPEATS

    def fill(self, blocks: Iterable[Block], scope: Scope) -> Iterator[FilledBlock]:
        """Fill blocks with the values of a scope."""
        for block in blocks:
            with activity(f"its {block.kind}", block.place):
                filled = list(self._kinds[block.kind].fill(self, block, scope))
            yield from filled

    def report(self, code: Code, place: Place, *, what: str, fix: str = "") -> None:
        """Report a fault of the text in the Filler's language."""
        self.layout.diagnostics.report(code, place, what=what, fix=fix, language=self.edition.language)

    # --- text

    def runs(self, block: Block, scope: Scope) -> Runs:
        """Return a block's text: translated, evaluated, parsed and typeset."""
        if not block.text:
            return ()
        context, catalogue = rulebook_context(block.kind), self.edition.catalogue
        source = self.edition.translate(block.text, context)
        entry = catalogue.entry(block.text, context) if catalogue and source != block.text else None
        try:
            text = show(compile_text(source)(scope))
        except ExpressionError as error:
            place = (entry and entry.place_of_slip(source)) or block.place
            self.report(error.code, place, what=error.what, fix=error.fix)
            return ()
        runs = parse_markup(_LITERAL.sub(r"\1", text), breaks=False)
        if entry:
            runs = tuple(run for run in runs if not run.is_icon or self._has_icon(run.text, entry))
        if self._prefix:
            runs = tuple(
                replace(run, link=f"#{self._prefix}{run.link[1:]}") if run.link.startswith("#") else run for run in runs
            )
        return typeset_runs(runs, typeset, self.edition.language)

    def _has_icon(self, name: str, entry: PoEntry) -> bool:
        """Whether an icon of a translation is known.

        One that only the translation has and that does not exist is reported. Unknown icons of the source are reported
        when they are set.
        """
        if name in self._icons or f":{name}:" in entry.text:
            return True
        fix = suggest(name, self._icons)
        self.report(
            Code.ICON_UNKNOWN, entry.place_of(f":{name}:"), what=f"no icon {name} in the booklet's icons:", fix=fix
        )
        return False

    def anchor(self, text: str) -> str:
        """Return a unique name for a heading."""
        anchor = self._prefix + slug(text)
        while anchor in self._anchors:
            anchor += "-2"
        self._anchors.add(anchor)
        return anchor

    def check_links(self, blocks: tuple[FilledBlock, ...]) -> None:
        """Report links to a missing heading, or to something that is not an address."""
        for block in walk(blocks):
            for run in block.runs:
                target = run.link
                if target.startswith("#") and target[1:] not in self._anchors:
                    named = target[1:].removeprefix(self._prefix)
                    fix = suggest(named, [anchor.removeprefix(self._prefix) for anchor in self._anchors])
                    self.report(Code.BOOKLET_LINK, block.place, what=f"no heading #{named}", fix=fix)
                elif target and not target.startswith(("#", "https://", "http://", "mailto:")):
                    what, fix = f"{target} is not an address", "write #heading or https://…"
                    self.report(Code.BOOKLET_LINK, block.place, what=what, fix=fix)

    # --- arguments

    def value(self, block: Block, source: str, scope: Scope) -> Any:
        """Return the value of an argument: YAML in brackets, or an expression.

        Return None after a fault, which is reported.
        """
        source = source.strip()
        try:
            if source[:1] in "\"'" and source[-1:] == source[:1]:
                source = source[1:-1]
            if source[:1] in "[{" and not source.startswith("{{"):
                return parse_yaml(source, block.place.file)
            return (compile_text if "{{" in source else compile_expression)(source)(scope)
        except ExpressionError as error:
            self.report(error.code, block.place, what=error.what, fix=error.fix)
        except Fault as fault:
            what, fix = fault.diagnostic.what, "write a list like [{number: 1}]"
            self.report(Code.BOOKLET_ARGUMENT, block.place, what=what, fix=fix)
        return None

    def options(self, block: Block, form: ContainerSyntax, scope: Scope) -> dict[str, Any]:
        """Return the values of a container's arguments.

        Values that its syntax does not accept are reported and left out.
        """
        values = {}
        for key, source in block.arguments.items():
            argument = form.arguments.get(key)
            if argument and argument.is_condition:
                continue
            value = self.value(block, source, scope)
            if argument and value is not None and not argument.accepts(value):
                what = f"{key} is {describe(value)}, must be {argument.expected}"
                self.report(Code.BOOKLET_ARGUMENT, block.place, what=what)
            else:
                values[key] = value
        return values


FillBlock = Callable[[Filler, Block, Scope], Iterator[FilledBlock]]
"""A function that fills a block: it yields one filled block, several if it repeats, or none."""


NO_BREAK = "\u00a0"

ANY_PAGE = 8
"""Stands for a page number that is not known yet: one digit, about as wide as most."""


def has_references(blocks: Sequence[FilledBlock]) -> bool:
    """Whether any text links to a heading of the booklet."""
    return any(_is_reference(run.link) for block in walk(blocks) for run in block.runs)


def with_pages(
    blocks: Sequence[FilledBlock], page_of: PageOf, printed_word: PrintedWord, language: str
) -> tuple[FilledBlock, ...]:
    """Return blocks with ``(page 7)`` after each link to a heading; headings are not changed.

    Args:
        blocks: Blocks in one language.
        page_of: The page of each heading that has one.
        printed_word: Returns the words for a page in their language.
        language: Their language, for its digits.
    """
    return tuple(
        replace(
            block,
            runs=block.runs
            if block.kind == "heading"
            else tuple(_with_page_numbers(block.runs, page_of, printed_word, language)),
            children=with_pages(block.children, page_of, printed_word, language),
        )
        for block in blocks
    )


def _with_page_numbers(runs: Runs, page_of: PageOf, printed_word: PrintedWord, language: str) -> Iterator[Run]:
    for link, linked in groupby(runs, key=lambda run: run.link):
        yield from linked
        if _is_reference(link):
            page = page_of.get(link.removeprefix("#"), ANY_PAGE)
            # Translators: a reference to a page. Brackets as wide as an ideograph have no space before them.
            reference = printed_word("(page {page})", page=figures(page, language)).replace(" ", NO_BREAK)
            yield Run(reference if reference.startswith("（") else f" {reference}")


def _is_reference(link: str) -> bool:
    return link.startswith("#")
