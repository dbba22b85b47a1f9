"""Printers: their offsets are kept under names, used by builds, and told; what cannot be is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Done, pnp, run
from conftest import WriteProject
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.diagnostics import Diagnostics
from pnp.core.printing import Offset
from pnp.extensions.calibration.command import NAME, save_printer
from pnp.project.printers import MAX_OFFSET, load_printers

numbers = st.integers(-1000, 1000).map(lambda n: n / 100)


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config/pnp/printers.yaml"


def calibrate(*arguments: str) -> Done:
    return run("calibrate", *arguments)


@given(
    printers=st.dictionaries(
        st.from_regex(NAME.pattern, fullmatch=True),
        st.builds(Offset, numbers, numbers, numbers.map(lambda n: round(n / 10, 4))),
        max_size=3,
    ),
    kept=st.builds(Offset, numbers, numbers),
)
def test_what_is_kept_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, printers: dict[str, Offset], kept: Offset
) -> None:
    folder = tmp_path_factory.mktemp("config")
    save_printer(folder, "null", kept, printers)
    diagnostics = Diagnostics()
    assert load_printers(folder, diagnostics) == {**printers, "null": kept}
    assert not diagnostics


@pytest.mark.slow
def test_a_printer_is_kept_shown_and_used(write_project: WriteProject, config: Path) -> None:
    assert calibrate("show").err == f"no printer is saved in {config.parent}\n"
    assert calibrate("set", "office", "-0.8,0.5").out.endswith("office: -0.8,0.5 mm\n")
    assert calibrate("set", "home", "1,0", "-0.25").code == 0
    assert (
        config.read_text()
        == 'printers:\n  "home": {x: 1, y: 0, angle: -0.25}\n  "office": {x: -0.8, y: 0.5, angle: 0}\n'
    )
    assert calibrate("show").out == "home: 1,0 mm, turned by -0.25°\noffice: -0.8,0.5 mm\n"
    root = write_project()
    plain = pnp(root, "build").out
    made = (root / "output/small/en/cards.pdf").read_bytes()
    kept = pnp(root, "build", "--printer", "office")
    assert kept.out == plain.replace("A4", "A4, for office")
    moved = (root / "output/small/en/cards.pdf").read_bytes()
    assert moved != made
    given = pnp(root, "build", "--back-offset", "-0.8,0.5")
    assert given.out == plain.replace("A4", "A4, backs moved by -0.8,0.5 mm")
    assert (root / "output/small/en/cards.pdf").read_bytes() == moved


def test_the_sheet_is_made_and_may_prove_an_offset(write_project: WriteProject, config: Path) -> None:
    root = write_project()
    done = pnp(root, "calibrate", "sheet", "--paper", "letter", "--flip", "short")
    assert done.out.endswith("calibration.pdf  1 sheet, Letter, two sides, flipped on the short edge\n")
    first = (root / "output/calibration.pdf").read_bytes()
    done = pnp(root, "calibrate", "sheet", "--paper", "letter", "--flip", "short", "--back-offset", "1,1")
    assert done.out.endswith("short edge, backs moved by 1,1 mm\n")
    assert (root / "output/calibration.pdf").read_bytes() != first


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("set", "office", "0.8"), "0.8 is not X,Y"),
        (("set", "office", "a,b"), "a,b is not X,Y"),
        (("set", "office", "1,2,3"), "1,2,3 is not X,Y"),
        (("set", "office", "1,2", "east"), "east is not an angle"),
        (("set", "office", "1,2", "nan"), "more than 5 degrees"),
        (("set", "office", f"{MAX_OFFSET + 1},0"), "further than 10 mm"),
        (("set", "office", "0,0", "7"), "more than 5 degrees"),
        (("set", "my office", "0,0"), "not a name for a printer"),
        (("set", "../x", "0,0"), "not a name for a printer"),
    ],
)
def test_what_is_no_printer_is_refused(config: Path, arguments: tuple[str, ...], told: str) -> None:
    done = calibrate(*arguments)
    assert (done.code, done.out) == (2, "")
    assert told in " ".join(done.err.replace("│", " ").split())
    assert not config.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--printer", "ofice"), "did you mean office?"),
        (("--printer", "office", "--back-offset", "1,1"), "give only one of the two"),
        (("--back-offset", "1"), "1 is not X,Y"),
        (("--back-offset", "nan,1"), "nan,1 is not X,Y"),
    ],
)
def test_a_build_refuses_what_is_no_offset(
    write_project: WriteProject, config: Path, arguments: tuple[str, ...], told: str
) -> None:
    assert calibrate("set", "office", "1,1").code == 0
    done = pnp(write_project(), "build", *arguments)
    assert (done.code, done.out) == (2, "")
    assert told in " ".join(done.err.replace("│", " ").split())


def test_an_unknown_printer_is_told_where_none_is_kept(write_project: WriteProject, config: Path) -> None:
    done = pnp(write_project(), "build", "--printer", "office")
    assert done.code == 2 and "pnp calibrate sheet" in done.err


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("printers: {office: {x: 30}}", "printers.yaml:1:24: error[wrong-value]"),
        ("- office", "error[wrong-value]"),
        ("printers: {office: {z: 3}}", "error[unknown-key]"),
        ("printers: {", "error["),
    ],
)
def test_a_faulty_file_of_printers_is_told(write_project: WriteProject, config: Path, written: str, told: str) -> None:
    config.parent.mkdir(parents=True)
    config.write_text(written)
    done = pnp(write_project(), "build", "--printer", "office")
    assert (done.code, done.out) == (1, "")
    assert told in done.err
    assert calibrate("set", "office", "1,1").code == 1
    assert config.read_text() == written
