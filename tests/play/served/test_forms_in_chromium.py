"""Every form of game is played in Chromium by clicks at random: each option has one element that can be clicked."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from form_games import NAMES, playable, write_forms

pytestmark = [pytest.mark.slow, pytest.mark.process, pytest.mark.needs("chromium")]

SIZES = {"desk": (1440, 900), "phone": (390, 844), "lying": (844, 390)}
MOST_PICKS = 40

READY = """() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true })); // what bots do is not waited for
    return !document.body.classList.contains("busy") && document.querySelector(".end, .asked [data-choice]");
}"""

QUESTION = """async () => {
    const [, table] = /play\\/([0-9a-f]{8})/.exec(location.pathname);
    const token = location.hash.slice(1).split(",")[0].split(":")[1];
    const view = await (await fetch(`/api/table/${table}/view?token=${token}&lang=en&since=0`)).json();
    if (view.end) return null;
    return { options: view.question.options, prompt: view.question.prompt };
}"""

ASKED = """async ([options, chosen]) => {
    const { choices } = await import("/static/play/choosing.js");
    return choices(options, chosen).next.map(({ id }) => id);
}"""

CLICK = """async ([options, chosen, id]) => {
    const { choose } = await import("/static/play/choosing.js");
    [...document.querySelectorAll("[data-choice]")].find((element) => element.dataset.choice === id).click();
    return choose(options, chosen, id).parts ?? null;
}"""

FAULTS = """() => {
    const faults = [];
    const shown = (element) => element.getClientRects().length > 0;
    const said = (element) => `${element.className} ${element.dataset.choice ?? element.textContent}`;
    const inside = (box, slack) => box.top >= -slack && box.left >= -slack && box.bottom <= innerHeight + slack && box.right <= innerWidth + slack;
    scrollTo(0, 0);
    for (const element of document.querySelectorAll("#own .prompt, #own .answers .answer, #own .hand .card")) {
        if (shown(element) && !inside(element.getBoundingClientRect(), 2)) faults.push(`not on the first screen: ${said(element)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll("[data-choice]")) {
        element.scrollIntoView({ block: "nearest", inline: "nearest" });
        const box = element.getBoundingClientRect();
        const reaches = ([x, y]) => {
            const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
            return hit === element || element.contains(hit);
        };
        const spots = [[.5, .5], [.15, .5], [.5, .15], [.5, .85], [.15, .15], [.85, .15], [.85, .5], [.15, .85], [.85, .85], [.06, .06], [.06, .5]];
        if (!spots.some(reaches)) faults.push(`cannot be clicked: ${said(element)}`);
        if (Math.min(box.width, box.height) < 12) faults.push(`too small: ${said(element)}`);
    }
    scrollTo(0, 0);
    return faults;
}"""

CHOICES = """() => [...document.querySelectorAll("[data-choice]")].map((element) => element.dataset.choice)"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = write_forms(tmp_path_factory.mktemp("forms"))
    command = [sys.executable, "-m", "pnp", "play", "memory", "--no-open", "--port", "0", "-p", str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        match = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert match
        yield f"{match[0]}play/"
        server.terminate()


def play_by_clicks(page: Any, address: str, name: str) -> int:
    """Play a game from the first seat by random clicks; return how many questions were answered."""
    random = Random(name)
    players = playable(name).bundle.players[-1]
    page.goto(f"{address}{name}?lang=en&seats={players}&as=1&seed=4")
    for picks in range(MOST_PICKS):
        page.wait_for_function(READY)
        question = page.evaluate(QUESTION)
        if question is None:
            page.wait_for_selector(".end")
            return picks
        assert question["prompt"], "the question says nothing"
        chosen: list[str] = []
        while True:
            found = page.evaluate(CHOICES)
            assert sorted(found) == sorted(page.evaluate(ASKED, [question["options"], chosen])), (picks, chosen)
            assert page.evaluate(FAULTS) == [], (name, picks, question["prompt"], chosen)
            chosen = page.evaluate(CLICK, [question["options"], chosen, random.choice(found)])
            if not chosen:
                break  # it was picked; else the next part is asked
    return MOST_PICKS


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", sorted(NAMES, key=lambda name: name != "race"))  # the first is played each time
def test_each_option_can_be_clicked_until_the_end(name: str, size: str, chromium: Any, address: str) -> None:
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=size != "desk"
    )
    context.add_init_script(f"localStorage.setItem('pnp taught {name}', '1')")  # lessons have tests of their own
    page = context.new_page()
    page.set_default_timeout(60_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    assert play_by_clicks(page, address, name) > 0
    context.close()
    assert errors == []


def test_lanes_of_players_lie_beside_the_places_of_their_board(chromium: Any, address: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}stones?lang=en&seats=2&as=1&seed=4")
    for _ in range(2):
        page.wait_for_function(READY)
        page.evaluate("document.querySelector('[data-choice]').click()")
    page.wait_for_function(READY)
    page.wait_for_selector(".aligned", timeout=60_000)
    beside = page.eval_on_selector_all(
        ".aligned .lane:has(.card)",
        """lanes => lanes.map((lane) => {
            const place = document.querySelector(`.board [data-place="${lane.dataset.place}"]`);
            return Math.abs(lane.getBoundingClientRect().left - place.getBoundingClientRect().left);
        })""",
    )
    context.close()
    assert len(beside) == 2
    assert max(beside) < 2
