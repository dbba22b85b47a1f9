"""Editions in two languages, from the command line to their files: cards, booklets, web pages, checks and releases."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pypdf
import pytest
from command_line import pnp, tree
from conftest import ROOT, WriteProject, build_project
from test_faults import BOOKLET_STYLE, po

from pnp.build import BuildOptions, build
from pnp.check import CheckOptions, check
from pnp.checks import NEEDED_BY_BUILD
from pnp.project.files import Files
from pnp.release import ReleaseOptions, release

pytestmark = pytest.mark.slow

GAME = """\
title: Small
players: 2
languages: [en, fr]
facts: {hand: 3}
decks:
  figs:
    cards: cards.yaml
    template: small/face
    fields: {name: text}
    shows: {name: {text: "{{ card.name }}"}}
extras:
  aid: {template: small/aid, shows: {title: {text: Your turn}}}
"""
FRENCH = (
    *(("Small", "Petit"), ("Fig", "Figue"), ("Poison", "Poison rouge"), ("Fish", "Poison"), ("Your turn", "À toi")),
    *(("Deal", "Donne"), ("The end", "La fin")),
    (
        "Deal {{ hand|words }} cards, see [the end](#the-end).",
        "Donnez {{ hand|words }} cartes, voir [la fin](#the-end).",
    ),
    ('Tea is <span lang=\\"de\\">\\"Tee\\"</span>.', 'Le thé est <span lang=\\"de\\">\\"Tee\\"</span>.'),
)
FILES = {
    **BOOKLET_STYLE,
    "data/small/game.yaml": GAME,
    "data/small/cards.yaml": "- {name: Fig}\n- {name: Poison}\n- {name: Fish}\n",
    "data/small/locale/fr.po": po(*FRENCH),
    "templates/small/face.yaml": 'elements: {name: {text: "{{ card.name }}", in: safe, size: 12pt}}\n',
    "templates/small/aid.yaml": "elements: {title: {text: Your turn, in: safe, size: 12pt}}\n",
    "templates/small/rulebook.md": "## Deal\n\nDeal {{ hand|words }} cards, see [the end](#the-end).\n\n"
    '## The end\n\nTea is <span lang="de">"Tee"</span>.\n',
}


@pytest.fixture
def project(write_project: WriteProject) -> Path:
    return write_project(FILES)


def pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]


def test_an_edition_in_two_languages_has_a_folder_of_its_own(project: Path) -> None:
    done = pnp(project, "build", "--lang", "en+fr")
    assert done.code == 0, done.err
    files = {path for path in tree(project / "output") if not path.endswith("faces.json")}
    names = ("aid.pdf", "booklet.pdf", "cards.pdf", "rules.html", "rules.pdf")
    assert files == {f"small/en+fr/{name}" for name in names}
    cards = "".join(pages((project / "output/small/en+fr/cards.pdf").read_bytes()))
    assert cards.index("Fig") < cards.index("Figue") and "en+fr" in cards
    aids = "".join(pages((project / "output/small/en+fr/aid.pdf").read_bytes()))
    assert "Your turn" in aids and "À toi" in aids
    assert pnp(project, "build").code == 0
    assert "output-left" not in pnp(project, "build").err, "files of a pair are not left over"


def test_the_booklet_has_the_rules_in_both_languages(project: Path) -> None:
    built = build(Files(project), BuildOptions(languages=["en+fr"]))
    assert not list(built.diagnostics)
    files = {output.path.rpartition("/")[2]: output.content for output in built.outputs}
    first, blank, second = pages(files["rules.pdf"])
    assert "Deal three cards" in first and "“Tee”" not in first and "„Tee“" in first
    assert not blank.strip(), "the second rules begin on a right-hand page"
    assert "Donnez trois cartes" in second and "(page 1)" in second
    reader = pypdf.PdfReader(io.BytesIO(files["rules.pdf"]))
    root = reader.trailer["/Root"]["/StructTreeRoot"]
    documents = [kid.get_object() for kid in root["/K"]]
    assert [document["/Lang"] for document in documents] == ["en", "fr"]
    targets = {str(a.get_object()["/Dest"]) for page in reader.pages for a in page.get("/Annots", ())}
    assert len(targets) == 2, "links lead to the heading in their own language"


@pytest.fixture
def in_four(write_project: WriteProject) -> Path:
    """A game in four languages, one from right to left, whose rules have two pages and a cover."""
    texts = [text for text, _ in FRENCH]
    catalogues = {
        f"data/small/locale/{code}.po": po(*((text, f"{code} {text}") for text in texts)).replace("fr", code, 1)
        for code in ("fr", "de", "he")
    }
    rules = f"::: page cover\n:::\n\n{FILES['templates/small/rulebook.md']}".replace(
        "## The", "::: page-break\n:::\n\n## The"
    )
    return write_project(
        {
            **FILES,
            **catalogues,
            "data/small/game.yaml": GAME.replace("[en, fr]", "[en, fr, de, he]"),
            "templates/small/rulebook.md": rules,
            "templates/small/figures/cover.yaml": "size: a5\nelements: {ground: {rect: bleed, fill: red}}\n",
        }
    )


def test_four_languages_share_a_cover_a_list_and_page_numbers_that_go_on(in_four: Path) -> None:
    built = build(Files(in_four), BuildOptions(languages=["en+fr+he+de"]))
    assert {str(fault.code) for fault in built.diagnostics} <= {"glyph-missing"}
    files = {output.path.rpartition("/")[2]: output.content for output in built.outputs}
    cover, listed, *rules = pages(files["rules.pdf"])
    assert not cover.strip() and len(rules) == 8
    assert re.findall(r"(English|Français|Deutsch).*?(\d)", listed) == [
        ("English", "3"),
        ("Français", "5"),
        ("Deutsch", "7"),
    ]
    ends = [re.findall(r"(\d)\s+([A-Z]{2})$", text)[0] for text in rules]
    assert ends == [
        *(("3", "EN"), ("4", "EN"), ("5", "FR"), ("6", "FR")),
        *(("1", "HE"), ("2", "HE")),
        *(("7", "DE"), ("8", "DE")),
    ]
    assert "(page 4)" in rules[0] and "8)" in rules[6], "links name the pages of the whole booklet"
    reader = pypdf.PdfReader(io.BytesIO(files["rules.pdf"]))
    outline = [entry["/Title"] for entry in reader.outline if not isinstance(entry, list)]
    assert outline == ["English", "Français", "עברית", "Deutsch"]
    booklet = pages(files["booklet.pdf"])
    assert "HE" in booklet[0], "the last page of the booklet is the first one in Hebrew"
    checked = check(Files(in_four), CheckOptions(languages=["en+fr+he+de"]))
    assert not {str(fault.code) for fault in checked.diagnostics} - {"glyph-missing", "page-blank", "source-left"}
    html = files["rules.html"].decode()
    assert re.findall(r'<nav class="languages">.*?</nav>', html)[0].count("<a ") == 4
    assert set(re.findall(r'href="#([\w-]+)"', html)) <= set(re.findall(r'id="([\w-]+)"', html))


def test_the_web_page_has_an_article_in_each_language(project: Path) -> None:
    built = build(Files(project), BuildOptions(languages=["en+fr"]))
    page = next(output.content for output in built.outputs if output.path.endswith(".html")).decode()
    assert re.findall(r'<html lang="([\w-]+)"|<article lang="([\w-]+)"', page) == [("en", ""), ("", "en"), ("", "fr")]
    assert page.count("<main>") == 1
    ids = re.findall(r'<h2 id="([\w-]+)"', page)
    assert ids == ["en-deal", "en-the-end", "fr-deal", "fr-the-end"]
    assert set(re.findall(r'href="#([\w-]+)"', page)) <= set(ids)
    assert '<span lang="de">„Tee“</span>' in page


def test_a_page_in_one_language_has_no_articles(project: Path) -> None:
    built = build(Files(project), BuildOptions(languages=["fr"]))
    page = next(output.content for output in built.outputs if output.path.endswith(".html")).decode()
    assert "<article " not in page and '<html lang="fr">' in page and 'id="deal"' in page


@pytest.mark.parametrize(
    ("languages", "what"),
    [
        ("en+de", "not available in de"),
        ("en+en", "names a language twice"),
        ("en+fr+en", "names a language twice"),
    ],
)
def test_a_pair_that_is_none_is_an_error_with_a_fix(project: Path, languages: str, what: str) -> None:
    done = pnp(project, "build", "--lang", languages)
    assert done.code == 1
    assert what in done.out + done.err and "fix:" in done.out + done.err


def test_catalogues_have_one_language_each(project: Path) -> None:
    done = pnp(project, "i18n", "update", "--lang", "en+fr")
    assert done.code == 1 and "name one language" in done.out + done.err


def test_a_missing_translation_is_reported_in_either_order(project: Path) -> None:
    path = project / "data/small/locale/fr.po"
    path.write_text(path.read_text().replace('msgstr "Figue"', 'msgstr ""'))
    for languages in ("en+fr", "fr+en"):
        built = build(Files(project), BuildOptions(languages=[languages]))
        (fault,) = built.diagnostics
        assert fault.code == "translation-missing" and "fr" in fault.message, fault


def test_a_text_in_a_language_needs_its_translation_in_every_edition(write_project: WriteProject) -> None:
    face = 'elements: {name: {text: "{{ card.name }}", in: safe}, own: {text: Hello, in: safe, y: 20mm, lang: fr}}\n'
    root = write_project({**FILES, "templates/small/face.yaml": face})
    built = build(Files(root), BuildOptions(languages=["en"]))
    (fault,) = built.diagnostics
    assert fault.code == "translation-missing" and "fr" in fault.message, fault


def test_a_text_in_another_language_is_in_no_catalogue(write_project: WriteProject) -> None:
    face = 'elements: {name: {text: "{{ card.name }}", in: safe}, own: {text: Servus, in: safe, y: 20mm, lang: de}}\n'
    built = build_project(write_project({**FILES, "templates/small/face.yaml": face}))
    assert not list(built.diagnostics)


def test_faces_in_two_languages_are_read_back(project: Path) -> None:
    done = pnp(project, "check", "--lang", "en+fr", "--only", "faces,print,translations,pages")
    assert done.code == 0, done.out + done.err


def test_a_face_that_lacks_its_text_in_both_languages_is_reported(write_project: WriteProject) -> None:
    hidden = FILES["templates/small/face.yaml"].replace("size: 12pt", "size: 12pt, when: card.place > 1")
    root = write_project({**FILES, "templates/small/face.yaml": hidden})
    done = pnp(root, "check", "--lang", "en+fr", "--only", "faces")
    assert "face-unread" in done.out + done.err and "(en+fr)" in done.out + done.err


def test_an_element_for_the_second_language_is_no_undrawn_one(write_project: WriteProject) -> None:
    face = 'elements: {name: {text: "{{ card.name }}", in: safe, lang: first}, own: {text: "{{ card.name }}", in: safe, y: 20mm, lang: second}}\n'
    root = write_project({**FILES, "templates/small/face.yaml": face})
    done = pnp(root, "check", "--only", "faces")
    assert done.code == 0 and "element-undrawn" not in done.out + done.err
    assert pnp(root, "check", "--lang", "en+fr", "--only", "faces").code == 0


def test_a_fault_of_both_editions_is_reported_once(project: Path) -> None:
    path = project / "data/small/locale/fr.po"
    path.write_text(path.read_text().replace('msgstr "Figue"', 'msgstr ""'))
    done = pnp(project, "check", "--lang", "en", "--lang", "fr", "--lang", "en+fr", "--only", "translations")
    assert (done.out + done.err).count("translation-missing") == 1
    assert "translations" in NEEDED_BY_BUILD


def test_a_release_in_two_languages_has_a_readme_in_both(project: Path) -> None:
    import zipfile

    built = release(Files(project), ReleaseOptions(languages=["en+fr"]))
    (archive,) = built.outputs
    assert archive.path == "small-en+fr.zip"
    readme = zipfile.ZipFile(io.BytesIO(archive.content)).read("01-README.txt").decode()
    assert readme.index("Print\r\n") < readme.index("Impression\r\n")


def test_a_card_can_be_shown_and_exported(project: Path) -> None:
    assert pnp(project, "show", "figs", "Fig", "--lang", "en+fr", "--output", str(project / "out")).code == 0
    assert pnp(project, "export", "png", "--lang", "en+fr").code == 0
    assert (project / "output/small/en+fr/png/manifest.json").exists()
    assert pnp(project, "build", "--lang", "en+fr", "--cards", "card.label").code == 0


def test_a_shipped_game_can_be_built_in_two_languages() -> None:
    built = build(Files(ROOT), BuildOptions(games=["chicken"], languages=["en+de"]))
    assert [f"{d.code}@{d.place}: {d.what}" for d in built.diagnostics] == []
    files = {output.path: output for output in built.outputs}
    assert files["chicken/en+de/rules.pdf"].summary == "16 pages"
    assert "16 pages on 4 sheets" in files["chicken/en+de/booklet.pdf"].summary
    assert files["chicken/en+de/aid.pdf"].summary.startswith("16 pieces")
    page = files["chicken/en+de/rules.html"].content.decode()
    assert "Playing Chicken" in page and "Feiges Huhn" in page
