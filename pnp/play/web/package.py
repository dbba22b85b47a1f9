"""What was exported of a game in each language → the files of its web page, which need no server but for static files.

The page's code and rules are those of ``pnp play``. Nothing of the project is run here: what only running it can show
is shown by the page.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

from pnp import __version__
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.exports.request import ExportRequest
from pnp.outputs import Output, zipped
from pnp.play.bots import BOT_KINDS, is_search
from pnp.play.exported import MODULES, needed_files, packed
from pnp.play.project_game import own_bots
from pnp.play.room import RoomGame, about_game
from pnp.play.web.pyodide import find_pyodide, read_pyodide
from pnp.project.files import Files
from pnp.project.fonts import files_of_fonts
from pnp.starters import FONT_FOLDER
from pnp.text.bidi import is_right_to_left
from pnp.text.numbers import language_tag
from pnp.text.page_words import WEB_WORDS, page_words

POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; "
    "img-src 'self' blob: data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page may load: its own files. Its worker is started from a blob, so that it is held to the same."""

MOST_FILES, MOST_BYTES, MOST_BYTES_OF_FILE = 1_000, 500_000_000, 200_000_000
"""The limits of itch.io for a game in HTML5 (itch.io/docs/creators/html5)."""

LICENCES = ("OFL", "LICENSE", "LICENCE", "COPYING", "UFL")
"""The prefixes of the file names of fonts' licences."""

_PNP = Path(__file__).resolve().parents[2]
_SHARED, _OF_TABLES = _PNP / "serve" / "static", _PNP / "play" / "served" / "static"
_OF_SERVER = ("served.js", "server.js")
"""Files of the page of pnp play that the exported page does not have."""

_PAGES = Environment(loader=PackageLoader("pnp.play.served", "pages"), autoescape=select_autoescape(["html"]))

Contents = dict[str, bytes]
"""Files by their paths from the page's folder."""


def gather(
    files: Files, name: str, outputs: Sequence[Output], request: ExportRequest, diagnostics: Diagnostics
) -> list[Output]:
    """Return the files of a game's page.

    Args:
        files: The project.
        name: The game.
        outputs: What was exported of it in each of its languages.
        request: Has the path of Pyodide.
        diagnostics: Collects what keeps the game from being played.
    """
    from pnp.play.project_game import read_room_game

    contents = {output.path.removeprefix(f"{name}/"): output.content for output in outputs}
    languages = list(dict.fromkeys(path.partition("/")[0] for path in contents))
    before = diagnostics.count
    game = read_room_game(files, name, diagnostics, languages)
    if game is None or diagnostics.count > before:
        return []
    _check_imports(game, diagnostics)
    bots = [*own_bots(game.bundle.bots), *BOT_KINDS]
    game = _without(_package_bots(game, bots, diagnostics), game)
    faces, pictures = _faces(contents)
    booklets = _booklets(contents)
    dresses = {path.partition("/web/")[2]: content for path, content in contents.items() if "/web/game/" in path}
    played = _played(game)
    python = {f"pyodide/{file}": content for file, content in read_pyodide(Path(request.pyodide)).items()}
    about = {language: about_game(game, language, bots) for language in languages}
    start = {
        "game": name,
        "languages": languages,
        "about": about,
        "words": {language: page_words(language, WEB_WORDS) for language in languages},
        "faces": faces,
        "rules": [language for language in languages if f"rules/{language}.html" in booklets],
        "bytes": sum(len(content) for path, content in {**played, **python}.items() if not path.endswith(".mjs")),
        "pictures": sum(map(len, pictures.values())),
    }
    page: Contents = {
        "index.html": _index(about[languages[0]], languages, list(pictures)).encode(),
        **_front_end(),
        "game/start.json": json.dumps(start, ensure_ascii=False, separators=(",", ":")).encode(),
        **played,
        **pictures,
        **booklets,
        **dresses,
        **python,
        **_licences(files),
    }
    _check_size(page, Place(f"data/{name}/game.yaml"), languages, diagnostics)
    size = sum(map(len, page.values())) / 1e6
    summary = f"{counted(len(page), 'file')}, {size:.1f} MB; {', '.join(languages)}"
    return [Output(f"{name}/web/{path}", page[path], "" if path != "index.html" else summary) for path in page]


def with_pyodide(request: ExportRequest) -> ExportRequest:
    """Return the request with the path of Pyodide, which is fetched if need be.

    Raises:
        Fault: Pyodide is not found and cannot be fetched.
    """
    return replace(request, pyodide=str(find_pyodide(request.pyodide)))


def _faces(contents: Mapping[str, bytes]) -> tuple[dict[str, dict[str, dict[str, str]]], Contents]:
    """Return the file of each face by language, deck and side: a number, or back-1; and the pictures, each once."""
    faces: dict[str, dict[str, dict[str, str]]] = {}
    pictures: Contents = {}
    for path, content in contents.items():
        language, _, kind, *inside = path.split("/")
        if kind == "faces":
            deck, side = inside
            file = f"{deck}-{hashlib.sha256(content).hexdigest()[:12]}.webp"
            faces.setdefault(language, {}).setdefault(deck, {})[side.removesuffix(".webp")] = file
            pictures[f"faces/{file}"] = content
    return faces, pictures


def _booklets(contents: Mapping[str, bytes]) -> Contents:
    names = {path.partition("/")[0]: path for path in contents if path.endswith("/rules.html")}
    return {f"rules/{language}.html": contents[path] for language, path in names.items() if contents[path]}


def _played(game: RoomGame) -> Contents:
    """Return what the worker loads: pnp's code, the game's code as it is, and its cards, names and words."""
    code = {f"pnp/{file}": (_PNP / file).read_bytes() for file in needed_files()}
    return {
        "game/pnp.zip": zipped(code),
        "game/game.json": packed(game).encode(),
        "game/rules.py": game.bundle.rules.encode(),
        "game/bots.py": game.bundle.bots.encode(),
    }


def _front_end() -> Contents:
    own = Path(__file__).parent / "page"
    of_page = [*sorted(_OF_TABLES.iterdir()), *sorted(own.glob("*.js"))]
    return {f"static/{name}": (_SHARED / name).read_bytes() for name in ("dom.js", "icon.svg")} | {
        f"static/play/{file.name}": file.read_bytes() for file in of_page if file.name not in _OF_SERVER
    }


def _index(about: Mapping[str, Any], languages: Sequence[str], pictures: Sequence[str]) -> str:
    """Return the page, with the title, the subtitle and a picture of the game for those to whom a link is shown."""
    words = {language: page_words(language, WEB_WORDS) for language in languages}
    notes = {language_tag(language): words[language]["noServer"] for language in languages}
    name, picture = about["game"], next((path for path in pictures if path.startswith("faces/")), "")
    values = {"game": name, "language": languages[0], "root": "", "start": "exported", "policy": POLICY, "notes": notes}
    values |= {
        "dress": f"game/dress-{languages[0]}.css",
        "title": about["title"],
        "loading": words[languages[0]]["loading"],
        "description": about["subtitle"],
        "picture": picture,
    }
    values |= {"tag": language_tag(languages[0]), "direction": "rtl" if is_right_to_left(languages[0]) else "ltr"}
    return _PAGES.get_template("play.html").render(values, version=__version__)


def _licences(files: Files) -> Contents:
    """Return the licences of what the page contains: pnp, Pyodide, Python, and the fonts of the booklet."""
    own = {
        f"licences/{file.name}": file.read_bytes() for file in sorted((Path(__file__).parent / "licences").iterdir())
    }
    fonts, home = {}, files_of_fonts(files)
    folders = ["fonts", *(f"fonts/{name}" for name in home.folders("fonts"))] if home is files else [FONT_FOLDER]
    for folder in folders:
        for name in home.names(folder):
            if name.upper().startswith(LICENCES):
                path = f"{folder}/{name}"
                fonts[f"licences/{path}"] = home.read(path, Place(path))
    return own | fonts


# --- checks


def _check_imports(game: RoomGame, diagnostics: Diagnostics) -> None:
    """Report modules that the game's code imports and that a page does not have."""
    bundle = game.bundle
    for file, code in ((bundle.rules_file, bundle.rules), (bundle.bots_file, bundle.bots)):
        for module, line in _imports(code):
            is_own = module.startswith("pnp.") and module.removeprefix("pnp.").replace(".", "/") in MODULES
            if module.partition(".")[0] not in sys.stdlib_module_names and not is_own:
                what, why = f"{file} imports {module}", "a page has Python's own modules and pnp.rules, no others"
                diagnostics.report(Code.WEB_IMPORT, Place(file, line), what=what, why=why, fix="remove the import")


def _imports(code: str) -> Iterator[tuple[str, int]]:
    """Yield the modules that a game's file imports, with their lines, without those of the game itself."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError):
        return  # the page says where
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, node.lineno


def _package_bots(game: RoomGame, bots: Container[str], diagnostics: Diagnostics) -> Collection[str]:
    """Report the bots of a game that are those of packages, which a page does not have, and return their names."""
    added = {bot: None for bot in game.bundle.usual if bot not in bots and not is_search(bot)}
    for bot in added:
        what, why = f"the bot {bot} comes from a package", "a page has only pnp's own bots and those of bots.py"
        place, fix = Place(f"data/{game.bundle.game}/game.yaml"), "write it into bots.py; random plays instead"
        diagnostics.report(Code.WEB_BOT, place, what=what, why=why, fix=fix)
    return added


def _without(bots: Container[str], game: RoomGame) -> RoomGame:
    """Return a game in which random players stand in for some bots."""
    usual = tuple("random" if bot in bots else bot for bot in game.bundle.usual)
    return replace(game, bundle=replace(game.bundle, usual=usual))


def _check_size(page: Contents, place: Place, languages: Sequence[str], diagnostics: Diagnostics) -> None:
    """Report a page that is larger than itch.io takes."""
    size, largest = sum(map(len, page.values())), max(page, key=lambda path: len(page[path]))
    whats = []
    if len(page) > MOST_FILES:
        whats.append(f"it has {len(page):,} files, of {MOST_FILES:,} at most")
    if size > MOST_BYTES:
        whats.append(f"it has {size / 1e6:.0f} MB, of {MOST_BYTES / 1e6:.0f} at most")
    if len(page[largest]) > MOST_BYTES_OF_FILE:
        whats.append(f"{largest} has {len(page[largest]) / 1e6:.0f} MB, of {MOST_BYTES_OF_FILE / 1e6:.0f} at most")
    for what in whats:
        fix = (
            f"export fewer languages: --lang {languages[0]}"
            if len(languages) > 1
            else "publish it on a site of your own"
        )
        diagnostics.report(Code.WEB_TOO_LARGE, place, what=f"itch.io does not accept this page: {what}", fix=fix)
