"""Every fix that proposes a text: put in place of what is wrong, it makes the fault go away.

A row is a project with one fault. The fix is applied as a user would: its words are parsed, and nothing else is known.
"""

from __future__ import annotations

import difflib
import re
import shlex
import unicodedata
from pathlib import Path

import pytest
from conftest import CARDS, FACE, GAME, PO_HEADER, WriteProject, build_project
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostic

pytestmark = pytest.mark.slow

TABLE = {"data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv"), "data/small/cards.yaml": None}
FREE = "title: Small\nplayers: 2..4\ndecks:\n  numbers: {cards: cards.csv, template: small/face, back: small/back}\n"


def face(element: str) -> dict[str, str]:
    return {"templates/small/face.yaml": f"{FACE}  more: {element}\n"}


def table(rows: str, game: str = TABLE["data/small/game.yaml"] or "") -> dict[str, str | None]:
    return {**TABLE, "data/small/game.yaml": game, "data/small/cards.csv": rows}


def apply(fault: Diagnostic, root: Path) -> None:
    """Do what a fix says, at its place."""
    fix = fault.fix
    if match := re.search(r"run pnp (\S.*?)(?:;|, | and |$)", fix):
        result = CliRunner().invoke(app, [*shlex.split(match[1]), "--project", str(root)])
        assert result.exit_code == 0, result.stderr
        return
    path = root / fault.place.path
    lines = path.read_text().split("\n")
    line, start = lines[fault.place.line - 1], max(fault.place.column - 1, 0)
    if match := re.search(r"(?:did you mean|correct the capitals:) (.+?)(?:\?|$)", fix):
        proposed = re.sub(r"^(?:templates|data/small)/", "", match[1])
        if "cards" not in fault.place.path and not proposed.endswith(("cards.yaml", ".svg", ".png")):
            proposed = proposed.removesuffix(".yaml")
        words = [word for word in (*re.findall(r"[\w./-]+", line), *re.findall(r"\w+", line)) if word != proposed]
        wrong = max(words, key=lambda word: difflib.SequenceMatcher(None, word.casefold(), proposed.casefold()).ratio())
        line = re.sub(rf"(?<![\w/-]){re.escape(wrong)}(?![\w/-])", proposed, line, count=1)
    elif match := re.search(r"write (\[.+?\]) for (\.\w+)", fix):
        line = line.replace(match[2], match[1].replace('"', "'"))
    elif match := re.search(r"to print it, write (.+)", fix):
        line = re.sub(r"\{#.*?#\}", lambda _: match[1], line)
    elif match := re.search(r"put quotes around it: (.+)", fix):
        line = line.replace(match[1].strip('"'), match[1])
    elif match := re.search(r"write copies: (\w+) in the deck", fix):
        path = root / "data/small/game.yaml"
        path.write_text(path.read_text().replace("cards.csv,", f"cards.csv, copies: {match[1]},"))
        return
    elif match := re.search(r"write card\.(\w+): it is a field", fix):
        line = line.replace(f"{{{{ {match[1]} }}}}", f"{{{{ card.{match[1]} }}}}")
    elif match := re.search(r"write ([^\s,]+)(?: in quotes|, or| behind it|$)", fix):
        rest = line[start:]
        line = line[:start] + re.sub(r"^[^,}\n]+", match[1], rest, count=1)
    else:
        raise AssertionError(f"no way to apply: {fix}")
    lines[fault.place.line - 1] = line
    path.write_text("\n".join(lines))


FAULTS = {
    "a field, misspelt": face('{text: "{{ card.nmber }}", in: safe, size: 5pt}'),
    "a field without card": face('{text: "{{ number }}", in: safe, size: 5pt}'),
    "a name, misspelt": face('{text: "{{ hnd }}", in: safe, size: 5pt}'),
    "a key, misspelt": face('{text: "a", in: safe, siez: 5pt}'),
    "a box, misspelt": face('{text: "a", in: sfae, size: 5pt}'),
    "a filter, misspelt": face('{text: "{{ card.colour|uper }}", in: safe, size: 5pt}'),
    "a font, misspelt": face('{text: "a", in: safe, size: 5pt, font: txet}'),
    "a colour of the palette": {**face('{rect: safe, fill: gren}')},
    "a colour without quotes": face("{rect: safe, fill: #ff0000}"),
    "a column with a space": {
        **table("number,Card Name\n1,Otter\n2,Fox\n", FREE), **face('{text: "{{ card.card_name }}", in: safe, size: 5pt}'),
    },
    "a choice, misspelt": {"data/small/cards.yaml": CARDS.replace("blue", "bleu")},
    "a key of a card, misspelt": {"data/small/cards.yaml": CARDS.replace("2, colour", "2, color")},
    "a comment in a text": {
        **table("number,rule\n1,50% off {#today#} here\n2,x\n", FREE), **face('{text: "{{ card.rule }}", in: safe, size: 5pt}'),
    },
    "copies under another name": {**table("number,Qty\n1,2\n2,3\n", FREE), **face('{text: "{{ card.Qty }}", in: safe, size: 5pt}')},
    "copies with decimals": table('number,colour,copies\n1,red,"3.0"\n2,blue,1\n'),
    "a column that was renamed": table("number,tint\n1,red\n2,blue\n"),
    "a template, misspelt": {"data/small/game.yaml": GAME.replace("small/face", "small/fcae")},
    "a back in other capitals": {"data/small/game.yaml": GAME.replace("small/back", "small/Back")},
    "a file of cards, misspelt": {"data/small/game.yaml": GAME.replace("cards.yaml", "crads.yaml")},
    "a drawing, misspelt": {
        **face("{svg: small/atr, in: safe}"),
        "templates/small/art.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2"/></svg>',
    },
    "a language without a file": {"data/small/game.yaml": f"{GAME}languages: [en, fr]\n"},
    "a leading zero": {"data/small/cards.yaml": CARDS.replace("number: 2", "number: 02")},
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fix_that_is_applied_works(write_project: WriteProject, name: str) -> None:
    root = write_project(FAULTS[name])  # type: ignore[arg-type]
    faults = list(build_project(root).diagnostics)
    assert faults, "the project has no fault"
    first = next((fault for fault in faults if fault.fix), faults[0])
    apply(first, root)
    left = [(fault.code, fault.what) for fault in build_project(root).diagnostics]
    assert (first.code, first.what) not in left, (first.fix, left)
    if first.code != "catalogue-missing":  # whose file waits for translations
        assert not [fault for fault in build_project(root).diagnostics if fault.severity == "error"]


def test_a_back_that_others_need_is_left_as_it_is(write_project: WriteProject) -> None:
    deck = "  tall: {cards: cards.yaml, template: small/tall, back: small/back, fields: {number: 1..9, colour: [red, blue]}}\n"
    root = write_project(
        {
            "data/small/game.yaml": GAME + deck.replace("}}", "}, unseen: [colour]}"),
            "templates/small/tall.yaml": f"size: tarot\n{FACE}",
        }
    )
    (fault,) = (fault for fault in build_project(root).diagnostics if fault.code == "back-size")
    match = re.search(r"write back: (\S+) here, and (\S+) with\n(.+)", fault.fix, re.DOTALL)
    assert match, fault.fix
    (root / match[2]).write_text(match[3])
    game = root / "data/small/game.yaml"
    head, _, tail = game.read_text().rpartition("small/back")
    game.write_text(f"{head}{match[1]}{tail}")
    assert [(fault.code, fault.what) for fault in build_project(root).diagnostics] == []


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_picture_is_found_however_its_letters_are_composed(write_project: WriteProject, form: str) -> None:
    name = unicodedata.normalize(form, "Bébé")
    other = unicodedata.normalize("NFD" if form == "NFC" else "NFC", "Bébé")
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2"/></svg>'
    root = write_project({**face(f"{{svg: small/{other}, in: safe}}"), f"templates/small/{name}.svg": drawing})
    assert not build_project(root).diagnostics


@pytest.mark.parametrize(
    ("content", "what", "fix"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n", "a pointer: Git LFS", "git lfs pull"),
        (b"../.git/annex/objects/aa/bb/SHA256E-s1--c.png", "a pointer: git-annex", "git annex get"),
        (b"<!DOCTYPE html>\n<title>Log in</title>", "a web page", "download it again"),
        (b"\xef\xbb\xbf\n<html><body>", "a web page", "download it again"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "a drawing, an SVG", "write svg:"),
        (b"%PDF-1.7\n", "a PDF", "export its page"),
        (b"\0\0\0\x18ftypheic\0\0", "a HEIC picture", "save it as JPEG"),
        (b"", "is empty", "again"),
        (b"GIF87b nonsense", "is not a picture", "save it again"),
    ],
)
def test_the_fix_names_what_a_file_is(write_project: WriteProject, content: bytes, what: str, fix: str) -> None:
    root = write_project({**face("{image: small/a.png, in: safe}"), "templates/small/a.png": content})
    (fault,) = build_project(root).diagnostics
    assert what in fault.what and fix in fault.fix


@pytest.mark.parametrize("name", ["pt_BR.po", "pt-BR.po", "pt-br.po"])
def test_translations_are_read_under_the_names_that_other_programs_give(write_project: WriteProject, name: str) -> None:
    po = f'{PO_HEADER.replace("fr", "pt_BR")}msgid "Small"\nmsgstr "Pequeno"\n'
    root = write_project({"data/small/game.yaml": f"{GAME}languages: [en, pt_BR]\n", f"data/small/locale/{name}": po})
    assert not [fault for fault in build_project(root, "pt_BR").diagnostics if fault.code == "catalogue-missing"]
    result = CliRunner().invoke(app, ["i18n", "update", "--project", str(root)])
    assert result.exit_code == 0, result.stderr
    assert [path.name for path in (root / "data/small/locale").iterdir()] == [name]
