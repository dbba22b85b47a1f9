"""Projects of strangers: what each command runs, reads and writes, as docs/safety.md says; and files called as modules."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import typer.main
from conftest import BACK, CARDS, FACE, GAME, ROOT
from extensions.icons.test_icons_command import package

from pnp.commands import import_nothing_from
from pnp.commands.main import app
from pnp.play.web.pyodide import FILES as PYODIDE
from pnp.project.new_project import Name, project_files

pytestmark = pytest.mark.slow

PNP = Path(sys.executable).with_name("pnp")
CODE = ("rules.py", "bots.py", "claims.py")
JSON = {"content-type": "application/json"}

WATCHED = """
import os, sys

log = os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
root = os.environ["WATCH_ROOT"]


def note(kind, what):
    os.write(log, f"{kind} {what}\\n".encode(errors="replace"))


def watch(event, arguments):
    if event == "exec" and not arguments[0].co_filename.startswith("<"):
        name = os.path.join(root, arguments[0].co_filename)
        if name.startswith(root):
            note("ran", name)
    elif event == "open" and isinstance(arguments[0], str) and not arguments[2] & (os.O_WRONLY | os.O_RDWR):
        name = os.path.join(os.getcwd(), arguments[0])
        if name.startswith(root) and not os.path.isdir(name):
            note("read", name)
    elif event == "socket.connect" and isinstance(arguments[1], tuple):
        note("asked", arguments[1][0])


sys.addaudithook(watch)
"""
"""A sitecustomize.py: every process of Python writes down what it runs and reads of the project, and whom it connects to."""

MODULES = sorted(
    {name for name in sys.stdlib_module_names if name != "__future__"}
    | {"sitecustomize", "usercustomize", "pnp", "pebble", "typer", "click", "rich", "yaml", "pydantic", "jinja2", "PIL"}
    | {"fontTools", "uharfbuzz", "pypdfium2", "starlette", "uvicorn", "watchfiles", "anyio", "babel"}
)

LINES: dict[str, tuple[str, ...]] = {
    "pnp new": ("new named",),
    "pnp add": ("add box --game small", "add rules --game small"),
    "pnp rename field": ("rename field number value small",),
    "pnp list": ("list",),
    "pnp show": ("show numbers 1 small", "show numbers 1 small --back"),
    "pnp serve": ("serve --port 0",),
    "pnp studio": ("studio --port 0",),
    "pnp build": ("build --jobs 1", "build --jobs 2", "build --draft --jobs 2", "build --clean --jobs 2"),
    "pnp export": (
        "export png --dpi 40 --jobs 1",
        "export tts --dpi 40 --jobs 2",
        "export plain --deck numbers --jobs 2 small",
    ),
    "pnp export web --pyodide PATH": ("export web orchard --pyodide {tables}",),
    "pnp check": ("check orchard --jobs 1 --only play", "check --jobs 2"),
    "pnp check --no-code": ("check --no-code --jobs 2", "check --no-code orchard --jobs 1"),
    "pnp confirm": ("confirm orchard --yes",),
    "pnp release": ("release small --jobs 1", "release --jobs 2"),
    "pnp simulate": ("simulate orchard --games 20 --jobs 2 --bots {bot}", "simulate orchard --trace"),
    "pnp play": ("play orchard --port 0 --no-open",),
    "pnp explain": ("explain card-range",),
    "pnp schema": ("schema game", "schema --write named"),
    "pnp doctor": ("doctor",),
    "pnp calibrate sheet": ("calibrate sheet",),
    "pnp calibrate set": ("calibrate set office 1,1",),
    "pnp calibrate show": ("calibrate show",),
    "pnp i18n extract": ("i18n extract",),
    "pnp i18n update": ("i18n update small",),
    "pnp i18n status": ("i18n status",),
    "pnp i18n export": ("i18n export small --lang fr",),
    "pnp i18n import": ("i18n import {tables}/fr.csv small --lang fr",),
    "pnp import sheet": ("import sheet {server}/t.csv --game small --name crew",),
    "pnp import squib": ("import squib {tables}/t.csv --game small --deck squid",),
    "pnp import cardpen": ("import cardpen {tables}/crew.json --game small --deck pen",),
    "pnp import nandeck": ("import nandeck {tables}/t.csv --game small --deck nan",),
    "pnp fonts add": ("fonts add {font} --as other",),
    "pnp icons add": ("icons add few:ankh",),
    "pnp icons find": ("icons find an few",),
    "pnp fonts list": ("fonts list",),
}
"""Command lines that stand for the rows of the table."""


class Row(NamedTuple):
    """What docs/safety.md says of a command."""

    rules: str
    claims: str
    reads: str
    network: str
    writes: str


def table() -> dict[str, Row]:
    lines = re.findall(r"^\| `(pnp [^`]*)` \|(.*)\|$", (ROOT / "docs/safety.md").read_text(), re.MULTILINE)
    return {command: Row(*(cell.strip() for cell in cells.split("|"))) for command, cells in lines}


def leaves(command: Any, path: str = "pnp") -> Iterator[str]:
    for name, below in getattr(command, "commands", {}).items():
        yield from leaves(below, f"{path} {name}")
    if not hasattr(command, "commands"):
        yield path


def test_every_command_has_its_row() -> None:
    commands = set(leaves(typer.main.get_command(app)))
    assert {
        max((name for name in commands if f"{row} ".startswith(f"{name} ")), key=len) for row in table()
    } == commands
    assert set(table()) == set(LINES)


class Stranger:
    """A project with two games, rules, and a file for each module that anybody might import, none of which may run."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root, self.home = folder, folder / "project", folder / "home"
        self.log, self.trace = folder / "log", folder / "trace"
        for output in project_files(Name("orchard", "Orchard"), "trick-taking"):
            self.write(self.root / output.path, output.content)
        small = {"data/small/game.yaml": f"{GAME}languages: [en, fr]\n", "data/small/cards.yaml": CARDS}
        for path, text in {**small, "templates/small/face.yaml": FACE, "templates/small/back.yaml": BACK}.items():
            self.write(self.root / path, text.encode())
        po = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        self.write(self.root / "data/small/locale/fr.po", f'{po}msgid "Small"\nmsgstr "Petit"\n'.encode())
        self.write(folder / "watching/sitecustomize.py", WATCHED.encode())
        self.write(folder / "tables/t.csv", b"name,gain\nPilot,3\n")
        self.write(folder / "tables/crew.json", b'{"csv": "name,gain\\nPilot,3", "mustache": ""}')
        self.write(folder / "tables/fr.csv", b"en,fr\nSmall,Menu\n")
        for name in PYODIDE:
            self.write(folder / "tables" / name, b"")
        for name in MODULES:
            text = f"open({str(self.trace)!r}, 'a').write({name + chr(10)!r})\n"
            self.write(self.root / f"{name}.py", text.encode())
            self.write(self.root / f"data/orchard/{name}.py", text.encode())
        self.home.mkdir()
        self.server = ""

    @staticmethod
    def write(path: Path, content: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONSAFEPATH")},
            "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home), "APPDATA": str(self.home),
            "PYTHONPATH": str(self.folder / "watching"), "PYTHONDONTWRITEBYTECODE": "1",
            "WATCH_LOG": str(self.log), "WATCH_ROOT": str(self.root), "NPM_CONFIG_REGISTRY": self.server,
        }  # fmt: skip

    def files(self) -> dict[str, bytes]:
        found = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        own = (self.log, self.trace)
        return {path.relative_to(self.folder).as_posix(): text for path, text in found.items() if path not in own}

    def run(self, line: str, start: list[str] | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run pnp inside the project, as its user would."""
        bot = re.findall(r"^def (\w+)", (self.root / "data/orchard/bots.py").read_text(), re.MULTILINE)[0]
        font = ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf"
        line = line.format(bot=bot, tables=self.folder / "tables", font=font, server=self.server)
        command, changed = [*(start or [str(PNP)]), *line.split()], {**self.environment, **environment}
        if line.split()[0] in ("serve", "studio", "play"):
            return self._serve(command, changed)
        return subprocess.run(command, cwd=self.root, env=changed, capture_output=True, text=True, check=False)

    def _serve(self, command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
        process = subprocess.Popen(
            command, cwd=self.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            address, _, word = process.stdout.readline().partition(" ")[0].partition("?studio=")
            if not address:
                return subprocess.CompletedProcess(command, process.wait(60), "", process.communicate()[1])
            for path in ("api/project", "api/faces/small/en/numbers?cards=1,2", "api/faces/orchard/en/cards?cards=1"):
                with suppress(HTTPError), urlopen(Request(f"{address}{path}", headers={"x-studio": word})) as answer:
                    answer.read()
            if "play" in command:
                table = Request(
                    f"{address.partition('play/')[0]}api/play/orchard/en",
                    b'{"seats": ["person", "random", "random"]}',
                    JSON,
                )
                with urlopen(table, timeout=60) as answer:
                    assert b"tokens" in answer.read()
            process.send_signal(signal.SIGINT)
            told, errors = process.communicate(timeout=60)
        finally:
            process.kill()
        return subprocess.CompletedProcess(command, process.returncode, told, errors)

    def noted(self, kind: str) -> set[str]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return {line.partition(" ")[2] for line in lines if line.startswith(f"{kind} ")}


def place(path: str) -> str:
    """How the table calls the place of a file that was written."""
    if path.startswith("home/"):
        return "your settings"
    folder = path.split("/")[1]
    return "the folder that you name" if folder == "named" else f"`{folder}/`"


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[Stranger]:
    made = Stranger(tmp_path)
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "tables"))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    made.server = f"http://127.0.0.1:{server.server_port}"
    head = {"version": "1.2.3", "dist": {"tarball": f"{made.server}/few.tgz"}}
    made.write(tmp_path / "tables/few.tgz", package())
    made.write(tmp_path / "tables/@iconify-json/few/latest", json.dumps(head).encode())
    yield made
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("command", LINES)
def test_each_command_does_what_the_table_says(stranger: Stranger, command: str) -> None:
    before = stranger.files()
    said = table()[command]
    for line in LINES[command]:
        done = stranger.run(line)
        assert done.returncode in (0, 1) and "failed:" not in done.stderr, (line, done.stderr)
        assert not stranger.trace.exists(), (line, stranger.trace.read_text())
    ran = {Path(name).name for name in stranger.noted("ran")}
    assert ran <= set(CODE)
    seen = Row(
        "yes" if ran & {"rules.py", "bots.py"} else "no",
        "yes" if "claims.py" in ran else "no",
        "yes" if stranger.noted("read") else "no",
        "yes" if stranger.noted("asked") else "no",
        ", ".join(sorted({place(path) for path, text in stranger.files().items() if before.get(path) != text}))
        or "nothing",
    )
    assert seen == said


def keep_what_python_looks_up(stranger: Stranger, code: str) -> None:
    """Leave out the modules that Python itself, told to search the folder, has loaded before pnp begins."""
    command = [sys.executable, "-c", f"import sys, {code}; print(*sys.modules)"]
    done = subprocess.run(command, env=stranger.environment, capture_output=True, text=True, check=True)
    for name in {*done.stdout.split(), "pnp", "usercustomize"}:
        (stranger.root / f"{name}.py").unlink(missing_ok=True)


START = ("-m pnp", "-E -m pnp", "-P -m pnp", "-P -E -m pnp")


@pytest.mark.parametrize("start", START)
def test_pnp_as_a_module_imports_nothing_from_the_folder(stranger: Stranger, start: str) -> None:
    if "-P" not in start:
        keep_what_python_looks_up(stranger, "runpy, pkgutil, sitecustomize")
    done = stranger.run("build small --jobs 2", [sys.executable, *start.split()])
    assert done.returncode == 0, done.stderr
    assert not stranger.trace.exists(), stranger.trace.read_text()


@pytest.mark.parametrize("searched", ["", ".", "{root}", "{none}:", ":{none}", "{none}:{root}:{none}"])
def test_pnp_imports_nothing_from_the_folder_whatever_the_search_path(stranger: Stranger, searched: str) -> None:
    keep_what_python_looks_up(stranger, "re, sitecustomize")
    path = searched.replace(":", os.pathsep).format(root=stranger.root, none=stranger.home)
    done = stranger.run("build small --jobs 2", PYTHONPATH=path)
    assert done.returncode == 0, done.stderr
    assert not stranger.trace.exists(), stranger.trace.read_text()


def test_a_folder_that_holds_pnp_itself_is_searched_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT), "", "/elsewhere", *sys.path])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), "/elsewhere"]))
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    monkeypatch.chdir(ROOT)
    import_nothing_from("")
    assert [entry for entry in sys.path if os.path.realpath(entry) == str(ROOT)] == [str(ROOT)] == sys.path[-1:]
    assert (os.environ["PYTHONPATH"], os.environ["PYTHONSAFEPATH"]) == ("/elsewhere", "1")


def test_a_working_folder_that_is_gone_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    import_nothing_from("")
    assert os.environ["PYTHONSAFEPATH"] == "1"


# --- what came with the project in output/


def test_no_command_follows_a_link_that_output_is(stranger: Stranger) -> None:
    """Each command that writes to output/ refuses it, and writes nothing to where it leads."""
    elsewhere = stranger.folder / "elsewhere"
    elsewhere.mkdir()
    (stranger.root / "output").symlink_to(elsewhere)
    writing = [command for command, row in table().items() if row.writes == "`output/`"]
    assert "pnp play" in writing and "pnp build" in writing
    for command in writing:
        done = stranger.run(LINES[command][0])
        assert (done.returncode, "output is a link to" in done.stderr) == (1, True), (command, done.stderr)
        assert list(elsewhere.iterdir()) == [], command


@pytest.mark.parametrize(
    ("line", "below"),
    [
        ("show numbers 1 small", "small"),
        ("show numbers 1 small", "small/en/show"),
        ("build small --clean --jobs 1", "small"),
        ("build small --clean --jobs 1", "small/en"),
        ("export plain --deck numbers --jobs 1 small", "small"),
        ("export png --dpi 40 --jobs 1 small", "small/en/png"),
        ("release small --jobs 1", "release"),
    ],
)
def test_no_command_follows_a_link_below_output(stranger: Stranger, line: str, below: str) -> None:
    """Nothing is written to where the folder of a game or of a product leads, and nothing is removed there."""
    elsewhere, link = stranger.folder / "elsewhere", stranger.root / "output" / below
    for path in ("en/faces.json", "faces.json"):
        stranger.write(elsewhere / path, b'{"files": ["precious.pdf"]}')
        stranger.write(elsewhere / path.replace("faces.json", "precious.pdf"), b"mine")
    link.parent.mkdir(parents=True)
    link.symlink_to(elsewhere)
    before = stranger.files()
    done = stranger.run(line)
    assert stranger.files() == before
    assert done.returncode == 1 and re.search("a link leads out of the folder|is a link to", done.stderr), done.stderr


@pytest.mark.parametrize(
    ("line", "name"), [("calibrate sheet", "calibration.pdf"), ("release small --jobs 1", "release/small-en.zip")]
)
def test_a_link_of_the_name_of_a_file_is_replaced(stranger: Stranger, line: str, name: str) -> None:
    """A command puts its file in place of the link; what the link leads to stays as it is."""
    precious, link = stranger.folder / "precious", stranger.root / "output" / name
    stranger.write(precious, b"mine")
    link.parent.mkdir(parents=True)
    link.symlink_to(precious)
    done = stranger.run(line)
    assert (done.returncode, precious.read_bytes(), link.is_symlink()) == (0, b"mine", False), done.stderr


@pytest.mark.parametrize("what", ["tables", "tables/diary.jsonl", "tables/0123abcd.json"])
def test_play_follows_no_link_in_output_and_reads_no_file_that_it_has_not_written(
    stranger: Stranger, what: str
) -> None:
    """Whether output/tables, the diary or a saved game is a link: what it leads to stays as it is, and is not told."""
    precious = stranger.folder / "precious"
    target = precious / "kept"
    stranger.write(target, b'{"secret": 1}\n')
    link = stranger.root / "output" / what
    link.parent.mkdir(parents=True)
    link.symlink_to(precious if what == "tables" else target)
    before = stranger.files()
    command = [str(PNP), "play", "orchard", "--port", "0", "--no-open"]
    with subprocess.Popen(
        command, cwd=stranger.root, env=stranger.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        address = process.stdout.readline().partition("play/")[0]
        try:
            if what == "tables":
                assert "output/tables is a link to" in process.stderr.read()
                return
            opened = json.loads(ask(f"{address}api/play/orchard/en", seats=["person", "random", "random"]))
            at, token = f"{address}api/table/{opened['table']}", opened["tokens"]["0"]
            told = [ask(f"{at}/diary", token=token, answers={"q": "written by a player"})]
            told.append(ask(f"{address}api/table/0123abcd/view?token=t"))
            assert not any("secret" in each for each in told)
            assert what != "tables/diary.jsonl" or "it is a link" in told[0]
        finally:
            process.send_signal(signal.SIGINT)
            errors = process.communicate(timeout=60)[1]
    assert "failed:" not in errors
    after = stranger.files()
    assert {path: after[path] for path in before} == before
    assert {place(path) for path in after.keys() - before.keys()} <= {"`output/`", "your settings"}


def ask(address: str, **body: object) -> str:
    """What is answered to a program that has none of the headers of a browser."""
    content = json.dumps(body).encode() if body else None
    try:
        with urlopen(Request(address, content, JSON), timeout=60) as answer:
            return str(answer.read().decode())
    except HTTPError as error:
        return error.read().decode()
