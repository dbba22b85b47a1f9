"""Codes of languages that are none are told with those that are meant."""

from __future__ import annotations

import pytest
from conftest import GAME, WriteProject, check_project

from pnp.core.diagnostics import Mistake
from pnp.text.po_reader import gettext_plural_rule


@pytest.mark.parametrize(
    ("code", "fix"),
    [
        ("ge", "did you mean de (German) or ka (Georgian)?"),
        ("jp", "did you mean ja (Japanese)?"),
        ("german", "did you mean de (German)?"),
        ("gb", "did you mean en (English)?"),
        ("xx", "use a code like en, fr or pt_BR"),
    ],
)
def test_what_is_meant_by_a_code_that_no_language_has(code: str, fix: str) -> None:
    with pytest.raises(Mistake) as caught:
        gettext_plural_rule(code)
    assert caught.value.fix == fix


def test_a_translation_that_cannot_be_is_told_where_it_is_asked_for(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": GAME + "languages: [en, ge]\n"})
    assert [(d.code, d.place.line) for d in check_project(root).diagnostics] == [("language-unknown", 7)]
