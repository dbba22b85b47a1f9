"""Filled blocks and the pages of their headings → the blocks with a page number behind each link, for paper.

The web has no pages: there, links are enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from pnp.markup import Run, Runs
from pnp.rulebook.blocks import Filled, walk
from pnp.rulebook.strips import PageOf
from pnp.words.small_print import small_print

NO_BREAK = "\u00a0"

ANY_PAGE = 8
"""Stands for a page that is not known yet: about as wide as any."""


def has_references(blocks: Sequence[Filled]) -> bool:
    """Whether a text leads to a heading of the booklet."""
    return any(_is_reference(run.link) for block in walk(blocks) for run in block.runs)


def with_pages(blocks: Sequence[Filled], page_of: PageOf, language: str) -> tuple[Filled, ...]:
    """Blocks with ``(page 7)`` behind each link to a heading; headings keep their words.

    Args:
        blocks: In one language.
        page_of: The page of each heading, as far as pages are set.
        language: Of the word for page.
    """
    return tuple(
        replace(
            block,
            runs=block.runs if block.kind == "heading" else tuple(_told(block.runs, page_of, language)),
            children=with_pages(block.children, page_of, language),
        )
        for block in blocks
    )


def _told(runs: Runs, page_of: PageOf, language: str) -> Iterator[Run]:
    for link, linked in groupby(runs, key=lambda run: run.link):
        yield from linked
        if _is_reference(link):
            page = page_of.get(link.removeprefix("#"), ANY_PAGE)
            yield Run(f" ({small_print('page', language)}{NO_BREAK}{page})")


def _is_reference(link: str) -> bool:
    return link.startswith("#")
