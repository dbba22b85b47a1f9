"""What is printed: parts, decks, cards, copies, and what has changed; nothing is left out without a word."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pypdf
import pytest
from command_line import pnp
from conftest import BACK, CARDS, FACE, GAME, WriteProject
from hypothesis import given
from hypothesis import strategies as st
from test_products import AID, TOKEN

from pnp.selection import SelectedCards, Selection, _read_faces, faces_file

pytestmark = pytest.mark.process

EXTRA = GAME + (
    "  stars: {copies: 4, template: small/star}\n  chips: {copies: 24, template: small/token}\n"
    "extras:\n  aid: {copies: 2, template: small/aid}\n"
)
STAR = 'elements:\n  star: {text: "*", in: safe, size: 20pt}\n'
FILES = {
    "data/small/game.yaml": EXTRA,
    "templates/small/star.yaml": STAR,
    "templates/small/token.yaml": TOKEN,
    "templates/small/aid.yaml": AID,
    "templates/small/rulebook.md": "## Play\n\nPlay.\n",
}


def built(root: Path, *options: str) -> dict[str, str]:
    """What a build tells of each file."""
    done = pnp(root, "build", *options)
    assert done.code == 0, done.err
    lines = [line.split("  ", 1) for line in done.out.splitlines() if "  " in line]
    return {path.rpartition("/")[2]: summary for path, summary in lines}


def refused(root: Path, *options: str) -> str:
    done = pnp(root, "build", *options)
    assert done.code in (1, 2) and done.out == ""
    return " ".join(done.err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("only", "files"),
    [
        (["cards"], ["cards.pdf"]),
        (["tokens"], ["tokens.pdf"]),
        (["booklet"], ["booklet.pdf"]),
        (["rules"], ["rules.pdf", "rules.html"]),
        (["aid"], ["aid.pdf"]),
        (["stars"], ["cards-chosen.pdf"]),
        (["stars", "numbers"], ["cards.pdf"]),
        (["chips"], ["tokens.pdf"]),
        (["booklet,rules"], ["rules.pdf", "booklet.pdf", "rules.html"]),
        (["cards", "aid"], ["cards.pdf", "aid.pdf"]),
    ],
)
def test_only_what_is_named_is_made(write_project: WriteProject, only: list[str], files: list[str]) -> None:
    root = write_project(FILES)
    everything = built(root)
    made = built(root, *(word for name in only for word in ("--only", name)))
    assert list(made) == files
    assert all(everything[name] == summary for name, summary in made.items() if "chosen" not in name)


def test_an_extra_printed_with_the_cards_is_a_part_of_them(write_project: WriteProject) -> None:
    game = FILES["data/small/game.yaml"].replace("template: small/aid", "template: small/aid, with_decks: true")
    root = write_project({**FILES, "data/small/game.yaml": game})
    assert "aid.pdf" not in built(root)
    assert list(built(root, "--only", "aid")) == ["cards-chosen.pdf"]
    assert list(built(root, "--only", "cards")) == ["cards.pdf"]
    assert list(built(root, "--only", "stars", "--only", "numbers")) == ["cards-chosen.pdf"]
    listed = pnp(root, "list", "small").out
    assert "cards.pdf" in listed and "aid.pdf" not in listed


def test_cards_are_chosen_by_their_values_and_copies_may_be_others(write_project: WriteProject) -> None:
    root = write_project()
    assert built(root, "--cards", "card.number > 1") == {"cards-chosen.pdf": "1 card on 1 sheet, A4"}
    assert built(root, "--cards", "card.colour == 'red'", "--copies", "20") == {
        "cards-chosen.pdf": "20 cards on 3 sheets, A4"
    }
    assert built(root, "--copies", "3") == {"cards-chosen.pdf": "6 cards on 1 sheet, A4"}
    text = pypdf.PdfReader(io.BytesIO((root / "output/small/en/cards-chosen.pdf").read_bytes())).pages[0].extract_text()
    assert "1" in text and "2" in text
    assert not (root / "output/small/en/cards.pdf").exists()


def test_cards_are_asked_in_the_words_of_the_source_language(write_project: WriteProject) -> None:
    game = GAME + "languages: [en, fr]\n"
    po = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: fr\\n"\n\n'
    texts = "".join(
        f'msgid "{a}"\nmsgstr "{b}"\n\n' for a, b in (("Small", "Petit"), ("red", "rouge"), ("blue", "bleu"))
    )
    root = write_project({"data/small/game.yaml": game, "data/small/locale/fr.po": po + texts})
    done = pnp(root, "build", "--cards", "card.colour == 'red'")
    assert done.out.count("1 card on 1 sheet") == 2, done.err


def test_booklets_come_with_chosen_cards_only_where_they_are_named(write_project: WriteProject) -> None:
    root = write_project(FILES)
    assert "rules.pdf" not in built(root, "--copies", "1")
    assert list(built(root, "--only", "numbers", "--only", "rules", "--copies", "1")) == [
        "cards-chosen.pdf",
        "rules.pdf",
        "rules.html",
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--only", "numers"), "error[choice-unknown]: no deck or extra numers fix: did you mean numbers?"),
        (("--only", ","), "names nothing"),
        (("--cards", " "), "is empty"),
        (("--copies", "0"), "--copies"),
        (("--only", "rules", "--cards", "card.number > 1"), "--cards is for cards, but --only names none"),
        (("--only", "booklet", "--changed"), "--changed is for cards"),
        (("--cards", "card.number >"), "error[choice-cards]"),
        (("--cards", "card.nmber > 1"), "error[choice-cards]"),
        (("--cards", "card.number > 7"), "error[choice-empty]: no card matches card.number > 7"),
        (("--only", "tokens"), "error[choice-empty]: the games have none of the requested parts"),
        (("--changed",), "error[faces-none]"),
        (("--changed-from", "nowhere.json"), "error[faces-none]"),
    ],
)
def test_what_cannot_be_chosen_is_told(write_project: WriteProject, options: tuple[str, ...], told: str) -> None:
    assert told in refused(write_project(), *options)


def test_cards_that_cannot_be_asked_are_told(write_project: WriteProject) -> None:
    root = write_project(FILES)
    done = pnp(root, "build", "--cards", "card.number > 1")
    assert done.code == 0 and "1 card on" in done.out
    for deck, count in (("stars", 1), ("chips", 1), ("aid", 1)):
        assert f"warning[choice-left-out]: {count} card of {deck} in small left out" in done.err
    assert pnp(root, "build", "--cards", "card.number > 1", "--only", "numbers").err == ""


# --- what has changed


def test_only_what_differs_from_the_last_build_is_printed(write_project: WriteProject) -> None:
    root = write_project(FILES)
    built(root)
    faces = (root / "output/small/en/faces.json").read_bytes()
    done = pnp(root, "build", "--changed")
    assert (done.code, done.out) == (0, "nothing has changed\n")
    (root / "data/small/cards.yaml").write_text(CARDS.replace("number: 1", "number: 7"))
    assert built(root, "--changed") == {"cards-changed.pdf": "1 card on 1 sheet, A4"}
    assert (root / "output/small/en/faces.json").read_bytes() != faces
    assert pnp(root, "build", "--changed").out == "nothing has changed\n"
    (root / "faces-of-old.json").write_bytes(faces)
    assert built(root, "--changed-from", str(root / "faces-of-old.json")) == {
        "cards-changed.pdf": "1 card on 1 sheet, A4"
    }


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({"templates/small/back.yaml": BACK.replace("333333", "444444")}, "2 cards on"),
        ({"templates/small/face.yaml": FACE.replace("20pt", "21pt")}, "2 cards on"),
        ({"data/small/cards.yaml": CARDS + "- {number: 3, colour: red}\n"}, "1 card on"),
        ({"data/small/cards.yaml": "- {number: 3, colour: red}\n" + CARDS}, "1 card on"),
        ({"data/small/cards.yaml": CARDS.replace("{number: 2,", "{number: 2, copies: 4,")}, "3 cards on"),
        ({"data/small/cards.yaml": CARDS.splitlines()[0] + "\n"}, ""),
    ],
)
def test_faces_backs_and_copies_that_are_new_are_printed(
    write_project: WriteProject, changes: dict[str, str], count: str
) -> None:
    root = write_project()
    built(root)
    write_project(changes)
    made = built(root, "--changed")
    assert made.get("cards-changed.pdf", "").startswith(count)
    assert bool(made) == bool(count)


def test_printing_a_part_keeps_what_is_known_of_the_rest(write_project: WriteProject) -> None:
    root = write_project(FILES)
    built(root)
    (root / "data/small/cards.yaml").write_text(CARDS.replace("number: 1", "number: 7"))
    built(root, "--only", "tokens")
    assert built(root, "--changed") == {"cards-changed.pdf": "1 card on 1 sheet, A4"}


def test_the_list_of_faces_is_the_same_for_the_same_faces(write_project: WriteProject) -> None:
    root = write_project(FILES)
    built(root)
    faces = (root / "output/small/en/faces.json").read_text()
    built(root, "--paper", "letter", "--backs", "none", "--jobs", "1")
    assert (root / "output/small/en/faces.json").read_text() == faces.replace('"a4"', '"letter"')
    assert json.loads(faces)["decks"]["chips"] == {next(iter(json.loads(faces)["decks"]["chips"])): 24}


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b'{"decks": 3}', b"\xff", b'{"game": "other", "language": "en", "decks": {}}']
)
def test_a_list_that_is_none_is_told(write_project: WriteProject, content: bytes) -> None:
    root = write_project()
    built(root)
    (root / "output/small/en/faces.json").write_bytes(content)
    assert "error[faces-broken]" in refused(root, "--changed")
    built(root)  # and written anew by the next build
    assert pnp(root, "build", "--changed").out == "nothing has changed\n"


decks = st.dictionaries(st.sampled_from("abc"), st.dictionaries(st.sampled_from("uvwxyz"), st.integers(1, 5)))


@given(decks, decks)
def test_what_was_printed_and_what_is_printed_now_are_what_there_is(before: dict, now: dict) -> None:
    chosen = SelectedCards(Selection(is_changed=True), None, before, records_faces=True)
    printed = {
        (deck, face): chosen.copies(deck, face, copies) for deck, faces in now.items() for face, copies in faces.items()
    }
    for (deck, face), copies in printed.items():
        assert copies == max(0, now[deck][face] - before.get(deck, {}).get(face, 0))
    assert chosen.record() == {deck: faces for deck, faces in now.items() if faces}
    again = SelectedCards(Selection(is_changed=True), None, chosen.record(), records_faces=True)
    assert not any(again.copies(deck, face, copies) for deck, faces in now.items() for face, copies in faces.items())


@given(decks)
def test_faces_are_read_as_they_were_written(faces: dict) -> None:
    read = _read_faces(faces_file("small", "en", faces, "a4"), "faces.json", "small", "en")
    assert read == {deck: found for deck, found in faces.items() if found}


@given(st.lists(st.sampled_from("uv"), max_size=6), decks)
def test_cards_that_look_alike_share_what_was_printed(faces: list[str], before: dict) -> None:
    chosen = SelectedCards(Selection(is_changed=True), None, before, records_faces=True)
    printed = sum(chosen.copies("a", face, 1) for face in faces)
    assert printed == sum(max(0, faces.count(face) - before.get("a", {}).get(face, 0)) for face in "uv")


@pytest.mark.parametrize("written", ["5", "true", "2 > 1"])
def test_an_expression_that_asks_nothing_of_a_card_is_told(write_project: WriteProject, written: str) -> None:
    assert f"{written} does not use card" in refused(write_project(FILES), "--cards", written)


def test_the_hint_names_a_field_that_the_decks_have(write_project: WriteProject) -> None:
    cards = {"data/small/cards.yaml": "- {rank: 1, colour: red}\n- {rank: 2, colour: blue}\n"}
    game = GAME.replace("number: 1..9", "rank: 1..9")
    face = FACE.replace("card.number", "card.rank")
    root = write_project({**cards, "data/small/game.yaml": game, "templates/small/face.yaml": face})
    assert "write --cards 'card.rank == 5'" in refused(root, "--cards", "5")
    assert "as in --cards 'card.points > 3'" in refused(root, "--cards", "true")


def test_files_on_other_paper_are_not_replaced_without_a_word(write_project: WriteProject) -> None:
    root = write_project()
    assert pnp(root, "build").err == ""
    assert pnp(root, "build").err == ""
    assert "this replaces files for A4" in pnp(root, "build", "--paper", "letter").err
    assert "this replaces files for Letter" in pnp(root, "build", "--paper", "a3").err
