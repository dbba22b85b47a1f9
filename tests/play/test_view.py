"""Values and log of a page: numbers by seat, the end of long lists, and cards that can be looked at."""

from __future__ import annotations

from duels import BOTS, RULES, changed, duel

from pnp.play.game_bundle import PERSON, GameSetup
from pnp.play.match import Match
from pnp.play.names import Names
from pnp.play.saved_game import Tape
from pnp.play.view import seat_view

NAMES = Names({"points": "points", "said": "said", "out": "out: {seats}"}, {("numbers", "1"): "one"})


def match(rules: str) -> Match:
    return Match(duel(rules, BOTS), Tape(GameSetup(2, "7:0", (PERSON, "random"))))


def values(game: Match, names: Names = NAMES) -> dict[str, dict[str, object]]:
    return {value["name"]: value for value in seat_view(game, 0, names)["values"]}


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
    assert [player["kind"] for player in seat_view(game, 0, NAMES)["players"]] == [PERSON, "random"]
    while game.end is None:
        game.pick(0, 0, game.decision)
    end = seat_view(game, 0, NAMES)["end"]
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
    for entry in seat_view(game, 0, NAMES)["log"]:
        assert len(entry["lines"]) == len(entry["parts"])
        for line, parts in zip(entry["lines"], entry["parts"], strict=True):
            assert "".join(part if isinstance(part, str) else part["text"] for part in parts) == line
    cards = [part for parts in entry["parts"] for part in parts if isinstance(part, dict)]
    picked = game.picks()[0][0]
    assert {"deck": picked._face[0], "card": picked._face[1], "text": NAMES.card(picked)} in cards


def test_a_card_that_a_seat_does_not_know_is_in_no_part() -> None:
    hidden = seat_view(match(RULES), 1, NAMES)
    own = {card["card"] for pile in hidden["piles"] for card in pile["cards"] if card}
    named = {part["card"] for entry in hidden["log"] for line in entry["parts"] for part in line if type(part) is dict}
    assert named <= own


def test_the_log_reads_the_end_of_a_long_list_that_has_grown() -> None:
    rules = set_up("table.said = ()").replace(
        "    table.round += 1\n", "    table.round += 1\n    table.said += tuple('abcdefghij')\n"
    )
    game = match(rules)
    game.pick(0, 0, 0)
    assert "said: …, g, h, i, j" in seat_view(game, 0, NAMES)["log"][1]["lines"]


def test_a_value_without_a_word_is_shown_under_its_own_name() -> None:
    game = match(set_up("table.coins = (2, 3); table.doing = (0, 'tax'); table.turn = 1; table.plan = len"))
    seen = values(game, Names())
    assert seen["coins"] == {
        "name": "coins",
        "text": "coins: 2 (Seat 1), 3 (Seat 2)",
        "numbers": [2, 3],
        "word": "coins",
    }
    assert seen["doing"]["text"] == "doing: 0, tax"
    assert seen["turn"]["text"] == "turn: Seat 2"
    assert "plan" not in seen


def test_the_log_has_the_sentence_of_a_pick_and_a_question_names_values() -> None:
    names = Names(
        {"boss": "boss: {seat}"},
        questions={"card": "{boss} said {said.last}. What do you play, {seat}?"},
        log={"card": "{seat} plays {pick}"},
    )
    rules = set_up("table.boss = 1; table.said = (3, 4)").replace("import End", "import ask_all, End")
    rules = rules.replace("picks = yield table.hands", 'picks = yield from ask_all(table.hands, "card")')
    game = match(rules)
    assert seat_view(game, 0, names)["question"]["prompt"] == "Seat 2 said 4. What do you play, Seat 1?"
    game.pick(0, 0, 0)
    line = seat_view(game, 0, names, 1)["log"][0]["lines"][0]
    assert line.startswith("1  Seat 1 plays ") and ", Seat 2 plays " in line
