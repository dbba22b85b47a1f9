"""pnp serve as a user runs it: told where it is, seen in a browser, ended; and what keeps it from that."""

from __future__ import annotations

import importlib.util
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.request import Request, urlopen

import pytest
from command_line import pnp
from conftest import WriteProject

from benchmarks.chromium import chromium
from pnp.serve.server import bind

pytestmark = pytest.mark.process

POINTED = """(() => {
    const side = document.querySelector('#detail .side'), seen = side.getBoundingClientRect();
    const [clientX, clientY] = [seen.left + seen.width / 2, seen.top + seen.height / 2];
    side.dispatchEvent(new PointerEvent('pointermove', {clientX, clientY}));
    return document.querySelector('#detail .where').textContent;
})()"""
"""What is told of a pointer in the middle of a card that is shown large."""


@contextmanager
def served(root: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "pnp", "serve", "--project", str(root), "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address, _, rest = process.stdout.readline().partition(" ")
        assert rest.strip() == "stop with Ctrl-C"
        yield address, process
    finally:
        process.kill()
        process.communicate()


def test_it_is_there_until_ctrl_c(write_project: WriteProject) -> None:
    with served(write_project()) as (address, process):
        assert address.startswith("http://127.0.0.1:")
        with urlopen(f"{address}api/project", timeout=60) as answer:
            assert b'"title":"Small"' in answer.read()
        events = urlopen(Request(f"{address}events"), timeout=60)  # a page that hears does not hold it up
        assert b"retry" in events.readline()
        process.send_signal(signal.SIGINT)
        told, errors = process.communicate(timeout=60)
        assert (process.returncode, told, errors) == (0, "", "")
        events.close()


@pytest.mark.needs("chromium")
@pytest.mark.skipif(sys.platform != "linux", reason="Chromium is started as on Linux")
def test_a_browser_shows_cards_and_faults_and_what_is_saved(write_project: WriteProject) -> None:
    root = write_project({"data/small/cards.yaml": "- {number: 1, colour: red}\n- {number: 2, colour: bleu}\n"})
    verdict = {"title": "3 players, 50 games", "mark": "▲", "reason": "wins <more>", "facts": [["picked by", "12"]]}
    kept = root / "output/small/simulation/cards.json"
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps({"inputs": {"data/small/rules.py": "0"}, "cards": {"numbers": {"1": [verdict]}}}))
    with served(root) as (address, _), chromium() as page:
        page.look(1280, 800)
        page.go(f"{address}#view=cards&game=small&language=en")
        page.wait("document.body?.dataset.ready")
        page.wait("document.querySelectorAll('.side img[src^=blob]').length === 2")
        marks = page.value(
            "[...document.querySelectorAll('.card .verdict')].map((mark) => [mark.textContent, mark.title])"
        )
        assert marks == [["▲", "▲ 3 players, 50 games: wins <more> (before the last change)"], ["", ""]]
        page.wait("document.getElementById('fault-count').textContent === '1'")
        shown = page.value("document.body.innerText")
        assert "did you mean blue?" in shown and "data/small/cards.yaml:2:23" in shown
        assert page.value("document.querySelectorAll('.card')[1].querySelector('.badge').textContent") == "1"
        before = page.value("document.querySelectorAll('.side img')[1].src")
        (root / "data/small/cards.yaml").write_text("- {number: 1, colour: red}\n- {number: 8, colour: blue}\n")
        page.wait(f"document.querySelectorAll('.side img')[1].src !== '{before}'")
        page.wait("document.getElementById('alarm').hidden")
        page.press("ArrowRight")
        page.press("Enter")
        page.wait("document.querySelectorAll('#detail .side img[src^=blob]').length === 2")
        assert page.value("document.getElementById('detail-title').textContent") == "numbers 1"
        assert page.value(POINTED) == "31.5, 44.0 mm"
        page.wait("document.getElementById('told')?.innerText.includes('picked by\\t12')")
        assert "The game has changed since" in page.value("document.getElementById('told').innerText")
        page.press("ArrowRight")
        page.wait("document.getElementById('told')?.innerText.includes('data/small/cards.yaml:2')")
        page.press("Escape")
        page.wait("document.activeElement.dataset.label === 'numbers 8'")
        for key, view in (("2", "sheets"), ("5", "faults"), ("1", "cards")):
            page.press(key)
            assert not page.value(f"document.getElementById('{view}').hidden")
        page.look(360, 700)
        for view in ("1", "2", "3", "4", "5"):
            page.press(view)
            assert page.value("document.documentElement.scrollWidth") <= 360
        page.value("location.hash = 'view=booklet&game=small&language=en'")
        page.wait("document.body?.dataset.ready && !document.getElementById('booklet').hidden")
        assert page.errors == []


def test_what_is_missing_is_told_with_how_to_get_it(
    write_project: WriteProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "uvicorn" else find(name, *more)
    )
    done = pnp(write_project(), "serve")
    assert (done.code, done.out) == (1, "")
    assert "error[serve-extra]: the preview needs uvicorn" in done.err and "pip install '.[serve]'" in done.err


def test_a_game_that_there_is_not_and_a_folder_without_any_are_told(
    write_project: WriteProject, tmp_path: Path
) -> None:
    assert "did you mean small?" in pnp(write_project(), "serve", "smal").err
    assert pnp(tmp_path / "none", "serve").code == 2
    (tmp_path / "empty").mkdir()
    assert "error[game-none]" in pnp(tmp_path / "empty", "serve").err


def test_a_port_that_is_taken_is_told_and_the_usual_one_makes_room(
    write_project: WriteProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pnp.commands.server_options import bound_sockets

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = pnp(write_project(), "serve", "--port", str(port))
        assert done.code == 2 and "choose another" in " ".join(done.err.split())
        (bound,) = bound_sockets(Mock(get_parameter_source=lambda _: None), port)
        assert bound.getsockname()[0] == "127.0.0.1" and bound.getsockname()[1] != port
        assert bound.proto == socket.IPPROTO_TCP  # else each answer waits 40 ms for Nagle's algorithm
        bound.close()
        with pytest.raises(OSError, match="in use"):
            bind(port)


def test_the_browser_is_opened_where_that_is_asked_for(
    write_project: WriteProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    import webbrowser

    from pnp.serve import server

    shown: list[str] = []

    def started(_files: Any, bound: list[socket.socket], _bounds: Any, game: str, report: Any) -> None:
        report(f"http://127.0.0.1/{game}")
        for each in bound:
            each.close()

    monkeypatch.setattr(server, "serve", started)
    monkeypatch.setattr(webbrowser, "open", shown.append)
    for options in ((), ("--open",)):
        assert pnp(write_project(), "serve", "small", "--port", "0", *options).code == 0
    assert shown == ["http://127.0.0.1/small"]
