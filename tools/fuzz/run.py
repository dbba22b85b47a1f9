"""A project → what pnp makes of it, run as a user would; and the smallest part of its changes that does the same."""

from __future__ import annotations

import difflib
import os
import random
import re
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from tools.fuzz.mutations import BINARY, mutated
from tools.fuzz.seeds import Project, original

ITEM_SECONDS = 10.0
"""What one thing may take; a tenth of a second is usual."""
PATIENCE = 10
"""How many times its CPU time a case may take on the clock of a busy machine."""
MEMORY_GIBIBYTES = 2.0
STUDIO = "studio"
"""Stands for a command: the preview is asked for everything that it shows."""
COMMANDS = (
    *[("build",)] * 4,
    *[("build", "--draft")] * 2,
    *[("check", "--no-code")] * 3,
    *[(STUDIO,)] * 2,
    ("export", "png", "--dpi", "30"),
    ("export", "offset"),
    ("list",),
    ("i18n", "update"),
    ("i18n", "status"),
)
JOBS = ("1", "1", "1", "2")
TAKES_LIMITS = ("build", "check", "export")
WITH_CODE = ("check",)
"""Takes seconds, as games are played in processes of their own: for changes of the code."""
HARMLESS = ("ok", "told")

OLD = {"output/small/en/cards.pdf": b"printed before"}
"""What must stay as it is when something is wrong."""


@dataclass(frozen=True)
class Outcome:
    """What came of a run.

    Attributes:
        kind: ok, told, bug, hang, memory, died, touched or odd.
        what: The bug's place, or the message; what tells it from others of its kind.
    """

    kind: str
    what: str = ""


def case(seed: str, number: int) -> tuple[Project, tuple[str, ...]]:
    """The project and the command of a case."""
    chance = random.Random(f"{seed}:{number}")
    base, command = original(), chance.choice(COMMANDS)
    project = mutated(base, chance)
    if any(path.endswith(".py") and content != base[path] for path, content in project.items()):
        command = WITH_CODE
    return project, (*command, "--jobs", chance.choice(JOBS)) if command[0] in TAKES_LIMITS else command


@cache
def warm_up() -> None:
    """Load all of pnp once; each case is a copy of this process."""
    from pnp.build import BuildOptions, build
    from pnp.check import CheckOptions, check
    from pnp.commands.main import app
    from pnp.extensions.translating.command import catalogue_status, update_catalogues
    from pnp.project.files import Files

    assert app
    with tempfile.TemporaryDirectory() as folder:
        keep(original(), Path(folder))
        assert not list(build(Files(Path(folder)), BuildOptions()).diagnostics)
        check(Files(Path(folder)), CheckOptions())
        for action in (catalogue_status, update_catalogues):
            action(Files(Path(folder)), (), ())


def run(project: Project, command: tuple[str, ...]) -> Outcome:
    """What a command makes of a project."""
    warm_up()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for path, content in {**project, **OLD}.items():
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        code, said = _pnp([*command, "--project", folder], ITEM_SECONDS * 6)
        left = {path: (Path(folder) / path).read_bytes() for path in OLD}
        strays = [path.name for path in Path(folder).rglob(".pnp-*")]
    return _outcome(code, said, left, strays)


def _pnp(arguments: list[str], seconds: float) -> tuple[int, str]:
    """Exit code and what was printed, by a process that is warm already; -9 where it had to be killed.

    Args:
        arguments: The command.
        seconds: CPU time that it may take with all processes that it starts; on the clock, PATIENCE times as much.
    """
    limits = ["--time-limit", str(ITEM_SECONDS), "--memory-limit", str(MEMORY_GIBIBYTES), "--format", "short"]
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        if arguments[0] == STUDIO:
            _be_studio(Path(arguments[-1]))
        short = limits[-2:] if arguments[0] == "i18n" else ()
        _be_pnp([*arguments, *(limits if arguments[0] in TAKES_LIMITS else short)])
    os.close(writing)
    said, end, is_late = b"", time.monotonic() + PATIENCE * seconds, False
    while not is_late:
        if select.select([reading], [], [], 1.0)[0]:
            if not (part := os.read(reading, 65536)):
                break
            said += part
        else:
            is_late = cpu_seconds(child) > seconds or time.monotonic() > end
    if is_late:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    os.close(reading)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said.decode(errors="replace")


def cpu_seconds(pid: int) -> float:
    """The CPU time of a process and of all that it has started, s."""
    total, family = 0, {pid}
    for path in sorted(Path("/proc").glob("[0-9]*/stat"), key=lambda path: int(path.parent.name)):
        with suppress(OSError):
            number, _, rest = path.read_text().partition(" ")
            fields = rest.rpartition(")")[2].split()
            if int(number) in family or int(fields[1]) in family:
                family.add(int(number))
                total += sum(map(int, fields[11:15]))  # utime, stime and those of children that have ended: proc(5)
    return total / os.sysconf("SC_CLK_TCK")


def _be_pnp(arguments: list[str]) -> None:
    """Be the command, in this process, and end with it."""
    code = 99
    try:
        sys.argv = ["pnp", *arguments]
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        from pnp.commands.main import run

        run()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 98
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _be_studio(root: Path) -> None:
    """Ask the preview for all that it shows of a project, and end with this process; a fault is an answer."""
    from pnp.core.diagnostics import Fault
    from pnp.workers.limits import Limits
    from pnp.workers.log import describe_crash
    from pnp.workers.supervisor import supervised

    code = 0
    try:
        supervised(partial(_ask_everything, root), Limits(ITEM_SECONDS, int(MEMORY_GIBIBYTES * 2**30)))
    except Fault as fault:
        print(f"{fault.diagnostic.place}: error[{fault.diagnostic.code}]: {fault.diagnostic.what}", flush=True)
        code = 1
    except BaseException as error:
        print(describe_crash(error), flush=True)
        code = 3
    finally:
        os._exit(code)


def _ask_everything(root: Path, _step: object) -> None:
    from pnp.serve.project_worker import open_worker

    ask = open_worker(root)
    for game in ask(("project",)).games:
        for language in game.languages:
            for deck in game.decks:
                numbers = tuple(card.number for card in ask(("cards", game.name, language, deck.name)) or ())
                for is_back in (False, True):
                    ask(("faces", game.name, language, deck.name, numbers, is_back, True))
            ask(("products", game.name, language))
            ask(("rules", game.name, language))


def _outcome(code: int, said: str, left: Project, strays: list[str]) -> Outcome:
    bug = re.search(r"has failed: (\w+).*\(([\w.]+:\d+ in [^)]*?)(?: at [^)]*)?\)$", said, re.MULTILINE)
    if code == 3 or "Traceback" in said:
        return Outcome("bug", f"{bug[1]} {bug[2]}" if bug else said[-300:])
    for kind, name in (("hang", "time-limit"), ("memory", "memory-limit"), ("died", "process-ended")):
        if f"error[{name}]" in said:
            line = next(line for line in said.splitlines() if f"error[{name}]" in line)
            return Outcome(kind, line.partition(": error")[2].partition(": ")[2])
    if code < 0 or code not in (0, 1):
        return Outcome("hang" if code == -9 else "odd", f"exit code {code}: {said[-200:]}")
    if strays or (code and left != OLD):
        return Outcome("touched", f"{strays} {sorted(left)}")
    return Outcome("told" if code else "ok")


# --- smaller


def smallest(project: Project, command: tuple[str, ...], outcome: Outcome, seconds: float = 60.0) -> Project:
    """The project with as few of its changes as still come to the same, as far as is found in some time."""
    base = original()
    end = time.monotonic() + seconds

    def is_same(candidate: Project) -> bool:
        found = run(candidate, command)
        return found.kind == outcome.kind and (found.kind != "bug" or found.what == outcome.what)

    for path in [path for path in {**base, **project} if base.get(path) != project.get(path)]:
        without = {**project, path: base[path]}
        if is_same(without):
            project = without
    for path in [path for path in project if base[path] != project[path]]:
        old, new = _units(base[path], path), _units(project[path], path)
        changes = list(_changes(old, new))
        size = max(len(changes) // 2, 1)
        while time.monotonic() < end:
            for start in range(len(changes) - size, -1, -size):
                fewer = changes[:start] + changes[start + size :]
                candidate = {**project, path: _applied(old, new, fewer)}
                if time.monotonic() < end and is_same(candidate):
                    changes, project = fewer, candidate
            if size == 1:
                break
            size //= 2
    return project


Change = tuple[int, int, int, int]
"""The units from a place to a place, and those of the new file that stand there instead."""


def _changes(old: list[bytes], new: list[bytes]) -> Iterator[Change]:
    """What was changed, in the smallest parts."""
    for kind, start, stop, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if stop > start:
            yield start, stop, first, first
        for unit in range(first, last):
            yield stop, stop, unit, unit + 1


def _units(content: bytes, path: str) -> list[bytes]:
    if path.endswith(BINARY):
        return [content[start : start + 16] for start in range(0, len(content), 16)]
    return re.findall(rb"\w+|\s+|[^\w\s]", content)


def _applied(old: list[bytes], new: list[bytes], changes: list[Change]) -> bytes:
    parts: list[bytes] = []
    end = 0
    for start, stop, first, last in changes:
        parts += [*old[end:start], *new[first:last]]
        end = stop
    return b"".join([*parts, *old[end:]])


def differences(project: Project) -> str:
    """What was changed, for people."""
    base = original()
    lines: list[str] = []
    for path in sorted({**base, **project}):
        before, after = base.get(path), project.get(path)
        if before == after:
            continue
        if after is None:
            lines.append(f"{path} is gone")
        elif path.endswith(BINARY):
            at = next(
                (i for i, (a, b) in enumerate(zip(before or b"", after, strict=False)) if a != b),
                min(len(before or b""), len(after)),
            )
            lines.append(
                f"{path}: {len(before or b'')} → {len(after)} bytes, from byte {at}: {after[at : at + 16].hex(' ')}"
            )
        else:
            texts = [(part or b"").decode(errors="backslashreplace").splitlines() for part in (before, after)]
            shown = [line[:160] for line in difflib.unified_diff(*texts, path, path, n=0, lineterm="")]
            lines += shown[2:12] if len(shown) > 2 else [f"{path}: other bytes"]
            lines.insert(len(lines) - len(shown[2:12]), path)
    return "\n".join(lines)


def keep(project: Project, folder: Path) -> None:
    """Write a project into a folder, to look into it."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in project.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
