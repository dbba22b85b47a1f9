"""A game told in lines: picks, ways of cards, changes of values, the end; in the words of the game."""

from __future__ import annotations

from duels import RULES, changed, duel

from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import play
from pnp.play.names import Names, Tracer

WORDS = {"hands": "main", "draw": "pioche", "points": "points", "three rounds": "trois manches", "seat": "Place {n}"}


def told(words: dict[str, str], rules: str = RULES, cards: dict[tuple[str, str], str] | None = None) -> list[str]:
    tracer = Tracer(Names(words, cards or {}))
    program = duel(rules)
    tracer.end(play(program, GameSetup(3, "7:31"), watch=lambda table: [tracer.watching(table)]))
    return tracer.lines


def test_a_game_is_told_from_the_deal_to_its_end() -> None:
    assert told(WORDS) == [
        "      main (Place 1): red 6, blue 7, red 3",
        "      main (Place 2): red 8, blue 2, blue 3",
        "      main (Place 3): red 2, blue 8, blue 1",
        "      pioche: × 9",
        "",
        "   1  Place 1: blue 7, Place 2: blue 2, Place 3: red 2",
        "      main (Place 1) → played: blue 7",
        "      main (Place 2) → played: blue 2",
        "      main (Place 3) → played: red 2",
        "      points: 1 (Place 1), 0 (Place 2), 0 (Place 3)",
        "   2  Place 1: red 6, Place 2: blue 3, Place 3: blue 1",
        "      main (Place 1) → played: red 6",
        "      main (Place 2) → played: blue 3",
        "      main (Place 3) → played: blue 1",
        "      points: 2 (Place 1), 0 (Place 2), 0 (Place 3)",
        "   3  Place 1: red 3, Place 2: red 8, Place 3: blue 8",
        "      main (Place 1) → played: red 3",
        "      main (Place 2) → played: red 8",
        "      main (Place 3) → played: blue 8",
        "      points: 2 (Place 1), 1 (Place 2), 1 (Place 3)",
        "",
        "trois manches  ★ Place 1",
        "Place 1: 2, Place 2: 1, Place 3: 1",
    ]


def test_cards_bear_their_names_of_the_language() -> None:
    assert any("rouge 3" in line for line in told(WORDS, cards={("numbers", "red 3"): "rouge 3"}))


def test_values_without_a_word_are_not_told() -> None:
    lines = told({})
    assert not any("points" in line or "round:" in line for line in lines)
    assert lines[0] == "      hands (Seat 1): red 6, blue 7, red 3"


def test_values_in_sentences() -> None:
    rules = changed("    table.round += 1", "    table.round += 1\n    table.first = 2")
    lines = told({"round": "manche {value}", "first": "{seat} commence"}, rules)
    assert "      manche 2" in lines
    assert "      Seat 3 commence" in lines
    nobody = changed("    table.round += 1", "    table.round += 1\n    table.first = None if table.round % 2 else 2")
    assert not any("{seat}" in line or "none" in line for line in told({"first": "{seat} commence"}, nobody))


def test_a_new_deal_is_told_as_what_lies_where() -> None:
    rules = changed(
        "    while table.round",
        "    set_up(table)\n    yield [['go']] * table.players\n    set_up(table)\n    while table.round",
    )
    lines = told(WORDS, rules)
    again = [number for number, line in enumerate(lines) if line.startswith("      pioche: ")]
    assert len(again) == 2


def test_picks_of_several_parts_are_told_by_the_text_of_their_class() -> None:
    rules = changed("from pnp.rules", "from typing import NamedTuple\n\nfrom pnp.rules")
    rules = changed("class Duel", "class Play(NamedTuple):\n    card: object\n    loud: bool\n\n\nclass Duel", rules)
    rules = changed(
        "picks = yield table.hands",
        "picks = yield [[Play(c, True) for c in hand] for hand in table.hands]\n    picks = [play.card for play in picks]",
        rules,
    )
    assert "blue 7, laut: ja" in told({"Play": "{card}, laut: {loud}", "yes": "ja"}, rules)[5]
    assert "Seat 1: blue 7 yes" in told({}, rules)[5]


def test_seats_one_value_and_entries_have_sentences() -> None:
    rules = changed(
        "    table.round += 1",
        "    table.round += 1\n    table.out = [2, 0] if table.round > 2 else []\n    table.way = -1 if table.round > 1 else 1\n"
        "    table.free = (table.round, -4)\n    table.late = table.round == 3",
    )
    words = {"out": "dehors : {seats}", "way=-1": "à gauche", "free": "de {1} à {2}", "late": "tard"}
    lines = told(words, rules)
    assert lines.count("      dehors : Seat 3, Seat 1") == 1
    assert lines.count("      à gauche") == 1
    assert lines.count("      de 1 à −4") == 1
    assert lines.count("      tard") == 1
    assert not any("way" in line or "–" in line for line in lines)


def test_the_colon_of_the_language() -> None:
    tracer = Tracer(Names(WORDS, colon="\u00a0:"))
    tracer.end(play(duel(RULES), GameSetup(3, "7:31"), watch=lambda table: [tracer.watching(table)]))
    assert tracer.lines[3] == "      pioche\u00a0: × 9"
