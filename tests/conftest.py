"""Small projects in temporary folders, and what pnp says of them."""

from __future__ import annotations

import functools
import gc
import hashlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import programs
import pytest
import typer.testing
from hypothesis import HealthCheck, settings

from pnp.build import BuildOptions, build
from pnp.check import CheckOptions, CheckResult, check, check_names
from pnp.core import platform, plugins
from pnp.core.diagnostics import Fault
from pnp.core.fonts import FontFace
from pnp.core.printing import Printing
from pnp.extensions.proofreading import dictionaries
from pnp.outputs import BuildResult
from pnp.project import elements
from pnp.project.files import Files, _sheet_pattern, added_tables
from pnp.workers import pool

settings.register_profile("nightly", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("same", settings.get_profile("nightly"), derandomize=True, max_examples=20)
settings.register_profile("quick", settings.get_profile("same"), max_examples=10)
settings.load_profile("same")  # nightly looks for examples nobody has tried

os.environ["PNP_CACHE"] = "off"  # tests of builds build
gc.set_threshold(100_000, 20, 20)  # as pnp itself does; looking for garbage takes a tenth of the time

typer.testing._get_command = functools.cache(typer.testing._get_command)  # type: ignore[attr-defined]  # it takes 0.1 s

VERIFIED: set[tuple[bytes, int]] = set()
"""The digests of the fonts that were read to their end in this process, and the numbers of their members."""


def verify_once(face: FontFace, verify: Callable[[FontFace], None] = FontFace.verify) -> None:
    """Read a font to its end, unless the same bytes were found sound before: projects of tests have the same fonts."""
    key = hashlib.sha1(face.content, usedforsecurity=False).digest(), face.index
    if key not in VERIFIED:
        verify(face)
        VERIFIED.add(key)


FontFace.verify = verify_once  # type: ignore[method-assign]  # it takes a tenth of the time of a build

dictionaries.Dictionary = functools.cache(dictionaries.Dictionary)  # type: ignore[assignment,misc]  # so does reading one

PROCESSORS = platform.processors()
platform.processors = lambda: 1  # so commands in this process start no others, which takes longer, without --jobs

sys.dont_write_bytecode = False  # tests are compiled, with their assertions, once and not by each worker each time
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # and pnp once, not by each process that a test starts

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores Ctrl-C

os.environ["XDG_STATE_HOME"] = os.environ["LOCALAPPDATA"] = tempfile.mkdtemp(prefix="pnp-tests-")  # for logs of crashes

ROOT = Path(__file__).resolve().parent.parent

PO_HEADER = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
"""How a French catalogue begins."""

GAME = """\
title: Small
players: 2..4
facts:
  hand: 5
decks:
  numbers: {cards: cards.yaml, template: small/face, back: small/back, fields: {number: 1..9, colour: [red, blue]}, unseen: [colour]}
"""
CARDS = """\
- {number: 1, colour: red}
- {number: 2, colour: blue}
"""
FACE = """\
elements:
  ground: {rect: bleed, fill: "#ffffff"}
  number: {text: "{{ card.number }}", in: safe, size: 20pt, bold: true, mirrored: true}
"""
BACK = """\
elements:
  ground: {rect: bleed, fill: "#333333"}
"""
FONTS = """\
families:
  text: {regular: SourceSans3-Regular.ttf, bold: SourceSans3-Bold.ttf, italic: SourceSans3-Italic.ttf}
"""
SMALL: Mapping[str, str] = {
    "data/small/game.yaml": GAME,
    "data/small/cards.yaml": CARDS,
    "templates/small/face.yaml": FACE,
    "templates/small/back.yaml": BACK,
    "fonts/fonts.yaml": FONTS,
}

WriteProject = Callable[..., Path]


def pytest_configure(config: pytest.Config) -> None:
    """Let workers take few tests at a time: those at the beginning are long, and no worker is to have most of them.

    Not too few: what the tests of a module share is made by each worker that has some of them.
    """
    if getattr(config.option, "maxschedchunk", 0) is None:
        config.option.maxschedchunk = 24


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """With tests of processes, one worker more than processors: some of these wait, for limits of time."""
    return None if "not process" in config.option.markexpr else PROCESSORS + 1


def lack(package: str, why: str = "is not installed") -> NoReturn:
    """Skip a test for want of a program; where it should have been installed, fail."""
    text = f"needs {package}, which {why}: apt-get install {package}"
    if programs.is_failure(package):
        pytest.fail(text, pytrace=False)
    pytest.skip(text)


@pytest.hookimpl(tryfirst=True)  # before fixtures, which may need the program
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Look for the programs that a test needs."""
    for mark in item.iter_markers("needs"):
        for package in mark.args:
            if not programs.find(package):
                lack(package)


def one_of(values: Iterable[Any], *kept: Any) -> list[Any]:
    """Return parameters of which all but one, or a few, are left to the night, for tests that do much of the same with each."""
    return [value if value in kept else pytest.param(value, marks=pytest.mark.nightly) for value in values]


def cost(work: Callable[[], object]) -> float:
    """Return the CPU time of some work ÷ that of counting to a million, which no machine's speed changes."""
    start = time.process_time()
    work()
    end = time.process_time()
    for _ in range(1_000_000):
        pass
    return (end - start) / (time.process_time() - end)


NOT_TESTED = pytest.StashKey[Counter[str]]()
"""How many tests were skipped for each reason that begins with "needs"."""


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Keep what was not tested for the last line."""
    reasons = (report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", ()))
    config.stash[NOT_TESTED] = Counter(reason for reason in reasons if reason.startswith("needs "))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say in the last line what was not tested, and how to have it."""
    for reason, count in config.stash.get(NOT_TESTED, Counter()).items():
        print(f"not tested: {count} of what {reason}")


def by_night(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield tests that are left to the night: those marked nightly, and those that nightly.txt leaves out."""
    lines = (Path(__file__).parent / "nightly.txt").read_text(encoding="utf-8").splitlines()
    most = {name: int(count) for name, count in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}
    seen: Counter[str] = Counter()
    for item in items:
        name = item.nodeid.removeprefix("tests/").split("[")[0]
        is_marked = item.get_closest_marker("nightly") is not None
        seen[name] += not is_marked
        if is_marked or seen[name] > most.get(name, seen[name]):
            yield item
    files = {name.split("::")[0] for name in seen}
    if gone := [name for name in most if name.split("::")[0] in files and name not in seen and len(seen) > 5000]:
        raise pytest.UsageError(f"no such tests as tests/nightly.txt names: {', '.join(gone)}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with tests that start processes: these are copies of this one, and cheap as long as it is small.

    What takes seconds is next, so that workers end at about the same time. Nightly tests are left out unless -m names them.
    """
    nightly = set(by_night(items))
    if "nightly" in config.option.markexpr:
        for item in nightly:
            item.add_marker("nightly")
    elif not any("::" in argument for argument in config.args):
        config.hook.pytest_deselected(items=[item for item in items if item in nightly])
        items[:] = [item for item in items if item not in nightly]

    def weight(item: pytest.Item) -> tuple[bool, ...]:
        is_page = "chromium" in getattr(item, "fixturenames", ())  # its file takes longest
        return (not is_page, not item.get_closest_marker("process"), not item.get_closest_marker("slow"))

    items.sort(key=weight)


@functools.cache
def warm_up() -> None:
    """Load, once, what every build and check loads: a process that is copied from this one need not."""
    from pnp.extensions.translating.command import catalogue_status

    french = {
        "data/small/game.yaml": f"{GAME}languages: [en, fr]\n",
        "data/small/locale/fr.po": f'{PO_HEADER}msgid "Small"\nmsgstr "Petit"\n',
        "templates/small/rulebook.md": "## Deal\n\nDeal {{ hand|words }} cards.\n",
        "templates/common/booklet.yaml": "palette: {ink: '#000', accent: '#900', tint: '#eee', rule: '#ccc'}\n",
    }
    with tempfile.TemporaryDirectory() as folder:
        root = write_files(Path(folder), french)
        build_project(root)
        check_project(root)
        catalogue_status(Files(root), (), ())
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def is_warm(request: pytest.FixtureRequest) -> bool:
    """Whether there are so many tests that it pays to load all of pnp before the first of them."""
    if request.session.testscollected < 20:
        return False
    warm_up()
    if platform.can_fork():
        import forking

        forking.begin()
    return True


@pytest.fixture(autouse=True)
def _cheap_processes(request: pytest.FixtureRequest, is_warm: bool) -> Iterator[None]:
    """Let pools of this process start theirs in a moment, except in tests that are about processes."""
    usual = pool._Spawning
    if is_warm and platform.can_fork() and not request.node.get_closest_marker("process"):
        from forking import Forking

        own = os.getpid()
        pool._Spawning = lambda: Forking() if os.getpid() == own else usual()  # type: ignore[assignment,misc]
    yield
    pool._Spawning = usual  # type: ignore[misc]


def write_files(root: Path, changes: Mapping[str, str | bytes | None]) -> Path:
    """Write files over the small project; text or bytes by path, None leaves a file out."""
    for path, content in {**SMALL, **changes}.items():
        if content is None:
            continue
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    for name in ("Regular", "Bold", "Italic"):
        if not (target := root / f"fonts/SourceSans3-{name}.ttf").exists():
            shutil.copy(ROOT / f"fonts/source-sans-3/SourceSans3-{name}.ttf", target)
    return root


@pytest.fixture(scope="module")  # not longer: while it is there, no other test can run a loop of asyncio
def chromium() -> Iterator[Any]:
    """Chromium, driven by Playwright; for tests that are marked needs("chromium")."""
    from playwright import sync_api

    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=programs.find("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pyodide_archive() -> Path:
    """Pyodide of the user's cache folder; npm fetches it when it is not there."""
    from pnp.play.web import pyodide

    folder = platform.user_cache_folder() / "pyodide"
    archive = folder / pyodide.ARCHIVE
    if not archive.is_file():
        try:
            pyodide._fetched(folder)
        except Fault as fault:
            lack("npm", f"is to fetch Pyodide ({fault.diagnostic.what})")
    return archive


VARIABLES = {name: os.environ.get(name) for name in ("PYTHONSAFEPATH", "PYTHONPATH")}
"""Where modules are searched, as it was before any test or fixture."""


@pytest.fixture(autouse=True)
def _search_paths() -> Iterator[None]:
    """Undo what commands that run in this process do to the places that modules are searched in."""
    paths = sys.path[:]
    yield
    sys.path[:] = paths
    for name, value in VARIABLES.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture
def write_project(tmp_path: Path) -> WriteProject:
    """Write files over the small project; text or bytes by path, None leaves a file out."""

    def write(changes: Mapping[str, str | bytes | None] | None = None, **more: str) -> Path:
        return write_files(tmp_path / "project", {**(changes or {}), **more})

    return write


def build_project(root: Path, *languages: str, **printing: object) -> BuildResult:
    """Build a project without writing."""
    return build(Files(root), BuildOptions(languages=languages, printing=Printing(**printing)))  # type: ignore[arg-type]


def check_project(root: Path, *names: str, jobs: int = 0) -> CheckResult:
    """Check a project, by all checks or by those named; without running its code unless there are jobs."""
    return check(Files(root), CheckOptions(checks=frozenset(names or check_names()), jobs=jobs))


def codes(made: BuildResult | CheckResult) -> list[str]:
    """Each fault as code@place."""
    return sorted(f"{d.code}@{d.place}" for d in made.diagnostics)


# --- packages that extend pnp

Install = Callable[..., Path]

CACHED: tuple[Any, ...] = (
    plugins._listed,
    plugins.plugins,
    plugins.named_object,
    plugins.load_plugin,
    plugins.data_folders,
    elements.plugin_kind,
    added_tables,
    _sheet_pattern,
)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A function that installs a package of one module, "odd", with the code and entry points that it is given."""
    site = tmp_path / "site"

    def forget() -> None:
        sys.modules.pop("odd", None)
        for cached in CACHED:
            cached.cache_clear()

    def install(code: str, **names: str) -> Path:
        (site / "odd-1.0.dist-info").mkdir(parents=True, exist_ok=True)
        (site / "odd-1.0.dist-info/METADATA").write_text("Name: odd-package\nVersion: 1.0\n")
        groups = "".join(f"[pnp.{group}]\n{name} = odd:THING\n" for group, name in names.items())
        (site / "odd-1.0.dist-info/entry_points.txt").write_text(groups)
        head = "from contextlib import contextmanager\nfrom pnp import api\n"
        (site / "odd.py").write_text(f"{head}{code.removeprefix(head)}\n")
        forget()
        return site / "odd.py"

    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield install
    monkeypatch.undo()
    forget()
