"""What a booklet says about printing agrees with how the game is printed."""

from __future__ import annotations

import pytest
from conftest import GAME, WriteProject, check_project

STYLE = "palette: {ink: '#222222', accent: '#004488', tint: '#eeeeff', rule: '#bbbbbb', grey: '#666666'}\n"
TEXT = "## Printing\n\nPrint the cards double-sided (flip on the long edge), the booklet on the **short edge**.\n"
GERMAN = "## Drucken\n\nDruckt die Karten beidseitig, an der langen Kante gewendet, das Heft an der kurzen Kante.\n"


@pytest.mark.parametrize("text", [TEXT, GERMAN], ids=["en", "de"])
@pytest.mark.parametrize(
    ("options", "found"),
    [("", ""), ("print: {flip: long}\n", ""), ("print: {flip: short}\n", "long"), ("print: {backs: none}\n", "long")],
)
def test_an_edge_on_which_nothing_is_flipped(write_project: WriteProject, text: str, options: str, found: str) -> None:
    game = GAME + options + ("languages: [de]\n" if text == GERMAN else "")
    root = write_project(
        {
            "data/small/game.yaml": game,
            "templates/small/rulebook.md": text,
            "templates/common/booklet.yaml": STYLE,
        }
    )
    found_words = [d.what for d in check_project(root, "sections").diagnostics if d.code == "print-words"]
    what = f"the booklet says to flip the paper on its {found} edge, but nothing is printed that way"
    assert found_words == ([what] if found else [])
