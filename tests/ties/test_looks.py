"""How cards, aids and figures look is confirmed part by part: what moves, points or counts otherwise is told by its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import WriteProject
from test_ties import FILE, FILES, HEAD, change, confirm, told

AID = """\
extends: small/base
shows:
  count: {text: "{{ hand }}"}
elements:
  left: {text: Less, in: [5mm, 5mm, 20mm, 5mm]}
  right: {text: More, in: [30mm, 5mm, 20mm, 5mm]}
  count: {text: "{{ hand }}", in: [5mm, 20mm, 20mm, 5mm]}
  pair: {in: [5mm, 30mm, 20mm, 5mm], group: {a: {rect: [0, 0, 1, 1], fill: red}, b: {text: Deal, in: [2, 0, 9, 5]}}}
"""
BASE = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n'
AID_FILE, BASE_FILE, FACE_FILE = "templates/small/aid.yaml", "templates/small/base.yaml", "templates/small/face.yaml"


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    """The small game with an aid; all of it confirmed."""
    game = FILES[HEAD] + "age: 8\nextras: {aid: {template: small/aid}}\n"
    root = write_project({**FILES, HEAD: game, AID_FILE: AID, BASE_FILE: BASE})
    confirm(root)
    assert told(root) == []
    return root


def looks(root: Path) -> list[str]:
    return [f"{d.place}: {d.what}" for d in told(root) if d.code == "look-unconfirmed"]


OTHERWISE = "looks otherwise than when it was confirmed"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([(AID_FILE, "[30mm, 5mm", "[30mm, 9mm")], f"{AID_FILE}:6:3: small/aid {OTHERWISE}: right"),
        (
            [(AID_FILE, 'text: "{{ hand }}", in', 'text: "{{ hand + 1 }}", in')],
            f"{AID_FILE}:7:3: small/aid {OTHERWISE}: count",
        ),
        ([(AID_FILE, "fill: red", "fill: blue")], f"{AID_FILE}:8:3: small/aid {OTHERWISE}: pair"),
        (
            [(AID_FILE, '  count: {text: "{{ hand }}"}\n', '  count: {text: "{{ hand }}", times: 1}\n')],
            f"{AID_FILE}:2:1: small/aid {OTHERWISE}: shows",
        ),
        (
            [(AID_FILE, "  right:", "  mid: {rect: [1, 1, 2, 2]}\n  right:")],
            f"{AID_FILE}:6:3: small/aid {OTHERWISE}: mid",
        ),
        ([(BASE_FILE, "#ffffff", "#fffff0")], f"{BASE_FILE}:2:3: small/base {OTHERWISE}: ground"),
        ([(FACE_FILE, "mirrored: true", "mirrored: false")], f"{FACE_FILE}:3:3: small/face {OTHERWISE}: number"),
        ([(HEAD, "age: 8", "age: 6")], f"{HEAD}:9:1: game {OTHERWISE}: age"),
        ([(HEAD, "2..4", "2..5")], f"{HEAD}:2:1: game {OTHERWISE}: players"),
        ([(HEAD, "number: 1..9", "number: 1..19")], f"{HEAD}:7:72: deck numbers {OTHERWISE}: fields"),
    ],
)
def test_what_looks_otherwise_is_told_by_its_name(root: Path, changes: list[tuple[str, str, str]], found: str) -> None:
    change(root, *changes)
    assert looks(root) == [found]
    confirm(root)
    assert looks(root) == []


def test_what_changes_places_is_told(root: Path) -> None:
    swapped = (("in: [5mm, 5mm", "in: [0mm"), ("in: [30mm, 5mm", "in: [5mm, 5mm"), ("in: [0mm", "in: [30mm, 5mm"))
    change(root, *((AID_FILE, old, new) for old, new in swapped))
    assert looks(root) == [f"{AID_FILE}:5:3: small/aid {OTHERWISE}: left, right"]


def test_parts_that_go_and_their_order_are_told(root: Path) -> None:
    count = '  count: {text: "{{ hand }}", in: [5mm, 20mm, 20mm, 5mm]}\n'
    change(root, (AID_FILE, count, ""))
    assert looks(root) == [f"{AID_FILE}:1:1: small/aid {OTHERWISE}: 1 no longer there"]
    change(root, (AID_FILE, "  left:", f"{count}  left:"))
    assert looks(root) == [f"{AID_FILE}:1:1: small/aid {OTHERWISE}: the order of its parts"]


def test_words_comments_and_cards_are_no_looks(root: Path) -> None:
    change(root, (AID_FILE, "text: More", "text: Much more"), (AID_FILE, "text: Deal", "text: Deal two"))
    change(root, (AID_FILE, "elements:", "# What it has\nelements:"), (HEAD, "title: Small", "title: Tiny"))
    change(root, ("data/small/cards.yaml", "number: 2", "number: 3"))
    assert looks(root) == []


def test_new_ones_are_told_together_and_kept_apart(root: Path) -> None:
    text = (root / FILE).read_text()
    (root / FILE).write_text(text[: text.index("looks:")])
    (one,) = looks(root)
    assert one == f"{HEAD}:1:1: nobody has confirmed how game looks, and 6 more behind it"
    confirm(root, "small/aid")
    assert "small/aid" in (root / FILE).read_text()
    assert looks(root) == [one.replace("6 more", "5 more")]
    assert confirm(root) == text


def test_a_look_that_cannot_be_read(root: Path) -> None:
    change(root, (FILE, "looks:\n", "looks:\n- what is this\n"))
    assert [(d.code, d.what) for d in told(root)] == [("ties-file", "what is this is no look")]


def test_pictures_are_looked_at_anew_when_they_are_drawn_anew(root: Path) -> None:
    drawing = root / "templates/small/art/pip.svg"
    drawing.parent.mkdir()
    drawing.write_text("<svg/>")
    assert looks(root) == ["templates/small: nobody has confirmed how drawings small looks"]
    confirm(root)
    assert looks(root) == []
    drawing.write_text("<svg></svg>")
    assert looks(root) == [f"templates/small/art/pip.svg: drawings small {OTHERWISE}: art/pip.svg"]
    confirm(root)
    drawing.write_bytes(b"<svg></svg>\r\n")
    changed = looks(root)
    drawing.write_bytes(b"<svg></svg>\n")
    assert looks(root) == changed  # line ends are those of the system
