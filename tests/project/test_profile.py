"""Profiles of print shops: those of pnp hold what lists of the shops say; those of a project come first."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, WriteProject
from exported import export_project

from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.project.files import Files
from pnp.project.profiles import load_profile, profile_names


@pytest.mark.parametrize("name", [path.stem for path in sorted((ROOT / "pnp/profiles").glob("*.yaml"))])
def test_every_profile_of_pnp_can_be_read(name: str, tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    profile = load_profile(Files(tmp_path), name, diagnostics)
    assert not list(diagnostics)
    assert profile
    assert profile.head.title
    assert not profile.head.sizes or profile.head.source.startswith("https://")


def test_a_project_may_have_profiles_and_its_own_come_first(write_project: WriteProject) -> None:
    files = Files(write_project({"profiles/mine.yaml": "title: Mine\n", "profiles/plain.yaml": "title: Other\n"}))
    assert profile_names(files) == ["drivethrucards", "makeplayingcards", "mine", "offset", "plain", "the-game-crafter"]
    titles = [profile.head.title for name in ("mine", "plain") if (profile := load_profile(files, name, Diagnostics()))]
    assert titles == ["Mine", "Other"]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("bleed: 3mm\n", "missing-key", "1:1"),
        ("title: T\ndpi: 20\n", "wrong-value", "2:6"),
        ("title: T\ncolour: cmyk\n", "wrong-value", "2:9"),
        ("title: T\ncolour: lab\n", "wrong-value", "2:9"),
        ("title: T\nfile: pdf\ncolour: cmyk\npress: fogra93\n", "press-unknown", "4:8"),
        ("title: T\nink: 500\n", "wrong-value", "2:6"),
        ("title: T\nrich_black: [60, 40, 40]\n", "wrong-value", "2:13"),
        ("title: T\nrich_black: [60, 40, 40, 110]\n", "wrong-value", "2:13"),
        ("title: T\npages: both\n", "wrong-value", "2:8"),
        ("title: T\nsizes:\n  a: {trim: [1mm, 2mm]}\n", "wrong-value", "3:13"),
        ('title: T\nnames: "{deck}/{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck}/{nummer}-{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "../{deck}/{number}-{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck/{number}-{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck}:{number}*{side}?"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck}{number}{side}\\0"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "con/{deck}{number}{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "/{deck}{number}{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck}/./{number}{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck}{number:999999999}{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck!r}{number}{side}"\n', "wrong-value", "2:8"),
        ("title: T\nsizes: {a: {trim: poker, saef: 3mm}}\n", "unknown-key", "2:26"),
        ("title: T\nsizes: {a: {trim: poker, pixels: [825, 112.5]}}\n", "wrong-value", "2:34"),
        ("title: T\nsizes: {a: {trim: poker, pixels: [825, 112]}}\n", "wrong-value", "2:34"),
        ("- a\n", "wrong-value", "1:1"),
    ],
)
def test_what_a_profile_cannot_say_is_told_at_its_place(
    write_project: WriteProject, text: str, code: str, place: str
) -> None:
    built = export_project(write_project({"profiles/mine.yaml": text}), "mine")
    assert [f"{d.code}@{d.place}" for d in built.diagnostics] == [f"{code}@profiles/mine.yaml:{place}"]


SHOP = "title: Mine\nfile: pdf\ncolour: cmyk\npress: mine\nink: 220\n"
PRESS = "title: My press\ncondition: MINE\nicc: mine.icc\nink: 260\n"


def with_press(write: WriteProject, icc: bytes, press: str = PRESS) -> Files:
    root = write({"profiles/mine.yaml": SHOP, "profiles/presses/mine.yaml": press})
    (root / "profiles/presses/mine.icc").write_bytes(icc)
    return Files(root)


def test_a_project_may_have_a_press_and_a_shop_take_less_ink(write_project: WriteProject) -> None:
    icc = (ROOT / "pnp/profiles/presses/fogra39.icc").read_bytes()
    profile = load_profile(with_press(write_project, icc), "mine", Diagnostics())
    assert profile and profile.press
    assert (profile.press.title, profile.press.condition, profile.press.ink) == ("My press", "MINE", 220)
    assert profile.press.icc == icc


@pytest.mark.parametrize(
    ("press", "told"),
    [
        (PRESS, "press-profile@profiles/presses/mine.yaml:3:6"),
        (PRESS.replace("mine.icc", "other.icc"), "file-missing@profiles/presses/mine.yaml:3:6"),
        (PRESS.replace("icc: mine.icc\n", ""), "missing-key@profiles/presses/mine.yaml:1:1"),
    ],
)
def test_what_is_wrong_with_a_press_is_told(write_project: WriteProject, press: str, told: str) -> None:
    diagnostics = Diagnostics()
    assert load_profile(with_press(write_project, b"no profile", press), "mine", diagnostics) is None
    assert [f"{d.code}@{d.place}" for d in diagnostics] == [told]


def test_what_pnp_ships_of_presses_is_small_and_licensed() -> None:
    folder = ROOT / "pnp/profiles/presses"
    told = (folder / "README.md").read_text(encoding="utf-8")
    for icc in folder.glob("*.icc"):
        assert icc.stat().st_size < 2**18
        assert f"`{icc.name}`" in told
    assert "This notice may not be removed" in told


def test_a_shop_without_a_profile_is_told(write_project: WriteProject) -> None:
    built = export_project(write_project(), "game-crafter")
    assert [(d.code, d.fix) for d in built.diagnostics] == [("profile-unknown", "did you mean the-game-crafter?")]


CUSTOM = "title: T\nfile: pdf\nsizes: {card: {trim: [63mm, 88mm]}}\ncustom: {smallest: [30mm, 40mm], largest: [100mm, 200mm], note: ask}\n"


@pytest.mark.parametrize(
    ("size", "name"),
    [
        ((63.0, 88.0), "card"),
        ((90.0, 40.0), "custom"),
        ((190.0, 90.0), "custom"),
        ((30.0, 39.0), ""),
        ((101.0, 110.0), ""),
    ],
)
def test_sizes_of_their_own_are_taken_within_limits_upright_or_turned(
    write_project: WriteProject, size: tuple[float, float], name: str
) -> None:
    profile = load_profile(Files(write_project({"profiles/mine.yaml": CUSTOM})), "mine", Diagnostics())
    assert profile
    if name:
        fit = profile.fit(size, 3.0, "card")
        assert (fit.name, fit.trim) == (name, size)
    else:
        with pytest.raises(Mistake, match="T has no size of"):
            profile.fit(size, 3.0, "card")


def test_a_round_piece_has_no_size_of_its_own(write_project: WriteProject) -> None:
    profile = load_profile(Files(write_project({"profiles/mine.yaml": CUSTOM})), "mine", Diagnostics())
    assert profile
    with pytest.raises(Mistake, match="no size for a circle"):
        profile.fit((50.0, 50.0), 3.0, "circle")
