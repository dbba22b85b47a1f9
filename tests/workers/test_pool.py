"""Tasks in processes of their own: what becomes of those that hang, die or give no answer, and of the others."""

from __future__ import annotations

import os
import sys

import pytest
from duels import RULES, changed, duel_kit

from pnp.play.game_bundle import Failure, GameSetup
from pnp.play.processes import Task, run_batch, run_tasks
from pnp.play.testing.claims import BatchResult, GameBatch
from pnp.workers.limits import Limits

pytestmark = [pytest.mark.process, pytest.mark.skipif(sys.platform == "win32", reason="processes end by signals here")]

SHORT = Limits(game_seconds=0.5, stuck_seconds=1.0)


@pytest.mark.parametrize(
    ("body", "code", "what"),
    [
        ("sum(range(10**13))", "rules-hang", "a game hangs, and cannot be stopped"),
        ("__import__('os').abort()", "rules-error", "a game ends the process that plays it (SIGABRT)"),
    ],
)
def test_a_process_that_hangs_or_dies_is_given_up(body: str, code: str, what: str) -> None:
    rules = changed("    best = max", f"    if table.round == 1:\n        {body}\n    best = max")
    group = GameBatch(GameSetup(3, "check"), 5)
    task = Task(run_batch, (duel_kit(rules), group), 5, "data/duel/rules.py", group.setup, SHORT)
    (result,) = run_tasks([task], 1)
    assert isinstance(result, Failure)
    assert (result.code, result.what) == (code, what)
    assert result.setup == GameSetup(3, "check:0")
    line = rules.splitlines().index(f"        {body}") + 1
    assert result.line == line


def test_a_process_that_gives_no_answer_is_given_up_by_its_parent() -> None:
    stop = "    import signal\n    signal.raise_signal(signal.SIGSTOP)\n"
    group = GameBatch(GameSetup(3, "check"), 5)
    bundle = duel_kit(changed("    best = max", stop + "    best = max"))
    task = Task(
        run_batch,
        (bundle, group),
        5,
        "data/duel/rules.py",
        group.setup,
        Limits(game_seconds=0.1, stuck_seconds=0.2),
    )
    (result,) = run_tasks([task], 1)
    assert (result.code, result.setup) == ("rules-hang", GameSetup(3, "check:0"))


def test_what_other_tasks_give_is_not_lost_with_one_that_fails() -> None:
    bad = changed("    best = max", "    __import__('os').abort()\n    best = max")
    group = GameBatch(GameSetup(3, "check"), 5)
    tasks = [Task(run_batch, (duel_kit(rules), group), 5, "data/duel/rules.py") for rules in (RULES, bad, RULES)]
    first, second, third = run_tasks(tasks, 2)
    assert isinstance(second, Failure)
    assert isinstance(first, BatchResult)
    assert isinstance(third, BatchResult)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("__import__('os')._exit(0)", "NotForRulesError: rules cannot end the process that plays them: os._exit"),
        ("__import__('os').fork()", "NotForRulesError: rules cannot start processes, or send them signals: os.fork"),
        ("__import__('subprocess').run(['true'])", "rules cannot start processes"),
        ("__import__('os').kill(__import__('os').getpid(), 9)", "rules cannot start processes, or send them signals"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})", "Mute"),
    ],
)
def test_what_rules_may_not_do_is_told_at_its_line_at_once(body: str, what: str) -> None:
    rules = changed("    best = max", f"    {body}\n    best = max")
    group = GameBatch(GameSetup(3, "check"), 5)
    (result,) = run_tasks([Task(run_batch, (duel_kit(rules), group), 5, "data/duel/rules.py", group.setup)], 1)
    assert result.code == "rules-error"
    assert what in result.what
    assert result.line == rules.splitlines().index(f"    {body}") + 1


def test_a_game_that_hangs_is_tried_once() -> None:
    endless = changed("    best = max", "    while True:\n        pass\n    best = max")
    group = GameBatch(GameSetup(3, "check"), 5)
    tasks = [Task(run_batch, (duel_kit(endless), group), 5, "data/duel/rules.py", limits=SHORT) for _ in range(40)]
    other = Task(run_batch, (duel_kit(RULES), group), 5, "data/other/rules.py")
    before = os.times().children_user
    *hung, played = run_tasks([*tasks, other], 1)
    assert {result.what for result in hung} == {"the rules reach neither the end nor a decision"}
    assert isinstance(played, BatchResult)
    assert os.times().children_user - before < len(tasks) * SHORT.game_seconds / 2
