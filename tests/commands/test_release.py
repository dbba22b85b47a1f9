"""Releases: what is in the ZIP of each language, in which order, and what is told of it."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pikepdf
import pytest
from conftest import FACE, GAME, WriteProject, build_project, codes
from test_faults import BOOKLET_STYLE, po
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.outputs import BuildResult
from pnp.project.files import Files
from pnp.release import ReleaseOptions, release

pytestmark = pytest.mark.slow

FR = {
    **BOOKLET_STYLE,
    "data/small/game.yaml": GAME + "languages: [en, fr]\nversion: '1.2'\nage: 8\nminutes: 10..20\n",
    "data/small/locale/fr.po": po(("Small", "Petit")),
    "templates/small/rulebook.md": "## {{ game.title }}\n",
    "LICENSE": "Print it.\n",
}


NAMES = ("02-small-rules.pdf", "A4/01-small-cards-A4.pdf", "Letter/02-small-booklet-Letter.pdf")


def released(root: Path, *languages: str) -> BuildResult:
    return release(Files(root), ReleaseOptions(languages=languages))


def opened(built: BuildResult) -> dict[str, dict[str, bytes]]:
    archives = {output.path: zipfile.ZipFile(io.BytesIO(output.content)) for output in built.outputs}
    return {path: {name: archive.read(name) for name in archive.namelist()} for path, archive in archives.items()}


@pytest.mark.parametrize(
    ("version", "name"),
    [("1.2-beta", "1.2-beta"), ("1:2/x", "1-2-x"), ("../../up", "..-..-up"), ("2nd?", "2nd"), ("..", "")],
)
def test_a_version_names_a_file(write_project: WriteProject, version: str, name: str) -> None:
    root = write_project({"data/small/game.yaml": f'{GAME}version: "{version}"\n', "LICENSE": "Print it.\n"})
    assert [output.path for output in released(root).outputs] == [f"small{'-' * bool(name)}{name}-en.zip"]


def test_each_language_has_a_zip_with_all_that_is_to_print(write_project: WriteProject) -> None:
    built = released(write_project(FR))
    assert not list(built.diagnostics)
    archives = opened(built)
    assert list(archives) == ["small-1.2-en.zip", "small-1.2-fr.zip"]
    for contents in archives.values():
        assert list(contents) == [
            *("01-README.txt", "02-small-rules.pdf", "03-small-rules.html"),
            *("A4/01-small-cards-A4.pdf", "A4/02-small-booklet-A4.pdf"),
            "A4/ink-light/01-small-cards-A4-ink-light.pdf",
            *("Letter/01-small-cards-Letter.pdf", "Letter/02-small-booklet-Letter.pdf"),
            *("Letter/ink-light/01-small-cards-Letter-ink-light.pdf", "LICENSE.txt"),
        ]
        assert contents["LICENSE.txt"] == b"Print it.\n"
        assert contents["A4/01-small-cards-A4.pdf"] != contents["Letter/01-small-cards-Letter.pdf"]


def test_the_readme_is_in_the_language_of_the_game(write_project: WriteProject) -> None:
    archives = opened(released(write_project(FR)))
    english, french = (contents["01-README.txt"].decode() for contents in archives.values())
    assert english.startswith("Small 1.2\r\n=========\r\n2 to 4 players · from age 8 · 10 to 20 minutes\r\n")
    assert french.startswith("Petit 1.2\r\n=========\r\n2 à 4 joueurs · dès 8 ans · 10 à 20 minutes\r\n")
    assert "Imprimez à 100\u202f%" in french or "Imprimez à 100 %" in french
    assert all(f"\r\n  {name}\r\n" in english for name in NAMES)
    assert max(map(len, (english + french).split("\r\n"))) <= 120


def test_the_readme_says_how_large_type_is_and_how_great_its_contrast(write_project: WriteProject) -> None:
    french = list(opened(released(write_project(FR))).values())[1]["01-README.txt"].decode().replace("\r\n", " ")
    assert "Corps des règles\u00a0: 9,5" in french and "Contraste des textes\u00a0: au moins 4,5 pour" in french
    faint = {
        "templates/small/face.yaml": FACE + '  faint: {text: pale, in: [9mm, 60mm, 30mm, 9mm], colour: "#eeeeee"}\n'
    }
    told = released(write_project({**FR, **faint}), "en")
    assert not told.outputs and {fault.code for fault in told.diagnostics} == {"text-faint"}


def test_what_suits_the_printer_of_the_designer_is_not_released(write_project: WriteProject) -> None:
    places = "{paper: a4, place: [63mm, 88mm], first: [5mm, 5mm], step: [63mm, 88mm], columns: 3, rows: 3}"
    own = f"print: {{stock: {places}, scale: 103%, paper_weight: 120}}\n"
    pages = "## Play\n\n" + "Play.\n\n::: page-break\n:::\n\n" * 9 + "Play.\n"
    plain, printed = (
        released(write_project(FR | {"data/small/game.yaml": GAME + head, "templates/small/rulebook.md": pages}))
        for head in ("", own)
    )
    assert codes(printed) == []
    assert [output.content for output in printed.outputs] == [output.content for output in plain.outputs]


def test_two_releases_are_the_same(write_project: WriteProject) -> None:
    root = write_project(FR)
    assert released(root).outputs == released(root).outputs


@pytest.mark.parametrize("name", ["data/small/LICENSE.txt", "COPYING"])
def test_the_licence_of_a_game_comes_first(write_project: WriteProject, name: str) -> None:
    root = write_project({**FR, "LICENSE": "No." if "data" in name else None, name: "Yes."})
    (contents,) = opened(released(root, "en")).values()
    assert contents["LICENSE.txt"] == b"Yes."


def test_what_is_missing_is_told(write_project: WriteProject) -> None:
    game = GAME + "languages: [it]\n"
    built = released(write_project({"data/small/game.yaml": game}))
    assert [(d.code, d.severity) for d in built.diagnostics] == [
        ("release-licence", "warning"),
        ("release-language", "warning"),
    ]
    ((path, contents),) = opened(built).items()
    assert path == "small-it.zip"
    assert b"Print at 100 %" in contents["01-README.txt"]


def test_a_release_with_errors_writes_nothing(write_project: WriteProject) -> None:
    root = write_project({**FR, "data/small/cards.yaml": "- {number: 17, colour: red}\n"})
    done = CliRunner().invoke(app, ["release", "--project", str(root)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert not (root / "output").exists()


def test_a_game_with_unread_sentences_has_no_release(write_project: WriteProject) -> None:
    built = released(write_project(FR | {"data/small/ties.yaml": "Small: {en: b3b3?, fr: c4c4}\n"}))
    assert [fault.code for fault in built.diagnostics] == ["release-unread"]
    assert (built.outputs, built.left_out) == ([], ("small",))


def test_the_command_writes_beside_other_output(write_project: WriteProject) -> None:
    root = write_project(FR)
    done = CliRunner().invoke(app, ["release", "small", "--lang", "fr", "--project", str(root)])
    assert done.exit_code == 0
    assert [path.name for path in (root / "output/release").iterdir()] == ["small-1.2-fr.zip"]
    assert "10 files, for A4 and Letter" in done.stdout


def test_cards_with_less_ink_have_paler_backs(write_project: WriteProject) -> None:
    """Read from the content of the backs' page: the ground, and the same mixed with white."""
    back = {"templates/small/back.yaml": 'elements:\n  ground: {rect: bleed, fill: "#330000"}\n'}
    (contents,) = opened(released(write_project({**FR, **back}), "en")).values()
    grounds = []
    for name in ("A4/01-small-cards-A4.pdf", "A4/ink-light/01-small-cards-A4-ink-light.pdf"):
        with pikepdf.open(io.BytesIO(contents[name])) as pdf:
            forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
            (shades,) = [re.findall(rb"([\d.]+) [\d.]+ [\d.]+ rg", form.read_bytes()) for form in forms]
            grounds.append(float(shades[0]))
    assert grounds == pytest.approx([0.2, 0.8], abs=0.01)


def test_tokens_alone_have_no_folder_with_less_ink(write_project: WriteProject) -> None:
    token = 'size: [20mm, 20mm]\nshape: circle\nelements:\n  disc: {ellipse: bleed, fill: "#cc0000"}\n'
    game = "title: T\nplayers: 2\ndecks: {chips: {copies: 3, template: small/token}}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/token.yaml": token, "LICENSE": "Yes."})
    built = released(root)
    assert not list(built.diagnostics)
    (contents,) = opened(built).values()
    names = ["A4/01-small-tokens-A4.pdf", "Letter/01-small-tokens-Letter.pdf"]
    assert list(contents) == ["01-README.txt", *names, "LICENSE.txt"]
    assert b"ink-light" not in contents["01-README.txt"]


@pytest.mark.parametrize(("language", "word"), [("en", "Boards come"), ("fr", "Les plateaux"), ("de", "Spielpläne")])
def test_how_a_board_is_put_together_is_told(write_project: WriteProject, language: str, word: str) -> None:
    board = 'size: [300mm, 300mm]\nelements:\n  ground: {rect: bleed, fill: "#cc0000"}\n'
    game = GAME + f"languages: [{language}]\nextras: {{board: {{template: small/board}}}}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/board.yaml": board, "LICENSE": "Yes."})
    (contents,) = opened(released(root)).values()
    told = contents["01-README.txt"].decode()
    assert f"\r\n5. {word}" in told
    assert max(map(len, told.split("\r\n"))) <= 120


SHADED = 'elements:\n  ground: {rect: bleed, fill: {linear: 0, stops: [[0, "#aa0000"], [1, "#0000aa"]]}}\n'
"""A back whose left edge differs from its right one."""


def test_backs_of_a_release_lie_apart_where_they_would_show(write_project: WriteProject) -> None:
    """Nine to a Letter sheet leave no room between backs: a build tells of that, a release takes eight."""
    cards = "".join(f"- {{number: {n}, colour: red}}\n" for n in range(1, 10))
    changes = {"templates/small/back.yaml": SHADED, "data/small/cards.yaml": cards, "LICENSE": "Yes."}
    root = write_project(changes)
    assert [d.code for d in build_project(root, paper="letter").diagnostics] == ["back-bleed"]
    built = released(root)
    assert not list(built.diagnostics)
    (contents,) = opened(built).values()
    for paper, pages in (("A4", 2), ("Letter", 4)):
        with pikepdf.open(io.BytesIO(contents[f"{paper}/01-small-cards-{paper}.pdf"])) as pdf:
            assert len(pdf.pages) == pages


def test_alike_backs_cost_a_release_no_card(write_project: WriteProject) -> None:
    cards = "".join(f"- {{number: {n}, colour: red}}\n" for n in range(1, 10))
    (contents,) = opened(released(write_project({"data/small/cards.yaml": cards, "LICENSE": "Yes."}))).values()
    with pikepdf.open(io.BytesIO(contents["Letter/01-small-cards-Letter.pdf"])) as pdf:
        assert len(pdf.pages) == 2


def test_backs_that_differ_on_a_later_sheet_alone_are_told(write_project: WriteProject) -> None:
    cards = "".join(f"- {{number: {n}, colour: {'red' if n < 10 else 'blue'}}}\n" for n in range(1, 19))
    back = SHADED.replace("ground:", "shaded:").replace("rect: bleed", 'rect: bleed, when: "card.number > 9"')
    back = back.replace("elements:\n", 'elements:\n  ground: {rect: bleed, fill: "#333333"}\n')
    game = GAME.replace("1..9", "1..18") + "secret_backs: false\n"
    changes = {"data/small/game.yaml": game, "data/small/cards.yaml": cards, "templates/small/back.yaml": back}
    built = released(write_project({**changes, "LICENSE": "Yes."}))
    assert [d.code for d in built.diagnostics] == ["back-bleed"]


def test_progress_goes_on_through_all_papers_and_inks(write_project: WriteProject) -> None:
    shares: list[float] = []
    release(Files(write_project(FR)), ReleaseOptions(), lambda _name, share: shares.append(share))
    assert shares == sorted(shares)
    assert shares[0] == 0.0 and shares[-1] > 0.9
    assert {round(share, 1) for share in shares} > {0.0, 0.3, 0.5, 0.8}


@pytest.mark.parametrize(
    ("style", "english", "french"),
    [
        ("", "Folded booklet: on both sides", "Livret à plier (booklet)"),
        (
            "form: sheet\n",
            "Rules sheet: several pages on both sides, turned over the long edge.",
            "Feuille de règles (sheet)",
        ),
        (
            "leaflet: {fold: letter}\n",
            "Leaflet: on both sides, turned over the short edge. Fold the sheet twice",
            "Dépliant (leaflet) : en recto verso, retourné sur le bord court. Pliez la feuille deux fois",
        ),
        (
            "leaflet: {fold: zine}\nsize: poker\n",
            "Leaflet: on one side of the paper. Cut it out along the marks at its corners. Fold the sheet into eight",
            "Dépliant (leaflet) : sur une seule face du papier. Découpez-le le long des repères",
        ),
    ],
)
def test_how_the_rules_are_folded_is_told(write_project: WriteProject, style: str, english: str, french: str) -> None:
    style_file = {"templates/small/booklet.yaml": f"{style}section: {{size: 8pt}}\nsmallest_text: 5pt\n"}
    archives = opened(released(write_project({**FR, **style_file})))
    form = "sheet" if "sheet" in style else "leaflet" if style else "booklet"
    for contents, words in zip(archives.values(), (english, french), strict=True):
        told = " ".join(contents["01-README.txt"].decode().replace("\u202f", " ").replace("\xa0", " ").split())
        assert f"4. {words}" in told
        assert f"A4/02-small-{form}-A4.pdf" in contents


def test_rules_on_the_web_alone_are_not_folded(write_project: WriteProject) -> None:
    (contents,) = opened(released(write_project({**FR, "templates/small/booklet.yaml": "form: none\n"}), "en")).values()
    assert b"ooklet" not in contents["01-README.txt"] and b"02-small-rules.html" in contents["01-README.txt"]
