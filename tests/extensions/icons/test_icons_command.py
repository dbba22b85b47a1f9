"""pnp icons: what is taken from a package, what is written, and what is said without a network."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import tarfile
from pathlib import Path

import pytest
from command_line import Done
from conftest import WriteProject
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostics, Fault
from pnp.extensions.icons import command
from pnp.layout.svg.items import parse_drawing

ICONS = {
    "prefix": "few",
    "width": 24,
    "height": 24,
    "icons": {
        "ankh": {"body": '<path fill="currentColor" d="M0 0h24v12z"/>'},
        "big-sword": {"body": "<path d='M0 0h9v9z'/>", "width": 32},
    },
    "aliases": {"knha": {"parent": "ankh", "hFlip": True}, "circle": {"parent": "circle"}},
}
ABOUT = {
    "name": "Few Icons",
    "author": {"name": "A. Maker", "url": "https://a.b"},
    "license": {"title": "CC BY 3.0", "url": "https://c.d"},
}


def package(icons: object = ICONS, about: object = ABOUT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in (("icons.json", icons), ("info.json", about), ("../../evil", {})):
            data = json.dumps(content).encode()
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    content = package()
    digest = base64.b64encode(hashlib.sha512(content).digest()).decode()
    head = {"version": "1.2.3", "dist": {"tarball": "https://x/few.tgz", "integrity": f"sha512-{digest}"}}
    answers = {f"{command.REGISTRY}/@iconify-json/few/latest": json.dumps(head).encode(), "https://x/few.tgz": content}
    monkeypatch.delenv("NPM_CONFIG_REGISTRY", raising=False)
    monkeypatch.setattr(command, "fetch", lambda address: answers[address])
    return answers


def run(root: Path, *arguments: str) -> Done:
    result = CliRunner().invoke(app, ["icons", *arguments, "--project", str(root)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def test_icons_are_written_with_their_makers(write_project: WriteProject, registry: dict[str, bytes]) -> None:
    root = write_project({"data/g/game.yaml": "title: G\n"})
    done = run(root, "add", "few:ankh", "few:knha")
    assert (done.code, "icons: {ankh: icons/ankh}" in done.err) == (0, True)
    told = Diagnostics()
    drawing = parse_drawing((root / "templates/icons/ankh.svg").read_bytes(), "a.svg", told)
    assert drawing and drawing.has_current_colour and not told
    assert "scale(-1 1)" in (root / "templates/icons/knha.svg").read_text()
    assert run(root, "add", "few:big-sword", "few:ankh").code == 0
    credits = (root / "templates/icons/CREDITS.md").read_text()
    line = "`ankh.svg` ankh: Few Icons, by A. Maker; CC BY 3.0; https://a.b https://c.d (@iconify-json/few 1.2.3)"
    assert credits.count(line) == 1 and credits.startswith("# Icons\n") and credits.count("\n- ") == 3
    (root / "templates/icons/ankh.svg").write_text("mine")
    assert "the project has another" in run(root, "add", "few:ankh").err


def test_icons_are_found_by_a_word(write_project: WriteProject, registry: dict[str, bytes]) -> None:
    root = write_project({"data/g/game.yaml": "title: G\n"})
    assert run(root, "find", "sword", "few").out == "few:big-sword\n"
    assert run(root, "find", "sword", "few", "--drawings").out.startswith("few:big-sword <svg ")
    assert "did you mean ankh?" in run(root, "find", "ankk", "few").out


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        ("ankh", "is not an icon of a set"),
        ("few:../a", "is not an icon of a set"),
        ("few:ankk", "did you mean ankh?"),
        ("few:circle", "few has no icon circle"),
    ],
)
def test_what_is_not_there_is_told(
    write_project: WriteProject, registry: dict[str, bytes], wanted: str, fault: str
) -> None:
    root = write_project({"data/g/game.yaml": "title: G\n"})
    done = run(root, "add", wanted)
    assert "error[icon-source]" in done.err
    assert (done.code, fault in done.err, (root / "templates/icons").exists()) == (1, True, False)


def test_a_package_that_is_not_whole_is_refused(write_project: WriteProject, registry: dict[str, bytes]) -> None:
    registry["https://x/few.tgz"] += b"more"
    done = run(write_project({"data/g/game.yaml": "title: G\n"}), "add", "few:ankh")
    assert (done.code, "incomplete" in done.err) == (1, True)


def test_without_a_network_it_says_what_to_do(write_project: WriteProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "http://127.0.0.1:9")
    done = run(write_project({"data/g/game.yaml": "title: G\n"}), "add", "few:ankh")
    assert (done.code, "cannot be reached" in done.err, "in a browser" in done.err) == (1, True, True)


def offer(registry: dict[str, bytes], content: bytes, **dist: object) -> None:
    """Let the registry have another package, without a digest."""
    registry["https://x/few.tgz"] = content
    head = {"version": "1.2.3", "dist": {"tarball": "https://x/few.tgz", **dist}}
    registry[f"{command.REGISTRY}/@iconify-json/few/latest"] = json.dumps(head).encode()


ANKH = {"body": "<path d='M0 0h9v9z'/>"}
BROKEN: list[tuple[object, object]] = [
    ({"icons": {"ankh": {}}}, ABOUT),
    ({"icons": {"ankh": "x"}}, ABOUT),
    ({"icons": ["ankh"]}, ABOUT),
    ({"icons": {"ankh": {"body": 5}}}, ABOUT),
    ({"icons": {"ankh": {"body": "\ud800"}}}, ABOUT),
    ({"icons": {"ankh": {**ANKH, "width": '9" onload="alert(1)'}}}, ABOUT),
    ({"icons": {"ankh": {**ANKH, "left": float("inf")}}}, ABOUT),
    ({"icons": {"ankh": {**ANKH, "rotate": 1e99}}}, ABOUT),
    ({"icons": {"ankh": ANKH}, "aliases": {"ankh": {}}}, ABOUT),
    ({"icons": {"ankh": ANKH}, "aliases": []}, ABOUT),
    ({"icons": {"ankh": ANKH}}, {"author": "x"}),
    ({"icons": {"ankh": ANKH}}, {"license": ["x"]}),
    ({"icons": {"ankh": ANKH}}, ["a"]),
    ([], ABOUT),
]


@pytest.mark.parametrize(("icons", "about"), BROKEN)
def test_a_package_of_another_form_is_refused(
    write_project: WriteProject, registry: dict[str, bytes], icons: object, about: object
) -> None:
    offer(registry, package(icons, about))
    done = run(write_project({"data/g/game.yaml": "title: G\n"}), "add", "few:ankh")
    assert (done.code, "error[icon-source]: the package is not one of Iconify's" in done.err) == (1, True), done.err


@pytest.mark.parametrize("dist", [{"tarball": 5}, {"integrity": 5}, {"integrity": "sha512-x"}, {"tarball": None}])
def test_a_registry_that_says_something_else_is_refused(
    write_project: WriteProject, registry: dict[str, bytes], dist: dict[str, object]
) -> None:
    offer(registry, package(), **dist)
    assert run(write_project({"data/g/game.yaml": "title: G\n"}), "add", "few:ankh").code == 1


def test_an_address_that_is_a_file_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "few.tgz").write_bytes(package())
    with pytest.raises(Fault, match="no address of the web"):
        command.fetch((tmp_path / "few.tgz").as_uri())


@pytest.mark.slow
def test_what_unpacks_without_end_is_refused(write_project: WriteProject, registry: dict[str, bytes]) -> None:
    offer(registry, gzip.compress(bytes(command.LARGEST + 1)))
    done = run(write_project({"data/g/game.yaml": "title: G\n"}), "add", "few:ankh")
    assert (done.code, "unpacks to more than" in done.err) == (1, True)


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script>",
        "<path d='M0 0' onload='alert(1)'/>",
        "<a href='#x'><path d='M0 0'/></a>",
        "<use href='https://x/y.svg#a'/>",
        "<use xlink:href='//x/y.svg#a'/>",
        "<image href='data:image/png;base64,AA'/>",
        "<foreignObject/>",
        "<path style='fill: url(https://x/y)' d='M0 0'/>",
        "<path fill='url( \"https://x/y\")' d='M0 0'/>",
        "<style>@import 'https://x/y.css';</style>",
        "<style>path {fill: u\\72l(https://x/y)}</style>",
        "<animate attributeName='xlink:href' to='javascript:alert(1)'/>",
        "</svg><script/>",
        "<path",
        "<!DOCTYPE x>",
    ],
)
def test_an_icon_that_is_more_than_a_drawing_is_refused(
    write_project: WriteProject, registry: dict[str, bytes], body: str
) -> None:
    root = write_project({"data/g/game.yaml": "title: G\n"})
    offer(registry, package({"icons": {"ankh": {"body": body}}}))
    done = run(root, "add", "few:ankh")
    assert (done.code, "is more than a drawing" in done.err, (root / "templates/icons").exists()) == (1, True, False)


def test_a_gradient_and_a_mask_are_a_drawing() -> None:
    body = "<mask id='a'><path d='M0 0'/></mask><g mask='url(#a)' style='fill:url(\"#b\")'><use href='#c'/></g>"
    assert command.why_no_drawing(f"<svg xmlns='http://www.w3.org/2000/svg'>{body}</svg>") == ""


def test_a_title_forges_no_lines_of_the_credits(write_project: WriteProject, registry: dict[str, bytes]) -> None:
    root = write_project({"data/g/game.yaml": "title: G\n"})
    offer(registry, package(about={"name": "Few\n- `sword.svg` mine\u2028\u001b[1m", "author": {"name": "A\rB"}}))
    assert run(root, "add", "few:ankh").code == 0
    credits = (root / "templates/icons/CREDITS.md").read_text()
    assert credits.count("\n- ") == 1 and "by A B;" in credits and "\u2028" not in credits and "\x1b" not in credits
