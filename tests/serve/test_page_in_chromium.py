"""The page of a table in Chromium: cards seen large, names, results, taking back."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.process, pytest.mark.needs("chromium")]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    command = [sys.executable, "-m", "pnp", "play", "chicken", "--no-open", "--port", "0", "-p", str(ROOT)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        match = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert match
        yield f"{match[0]}play/"
        server.terminate()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", has_touch=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def moving_page(chromium: Any) -> Iterator[Any]:
    """A page of a reader who wants motion, on a phone."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def pick(page: Any, number: int = 0) -> None:
    """Click a choice, again if the table was drawn anew meanwhile."""
    page.wait_for_selector("[data-choice]")
    page.locator("[data-choice]").nth(number).dispatch_event("click")


PAUSE = "#pausing:not([hidden])"


def test_a_pause_of_the_rules_stops_the_page_until_its_reader_goes_on(moving_page: Any, address: str) -> None:
    page = moving_page
    page.goto(f"{address}chili?lang=en&seats=3&as=1&seed=4")
    pick(page)
    page.wait_for_selector(PAUSE)
    assert page.locator("#pausing figcaption").all_inner_texts() == ["Seat 1", "Anna", "Ben"]
    assert page.locator("#pausing img").first.bounding_box()["width"] > 80
    assert page.evaluate("document.activeElement.textContent") == "Go on"
    page.wait_for_function("() => document.getElementById('result').textContent.startsWith('Seat 1: ')")
    page.wait_for_timeout(2000)  # longer than a pause that goes on by itself
    page.evaluate("scrollTo(0, 9999)")
    box = page.locator(PAUSE).bounding_box()
    assert box["y"] + box["height"] == 844
    assert box["y"] > 844 / 2
    assert page.locator("[data-choice]").count() == 0
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-choice]")
    assert not page.locator(PAUSE).count()


def take_seat(page: Any, name: str) -> None:
    """Open the curtain for a person, and wait until the page is theirs."""
    page.click(f"#curtain button:text('I am {name}')")
    page.wait_for_selector("#curtain:not([open])", state="attached")
    page.locator("#own h2", has_text=name).wait_for()


def test_the_next_person_sees_what_has_happened_since_their_own_pick(moving_page: Any, address: str) -> None:
    page = moving_page
    page.goto(f"{address}chicken?lang=en&seats=3&as=1,2&seed=4&name1=Anna&name2=Tom")
    take_seat(page, "Anna")
    pick(page)
    take_seat(page, "Tom")
    pick(page)
    page.wait_for_selector(PAUSE)
    page.click("#pausing button")
    pick(page)
    take_seat(page, "Anna")
    page.wait_for_selector(PAUSE)
    assert "Anna" in page.locator("#own h2").inner_text()
    page.click("#pausing button")
    page.wait_for_selector("[data-choice]")
    page.locator(".player h2 .done", has_text="has picked").wait_for()
    assert "Tom" in page.locator(".player:has(.done) h2").inner_text()


def test_what_is_said_of_a_card_is_asked_even_without_a_choice(page: Any, address: str) -> None:
    page.goto(f"{address}chicken?lang=en&seats=3&as=1&seed=4")
    page.wait_for_selector("[data-choice]")
    chosen = page.evaluate(
        """async () => {
        const { choices, choose } = await import("/static/play/choosing.js");
        const card = (text) => ({ deck: "d", card: text, text, at: ["hands", 0, Number(text)] });
        const option = (...parts) => ({ parts, fields: parts.map(() => "") });
        const said = [{ text: "10" }, { text: "wasabi" }];
        const plays = [option({ text: "pass" }), option(card("1"), ...said), option(card("2"), ...said)];
        const first = choose(plays, [], "at hands 0 2");
        const copies = [option({ text: "no" }), option(card("1")), option(card("2"))];
        return [first, choices(plays, first.parts).next.map(({ text }) => text), choose(plays, first.parts, "text 10"),
          choose(copies, [], "at hands 0 2"), choose(plays, [], "text pass")];
        }"""
    )
    assert chosen == [{"parts": ["at hands 0 2"]}, ["10 wasabi"], {"number": 2}, {"number": 2}, {"number": 0}]


def test_another_game_has_the_same_players_and_an_end_says_who_has_won(page: Any, address: str) -> None:
    page.goto(f"{address}seventy-seven?lang=en&seats=3&as=1&bot2=random&bot3=careful&seed=4&name1=Anna")
    while not page.locator(".panel.end").count():
        page.wait_for_selector("[data-choice], .panel.end")
        page.evaluate("document.querySelector('[data-choice]')?.click()")
        page.wait_for_timeout(10)
    outcome = page.locator(".outcome").inner_text()
    winner = "Anna" if outcome == "You have won" else outcome.removeprefix("Winner: ")
    assert winner in ("Anna", "Ben", "Clara")
    assert page.locator(".own-place").all_inner_texts() == ([] if winner == "Anna" else ["You have lost"])
    assert f"Winner: {winner}" in page.locator("#turn").inner_text()
    page.locator("#replay button").nth(1).click()  # an earlier step of a game that is over is no running game
    page.click("#again")
    page.wait_for_selector(".deal")
    assert page.eval_on_selector_all("select[name^=seat]", "all => all.map(({ value }) => value)") == [
        "person",
        "random",
        "careful",
    ]
    assert page.locator("[name=seat1] option:checked").inner_text().endswith("(bot)")
    assert page.locator("form .answer").count() == 1  # no last game to go on with
    page.go_back()
    page.wait_for_selector(".panel.end")
    over = page.url
    page.click(".panel.end .answer")
    page.wait_for_url(lambda url: url != over)
    pick(page)
    assert "Anna" in page.locator("#own h2").inner_text()
    page.wait_for_function("() => Object.keys(sessionStorage).includes('unfinished seventy-seven')")
    running = page.url
    page.goto(f"{address}seventy-seven?lang=en")
    page.click("form button:text('Go on with the last game')")
    page.wait_for_url(running)


def test_new_cards_in_the_own_hand_have_a_dot_until_the_next_pick(page: Any, address: str) -> None:
    page.goto(f"{address}chili?lang=en&seats=3&as=1&seed=4")
    page.wait_for_selector("[data-choice]")
    for _ in range(2):
        assert not page.locator(".card.new").count()
        before = page.locator("#log .pick").count()
        pick(page)
        page.wait_for_function("before => document.querySelectorAll('#log .pick').length > before", arg=before)
        page.wait_for_selector("[data-choice]")
    assert page.locator(".own .card.new").count() == 3
    assert page.locator(".own .card.new").first.get_attribute("aria-label").endswith(", new card")


def test_a_card_is_seen_large_and_nothing_is_picked(page: Any, address: str) -> None:
    page.goto(f"{address}chili?lang=en&seats=2&as=1&seed=4")
    card = page.locator(".card.choice").nth(1)
    name = card.get_attribute("aria-label")
    card.click(button="right")
    assert page.locator("#large[open]").get_attribute("aria-label") == name
    page.keyboard.press("ArrowRight")
    assert page.locator("#large").get_attribute("aria-label") != name
    page.keyboard.press("2")  # picks nothing behind it
    page.keyboard.press("Escape")
    page.wait_for_selector("#large:not([open])", state="attached")
    card.hover()
    page.keyboard.press("z")
    assert page.locator("#large[open]").get_attribute("aria-label") == name
    page.keyboard.press("z")
    page.locator(".ring .card").first.click()
    page.locator("#large[open] img").click()
    page.click("#log-button")
    page.locator(".named").first.click()
    page.wait_for_selector("#large[open]")
    page.keyboard.press("Escape")
    assert page.locator(".card.choice").count() == 8


def test_a_long_press_shows_a_card_and_its_end_picks_nothing(page: Any, address: str) -> None:
    page.goto(f"{address}chili?lang=en&seats=2&as=1&seed=4")
    page.wait_for_selector(".card.choice")
    while (box := page.locator(".card.choice").first.bounding_box()) is None:
        page.wait_for_timeout(20)  # the table is drawn again
    touch = page.context.new_cdp_session(page)
    points = [{"x": box["x"] + 20, "y": box["y"] + 20}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    page.wait_for_selector("#large[open]")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.touchscreen.tap(640, 880)
    page.wait_for_selector("#large:not([open])", state="attached")
    assert page.locator(".card.choice").count() == 8


def test_names_are_typed_as_text_and_go_into_the_log(page: Any, address: str) -> None:
    page.goto(f"{address}chicken?lang=en&form=1&seats=3&as=1")
    page.fill("[name=name0]", "<i>Anna</i>")
    page.click("form .deal")
    page.wait_for_selector("[data-choice]")
    assert "<i>Anna</i>" in page.locator(".own h2").inner_text()
    page.click(".rename")
    page.fill("#naming input", "Lea")
    page.keyboard.press("Enter")
    page.wait_for_selector(".own h2:has-text('Lea')")
    page.locator("[data-choice]").first.click()
    page.wait_for_selector("#log .pick:has-text('Lea')", state="attached")
    page.wait_for_selector("li.change")


def test_a_pick_is_taken_back_while_another_person_is_still_to_pick(page: Any, address: str) -> None:
    page.goto(f"{address}chicken?lang=en&seats=3&as=1,2&seed=4&name1=Anna&name2=Tom")
    page.click("#curtain button:text('I am Anna')")
    page.locator("[data-choice]").first.click()
    page.click("#curtain button:text('Take back: Anna')")
    assert not page.locator("[aria-current]").count()
    page.locator("[data-choice]").nth(1).click()
    page.click("#curtain button:text('I am Tom')")
    page.click(".panel button:text('Take back: Anna')")
    page.wait_for_selector(".panel:not(:has(button:text('Take back: Anna')))")
    page.locator("[data-choice]").first.click()
    page.wait_for_selector("#curtain button:text('I am Anna')")


def test_the_log_stands_beside_the_table(page: Any, address: str) -> None:
    page.goto(f"{address}chicken?lang=en&seats=6&as=1&seed=4")
    page.wait_for_selector("[data-choice]")
    page.click("#log-button")
    log, table = page.locator("#side").bounding_box(), page.locator("#main").bounding_box()
    assert log["x"] >= table["x"] + table["width"]
    assert log["height"] == 900


def test_a_seat_that_is_left_to_others_leaves_the_language(page: Any, address: str) -> None:
    page.goto(f"{address}chicken?lang=en&seats=3&as=1,2&seed=4")
    page.click("#curtain button")
    page.wait_for_selector("[data-choice]")
    page.select_option("#language", "fr")
    page.wait_for_selector("text=Jouez une carte")
    page.click("#links")
    page.locator("#seats a").first.click()
    assert "lang=fr" in page.url
    assert len(page.url.split("#")[1].split(",")) == 1


def test_a_seat_that_is_opened_by_its_link_is_not_on_the_first_device_any_more(
    page: Any, chromium: Any, address: str
) -> None:
    page.goto(f"{address}chicken?lang=en&seats=3&as=1,2&seed=4")
    page.click("#curtain button:text('I am Seat 1')")
    page.locator("[data-choice]").first.click()
    page.wait_for_selector("#curtain button:text('I am Seat 2')")
    link, _, seats = page.url.partition("#")
    context = chromium.new_context(reduced_motion="reduce")
    friend = context.new_page()
    friend.goto(f"{link}#{seats.split(',')[1]}")
    friend.wait_for_selector("[data-choice]")
    page.wait_for_selector("#own .prompt:has-text('Waiting for Seat 2')")
    assert page.url.endswith(f"#{seats.split(',')[0]}")
    picked = page.locator("#own .card.chosen img[aria-current]")
    assert picked.count() == 1
    assert (picked.get_attribute("alt") or "?") in page.locator("#own .prompt").inner_text()
    assert not page.locator(".panel button:text('Take back: ')").count()
    for mover in (friend, page, friend):
        pick(mover)
        assert not page.locator("#curtain[open]").count()
    page.click("#links")
    page.wait_for_selector("#seats li:has-text('Seat 2') a")  # its link is still there to be shown
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (844, 390)])
def test_the_hand_and_the_question_are_in_the_window(page: Any, address: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{address}chicken?lang=fr&seats=8&as=1&seed=4")
    for _ in range(3):
        page.wait_for_selector("[data-choice]")
        page.evaluate("document.querySelector('.lesson button:last-child')?.click()")
        places = page.wait_for_function(
            """() => {
            const boxes = [...document.querySelectorAll('.own .prompt, .own [data-choice]')].map((one) => one.getBoundingClientRect().toJSON());
            return boxes.length > 2 && boxes;
        }"""
        ).json_value()
        assert all(at["top"] >= -1 and at["bottom"] <= height + 1 and at["right"] <= width + 1 for at in places), places
        page.locator("[data-choice]").first.dispatch_event("click")
        page.wait_for_timeout(300)


def test_a_lesson_on_a_phone_held_sideways_keeps_its_buttons_and_leaves_the_bar_free(page: Any, address: str) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"{address}seventy-seven?lang=en&seats=4&as=1&seed=4")
    page.wait_for_selector(".lesson")
    lesson, buttons, bar = (page.locator(each).bounding_box() for each in (".lesson", ".lesson .answers", ".bar"))
    assert lesson["y"] >= bar["height"]
    assert buttons["y"] + buttons["height"] <= lesson["y"] + lesson["height"]
    page.click("#log-button")
    assert page.locator(".lesson").is_hidden()


def test_the_first_screen_has_the_cover_and_teaches_and_a_friend_takes_a_seat(page: Any, address: str) -> None:
    page.goto(f"{address}chicken?lang=en")
    assert page.locator(".cover").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 100
    assert page.locator(".facts").inner_text().startswith("3–8 players")
    page.check("input[name=count][value='4']", force=True)
    page.click(".deal")
    page.wait_for_selector(".lesson:has-text('The aim:')")
    assert page.locator(".player").count() == 4
    accent = "getComputedStyle(document.documentElement).getPropertyValue('--game-accent')"
    page.wait_for_function(f"() => {accent} === '#c1272d'")
    page.click(".lesson button >> nth=0")
    assert page.wait_for_selector(".lesson:has-text('How to play') td:has-text('exactly')")
    page.click(".lesson button >> nth=1")
    page.wait_for_selector(".lesson", state="detached")
    page.click("button.hint")
    page.wait_for_selector("span.hint:has-text('Hint: ')")
    page.click("#links")
    page.click("#seats li:has-text('Ben') button")
    page.wait_for_selector("#seats li:has-text('Seat 3') a")
    page.click("#seats > button")
    assert page.evaluate("location.hash.split(',').length") == 2
    page.reload()
    page.click("#curtain button:text('I am Seat 1')")
    page.wait_for_selector("[data-choice]")
    assert not page.locator(".lesson").count(), "enough was said"


def test_a_hand_shows_what_may_be_played_and_a_hint_lights_its_card(page: Any, address: str) -> None:
    page.goto(f"{address}spicy?lang=en&seats=2&as=1&seed=4")
    page.wait_for_selector("[data-choice]")
    style = "(cards) => cards.map((card) => [getComputedStyle(card).outlineStyle, getComputedStyle(card.firstChild).opacity])"
    page.wait_for_selector(".dressed main:not(:has(.late))")
    hand = page.locator(".own .hand .card").evaluate_all(style)
    choices = page.locator(".own .hand .choice").count()
    assert len([each for each in hand if each == ["none", "0.5"]]) == len(hand) - choices
    page.locator("button.hint").dispatch_event("click")
    page.wait_for_selector(".own .hinted")
    page.goto(f"{address}chili?lang=en&seats=3&as=1&seed=4")
    page.wait_for_selector(".dressed main:not(:has(.late)) [data-choice]")
    assert set(map(tuple, page.locator(".own .hand .choice").evaluate_all(style))) == {("none", "1")}
    assert "free range" in page.locator(".ring .lead").inner_text()
