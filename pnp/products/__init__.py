"""A laid-out game → its files, by the table of products. Each product returns finished bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pnp.build_context import BuildContext
from pnp.core.diagnostics import Diagnostics
from pnp.core.plugins import call_plugin, load_plugin, plugins
from pnp.outputs import Output
from pnp.products.sheets import cut_sheets, extra_sheets, face_list, token_sheets
from pnp.workers.activity import activity

Product = Callable[[BuildContext], Iterator[Output]]


def rule_booklet(context: BuildContext) -> Iterator[Output]:
    """Yield the rules: to read page by page, to fold and staple, and for the web."""
    if context.rulebook is not None:
        from pnp.products.booklet import rule_booklet  # a game of cards alone loads nothing of the rulebook

        yield from rule_booklet(context)


PRODUCTS: tuple[Product, ...] = (cut_sheets, token_sheets, extra_sheets, rule_booklet, face_list)
"""The printer's products, which a build makes of each game in each language."""


def products(diagnostics: Diagnostics) -> list[Product]:
    """Return the products of pnp and then those of packages; one that cannot be loaded is reported."""
    added: list[Product] = []
    for name in plugins("pnp.products"):
        with diagnostics.catch_faults():
            added.append(partial(_product_of_package, load_plugin("pnp.products", name), name, diagnostics))
    return [*PRODUCTS, *added]


def _product_of_package(make: Product, name: str, diagnostics: Diagnostics, context: BuildContext) -> Iterator[Output]:
    """Yield the files of a package's product. A fault of it is reported, and the other products are still made."""
    with activity(name), diagnostics.catch_faults():
        yield from call_plugin("pnp.products", name, "make", make, context)
