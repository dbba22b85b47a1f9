"""Inheritance: several parents, overriding, adding lengths, removing, ordering; faults at their places."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import WriteProject, write_files

from pnp.core.diagnostics import Diagnostics, Place
from pnp.project.files import Files
from pnp.project.template import Template
from pnp.project.templates import Templates


def opened(write: WriteProject, files: Mapping[str, str], name: str) -> tuple[Template | None, Diagnostics]:
    root = write({f"templates/{path}.yaml": text for path, text in files.items()})
    told = Diagnostics()
    return Templates(Files(root)).get(name, Place("game.yaml"), told), told


def template(write: WriteProject, files: Mapping[str, str], name: str = "t") -> Template:
    made, told = opened(write, files, name)
    assert made is not None, list(told)
    return made


def names(made: Template) -> list[str]:
    return [node.name for node in made.nodes]


BASE = """\
size: 60x90
palette: {ink: "#111111", sun: "#ffcc00"}
defaults: {size: 8pt, colour: ink}
elements:
  ground: {rect: bleed, fill: "#ffffff"}
  title: {text: base, x: 2mm, y: 3mm, width: 30mm}
  foot: {text: foot}
"""


def test_a_child_takes_over_and_overrides_key_by_key(write_project: WriteProject) -> None:
    made = template(write_project, {"base": BASE, "t": "extends: base\nelements: {title: {text: child}}\n"})
    assert made.head.size == (60, 90)
    assert names(made) == ["ground", "title", "foot"]
    title = made.nodes[1].element
    assert (title.text, title.x, title.y, title.width) == ("child", 2, 3, 30)  # type: ignore[attr-defined]


def test_a_child_may_add_a_key_that_its_parent_does_not_give(write_project: WriteProject) -> None:
    child = "extends: base\nelements: {title: {rotate: 90, bold: true}}\n"
    title = template(write_project, {"base": BASE, "t": child}).nodes[1].element
    assert (title.text, title.x, title.rotate, title.bold) == ("base", 2, 90, True)  # type: ignore[attr-defined]


def test_lengths_can_be_added_to_the_inherited_one(write_project: WriteProject) -> None:
    child = "extends: base\nelements: {title: {x: += 2mm, y: += -1mm, size: += 1.5pt}}\n"
    base = BASE.replace("x: 2mm", "size: 10pt, x: 2mm")
    title = template(write_project, {"base": base, "t": child}).nodes[1].element
    assert (title.x, title.y) == (4, 2)
    assert title.size == pytest.approx(11.5 * 25.4 / 72)  # type: ignore[attr-defined]


def test_later_parents_win_and_own_entries_win_over_all(write_project: WriteProject) -> None:
    files = {
        "a": "corner: 1mm\nbleed: 1mm\npalette: {x: '#aaaaaa', y: '#aaaaaa'}\nelements: {e: {rect: trim, fill: x}}\n",
        "b": "corner: 2mm\npalette: {y: '#bbbbbb'}\nelements: {f: {rect: trim, fill: y}}\n",
        "t": "extends: [a, b]\npalette: {z: '#cccccc'}\n",
    }
    made = template(write_project, files)
    assert (made.head.corner, made.head.bleed) == (2, 1)
    assert made.head.palette == {"x": "#aaaaaa", "y": "#bbbbbb", "z": "#cccccc"}
    assert names(made) == ["e", "f"]


def test_elements_can_be_removed_and_moved(write_project: WriteProject) -> None:
    child = "extends: base\nelements:\n  foot: null\n  band: {rect: trim, fill: sun, before: title}\n  top: {text: x, after: band}\n"
    assert names(template(write_project, {"base": BASE, "t": child})) == ["ground", "band", "top", "title"]


def test_another_kind_replaces_the_inherited_element(write_project: WriteProject) -> None:
    made = template(write_project, {"base": BASE, "t": "extends: base\nelements: {title: {rect: trim, fill: ink}}\n"})
    assert made.nodes[1].element.kind == "rect"
    assert made.nodes[1].element.width is None


def test_defaults_reach_every_text_element(write_project: WriteProject) -> None:
    made = template(write_project, {"t": BASE})
    assert [node.element.colour for node in made.nodes if node.element.kind == "text"] == ["ink", "ink"]  # type: ignore[attr-defined]


def test_elements_inside_groups_are_inherited_too(write_project: WriteProject) -> None:
    files = {
        "base": "elements: {g: {group: {a: {text: one}, b: {text: two}}}}\n",
        "t": "extends: base\nelements: {g: {group: {b: {text: other}}}}\n",
    }
    (group,) = template(write_project, files).nodes
    assert [child.element.text for child in group.children] == ["one", "other"]  # type: ignore[attr-defined]


def test_places_lead_to_the_file_that_wrote_the_value(write_project: WriteProject) -> None:
    made = template(write_project, {"base": BASE, "t": "extends: base\nelements:\n  title: {text: child}\n"})
    title = made.nodes[1]
    assert title.place("text") == Place("templates/t.yaml", 3, 17)
    assert title.place("width") == Place("templates/base.yaml", 6, 46)


@pytest.mark.parametrize(
    ("files", "code", "place"),
    [
        ({"t": "extends: nope\n"}, "file-missing", "templates/t.yaml:1:10"),
        ({"t": "extends: t\n"}, "template-cycle", "templates/t.yaml:1:10"),
        ({"t": "elements: {a: {}}\n"}, "element-kind", "templates/t.yaml:1:15"),
        ({"t": "elements: {a: {rect: trim, text: x}}\n"}, "element-kind", "templates/t.yaml:1:28"),
        ({"t": "elements: {a: 3}\n"}, "wrong-value", "templates/t.yaml:1:15"),
        ({"t": "elements: {a: {text: x, at: top-lft}}\n"}, "wrong-value", "templates/t.yaml:1:29"),
        ({"t": "elements: {a: {text: x, width: 3 parsecs}}\n"}, "wrong-value", "templates/t.yaml:1:32"),
        ({"t": "elements: {a: {text: x, width: -3}}\n"}, "wrong-value", "templates/t.yaml:1:32"),
        ({"t": "elements: {a: null}\n"}, "element-unknown", "templates/t.yaml:1:12"),
        ({"t": "elements: {a: {text: x, before: b}}\n"}, "element-unknown", "templates/t.yaml:1:33"),
        ({"t": "size: tarott\n"}, "wrong-value", "templates/t.yaml:1:7"),
        ({"t": "elements: {a: {icons: x, count: 2}}\n"}, "missing-key", "templates/t.yaml:1:15"),
        (
            {"base": BASE, "t": "extends: base\nelements: {title: {x: += wide}}\n"},
            "wrong-value",
            "templates/t.yaml:2:23",
        ),
    ],
)
def test_faults(write_project: WriteProject, files: dict[str, str], code: str, place: str) -> None:
    made, told = opened(write_project, files, "t")
    assert made is None
    assert [(d.code, str(d.place)) for d in told] == [(code, place)]


@pytest.mark.parametrize(
    ("size", "fix"),
    [
        ("[26mm, 30mm]", ""),
        ("[2in, 1.732in]", ""),
        ("[2in, 1.75in]", ""),
        ("[30mm, 30mm]", "write size: [25.98mm, 30mm], or [30mm, 25.98mm] to lie on a side"),
        ("[40mm, 30mm]", "write size: [34.64mm, 40mm], or [40mm, 34.64mm] to lie on a side"),
    ],
)
def test_a_hexagon_has_equal_sides_or_is_told(write_project: WriteProject, size: str, fix: str) -> None:
    made, told = opened(write_project, {"t": f"size: {size}\nshape: hexagon\nelements: {{}}\n"}, "t")
    assert made is not None
    assert [(d.code.value, str(d.place), d.fix) for d in told] == (
        [("shape-proportions", "templates/t.yaml:1:7", fix)] if fix else []
    )
    card, told = opened(write_project, {"t": f"size: {size}\nelements: {{}}\n"}, "t")
    assert card is not None and not list(told)


def test_after_a_change_only_the_templates_of_its_files_are_built_again(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "templates/base.yaml": "elements: {}\n",
            "templates/card.yaml": "extends: base\nelements: {name: {text: Go, in: safe}}\n",
            "templates/other.yaml": "elements: {name: {text: Go, in: safe}}\n",
            "templates/wrong.yaml": "elements: {name: {text: Go, in: safe, size: none}}\n",
        },
    )
    files, here = Files(tmp_path), Place("game.yaml")
    first = Templates(files)
    before = {name: first.get(name, here, Diagnostics()) for name in ("card", "other", "wrong")}
    write_files(tmp_path, {"templates/base.yaml": "elements: {ground: {rect: bleed}}\n"})
    then = first.after(Files(tmp_path), {"templates/base.yaml"})
    card = then.get("card", here, Diagnostics())
    assert card is not None
    assert [node.name for node in card.nodes] == ["ground", "name"]
    assert then.get("other", here, Diagnostics()) is before["other"]
    told = Diagnostics()
    assert then.get("wrong", here, told) is None
    assert [str(each.code) for each in told] == ["wrong-value"]
