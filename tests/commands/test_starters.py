"""pnp new: every starter is a project that builds, checks strictly and plays, also from an installed wheel."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from command_line import Done, tree
from conftest import ROOT, build_project, check_project, codes
from typer.testing import CliRunner

from pnp import DISTRIBUTION
from pnp.check import CheckOptions, CheckResult, check, check_names
from pnp.commands.main import app
from pnp.commands.new import START
from pnp.core.diagnostics import Mistake
from pnp.project.files import Files
from pnp.project.new_project import Name, parse_name, project_files
from pnp.schemas import KINDS
from pnp.starters import GAMES, STARTERS

pytestmark = pytest.mark.slow

FOLDER = ROOT / "pnp/starters"
PLAYING = [name for name in STARTERS if (FOLDER / name / "data/my-game/rules.py").exists()]


def new(*arguments: str) -> Done:
    result = CliRunner().invoke(app, ["new", *arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A project from each starter."""
    folder = tmp_path_factory.mktemp("started")
    for name in STARTERS:
        assert new(f"made from {name}", "--from", name, "--output", str(folder)).code == 0
    return {name: folder / f"made-from-{name}" for name in STARTERS}


@pytest.fixture(scope="module")
def checked(started: dict[str, Path]) -> Callable[[str], CheckResult]:
    """Check the project from a starter, once."""
    return functools.cache(lambda starter: check_project(started[starter], jobs=1))


# --- names


@pytest.mark.parametrize(
    ("written", "folder", "title"),
    [
        ("orchard", "orchard", "Orchard"),
        ("harbour-lights", "harbour-lights", "Harbour Lights"),
        ("Harbour Lights", "harbour-lights", "Harbour Lights"),
        ("Ann's 7 Cats", "anns-7-cats", "Ann's 7 Cats"),
        ("Château", "chateau", "Château"),
        ("Fog & Fungi!", "fog-fungi", "Fog & Fungi!"),
    ],
)
def test_a_game_is_named_by_its_title_or_its_folder(written: str, folder: str, title: str) -> None:
    assert parse_name(written) == Name(folder, title)


@pytest.mark.parametrize(
    "written", ["", "-", "../up", "a/b", 'a"b', "a\nb", "{{ 1 }}", "日本", "x" * 61, "a: b", "_", "con", "Nul"]
)
def test_what_no_folder_can_be_called_is_refused(written: str, tmp_path: Path) -> None:
    with pytest.raises(Mistake):
        parse_name(written)
    done = new("--output", str(tmp_path), "--", written)
    assert done.code == 2
    assert list(tmp_path.iterdir()) == []


# --- what is made


def test_the_folders_are_the_starters() -> None:
    found = {path.name for path in FOLDER.iterdir() if (path / "data/my-game/game.yaml").exists()}
    assert found == set(STARTERS)
    assert set(START) == found | set(GAMES)
    assert len(PLAYING) >= 2


@pytest.mark.parametrize("starter", STARTERS)
def test_a_starter_builds_and_checks_without_a_word(
    starter: str, started: dict[str, Path], checked: Callable[[str], CheckResult]
) -> None:
    built = build_project(started[starter])
    assert codes(built) == []
    made = {output.path.rpartition("/")[2] for output in built.outputs}
    assert made >= {"cards.pdf", "rules.pdf", "booklet.pdf", "rules.html"}
    assert codes(checked(starter)) == []
    assert ("games played" in " ".join(checked(starter).summaries)) == (starter in PLAYING)


@pytest.mark.parametrize("starter", PLAYING)
def test_rules_are_covered_by_examples_and_every_claim_holds(
    starter: str, checked: Callable[[str], CheckResult]
) -> None:
    (played,) = [line for line in checked(starter).summaries if "examples played" in line]
    assert "100% of the branches" in played
    claims, holding = re.findall(r"(\d+) claims, (\d+) hold", played)[0]
    assert claims == holding


@pytest.mark.nightly
@pytest.mark.parametrize("starter", PLAYING)
def test_every_change_of_the_rules_is_noticed(starter: str, started: dict[str, Path]) -> None:
    checked = check(Files(started[starter]), CheckOptions(checks=frozenset(check_names()), jobs=1, mutate=True))
    assert codes(checked) == []
    assert re.search(
        r"[1-9]\d* changes of rules.py, \d+ noticed, 0 listed as harmless, 0 not", " ".join(checked.summaries)
    )


@pytest.mark.parametrize("starter", PLAYING)
def test_a_starter_can_be_simulated(starter: str, started: dict[str, Path]) -> None:
    root = started[starter]
    done = CliRunner().invoke(
        app, ["simulate", root.name, "--games", "50", "--bots", "random", "--jobs", "1", "--project", str(root)]
    )
    assert (done.exit_code, done.stderr) == (0, "")
    assert "50 games" in done.stdout


@pytest.mark.parametrize("starter", STARTERS)
def test_nothing_is_left_of_the_name_that_starters_have(starter: str) -> None:
    for file in project_files(parse_name("Harbour Lights"), starter):
        assert "my-game" not in file.path
        if not file.path.endswith(".ttf"):
            text = file.content.decode()
            assert not re.search("my-game|My Game", text), file.path


@pytest.mark.parametrize("starter", STARTERS)
def test_a_project_has_all_that_it_needs(starter: str, started: dict[str, Path]) -> None:
    root = started[starter]
    made = set(tree(root))
    assert made >= {".gitignore", "README.md", ".github/workflows/check.yml", "fonts/OFL.txt", "fonts/fonts.yaml"}
    assert made >= {f".schemas/{kind}.json" for kind in KINDS}
    steps = yaml.safe_load((root / ".github/workflows/check.yml").read_text())["jobs"]["check"]["steps"]
    commands = [step.get("run", "") for step in steps]
    assert f"pip install wheels/{DISTRIBUTION.replace('-', '_')}-*.whl" in commands
    assert any(command.startswith("pnp check --strict") for command in commands)
    assert "pnp build" in commands
    for path in root.rglob("*.yaml"):
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text())
        assert named, path
        assert (path.parent / named[1]).resolve().is_file(), path
    assert (root / "fonts/OFL.txt").read_text().count("SIL OPEN FONT LICENSE") >= 1


@pytest.mark.parametrize("title", ["Ann's 7 Cats", "No", "Null", "1e5", "Żółw", "Fog & Fungi, too!"])
def test_whatever_the_title_the_project_is_sound(title: str, tmp_path: Path) -> None:
    assert new(title, "--output", str(tmp_path)).code == 0
    (root,) = tmp_path.iterdir()
    assert codes(check_project(root)) == []


def test_a_game_that_comes_with_pnp_is_copied_as_it_is(tmp_path: Path) -> None:
    assert {path.name for path in (ROOT / "data").iterdir() if path.is_dir()} == set(GAMES)
    for game in GAMES:
        done = new("Another One", "--from", game, "--output", str(tmp_path / game))
        root = tmp_path / game / "another-one"
        assert f"Another One, from {game}" in done.out
        assert f"pnp simulate {game}" in done.err
        assert [path.name for path in (root / "data").iterdir()] == [game]
        assert {path.name for path in (root / "templates").iterdir()} == {game, "common"}
        translated = {path.stem for path in (root / "data" / game / "locale").glob("*.po")}
        assert {path.name for path in (root / "languages").iterdir()} == {
            f"en-{language}.yaml" for language in translated
        }
        copied = [path for part in ("data", "templates", "fonts", "languages") for path in (root / part).rglob("*.*")]
        assert all(path.read_bytes() == (ROOT / path.relative_to(root)).read_bytes() for path in copied)
        assert f"output/{game}/en/" in (root / "README.md").read_text()
        assert codes(check_project(root, "composition")) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "orchard").mkdir()
    (tmp_path / "orchard/notes.txt").write_text("mine")
    (tmp_path / "cellar").write_text("a file")
    (tmp_path / "attic").symlink_to(tmp_path / "nowhere")
    before = tree(tmp_path)
    for name in ("orchard", "cellar", "attic"):
        done = new(name, "--output", str(tmp_path))
        assert (done.code, done.out) == (1, "")
        assert "error[project-exists]" in done.err
        assert "choose another name" in done.err
    assert tree(tmp_path) == before


def test_what_was_made_and_what_to_do_next_is_told(tmp_path: Path) -> None:
    done = new("orchard", "--from", "auction", "--output", str(tmp_path))
    count = len(tree(tmp_path))
    assert done.out == f"{tmp_path / 'orchard'}  Orchard, from auction: {count} files\n"
    assert "pnp simulate orchard" in done.err
    assert "simulate" not in new("cellar", "--output", str(tmp_path)).err


def test_an_unknown_starter_is_wrong_usage(tmp_path: Path) -> None:
    assert new("orchard", "--from", "chess", "--output", str(tmp_path)).code == 2
    assert list(tmp_path.iterdir()) == []


# --- an installed wheel


def test_the_wheel_holds_the_games_and_the_fonts() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    parts = ("data", "fonts", "languages", "templates")
    assert wheel["force-include"] == {part: f"pnp/starters/games/{part}" for part in parts}


@pytest.mark.skipif(sys.platform == "win32", reason="other folders of virtual environments")
@pytest.mark.nightly
def test_from_a_wheel_in_a_fresh_environment_a_project_builds_checks_and_plays(tmp_path: Path) -> None:
    """Only the libraries are those of the tests; nothing of the repository is in reach."""
    wheels, home = tmp_path / "wheels", tmp_path / "environment"
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)], ROOT)
    (wheel,) = wheels.iterdir()
    venv.create(home, symlinks=True, with_pip=False)
    python = home / "bin/python"
    libraries = next(path for path in sys.path if path.endswith("site-packages"))
    (site,) = home.glob("lib/python*/site-packages")
    (site / "libraries.pth").write_text(f"{libraries}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    run([*pip, str(wheel)], tmp_path)
    where = run([str(python), "-c", "import pnp; print(pnp.__file__)"], tmp_path)
    assert where.startswith(str(site))
    pnp = str(home / "bin/pnp")
    run([pnp, "new", "orchard", "--from", "trick-taking"], tmp_path)
    root = tmp_path / "orchard"
    assert "40 cards on 5 sheets" in run([pnp, "build"], root)
    assert "5 claims, 5 hold" in run([pnp, "check", "--strict"], root)
    assert "20 games" in run([pnp, "simulate", "orchard", "--games", "20"], root)
    run([pnp, "new", "another", "--from", GAMES[0]], tmp_path)
    assert "booklet.pdf" in run([pnp, "build", "--only", "booklet"], tmp_path / "another")


def run(command: list[str], folder: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- parts


def test_a_tuck_box_for_the_decks(started: dict[str, Path], tmp_path: Path) -> None:
    project = tmp_path / "boxed"
    shutil.copytree(started["blank"], project)
    (game,) = (path.parent.name for path in project.glob("data/*/game.yaml"))
    result = CliRunner().invoke(app, ["add", "box", "--project", str(project)])
    assert result.exit_code == 0
    made = {line for line in result.stdout.split() if line.endswith((".yaml", ".svg"))}
    assert {Path(path).name for path in made} == {"box.yaml", "players.svg", "age.svg", "clock.svg"}
    file = project / f"data/{game}/game.yaml"
    data = yaml.safe_load(file.read_text())
    for key, value in yaml.safe_load(result.stderr.partition("\n\n")[2]).items():
        data[key] = [*data.get(key, []), *value] if key == "expect" else {**data.get(key, {}), **value}
    file.write_text(yaml.safe_dump(data, allow_unicode=True))
    assert data["facts"]["box"] == {"width": 65, "height": 90, "depth": 14, "paper": 0.3}
    net = project / f"templates/{game}/box.yaml"
    assert yaml.safe_load(net.read_text())["size"] == ["170mm", "148mm"]
    assert not codes(check_project(project, *(name for name in check_names() if name not in ("play", "ties"))))
    assert f"{game}/en/box.pdf" in [output.path for output in build_project(project).outputs]
    again = CliRunner().invoke(app, ["add", "box", "--project", str(project)])
    assert again.exit_code == 1 and "project-exists" in again.stderr
    data["facts"]["box"]["depth"] = 45
    file.write_text(yaml.safe_dump(data, allow_unicode=True))
    (fault,) = [d for d in build_project(project).diagnostics if d.severity == "error"]
    assert fault.code == "cut-outside" and "reaches 56.0 mm out of" in fault.what
    text = net.read_text()
    net.write_text(re.sub("size: .*", re.search(r"size: \[.*\]", fault.fix)[0], text))
    assert not codes(check_project(project, *(name for name in check_names() if name not in ("play", "ties"))))


def test_cards_that_are_too_many_for_one_box_get_several(started: dict[str, Path], tmp_path: Path) -> None:
    project = tmp_path / "boxes"
    shutil.copytree(started["blank"], project)
    (file,) = project.glob("data/*/game.yaml")
    cards = file.with_name("cards.yaml")
    cards.write_text(re.sub(r"copies: \d+", "copies: 100", cards.read_text()))
    result = CliRunner().invoke(app, ["add", "box", "--project", str(project)])
    assert "the cards are 120 mm high, too many for one box: split them into 3 of 42 mm" in result.stderr
    assert "copies: 3}" in result.stderr and "* box.paper < 3 * box.depth" in result.stderr
    net = project / f"templates/{file.parent.name}/box.yaml"
    assert yaml.safe_load(net.read_text())["size"] == ["226mm", "204mm"]


def test_first_rules_are_played(started: dict[str, Path], tmp_path: Path) -> None:
    project = tmp_path / "ruled"
    shutil.copytree(started["blank"], project)
    (game,) = (path.parent.name for path in project.glob("data/*/game.yaml"))
    result = CliRunner().invoke(app, ["add", "rules", "--project", str(project)])
    assert (result.exit_code, result.stdout.split()[0].endswith("rules.py"), result.stderr) == (0, True, "")
    text = (project / f"data/{game}/rules.py").read_text()
    assert "Who has kept the most points wins." in text and "sum(card.points for" in text
    assert not codes(check_project(project, "play"))
    again = CliRunner().invoke(app, ["add", "rules", "--project", str(project)])
    assert again.exit_code == 1 and "project-exists" in again.stderr
