"""Claims: looked at in games, judged, and shown with the game that decides them."""

from __future__ import annotations

from typing import Any

import pytest
from duels import RULES, changed, duel

from pnp.play.evidence.verdicts import judge
from pnp.play.game_bundle import GameSetup
from pnp.play.testing.claims import BatchResult, Evaluations, GameBatch, GameTest, play_batch


def seen_of(source: str, at: str = "end", when: str | None = None, decides: bool = True, **more: Any) -> BatchResult:
    test = GameTest(0, source, at, when, decides, more.pop("games", 20))
    rules = more.pop("rules", RULES)
    group = GameBatch(GameSetup(3, "7", more.pop("bots", ("random",)), more.pop("options", {})), 20, (test,))
    return play_batch(duel(rules), group, lambda setup: None)


def one(source: str, at: str = "end", when: str | None = None, decides: bool = True, **more: Any) -> Evaluations:
    found = seen_of(source, at, when, decides, **more)
    assert found.wrong == []
    return found.tests[0]


def test_when_a_claim_is_looked_at() -> None:
    assert one("table.round == 0", "start").evaluations == 20
    assert one("table.round < 3", "decision").evaluations == 60
    assert one("table.round > 0", "pick").evaluations == 60
    assert one("table.round == 3", "end").evaluations == 20
    assert one("table.round == 1", "decision", when="decision == 2").evaluations == 20
    for at in ("start", "decision", "pick", "end"):
        assert one("table.players == 3 and table.seats == [0, 1, 2]", at).true == one("true", at).evaluations


def test_what_a_claim_sees() -> None:
    every = [
        ("table.hands|sum(start=[])|length + table.draw|length + table.played|length == 18", "decision"),
        ("table.played|map(attribute='number')|max <= 9", "end"),
        ("before.round + 1 == table.round", "pick"),
        ("picks|length == 3 and picks[0].number in range(1, 10)", "pick"),
        ("asked == [0, 1, 2]", "decision"),
        ("options[1]|length == 3 - table.round", "decision"),
        ("end.why == 'three rounds' and end.scores|max == end.scores[end.winners[0]]", "end"),
        ("rounds == 3 and decks.numbers|length == 18", "end"),
    ]
    for source, at in every:
        found = one(source, at)
        assert found.true == found.evaluations > 0, source


@pytest.mark.parametrize(
    ("source", "at"),
    [
        ("table['hands'][0]|length <= 9", "decision"),
        ("table.get('round') == table.round", "decision"),
        ("table[['round', 'hands'][0]] == 3", "end"),
        ("'hands' in table and table|length > 3", "start"),
        ("table.get('players') == 3 and table['seats'] == [0, 1, 2]", "start"),
        ("before['round'] + 1 == table['round']", "pick"),
        ("before.get('round') + 1 == table.round", "pick"),
        ("end['why'] == 'three rounds'", "end"),
        ("table . round == 3 and 'table.pionts' != 'x'", "end"),
    ],
)
def test_however_a_value_of_the_table_is_read_a_claim_sees_it(source: str, at: str) -> None:
    found = one(source, at)
    assert found.true == found.evaluations > 0


def test_a_value_is_shown_however_it_is_read() -> None:
    assert "scores [" in one("end['scores']|max == 3").shown
    assert one("end['scores']|max == 3").shown == one("end.scores|max == 3").shown


def test_a_condition_sees_the_table_as_well() -> None:
    assert one("table['round'] == 1", "decision", when="table['round'] == 1").evaluations == 20


def test_options_of_named_parts_are_mappings() -> None:
    rules = changed("from pnp.rules", "from typing import NamedTuple\n\nfrom pnp.rules")
    rules = changed("class Duel", "class Play(NamedTuple):\n    card: object\n    loud: bool\n\n\nclass Duel", rules)
    rules = changed(
        "picks = yield table.hands",
        "picks = yield [[Play(c, True) for c in hand] for hand in table.hands]\n    picks = [play.card for play in picks]",
        rules,
    )
    assert one("picks[0].kind == 'Play' and picks[0].loud and picks[0].card.number > 0", "pick", rules=rules).true == 60


def test_the_first_game_that_decides_is_kept_with_what_it_shows() -> None:
    found = one("end.scores|max == 3", decides=True)
    assert found.first is not None
    setup, decision = found.first
    assert (setup.players, decision) == (3, 3)
    assert "scores [" in found.shown
    assert one("end.scores|max <= 2", decides=False).first == found.first


def test_claims_stop_being_looked_at_after_their_games() -> None:
    assert one("true", games=5).games == 5


def test_an_expression_that_cannot_be_worked_out_is_told_once() -> None:
    found = seen_of("table.pionts|max == 3")
    assert len(found.wrong) == 1
    number, wrong = found.wrong[0]
    assert (number, wrong.what) == (0, "the table has no pionts at decision 3")
    assert wrong.fix == "did you mean points?"


def test_options_set_before_the_game_are_seen() -> None:
    assert one("table.bonus == 4", options={"bonus": 4}).true == 20


def test_facts_that_are_set_hold_in_rules_and_claims() -> None:
    assert one("table.round == rounds == 2", options={"rounds": 2}).true == 20


# --- verdicts


def seen(true: int, looks: int, games: int = 100, first: bool = False) -> Evaluations:
    return Evaluations(
        looks, true, games, true, (GameSetup(3, "7:4"), 2) if first else None, "points [1]" if first else ""
    )


VERDICTS = [
    ("always", seen(200, 200), "holds", "broken in none of 100 games, so in fewer than 3.00% of all"),
    ("always", seen(198, 200, first=True), "contradicted", "broken in 2 of 200 moments"),
    ("never", seen(0, 200), "holds", "broken in none of 100 games, so in fewer than 3.00% of all"),
    ("never", seen(2, 200, first=True), "contradicted", "broken in 2 of 100 games"),
    ("sometimes", seen(3, 200, first=True), "holds", "seen in 3 of 100 games"),
    ("sometimes", seen(0, 200), "contradicted", "seen in none of 100 games, so in fewer than 3.00% of all"),
    ("always", seen(0, 0, 0), "open", "its test never ran"),
]


@pytest.mark.parametrize(("test", "what", "verdict", "told"), VERDICTS, ids=[f"{v[0]} {v[2]}" for v in VERDICTS])
def test_verdicts(test: str, what: Evaluations, verdict: str, told: str) -> None:
    judgement = judge(test, None, {3: what})
    assert (judgement.verdict, judgement.reason) == (verdict, told)
    if what.first:
        assert judgement.setup == GameSetup(3, "7:4")
        assert judgement.values == "points [1]"


def test_shares_hold_when_their_intervals_lie_inside_for_every_number_of_players() -> None:
    def share(*counts: int) -> str:
        found = {players: seen(count, 1000, 1000) for players, count in enumerate(counts, 2)}
        return judge("share", (0.2, 0.5), found).verdict

    assert share(350, 400) == "holds"
    assert share(350, 600) == "contradicted"
    assert share(350, 210) == "open"
    assert share(600, 210) == "contradicted"
    told = judge("share", (0.2, 0.5), {1: seen(35, 100)}).reason
    assert told.startswith("1 player 35.0% (")
    assert told.endswith("; the claim says 20.0% to 50.0%")
