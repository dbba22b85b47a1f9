"""What pnp lacks in a language is told where a translator or designer can change it, and something readable is printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import GAME, WriteProject

from pnp.build import BuildOptions, build
from pnp.project.files import Files
from pnp.text.hyphenation import has_hyphenation

CATALOGUE = """msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Small"
msgstr "Small"

msgid "Deal {{{{ hand|words }}}}."
msgstr "{translation}"
"""
FACE = 'elements:\n  rule: {text: "Deal {{ hand|words }}.", in: safe, hyphenate: %s}\n'


@pytest.fixture
def told(write_project: WriteProject) -> object:
    def build_in(language: str, translation: str, hyphenate: str = "false") -> list[tuple[str, str, str, str]]:
        game = GAME.replace("title: Small\n", f"title: Small\nlanguages: [en, {language}]\n")
        root: Path = write_project(
            {
                "data/small/game.yaml": game,
                "templates/small/face.yaml": FACE % hyphenate,
                f"data/small/locale/{language}.po": CATALOGUE.format(language=language, translation=translation),
            }
        )
        found = build(Files(root), BuildOptions()).diagnostics
        return [(d.code.value, d.place.file, d.what, d.fix) for d in found if d.code.value != "translation-missing"]

    return build_in


def test_numbers_without_words_are_figures_and_a_warning_in_the_catalogue(told) -> None:  # type: ignore[no-untyped-def]
    (fault,) = told("gl_ES", "Reparte {{ hand|words }}.")
    assert fault == (
        "number-words",
        "data/small/locale/gl_ES.po",
        "pnp has no words for numbers in Galician: {{ hand|words }} is printed in figures",
        "write {{ hand }} here",
    )


def test_the_fix_ends_the_warning(told) -> None:  # type: ignore[no-untyped-def]
    assert told("gl_ES", "Reparte {{ hand }}.") == []


@pytest.mark.parametrize(("language", "codes"), [("fi", ["hyphenation-none"]), ("da", []), ("gl", ["number-words"])])
def test_hyphenation_that_is_not_there_is_told_at_the_language(told, language: str, codes: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert has_hyphenation(language) == (language != "fi")
    found = told(language, "Aa {{ hand|words }}.", "true")
    assert [code for code, *_ in found] == codes
    assert all(file == "data/small/game.yaml" for code, file, *_ in found if code == "hyphenation-none")
