"""Small projects in temporary folders, and what pnp says of them."""

from __future__ import annotations

import functools
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
import typer.testing
from hypothesis import HealthCheck, settings

from pnp.build import BuildOptions, build
from pnp.check import NAMES, CheckOptions, CheckResult, check
from pnp.core.printing import Printing
from pnp.outputs import BuildResult
from pnp.project.files import Files

settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("search"), derandomize=True, max_examples=60)
settings.register_profile("quick", settings.get_profile("same"), max_examples=15)
settings.load_profile("same")  # pytest --hypothesis-profile=search looks for examples nobody has tried

os.environ["PNP_CACHE"] = "off"  # tests of builds build
gc.set_threshold(100_000, 20, 20)  # as pnp itself does; looking for garbage takes a tenth of the time

typer.testing._get_command = functools.cache(typer.testing._get_command)  # type: ignore[attr-defined]  # it takes 0.1 s

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


@pytest.fixture(autouse=True)
def _search_paths() -> Iterator[None]:
    """Undo what commands that run in this process do to the places that modules are searched in."""
    variables = {name: os.environ.get(name) for name in ("PYTHONSAFEPATH", "PYTHONPATH")}
    paths = sys.path[:]
    yield
    sys.path[:] = paths
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture
def write_project(tmp_path: Path) -> WriteProject:
    """Write files over the small project; text or bytes by path, None leaves a file out."""

    def write(changes: Mapping[str, str | bytes | None] | None = None, **more: str) -> Path:
        root = tmp_path / "project"
        for path, content in {**SMALL, **(changes or {}), **more}.items():
            if content is None:
                continue
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())
        for name in ("Regular", "Bold", "Italic"):
            if not (target := root / f"fonts/SourceSans3-{name}.ttf").exists():
                shutil.copy(ROOT / f"fonts/source-sans-3/SourceSans3-{name}.ttf", target)
        return root

    return write


def build_project(root: Path, *languages: str, **printing: str | bool) -> BuildResult:
    """Build a project without writing."""
    return build(Files(root), BuildOptions(languages=languages, printing=Printing(**printing)))  # type: ignore[arg-type]


def check_project(root: Path, *names: str, jobs: int = 0) -> CheckResult:
    """Check a project, by all checks or by those named; without running its code unless there are jobs."""
    return check(Files(root), CheckOptions(checks=frozenset(names or NAMES), jobs=jobs))


def codes(made: BuildResult | CheckResult) -> list[str]:
    """Each fault as code@place."""
    return sorted(f"{d.code}@{d.place}" for d in made.diagnostics)
