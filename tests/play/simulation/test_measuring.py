"""What a designer asks of a game: counted in its simulated games, and told in the report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean

import pytest
from duels import duel_kit

from pnp.core.codes import Code
from pnp.play.game_bundle import GameBroken, GameBundle, GameSetup, Measure
from pnp.play.game_code import load_program
from pnp.play.game_loop import play
from pnp.play.names import Names
from pnp.play.simulation.blocks import EVERY, play_block
from pnp.play.simulation.report import MeasureResult, Report
from pnp.play.simulation.summary import make_report
from pnp.play.simulation.tally import TIME_SLICES, Tally
from pnp.play.statistics import clustered_share, ratio, wilson

SETUP = GameSetup(3, "7")
GAMES = 2 * EVERY + 1
MEASURED = range(0, GAMES, EVERY)


def kit_of(*measures: Measure) -> GameBundle:
    return replace(duel_kit(), measures=measures)


def report_of(bundle: GameBundle, games: int = GAMES, names: Sequence[tuple[str, str]] = ()) -> Report:
    tally = play_block(bundle, SETUP, 0, games)
    named = names or [(measure.source, "") for measure in bundle.measures]
    return make_report(tally, bundle, SETUP, names=Names({"three rounds": "done"}, measures=named))


def only(*measures: Measure) -> MeasureResult:
    (found,) = report_of(kit_of(*measures)).measures
    return found


def ends() -> list[list[int]]:
    program = load_program(duel_kit())
    found = [play(program, SETUP.game(number)).end for number in range(GAMES)]
    return [list(end.scores) for end in found if end]


def test_what_is_looked_at_in_the_end_is_looked_at_in_all_games() -> None:
    found = only(Measure("end.scores|max", "mean", "end"))
    assert (found.games, found.evaluations) == (GAMES, GAMES)
    assert found.value.value == pytest.approx(mean(map(max, ends())))
    assert found.values is not None
    assert dict(found.values.counts) == {n: sum(max(s) == n for s in ends()) for n in {max(s) for s in ends()}}


def test_each_entry_of_a_list_counts() -> None:
    found = only(Measure("end.scores", "mean", "end"))
    assert (found.games, found.evaluations) == (GAMES, 3 * GAMES)
    assert found.value.value == pytest.approx(mean(points for scores in ends() for points in scores))


def test_what_is_looked_at_on_the_way_is_looked_at_in_some_games() -> None:
    found = only(Measure("(picks.values()|map(attribute='number')|max) > 5", "share", "pick"))
    assert (found.games, found.evaluations, found.values) == (len(MEASURED), 3 * len(MEASURED), None)
    program, high = load_program(duel_kit()), 0
    for number in MEASURED:
        high += sum(max(card.number for card in picks) > 5 for picks in play(program, SETUP.game(number)).log)
    assert found.value.value == pytest.approx(high / found.evaluations)


def test_it_looks_only_where_the_condition_is_true() -> None:
    found = only(Measure("table.round == 2", "share", "pick", "decision > 1"))
    assert (found.evaluations, found.value.value) == (2 * len(MEASURED), 0.5)
    assert report_of(kit_of(Measure("true", "share", "pick", "decision > 9"))).measures == ()


def test_a_curve_goes_from_the_first_decision_to_the_last() -> None:
    found = only(Measure("table.hands|map('length')|list", "curve", "decision"))
    assert [(point.until, point.mean, point.low, point.high) for point in found.curve] == [
        (1 / TIME_SLICES, 3.0, 3, 3),
        ((TIME_SLICES // 3 + 1) / TIME_SLICES, 2.0, 2, 2),
        ((2 * TIME_SLICES // 3 + 1) / TIME_SLICES, 1.0, 1, 1),
    ]


def test_endings_are_told_by_their_names() -> None:
    ((why, spread),) = only(Measure("decision", "ending", "end")).endings
    assert (why, spread.mean, spread.sd) == ("done", 3.0, 0.0)


def test_what_is_counted_does_not_depend_on_the_blocks() -> None:
    bundle = kit_of(Measure("end.scores", "mean", "end"), Measure("decision", "curve", "decision"))
    bundle = replace(bundle, groups={"numbers": ("colour",)})
    whole, parts = play_block(bundle, SETUP, 0, 50), Tally(3)
    for start in (0, 20, 40):
        parts.add(play_block(bundle, SETUP, start, min(20, 50 - start)))
    assert whole.as_json() == parts.as_json()
    assert whole.measured[0] and whole.grouped


def test_games_are_the_same_with_measures_and_without() -> None:
    bundle = kit_of(Measure("table.hands|length", "curve", "decision"), Measure("picks|length", "mean", "pick"))
    counts = [
        {key: value for key, value in play_block(one, SETUP, 0, 40).as_json().items() if "measured" not in key}
        for one in (bundle, kit_of())
    ]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("measure", "what"),
    [
        (Measure("table.rund", "mean", "end"), "the table has no rund"),
        (Measure("decision", "share", "decision"), "its value is 1, not true or false"),
        (Measure("decision / 2", "mean", "decision"), "its value is 0.5, not a whole number"),
        (Measure("end.why", "mean", "end"), "its value is 'three rounds'"),
    ],
)
def test_a_measure_that_cannot_be_worked_out_is_told_with_its_game(measure: Measure, what: str) -> None:
    with pytest.raises(GameBroken) as broken:
        play_block(kit_of(Measure("true", "share", "end"), measure), SETUP, 0, 2)
    failure = broken.value.failure
    assert (failure.code, failure.path, failure.setup) == (Code.REPORT_VALUE, (1,), SETUP.game(0))
    assert failure.what.startswith(what)


def test_a_report_with_measures_is_plain_json() -> None:
    report = report_of(kit_of(Measure("end.scores|max", "mean", "end")), games=1, names=[("Best", "points")])
    plain = json.loads(json.dumps(report.as_json(), allow_nan=False))
    (measure,) = plain["measures"]
    assert (measure["name"], measure["unit"], measure["value"]["low"]) == ("Best", "points", None)


def test_a_report_has_its_title_in_the_language_of_its_names() -> None:
    tally = play_block(duel_kit(), SETUP, 0, 3)
    assert make_report(tally, duel_kit(), SETUP, names=Names(title="Duell", language="de")).title == "Duell"
    assert make_report(tally, duel_kit(), SETUP).title == "duel"


def test_kinds_of_cards_are_compared_with_all_cards_of_their_deck() -> None:
    bundle = replace(duel_kit(), groups={"numbers": ("number", "colour")})
    report = make_report(
        play_block(bundle, SETUP, 0, 400),
        bundle,
        SETUP,
        names=Names({"red": "rouge"}, texts={"red": "rot", "blue": "bleu"}),
    )
    by_name = {group.name: group for group in report.groups}
    assert list(by_name) == [*(f"number {n}" for n in range(1, 10)), "rouge", "bleu"]
    assert by_name["number 1"].faces == 2 and by_name["rouge"].faces == 9
    assert by_name["number 9"].difference.low > 0 > by_name["number 1"].difference.high
    assert by_name["rouge"].difference.low < 0 < by_name["rouge"].difference.high


def test_looks_of_one_game_are_not_independent() -> None:
    """Where all looks of a game agree, a hundred of them tell no more than one."""
    alike, single = {(100, 0): 30, (100, 100): 20}, {(1, 0): 30, (1, 1): 20}
    assert ratio(alike).value == ratio(single).value == 0.4
    assert ratio(alike).low == pytest.approx(ratio(single).low)
    assert clustered_share(alike).low == pytest.approx(wilson(20, 50).low, abs=0.01)
    apart = {(2, 1): 50}
    assert clustered_share(apart).low == pytest.approx(wilson(50, 100).low)
    assert clustered_share({(5, 5): 40}) == wilson(40, 40)
