"""Saved files are told, once they are settled; what editors write beside them is not."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import anyio
import pytest
from conftest import WriteProject

from pnp.serve.server import watch


def heard(root: Path, *saves: tuple[str, str]) -> list[str]:
    """What is told first after some files were written one after another."""

    async def hear() -> list[str]:
        stop = anyio.Event()
        changes = watch(root, stop)
        waiting = asyncio.ensure_future(anext(changes))
        await asyncio.sleep(0.3)  # until it looks
        for path, text in saves:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        told = await asyncio.wait_for(waiting, 20)
        stop.set()
        await changes.aclose()  # type: ignore[attr-defined]
        return told

    return asyncio.run(hear())


def test_a_save_is_told_by_its_path_and_nothing_beside_it(write_project: WriteProject) -> None:
    root = write_project()
    told = heard(
        root,
        ("output/small/en/cards.pdf", "x"),
        ("data/small/.cards.yaml.swp", "x"),
        ("data/small/cards.yaml~", "x"),
        ("data/small/#cards.yaml#", "x"),
        ("data/small/cards.yaml", "- {number: 1, colour: red}\n"),
    )
    assert told == ["data/small/cards.yaml"]


async def paths_after(changes: AsyncIterator[list[str]], change: Callable[[], object], wanted: str) -> None:
    """Make a change, and wait until a path is reported."""
    waiting = asyncio.ensure_future(anext(changes))
    await asyncio.sleep(0.3)
    change()
    for _ in range(100):
        if wanted in await asyncio.wait_for(waiting, 20):
            return
        waiting = asyncio.ensure_future(anext(changes))
    raise AssertionError(f"{wanted} is not reported")


def test_folders_that_are_deleted_replaced_or_new_are_watched(write_project: WriteProject, tmp_path: Path) -> None:
    root = write_project()
    shutil.rmtree(root / "templates")
    aside = tmp_path / "aside"

    def make_templates() -> None:
        (root / "templates/small").mkdir(parents=True)
        (root / "templates/small/face.yaml").write_text("x")

    def rename_and_back() -> None:
        for folder in (root / "data/small", root / "data"):
            folder.rename(root / "elsewhere")
            (root / "elsewhere").rename(folder)

    def make_deck() -> None:
        (root / "data/small/new").mkdir()
        (root / "data/small/new/a.yaml").write_text("x")

    def replace_data() -> None:
        shutil.copytree(root / "data", aside)
        shutil.rmtree(root / "data")
        aside.rename(root / "data")
        (root / "data/small/cards.yaml").write_text("other")

    def replace_all() -> None:
        shutil.copytree(root, aside)
        root.rename(tmp_path / "old")
        aside.rename(root)
        (root / "data/small/cards.yaml").write_text("once more")

    async def hear() -> None:
        stop = anyio.Event()
        changes = watch(root, stop)
        await paths_after(changes, make_templates, "templates/small/face.yaml")
        await paths_after(changes, replace_data, "data/small/cards.yaml")
        await paths_after(changes, rename_and_back, "data")
        await paths_after(changes, make_deck, "data/small/new/a.yaml")
        await paths_after(changes, replace_all, "data/small/cards.yaml")
        await paths_after(
            changes, lambda: (root / "templates/small/face.yaml").write_text("y"), "templates/small/face.yaml"
        )
        stop.set()
        await changes.aclose()  # type: ignore[attr-defined]

    asyncio.run(hear())


def test_a_link_that_leads_out_of_the_project_is_not_followed(write_project: WriteProject) -> None:
    root = write_project()
    (root / "templates/root").symlink_to("/")
    (root / "templates/shared").symlink_to(root / "data/small")
    (root / "templates/circle").symlink_to(root / "templates")
    assert heard(root, ("data/small/cards.yaml", "x")) == ["data/small/cards.yaml"]


def test_where_the_system_cannot_watch_files_are_looked_at(
    write_project: WriteProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("inotify watch limit reached")

    monkeypatch.setattr("pnp.serve.server.awatch", refused)
    assert heard(write_project(), ("data/small/cards.yaml", "x")) == ["data/small/cards.yaml"]
