"""The commands: exit codes, what goes to stdout and what to stderr, formats, options, catalogues round trip."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from command_line import Done, pnp, process, tree
from conftest import CARDS, FACE, GAME, PO_HEADER, ROOT, WriteProject, one_of
from hypothesis import given
from hypothesis import strategies as st

from pnp import DISTRIBUTION, __version__
from pnp.commands.completion import complete_games
from pnp.commands.main import app
from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, printable
from pnp.play.simulate import cluster

pytestmark = pytest.mark.slow

PNP = [sys.executable, "-m", "pnp"]

FR = GAME + "languages: [en, fr]\nwords: {deal: 'Deal {{ hand }} cards'}\n"
BAD = CARDS.replace("number: 1,", "number: 17,")
WARNING = {"fonts/fonts.yaml": None}


# --- exit codes and streams


STEERING = "\\e]0;x\\a\\e[31mred\\x9b1m\\u202E\\r\\b\\x7f"


@pytest.mark.parametrize("form", ["text", "short", "json", "github"])
@pytest.mark.parametrize("command", ["list", "build", "check --no-code", "confirm small", "export x", "i18n status"])
def test_no_text_of_a_project_controls_a_terminal(write_project: WriteProject, command: str, form: str) -> None:
    title = f'"Small{STEERING}\\nwarning[forged]: x"'
    game = GAME.replace("title: Small", f"title: {title}\nversion: {title}").replace(
        "{cards:", f"{{title: {title}, cards:"
    )
    root = write_project({"data/small/game.yaml": game, "profiles/\x1b[31m.yaml": "title: A\n"})
    words = command.split()
    if (words[0] in ("list", "export", "i18n") and form in ("short", "github")) or words[0] == "export":
        form = "text"
    done = pnp(root, *words, *([] if form == "text" else ["--format", form]))
    for text in (done.out, done.err):
        assert [c for c in text if c != printable(c) and c != "\n"] == []
        assert not [line for line in text.splitlines() if line.startswith("warning[forged]")]
    if command == "list" and form == "json":
        assert json.loads(done.out)[0]["title"] == "Small\x1b]0;x\a\x1b[31mred\x9b1m\u202e\r\b\x7f\nwarning[forged]: x"


def test_names_that_would_control_a_terminal_are_not_completed(write_project: WriteProject) -> None:
    root = write_project({"data/a\x1b[31m/game.yaml": GAME})
    context = typer.Context(typer.main.get_command(app), obj=None)
    context.params = {"project": root}
    assert complete_games(context, "") == ["small"]


def test_everything_is_printed_by_one_function() -> None:
    """Pictures on a terminal, the bar of progress and the question of confirm hold no text of a project as it stands."""
    allowed = {
        ("__init__.py", "print"),
        ("terminal.py", "print"),
        ("command.py", "input"),  # of pnp confirm
        ("show.py", "Console"),
        ("terminal.py", "Console"),
    }
    found = set()
    for path in (ROOT / "pnp").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())) if "starters" not in path.parts else ():
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name in ("print", "input", "Console", "echo", "secho") and "Console()" not in ast.unparse(node.func):
                    found.add((path.name, name))
    assert found == allowed


@given(st.text())
def test_what_is_printable_is_one_line_without_controls(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert not re.search("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]", shown)
    assert all(a == b or b == " " for a, b in zip(text, shown, strict=True))


def test_a_build_tells_its_files_on_stdout_and_nothing_else(write_project: WriteProject) -> None:
    root = write_project()
    done = pnp(root, "build")
    assert (done.code, done.err) == (0, "")
    assert "cards.pdf" in done.out
    assert (root / "output/small/en/cards.pdf").read_bytes().startswith(b"%PDF-")


def test_a_check_writes_nothing_and_sums_up(write_project: WriteProject) -> None:
    root = write_project()
    done = pnp(root, "check")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("small: 2 numbers;")
    assert not (root / "output").exists()


def test_faults_go_to_stderr_with_code_1_and_nothing_is_written(write_project: WriteProject) -> None:
    root = write_project({"data/small/cards.yaml": BAD})
    for command in ("build", "check"):
        done = pnp(root, command)
        assert (done.code, done.out) == (1, "")
        assert "data/small/cards.yaml:1:12: error[card-range]" in done.err
        assert "1 error" in done.err
    assert not (root / "output").exists()


def test_output_may_lie_elsewhere(write_project: WriteProject, tmp_path: Path) -> None:
    root = write_project()
    done = pnp(root, "build", "--output", str(tmp_path / "else where"))
    assert done.code == 0
    assert (tmp_path / "else where/small/en/cards.pdf").exists()
    assert not (root / "output").exists()


@pytest.mark.process
@pytest.mark.parametrize(
    "arguments",
    [
        ("biuld",),
        ("build", "--papr", "a4"),
        ("build", "--paper", "a7"),
        ("build", "--format", "xml"),
        ("i18n", "nothing"),
        ("build", "--project", "/nowhere/at/all"),
    ],
)
def test_wrong_usage_is_code_2_and_told_on_stderr(arguments: tuple[str, ...]) -> None:
    done = process(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("link", ["output", "output/release"])
@pytest.mark.parametrize("command", ["build", "export svg", "release", "show numbers 1", "calibrate sheet"])
def test_an_output_folder_that_is_a_link_is_not_followed(
    write_project: WriteProject, tmp_path: Path, command: str, link: str
) -> None:
    root, elsewhere = write_project(), tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / link).parent.mkdir(exist_ok=True)
    (root / link).symlink_to(elsewhere, target_is_directory=True)
    done = pnp(root, *command.split())
    if link == "output" or command == "release":
        assert (done.code, f"{link}: error[output-unwritable]: {link} is a link to" in done.err) == (1, True), done.err
    assert tree(elsewhere) == {}
    assert pnp(root, *command.split(), "--output", str(root / link)).code == 0  # which the user has chosen
    assert tree(elsewhere)


def test_an_unknown_game_and_language_are_faults(write_project: WriteProject) -> None:
    root = write_project()
    assert pnp(root, "build", "smal").code == 1
    assert "did you mean small?" in pnp(root, "build", "smal").err
    assert pnp(root, "build", "--lang", "xx").code == 1


def test_a_folder_without_games_is_a_fault(tmp_path: Path) -> None:
    done = pnp(tmp_path, "check")
    assert done.code == 1
    assert "error[game-none]" in done.err


@pytest.mark.process
def test_a_bug_in_pnp_is_code_3_without_a_traceback(write_project: WriteProject) -> None:
    root = write_project()
    code = (
        "import sys, pnp.commands, pnp.layout.cards.card as card\n"
        "def broken(*a): raise RuntimeError('inner wheel')\n"
        "card.CardLayout.lay_out = broken\n"
        f"sys.argv = ['pnp', 'build', '--project', {str(root)!r}]\npnp.commands.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert "RuntimeError: inner wheel" in done.stderr
    assert "bug in pnp" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (root / "output").exists()


@pytest.mark.process
def test_a_bug_in_another_process_is_told_where_it_is(write_project: WriteProject, tmp_path: Path) -> None:
    broken = "import pnp.layout.cards.card as card\ndef broken(*a): raise RuntimeError('inner wheel')\ncard.CardLayout.lay_out = broken\n"
    (tmp_path / "sitecustomize.py").write_text(broken)
    root = write_project({"data/other/game.yaml": GAME, "data/other/cards.yaml": CARDS})
    done = process("build", "--jobs", "2", "--project", str(root), PYTHONPATH=str(tmp_path))
    assert (done.code, done.out) == (3, "")
    assert "RuntimeError: inner wheel (sitecustomize.py:2 in broken at other in en, cut sheets)" in done.err
    assert "Traceback" not in done.err


@pytest.mark.process
def test_a_closed_pipe_is_no_bug(write_project: WriteProject) -> None:
    root = write_project()
    code = "from pnp.commands import main; import sys; sys.argv[0] = 'pnp'; main()"
    run = subprocess.Popen(
        [sys.executable, "-c", code, "check", "--project", str(root), "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.close()
    err = run.stderr.read()
    run.stderr.close()
    assert run.wait() != 3
    assert "bug in pnp" not in err


# --- help and version


@pytest.mark.process
def test_version() -> None:
    assert process("--version") == Done(0, f"pnp {__version__} ({DISTRIBUTION})\n", "")


def test_help_of_every_command_ends_with_an_example(tmp_path: Path) -> None:
    for command in (("build",), ("check",), ("i18n", "extract"), ("i18n", "update"), ("i18n", "status")):
        done = pnp(tmp_path, *command, "--help")
        assert (done.code, done.err) == (0, "")
        assert f"Example:  pnp {' '.join(command)}" in done.out


@pytest.mark.process
def test_no_command_shows_the_help() -> None:
    done = process()
    assert "build" in done.out + done.err
    assert done.code in (0, 2)


# --- formats


def test_json_is_one_array_on_stdout_with_faults_or_without(write_project: WriteProject) -> None:
    assert json.loads(pnp(write_project(), "check", "--format", "json").out) == []
    done = pnp(write_project({"data/small/cards.yaml": BAD}), "check", "--format", "json")
    (fault,) = json.loads(done.out)
    assert done.code == 1
    assert (fault["file"], fault["line"], fault["column"]) == ("data/small/cards.yaml", 1, 12)
    assert fault["code"] == "card-range"
    assert set(fault) >= {"severity", "what", "why", "fix"}


def test_github_prints_workflow_commands_on_stdout(write_project: WriteProject) -> None:
    done = pnp(write_project({"data/small/cards.yaml": BAD}), "check", "--format", "github")
    assert done.out.startswith("::error file=data/small/cards.yaml,line=1,col=12,title=card-range::")
    assert done.code == 1


def test_short_is_one_line_a_fault(write_project: WriteProject) -> None:
    done = pnp(write_project({"data/small/cards.yaml": BAD}), "check", "--format", "short")
    lines = [line for line in done.err.splitlines() if "error[" in line]
    assert len(lines) == 1
    assert "   fix:" not in done.err


def test_text_shows_the_line_and_a_fix(write_project: WriteProject) -> None:
    err = pnp(write_project({"data/small/cards.yaml": BAD}), "check").err
    assert "     1 | - {number: 17, colour: red}" in err
    assert "   fix: " in err


@pytest.mark.process
def test_no_colour_when_it_is_no_terminal_or_not_wanted(write_project: WriteProject) -> None:
    root = write_project({"data/small/cards.yaml": BAD})
    assert "\033" not in process("check", "--project", str(root)).err
    assert "\033" not in process("check", "--project", str(root), NO_COLOR="1").err


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_on_a_terminal_unless_no_color_is_set(
    write_project: WriteProject, environment: dict[str, str], coloured: bool
) -> None:
    import pty

    root = write_project({"data/small/cards.yaml": BAD})
    code = "from pnp.commands import main; import sys; sys.argv[0] = 'pnp'; main()"
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-c", code, "check", "--project", str(root)],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert run.wait() == 1
    assert (b"\033[31;1merror[card-range]" in shown) == coloured


def test_strict_takes_warnings_for_errors(write_project: WriteProject) -> None:
    header = PO_HEADER
    texts = {"Small": "Petit", "Gone long ago": "Passé"}
    entries = "".join(f'msgid "{text}"\nmsgstr "{other}"\n\n' for text, other in texts.items())
    game = GAME + "languages: [en, fr]\n"
    root = write_project({"data/small/game.yaml": game, "data/small/locale/fr.po": header + entries})
    relaxed, strict = pnp(root, "check"), pnp(root, "check", "--strict")
    assert (relaxed.code, strict.code) == (0, 1)
    assert "warning[translation-unused]" in relaxed.err
    assert relaxed.err.splitlines()[-1] == "0 errors, 1 warning"
    assert strict.err.splitlines()[-1] == "0 errors, 1 warning, treated as errors"
    assert "0 errors" not in pnp(root, "check", "--format", "short").err
    assert pnp(root, "build").code == 0
    assert pnp(root, "build", "--strict").code == 1


def test_errors_and_warnings_are_counted_each(write_project: WriteProject) -> None:
    game = GAME + 'expect:\n  - {that: "2 == 3"}\n'
    claims = "- {claim: X., holds: 1 == 1}\n- {claim: Y., holds: 2 == 2}\n"
    root = write_project({"data/small/game.yaml": game, "data/small/claims.yaml": claims})
    done = pnp(root, "check", "--only", "rules,composition")
    assert (done.code, done.err.splitlines()[-1]) == (1, "1 error, 2 warnings")


@pytest.mark.parametrize("paper", ["a3", "A3", "Letter"])
def test_papers_are_named_in_either_case(write_project: WriteProject, paper: str) -> None:
    done = pnp(write_project(), "build", "--paper", paper)
    assert (done.code, done.err) == (0, "")
    assert f", {paper.capitalize()}" in done.out


def test_all_games_that_do_not_exist_are_told_and_a_game_named_twice_is_built_once(write_project: WriteProject) -> None:
    root = write_project()
    done = pnp(root, "build", "smal", "other", "small")
    assert done.code == 1
    assert done.err.count("error[game-unknown]") == 2
    assert len(pnp(root, "build", "small", "small").out.splitlines()) == 1


# --- checks by name


def test_only_the_checks_that_are_named_are_made(write_project: WriteProject) -> None:
    faint = FACE.replace("bold: true", 'bold: true, colour: "#dddddd"')
    game = GAME + 'expect:\n  - {that: "2 == 3"}\n'
    root = write_project({"templates/small/face.yaml": faint, "data/small/game.yaml": game})
    assert {code for code in ("text-faint", "expectation") if code in pnp(root, "check").err} == {
        "text-faint",
        "expectation",
    }
    done = pnp(root, "check", "--only", "contrast,colours")
    assert done.code == 1
    assert "text-faint" in done.err
    assert "expectation" not in done.err
    assert pnp(root, "check", "--only", "colours").code == 0


def test_an_unknown_check_is_wrong_usage(write_project: WriteProject) -> None:
    done = pnp(write_project(), "check", "--only", "colors")
    assert done.code == 2
    assert "did you mean colours?" in done.err


# --- processes


@pytest.mark.process
def test_builds_in_any_number_of_processes_are_the_same(write_project: WriteProject) -> None:
    games = {f"data/{name}/game.yaml": GAME for name in ("one", "two")}
    root = write_project({**games, "data/one/cards.yaml": CARDS, "data/two/cards.yaml": CARDS})
    told = {}
    for jobs in ("1", "2", "5"):
        done = pnp(root, "build", "--jobs", jobs, "--output", str(root / jobs))
        assert done.err == ""
        told[jobs] = done.out.replace(f"/{jobs}/", "/"), tree(root / jobs)
    assert told["1"] == told["2"] == told["5"]
    assert sorted(told["1"][1]) == [
        f"{game}/en/{name}" for game in ("one", "small", "two") for name in ("cards.pdf", "faces.json")
    ]


@pytest.mark.process
@pytest.mark.parametrize("jobs", one_of(["1", "2", "5"], "2"))
def test_faults_of_a_game_are_told_once_and_the_other_games_are_written(write_project: WriteProject, jobs: str) -> None:
    french = GAME + "languages: [en, fr]\n"
    po = 'msgid ""\nmsgstr "Language: fr\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
    root = write_project(
        {"data/other/game.yaml": french, "data/other/cards.yaml": CARDS, "data/other/locale/fr.po": po}
    )
    done = pnp(root, "build", "--jobs", jobs)
    assert done.code == 1
    assert done.err.count("error[translation-missing]") == 1
    assert done.err.endswith("1 error; nothing was written for other\n")
    assert [str(path) for path in tree(root / "output")] == ["small/en/cards.pdf", "small/en/faces.json"]
    assert pnp(root, "build", "other", "--lang", "en").code == 0
    (root / "data/small/cards.yaml").write_text(BAD)
    before = tree(root / "output")
    done = pnp(root, "build", "--jobs", jobs)
    assert done.err.endswith("2 errors; nothing was written\n") and tree(root / "output") == before


def test_warnings_taken_for_errors_leave_out_their_game_alone(write_project: WriteProject) -> None:
    game = GAME.replace("small/face, back: small/back", "small/large")
    root = write_project(
        {
            "data/other/game.yaml": game,
            "data/other/cards.yaml": CARDS,
            "templates/small/large.yaml": f"size: [300mm, 200mm]\n{FACE}",
        }
    )
    usual = pnp(root, "build", "other", "--output", str(root / "usual"))
    assert usual.code == 0 and "warning[card-tiled]" in usual.err
    done = pnp(root, "build", "--strict")
    assert done.code == 1 and "treated as errors; nothing was written for other" in done.err
    assert [str(path) for path in tree(root / "output")] == ["small/en/cards.pdf", "small/en/faces.json"]


# --- catalogues


def test_catalogues_extract_update_translate_status(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": FR})
    po = root / "data/small/locale/fr.po"

    done = pnp(root, "i18n", "extract")
    assert done.code == 0
    pot = (root / "data/small/locale/small.pot").read_text()
    assert 'msgid "Deal {{ hand }} cards"' in pot
    assert done.out == "data/small/locale/small.pot  2 texts\n"

    assert pnp(root, "check").code == 1
    assert pnp(root, "i18n", "update").code == 0
    status = pnp(root, "i18n", "status")
    assert (status.code, status.out) == (1, "small fr  0 of 2 translated, 2 missing\n")

    text = po.read_text()
    text = text.replace('msgid "Small"\nmsgstr ""', 'msgid "Small"\nmsgstr "Petit"')
    text = text.replace('cards"\nmsgstr ""', 'cards"\nmsgstr "Donnez {{ hand }} cartes"')
    po.write_text(text)
    status = pnp(root, "i18n", "status")
    assert (status.code, status.out) == (0, "small fr  2 of 2 translated\n")
    assert pnp(root, "check").code == 0

    before = po.read_text()
    assert pnp(root, "i18n", "update").code == 0
    assert po.read_text() == before

    (root / "data/small/game.yaml").write_text(FR.replace("Deal {{ hand }} cards", "Deal {{ hand }} cards each"))
    assert pnp(root, "i18n", "update").code == 0
    assert "#, fuzzy" in po.read_text()
    assert "Donnez {{ hand }} cartes" in po.read_text()
    status = pnp(root, "i18n", "status", "--lang", "fr")
    assert status.code == 1
    assert "1 stale" in status.out


def test_catalogue_commands_tell_faults_and_write_nothing(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": FR, "data/small/cards.yaml": BAD})
    for command in ("extract", "update"):
        done = pnp(root, "i18n", command)
        assert done.code == 1
        assert "nothing was written" in done.err
    assert not (root / "data/small/locale").exists()
    assert pnp(root, "i18n", "update", "--lang", "de").code == 1
    assert FACE in (root / "templates/small/face.yaml").read_text()


# --- streams that are not as usual


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
@pytest.mark.parametrize(
    "arguments", [("--help",), ("--version",), ("build", "--project"), ("i18n", "extract", "--project")]
)
def test_a_full_device_is_told(write_project: WriteProject, arguments: tuple[str, ...]) -> None:
    last = [str(write_project())] if arguments[-1] == "--project" else []
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PNP, *arguments, *last], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "bug" not in done.stderr
    assert not last or done.stderr == "cannot print to standard output: No space left on device\n"


@pytest.mark.process
@pytest.mark.parametrize(
    ("closed", "code"), [(">&-", 0), ("2>&-", 0), ("2>&- nope", 1), ("| true; exit ${PIPESTATUS[0]}", 1)]
)
def test_streams_that_are_closed(write_project: WriteProject, closed: str, code: int) -> None:
    command = f"{shlex.join(PNP)} build --project {shlex.quote(str(write_project()))} {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, "bug" in done.stderr, "Exception" in done.stderr) == (code, False, False)


@pytest.mark.process
def test_a_terminal_with_few_characters(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": GAME.replace("Small", "Été") + "languages: [fr, fr]\n"})
    for form in ("text", "json"):
        done = process("build", "--project", str(root), "--format", form, PYTHONIOENCODING="ascii")
        assert "bug" not in done.err
        assert (done.out + done.err).isascii()
    assert json.loads(done.out) is not None


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted")
@pytest.mark.parametrize("arguments", [["build"], ["list"], ["check"], ["new", "x"], ["simulate", "small"]])
def test_a_working_folder_that_was_deleted_is_told(write_project: WriteProject, arguments: list[str]) -> None:
    root = write_project()
    where = ["--project", str(root)] if arguments[0] != "new" else []
    code = (
        "import os, sys; from pnp.commands import main; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone'); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments, *where], cwd=root, capture_output=True, text=True, check=False
    )
    told = "the folder in which pnp runs has been deleted: change to another one\n"
    assert (done.returncode, done.stderr) == (1, told)


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="no ulimit")
@pytest.mark.parametrize("files", [6, 7, 8, 9, 10])
def test_too_few_open_files_are_told(write_project: WriteProject, files: int) -> None:
    line = f"ulimit -n {files}; exec {sys.executable} -m pnp build --project {write_project()}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert "bug" not in done.stderr and (done.returncode == 0 or "open files" in done.stderr), done.stderr


@pytest.mark.process
@pytest.mark.parametrize("date", ["x", "99999999999999999999", "-1", "1.5", "\u0663"])
def test_a_date_that_is_none_is_told(write_project: WriteProject, date: str) -> None:
    done = process("build", "--project", str(write_project()), SOURCE_DATE_EPOCH=date)
    assert (done.code, done.err) == (0, "SOURCE_DATE_EPOCH is not a number of seconds, and is ignored\n")


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "http://localhost:8786", "tcp://host:port", "ucx://x:1"])
def test_an_address_that_is_none_is_told_at_once(address: str) -> None:
    with pytest.raises(Fault) as caught, cluster(address):
        pass
    assert caught.value.diagnostic.code == Code.CLUSTER
    assert caught.value.diagnostic.fix == "write it as tcp://host:8786"


def test_options_are_read_in_any_case_and_games_are_completed(write_project: WriteProject) -> None:
    root = write_project()
    assert pnp(root, "build", "--backs", "NONE", "--format", "Short", "--lang", "EN").code == 0
    context = typer.Context(typer.main.get_command(app))
    context.params["project"] = root
    assert complete_games(context, "s") == ["small"]
    assert complete_games(context, "x") == []


# --- sheets


def test_options_of_sheets_reach_the_sheets(write_project: WriteProject) -> None:
    root = write_project()
    sizes = {}
    for options in (
        "",
        "--margin 10mm",
        "--gutter 0",
        "--marks lines",
        "--marks none",
        "--fill spares",
        "--flip short",
    ):
        assert pnp(root, "build", *options.split()).code == 0
        sizes[options] = (root / "output/small/en/cards.pdf").read_bytes()
    assert len(set(sizes.values())) == len(sizes)
    assert b"DuplexFlipShortEdge" in sizes["--flip short"]


def test_a_booklet_to_be_cut_is_asked_for(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    assert "to cut" not in pnp(root, "build").out
    assert "A4 at 92%, to cut, fold and staple" in pnp(root, "build", "--trim").out


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("build --flip short --backs none", "--flip: has no effect with --backs none"),
        ("build --flip long --backs fold", "--flip: has no effect with --backs fold"),
        ("build --marks none --mark-length 4mm", "--mark-length: has no effect with --marks none"),
        ("build --marks none --mark-offset 1mm", "--mark-offset: has no effect with --marks none"),
        ("build --back-order reverse", "--back-order: has no effect with --backs duplex"),
        ("build --changed --changed-from faces.json", "--changed-from: already says what to compare with"),
        ("check --only preflight", "needs a print shop"),
    ],
)
def test_options_that_would_do_nothing_are_refused(write_project: WriteProject, command: str, says: str) -> None:
    done = pnp(write_project(), *command.split())
    assert done.code == 2
    assert says in " ".join(done.err.split())


def test_options_that_do_something_are_not(write_project: WriteProject) -> None:
    assert pnp(write_project(), "build", "--flip", "short", "--mark-length", "4mm").code == 0
    done = pnp(write_project(), "build", "--grid", "2x2", "--gutter", "0mm,2mm", "--bleed", "outer", "--scale", "97%")
    assert done.code == 0 and "at 97%: 63 × 88 mm become 61.11 × 85.36 mm" in done.out


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--gutter", "1mm,", "--gutter: '' is not a length"),
        ("--grid", "3", "--grid: 3 is not a number of columns and rows; write 3x3"),
        ("--scale", "97", "97 is not a scale; did you mean 97%?"),
        ("--margin", "wide", "'wide' is not a length"),
        ("--margin", "4ft", "unknown unit 'ft'"),
        ("--margin", "40mm", "40mm is not between 0mm and 30mm"),
        ("--gutter", "-1mm", "-1mm is not between 0mm and 50mm"),
        ("--gutter", "some", "'some' is not a length"),
        ("--mark-length", "1mm", "1mm is not between 2mm and 50mm"),
        ("--marks", "dots", "no dots; use one of: corner, lines, none"),
        ("--paper", "4x6", "Invalid value for '--paper': no paper of 4 × 6 mm; did you mean 4x6in?"),
        ("--overlap", "5mm", "5mm is not between 8mm and 50mm"),
    ],
)
def test_wrong_options_of_sheets_are_told(write_project: WriteProject, option: str, value: str, says: str) -> None:
    done = pnp(write_project(), "build", option, value)
    assert done.code == 2
    assert says in " ".join(done.err.split())


def test_a_token_that_its_margin_makes_too_large_is_told(write_project: WriteProject) -> None:
    done = pnp(
        write_project(
            {
                "templates/small/face.yaml": "size: [190mm, 190mm]\nshape: circle\n" + FACE,
                "templates/small/back.yaml": None,
                "data/small/game.yaml": GAME.replace(", back: small/back", ""),
            }
        ),
        "build",
        "--margin",
        "20mm",
        "--format",
        "short",
    )
    assert "error[card-large]" in done.err
    assert "does not fit on 210×297 mm paper with 20 mm left white" in done.err


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("watch", "pnp serve"), ("preview", "pnp serve"), ("init", "pnp new"), ("clean", "pnp build --clean"),
        ("build --single-sided", "--backs none"),
        ("build --watch", "pnp serve"),
    ],
)  # fmt: skip
def test_commands_of_other_programs_are_answered_with_ours(tmp_path: Path, command: str, meant: str) -> None:
    done = pnp(tmp_path, *command.split())
    assert done.code == 2
    assert meant in " ".join(done.err.replace("│", " ").split())
