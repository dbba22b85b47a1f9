"""Codes of languages: those that can be used, and the messages for others."""

from __future__ import annotations

import pytest
from conftest import GAME, PO_HEADER, WriteProject, build_project, check_project

from pnp.core.diagnostics import Mistake
from pnp.project.game import parse_languages
from pnp.text.numbers import base_language, language_tag, locale_identifier
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


@pytest.mark.parametrize(
    ("code", "identifier", "tag"),
    [
        ("fr", "fr", "fr"),
        ("pt_BR", "pt_BR", "pt-BR"),
        ("pt-BR", "pt_BR", "pt-BR"),
        ("zh_Hans", "zh_Hans", "zh-Hans"),
        ("zh-Hant-TW", "zh_Hant_TW", "zh-Hant-TW"),
        ("es_419", "es_419", "es-419"),
        ("ca@valencia", "ca", "ca-valencia"),
        ("sr@latin", "sr_Latn", "sr-Latn"),
        ("sr_RS@latin", "sr_Latn_RS", "sr-Latn-RS"),
    ],
)
def test_codes_have_scripts_regions_and_variants(code: str, identifier: str, tag: str) -> None:
    assert parse_languages(["en", code]) == ("en", code)
    assert (locale_identifier(code), language_tag(code)) == (identifier, tag)
    assert base_language(code) == code[:2]
    gettext_plural_rule(code)


@pytest.mark.parametrize("codes", [["EN"], ["en", "zh_hans"], ["ca@"], ["pt_BR", "pt-BR"], ["../x"], []])
def test_other_codes_are_mistakes(codes: list[str]) -> None:
    with pytest.raises(Mistake):
        parse_languages(codes)


def test_files_are_named_by_codes_as_written(write_project: WriteProject) -> None:
    header = PO_HEADER.replace("fr", "ca@valencia")
    root = write_project(
        {
            "data/small/game.yaml": GAME + "languages: [en, ca@valencia]\n",
            "data/small/locale/ca@valencia.po": header + 'msgid "Small"\nmsgstr "Menut"\n',
            "templates/small/rulebook.md": "## {{ game.title }}\n",
        }
    )
    result = build_project(root, "ca@valencia")
    assert not list(result.diagnostics)
    (page,) = (output for output in result.outputs if output.path.endswith("rules.html"))
    assert page.path == "small/ca@valencia/rules.html"
    assert b'<html lang="ca-valencia">' in page.content
    assert b"Menut</h2>" in page.content
