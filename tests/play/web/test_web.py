"""A game as a web page: what is in its package, what it may load, what is never run, and where Pyodide comes from."""

from __future__ import annotations

import io
import json
import re
import stat
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from command_line import pnp
from conftest import GAME, ROOT, Install, WriteProject
from exported import export_project, picture
from programs import node

from pnp.core.diagnostics import Fault
from pnp.outputs import BuildResult
from pnp.play.exported import open_packed
from pnp.play.web import package, pyodide
from pnp.play.web.pyodide import FILES, find_pyodide, read_pyodide
from pnp.project.files import Files

pytestmark = pytest.mark.slow

RULES = '''\
"""The rules. In brackets: the booklet's sections."""
from pnp.rules import End, Piles, Table, ask


class Small(Table):
    hands = Piles("owner")


def game(table):
    """[Play] Everybody plays a card."""
    cards = table.shuffled(table.decks.numbers)
    table.hands = [[cards[seat]] for seat in table.seats]
    for seat in table.seats:
        yield from ask(seat, table.hands[seat], "card")
    return End("all have played", winners=[0])
'''
BOTS = "def first(seen, options, random):\n    return options[0]\n"
PLAYED = {
    "data/small/game.yaml": GAME.replace("2..4", "2")
    + "play: {questions: {card: Play a card}, bots: first, names: {first: The hasty one}}\n",
    "data/small/rules.py": RULES,
    "data/small/bots.py": BOTS,
    "templates/small/rulebook.md": "## Play\n\nPlay a card.\n",
}
NEVER = "raise SystemExit('this was run')\n"


@pytest.fixture(scope="module")
def fake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like Pyodide's, with a few bytes instead of 13 MB."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in FILES:
        (folder / name).write_text(f"// {name}\n")
    return folder


def export_web(root: Path, fake: Path, *languages: str, **more: Any) -> BuildResult:
    return export_project(root, "web", *languages, pyodide=str(fake), **more)


def page_files(built: BuildResult, game: str = "small") -> dict[str, bytes]:
    assert not [(d.code.value, d.what) for d in built.diagnostics]
    folder = f"{game}/web/"
    return {o.path.removeprefix(folder): o.content for o in built.outputs if o.path.startswith(folder)}


def start_of(files: dict[str, bytes]) -> Any:
    return json.loads(files["game/start.json"])


def test_a_page_in_the_font_of_pnp_has_its_licence(tmp_path: Path) -> None:
    assert "licences/fonts/source-sans-3/OFL.txt" in package._licences(Files(tmp_path))


def test_a_page_has_all_it_needs_in_one_folder_and_as_a_zip(write_project: WriteProject, fake: Path) -> None:
    built = export_web(write_project(PLAYED), fake)
    files = page_files(built)
    assert {path.partition("/")[0] for path in files} == {
        *("index.html", "static", "game", "faces", "rules", "pyodide", "licences")
    }
    assert files["game/rules.py"].decode() == RULES
    assert files["game/bots.py"].decode() == BOTS
    assert {f"pyodide/{name}" for name in FILES} < set(files)
    assert {"licences/MPL-2.0.txt", "licences/Python.txt", "licences/pnp.txt"} < set(files)
    assert files["licences/pnp.txt"] == (ROOT / "LICENSE").read_bytes()
    assert "server.js" not in str(sorted(files))
    (packed,) = [output for output in built.outputs if output.path == "small/web.zip"]
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files
    again = export_web(write_project(PLAYED), fake)
    assert [(o.path, o.content) for o in again.outputs] == [(o.path, o.content) for o in built.outputs]


def test_a_packed_page_is_its_zip_alone(write_project: WriteProject, fake: Path) -> None:
    built = export_web(write_project(PLAYED), fake, packed=True)
    assert [output.path for output in built.outputs] == ["small/web.zip"]


def test_every_address_is_relative_and_what_is_there(write_project: WriteProject, fake: Path) -> None:
    files = page_files(export_web(write_project(PLAYED), fake))
    index = files["index.html"].decode()
    addresses = [path.partition("?")[0] for path in re.findall(r'(?:src|href)="([^"#]+)"', index)]
    assert addresses
    assert set(addresses) < set(files)
    for path, content in files.items():
        if path.endswith(".js") and path.startswith("static/"):
            for module in re.findall(r'^import .*? from "(.+?)";', content.decode(), re.MULTILINE):
                steps = Path(path).parent.joinpath(module).parts
                while ".." in steps:
                    at = steps.index("..")
                    steps = steps[: at - 1] + steps[at + 1 :]
                assert "/".join(steps) in files, (path, module)
            assert not re.search(r"""["'`]https?://(?!www\.w3\.org/2000/svg)""", content.decode()), path
            assert not re.search(r"""fetch\(["'`]/""", content.decode()), path


def test_the_page_may_load_its_own_files_only(write_project: WriteProject, fake: Path) -> None:
    files = page_files(export_web(write_project(PLAYED), fake))
    policy = re.search(r'http-equiv="content-security-policy" content="([^"]+)"', files["index.html"].decode())
    assert policy
    rules = policy[1].replace("&#39;", "'")
    allowed = dict(rule.strip().split(" ", 1) for rule in rules.split(";"))
    assert allowed["default-src"] == "'none'"
    assert allowed["connect-src"] == "'self'"
    assert allowed["worker-src"] == "blob:"
    assert not re.search(r"https?:|\*|unsafe-inline|'unsafe-eval'", rules)
    booklet = files["rules/en.html"].decode()
    assert '<head>\n<meta http-equiv="content-security-policy" content="default-src \'none\';' in booklet
    assert 'id="play"' in booklet


def test_nothing_of_the_project_is_run(write_project: WriteProject, fake: Path) -> None:
    root = write_project({**PLAYED, "data/small/rules.py": NEVER + RULES, "data/small/bots.py": NEVER + BOTS})
    files = page_files(export_web(root, fake))
    answer = open_packed(*(files[f"game/{name}"].decode() for name in ("game.json", "rules.py", "bots.py")))
    failed = json.loads(answer('["about", "small", "en"]'))["failed"]
    assert (failed["file"], failed["line"]) == ("data/small/rules.py", 1)
    assert "this was run" in failed["what"]


def test_the_page_plays_what_was_exported(write_project: WriteProject, fake: Path) -> None:
    files = page_files(export_web(write_project(PLAYED), fake))
    answer = open_packed(*(files[f"game/{name}"].decode() for name in ("game.json", "rules.py", "bots.py")))

    def ask(*wish: Any) -> Any:
        return json.loads(answer(json.dumps(wish)))

    about = ask("about", "small", "en")
    assert about["bots"] == ["first", "random"]
    assert about["bot_words"] == {"first": "The hasty one", "random": "random"}
    tape = {"players": 2, "seed": "1", "seats": ["person", "first"], "values": {}, "picks": []}
    ask("lay", "t", "small", tape)
    assert [player["bot"] for player in ask("view", "t", 0, "en", 0)["players"]] == ["", "The hasty one"]
    question = ask("view", "t", 0, "en", 0)["question"]
    assert question["prompt"] == "Play a card"
    assert question["sections"] == [{"title": "Play", "anchor": "play"}]
    assert ask("pick", "t", 0, 0, 0)["is_over"]


def test_every_card_and_back_has_a_face(write_project: WriteProject, fake: Path) -> None:
    files = page_files(export_web(write_project(PLAYED), fake))
    start = start_of(files)
    game = json.loads(files["game/game.json"])
    for language in start["languages"]:
        for deck, about in game["pages"][language]["decks"].items():
            of_deck = start["faces"][language][deck]
            assert set(of_deck) == {"back-1", *map(str, about["cards"].values())}
            for file in of_deck.values():
                image = picture(files[f"faces/{file}"])
                assert image.size == (
                    372,
                    520,
                )  # 63 × 88 mm at 150 dpi, sharp at three times a phone's 1.05 pixels a mm
    shown = {path for path in files if path.startswith("faces/")}
    assert shown == {
        f"faces/{file}" for decks in start["faces"].values() for deck in decks.values() for file in deck.values()
    }


def in_languages(*languages: str) -> dict[str, str]:
    game = PLAYED["data/small/game.yaml"].replace("players:", f"languages: [en, {', '.join(languages)}]\nplayers:")
    return {**PLAYED, "data/small/game.yaml": game}


def translated(root: Path, language: str) -> None:
    """Write a catalogue with the same words in capitals for every text."""
    assert pnp(root, "i18n", "update", "small", "--lang", language).code == 0
    path = root / f"data/small/locale/{language}.po"
    text = path.read_text(encoding="utf-8")
    text = re.sub(
        r'^msgid "(.+)"\nmsgstr ""$', lambda m: f'msgid "{m[1]}"\nmsgstr "{m[1].upper()}"', text, flags=re.MULTILINE
    )
    path.write_text(text.replace("#, fuzzy\n", ""), encoding="utf-8")


@pytest.mark.parametrize(("language", "direction"), [("fr", "ltr"), ("ar", "rtl")])
def test_a_page_has_all_languages_and_pictures_that_are_alike_once(
    write_project: WriteProject, fake: Path, language: str, direction: str
) -> None:
    root = write_project(in_languages(language))
    translated(root, language)
    files = page_files(export_web(root, fake))
    start = start_of(files)
    assert start["languages"] == ["en", language]
    assert {code: about["title"] for code, about in start["about"].items()} == {"en": "Small", language: "SMALL"}
    assert start["rules"] == ["en", language]
    sides = [side["numbers"] for side in start["faces"].values()]
    assert sides[0]["back-1"] == sides[1]["back-1"]
    assert (sides[0]["1"] == sides[1]["1"]) == (language == "fr")  # a number, which has other digits in Arabic
    pages = json.loads(files["game/game.json"])["pages"]
    assert [pages[code]["direction"] for code in ("en", language)] == ["ltr", direction]
    assert files["index.html"].decode().count('class="note"') == 2
    assert b"left: -" not in files["static/play/play.css"]  # read from the right, that would make the page as wide
    one = page_files(export_web(root, fake, language))
    assert start_of(one)["languages"] == json.loads(one["game/game.json"])["pages"][language]["languages"] == [language]


def test_two_languages_at_once_are_told(write_project: WriteProject, fake: Path) -> None:
    root = write_project(in_languages("fr"))
    translated(root, "fr")
    built = export_web(root, fake, "en+fr")
    assert [(d.code, d.fix) for d in built.diagnostics] == [
        ("language-unavailable", "name each by itself: --lang en --lang fr; players can switch")
    ]
    assert not built.outputs


def test_a_game_without_rules_is_told(write_project: WriteProject, fake: Path) -> None:
    built = export_web(write_project(), fake)
    assert [(d.code, d.fix) for d in built.diagnostics] == [("rules-missing", "write data/small/rules.py")]
    assert (built.outputs, built.left_out) == ([], ("small",))


def test_modules_that_a_page_does_not_have_are_told(write_project: WriteProject, fake: Path) -> None:
    more = "from __future__ import annotations\nimport re, numpy.linalg\nfrom . import bots\nfrom collections import deque\n"
    root = write_project({**PLAYED, "data/small/rules.py": RULES.replace("from pnp", f"{more}from pnp", 1)})
    built = export_web(root, fake)
    assert [(d.code, str(d.place), d.what) for d in built.diagnostics] == [
        ("web-import", "data/small/rules.py:3", "data/small/rules.py imports numpy.linalg")
    ]


def test_a_bot_of_a_package_is_not_on_the_page(install: Install, write_project: WriteProject, fake: Path) -> None:
    install("THING = api.BotKind(lambda seated: lambda options: options[0])", bots="odd")
    game = PLAYED["data/small/game.yaml"].replace("bots: first", "bots: [odd, first]")
    built = export_web(write_project({**PLAYED, "data/small/game.yaml": game}), fake)
    assert [(d.code, d.what) for d in built.diagnostics] == [("web-bot", "the bot odd comes from a package")]
    start, played = (
        json.loads(next(o.content for o in built.outputs if o.path.endswith(f"game/{name}.json")))
        for name in ("start", "game")
    )
    assert start["about"]["en"]["bots"] == ["first", "random"]
    assert start["about"]["en"]["usual"] == played["usual"] == ["random", "first"]


def test_a_page_that_a_site_does_not_take_is_told(
    write_project: WriteProject, fake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_project(PLAYED)
    for name, most in (("MOST_FILES", 20), ("MOST_BYTES", 90_000), ("MOST_BYTES_OF_FILE", 50_000)):
        monkeypatch.setattr(package, name, most)
    told = export_web(root, fake).diagnostics
    assert {d.code for d in told} == {"web-too-large"}
    assert len(list(told)) == 3
    assert all(d.what.startswith("itch.io does not accept this page: ") for d in told)


# --- Pyodide


def test_a_folder_that_lacks_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / FILES[0]).write_text("")
    with pytest.raises(Fault) as told:
        find_pyodide(str(tmp_path))
    assert told.value.diagnostic.code == "web-pyodide"
    assert told.value.diagnostic.what == f"{tmp_path} has no {FILES[1]}"
    with pytest.raises(Fault, match="is not there"):
        find_pyodide(str(tmp_path / "nowhere"))


def test_another_archive_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "pyodide.tgz"
    archive.write_bytes(b"something else")
    with pytest.raises(Fault, match="is not Pyodide") as told:
        read_pyodide(archive)
    assert pyodide.VERSION in str(told.value.diagnostic.fix)


def fake_npm(folder: Path, script: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / "npm"
    path.write_text(f"#!{sys.executable}\nimport pathlib, sys\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.skipif(sys.platform == "win32", reason="npm is a script of the shell there")
@pytest.mark.process
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("sys.exit('npm error code ENOTFOUND')", "npm cannot fetch"),
        ("pathlib.Path(f'pyodide-{sys.argv[2][8:]}.tgz').write_bytes(b'another')", "is not Pyodide"),
    ],
)
def test_npm_that_fails_or_brings_something_else_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    fake_npm(tmp_path / "bin", script)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    with pytest.raises(Fault, match=words) as told:
        find_pyodide()
    assert f"npm pack pyodide@{pyodide.VERSION}" in str(told.value.diagnostic.fix)
    assert not list((tmp_path / "cache").rglob("*.tgz"))


@pytest.mark.skipif(sys.platform == "win32", reason="npm is a script of the shell there")
@pytest.mark.process
def test_npm_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_npm(tmp_path / "bin", "pathlib.Path(f'pyodide-{sys.argv[2][8:]}.tgz').write_bytes(b'it')")
    monkeypatch.setattr(pyodide, "_has_digest", lambda content: content == b"it")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    first = find_pyodide()
    assert first.read_bytes() == b"it"
    assert first.is_relative_to(tmp_path / "cache")
    (tmp_path / "bin/npm").unlink()
    assert find_pyodide() == first
    first.write_bytes(b"damaged")
    with pytest.raises(Fault, match="npm is not installed"):
        find_pyodide()


def test_the_command_without_npm_says_what_to_do(
    write_project: WriteProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = write_project(PLAYED)
    monkeypatch.setattr(pyodide.shutil, "which", lambda _: None)
    monkeypatch.setenv("PNP_CACHE", str(tmp_path))
    done = pnp(root, "export", "web")
    assert done.code == 1
    assert "error[web-pyodide]: npm is not installed" in done.err
    assert f"npm pack pyodide@{pyodide.VERSION}, and then --pyodide pyodide-{pyodide.VERSION}.tgz" in done.err
    assert not (root / "output").exists()


def test_the_command_writes_a_folder_and_a_zip(write_project: WriteProject, fake: Path) -> None:
    root = write_project(PLAYED)
    done = pnp(root, "export", "web", "small", "--pyodide", str(fake))
    assert (done.code, done.err) == (0, "")
    assert re.search(r"output/small/web/index.html  \d+ files, \d\.\d MB; en\n", done.out)
    assert re.search(r"output/small/web.zip  \d\.\d MB, to upload\n", done.out)
    assert (root / "output/small/web/index.html").exists()
    assert pnp(root, "export", "png", "--pyodide", str(fake)).code == 2


# --- in Node, with Pyodide


IN_NODE = """
import { readFileSync } from "fs";
const at = process.argv[2];
const { loadPyodide } = await import(`${at}/pyodide/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${at}/pyodide/` });
python.unpackArchive(new Uint8Array(readFileSync(`${at}/game/pnp.zip`)), "zip", { extractDir: "/pnp" });
const open = python.runPython("import sys\\nsys.path.insert(0, '/pnp')\\nfrom pnp.play.exported import open_packed\\nopen_packed");
const answer = open(...["game.json", "rules.py", "bots.py"].map((name) => readFileSync(`${at}/game/${name}`, "utf8")));
for (const wish of JSON.parse(process.argv[3])) console.log(answer(JSON.stringify(wish)));
"""


@pytest.mark.process
def test_pyodide_plays_the_same_game_as_python(
    write_project: WriteProject, tmp_path: Path, pyodide_archive: Path
) -> None:
    files = page_files(export_web(write_project(PLAYED), pyodide_archive))
    for path, content in files.items():
        target = tmp_path / "page" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    tape = {"players": 2, "seed": "1", "seats": ["person", "first"], "values": {}, "picks": []}
    wishes = [["about", "small", "en"], ["lay", "t", "small", tape], ["view", "t", 0, "en", 0], ["pick", "t", 0, 0, 0]]
    script = tmp_path / "play.mjs"
    script.write_text(IN_NODE)
    command = [node(), str(script), str(tmp_path / "page"), json.dumps(wishes)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert ended.returncode == 0, ended.stderr
    answer = open_packed(*(files[f"game/{name}"].decode() for name in ("game.json", "rules.py", "bots.py")))
    assert ended.stdout.splitlines() == [answer(json.dumps(wish)) for wish in wishes]
