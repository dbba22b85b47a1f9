"""fonts.yaml: files, collections, variable fonts, families of this machine; what is derived, and what is reported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import font_kinds as kinds
import pytest
from conftest import WriteProject, build_project, check_project, codes

from pnp.core import system_fonts
from pnp.core.diagnostics import Diagnostics
from pnp.core.fonts import FontSet
from pnp.project.files import Files
from pnp.project.fonts import family_folders, load_fonts
from pnp.starters import FONT, FONT_FOLDER

FILES: Mapping[str, bytes] = {
    "T.ttf": kinds.truetype(),
    "O.otf": kinds.cff(),
    "V.ttf": kinds.variable(),
    "L.woff2": kinds.web(kinds.variable(axes=("wght", "slnt"))),
    "C.ttc": kinds.collection(kinds.truetype("One"), kinds.cff("Two")),
    "R.ttf": kinds.truetype(fsType=2),
}


@pytest.fixture
def load(write_project: WriteProject) -> object:
    def load(families: str) -> tuple[FontSet, list[str], Files]:
        changes = {f"fonts/{name}": content for name, content in FILES.items()}
        files = Files(write_project({**changes, "fonts/fonts.yaml": f"families:\n  text: {families}\n"}))
        diagnostics = Diagnostics()
        fonts = load_fonts(files, diagnostics)
        return fonts, [f"{d.place} {d.code}: {d.what} -> {d.fix}" for d in diagnostics], files

    return load


@pytest.mark.parametrize(
    ("written", "styles"),
    [
        ("T.ttf", {"regular": "T"}),
        ("{regular: O.otf, bold: T.ttf}", {"regular": "O", "bold": "T"}),
        ("V.ttf", {"regular": "V wght=400", "bold": "V wght=700"}),
        ("{file: V.ttf}", {"regular": "V wght=400", "bold": "V wght=700"}),
        ("{regular: V.ttf, bold: T.ttf}", {"regular": "V wght=400", "bold": "T"}),
        ("{regular: T.ttf, bold: V.ttf}", {"regular": "T", "bold": "V wght=700"}),
        ("{regular: {file: V.ttf, wght: 550}}", {"regular": "V wght=550", "bold": "V wght=700"}),
        ("{regular: {file: V.ttf, wght: 550}, bold: {file: V.ttf, wght: 900}}", {"regular": "V wght=550", "bold": "V wght=900"}),
        ("{regular: T.ttf, italic: V.ttf}", {"regular": "T", "italic": "V wght=400", "bold-italic": "V wght=700"}),
        ("L.woff2", {"regular": "L wght=400", "bold": "L wght=700", "italic": "L wght=400 slnt=-10", "bold-italic": "L wght=700 slnt=-10"}),
        ("{regular: {file: L.woff2, wght: 550}}", {"regular": "L wght=550", "bold": "L wght=700", "italic": "L wght=550 slnt=-10", "bold-italic": "L wght=700 slnt=-10"}),
        ('"C.ttc#2"', {"regular": "C#2"}),
        ("{regular: C.ttc, bold: 'C.ttc#Two'}", {"regular": "C#1", "bold": "C#2"}),
    ],
)  # fmt: skip
def test_a_family_has_the_styles_that_its_files_have(load, written: str, styles: dict[str, str]) -> None:  # type: ignore[no-untyped-def]
    fonts, reported, _ = load(written)
    assert reported == []
    assert {style: face.name for style, face in fonts.families["text"].faces.items()} == styles


@pytest.mark.parametrize(
    ("written", "reported"),
    [
        ("'C.ttc#3'", "2:9 font-broken: fonts/C.ttc: holds 2 fonts, and no #3 -> write #1 to #2, or the name of one"),
        ("{regular: T.ttf, bold: {file: T.ttf, wght: 700}}", "2:32 font-broken: fonts/T.ttf: has no axis wght: it is not a variable font -> leave wght: out, or take another file"),
        ("{regular: {file: V.ttf, wght: 1000}}", "2:19 font-broken: fonts/V.ttf: goes from 100 to 900 on the axis wght, not to 1000 -> write wght: 900"),
        ("{regular: {file: V.ttf, weight: 1000}}", "2:9 wrong-value: text has regular: has weight, which is not an axis of a font -> use file: and axes such as wght: 550, wdth: 90"),
        ("{regular: {wght: 1000}}", "2:9 wrong-value: text has regular: must be a font file or {file: FILE, wght: 550}, not a mapping -> "),
        ("{system: [a]}", "2:9 wrong-value: text has more or less than the name of a family in system: -> write {system: EB Garamond}"),
        ("7", "2:9 wrong-value: text must be a mapping of styles, a font file or an installed family, not 7 -> "),
        ("R.ttf", "2:9 font-restricted: the font R should not be put into files: its maker forbids that it is embedded in files -> use another font, or ask its maker for a licence and a file that allow it"),
    ],
)  # fmt: skip
def test_what_a_family_cannot_have_is_reported_where_it_is_written(load, written: str, reported: str) -> None:  # type: ignore[no-untyped-def]
    assert load(written)[1] == [f"fonts/fonts.yaml:{reported}"]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without fontconfig, on which four families are installed."""
    folder = tmp_path / "installed"
    folder.mkdir()
    (folder / "a.otf").write_bytes(kinds.cff("Round Hand"))
    (folder / "b.otf").write_bytes(kinds.cff("Round Hand", "Bold", 700))
    (folder / "c.ttc").write_bytes(kinds.collection(kinds.truetype("One"), kinds.truetype("Two", "Bold", 700)))
    (folder / "v.ttf").write_bytes(kinds.variable())
    (folder / "broken.ttf").write_bytes(b"nothing")
    monkeypatch.setattr(system_fonts, "FOLDERS", (str(folder),))
    monkeypatch.setattr("shutil.which", lambda _: None)
    return folder


def test_a_project_without_fonts_has_the_one_that_comes_with_pnp(tmp_path: Path) -> None:
    files, diagnostics = Files(tmp_path), Diagnostics()
    (family,) = load_fonts(files, diagnostics).families.values()
    assert list(diagnostics) == []
    assert {style: face.name for style, face in family.faces.items()} == {
        style: file.removesuffix(".ttf") for style, file in FONT.items()
    }
    assert [list(map(str, folders)) for folders in family_folders(files).values()] == [[FONT_FOLDER]]


@pytest.mark.parametrize(
    ("file", "fix"),
    [("Own.ttf", "pnp fonts add 'fonts/Own.ttf'"), ("font.yaml", "did you mean fonts/font.yaml?")],
)
def test_fonts_that_no_fonts_yaml_names_are_reported(tmp_path: Path, file: str, fix: str) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / file).write_bytes(kinds.truetype())
    diagnostics = Diagnostics()
    assert load_fonts(Files(tmp_path), diagnostics).families == {}
    assert [(d.code, d.fix) for d in diagnostics] == [("file-missing", fix)]


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("written", "styles"),
    [
        ("round hand", {"regular": "a", "bold": "b"}),
        ("{system: Round Hand}", {"regular": "a", "bold": "b"}),
        ("Two", {"regular": "c#2"}),
        ("Square", {"regular": "v wght=400", "bold": "v wght=700"}),
    ],
)
def test_a_family_of_this_machine_is_used_with_a_warning(load, written: str, styles: dict[str, str]) -> None:  # type: ignore[no-untyped-def]
    fonts, (reported,), files = load(written)
    assert "font-system: the family text is" in reported
    assert "pnp fonts add" in reported
    assert "--as text" in reported
    assert {style: face.name for style, face in fonts.families["text"].faces.items()} == styles
    assert any("installed" in path for path in files.paths_read())
    assert family_folders(files) == {"text": ()}


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "fix"), [("Hand", "did you mean Round Hand?"), ("Nowhere Grotesk", "name files below fonts/")]
)
def test_a_family_that_is_not_installed_is_reported(load, name: str, fix: str) -> None:  # type: ignore[no-untyped-def]
    fonts, (reported,), _ = load(name)
    assert f"fonts/fonts.yaml:2:9 font-none: no family {name} is installed on this machine" in reported
    assert fix in reported
    assert fonts.families == {}


def test_an_unknown_family_can_be_added(write_project: WriteProject) -> None:
    root = write_project()
    face = root / "templates/small/face.yaml"
    face.write_text(face.read_text().replace("bold: true", "font: EB Garamond"))
    (diagnostic,) = build_project(root).diagnostics
    assert (str(diagnostic.code), diagnostic.fix) == (
        "font-unknown",
        "use one of: text; or add it with pnp fonts add 'EB Garamond'",
    )


@pytest.mark.parametrize(
    ("fallback", "text", "is_reported"),
    [
        ("{regular: Z.ttf}", "**日**", True),
        ("{regular: Z.ttf, bold: Z.ttf}", "*Ա*", True),
        ("{regular: Z.ttf, bold: Z.ttf}", "*日*", False),  # has no italics
        ("{regular: Z.ttf, bold: Z.ttf}", "***日***", False),
        ("{regular: Z.ttf, italic: Z.ttf}", "*日*", False),
        ("{regular: Z.ttf}", "***日***", True),
        ("{regular: Z.ttf}", "日 **A**", False),
        ("{regular: Z.ttf}", "**\ue000**", False),  # a sign
        ("{regular: Z.ttf, bold: Z.ttf}", "**日**", False),
    ],
)
def test_a_style_that_a_fallback_lacks_is_reported(
    write_project: WriteProject, fallback: str, text: str, is_reported: bool
) -> None:
    text_family = "{regular: SourceSans3-Regular.ttf, bold: SourceSans3-Bold.ttf, italic: SourceSans3-Italic.ttf}"
    root = write_project(
        {
            "fonts/Z.ttf": kinds.truetype(more={"日": "A", "Ա": "A", "\ue000": "B"}),
            "fonts/fonts.yaml": f"families:\n  text: {text_family}\n  more: {fallback}\nfallback: [more]\n",
            "templates/small/face.yaml": f'elements: {{a: {{text: "{text}", in: safe, size: 9pt}}}}\n',
        }
    )
    diagnostics = build_project(root).diagnostics
    assert [str(diagnostic.code) for diagnostic in diagnostics] == ["style-missing"] * is_reported
    assert all("the font family more has no" in diagnostic.what for diagnostic in diagnostics)


@pytest.mark.parametrize(
    ("fonts", "at"),
    [
        ("families: {txet: SourceSans3-Regular.ttf}", "font-unknown@fonts/fonts.yaml"),
        ("families: {text: SourceSans3-Regulr.ttf}", "file-missing@fonts/fonts.yaml:1:18"),
        ("families: {text: SourceSans3-Regulr.ttf, b: SourceSans3-Bold.ttf}", "file-missing@fonts/fonts.yaml:1:18"),
        (
            "families: {text: {bold: SourceSans3-Bold.ttf}, b: SourceSans3-Bold.ttf}",
            "font-regular@fonts/fonts.yaml:1:12",
        ),
        ("families: {text: SourceSans3-Regular.ttf}\nfallback: ar", "wrong-value@fonts/fonts.yaml:2:11"),
        ("families: {text: SourceSans3-Regular.ttf, b: B.ttf}\nfallback: [b]", "file-missing@fonts/fonts.yaml:1:46"),
    ],
)
def test_a_fault_of_the_fonts_is_one_message(write_project: WriteProject, fonts: str, at: str) -> None:
    face = "elements:\n  a: {text: x, in: safe}\n  b: {text: y, in: safe, font: b}\n"
    if "b: " not in fonts:
        face = face.replace(", font: b", "")
    style = {
        "templates/small/booklet.yaml": "small: {size: 8pt}\n",
        "templates/small/rulebook.md": "## Play\n\nPlay.\n",
    }
    root = write_project({**style, "fonts/fonts.yaml": f"{fonts}\n", "templates/small/face.yaml": face})
    assert codes(check_project(root, "style", "print")) == [at]
