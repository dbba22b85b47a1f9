"""Mistakes of translators in the PO files of a game that ships are reported, each of them.

All of them, and why some are not reported: ``python -m tools.mutation.catalogues``.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from conftest import one_of

from pnp.extensions.proofreading import dictionaries
from tools.mutation.catalogues import MISTAKES, Desk, FileMistake

pytestmark = pytest.mark.slow

NEED_NO_DICTIONARY = [mistake for mistake in MISTAKES if mistake.needs != "dictionary" and not mistake.why_not]
QUICK = NEED_NO_DICTIONARY[::3]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dictionaries, "MACHINE_FOLDERS", ())
        patch.setattr(dictionaries, "PACKAGES", {})
        patch.delenv("DICPATH", raising=False)
        yield Desk("chili", tmp_path_factory.mktemp("desk"))


def test_there_are_at_least_forty() -> None:
    assert len(MISTAKES) >= 40


@pytest.mark.parametrize("language", one_of(["de", "fr"], "de"))
def test_some_of_them_are_reported(desk: Desk, language: str) -> None:
    assert missed(desk, language, QUICK) == []


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["de", "fr"])
def test_all_of_them_are_reported(desk: Desk, language: str) -> None:
    assert missed(desk, language, NEED_NO_DICTIONARY) == []


def missed(desk: Desk, language: str, mistakes: list[FileMistake]) -> list[str]:
    outcomes = list(desk.outcomes(language, mistakes))
    assert sum(reports is not None for _, reports in outcomes) >= 0.9 * len(mistakes)
    return [mistake.name for mistake, reports in outcomes if reports is not None and not reports]
