"""pnp doctor: what is there, what is missing, what is wrong, each with how to mend it."""

from __future__ import annotations

import os
import sys
from importlib import metadata
from pathlib import Path

import pytest
from command_line import pnp, process
from conftest import ROOT, WriteProject

from pnp.commands import doctor
from pnp.commands.doctor import DoctorFinding, examine
from pnp.project.files import Files

pytestmark = pytest.mark.slow


def findings(root: Path, topic: str, output: Path | None = None) -> list[DoctorFinding]:
    found = examine(Files(root), {"output": output or root / "output", "temporary files": root})
    return [finding for finding in found if finding.topic == topic]


def test_where_all_is_well_nothing_is_wrong(write_project: WriteProject) -> None:
    done = pnp(write_project({"fonts/OFL.txt": "SIL OPEN FONT LICENSE Version 1.1"}), "doctor")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith("Python     CPython 3.")
    assert "project    1 game: small" in lines
    assert "fonts      text: regular, bold, italic; OFL (fonts/OFL.txt)" in lines
    assert any(line.startswith("folders    output: ") for line in lines)


def test_libraries_are_those_that_the_package_asks_for(
    monkeypatch: pytest.MonkeyPatch, write_project: WriteProject
) -> None:
    needed = [
        "rich>=13",
        "nowhere-at-all>=2.1",
        "pillow>=999.0",
        "ezdxf>=1.3; extra == 'cutters'",
        "typst; extra == 'bench'",
    ]
    monkeypatch.setattr(metadata, "requires", lambda _: [*needed, "no-such-speller>=1; extra == 'spelling'"])
    root = write_project()
    wrong = [(finding.text, finding.fix) for finding in findings(root, "libraries")]
    upgrade = "pip install --upgrade pnp-games"
    pillow = metadata.version("pillow")
    assert wrong == [("nowhere-at-all is not installed", upgrade), (f"pillow is {pillow}, and must be 999.0", upgrade)]
    extras = {finding.text: finding.fix for finding in findings(root, "extras")}
    assert extras["spelling: not installed"] == "pip install '.[spelling]' in pnp's repository"
    assert extras[f"cutters: ezdxf {metadata.version('ezdxf')}"] == ""
    assert not any(told.startswith("bench") for told in extras)
    done = pnp(root, "doctor")
    assert done.code == 1
    assert "           → pip install --upgrade pnp-games" in done.out
    assert done.err == "2 things are wrong\n"


def test_every_extra_for_users_is_told() -> None:
    told = {finding.text.partition(":")[0] for finding in findings(ROOT, "extras")}
    declared = set(metadata.metadata("pnp-games").get_all("Provides-Extra") or ())
    assert told == declared - set(doctor.NOT_LISTED)
    assert {"cluster", "cutters", "spelling"} <= told


def test_fonts_without_a_licence_and_broken_ones_are_told(write_project: WriteProject) -> None:
    (font,) = findings(write_project(), "fonts")
    assert (font.text, font.is_wrong) == ("text: regular, bold, italic; no licence beside it", False)
    assert font.fix.startswith("put its licence beside it")
    broken = findings(write_project({"fonts/SourceSans3-Bold.ttf": b"no font"}), "fonts")
    assert [finding.is_wrong for finding in broken] == [True, False]
    assert "SourceSans3-Bold.ttf" in broken[0].text


def test_licences_are_found_beside_fonts_or_above_them() -> None:
    told = {finding.text.partition(":")[0]: finding.text for finding in findings(ROOT, "fonts")}
    assert told["groovy"].endswith("OFL (fonts/shrikhand/OFL.txt)")
    assert len(told) == 8


def test_a_folder_that_is_no_project_is_told_what_to_do(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "project")
    assert found.text == f"no game in {tmp_path}"
    assert "pnp new" in found.fix
    assert findings(tmp_path, "fonts") == []


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is closed to an administrator")
def test_folders_that_cannot_be_written_to_are_wrong(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    (found,) = [f for f in findings(tmp_path, "folders", closed / "output") if f.text.startswith("output")]
    assert found.is_wrong


def test_a_file_in_the_place_of_a_folder_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "output").write_text("a file")
    output, *others = findings(tmp_path, "folders")
    assert (output.text, output.is_wrong) == (f"output: {tmp_path / 'output'} cannot be written to", True)
    assert not any(finding.is_wrong for finding in others)


@pytest.mark.process
def test_a_terminal_with_few_characters_is_told() -> None:
    done = process("doctor", "--project", str(ROOT), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.code == 0
    assert "characters: ascii" in done.out
    assert "set PYTHONUTF8=1" in done.out
