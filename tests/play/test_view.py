"""Values and log of a page: numbers by seat, the end of long lists, and cards that can be looked at."""

from __future__ import annotations

from duels import BOTS, RULES, changed, duel

from pnp.play.bundle import PERSON, GameSetup, Names
from pnp.play.match import Match
from pnp.play.tape import Tape

NAMES = Names({"points": "points", "said": "said", "out": "out: {seats}"}, {("numbers", "1"): "one"})


def match(rules: str) -> Match:
    return Match(duel(rules, BOTS), Tape(GameSetup(2, "7:0", (PERSON, "random"))))


def values(game: Match, names: Names = NAMES) -> dict[str, dict[str, object]]:
    return {value["name"]: value for value in game.view(0, names)["values"]}


def set_up(lines: str) -> str:
    return changed("    set_up(table)\n", f"    set_up(table)\n    {lines}\n")


def test_a_value_by_seat_has_its_numbers_even_when_they_say_nothing() -> None:
    assert values(match(set_up("table.points = (3, 0)")))["points"] == {
        "name": "points",
        "text": "points: 3 (Seat 1), 0 (Seat 2)",
        "numbers": [3, 0],
        "word": "points",
    }
    assert values(match(set_up("table.points = (0, 0)")))["points"] == {
        "name": "points",
        "text": "",
        "numbers": [0, 0],
        "word": "points",
    }


def test_players_have_the_code_of_their_bot_and_the_end_says_why_alone() -> None:
    game = match(RULES)
    assert [player["kind"] for player in game.view(0, NAMES)["players"]] == [PERSON, "random"]
    while game.end is None:
        game.pick(0, 0, game.decision)
    end = game.view(0, NAMES)["end"]
    assert end["lines"][0] == end["why"]


def test_of_a_long_list_the_end_is_shown() -> None:
    said = values(match(set_up("table.said = tuple('abcdefghij')")))["said"]
    assert said["text"] == "said: a, b, c, d, e, f, g, h, i, j"
    assert (said["last"], said["hidden"]) == ("said: …, g, h, i, j", 6)
    assert "last" not in values(match(set_up("table.said = tuple('abcdef')")))["said"]
    assert "last" not in values(match(set_up("table.out = (0,) * 9")))["out"]


def test_each_card_of_the_log_is_a_part_of_its_line() -> None:
    game = match(RULES)
    game.pick(0, 0, 0)
    for entry in game.view(0, NAMES)["log"]:
        assert len(entry["lines"]) == len(entry["parts"])
        for line, parts in zip(entry["lines"], entry["parts"], strict=True):
            assert "".join(part if isinstance(part, str) else part["text"] for part in parts) == line
    cards = [part for parts in entry["parts"] for part in parts if isinstance(part, dict)]
    picked = game.picks()[0][0]
    assert {"deck": picked._face[0], "card": picked._face[1], "text": NAMES.card(picked)} in cards


def test_a_card_that_a_seat_does_not_know_is_in_no_part() -> None:
    hidden = match(RULES).view(1, NAMES)
    own = {card["card"] for pile in hidden["piles"] for card in pile["cards"] if card}
    named = {part["card"] for entry in hidden["log"] for line in entry["parts"] for part in line if type(part) is dict}
    assert named <= own


def test_the_log_reads_the_end_of_a_long_list_that_has_grown() -> None:
    rules = set_up("table.said = ()").replace(
        "    table.round += 1\n", "    table.round += 1\n    table.said += tuple('abcdefghij')\n"
    )
    game = match(rules)
    game.pick(0, 0, 0)
    assert "said: …, g, h, i, j" in game.view(0, NAMES)["log"][1]["lines"]
