"""In a language that pnp knows nothing of, no English word is printed: all of them come from the game's catalogue."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest
from conftest import BACK, WriteProject, build_project, check_project
from pypdf import PdfReader

from pnp.extensions.translating.command import catalogue_status, update_catalogues
from pnp.project.files import Files

pytestmark = pytest.mark.slow

GAME = """\
title: Small
subtitle: A game
players: 2..4
languages: [en, xh]
facts: {hand: 5}
decks:
  numbers: {title: number cards, cards: cards.yaml, template: small/face, back: small/back, fields: {name: text}}
extras:
  board: {title: board, template: small/board}
  coins: {title: coins, template: small/coin}
"""
FILES = {
    "data/small/game.yaml": GAME,
    "data/small/cards.yaml": "- {name: Apple}\n- {name: Pear}\n",
    "templates/small/face.yaml": 'elements:\n  name: {text: "{{ card.name }}", in: safe}\n',
    "templates/small/back.yaml": BACK,
    "templates/small/board.yaml": "size: [300mm, 300mm]\nelements:\n  ground: {rect: bleed, fill: '#ffffff'}\n",
    "templates/small/coin.yaml": "size: [20mm, 20mm]\nshape: circle\nelements:\n  ground: {rect: bleed, fill: '#ffffff'}\n",
    "templates/small/rulebook.md": "## Play\n\nDeal {{ hand }} cards, see [The end](#the-end).\n\n## The end\n\nIt ends.\n",
}
LETTERS = re.compile(r"[A-Za-z]+")


def translated(root: Path) -> None:
    """Write a catalogue in which each letter outside placeholders is an x."""
    (made,) = update_catalogues(Files(root), ["small"], ["xh"]).outputs
    written: list[str] = []
    source = ""
    for line in made.content.decode().split("\n"):
        if line.startswith("msgid "):
            source = line.removeprefix("msgid ")
        if line == 'msgstr ""' and source != '""':
            text = re.sub(r"(\{\{.*?\}\}|\{\w+\}|\]\(#[\w-]+\))|[A-Za-z]", lambda match: match[1] or "x", source)
            line = f"msgstr {text}"
        written.append(line)
    path = root / made.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(written))


@pytest.fixture
def project(write_project: WriteProject) -> Path:
    return write_project(FILES)


def test_no_english_letter_is_printed(project: Path) -> None:
    translated(project)
    made = build_project(project)
    assert not made.diagnostics.errors
    of_language = {output.path: output.content for output in made.outputs if output.path.startswith("small/xh/")}
    assert {Path(path).stem for path in of_language} >= {"cards", "board", "coins", "rules", "booklet"}
    for path, content in of_language.items():
        if path.endswith(".pdf"):
            pages = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
            with pikepdf.open(io.BytesIO(content)) as pdf:
                title = str(pdf.docinfo["/Title"])
            words = {word for word in LETTERS.findall(f"{pages} {title}") if set(word.lower()) != {"x"}}
            assert words <= {"xh", "mm", "A", "B", "C"}, path  # the language's code, the ruler, names of tiles
    page = of_language["small/xh/rules.html"].decode()
    text = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<[^>]*>", " ", page, flags=re.S)
    labels = " ".join(re.findall(r'aria-label="([^"]*)"', page))
    assert not {word for word in LETTERS.findall(f"{text} {labels}") if set(word.lower()) != {"x"}}


def test_a_word_of_pnp_that_is_missing_is_reported_as_any_other_text(project: Path) -> None:
    translated(project)
    path = project / "data/small/locale/xh.po"
    path.write_text(
        path.read_text().replace(
            'msgid "flip on the short edge"\nmsgstr "xxxx xx xxx xxxxx xxxx"',
            'msgid "flip on the short edge"\nmsgstr ""',
        )
    )
    found = [fault for fault in check_project(project).diagnostics if fault.code == "translation-missing"]
    assert [fault.what for fault in found] == ["“flip on the short edge” has no translation into xh as pnp"]
    assert not catalogue_status(Files(project), ["small"], []).is_complete


def test_a_language_that_pnp_knows_needs_none_of_its_words(write_project: WriteProject) -> None:
    root = write_project({**FILES, "data/small/game.yaml": GAME.replace("xh", "ja")})
    (made,) = update_catalogues(Files(root), ["small"], ["ja"]).outputs
    assert "flip on the short edge" not in made.content.decode()
