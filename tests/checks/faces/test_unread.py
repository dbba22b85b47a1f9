"""What nothing is said of is not verified, and the summary names it."""

from __future__ import annotations

from pathlib import Path

from conftest import BACK, FACE, GAME, WriteProject, check_project
from test_faults import BOOKLET_STYLE

FIGURE = "size: [60mm, 20mm]\nelements:\n  a: {rect: trim, fill: red}\n"
FILES = {
    **BOOKLET_STYLE,
    "data/small/game.yaml": GAME.replace("back:", "small: small/tiny, back:")
    + "extras: {aid: {template: small/face}}\n",
    "templates/small/tiny.yaml": FACE,
    "templates/small/rulebook.md": "# Go\n\n::: figure few\nTwo.\n:::\n",
    "templates/small/figures/few.yaml": FIGURE,
}


def unread(root: Path) -> list[str]:
    return [line for line in check_project(root, "faces").summaries if "not verified" in line]


def test_what_nothing_is_said_of(write_project: WriteProject) -> None:
    (line,) = unread(write_project(FILES))
    assert line.endswith(": numbers, aid, back small/back, small small/tiny, figure few")


def test_what_something_is_said_of(write_project: WriteProject) -> None:
    said = {
        "templates/small/face.yaml": "shows: {number: {text: '{{ card.number }}', times: 2}}\n" + FACE,
        "templates/small/back.yaml": "shows: {}\n" + BACK,
        "templates/small/tiny.yaml": "shows: {}\n" + FACE,
        "templates/small/figures/few.yaml": "shows: {}\n" + FIGURE,
    }
    assert unread(write_project({**FILES, **said})) == []
    in_deck = FILES["data/small/game.yaml"].replace("unseen:", "shows: {}, unseen:")
    assert unread(write_project({**FILES, **said, "data/small/game.yaml": in_deck})) == []


def test_what_is_printed_shows_something(write_project: WriteProject) -> None:
    """Backs and figures may be a pattern; cards, aids and boxes are not."""
    decks = FILES["data/small/game.yaml"].replace("back:", "shows: {}, back:")
    game = decks.replace("aid: {template: small/face}", "aid: {template: small/aid}")
    aid = {"templates/small/aid.yaml": "shows: {}\n" + FACE, "templates/small/back.yaml": "shows: {}\n" + BACK}
    told = check_project(write_project({**FILES, **aid, "data/small/game.yaml": game}), "faces").diagnostics
    empty = [(fault.place.file, fault.what) for fault in told if fault.code == "shows-empty"]
    assert empty == [
        ("data/small/game.yaml", "shows: of numbers is empty"),
        ("templates/small/aid.yaml", "shows: of aid is empty"),
    ]
