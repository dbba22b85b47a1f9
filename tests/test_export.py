"""Exports as wholes: the same bytes in any number of processes, nothing where something is wrong, ZIP files."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from command_line import pnp, tree
from conftest import CARDS, GAME, WriteProject
from exported import export_project

from pnp.exports import EXPORTS

pytestmark = pytest.mark.slow

MANY = {
    "data/small/game.yaml": GAME.replace("number: 1..9", "number: 1..999"),
    "data/small/cards.yaml": "- {each: {number: 1..60}, colour: red}\n",
}


OF_LANGUAGES = [name for name, export in EXPORTS.items() if export.gather is None]


@pytest.mark.parametrize("target", [*OF_LANGUAGES, "the-game-crafter", "makeplayingcards", "plain"])
def test_an_export_is_the_same_twice_and_tells_what_it_made(write_project: WriteProject, target: str) -> None:
    root = write_project()
    one, other = (export_project(root, target, dpi=60.0) for _ in range(2))
    assert not list(one.diagnostics)
    assert [(o.path, o.content) for o in one.outputs] == [(o.path, o.content) for o in other.outputs]
    assert {output.path.split("/")[2] for output in one.outputs} == {target}
    assert len([output for output in one.outputs if output.summary]) == 1
    paths = [output.path for output in one.outputs]
    assert len(paths) == len(set(paths))


def test_any_number_of_processes_makes_the_same(write_project: WriteProject) -> None:
    root = write_project(MANY)
    one, two = (export_project(root, "png", jobs=jobs, dpi=60.0) for jobs in (1, 2))
    assert len(one.outputs) == 63
    assert [(o.path, o.content) for o in one.outputs] == [(o.path, o.content) for o in two.outputs]


def test_a_fault_is_told_and_nothing_is_drawn(write_project: WriteProject) -> None:
    built = export_project(write_project({"data/small/cards.yaml": CARDS.replace("number: 1,", "number: 17,")}), "png")
    assert [d.code for d in built.diagnostics] == ["card-range"]
    assert not built.outputs


def test_a_folder_can_be_packed(write_project: WriteProject) -> None:
    root = write_project()
    (packed,) = export_project(root, "tts", packed=True).outputs
    assert packed.path == "small/en/tts.zip"
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert archive.testzip() is None
        inside = {name: archive.read(name) for name in archive.namelist()}
    assert inside == {o.path.removeprefix("small/en/tts/"): o.content for o in export_project(root, "tts").outputs}


# --- the command


def test_the_command_writes_and_says_where(write_project: WriteProject) -> None:
    root = write_project()
    done = pnp(root, "export", "png", "small", "--dpi", "50", "--no-bleed", "--corners", "ROUND", "--contact")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("output/small/en/png/manifest.json  2 faces, 1 back, 124 × 173 px\n")
    assert (root / "output/small/en/png/numbers/contact.png").exists()


def test_files_of_an_earlier_export_are_told_and_stay(write_project: WriteProject) -> None:
    root = write_project()
    assert pnp(root, "export", "svg").err == ""
    write_project({"data/small/cards.yaml": CARDS.splitlines()[0] + "\n"})
    done = pnp(root, "export", "svg")
    assert done.code == 0
    assert "1 file is from an earlier export, no longer made" in done.err
    assert (root / "output/small/en/svg/numbers/002-2-front.svg").exists()


def test_a_fault_ends_with_1_and_writes_nothing(write_project: WriteProject) -> None:
    root = write_project({"data/small/cards.yaml": CARDS.replace("number: 1,", "number: 17,")})
    done = pnp(root, "export", "png")
    assert (done.code, done.out) == (1, "")
    assert "error[card-range]" in done.err
    assert "1 error; nothing was written" in done.err
    assert not (root / "output").exists()


def test_a_warning_stops_a_strict_export(write_project: WriteProject) -> None:
    look = 'elements:\n  patch: {rect: trim, fill: "#c00000"}\n'
    root = write_project({"templates/small/back.yaml": look})
    done = pnp(root, "export", "plain", "--strict", "--format", "json")
    assert done.code == 1
    assert [fault["code"] for fault in json.loads(done.out)] == ["shop-bleed"]
    assert not (root / "output").exists()
    assert pnp(root, "export", "plain").code == 0


@pytest.mark.parametrize(
    "arguments",
    [("export", "pgn"), ("export", "png", "--dpi", "5"), ("export", "png", "--corners", "oval"), ("export",)],
)
def test_wrong_usage_ends_with_2(write_project: WriteProject, arguments: tuple[str, ...]) -> None:
    root = write_project()
    done = pnp(root, *arguments)
    assert (done.code, done.out) == (2, "")
    assert arguments != ("export", "pgn") or "did you mean png?" in done.err
    assert "output" not in tree(root)


@pytest.mark.parametrize(
    ("target", "option", "why"),
    [
        ("the-game-crafter", ("--dpi", "600"), "the-game-crafter has its own"),
        ("plain", ("--no-bleed",), "plain has its own"),
        ("svg", ("--dpi", "600"), "svg makes faces and backs as drawings"),
        ("tts", ("--corners", "round"), "tts makes a saved object"),
        ("png", ("--url", "https://example.org"), "png makes faces and backs as pictures"),
        ("tts", ("--url", "nonsense"), "nonsense is not an address such as https://example.org/{game}/{language}"),
        ("png", ("--colour", "cmyk"), "png makes faces and backs as pictures"),
        ("drivethrucards", ("--colour", "rgb"), "drivethrucards has its own"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    write_project: WriteProject, target: str, option: tuple[str, ...], why: str
) -> None:
    done = pnp(write_project(), "export", target, *option)
    assert done.code == 2
    assert why in " ".join(done.err.split())


def test_addresses_are_those_of_the_files_unless_told_otherwise(write_project: WriteProject) -> None:
    root = write_project()
    assert pnp(root, "export", "tts", "--dpi", "50").code == 0
    folder = root / "output/small/en/tts"
    deck = json.loads((folder / "small.json").read_text())["ObjectStates"][0]["CustomDeck"]["1"]
    assert deck["FaceURL"] == (folder / "numbers-faces.png").resolve().as_uri()


def test_a_check_for_a_shop_that_is_unknown_is_wrong_usage(write_project: WriteProject) -> None:
    done = pnp(write_project(), "check", "--profile", "the-game-grafter")
    assert done.code == 2
    assert "did you mean the-game-crafter?" in done.err
