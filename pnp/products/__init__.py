"""A laid-out game → its files: the table of products, each of which returns finished bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.build_context import BuildContext
from pnp.outputs import Output
from pnp.products.sheets import cut_sheets, extra_sheets, face_list, token_sheets

Product = Callable[[BuildContext], Iterator[Output]]


def rule_booklet(context: BuildContext) -> Iterator[Output]:
    """Yield the rules: to read page by page, to fold and staple, and for the web."""
    if context.rulebook is not None:
        from pnp.products.booklet import rule_booklet  # a game of cards alone loads nothing of the rulebook

        yield from rule_booklet(context)


PRODUCTS: tuple[Product, ...] = (cut_sheets, token_sheets, extra_sheets, rule_booklet, face_list)
"""The products that a build makes of each game in each language."""
