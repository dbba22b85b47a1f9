"""A project with rules: what a check tells of its examples, claims and games, and that a build runs none of its code."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import FACE, GAME, WriteProject, build_project, check_project
from duels import BOTS, RULES, changed
from typer.testing import CliRunner

from pnp.check import CheckOptions, check, check_names
from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostic, Diagnostics
from pnp.project.claims import load_harmless
from pnp.project.files import Files

pytestmark = pytest.mark.slow

CARDS = "- each: {number: 1..9, colour: [red, blue]}\n"
PLAY = GAME.replace("  hand: 5\n", "  rounds: 3\n") + "play: {decisions: 3..3, scores: 0..3}\n"
EXAMPLES = """\
round:
  seats: [Lea, Tom]
  play: play_round
  table: {hands: [[9 red, 1 red], [8 blue]], points: [0, 0]}
  picks: [[9 red, 8 blue]]
  then: {points: {Lea: 1, Tom: 0}, hands: {Lea: [1 red]}}
game:
  players: 3
  seed: "7:1"
  bots: random
  then: {why: three rounds}
"""
CLAIMS = """\
- {claim: There are 18 cards., holds: decks.numbers|length == 18}
- {claim: The highest card takes a point., example: round}
- {claim: Nobody has more than three points., always: end.scores|max <= 3, games: 10}
- {claim: A pair of players never ties., never: end.winners|length > 1, players: 2, games: 40, verdict: contradicted, because: Equal cards both take a point.}
- {claim: Hands are secret., seen: {hands: owner, draw: nobody, played: all}}
"""
RULEBOOK = "## A round\n\nPlay a card. **The highest** takes a point.\n\n## The end\n\nAfter three rounds.\n"


def project(**changes: str | None) -> dict[str, str | bytes | None]:
    files: dict[str, str | None] = {
        "game": PLAY,
        "cards": CARDS,
        "rules": RULES,
        "bots": BOTS,
        "examples": EXAMPLES,
        "claims": CLAIMS,
        **changes,
    }
    ending = {"rules": "py", "bots": "py", "claims.py": "py"}
    data = {f"data/small/{name.partition('.')[0]}.{ending.get(name, 'yaml')}": text for name, text in files.items()}
    return {**data, "templates/small/face.yaml": FACE.replace("{{ card.number }}", "No. {{ card.number }}")}


DRAWN = {"faces", "backs", "edges", "contrast", "figures", "pages", "preflight", "print"}
"""Checks that draw the cards or the booklet, which take most of the time and have nothing to do with playing."""


def checked(write: WriteProject, jobs: int = 1, **changes: str | None) -> tuple[list[Diagnostic], list[str]]:
    made = check_project(write(project(**changes)), *set(check_names()) - DRAWN, jobs=jobs)
    return list(made.diagnostics), made.summaries


def told(write: WriteProject, **changes: str | None) -> Diagnostic:
    (found,) = checked(write, **changes)[0]
    return found


def test_a_game_that_is_as_it_says_passes_and_is_summed_up(write_project: WriteProject) -> None:
    made = check_project(write_project(project()), jobs=1)
    faults, lines = list(made.diagnostics), made.summaries
    assert faults == []
    assert lines[1] == (
        "small: 2 examples played, 1 of them only replayed from a seed, 100% of the branches of rules.py; 5 claims, 4 hold; 80 games played"
    )
    assert lines[2] == "  contradicted (booklet): A pair of players never ties."
    assert lines[3].startswith("    broken ")
    assert "2 players (random), seed check:" in lines[3]
    assert lines[4] == "    Equal cards both take a point."


@pytest.mark.parametrize(("branches", "told"), [(1, []), (2, ["rules-coverage"])])
def test_a_single_branch_that_examples_leave_out_is_no_warning(
    write_project: WriteProject, branches: int, told: list[str]
) -> None:
    rare = "    table.round += 1\n" + "    if table.round > 99:\n        table.points[0] += 1\n" * branches
    faults, lines = checked(write_project, rules=changed("    table.round += 1\n", rare))
    line = RULES.count("\n") + 1
    assert [fault.code for fault in faults] == told
    assert (f"88% of the branches of rules.py (not {line} → {line + 1})" in lines[1]) == (not told)


def test_all_claims_are_listed_with_what_they_rest_on(write_project: WriteProject) -> None:
    root = write_project(project())
    done = CliRunner().invoke(app, ["check", "--project", str(root), "--jobs", "1", "--claims"])
    lines = done.stdout.splitlines()
    assert lines[2:8] == [
        "  holds (booklet): There are 18 cards.",
        "    it is 18",
        "  holds (booklet): The highest card takes a point.",
        "    example round has the expected outcome",
        "  holds (booklet): Nobody has more than three points.",
        "    broken in none of 30 games, so in fewer than 10.00% of all",
    ]
    done = CliRunner().invoke(app, ["check", "--project", str(root), "--no-code", "--claims"])
    assert "  not tested (booklet): Nobody has more than three points." in done.stdout.splitlines()


def test_a_value_in_brackets_is_told_as_it_is(write_project: WriteProject) -> None:
    claims = "- {claim: It is called so., holds: \"'High (Card)' == game.title\"}\n"
    assert (
        told(write_project, rules=None, bots=None, examples=None, game=GAME, claims=claims).why
        == "it is High (Card); game.title is Small"
    )


def test_a_build_reads_no_code(write_project: WriteProject) -> None:
    root = write_project(project(rules="raise SystemExit('run')", bots="raise SystemExit('run')"))
    built = build_project(root)
    assert not built.diagnostics
    assert built.outputs


def test_without_code_only_what_holds_of_the_data_is_told(write_project: WriteProject) -> None:
    claims = CLAIMS.replace("== 18", "== 17").replace("verdict: contradicted", "verdict: holds")
    faults, lines = checked(write_project, jobs=0, rules=RULES + "raise SystemExit('run')\n", claims=claims)
    assert [fault.code for fault in faults] == ["claim-verdict"]
    assert lines[1] == "small: 5 claims, 1 holds, 3 not tested"


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ({"cards": "- each: {number: 1..9, colour: [red]}\n- {number: '3,0', colour: blue}\n"}, "card-value"),
        ({"game": PLAY.replace("rounds: 3", "rounds: 3\n  card: 1")}, "fact-name"),
    ],
)
def test_a_game_whose_data_are_faulty_is_not_played(
    write_project: WriteProject, bad: dict[str, str], told: str
) -> None:
    stopped = RULES + "raise SystemExit('played')\n"
    faults, lines = checked(write_project, rules=stopped, claims="[]\n", **bad)
    assert [fault.code for fault in faults] == [told]
    assert "games played" not in " ".join(lines)


@pytest.mark.parametrize("bad", [{"examples": EXAMPLES + "b: 3\n"}, {"claims": CLAIMS + "- {claim: X.}\n"}])
def test_a_fault_of_an_example_or_a_claim_stops_no_game(write_project: WriteProject, bad: dict[str, str]) -> None:
    faults, lines = checked(write_project, **bad)
    assert len(faults) == 1
    assert "games played" in lines[1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_told_does_not_depend_on_the_processes(write_project: WriteProject, jobs: int) -> None:
    rules = changed("best = max", "best = min")
    faults, _ = checked(write_project, jobs=jobs, rules=rules)
    assert [(fault.code, fault.place.line) for fault in faults] == [("example-outcome", 6)]


def test_a_verdict_that_differs_names_the_game_that_shows_it(write_project: WriteProject) -> None:
    claims = CLAIMS.replace("end.scores|max <= 3", "end.scores|max <= 2")
    fault = told(write_project, claims=claims)
    assert (fault.code, str(fault.place)) == ("claim-verdict", "data/small/claims.yaml:3:55")
    assert fault.what == "this is contradicted: Nobody has more than three points."
    assert fault.why.startswith("broken ")
    assert "scores [" in fault.why
    assert "--seed check:" in fault.fix
    command = fault.fix.partition("see it with ")[2].split()
    assert command[:3] == ["pnp", "simulate", "small"]


def test_the_command_of_a_counterexample_shows_it(write_project: WriteProject) -> None:
    root = write_project(project(claims=CLAIMS.replace("end.scores|max <= 3", "end.scores|max <= 2")))
    (fault,) = check_project(root, jobs=1).diagnostics
    command = fault.fix.partition("see it with ")[2].split()[1:]
    done = CliRunner().invoke(app, [*command, "--project", str(root)])
    assert done.exit_code == 0
    assert " 3" in done.stdout.splitlines()[-1]


def test_a_share_may_be_anything_from_0_to_1(write_project: WriteProject) -> None:
    claims = CLAIMS + "- {claim: X., share: end.scores|max <= 3, between: [0, 1], games: 5}\n"
    assert [fault.code for fault in checked(write_project, claims=claims)[0]] == ["claim-weak"]
    assert checked(write_project, claims=claims.replace("[0, 1]", "[0.5, 1]"))[0] == []


def test_a_claim_about_a_share_plays_until_it_is_decided(write_project: WriteProject) -> None:
    claim = "- {claim: X., share: 'end.scores[0] > 1', between: [0.5, 1], players: 2}\n"  # it is 0.54, not seen in 40
    faults, lines = checked(write_project, claims=CLAIMS + claim)
    assert faults == []
    assert "6 claims, 5 hold" in lines[1]


def test_a_claim_may_be_about_who_searches(write_project: WriteProject) -> None:
    claim = "- {claim: X., always: end.scores|max <= 3, bots: [search:4, random], players: 2, games: 5}\n"
    assert checked(write_project, claims=CLAIMS + claim)[0] == []


CHANGES: list[tuple[str, dict[str, Any], str, str]] = [
    ("claim-verdict", {"claims": CLAIMS.replace("verdict: contradicted, ", "")}, "claims.yaml:4:", "contradicted"),
    ("claim-verdict", {"claims": CLAIMS.replace("== 18", "== 17")}, "claims.yaml:1:", "it is 18"),
    ("claim-open", {"claims": CLAIMS + "- {claim: X., share: 'end.scores[0] > 1', between: [0.544, 1], players: 2}\n"},
     "claims.yaml:6:", "too few games to decide"),
    ("claim-open", {"claims": CLAIMS + "- {claim: X., always: '1 == 1', when: '1 == 2'}\n"}, "claims.yaml:6:", "its test never ran"),
    ("claim-expression", {"claims": CLAIMS + "- {claim: X., always: table.pionts == 1}\n"}, "claims.yaml:6:", "pionts"),
    ("claim-expression", {"claims": CLAIMS + "- {claim: X., holds: nothing == 1}\n"}, "claims.yaml:6:", "nothing"),
    ("claim-example", {"claims": CLAIMS + "- {claim: X., example: rund}\n"}, "claims.yaml:6:", "rund"),
    ("claim-test", {"claims": "- {claim: X.}\n"}, "claims.yaml:1:", "has none"),
    ("claim-test", {"claims": "- {claim: X., always: a, never: b}\n"}, "claims.yaml:1:", "has 2"),
    ("claim-test", {"claims": "- {claim: X., share: a}\n"}, "claims.yaml:1:", "belong together"),
    ("claim-test", {"claims": "claim: X.\n"}, "claims.yaml:1:", "must be a list"),
    ("unknown-key", {"claims": "- {claim: X., hold: true}\n"}, "claims.yaml:1:", "hold"),
    ("wrong-value", {"claims": "- {claim: X., share: a, between: 3}\n"}, "claims.yaml:1:", "between"),
    ("claim-empty", {"claims": CLAIMS + "- {claim: X., holds: '1 == 1'}\n"}, "claims.yaml:6:22", "1 == 1 uses no value"),
    ("claim-empty", {"claims": CLAIMS + "- {claim: X., always: 'range(3)|length == 3'}\n"}, "claims.yaml:6:", "the same for every game"),
    ("claim-empty", {"claims": CLAIMS + "- {claim: X., holds: 'true'}\n"}, "claims.yaml:6:", "the same for every game"),
    ("claim-empty", {"game": PLAY + "expect: [{that: 'true', why: it is}]\n"}, "game.yaml:8:17", "true names no card, deck or fact of the game"),
    ("example-empty", {"examples": EXAMPLES + "b: {play: set_up, table: {points: [0, 0]}}\n"}, "examples.yaml:12:1", "b expects nothing"),
    ("example-empty", {"examples": EXAMPLES.replace("then: {why: three rounds}", "after: [{}]\n  then: {}")}, "examples.yaml:7:", "game expects"),
    ("example-outcome", {"examples": EXAMPLES.replace("Lea: 1, Tom", "Lea: 2, Tom")}, "examples.yaml:6:", "points"),
    ("example-picks", {"examples": EXAMPLES.replace("[9 red, 8", "[7 red, 8")}, "examples.yaml:5:", "7 red"),
    ("example-value", {"examples": EXAMPLES.replace("play_round", "play_rund")}, "examples.yaml:3:", "play_rund"),
    ("example-value", {"examples": "- a\n", "claims": "[]\n"}, "examples.yaml:1:", "must be a mapping"),
    ("example-value", {"examples": EXAMPLES + "a-b: {}\n"}, "examples.yaml:12:", "a-b"),
    ("example-value", {"examples": EXAMPLES + "b: 3\n"}, "examples.yaml:12:", "must be a mapping"),
    ("example-fails", {"examples": EXAMPLES.replace("], points: [0, 0]}", "]}")}, "examples.yaml:2:", "points"),
    ("rules-coverage", {"examples": EXAMPLES.partition("game:")[0]}, "rules.py", "branches of rules.py"),
    ("rules-missing", {"rules": None}, "game.yaml:1:", "no rules to play"),
    ("bots-unknown", {"game": PLAY.replace("play: {", "play: {bots: higest, ")}, "game.yaml:7:", "higest"),
    ("players-number", {"claims": CLAIMS.replace("players: 2", "players: 9")}, "claims.yaml:4:", "not for 9 players"),
    ("bots-unknown", {"examples": EXAMPLES.replace("bots: random", "bots: lowest")}, "examples.yaml:10:", "lowest"),
    ("card-name", {"game": PLAY.replace("fields: {", 'named: "{{ card.number }}", fields: {')}, "game.yaml:6:", "1"),
    ("wrong-value", {"game": PLAY.replace("3..3", "[3]")}, "game.yaml:7:", "decisions"),
    ("claim-test", {"claims": CLAIMS + "- {claim: X., share: 'end.why == 1', between: [20, 50]}\n"}, "claims.yaml:6:", "20 and 50"),
    ("claim-expression", {"claims": CLAIMS + "- {claim: X., always: end.scores|max}\n"}, "claims.yaml:6:", "neither true"),
    ("claim-expression", {"claims": CLAIMS + "- {claim: X., holds: rounds}\n"}, "claims.yaml:6:", "neither true"),
    ("set-unknown", {"claims": CLAIMS + "- {claim: X., always: '1 == 1', set: {ruond: 1}}\n"}, "claims.yaml:6:", "ruond"),
    ("example-value", {"examples": EXAMPLES.replace("then: {points", "then: {why: x, points")}, "examples.yaml:6:", "not come to an End"),
    ("rules-yield-from", {"rules": changed("yield from play_round", "play_round")}, "rules.py:", "play_round asks players"),
    ("claim-weak", {"claims": CLAIMS + "- {claim: X., share: 'end.scores[0] > 1', between: [0, 1]}\n"}, "claims.yaml:6:", "any share"),
    ("claim-weak", {"claims": CLAIMS + "- {claim: X., always: 'table.round == table.round'}\n"}, "claims.yaml:6:", "compared with itself"),
    ("claim-weak", {"claims": CLAIMS + "- {claim: X., holds: rounds > 0 or rounds < 9}\n"}, "claims.yaml:6:", "it holds with any rounds"),
    ("claim-weak", {"claims": CLAIMS + "- {claim: X., holds: rounds == 4, verdict: contradicted, because: There are five of them.}\n"},
     "claims.yaml:6:", "because: says 5"),
    ("play-names", {"game": PLAY.replace("0..3}", "0..3, names: {hnads: hand}}")}, "game.yaml:7:", "hnads"),
    ("play-names", {"game": PLAY.replace("0..3}", "0..3, names: {hands: '{seet} has'}}")}, "game.yaml:7:", "{seet}"),
    ("play-names", {"game": PLAY.replace("0..3}", "0..3, table: {hnads: row}}")}, "game.yaml:7:", "table: the table has no pile hnads"),
    ("play-names", {"game": PLAY.replace("0..3}", "0..3, marks: {hnads: round}}")}, "game.yaml:7:", "marks: the table has no pile hnads"),
    ("play-names", {"game": PLAY.replace("0..3}", "0..3, marks: {hands: points}}")}, "game.yaml:7:", "the rules number no card of hands by points"),
    ("play-names", {"game": PLAY.replace("0..3}", "0..3, questions: {crd: Play}}")}, "game.yaml:7:", "no question of the rules is called crd"),
    ("play-names", {"game": PLAY.replace("0..3}", "0..3, defaults: {crd: 'yes'}}")}, "game.yaml:7:", "no question of the rules is called crd"),
    ("play-names", {"game": PLAY.replace("0..3}", "0..3, names: {hands: points won, points: hand}}")}, "game.yaml:7:",
     "hands is called “points won”, and points “hand”"),
    ("report-value", {"game": PLAY + "report: [{name: X, value: table.rund, tell: mean}]\n"}, "game.yaml:8:", "no rund"),
    ("report-value", {"game": PLAY + "report: [{name: X, value: table.round, tell: share}]\n"}, "game.yaml:8:", "its value is 3"),
    ("report-value", {"game": PLAY + "report: [{name: X, value: table.round / 2, tell: mean}]\n"}, "game.yaml:8:", "its value is 1.5"),
    ("report-measure", {"game": PLAY + "report: [{name: X, value: table.round +, tell: mean}]\n"}, "game.yaml:8:", ""),
    ("report-measure", {"game": PLAY + "report: [{name: X, value: picks|length, tell: mean}]\n"}, "game.yaml:8:", "cannot use picks"),
    ("report-measure", {"game": PLAY + "report: [{name: X, value: '1', tell: ending, at: pick}]\n"}, "game.yaml:8:", "reported by ending"),
    ("report-measure", {"game": PLAY + "report: [{name: X, value: '1', tell: curve, at: end}]\n"}, "game.yaml:8:", "measured once"),
    ("bots-pick", {"bots": BOTS + "\ndef odd(seen, options, random):\n    return 7\n", "game": PLAY.replace("play: {", "play: {bots: odd, ")},
     "bots.py", "picks 7"),
    ("rules-unsteady", {"bots": BOTS + "\ndef odd(seen, options, random):\n    import random\n    return random.choice(options)\n",
     "game": PLAY.replace("play: {", "play: {bots: odd, ")}, "bots.py", "the bot's argument random"),
    ("rules-unsteady", {"rules": "import random\n" + changed('End("three rounds"', "End(str(random.random())"),
     "examples": "{}\n", "claims": "[]\n"}, "rules.py", "table.shuffled"),
]  # fmt: skip


def test_an_example_that_expects_nothing_shows_no_claim(write_project: WriteProject) -> None:
    examples = EXAMPLES.replace("  then: {points: {Lea: 1, Tom: 0}, hands: {Lea: [1 red]}}\n", "")
    faults, lines = checked(write_project, examples=examples)
    assert [(fault.code, fault.severity) for fault in faults] == [("example-empty", "warning")]
    assert "5 claims, 3 hold, 1 not tested" in lines[1]


def test_bounds_that_do_not_fit_are_told_with_those_that_do(write_project: WriteProject) -> None:
    faults, _ = checked(write_project, game=PLAY.replace("3..3", "4..9"), examples=None)
    fault = next(fault for fault in faults if fault.code == "rules-length")
    assert "write decisions: 3..3 or wider bounds in play:, as 30 games took so many" in fault.fix


AT_MOST_3 = "def is_at_most_3(end):\n    return max(end.scores) <= 3\n"
NAMED = CLAIMS.replace("always: end.scores|max <= 3", "always: is_at_most_3")


def test_a_claim_may_name_a_function(write_project: WriteProject) -> None:
    faults, lines = checked(write_project, claims=NAMED, **{"claims.py": AT_MOST_3})
    assert faults == []
    assert "5 claims, 4 hold" in lines[1]


FUNCTIONS = [
    ("claims.yaml:3:", {"claims": NAMED, "claims.py": AT_MOST_3.replace("most_3", "most")}, "no function is_at_most_3"),
    ("claims.py:1:", {"claims.py": AT_MOST_3}, "no claim names is_at_most_3"),
    ("claims.py:1:", {"claims": NAMED, "claims.py": AT_MOST_3.replace("end", "picks")}, "cannot use picks"),
    ("claims.py:2:", {"claims": NAMED, "claims.py": AT_MOST_3.replace("scores", "points")}, "no attribute 'points'"),
    ("claims.py:1:", {"claims": NAMED, "claims.py": AT_MOST_3.replace(" <= 3", "")}, "neither True nor False"),
    ("claims.yaml:3:", {"claims": NAMED}, "no function is_at_most_3"),
]


@pytest.mark.parametrize(("place", "changes", "what"), FUNCTIONS, ids=[what for _, _, what in FUNCTIONS])
def test_what_is_wrong_with_a_function_is_told(
    write_project: WriteProject, place: str, changes: dict[str, Any], what: str
) -> None:
    found = [fault for fault in checked(write_project, **changes)[0] if fault.code == "claim-function"]
    places = [str(fault.place).removeprefix("data/small/") for fault in found if what in fault.what]
    assert [one for one in places if one.startswith(place)]


@pytest.mark.parametrize("wrong", ["9" * 5000, "{a", "[]"], ids=["a long number", "no YAML", "a list"])
@pytest.mark.parametrize("file", ["claims.yaml", "examples.yaml"])
def test_a_fault_of_a_claim_or_example_is_one_message(write_project: WriteProject, file: str, wrong: str) -> None:
    entry = (
        f"- claim: It ends.\n  holds: {wrong}\n"
        if file == "claims.yaml"
        else f"first: {{seats: [Ana, Bo], seed: {wrong}}}\n"
    )
    changes: dict[str, Any] = {"claims.py": AT_MOST_3, file: entry}
    if file == "examples.yaml":
        changes["templates/small/rulebook.md"] = "## Play\n\n{{ examples.first.seats[0] }} begins.\n"
    root = write_project({name if "/" in name else f"data/small/{name}": text for name, text in changes.items()})
    assert {fault.place.path for fault in check_project(root, "rules", "ties", "print").diagnostics} == {
        f"data/small/{file}"
    }


@pytest.mark.parametrize(("code", "changes", "place", "what"), CHANGES, ids=[f"{c[0]} {c[3]}" for c in CHANGES])
def test_what_is_wrong_is_told_with_its_place(
    write_project: WriteProject, code: str, changes: dict[str, Any], place: str, what: str
) -> None:
    found = [fault for fault in checked(write_project, **changes)[0] if fault.code == code]
    assert found, [fault.code for fault in checked(write_project, **changes)[0]]
    assert str(found[0].place).removeprefix("data/small/").startswith(place)
    assert what in f"{found[0].what} {found[0].why}"


def test_a_claim_that_cannot_be_worked_out_is_told_once_and_not_judged(write_project: WriteProject) -> None:
    faults, _ = checked(write_project, claims=CLAIMS + "- {claim: X., sometimes: table.pionts == 1}\n")
    assert [fault.code for fault in faults] == ["claim-expression"]


def test_rules_that_break_their_bounds_are_told_with_the_game(write_project: WriteProject) -> None:
    faults, _ = checked(write_project, game=PLAY.replace("0..3", "0..2"), claims="[]\n", examples="{}\n")
    assert {fault.code for fault in faults} == {"rules-score"}
    assert all("--players" in fault.fix and "--picks" in fault.fix for fault in faults)


def test_sections_that_rules_and_claims_name_are_looked_up(write_project: WriteProject) -> None:
    rules = changed("def set_up(table):", "def set_up(table):  # [A rund]")
    rules = changed("    best = max", "    # [The highest] wins, as [The end] tells\n    best = max", rules)
    claims = CLAIMS.replace("example: round}", "example: round, section: The hihgest}")
    files = {**project(rules=rules, claims=claims), "templates/small/rulebook.md": RULEBOOK}
    faults = check_project(write_project(files)).diagnostics
    named = sorted((fault.code, fault.severity, fault.fix) for fault in faults if "section" in fault.code)
    assert named == [
        ("claim-section", "error", "did you mean The highest?"),
        ("rules-section", "warning", "did you mean A round?"),
    ]


def test_the_command_line_checks_with_and_without_code(write_project: WriteProject) -> None:
    root = write_project(project(rules=changed("best = max", "best = min")))
    done = CliRunner().invoke(app, ["check", "--project", str(root), "--format", "json", "--jobs", "1"])
    assert done.exit_code == 1
    assert {fault["code"] for fault in json.loads(done.stdout)} == {"example-outcome"}
    done = CliRunner().invoke(app, ["check", "--project", str(root), "--no-code"])
    assert (done.exit_code, done.stdout.splitlines()[1]) == (0, "small: 5 claims, 2 hold, 3 not tested")


# --- changes of the rules


def test_changes_of_the_rules_that_nothing_notices_are_told(write_project: WriteProject) -> None:
    listed = "'game: a → b': No such change is made.\n"
    root = write_project(project(claims="[]\n", examples=EXAMPLES.partition("game:")[0], harmless=listed))
    made = check(Files(root), CheckOptions(checks=frozenset({"play"}), jobs=2, mutate=True))
    missed = [fault for fault in made.diagnostics if fault.code == "rules-untested"]
    assert {fault.place.file for fault in missed} == {"data/small/rules.py"}
    lines = RULES.splitlines()
    assert any("three rounds" in lines[fault.place.line - 1] for fault in missed)
    assert not any("best" in fault.what for fault in missed)  # the example shows who wins a round
    assert ("rules-harmless", 1) in [(fault.code, fault.place.line) for fault in made.diagnostics]
    summed = re.match(r"small: (\d+) changes of rules.py, (\d+) noticed, 0 listed", made.summaries[-1])
    assert summed is not None
    assert int(summed[1]) == int(summed[2]) + len(missed) > 10


@pytest.mark.parametrize(("text", "what"), [("- a\n", "mapping of reasons"), ("'f: x → y': so\n", "needs a sentence")])
def test_harmless_changes_have_a_reason(write_project: WriteProject, text: str, what: str) -> None:
    told = Diagnostics()
    load_harmless(Files(write_project(project(harmless=text))), "small", told)
    ((code, found),) = [(fault.code, fault.what) for fault in told]
    assert code == "rules-harmless"
    assert what in found


# --- where to look


def test_a_claim_that_is_contradicted_names_the_functions_of_its_section(write_project: WriteProject) -> None:
    rules = changed("def play_round(table):", 'def play_round(table):\n    """[The highest] takes a point."""')
    claims = CLAIMS.replace("always: end.scores|max <= 3", "always: end.scores|max <= 2, section: The highest.")
    root = write_project({**project(rules=rules, claims=claims), "templates/small/rulebook.md": RULEBOOK})
    (fault,) = [fault for fault in check_project(root, jobs=1).diagnostics if fault.code == "claim-verdict"]
    line = next(n for n, text in enumerate(rules.splitlines(), 1) if text.startswith("def play_round"))
    assert f"the rule stands in play_round:{line} of rules.py" in fault.why


def test_an_example_that_fails_names_the_functions_that_it_ran(write_project: WriteProject) -> None:
    rules = changed("best = max", "best = min")
    (fault,) = checked(write_project, rules=rules)[0]
    line = next(n for n, text in enumerate(rules.splitlines(), 1) if text.startswith("def play_round"))
    assert fault.why == f"it ran play_round:{line} of rules.py"


@pytest.mark.parametrize(
    ("minutes", "is_told"), [("1", True), ("3", True), ("8..10", False), ("2..30", False), ("60", True)]
)
def test_minutes_that_no_game_comes_near_to_are_told(write_project: WriteProject, minutes: str, is_told: bool) -> None:
    game = PLAY.replace("players: 2..4\n", f"players: 2..4\nminutes: {minutes}\n").replace(
        "play: {", "play: {seconds: 180, "
    )
    faults, _ = checked(write_project, game=game)
    assert [(fault.code, str(fault.place)) for fault in faults] == [
        ("minutes-unlikely", "data/small/game.yaml:3:10")
    ] * is_told
