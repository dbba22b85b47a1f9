"""pnp fonts: what is copied, what is written into fonts.yaml, and what is refused."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import font_kinds as kinds
import pytest
from command_line import Done, pnp
from conftest import FONTS, ROOT, WriteProject, build_project, codes
from fontTools.ttLib import TTFont
from typer.testing import CliRunner

import pnp.extensions.fonts.command as module
from pnp.commands.main import app
from pnp.core import system_fonts as system
from pnp.core.diagnostics import Diagnostics
from pnp.extensions.fonts.command import add_family
from pnp.project.files import Files
from pnp.project.tree import parse_yaml
from pnp.starters import FONT_FOLDER

pytestmark = pytest.mark.slow

SHIPPED = ROOT / "fonts/source-sans-3"
FILES = [f"SourceSans3-{style}.ttf" for style in ("Regular", "Bold", "Italic", "BoldItalic", "SemiBold")]


def run(root: Path, *arguments: str) -> Done:
    result = CliRunner().invoke(app, ["fonts", *arguments, "--project", str(root)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def changed(name: str, *, licence: str | None = "", **table: Any) -> bytes:
    """A font that ships, with other entries of OS/2, and another licence."""
    font = TTFont(SHIPPED / name)
    for key, value in table.items():
        setattr(font["OS/2"], key, value)
    if licence is not None:
        font["name"].names = [entry for entry in font["name"].names if entry.nameID not in (13, 14)]
        if licence:
            font["name"].setName(licence, 13, 3, 1, 0x409)
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without fontconfig, on which one family is installed."""
    folder = tmp_path / "installed"
    folder.mkdir()
    for name in FILES:
        (folder / name).write_bytes((SHIPPED / name).read_bytes())
    (folder / "broken.ttf").write_bytes(b"nothing")
    monkeypatch.setattr(system, "FOLDERS", (str(folder),))
    monkeypatch.setattr("shutil.which", lambda _: None)
    return folder


def test_an_installed_family_is_copied_with_its_licence(write_project: WriteProject, installed: Path) -> None:
    root = write_project()
    before = (root / "fonts/fonts.yaml").read_text()
    done = run(root, "add", "source sans 3", "--as", "title")
    assert done.code == 0, done.err
    assert (root / "fonts/fonts.yaml").read_text() == before + (
        "  title:\n"
        "    regular: source-sans-3/SourceSans3-Regular.ttf\n"
        "    bold: source-sans-3/SourceSans3-Bold.ttf\n"
        "    italic: source-sans-3/SourceSans3-Italic.ttf\n"
        "    bold-italic: source-sans-3/SourceSans3-BoldItalic.ttf\n"
    )
    assert "not copied, as a family has four styles: SourceSans3-SemiBold.ttf" in done.err
    assert "SIL Open Font License" in (root / "fonts/source-sans-3/LICENSE.txt").read_text()
    template = root / "templates/small/face.yaml"
    template.write_text(template.read_text().replace("bold: true", "bold: true, font: title"))
    assert codes(build_project(root)) == []


TWO_FILES = {
    "data/tiny/game.yaml": "title: Tiny\nplayers: 1\ndecks: {crew: {cards: [{name: Ann}], template: tiny/card}}\n",
    "templates/tiny/card.yaml": "elements: {name: {text: '{{ card.name }}', in: safe, size: 20pt, bold: true}}\n",
}


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    for path, text in TWO_FILES.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_a_project_of_two_files_builds_without_a_fault(tiny: Path) -> None:
    done = pnp(tiny, "build", "--output", str(tiny / "output"))
    assert (done.code, done.err) == (0, "")
    assert b"SourceSans3-Bold" in (tiny / "output/tiny/en/cards.pdf").read_bytes()
    assert run(tiny, "list").out.startswith("text: Source Sans 3, regular, bold, italic, bold-italic\n")
    assert "text: regular, bold, italic, bold-italic of pnp; OFL" in pnp(tiny, "doctor").out


@pytest.mark.usefixtures("installed")
def test_a_family_beside_the_font_of_pnp_leaves_texts_as_they_are(tiny: Path) -> None:
    before = build_project(tiny).outputs
    knewave = ROOT / "fonts/knewave/Knewave-Regular.ttf"
    done = run(tiny, "add", str(knewave), "--as", "title")
    assert "texts without font: stay in the font of pnp, which is now the family text" in done.err
    assert (tiny / f"{FONT_FOLDER}/OFL.txt").exists()
    assert build_project(tiny).outputs == before
    assert run(tiny, "list").out.count("Source Sans 3") == 1


def test_the_font_of_pnp_can_be_copied(tiny: Path, installed: Path) -> None:
    for file in installed.iterdir():
        file.unlink()
    before = build_project(tiny).outputs
    assert run(tiny, "add", "Source Sans 3").code == 0
    assert "SIL Open Font License" in (tiny / "fonts/source-sans-3/LICENSE.txt").read_text()
    assert build_project(tiny).outputs == before


def test_the_licence_beside_a_file_is_taken(write_project: WriteProject, tmp_path: Path) -> None:
    (tmp_path / "X.ttf").write_bytes(changed(FILES[1]))
    (tmp_path / "OFL.txt").write_text("Free for all.\n")
    root = write_project()
    done = run(root, "add", str(tmp_path / "X.ttf"))
    assert done.code == 0
    assert "X.ttf is used as the regular style" in done.err
    assert (root / "fonts/source-sans-3/LICENSE.txt").read_text().endswith("\n\nFree for all.\n")
    assert "templates name it with font: source-sans-3" in done.err


def test_a_font_without_a_licence_is_told(write_project: WriteProject, tmp_path: Path) -> None:
    (tmp_path / "X.ttf").write_bytes(changed(FILES[0]))
    root = write_project()
    done = run(root, "add", str(tmp_path / "X.ttf"))
    assert (done.code, "warning[font-licence]" in done.err) == (0, True)
    assert sorted(path.name for path in (root / "fonts/source-sans-3").iterdir()) == ["ORIGIN.txt", "X.ttf"]


@pytest.mark.parametrize(
    ("bits", "why"),
    [
        (2, "its maker forbids that it is embedded in files (fsType 0x2)"),
        (0x104, "its maker forbids that parts of it are embedded"),
        (0x200, "its maker allows no outlines in files"),
    ],
)
def test_what_must_not_be_embedded_is_refused(write_project: WriteProject, tmp_path: Path, bits: int, why: str) -> None:
    (tmp_path / "X.ttf").write_bytes(changed(FILES[0], licence=None, fsType=bits))
    root = write_project()
    done = run(root, "add", str(tmp_path / "X.ttf"))
    assert done.code == 1
    assert "error[font-embedding]: X.ttf must not be embedded in files" in done.err
    assert f"why: {why}" in done.err
    assert not (root / "fonts/source-sans-3").exists()


@pytest.mark.parametrize("bits", [0, 4, 8])
def test_what_may_be_embedded_for_printing_or_more_is_taken(
    write_project: WriteProject, tmp_path: Path, bits: int
) -> None:
    (tmp_path / "X.ttf").write_bytes(changed(FILES[0], licence=None, fsType=bits))
    assert run(write_project(), "add", str(tmp_path / "X.ttf")).code == 0


def test_styles_are_told_by_weight_slope_and_width(write_project: WriteProject, tmp_path: Path) -> None:
    paths = []
    for name, weight, width, italic in (
        ("Narrow", 400, 3, False), ("Book", 380, 5, False), ("Heavy", 900, 5, False), ("Bold", 680, 5, False), ("Slanted", 400, 5, True),
    ):  # fmt: skip
        content = changed(FILES[0], licence=None, usWeightClass=weight, usWidthClass=width, fsSelection=0x200 * italic)
        paths.append(tmp_path / f"{name}.ttf")
        paths[-1].write_bytes(content)
    added = add_family(Files(write_project()), list(map(str, paths)), "", Diagnostics())
    assert [Path(made.path).stem for made in added.outputs[:3]] == ["Book", "Bold", "Slanted"]
    assert list(added.notes) == ["not copied, as a family has four styles: Narrow.ttf, Heavy.ttf"]


@pytest.mark.parametrize(
    ("written", "more"),
    [
        (
            "# mine\nfamilies:\n    text:\n        regular: SourceSans3-Regular.ttf   # plain\n\n# the end\nfallback: [text]\n",
            "",
        ),
        ("fallback: [text]\nfamilies:\n  text: {regular: SourceSans3-Regular.ttf}", ""),
        ("families: {text: {regular: SourceSans3-Regular.ttf}}\n", ""),
        (FONTS.replace("text", "source-sans-3"), "font-exists"),
        ("", "fonts-empty"),
    ],
)
def test_what_stands_in_fonts_yaml_stays(write_project: WriteProject, tmp_path: Path, written: str, more: str) -> None:
    (tmp_path / "X.ttf").write_bytes(changed(FILES[0], licence=None))
    root = write_project({"fonts/fonts.yaml": written})
    done = run(root, "add", str(tmp_path / "X.ttf"))
    after = (root / "fonts/fonts.yaml").read_text()
    if more:
        assert (done.code, f"error[{more}]" in done.err, after) == (1, True, written)
        assert not (root / "fonts/source-sans-3").exists()
        return
    assert done.code == 0, done.err
    family = {"source-sans-3": {"regular": "source-sans-3/X.ttf"}}
    before = parse_yaml(written, "f")
    assert parse_yaml(after, "f") == {**before, "families": {**before["families"], **family}}
    kept = [line.removesuffix("}") for line in written.splitlines()]
    assert [line for line in kept if not any(other.startswith(line) for other in after.splitlines())] == []


def test_a_project_without_fonts_gets_the_family_of_texts(write_project: WriteProject, tmp_path: Path) -> None:
    (tmp_path / "X.ttf").write_bytes(changed(FILES[0], licence=None))
    root = write_project()
    (root / "fonts/fonts.yaml").unlink()
    assert run(root, "add", str(tmp_path / "X.ttf")).code == 0
    assert parse_yaml((root / "fonts/fonts.yaml").read_text(), "f") == {
        "families": {"text": {"regular": "source-sans-3/X.ttf"}}
    }


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"OTTO" + bytes(40), "not a TrueType or OpenType font"),
        (b"ttcf" + bytes(40), "a broken collection of fonts"),
        (b"wOF2" + bytes(40), "a broken web font"),
        (b"%!PS-AdobeFont", "not a TrueType or OpenType font"),
    ],
)
def test_other_kinds_of_files_are_refused(
    write_project: WriteProject, tmp_path: Path, content: bytes, what: str
) -> None:
    (tmp_path / "X.otf").write_bytes(content)
    done = run(write_project(), "add", str(tmp_path / "X.otf"))
    assert (done.code, f"error[font-broken]: X.otf: {what}" in done.err) == (1, True)


def test_a_font_in_colours_is_named_as_a_fallback(write_project: WriteProject, tmp_path: Path) -> None:
    (tmp_path / "X.ttf").write_bytes(kinds.coloured())
    root = write_project()
    done = run(root, "add", str(tmp_path / "X.ttf"), "--as", "emoji")
    assert "write in fonts/fonts.yaml: fallback: [emoji]\n" in done.err
    fonts = (root / "fonts/fonts.yaml").read_text()
    (root / "fonts/fonts.yaml").write_text(f"{fonts}fallback: {{ja: [text]}}\n")
    (tmp_path / "Y.ttf").write_bytes(kinds.coloured() + b"\0")
    done = run(root, "add", str(tmp_path / "Y.ttf"), "--as", "more")
    line = "fallback: {ja: [text, more], default: [more]} in place of the fallback: that is there"
    assert f"write in fonts/fonts.yaml: {line}" in done.err


@pytest.mark.parametrize(
    ("name", "content", "styles"),
    [
        ("X.otf", kinds.cff("Hand"), {"regular": "hand/X.otf"}),
        ("X.woff2", kinds.web(kinds.cff("Hand")), {"regular": "hand/X.woff2"}),
        ("X.ttf", kinds.variable(), {"regular": "square/X.ttf", "bold": "square/X.ttf"}),
        (
            "X.ttc",
            kinds.collection(kinds.cff("Hand"), kinds.truetype("Foot"), kinds.cff("Hand", "Bold", 700)),
            {"regular": "hand/Hand-Regular.otf", "bold": "hand/Hand-Bold.otf"},
        ),
        ("X.ttc#2", kinds.collection(kinds.cff("Hand"), kinds.truetype("Foot")), {"regular": "foot/Foot-Regular.ttf"}),
        (
            "X.ttc#foot",
            kinds.collection(kinds.cff("Hand"), kinds.truetype("Foot")),
            {"regular": "foot/Foot-Regular.ttf"},
        ),
    ],
)
def test_every_kind_of_font_can_be_added(
    write_project: WriteProject, tmp_path: Path, name: str, content: bytes, styles: dict[str, str]
) -> None:
    (tmp_path / name.partition("#")[0]).write_bytes(content)
    root = write_project()
    done = run(root, "add", str(tmp_path / name), "--as", "title")
    assert done.code == 0, done.err
    assert parse_yaml((root / "fonts/fonts.yaml").read_text(), "f")["families"]["title"] == styles
    assert run(root, "list").out.splitlines()[2].endswith(f", {', '.join(styles)}")
    assert codes(build_project(root)) == []


def test_a_family_of_this_machine_becomes_one_of_the_project(write_project: WriteProject, installed: Path) -> None:
    families = "  text: {regular: SourceSans3-Regular.ttf}\n  title: Source Sans 3  # for now\n\n  # the rest\n  more: {regular: SourceSans3-Bold.ttf}\n"
    root = write_project({"fonts/fonts.yaml": f"families:\n{families}"})
    assert run(root, "add", "Source Sans 3", "--as", "title").code == 0
    written = (root / "fonts/fonts.yaml").read_text()
    assert "  # the rest\n" in written
    after = parse_yaml(written, "f")["families"]
    assert list(after) == ["text", "title", "more"]
    assert after["title"]["bold-italic"] == "source-sans-3/SourceSans3-BoldItalic.ttf"


def test_of_sizes_of_one_family_the_one_with_most_styles_is_taken(
    write_project: WriteProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "installed"
    folder.mkdir()
    for name, size, weight in (("A08", 8, 400), ("B12", 12, 400), ("C12", 12, 700)):
        font = TTFont(io.BytesIO(kinds.truetype(f"Hand {size}", weight=weight)))
        font["name"].setName("Hand", 16, 3, 1, 0x409)
        (folder / f"{name}.ttf").write_bytes(kinds.saved(font))
    monkeypatch.setattr(system, "FOLDERS", (str(folder),))
    monkeypatch.setattr("shutil.which", lambda _: None)
    root = write_project()
    assert run(root, "add", "hand").code == 0
    assert parse_yaml((root / "fonts/fonts.yaml").read_text(), "f")["families"]["hand"] == {
        "regular": "hand/B12.ttf",
        "bold": "hand/C12.ttf",
    }
    assert "did you mean Hand?" in run(root, "add", "Hands").err


def test_a_font_that_is_not_there_is_told(write_project: WriteProject, installed: Path, tmp_path: Path) -> None:
    root = write_project()
    for wanted in (["Nowhere Grotesk"], [str(tmp_path / "none.ttf"), str(installed / FILES[0])]):
        done = run(root, "add", *wanted)
        assert (done.code, "error[font-none]" in done.err) == (1, True)
    assert run(root, "add", FILES[0], "--as", "7").code == 2


def test_a_font_is_not_added_twice(write_project: WriteProject, installed: Path) -> None:
    root = write_project()
    assert run(root, "add", "Source Sans 3", "--as", "a").code == 0
    again = run(root, "add", "Source Sans 3", "--as", "b")
    assert (again.code, "error[font-exists]" in again.err) == (1, True)


def test_fontconfig_is_asked_where_it_is(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "fc-list"
    program.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$3\" > '{tmp_path}/asked'\necho '{installed / FILES[0]}'\n")
    program.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda _: str(program))
    monkeypatch.setattr(system, "FOLDERS", ())
    assert system.family_files("A, B") == [installed / FILES[0]]
    assert (tmp_path / "asked").read_text() == ":family=A\\, B\n"


def test_a_program_in_the_working_folder_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "fc-list"
    program.write_text("#!/bin/sh\ntouch ran\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    for found in ("./fc-list", str(program)):
        monkeypatch.setattr("shutil.which", lambda _, found=found: found)
        system.font_files()
    assert [path.name for path in tmp_path.iterdir()] == ["fc-list"]


def test_fonts_are_listed_with_their_scripts(write_project: WriteProject, installed: Path) -> None:
    listed = run(write_project(), "list")
    assert listed.out.splitlines() == [
        "text: Source Sans 3, regular, bold, italic",
        "    Latin, Vietnamese, Greek, Cyrillic",
    ]
    (installed / FILES[0]).write_bytes(changed(FILES[0], fsType=2))
    assert run(write_project(), "list", "--system").out == "Source Sans 3  5 files, must not be embedded\n"


def test_a_script_that_is_new_says_how_its_family_becomes_a_fallback(
    write_project: WriteProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_project({})
    monkeypatch.setattr(module, "scripts_of", lambda face: ["Latin"] if "Source" in face.about.family else ["Thai"])
    monkeypatch.setattr(module, "LARGE", 0.0001)
    file = tmp_path / "other.ttf"
    file.write_bytes(kinds.truetype("Other"))
    done = run(root, "add", str(file), "--as", "thai")
    assert (
        "for its letters of Thai in texts of another font write in fonts/fonts.yaml: fallback: {th: [text, thai]}"
        in (done.err)
    )
    assert "MB, which everybody who downloads the project has to load" in done.err


@pytest.mark.parametrize("order", [("Regular", "Bold", "Italic"), ("Bold", "Italic", "Regular")])
def test_files_of_a_family_that_are_added_one_by_one_join_it(
    write_project: WriteProject, tmp_path: Path, order: tuple[str, ...]
) -> None:
    root = write_project()
    for style in order:
        done = run(root, "add", str(SHIPPED / f"SourceSans3-{style}.ttf"))
        assert done.code == 0, done.err
    families = parse_yaml((root / "fonts/fonts.yaml").read_text(), "fonts.yaml")["families"]
    assert families["source-sans-3"] == {
        style.lower(): f"source-sans-3/SourceSans3-{style}.ttf" for style in ("Regular", "Bold", "Italic")
    }
    note = (root / "fonts/source-sans-3/LICENSE.txt").read_text()
    assert all(f"SourceSans3-{style}.ttf" in note.split("\n")[0] for style in order)
    again = run(root, "add", str(SHIPPED / "SourceSans3-Bold.ttf"))
    assert "the family source-sans-3 has SourceSans3-Bold.ttf already" in again.err
    other = run(root, "add", str(SHIPPED / "SourceSans3-SemiBold.ttf"), "--as", "title")
    assert other.code == 0, other.err
    assert codes(build_project(root)) == []
