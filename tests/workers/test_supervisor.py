"""Work in a process with limits: what takes too long or too much, or dies, is told with what was under way."""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from conftest import FACE, GAME, SMALL, WriteProject, one_of
from PIL import Image
from test_faults import BOOKLET_STYLE, face, run

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.workers.activity import FOLDER_PREFIX, Work, activity, current
from pnp.workers.faults import crash_of
from pnp.workers.limits import Limits
from pnp.workers.pool import Progress, spread
from pnp.workers.supervisor import Worker, supervised

pytestmark = [pytest.mark.process, pytest.mark.skipif(sys.platform == "win32", reason="processes end by signals here")]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited on Linux")

BOUNDS = Limits(item_seconds=1.0, memory_bytes=2**31)
AT = Place("data/x.yaml", 3, 4)


def busy(_step: Progress) -> None:
    with activity("the game", Place("data/game.yaml")), activity("a card", AT):
        sum(range(10**13))  # one call of compiled code, which no signal of Python's gets through to


def asleep(_step: Progress) -> None:
    with activity("a card", AT):
        time.sleep(60)


def large(_step: Progress) -> None:
    with activity("a card", AT):
        bytearray(2**40)


def deep(_step: Progress) -> None:
    def again() -> None:
        again()

    with activity("a card", AT):
        again()


def dead(_step: Progress) -> None:
    with activity("a card", AT):
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    ("work", "code", "says"),
    [
        (busy, Code.TIME_LIMIT, "this takes more than 1 s: the game, a card"),
        (asleep, Code.TIME_LIMIT, "this takes more than 1 s: a card"),
        pytest.param(large, Code.MEMORY_LIMIT, "this takes more than 2 GiB of memory: a card", marks=on_linux),
        (deep, Code.NESTING_LIMIT, "something in this is nested too deeply: a card"),
        (dead, Code.PROCESS_ENDED, "was working on this has ended (SIGKILL): a card"),
    ],
)
def test_what_takes_too_much_is_told_with_its_name_and_place(
    work: Callable[[Progress], None], code: Code, says: str
) -> None:
    with pytest.raises(Fault) as caught:
        supervised(work, BOUNDS)
    told = caught.value.diagnostic
    assert (told.code, told.place) == (code, AT)
    assert says in told.what


def steady(progress: Progress) -> str:
    for number in range(12):
        with activity(f"card {number}", AT):
            time.sleep(0.2)
        progress("cards", number / 12)
    time.sleep(1.5)  # nothing is under way: it waits for others
    return "done"


def test_many_short_pieces_of_work_may_take_longer_than_one() -> None:
    steps: list[float] = []
    assert supervised(steady, BOUNDS, lambda _, done: steps.append(done)) == "done"
    assert steps == [number / 12 for number in range(12)]


def endless(_step: Progress) -> None:
    with activity("a game", AT), activity("all cards"):
        for number in range(10**6):
            with activity(f"card {number}"):
                sum(range(10**5))


def test_a_whole_of_many_parts_has_a_limit_too() -> None:
    with pytest.raises(Fault, match="this takes more than 3 s: a game, all cards, card "):
        supervised(endless, Limits(item_seconds=0.3))


def slow_part(number: int) -> int:
    with activity(f"part {number}", AT):
        time.sleep(60 * (number == 1))
    return number


def parts(_step: Progress) -> list[int]:
    return list(spread(slow_part, [0, 1], 2))


def test_limits_hold_in_processes_that_it_starts_and_the_other_parts_are_there() -> None:
    first, second = supervised(parts, BOUNDS)
    assert first == 0
    assert isinstance(second, Fault)
    assert (second.diagnostic.code, second.diagnostic.place) == (Code.TIME_LIMIT, AT)
    assert second.diagnostic.what == "this takes more than 1 s: part 1"


def unlucky_part(kind: str) -> str:
    with activity(f"part {kind}", AT):
        if kind == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if kind == "large":
            bytearray(2**40)
        if kind == "deep":
            unlucky_part.__wrapped__ = lambda: unlucky_part.__wrapped__()  # type: ignore[attr-defined]
            unlucky_part.__wrapped__()  # type: ignore[attr-defined]
        if kind == "files":
            raise OSError(errno.EMFILE, "Too many open files")
        if kind == "library":
            raise ImportError("libx.so: failed to map segment from shared object")
    return kind


UNLUCKY = {
    "killed": (Code.PROCESS_ENDED, "the process that was working on this has ended (SIGKILL): part killed"),
    "large": (Code.MEMORY_LIMIT, "this takes more than 2 GiB of memory: part large"),
    "deep": (Code.NESTING_LIMIT, "something in this is nested too deeply: part deep"),
    "files": (Code.SYSTEM_LIMIT, "the system refuses this: Too many open files: part files"),
    "library": (Code.MEMORY_LIMIT, "this takes more than 2 GiB of memory: part library"),
}


def unlucky_parts(kinds: list[str], jobs: int, _step: Progress) -> list[str | Fault]:
    return list(spread(unlucky_part, kinds, jobs))


@on_linux
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_part_whose_process_dies_or_asks_too_much_is_a_fault_and_the_others_are_there(jobs: int) -> None:
    kinds = ["one", *UNLUCKY, "two"]
    results = dict(zip(kinds, supervised(partial(unlucky_parts, kinds, jobs), BOUNDS), strict=True))
    assert (results.pop("one"), results.pop("two")) == ("one", "two")
    faults = {kind: (fault.diagnostic.code, fault.diagnostic.what) for kind, fault in results.items()}  # type: ignore[union-attr]
    assert faults == UNLUCKY
    assert {fault.diagnostic.place for fault in results.values()} == {AT}  # type: ignore[union-attr]


def test_no_process_is_started_for_no_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.workers.pool.Pool", None)
    assert list(spread(unlucky_part, [], 2)) == []


def test_tasks_whose_processes_never_begin_are_faults_with_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def schedule(*_: object, **__: object) -> None:
        raise RuntimeError("Unexpected error within the Pool")

    monkeypatch.setattr("pebble.ProcessPool.schedule", schedule)
    (fault,) = spread(unlucky_part, ["one"], 1, [Work("chili in en", AT)])
    assert isinstance(fault, Fault)
    assert (fault.diagnostic.code, fault.diagnostic.place) == (Code.PROCESS_ENDED, AT)
    assert fault.diagnostic.what == "a process ended before it began to work: chili in en"


FATAL = """
import os, signal, sys, threading, time
from pathlib import Path

def watch():
    while True:
        time.sleep(0.001)
        folder = getattr(sys.modules.get("pnp.workers.activity"), "_own_folder", "")
        try:
            is_fatal = folder and b"fatal in en" in Path(folder, f"{os.getpid()}.work").read_bytes()
        except OSError:  # not there yet
            continue
        if is_fatal:
            os.kill(os.getpid(), signal.SIGKILL)

threading.Thread(target=watch, daemon=True).start()
"""
"""Ends each process that pnp starts as soon as it lays out the game named fatal."""


@pytest.mark.parametrize("jobs", one_of(["1", "2"], "2"))
@pytest.mark.parametrize("command", [["build"], ["export", "png", "--dpi", "40"], ["release"]])
def test_a_killed_worker_is_reported_and_the_other_game_is_written(
    write_project: WriteProject, tmp_path: Path, command: list[str], jobs: str
) -> None:
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook/sitecustomize.py").write_text(FATAL)
    root = write_project({"data/fatal/game.yaml": GAME, "data/fatal/cards.yaml": SMALL["data/small/cards.yaml"]})
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "hook")}
    arguments = [sys.executable, "-m", "pnp", *command, "--jobs", jobs, "--project", str(root), "--format", "short"]
    done = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    what = "error[process-ended]: the process that was working on this has ended (SIGKILL): fatal in en"
    assert what in done.stderr
    assert "nothing was written for fatal" in done.stderr
    assert [path for path in (root / "output").rglob("*.*") if "small" in str(path)]
    assert not [path for path in (root / "output").rglob("*.*") if "fatal" in str(path)]


def test_folders_of_killed_commands_are_removed_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    names = [f"{FOLDER_PREFIX}{ended.pid}-x", f"{FOLDER_PREFIX}{os.getpid()}-y", f"{FOLDER_PREFIX}mine", "pnp-old"]
    for name in names:
        (tmp_path / name).mkdir()
    assert supervised(steady, Limits()) == "done"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])


def waiting_for_the_processor(_step: Progress) -> str:
    with activity("a card", AT):
        end = time.monotonic() + 3
        while time.monotonic() < end:  # a tenth of the processor, as on a busy machine
            sum(range(10**5))
            time.sleep(0.02)
    return "done"


@pytest.mark.skipif(sys.platform != "linux", reason="the CPU time of other processes is known on Linux")
def test_limits_count_the_time_of_the_processor_and_not_of_a_busy_machine() -> None:
    assert supervised(waiting_for_the_processor, BOUNDS) == "done"


def broken(_step: Progress) -> None:
    with activity("a card", AT):
        raise Awkward(1, 2)


class Awkward(Exception):
    def __init__(self, one: int, _other: int) -> None:
        super().__init__(one)


def test_a_bug_comes_back_with_what_was_under_way_even_if_it_does_not_travel() -> None:
    with pytest.raises((RuntimeError, Awkward), match="1") as caught:
        supervised(broken, BOUNDS)
    crash = crash_of(caught.value)
    assert (crash.at.rpartition(" in ")[2], crash.names) == ("broken", "a card")
    assert "raise Awkward(1, 2)" in crash.traceback


FAULT = Fault(Code.DECK_EMPTY, AT, what="no cards", why="so", fix="add one")


def faulty(_step: Progress) -> None:
    raise FAULT


def test_faults_travel_whole() -> None:
    with pytest.raises(Fault) as caught:
        supervised(faulty, BOUNDS)
    assert caught.value.diagnostic == FAULT.diagnostic


def test_what_is_under_way_has_parts_and_ends() -> None:
    assert current().names == ""
    with activity("a game", AT), activity("a card"):
        assert (current().names, current().place) == ("a game, a card", AT)
    assert current().names == ""


# --- commands

NESTED = face(a="{rect: [1, 1, 1, 1], fill: '#000', for: 'a in range(1000)', when: 'range(99999)|sum > 0'}")


def test_a_command_names_the_card_and_element_that_take_too_long(write_project: WriteProject) -> None:
    root = write_project({"templates/small/face.yaml": NESTED})
    code, out, err = run(root, "build", "--time-limit", "0.6", "--jobs", "1")
    assert (code, out) == (1, "")
    assert (
        "templates/small/face.yaml:2:6: error[time-limit]: this takes more than 0.6 s: small in en, cut sheets" in err
    )
    assert "numbers 1, a" in err
    assert not (root / "output").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_command_tells_of_memory(write_project: WriteProject) -> None:
    content = io.BytesIO()
    Image.new("RGB", (9400, 9400)).save(content, "PNG")
    changes = {
        "templates/small/face.yaml": face(a="{image: small/large.png, in: safe}"),
        "templates/small/large.png": content.getvalue(),
    }
    root = write_project(changes)
    # In a process of its own, as this one may have memory left over that it would use first.
    options = ["--project", str(root), "--memory-limit", "0.3", "--jobs", "1", "--format", "short"]
    done = subprocess.run([sys.executable, "-m", "pnp", "build", *options], capture_output=True, text=True)
    assert done.returncode == 1
    assert "templates/small/large.png: error[memory-limit]: this takes more than" in done.stderr
    assert "numbers 1, a, templates/small/large.png" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGKILL", 9)])
def test_nothing_goes_on_when_the_command_is_ended(write_project: WriteProject, number: int) -> None:
    root = write_project(
        {
            "templates/small/face.yaml": NESTED,
            "data/other/game.yaml": GAME,
            "data/other/cards.yaml": SMALL["data/small/cards.yaml"],
        }
    )
    command = [sys.executable, "-m", "pnp", "build", "--jobs", "2", "--project", str(root)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        while len(started := _family(process.pid)) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        process.wait(10)
    assert len(started) >= 2
    end = time.monotonic() + 10
    while any(Path(f"/proc/{one}").exists() for one in started) and time.monotonic() < end:
        time.sleep(0.1)
    assert not [one for one in started if Path(f"/proc/{one}").exists()]
    assert not (root / "output").exists()


def _family(pid: int) -> list[int]:
    children = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [*children, *(other for child in children for other in _family(child))]


def test_a_limit_of_nought_is_none(write_project: WriteProject) -> None:
    root = write_project({"templates/small/face.yaml": FACE, **BOOKLET_STYLE})
    assert run(root, "build", "--time-limit", "0", "--memory-limit", "0")[0] == 0


def test_partial_work_can_be_sent(write_project: WriteProject) -> None:
    from pnp.check import CheckOptions, check
    from pnp.project.files import Files

    root = write_project({"data/small/cards.yaml": "- {number: 99, colour: red}\n"})
    checked = supervised(partial(check, Files(root), CheckOptions()))
    assert [told.code for told in checked.diagnostics] == ["card-range"]


# --- a process that stays


def counting() -> Callable[[str], object]:
    """What answers each question with how many there were; some it does not survive."""
    asked: list[str] = []

    def answer(question: str) -> object:
        asked.append(question)
        with activity("the preview"), activity(question, AT):
            match question:
                case "hang":
                    time.sleep(60)
                case "grow":
                    bytearray(2**40)
                case "die":
                    os.kill(os.getpid(), signal.SIGKILL)
                case "fail":
                    raise ValueError("no")
                case "fault":
                    raise Fault(Code.DECK_EMPTY, AT, what="empty")
        return len(asked), os.getpid()

    return answer


def test_a_worker_remembers_from_question_to_question() -> None:
    worker = Worker(counting, BOUNDS)
    answers = [worker.ask("a") for _ in range(3)]
    assert [number for number, _ in answers] == [1, 2, 3]
    assert len({process for _, process in answers}) == 1 and answers[0][1] != os.getpid()
    worker.close()
    assert not is_there(answers[0][1])


@pytest.mark.parametrize(("question", "error"), [("fail", ValueError), ("fault", Fault)])
def test_what_answering_raises_is_raised_and_the_process_stays(question: str, error: type[Exception]) -> None:
    worker = Worker(counting, BOUNDS)
    with pytest.raises(error):
        worker.ask(question)
    assert worker.ask("a")[0] == 2
    worker.close()


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("hang", Code.TIME_LIMIT),
        pytest.param("grow", Code.MEMORY_LIMIT, marks=on_linux),
        ("die", Code.PROCESS_ENDED),
    ],
)
def test_a_worker_is_begun_anew_after_what_ends_it(question: str, code: Code) -> None:
    worker = Worker(counting, BOUNDS)
    with pytest.raises(Fault) as raised:
        worker.ask(question)
    told = raised.value.diagnostic
    assert (told.code, told.place) == (code, AT) and f"the preview, {question}" in told.what
    assert worker.ask("a")[0] == 1
    worker.close()


def test_questions_of_several_threads_are_answered_in_turn() -> None:
    worker = Worker(counting, BOUNDS)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(worker.ask, "abcd" * 5))
    assert sorted(number for number, _ in answers) == list(range(1, 21))
    worker.close()
    worker.close()


SLOW_START = """
import signal, sys, time
if any("spawn_main" in argument for argument in sys.orig_argv):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(0.5)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="locks have no names there")
def test_a_process_that_still_starts_as_the_work_ends_is_silent(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW_START)
    code = "from pnp.workers.pool import Pool\nwith Pool(2): pass"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def sleeping() -> Callable[[float], float]:
    def answer(seconds: float) -> float:
        time.sleep(seconds)
        return seconds

    return answer


def test_a_stopped_worker_starts_no_process_for_questions_that_wait() -> None:
    worker = Worker(sleeping)
    assert worker.ask(0.0) == 0.0
    with ThreadPoolExecutor() as threads:
        waiting = [threads.submit(worker.ask, 30.0) for _ in range(3)]
        time.sleep(0.5)
        worker.stop()
        ends = [type(asked.exception()) for asked in waiting]
    assert ends.count(CancelledError) >= 2 and worker._process is None
