"""Projects of Python values: rows of any kind, pictures for notebooks, PDFs, and faults at their rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp import api

pytestmark = pytest.mark.process

CARD = {"elements": {"name": {"text": "{{ card.name }} {{ card.cost or '' }}", "in": "safe", "size": "20pt"}}}
ROWS = [{"name": "Fox", "cost": 2}, {"name": "Bär “8”", "cost": None, "copies": 3}]


class Number:
    """A number as NumPy has it."""

    def item(self) -> int:
        return 7


class Frame:
    """A table as pandas has it."""

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        assert orient == "records"
        return [{"name": "Owl", "cost": Number()}, {"name": "Cat", "cost": float("nan")}]


def names(made: api.MadeProject) -> list[dict[str, Any]]:
    (game,) = api.load(made.folder).games
    return [dict(card.values) for card in game.decks["crew"].cards]


def test_rows_are_cards_and_what_is_missing_is_none() -> None:
    made = api.make({"crew": ROWS}, {"card": CARD})
    assert names(made) == [{"name": "Fox", "cost": 2}, {"name": "Bär “8”", "cost": None}]
    assert "4 cards on 1 sheet, A4" in [output.summary for output in made.build(backs="none").outputs]
    folder = made.folder
    del made
    assert not folder.exists()


def test_a_data_frame_is_rows_too() -> None:
    assert names(api.make({"crew": Frame()}, {"card": CARD})) == [
        {"name": "Owl", "cost": 7},
        {"name": "Cat", "cost": None},
    ]


def test_pictures_and_pdfs(tmp_path: Path) -> None:
    made = api.make(
        {"crew": {"cards": ROWS, "back": "back"}},
        {"crew": CARD, "back": "elements:\n  ground: {rect: bleed, fill: '#333333'}\n"},
        title="Crew",
        game={"facts": {"hand": 5}},
        folder=tmp_path / "kept",
    )
    faces = made.faces(dpi=40)
    assert [face.name for face in faces] == ["crew/001-fox-front", "crew/002-bar-8-front", "crew/back"] or len(
        faces
    ) == 4
    assert all(face._repr_png_().startswith(b"\x89PNG") for face in (*faces, *made.sheets(), made))
    made.to_pdf(tmp_path / "crew.pdf", paper="letter")
    assert (tmp_path / "crew.pdf").read_bytes().startswith(b"%PDF")
    faces[0].save(tmp_path / "face.png")
    assert (tmp_path / "face.png").read_bytes() == faces[0].png
    assert (tmp_path / "kept/data/game/crew.yaml").read_text(encoding="utf-8").splitlines()[1].startswith("- {")
    with pytest.raises(api.Mistake, match="has files"):
        api.make({"crew": ROWS}, {"card": CARD}, folder=tmp_path / "kept")


def test_pictures_are_copied_from_files(tmp_path: Path) -> None:
    art = tmp_path / "dot.svg"
    art.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>')
    look = {"elements": {"art": {"svg": "dot.svg", "in": "safe"}}}
    made = api.make({"crew": [{"name": "Fox"}]}, {"card": look}, files={"templates/dot.svg": art})
    assert [d.message for d in made.check() if d.severity == "error"] == []


def test_faults_are_those_of_a_check_at_the_row() -> None:
    deck = {"cards": [*ROWS, {"name": "Owl", "cost": "many"}], "fields": {"name": "text", "cost?": "0..9"}}
    made = api.make({"crew": deck}, {"card": CARD})
    errors = [str(d.place) for d in made.check() if d.severity == "error"]
    assert [place.rpartition(":")[0] for place in errors] == ["data/game/crew.yaml:3"]
    with pytest.raises(api.Mistake, match=r"crew\.yaml:3:\d+: cost is"):
        made.to_pdf("nowhere.pdf")
    assert not Path("nowhere.pdf").exists()


def test_printing_is_that_of_game_yaml_and_a_slip_is_a_mistake() -> None:
    made = api.make({"crew": ROWS}, {"card": CARD})
    assert "4 cards on 1 sheet, Letter" in [o.summary for o in made.build(paper="Letter", margin="10mm").outputs]
    for wrong in ({"paper": "lettr"}, {"backs": "no"}, {"margin": "wide"}, {"papr": "a4"}):
        with pytest.raises(api.Mistake, match=next(iter(wrong))):
            made.build(**wrong)


def test_several_files_of_cards_are_not_one(tmp_path: Path) -> None:
    business = {**CARD, "size": ["88.9mm", "50.8mm"]}
    made = api.make({"crew": ROWS, "shops": ROWS}, {"crew": CARD, "shops": business})
    with pytest.raises(api.Mistake, match=r"cards\.pdf, cards-plain\.pdf"):
        made.to_pdf(tmp_path / "a.pdf", paper="avery-5371")


@pytest.mark.parametrize(
    ("decks", "templates", "what"),
    [
        ({"crew": "rows.csv"}, {"card": CARD}, "must be rows, not str"),
        ({"crew": [1]}, {"card": CARD}, "must be a mapping, not int"),
        ({"crew": ROWS}, {}, "needs a template"),
    ],
)
def test_what_is_no_row_is_a_mistake(decks: Any, templates: Any, what: str) -> None:
    with pytest.raises(api.Mistake, match=what):
        api.make(decks, templates)
