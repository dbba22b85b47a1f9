"""Names of cards that differ in the source, and not in a translation."""

from __future__ import annotations

import pytest
from conftest import GAME, PO_HEADER, WriteProject, build_project, check_project, codes

from pnp.checks import NEEDED_BY_BUILD
from pnp.extensions.proofreading import WORDING

pytestmark = pytest.mark.slow

HEADER = PO_HEADER + 'msgid "Small"\nmsgstr "Petit"\n\n'
FLEET = GAME.replace("number: 1..9", "name: text, note?: text, number: 1..9") + "languages: [en, fr]\n"
LONG = "Take the top card and keep it."
OTHER = "Draw one card and keep it."


def told(write: WriteProject, names: dict[str, str], field: str = "name", above: str = "") -> list[str]:
    more = "name: Tug, " if field == "note" else ""
    cards = "".join(f"- {{{more}{field}: {name}, number: {n}, colour: red}}\n" for n, name in enumerate(names, 1))
    entries = {**names, "Tug": "Remorqueur"} if more else names
    pairs = [f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in entries.items()]
    files = {
        "data/small/game.yaml": FLEET,
        "data/small/cards.yaml": cards,
        "data/small/locale/fr.po": HEADER + pairs[0] + above + "".join(pairs[1:]),
    }
    made = check_project(write(files), "translations", "wording")
    assert all(
        fault.what == "“Liner” and “Steamer” are both “Paquebot” in French"
        for fault in made.diagnostics
        if fault.code == "translations-alike"
    )
    return [f"{code.partition('@')[0]}@{code.rpartition('/')[2]}" for code in codes(made)]


def test_two_names_with_one_translation_are_told_at_the_second(write_project: WriteProject) -> None:
    names = {"Liner": "Paquebot", "Ferry": "Bac", "Steamer": "Paquebot"}
    assert told(write_project, names) == ["translations-alike@fr.po:16"]


@pytest.mark.parametrize(
    ("names", "field", "above"),
    [
        ({"Liner": "Paquebot", "Steamer": "Vapeur"}, "name", ""),
        ({"Liner": "Liner", "LINER": "Liner"}, "name", ""),
        ({LONG: "Piochez une carte et gardez-la.", OTHER: "Piochez une carte et gardez-la."}, "note", ""),
        ({"Liner": "Paquebot", "Steamer": "Paquebot"}, "name", "# meant: alike\n"),
        ({"Liner": "", "Steamer": ""}, "name", ""),
    ],
)
def test_what_is_no_fault(write_project: WriteProject, names: dict[str, str], field: str, above: str) -> None:
    assert not [code for code in told(write_project, names, field, above) if "alike" in code]


@pytest.mark.parametrize(
    ("words", "french", "is_told"),
    [
        ("red: Flame, blue: Wave", ["Flamme", "Vague"], False),
        ("red: Flame, blue: Wave", ["Flot", "Flot"], True),
        ("red: Flame, wave: Wave", ["Flot", "Flot"], True),  # no choice of a card, but a short text
    ],
)
def test_words_of_choices(write_project: WriteProject, words: str, french: list[str], is_told: bool) -> None:
    names = zip(["Flame", "Wave"], french, strict=True)
    files = {
        "data/small/game.yaml": GAME + f"languages: [en, fr]\nwords: {{{words}}}\n",
        "data/small/locale/fr.po": HEADER + "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in names),
    }
    found = check_project(write_project(files), "wording").diagnostics
    alike = [(d.code, d.what) for d in found if d.code == "translations-alike"]
    assert alike == ([("translations-alike", "“Flame” and “Wave” are both “Flot” in French")] if is_told else [])


@pytest.mark.parametrize(
    ("words", "entries", "is_told"),
    [
        ({"hand": "main", "unchanged": "main"}, "", True),
        ({"hand": "main", "unchanged": "inchangé"}, "", False),
        ({"hand": "main", "unchanged": "main"}, "# meant: alike\n", False),
        ({"Hand": "Main", "hand": "main"}, "", False),
        ({"{{ hand }} cards": "{{ hand }} cartes", "cards": "cartes"}, "", False),
        ({"out of it, and all that": "hors jeu", "gone": "hors jeu"}, "", False),
    ],
    ids=["alike", "another word", "meant", "capitals", "with a value", "long"],
)
def test_any_short_text_translated_as_another(
    write_project: WriteProject, words: dict[str, str], entries: str, is_told: bool
) -> None:
    """As *unchanged* was once by the word for *hand*."""
    given = "".join(f"  w{n}: '{text}'\n" for n, text in enumerate(words))
    pairs = [f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in words.items()]
    files = {
        "data/small/game.yaml": GAME + f"languages: [en, fr]\nwords:\n{given}",
        "data/small/locale/fr.po": HEADER + pairs[0] + entries + "".join(pairs[1:]),
    }
    found = check_project(write_project(files), "wording").diagnostics
    assert [d.what for d in found if d.code == "translations-alike"] == (
        ["“hand” and “unchanged” are both “main” in French"] if is_told else []
    )


def test_builds_do_not_compare_words() -> None:
    assert "wording" not in NEEDED_BY_BUILD
    assert [check.name for check in WORDING if check.function.endswith("check_translated_alike")] == ["wording"]


def test_one_form_for_one_and_several_is_no_fault(write_project: WriteProject) -> None:
    header = PO_HEADER.replace("fr", "ja").replace("nplurals=2; plural=(n > 1);", "nplurals=1; plural=0;")
    files = {
        "data/small/game.yaml": GAME
        + "languages: [en, ja]\nwords: {chip: chip, chips: chips, p: players, s: swimmers}\n",
        "data/small/locale/ja.po": header
        + 'msgid "chip"\nmsgstr "チップ"\n\nmsgid "chips"\nmsgstr "チップ"\n\n'
        + 'msgid "players"\nmsgstr "人"\n\nmsgid "swimmers"\nmsgstr "人"\n\n',
    }
    assert not [d for d in check_project(write_project(files), "wording").diagnostics if "alike" in d.code]


def test_words_that_are_never_printed_do_not_stop_a_print(write_project: WriteProject) -> None:
    play = 'play:\n  names: {hand: "cards in hand"}\nreport:\n  - {name: "rounds played", value: table.round, tell: mean}\n'
    root = write_project(
        {
            "data/small/game.yaml": f"{GAME}languages: [en, fr]\n{play}",
            "data/small/locale/fr.po": f'{PO_HEADER}msgid "Small"\nmsgstr "Petit"\n',
        }
    )
    assert not [fault for fault in build_project(root, "fr").diagnostics if fault.code == "translation-missing"]
    missing = [fault.what for fault in check_project(root, "played").diagnostics if fault.code == "translation-missing"]
    assert [text.split(" has")[0] for text in missing] == ["“cards in hand”", "“rounds played”"]
