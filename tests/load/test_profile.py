"""Profiles of print shops: those of pnp hold what lists of the shops say; those of a project come first."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, WriteProject
from exported import export_project

from pnp.diagnostics import Diagnostics
from pnp.load.profile import load_profile, profile_names
from pnp.source.files import Files


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
    assert profile_names(files) == ["makeplayingcards", "mine", "plain", "the-game-crafter"]
    titles = [profile.head.title for name in ("mine", "plain") if (profile := load_profile(files, name, Diagnostics()))]
    assert titles == ["Mine", "Other"]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("bleed: 3mm\n", "missing-key", "1:1"),
        ("title: T\ndpi: 20\n", "wrong-value", "2:6"),
        ("title: T\ncolour: cmyk\n", "wrong-value", "2:9"),
        ("title: T\nsizes:\n  a: {trim: [1mm, 2mm]}\n", "wrong-value", "3:13"),
        ('title: T\nnames: "{deck}/{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck}/{nummer}-{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "../{deck}/{number}-{side}"\n', "wrong-value", "2:8"),
        ('title: T\nnames: "{deck/{number}-{side}"\n', "wrong-value", "2:8"),
        ("title: T\nsizes: {a: {trim: poker, saef: 3mm}}\n", "unknown-key", "2:26"),
        ("- a\n", "wrong-value", "1:1"),
    ],
)
def test_what_a_profile_cannot_say_is_told_at_its_place(
    write_project: WriteProject, text: str, code: str, place: str
) -> None:
    built = export_project(write_project({"profiles/mine.yaml": text}), "mine")
    assert [f"{d.code}@{d.place}" for d in built.diagnostics] == [f"{code}@profiles/mine.yaml:{place}"]


def test_a_shop_without_a_profile_is_told(write_project: WriteProject) -> None:
    built = export_project(write_project(), "game-crafter")
    assert [(d.code, d.fix) for d in built.diagnostics] == [("profile-unknown", "did you mean the-game-crafter?")]
