"""The studio in Chromium: what a designer does by hand, and the files after it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_studio_server import DESIGN, FILES

pytestmark = [pytest.mark.slow, pytest.mark.process, pytest.mark.needs("chromium")]

CARD = FILES["templates/g/card.yaml"]


def box_of(page: Any, selector: str) -> dict[str, float]:
    """Return the place of an element as soon as it has one; the page may be drawing it anew just now."""
    box = """selector => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box?.width ? { x: box.x, y: box.y, width: box.width, height: box.height } : null;
    }"""
    found: dict[str, float] = page.wait_for_function(box, arg=selector).json_value()
    return found


class Bench:
    """A page of the studio, and the project that it changes."""

    def __init__(self, page: Any, root: Path) -> None:
        self.page = page
        self.root = root

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()

    def after(self, act: Any) -> None:
        """Do something that changes the card, and wait until it is shown."""
        before = int(self.page.locator("#bench").get_attribute("data-shown"))
        act()
        self.page.wait_for_function(f"() => Number(document.getElementById('bench').dataset.shown) > {before}")
        self.page.wait_for_timeout(50)

    def choose(self, name: str) -> dict[str, float]:
        self.page.locator(".tree button", has=self.page.locator("span", has_text=re.compile(f"^{name}$"))).click()
        box: dict[str, float] = box_of(self.page, ".over .box.chosen")
        return box

    def drag(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + by[0], start[1] + by[1], steps=4)
        mouse.up()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    root = tmp_path_factory.mktemp("studio")
    write(root)
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path_factory.mktemp("state"))}
    command = [sys.executable, "-m", "pnp", "studio", "g", "--port", "0", "--project", str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[0], root
        process.terminate()


def write(root: Path) -> None:
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


@pytest.fixture
def page(chromium: Any, server: tuple[str, Path]) -> Iterator[Any]:
    write(server[1])
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(60_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(server[0])
    page.wait_for_selector("[data-ready]")
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def bench(page: Any, server: tuple[str, Path]) -> Bench:
    page.locator(".card").first.click()
    page.wait_for_selector("#bench[data-shown]")
    page.wait_for_selector(".over .box")
    return Bench(page, server[1])


def test_an_element_is_moved_resized_and_turned_by_hand_and_all_is_undone(bench: Bench) -> None:
    box = bench.choose("name")
    scale = box["width"] / 53
    bench.after(lambda: bench.drag((box["x"] + 20, box["y"] + 20), (-60, 30 * scale)))
    moved = bench.text("templates/g/card.yaml")
    line = moved.splitlines()[3]
    x, y, width, height = (float(part) for part in line.partition("in: [")[2].rstrip("]}").split(","))
    assert (width, height) == (53, 20)
    assert abs(y - 35) <= 1
    assert x < 5
    assert moved.splitlines()[:3] == CARD.splitlines()[:3]
    handle = box_of(bench.page, ".handle.e")
    bench.after(lambda: bench.drag((handle["x"] + 4, handle["y"] + 4), (-10 * scale, 0)))
    assert float(bench.text("templates/g/card.yaml").partition("in: [")[2].split(",")[2]) < 50
    handle = box_of(bench.page, ".handle.turn")
    bench.after(lambda: bench.drag((handle["x"] + 4, handle["y"] + 4), (200, 100)))
    assert "rotate: " in bench.text("templates/g/card.yaml")
    for _ in range(3):
        bench.after(lambda: bench.page.keyboard.press("Control+z"))
    assert bench.text("templates/g/card.yaml") == CARD


def test_arrows_move_an_element_in_one_step(bench: Bench) -> None:
    bench.choose("name")
    bench.page.locator(".canvas").focus()

    def press() -> None:
        for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown"):
            bench.page.keyboard.press(key)

    bench.after(press)
    assert bench.text("templates/g/card.yaml") == CARD.replace("[5, 5,", "[6, 10,")


def test_a_text_is_written_on_the_card_into_its_cell(bench: Bench) -> None:
    box = bench.choose("name")
    bench.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bench.page.wait_for_selector(".in-place")
    bench.page.keyboard.type("Anna, the brave")
    bench.after(lambda: bench.page.keyboard.press("Enter"))
    assert bench.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"].replace("Ann", '"Anna, the brave"')
    assert bench.page.locator('[data-field="name"] input').input_value() == "Anna, the brave"


def test_a_text_with_a_default_is_written_into_its_cell(bench: Bench) -> None:
    for text in (
        "{{ card.name|default('') }}",
        '{{ card["name"] | default("") }}',
        "{{card['name']}}",
        "{{ [card.none, card.name|default('')]|select|join(' · ') }}",
    ):
        value = "'" + text.replace("'", "''") + "'"
        (bench.root / "templates/g/card.yaml").write_text(CARD.replace('"{{ card.name }}"', value))
        bench.page.wait_for_function(
            "text => [...document.querySelectorAll('.property textarea')].some(one => one.value === text)"
            " || (document.querySelectorAll('.tree button')[1]?.click(), false)", arg=text, polling=200,
        )  # fmt: skip
        box = bench.choose("name")
        bench.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        bench.page.wait_for_selector(".in-place")
        assert bench.page.locator(".in-place").input_value() == "Ann"
        bench.page.keyboard.press("Escape")


def test_a_fault_of_a_text_stands_at_its_field_with_its_correction(bench: Bench) -> None:
    bench.choose("name")
    (bench.root / "templates/g/card.yaml").write_text(CARD.replace("card.name", "card.nam"))
    fault = bench.page.locator(".panel .property[data-key=text] + .faults")
    fault.wait_for()
    bench.after(lambda: fault.locator(".apply").first.click())
    assert bench.text("templates/g/card.yaml") == CARD
    fault.wait_for(state="detached")


def test_a_property_is_changed_and_what_breaks_the_game_is_refused(bench: Bench) -> None:
    bench.choose("name")
    field = bench.page.locator('[data-key="size"] input')
    field.fill("20pt")
    bench.after(lambda: field.press("Tab"))
    assert bench.text("templates/g/card.yaml") == CARD.replace("20]}", "20], size: 20pt}")
    power = bench.page.locator('[data-field="power"] input')
    power.fill("99")
    power.press("Tab")
    bench.page.wait_for_selector("#refused")
    assert (
        "1 to 9" in bench.page.locator("#refused").inner_text() or "1..9" in bench.page.locator("#refused").inner_text()
    )
    assert bench.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"]
    bench.after(lambda: bench.page.locator("#refused .apply", has_text="Allow 99").click())
    assert bench.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"].replace("Ann,1", "Ann,99")
    assert "power: 1..99" in bench.text("data/g/game.yaml")
    assert bench.page.locator("#refused").count() == 0


def test_the_sides_of_a_box_are_fields_that_write_into_its_list(bench: Bench) -> None:
    bench.choose("name")
    sides = [bench.page.locator(f'[data-key="{key}"] input') for key in ("x", "y", "width", "height")]
    assert [side.input_value() for side in sides] == ["5", "5", "53", "20"]
    sides[2].fill("40")
    bench.after(lambda: sides[2].press("Tab"))
    assert bench.text("templates/g/card.yaml") == CARD.replace("53, 20", "40, 20")


def test_a_fault_of_the_booklet_opens_its_line(page: Any, server: tuple[str, Path]) -> None:
    (server[1] / "templates/g/rulebook.md").write_text("## Play\n\nPlay a card.\n\nSee {{ nothing }}.\n")
    page.locator("[data-view=faults]").click()
    page.locator("#faults button", has_text="rulebook.md:5").first.click()
    page.wait_for_selector(".editor")
    line = "document.querySelector('.editor').shadowRoot.querySelector('.cm-activeLine')?.textContent"
    page.wait_for_function(f"() => {line} === 'See {{{{ nothing }}}}.'")


def test_an_inherited_element_changes_in_this_template_only_where_that_is_wished(bench: Bench) -> None:
    bench.choose("ground")
    bench.page.locator(".here input").check()
    field = bench.page.locator('[data-key="fill"] input:not([type=color])')
    field.fill("#ff0000")
    bench.after(lambda: field.press("Tab"))
    assert bench.text("templates/g/base.yaml") == FILES["templates/g/base.yaml"]
    assert 'ground: {fill: "#ff0000"}' in bench.text("templates/g/card.yaml")


def test_a_text_of_a_design_is_chosen_moved_and_changed(page: Any, server: tuple[str, Path]) -> None:
    root = server[1]
    for path, text in DESIGN.items():
        (root / path).write_text(text)
    page.reload()
    page.wait_for_selector("[data-ready]")
    page.locator(".card").first.click()
    page.wait_for_selector("#bench[data-shown]")
    bench = Bench(page, root)
    box = bench.choose("name")
    field = page.locator('[data-key="align"] select, [data-key="align"] input').first
    assert field.is_visible()
    bench.after(lambda: bench.drag((box["x"] + 8, box["y"] + box["height"] / 2), (60, 40)))
    written = bench.text("templates/g/card.yaml")
    assert re.search(r"elements: \{name: \{in: \[[\d., ]+\]\}\}", written)
    (root / "templates/g/hero.svg").unlink()


def test_elements_are_added_duplicated_ordered_and_deleted(bench: Bench) -> None:
    bench.after(lambda: bench.page.locator(".add").select_option("rect"))
    bench.after(lambda: bench.page.locator("#bench").get_by_role("button", name="Duplicate").click())
    names = bench.page.locator(".tree button span").all_inner_texts()
    assert names == ["ground", "name", "rect", "rect-2"]
    bench.after(lambda: bench.page.locator("#bench").get_by_role("button", name="Send backward").click())
    assert bench.page.locator(".tree button span").all_inner_texts() == ["ground", "name", "rect-2", "rect"]
    for _ in range(2):
        bench.after(lambda: bench.page.locator("#bench").get_by_role("button", name="Undo").click())
    bench.choose("rect")
    bench.page.locator(".canvas").focus()
    bench.after(lambda: bench.page.keyboard.press("Delete"))
    assert bench.text("templates/g/card.yaml") == CARD


def test_a_picture_is_dropped_on_the_card(bench: Bench) -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>"
    script = """([svg]) => {
        const data = new DataTransfer();
        data.items.add(new File([svg], "My Hero.svg", { type: "image/svg+xml" }));
        const box = document.querySelector(".sheet").getBoundingClientRect();
        document.querySelector(".canvas").dispatchEvent(new DragEvent("drop", { dataTransfer: data, clientX: box.x + box.width / 2, clientY: box.y + box.height * .7, bubbles: true, cancelable: true }));
    }"""
    bench.after(lambda: bench.page.evaluate(script, [svg]))
    assert bench.text("templates/g/art/my-hero.svg") == svg
    assert "svg: g/art/my-hero" in bench.text("templates/g/card.yaml")


SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>"


def drop(page: Any, target: str, *names: str, at: tuple[float, float] = (0.5, 0.5), content: str | None = None) -> None:
    """Drop files with a drawing, or another content, on an element, at a part of its width and height."""
    script = """([svg, target, names, [across, down]]) => {
        const data = new DataTransfer();
        for (const name of names) data.items.add(new File([svg], name));
        const on = document.querySelector(target), box = on.getBoundingClientRect();
        on.dispatchEvent(new DragEvent("drop", { dataTransfer: data, clientX: box.x + box.width * across, clientY: box.y + box.height * down, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(script, [content or SVG, target, [*names], [*at]])


PICTURED = {
    "data/g/game.yaml": FILES["data/g/game.yaml"].replace("power: 1..9", "power: 1..9, picture: text"),
    "data/g/heroes.csv": "name,power,picture\r\nAnn,1,Old Knight.svg\r\nBob,2,bob\r\n",
    "templates/g/card.yaml": CARD + '  shown: {svg: "g/art/{{ card.picture }}", in: [5, 30, 53, 40]}\n',
    "templates/g/art/bob.svg": SVG,
}


@pytest.fixture
def pictured(page: Any, server: tuple[str, Path]) -> Iterator[Bench]:
    for path, text in PICTURED.items():
        (server[1] / path).parent.mkdir(parents=True, exist_ok=True)
        (server[1] / path).write_bytes(text.encode())
    page.reload()
    page.wait_for_selector("[data-ready]")
    yield Bench(page, server[1])
    shutil.rmtree(server[1] / "templates/g/art")


@pytest.mark.parametrize("view", ["cards", "data", "card"])
def test_pictures_that_are_dropped_together_find_their_cards_by_name(pictured: Bench, view: str) -> None:
    if view == "card":
        pictured.page.locator(".card").first.click()
        pictured.page.wait_for_selector(".over .box")
    else:
        pictured.page.locator(f"[data-view={view}]").click()
    drop(pictured.page, ".canvas" if view == "card" else f"#{view}", "old_knight.svg", "BOB.svg", "nobody.svg")
    said = pictured.page.locator("#toast", has_text="2 of 3").inner_text()
    assert "nobody.svg (no cell of picture has this name)" in said
    assert pictured.text("data/g/heroes.csv") == PICTURED["data/g/heroes.csv"].replace("Old Knight", "old_knight")
    assert (pictured.root / "templates/g/art/nobody.svg").exists()


@pytest.mark.parametrize("has_gaps", [False, True])
def test_pictures_that_only_a_column_names_are_shown_after_a_question(pictured: Bench, has_gaps: bool) -> None:
    place = "  place: {rect: [5, 30, 53, 40], fill: red}\n  letter: {text: x, in: [5, 30, 53, 40]}\n"
    (pictured.root / "templates/g/card.yaml").write_text(CARD + place)
    if has_gaps:
        with (pictured.root / "data/g/heroes.csv").open("ab") as file:
            file.write(b"Cy,3,\r\n")
        game = pictured.text("data/g/game.yaml").replace("picture: text", "picture?: text")
        (pictured.root / "data/g/game.yaml").write_text(game)
    pictured.page.wait_for_timeout(500)
    pictured.page.on("dialog", lambda dialog: dialog.accept())
    drop(pictured.page, "#cards", "old_knight.svg")
    pictured.page.locator("#toast", has_text="1 of 1").wait_for()
    kept = (
        place.replace("letter: {", "letter: {when: not card.picture, ") if has_gaps else place.partition("  letter")[0]
    )
    when = ", when: card.picture" if has_gaps else ""
    shown = f'  picture: {{svg: "g/art/{{{{ card.picture }}}}", in: [5, 30, 53, 40], fit: contain{when}}}\n'
    assert pictured.text("templates/g/card.yaml") == CARD + kept + shown
    assert pictured.text("data/g/heroes.csv").startswith("name,power,picture\r\nAnn,1,old_knight.svg\r\n")
    assert (pictured.root / "templates/g/art/old_knight.svg").exists()


def test_a_picture_on_a_picture_of_a_field_becomes_this_cards(pictured: Bench) -> None:
    pictured.page.locator(".card").nth(1).click()
    pictured.page.wait_for_selector(".over .box")
    pictured.after(lambda: drop(pictured.page, ".canvas", "New Bob.svg", at=(0.5, 0.55)))
    assert pictured.text("data/g/heroes.csv") == PICTURED["data/g/heroes.csv"].replace("bob", "new-bob")
    assert pictured.text("templates/g/card.yaml") == PICTURED["templates/g/card.yaml"]
    pictured.page.wait_for_selector("#toast >> text=New Bob.svg is stored as new-bob.svg")


def test_a_click_chooses_the_topmost_element(bench: Bench) -> None:
    (bench.root / "templates/g/card.yaml").write_text(CARD + "  top: {rect: [0, 0, 60, 40], fill: red}\n")
    bench.page.wait_for_function("() => document.querySelector('.tree')?.textContent.includes('top')")
    box = bench.choose("name")
    for chosen in ("top", "top"):
        bench.page.mouse.click(box["x"] + 20, box["y"] + 20)
        assert bench.page.locator(".tree [aria-pressed=true] span").all_inner_texts() == [chosen]


def test_a_picture_is_added_by_a_dialogue(bench: Bench) -> None:
    choosers: list[Any] = []
    bench.page.on("filechooser", lambda chooser: choosers.append(chooser))
    for _ in range(20):  # the list may be drawn anew while the key is pressed
        bench.page.locator(".add").focus()
        bench.page.keyboard.press("P")  # one key: letters that come slowly choose an element each
        bench.page.wait_for_timeout(1000)
        if choosers:
            break
    picture = {"name": "a.svg", "mimeType": "image/svg+xml", "buffer": SVG.encode()}
    bench.after(lambda: choosers[0].set_files(picture))
    assert "svg: g/art/a" in bench.text("templates/g/card.yaml")
    bench.after(lambda: bench.page.locator(".panel button", has_text="Fill the card").click())
    assert "svg: g/art/a, in: bleed}" in bench.text("templates/g/card.yaml")


def test_cells_are_typed_and_pasted_into_the_table(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    page.locator("[data-view=data]").click()
    cell = page.locator(".tabulator-row").nth(0).locator(".tabulator-cell").nth(1)
    cell.dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("Eve")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('name of card 1')")
    assert bench.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"].replace("Ann", "Eve")
    page.evaluate("navigator.clipboard.writeText('X\\t4\\nY\\t5')")
    page.locator(".tabulator-row").nth(0).locator(".tabulator-cell").nth(1).click()
    page.keyboard.press("Control+v")
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('4 cells')")
    assert bench.text("data/g/heroes.csv") == "name,power\r\nX,4\r\nY,5\r\n"


def test_the_table_takes_letters_as_a_spreadsheet_does(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})  # keys come before timers
    page.locator("[data-view=data]").click()
    cell_of(page, 0, 1).click()
    page.keyboard.type("2 bats")  # 2 is no other view, b and t are no backs and no bleed
    page.keyboard.press("Enter")
    page.keyboard.type("Eve")
    page.keyboard.press("Shift+Enter")
    page.wait_for_function("() => /name of card 2|2 cells/.test(document.querySelector('[data-step=undo]').title)")
    assert bench.text("data/g/heroes.csv") == "name,power\r\n2 bats,1\r\nEve,2\r\n"
    page.keyboard.press("F2")
    page.keyboard.press("End")
    page.keyboard.type("!")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('name of card 1')")
    assert bench.text("data/g/heroes.csv") == "name,power\r\n2 bats!,1\r\nEve,2\r\n"
    assert not page.locator("#show-backs").is_checked()


def test_the_next_translation_is_one_tab_away(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    words = FILES["data/g/locale/fr.po"] + "".join(f'\nmsgid "{text}"\nmsgstr ""\n' for text in ("Bob", "Hill", "Dale"))
    (server[1] / "data/g/locale/fr.po").write_text(words)
    page.locator("[data-view=words]").click()
    page.locator(".words textarea[aria-label=Bob]").focus()
    for text in ("Robert", "Mont", "Vallée"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
        page.wait_for_function("() => !document.activeElement.value || document.activeElement.value === 'Anne'")
        page.wait_for_timeout(700)  # in which the page hears of the saved file
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('translation of Dale')")
    assert page.evaluate("document.activeElement.ariaLabel") == "Ann"
    labels = "[...document.querySelectorAll('.words textarea')].map((area) => area.ariaLabel)"
    assert page.evaluate(labels) == ["Bob", "Hill", "Dale", "Ann"]
    assert page.locator("#words .progress").inner_text().startswith("4 of 4 translated")
    assert 'msgstr "Robert"' in bench.text("data/g/locale/fr.po")
    assert 'msgstr "Vallée"' in bench.text("data/g/locale/fr.po")


def test_translations_and_texts_are_saved(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    page.locator("[data-view=words]").click()
    area = page.locator(".words textarea").first
    area.fill("Annette")
    area.blur()
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('translation of Ann')")
    assert bench.text("data/g/locale/fr.po") == FILES["data/g/locale/fr.po"].replace("Anne", "Annette")
    page.locator("[data-view=texts]").click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("Win.")
    page.keyboard.press("Control+s")
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('rulebook.md')")
    assert bench.text("templates/g/rulebook.md") == "## Play\n\nPlay a card.\nWin."


def test_a_text_of_a_template_is_translated_on_the_card(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    template = CARD.replace("elements:", "elements:\n  motto: {text: Play well, in: [5, 60, 53, 10]}", 1)
    (server[1] / "templates/g/card.yaml").write_text(template)
    catalogue = FILES["data/g/locale/fr.po"] + '\nmsgid "Play well"\nmsgstr "Jouez bien"\n'
    (server[1] / "data/g/locale/fr.po").write_text(catalogue)
    page.locator(".card").first.click()
    page.wait_for_selector(".over .box")
    page.locator("#bench .language").select_option("fr")
    page.wait_for_function("() => document.querySelector('.tree')?.textContent.includes('motto')")
    page.wait_for_timeout(500)
    box = bench.choose("motto")
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.locator(".in-place").input_value() == "Jouez bien"
    page.keyboard.type("Jouez mieux")
    bench.after(lambda: page.keyboard.press("Enter"))
    assert bench.text("data/g/locale/fr.po") == catalogue.replace("Jouez bien", "Jouez mieux")
    assert bench.text("templates/g/card.yaml") == template


def test_the_strip_goes_to_other_cards_by_arrow_keys(bench: Bench) -> None:
    bench.page.wait_for_function("() => document.querySelectorAll('.strip img[src]').length === 2")
    bench.page.locator(".strip [aria-current]").focus()
    bench.after(lambda: bench.page.keyboard.press("ArrowRight"))
    assert bench.page.evaluate("document.activeElement.getAttribute('aria-label')") == "2 · Bob"
    assert bench.page.locator('[data-field="name"] input').input_value() == "Bob"


def test_type_grows_by_a_key(bench: Bench) -> None:
    template = CARD.replace("20]}", "20], size: 12pt}")
    (bench.root / "templates/g/card.yaml").write_text(template)
    bench.page.wait_for_function("() => document.getElementById('bench').dataset.shown > 1")
    bench.choose("name")
    bench.page.locator(".canvas").focus()
    bench.after(lambda: bench.page.keyboard.press(">"))
    assert bench.text("templates/g/card.yaml") == template.replace("12pt", "13pt")
    for _ in range(3):  # faster than they are written
        bench.page.keyboard.press(">")
    bench.page.wait_for_function("() => document.querySelector('[data-key=size] input').value === '16pt'")
    assert bench.text("templates/g/card.yaml") == template.replace("12pt", "16pt")


def test_a_click_on_a_page_goes_to_its_line_and_the_cursor_marks_its_block(page: Any, server: tuple[str, Path]) -> None:
    (server[1] / "templates/g/rulebook.md").write_text("## Play\n\nPlay a card.\n\nThen another one.\n")
    page.locator("[data-view=texts]").click()
    laid = """() => {
        const page = document.querySelector(".page");
        return page?.picture.boxes.length === 3 && page.offsetWidth ? [page.offsetWidth, page.picture] : null;
    }"""
    width, picture = page.wait_for_function(laid).json_value()
    scale, (x, y, _, height) = width / picture["size"][0], picture["boxes"][2]["box"]
    page.locator(".page").click(position={"x": (x + 3) * scale, "y": (y + height / 2) * scale})
    line = "document.querySelector('.editor').shadowRoot.querySelector('.cm-activeLine').textContent"
    assert page.evaluate(line) == "Then another one."
    top = box_of(page, ".page .mark")["y"]
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    assert box_of(page, ".page .mark")["y"] < top


def test_a_frame_on_the_ground_chooses_what_lies_within(bench: Bench) -> None:
    canvas = box_of(bench.page, ".sheet")
    bench.drag((canvas["x"] - 20, canvas["y"] + 5), (canvas["width"] + 40, canvas["height"] - 10))
    assert bench.page.locator(".tree [aria-pressed=true] span").all_inner_texts() == ["name"]


def test_a_wrong_cell_keeps_what_was_typed_in_red(page: Any, server: tuple[str, Path]) -> None:
    page.locator("[data-view=data]").click()
    cell = page.locator(".tabulator-row").nth(0).locator(".tabulator-cell").nth(2)
    cell.dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tabulator-cell.wrong")
    assert page.locator(".tabulator-cell.wrong").inner_text() == "99"
    assert "99" in page.locator(".tabulator-cell.wrong").get_attribute("title")
    assert Bench(page, server[1]).text("data/g/heroes.csv") == FILES["data/g/heroes.csv"]


def test_an_empty_folder_becomes_a_game_by_a_spreadsheet(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    table = {"name": "tiny_fleet.csv", "mimeType": "text/csv", "buffer": b"Tiny Fleet\nName,Cost\nAnn,1\nBob,2\n"}
    environment = {**os.environ, "PNP_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "pnp", "studio", "--port", "0", "--project", str(tmp_path / "project")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            page = chromium.new_page()
            page.set_default_timeout(60_000)
            page.goto(process.stdout.readline().split()[0])
            page.wait_for_selector("[data-starter=auction] img")
            page.select_option("#new-language", "sv")
            page.set_input_files("#new-file", table)
            page.wait_for_selector(".start .go")
            assert "seems to be a title" in page.locator(".start .notes").inner_text()
            page.locator(".start .go").click()
            page.wait_for_selector(".card img")
            assert page.title() == "Tiny Fleet · pnp"
            assert (tmp_path / "project/data/tiny-fleet/tiny_fleet.csv").exists()
            game, glossary = (tmp_path / f"project/data/tiny-fleet/{name}.yaml" for name in ("game", "glossary"))
            assert "languages: [sv]" in game.read_text() and "\n  sv: [" in glossary.read_text()
            page.locator("[data-view=words]").click()
            page.select_option("[aria-label='Language of the cards']", "da")
            page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('Danish')")
            assert "languages: [da]" in game.read_text() and "\n  da: [" in glossary.read_text()
            page.close()
        finally:
            process.terminate()


def cell_of(page: Any, row: int, column: int) -> Any:
    return page.locator(".tabulator-row").nth(row).locator(".tabulator-cell").nth(column)


def test_a_row_that_moved_elsewhere_is_not_hit(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    page.locator("[data-view=data]").click()
    cell_of(page, 1, 1).dblclick()
    page.keyboard.press("Control+a")
    moved = FILES["data/g/heroes.csv"].replace("Ann", "Zed,3\r\nAnn")
    (bench.root / "data/g/heroes.csv").write_bytes(moved.encode())
    page.keyboard.type("Rob")
    page.wait_for_timeout(1000)  # the page hears of it while a cell is open
    assert page.locator(".tabulator-row").count() == 2
    page.keyboard.press("Enter")
    page.wait_for_selector("#refused >> text=was changed elsewhere")
    page.wait_for_function("() => document.querySelectorAll('.tabulator-row').length === 3")
    assert bench.text("data/g/heroes.csv") == moved
    page.locator("#refused button").first.click()
    cell_of(page, 2, 1).dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("Rob")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('name of card 3')")
    assert bench.text("data/g/heroes.csv") == moved.replace("Bob", "Rob")


def test_a_table_with_the_focus_shows_what_was_changed_elsewhere(page: Any, server: tuple[str, Path]) -> None:
    page.locator("[data-view=data]").click()
    cell_of(page, 0, 1).click()
    (server[1] / "data/g/heroes.csv").write_bytes(FILES["data/g/heroes.csv"].replace("Ann", "Zed").encode())
    page.wait_for_selector(".tabulator-cell >> text=Zed")


def test_rows_of_a_list_of_cards_are_added_and_duplicated(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    page.locator("[data-view=data]").click()
    page.locator("#data select[aria-label=Deck]").select_option("places")
    page.locator("#data button", has_text="+ Row").click()
    page.wait_for_selector(".tabulator-editing input")
    page.keyboard.type("Dell")
    cell_of(page, 2, 2).click()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.tabulator-row:nth-child(3) .row-number')?.innerText === '3'")
    page.wait_for_timeout(500)
    dale = "      - {name: Dale, height: 1}\n"
    assert dale + dale.replace("Dale", "Dell").replace("1", "2") in bench.text("data/g/game.yaml")
    cell_of(page, 0, 1).click()
    page.locator("#data button", has_text="Duplicate").click()
    page.wait_for_function("() => document.querySelectorAll('.tabulator-row').length === 4")
    hill = "      - {name: Hill, height: 3}   # high\n      - {name: Hill, height: 3}\n"
    assert hill in bench.text("data/g/game.yaml")


def test_wrong_cells_of_a_new_row_are_marked_and_a_value_beyond_a_range_is_allowed(
    page: Any, server: tuple[str, Path]
) -> None:
    bench = Bench(page, server[1])
    page.locator("[data-view=data]").click()
    page.locator("#data button", has_text="+ Row").click()
    page.wait_for_selector(".tabulator-editing input")
    cell_of(page, 2, 2).click()  # not by Tab: a letter that comes at once is typed before it has moved
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.tabulator-cell.wrong').length === 2")
    cell_of(page, 2, 1).click()
    page.keyboard.type("Cy")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.tabulator-cell.wrong').length === 1")
    cell_of(page, 2, 2).click()
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    page.locator("#refused .allow", has_text="Allow 12").click()
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('add a card')")
    assert bench.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"] + "Cy,12\r\n"
    assert "power: 1..12" in bench.text("data/g/game.yaml")


def test_the_chosen_cell_stays_chosen_when_rows_come_and_go(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    page.locator("[data-view=data]").click()

    def is_chosen(row: int, rows: int) -> None:
        page.wait_for_function(
            """([row, rows]) => {
                const all = [...document.querySelectorAll('.tabulator-row')];
                const cells = document.querySelectorAll('.tabulator-range-selected:not(.row-number)');
                return all.length === rows && cells.length === 1 && all[row].contains(cells[0]);
            }""",
            arg=[row, rows],
        )

    cell_of(page, 1, 2).click()
    page.locator("#data button", has_text="Duplicate").click()
    is_chosen(2, 3)
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('power')")
    assert bench.text("data/g/heroes.csv") == "name,power\r\nAnn,1\r\nBob,2\r\nBob,7\r\n"
    page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('duplicate')")
    is_chosen(2, 3)
    page.locator("#data button", has_text="Delete rows").click()
    is_chosen(1, 2)


def test_a_newer_table_that_is_dropped_replaces_the_old_one(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    page.locator("[data-view=data]").click()
    cell_of(page, 0, 1).wait_for()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    drop(page, "#data", "newer.csv", content="name,strength\nEve,3\n")
    page.wait_for_selector("#refused")
    assert bench.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"]
    drop(page, "#data", "newer.csv", content="name,power\nEve,3\n")
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('replace heroes.csv')")
    assert asked[0].startswith("Replace data/g/heroes.csv by newer.csv?")
    assert bench.text("data/g/heroes.csv") == "name,power\nEve,3\n"
    page.wait_for_function("() => document.querySelectorAll('.tabulator-row').length === 1")
    drop(page, "#data", "newer.csv", content="name,power\nEve,3\nFay,12\n")
    page.locator("#refused .allow", has_text="Allow 12").click()
    page.wait_for_function("() => document.querySelectorAll('.tabulator-row').length === 2")
    assert "power: 1..12" in bench.text("data/g/game.yaml")
    drop(page, "#data", "newer.xlsx", content="x")
    page.locator("#toast", has_text="No table here is a .xlsx").wait_for()


def test_no_box_of_print_and_play_runs_out_of_its_panel(page: Any) -> None:
    page.locator("[data-view=make]").click()
    page.wait_for_selector(".make select")
    for width in (1440, 1024, 768, 390):
        page.set_viewport_size({"width": width, "height": 900})
        out = """() => [...document.querySelectorAll('.make section')].flatMap(section => [...section.querySelectorAll('select, button')]
            .filter(one => one.getBoundingClientRect().right > section.getBoundingClientRect().right - 8).map(one => one.textContent.slice(0, 30)))"""
        assert page.evaluate(out) == [], width
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width


def test_complete_languages_are_printed_and_the_others_as_drafts(page: Any) -> None:
    page.locator("[data-view=make]").click()
    page.locator(".make button", has_text="Make the PDFs").click()
    page.locator(".log .good", has_text="done").wait_for()
    assert [name for name in page.locator(".log .place").all_inner_texts() if "cards" in name] == ["g/en/cards.pdf"]
    page.locator(".log button", has_text="French as a draft").click()
    page.locator(".log .place", has_text="g/fr/cards-draft.pdf").wait_for()


def test_an_unsaved_text_survives_a_change_elsewhere(page: Any, server: tuple[str, Path]) -> None:
    bench = Bench(page, server[1])
    page.locator("[data-view=texts]").click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("Mine.")
    (bench.root / "templates/g/rulebook.md").write_text("## Play\n\nPlay two cards.\n")
    page.keyboard.press("Control+s")
    page.wait_for_selector("#refused >> text=was changed elsewhere")
    page.locator(".changed button", has_text="Keep mine").click()
    assert page.locator(".cm-content").inner_text().strip().endswith("Mine.")
    assert bench.text("templates/g/rulebook.md") == "## Play\n\nPlay two cards.\n"
    page.locator("#texts button", has_text="Save").click()
    page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('text of rulebook.md')")
    assert bench.text("templates/g/rulebook.md") == "## Play\n\nPlay a card.\nMine."
