"""open_edition: a game in its source language, in a translation, and in a draft without one."""

from __future__ import annotations

from pathlib import Path

from conftest import GAME, WriteProject

from pnp.core.diagnostics import Diagnostics
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.text.edition import open_edition

BILINGUAL = GAME + "languages: [en, fr]\nwords: {go: Go now}\n"
PO = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\nmsgid "Go now"\nmsgstr "Vas-y"\n'


def read(root: Path) -> tuple[Files, Game]:
    files, diagnostics = Files(root), Diagnostics()
    game = load_game(files, Templates(files), "small", diagnostics)
    assert game is not None
    return files, game


def test_the_source_language_needs_no_catalogue(write_project: WriteProject) -> None:
    files, game = read(write_project({"data/small/game.yaml": BILINGUAL}))
    diagnostics = Diagnostics()
    edition = open_edition(files, game, "en", diagnostics)
    assert edition is not None and edition.catalogue is None and edition.game.head.words["go"] == "Go now"
    assert not diagnostics


def test_a_translation_comes_from_its_catalogue(write_project: WriteProject) -> None:
    files, game = read(write_project({"data/small/game.yaml": BILINGUAL, "data/small/locale/fr.po": PO}))
    edition = open_edition(files, game, "fr", Diagnostics())
    assert edition is not None and edition.game.head.words["go"] == "Vas-y" and edition.source is game


def test_without_a_catalogue_only_a_draft_opens_with_its_texts_in_brackets(write_project: WriteProject) -> None:
    files, game = read(write_project({"data/small/game.yaml": BILINGUAL}))
    diagnostics = Diagnostics()
    assert open_edition(files, game, "fr", diagnostics) is None
    draft = open_edition(files, game, "fr", diagnostics, is_draft=True)
    assert draft is not None and draft.language == "fr" and draft.game.head.words["go"] == "[Go now]"
    assert {str(diagnostic.code) for diagnostic in diagnostics} == {"catalogue-missing"}
