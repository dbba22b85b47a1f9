"""Who may see what, as claims say, as rules.py gives it, and as games show it."""

from __future__ import annotations

import pytest
from conftest import WriteProject, check_project
from duels import changed
from play.evidence.test_playing import PLAY, project

from pnp.core.diagnostics import Diagnostic
from pnp.play.evidence.playing import on_the_table

pytestmark = pytest.mark.slow

ALL = "{hands: owner, draw: nobody, played: all}"


def told(
    write: WriteProject, claims: str, rules: str | None = None, jobs: int = 0, game: str = PLAY
) -> list[Diagnostic]:
    files = project(claims=claims, game=game, **({"rules": rules} if rules else {}))
    return [
        d for d in check_project(write(files), "play", "rules", jobs=jobs).diagnostics if d.code != "rules-coverage"
    ]


def test_claims_that_fit_the_rules_hold(write_project: WriteProject) -> None:
    assert told(write_project, f"- {{claim: Hands are secret., seen: {ALL}}}\n") == []


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (changed('Piles("owner")', 'Piles("all")'), "hands is seen by all"),
        (changed('Pile("nobody")', "Pile()"), "draw is seen by all"),
        (changed('Pile("all")', 'Pile(seen_by="nobody")'), "played is seen by nobody"),
    ],
)
def test_a_pile_that_is_seen_by_others_contradicts_the_claim(write_project: WriteProject, rules: str, why: str) -> None:
    (fault,) = told(write_project, f"- {{claim: Hands are secret., seen: {ALL}}}\n", rules)
    assert (fault.code, fault.why) == ("claim-verdict", why)


def test_piles_that_no_claim_names_are_told_together(write_project: WriteProject) -> None:
    (fault,) = told(write_project, "- {claim: Hands are secret., seen: {hands: owner}}\n")
    assert (fault.code, str(fault.place)) == ("pile-unclaimed", "data/small/rules.py:6:1")
    assert fault.what == "no claim says who may see draw, played"
    assert "seen: {draw: nobody, played: all}" in fault.fix


def test_a_name_that_is_not_on_the_table_is_told(write_project: WriteProject) -> None:
    faults = told(write_project, "- {claim: Hands are secret., seen: {hnads: owner, draw: nobody, played: all}}\n")
    assert next((fault.code, fault.fix) for fault in faults) == ("claim-expression", "did you mean hands?")


def test_a_value_that_tells_of_hidden_cards_is_told_at_its_line_unless_it_is_meant(write_project: WriteProject) -> None:
    rules = changed(
        "    picks = yield table.hands\n", "    table.top = table.draw[-1].number\n    picks = yield table.hands\n"
    )
    claims = f"- {{claim: Hands are secret., seen: {ALL}}}\n"
    (fault,) = [fault for fault in told(write_project, claims, rules, jobs=1) if fault.code == "rules-leak"]
    assert rules.splitlines()[fault.place.line - 1].strip() == "table.top = table.draw[-1].number"
    assert "seen: {top: all}" in fault.fix
    claims += "- {claim: All know the top card., seen: {top: all}}\n"
    assert "rules-leak" not in [fault.code for fault in told(write_project, claims, rules, jobs=1)]


def test_what_is_advised_for_piles_that_tell_of_hidden_cards_leads_to_a_clean_check(
    write_project: WriteProject,
) -> None:
    knocked_out = "    if table.draw[-1].number > 4:\n        table.played.append(table.hands[0].pop())\n"
    rules = changed("    picks = yield table.hands\n", f"{knocked_out}    picks = yield table.hands\n")
    rules = rules.replace("take(table.draw, 3)", "take(table.draw, 4)")
    claims = f"- {{claim: Hands are secret., seen: {ALL}}}\n"
    leaks = [fault for fault in told(write_project, claims, rules, jobs=1) if fault.code == "rules-leak"]
    advised = [fault.fix.partition("add to claims.yaml: ")[2] for fault in leaks]
    assert advised == [
        "- {claim: …, seen: {hands: owner}, tells: [hands]}",
        "- {claim: …, seen: {played: all}, tells: [played]}",
    ]
    claims += "".join(entry.replace("…", "It may tell.") + "\n" for entry in advised)
    assert "rules-leak" not in [fault.code for fault in told(write_project, claims, rules, jobs=1)]
    faults = told(write_project, claims.replace("[played]", "[plaed]"), rules)
    assert ("claim-expression", "did you mean played?") in [(fault.code, fault.fix) for fault in faults]


BIDS = changed("    round = 0\n", '    round = 0\n    bids = Values("owner", first=0)\n').replace(
    "import End, Pile, Piles, Table, take", "import End, Pile, Piles, Table, Values, ask_all, take"
)


@pytest.mark.parametrize(
    ("secret", "then", "fix"),
    [
        ("", "", "write ask_all(…, secret=True)"),
        (", secret=True", "    table.shown = tuple(table.bids)\n", "name it _shown"),
        (", secret=True", "", ""),
    ],
)
def test_a_claim_about_hidden_values_that_all_see_is_contradicted(
    write_project: WriteProject, secret: str, then: str, fix: str
) -> None:
    asks = f"    table.bids = yield from ask_all([range(9)] * table.players{secret})\n"
    picks = "    picks = yield table.hands\n"
    rules = changed(picks, asks + then + picks, BIDS)
    claims = f"- {{claim: Hands are secret., seen: {ALL}}}\n- {{claim: So are bids., seen: {{bids: owner}}}}\n"
    faults = told(write_project, claims, rules, 1, PLAY.replace("3..3", "6..6"))
    leaks = [fault for fault in faults if fault.code == "rules-leak"]
    assert [fault.fix[: len(fix)] for fault in leaks] == ([fix] if fix else [])
    for leak in leaks:
        assert rules.splitlines()[leak.place.line - 1].strip() == (then or asks).strip()
    verdicts = [fault.what for fault in faults if fault.code == "claim-verdict"]
    assert verdicts == (["this is contradicted: So are bids."] if fix else [])


def test_what_stands_on_the_table_is_read_from_its_text() -> None:
    rules = changed("    round = 0\n", "    round = _plan = 0\n    open = Piles(seen_by='all')\n")
    table = {name: (shown.seen_by, shown.is_pile) for name, shown in on_the_table(rules)}
    assert table["hands"] == ("owner", True)
    assert table["open"] == ("all", True)
    assert table["round"] == ("all", False)
    assert table["_plan"] == ("nobody", False)
    assert table["points"] == ("all", False)
    assert dict(on_the_table("def (:")) == {}
