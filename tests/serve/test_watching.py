"""Saved files are told, once they are settled; what editors write beside them is not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import anyio
from conftest import WriteProject

from pnp.serve.watching import watch


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
