"""pnp show: one face or back as a picture, of any game and language; on terminals that can show it, there."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
from command_line import pnp
from conftest import CARDS, FACE, GAME, PO_HEADER, WriteProject
from PIL import Image

from pnp.commands.show import CardRequest, _on_terminal, show_card
from pnp.project.files import Files

pytestmark = pytest.mark.slow

RED = FACE.replace('fill: "#ffffff"', "fill: \"{{ {'red': '#dd0000', 'blue': '#0000dd'}[card.colour] }}\"")


def picture(root: Path, *arguments: str) -> Image.Image:
    done = pnp(root, "show", *arguments)
    assert (done.code, done.err) == (0, "")
    path = root / "output" / done.out.partition("output/")[2].partition("  ")[0]
    return Image.open(path)


@pytest.mark.parametrize(("card", "colour"), [("1 red", (221, 0, 0)), ("1 BLUE", (0, 0, 221)), ("2", (0, 0, 221))])
def test_a_card_is_found_by_its_name_in_any_case_or_by_its_place(
    write_project: WriteProject, card: str, colour: tuple[int, int, int]
) -> None:
    root = write_project({"templates/small/face.yaml": RED, "data/small/cards.yaml": CARDS.replace("2, ", "1, ")})
    image = picture(root, "numbers", card)
    assert image.getpixel((image.width // 2, image.height // 2))[:3] == colour  # type: ignore[index]


def test_a_picture_is_as_large_as_asked_for_and_cut_along_its_corners(write_project: WriteProject) -> None:
    image = picture(write_project(), "numbers", "1", "--dpi", "100", "--back")
    assert image.size == (248, 346)
    assert image.mode == "RGBA"
    assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert image.getpixel((124, 173)) == (51, 51, 51, 255)


def test_the_file_goes_where_it_is_asked_for(write_project: WriteProject, tmp_path: Path) -> None:
    done = pnp(write_project(), "show", "numbers", "1", "--output", str(tmp_path / "look"))
    assert done.out.endswith("small/en/show/numbers-1.png  numbers 1\n")
    assert (tmp_path / "look/small/en/show/numbers-1.png").is_file()


def test_a_file_may_be_named(write_project: WriteProject, tmp_path: Path) -> None:
    done = pnp(write_project(), "show", "numbers", "1", "-o", str(tmp_path / "one.png"))
    assert (done.code, (tmp_path / "one.png").read_bytes()[:4]) == (0, b"\x89PNG")


def test_a_card_in_another_language(write_project: WriteProject) -> None:
    game = GAME.replace("number: 1..9", "name: text, number: 1..9") + "languages: [en, fr]\n"
    texts = {"Small": "Petit", "One": "Un"}
    header = PO_HEADER
    entries = "".join(f'msgid "{text}"\nmsgstr "{other}"\n\n' for text, other in texts.items())
    root = write_project(
        {
            "data/small/game.yaml": game,
            "data/small/cards.yaml": "- {name: One, number: 1, colour: red}\n",
            "data/small/locale/fr.po": header + entries,
            "templates/small/face.yaml": FACE.replace("card.number", "card.name"),
        }
    )
    shown = {
        code: show_card(Files(root), CardRequest("numbers", "1", language=code)).outputs[0] for code in ("en", "fr")
    }
    assert shown["fr"].path == "small/fr/show/numbers-1.png"
    assert shown["en"].content != shown["fr"].content
    named = show_card(Files(root), CardRequest("numbers", "un", language="fr"))  # as French players call it
    assert named.outputs[0].content == shown["fr"].content
    assert pnp(root, "show", "numbers", "1", "--lang", "de").code == 1


def test_a_card_is_found_by_what_rules_call_it_and_by_a_text_of_its_own(write_project: WriteProject) -> None:
    game = GAME.replace("template: small/face", "template: small/face, named: 'the {{ card.number }}'")
    root = write_project({"data/small/game.yaml": game})
    by_name, by_text, by_place = (
        show_card(Files(root), CardRequest("numbers", wanted)).outputs[0].content for wanted in ("the 2", "blue", "2")
    )
    assert by_name == by_text == by_place


@pytest.mark.parametrize(
    ("arguments", "code", "fix"),
    [
        (("number", "1"), "deck-unknown", "did you mean numbers?"),
        (("numbers", "17"), "card-unknown", "it has 2"),
        (("numbers", "rde"), "card-unknown", "use one of: 1, 2"),
        (("numbers", "1", "smal"), "game-unknown", "did you mean small?"),
    ],
)
def test_what_there_is_not_is_told_with_what_there_is(
    write_project: WriteProject, arguments: tuple[str, ...], code: str, fix: str
) -> None:
    root = write_project()
    done = pnp(root, "show", *arguments)
    assert (done.code, done.out) == (1, "")
    assert f"error[{code}]" in done.err
    assert fix in done.err
    assert not (root / "output").exists()


def test_of_a_large_deck_some_names_are_told(write_project: WriteProject) -> None:
    root = write_project({"data/small/cards.yaml": "- each: {number: 1..9, colour: [red, blue]}\n"})
    assert (
        "its 18 cards are called 1 red, 1 blue, 2 red, 2 blue, 3 red, 3 blue, …"
        in pnp(root, "show", "numbers", "X").err
    )


def test_a_deck_without_backs_and_one_that_several_games_have(write_project: WriteProject) -> None:
    game = GAME.replace(", back: small/back", "")
    root = write_project({"data/other/game.yaml": game, "data/other/cards.yaml": CARDS})
    assert "other, small have a deck numbers" in pnp(root, "show", "numbers", "1").err
    assert pnp(root, "show", "numbers", "1", "small", "--back").code == 0
    assert "error[card-unknown]" in pnp(root, "show", "numbers", "1", "other", "--back").err


def test_faults_of_the_card_are_told_and_nothing_is_drawn(write_project: WriteProject) -> None:
    root = write_project({"templates/small/face.yaml": FACE.replace("card.number", "card.nmber")})
    done = pnp(root, "show", "numbers", "1")
    assert (done.code, done.out) == (1, "")
    assert "error[undefined-name]" in done.err
    broken = write_project({"data/small/game.yaml": "title: [\n"})
    assert "error[" in pnp(broken, "show", "numbers", "1").err


# --- terminals


class Drawn:
    """Stands for the library's picture."""

    shown: list[tuple[int, int]] = []

    def __init__(self, image: Image.Image) -> None:
        Drawn.shown.append(image.size)

    def __rich__(self) -> str:
        return "a picture"


PNG = io.BytesIO()
Image.new("RGB", (30, 40)).save(PNG, "PNG")


@pytest.mark.parametrize(
    ("is_terminal", "kind", "is_shown"),
    [(True, "sixel", True), (True, "kitty", True), (True, "blocks", False), (False, "sixel", False), (True, "", False)],
)
def test_only_terminals_that_can_show_pictures_are_shown_any(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, kind: str, is_shown: bool
) -> None:
    kinds = {name: type(name, (Drawn,), {}) for name in ("sixel", "kitty", "blocks")}
    library = types.ModuleType("textual_image.renderable")
    if kind:
        library.Image = kinds[kind]  # type: ignore[attr-defined]
        library.SixelImage, library.TGPImage = kinds["sixel"], kinds["kitty"]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "textual_image", types.ModuleType("textual_image"))
    monkeypatch.setitem(sys.modules, "textual_image.renderable", library if kind else None)  # type: ignore[arg-type]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    Drawn.shown.clear()
    assert _on_terminal(PNG.getvalue()) is is_shown
    assert Drawn.shown == ([(30, 40)] if is_shown else [])


def terminal(root: Path, answer: bytes) -> bytes:
    """What pnp show prints on a terminal that answers so when it is asked what it can do."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 1000, 800))
    command = [sys.executable, "-m", "pnp", "show", "numbers", "1", "--project", str(root)]
    run = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    told = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        told += part
        if b"\033[c" in part:
            os.write(ours, answer)
    os.close(ours)
    assert run.wait() == 0
    return told


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_that_takes_sixels_gets_them_and_another_a_file(write_project: WriteProject) -> None:
    root = write_project()
    assert b"\033P" in terminal(root, b"\033[?62;4c")
    assert not (root / "output").exists()
    told = terminal(root, b"\033[?62c")
    assert b"\033P" not in told
    assert b"numbers-1.png" in told
    assert (root / "output/small/en/show/numbers-1.png").is_file()


def test_the_library_has_the_names_that_are_asked_of_it() -> None:
    from textual_image import renderable
    from textual_image.renderable import SixelImage, TGPImage

    assert renderable.Image not in (SixelImage, TGPImage)  # no terminal here
