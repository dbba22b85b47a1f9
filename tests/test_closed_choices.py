"""Closed choices stay closed: each table of a Literal or an enum has an entry for every member."""

from __future__ import annotations

import importlib
import pkgutil
import typing
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import pytest

import pnp
from pnp.core.printing import MarkKind
from pnp.layout.sheets.marks import MARKS
from pnp.play.bots import BOT_KINDS
from pnp.play.game_bundle import USUAL_BOTS
from pnp.play.table import SeenBy
from pnp.project import claims as play
from pnp.project.claims import CLAIM_KINDS, ClaimHead, ClaimKey
from pnp.project.measures import PlayHead

PARTIAL = {
    "pnp.play.report.charts.CHARTS": "some roles are tables only",
    "pnp.play.report.grids.GRIDS": "some roles are charts only",
}
"""Tables that need not have all members, with the reason."""


def members(choice: Any) -> frozenset[Any]:
    """The members of a Literal, an enum or a union of them; none of any other type."""
    if get_origin(choice) is Literal:
        return frozenset(get_args(choice))
    if isinstance(choice, type) and issubclass(choice, Enum):
        return frozenset(choice)
    parts = [members(part) for part in get_args(choice)] if get_origin(choice) is typing.Union else []
    return frozenset().union(*parts) if parts and all(parts) else frozenset()


def tables() -> Iterator[tuple[str, frozenset[Any], Mapping[Any, Any]]]:
    """The tables of every module whose keys are a closed choice, with its members."""
    for module_info in pkgutil.walk_packages(pnp.__path__, "pnp."):
        if ".starters." in module_info.name or module_info.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(module_info.name)
        except ImportError:
            if module_info.name in (
                "pnp.extensions.laboratory.adapters.openspiel",
                "pnp.extensions.laboratory.adapters.pettingzoo",
            ):  # need an extra
                continue
            raise
        for name, annotation in getattr(module, "__annotations__", {}).items():
            try:
                names = {**vars(play), **vars(module)}  # pnp.play imports types of pnp.project.claims for mypy only
                table_type = eval(annotation, names) if isinstance(annotation, str) else annotation
            except NameError:
                continue
            table = getattr(module, name, None)
            keys = members(get_args(table_type)[0]) if isinstance(table, Mapping) and get_args(table_type) else None
            if keys:
                yield f"{module_info.name}.{name}", keys, table


TABLES = {name: (keys, table) for name, keys, table in tables()}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_every_member(name: str) -> None:
    keys, table = TABLES[name]
    assert set(table) <= keys
    assert name in PARTIAL or set(table) == keys


def test_the_tables_are_seen_by_this_test() -> None:
    expected = {
        "pnp.layout.sheets.marks.MARKS",
        "pnp.project.claims.CLAIM_KINDS",
        "pnp.play.testing.scope.SEEN_AT",
        *PARTIAL,
    }
    assert expected <= set(TABLES)
    assert set(MARKS) == set(get_args(MarkKind))


def test_every_kind_of_claim_is_a_key_of_claims() -> None:
    assert set(CLAIM_KINDS) == set(get_args(ClaimKey))
    fields = ClaimHead.model_fields
    for test, kind in CLAIM_KINDS.items():
        assert fields[test].default is None
        assert not kind.beside or fields[kind.beside].default is None


def test_the_usual_bots_are_built_in_and_the_default_of_the_data() -> None:
    assert PlayHead().bots == USUAL_BOTS
    assert set(USUAL_BOTS) <= set(BOT_KINDS)


def test_claims_name_who_may_see_a_pile_as_rules_do() -> None:
    (mapping,) = (part for part in get_args(ClaimHead.model_fields["seen"].annotation) if get_args(part))
    assert set(get_args(get_args(mapping)[1])) == {*get_args(SeenBy), "some"}
