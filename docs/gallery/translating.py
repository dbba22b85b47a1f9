"""Entries of a shipped game's PO file → the pictures of docs/translating.md: `python docs/gallery/translating.py`.

It needs Chromium. An entry is shown beside the card that it makes; the preview shows a card in two languages, and the
fault of a lost placeholder, in a copy of the project.
"""

from __future__ import annotations

import base64
import html
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks"), str(ROOT / "docs/gallery")]

from chromium import Page, chromium  # noqa: E402
from serving import kept, shown  # noqa: E402

GAME, CATALOGUE = "spicy", "data/spicy/locale/de.po"
ENTRY = "rule of variants We Love Chili!"
DECK = "Spice It Up! cards"
LOST = ("Immer wenn du {{ opening|listed('or') }} ansagen darfst", "Immer wenn du 1, 2 oder 3 ansagen darfst")
COLOURS = {"#.": "#5b6670", "#:": "#9aa3ab", "msgid": "#0b4a50", "msgstr": "#8a2a18"}


def entry_lines() -> list[str]:
    """The lines of the entry in the German catalogue."""
    blocks = (ROOT / CATALOGUE).read_text(encoding="utf-8").split("\n\n")
    (block,) = [block for block in blocks if f"#. {ENTRY}\n" in block]
    return block.splitlines()


def card_picture(folder: Path) -> bytes:
    """The German card, with round corners, as PNG."""
    command = [sys.executable, "-m", "pnp", "export", "png", GAME, "--lang", "de", "--deck", "variants", "--dpi", "130"]
    subprocess.run([*command, "--no-bleed", "--corners", "round", "-o", str(folder)], cwd=ROOT, check=True)  # noqa: S603
    return next(folder.rglob("001-*-front.png")).read_bytes()


def coloured(lines: list[str]) -> Iterator[str]:
    """The lines as HTML, each kind of line in its colour."""
    colour = ""
    for line in lines:
        colour = next((value for start, value in COLOURS.items() if line.startswith(start)), colour)
        yield f'<div style="color:{colour}">{html.escape(line)}</div>'


def entry_page(card: bytes) -> str:
    """The entry beside the card that it makes, as HTML."""
    picture = base64.b64encode(card).decode()
    return f"""<!doctype html><meta charset="utf-8"><body style="margin:0;background:#fff">
    <div style="display:flex;align-items:center;gap:28px;padding:20px 24px">
    <div style="font:14.5px/1.55 'DejaVu Sans Mono',monospace;background:#f6f5f2;border:1px solid #dcd8d0;
      border-radius:8px;padding:16px 18px;white-space:pre">{"".join(coloured(entry_lines()))}</div>
    <div style="font:30px sans-serif;color:#9aa3ab">→</div>
    <img style="height:420px" src="data:image/png;base64,{picture}"></div>"""


@contextmanager
def served(root: Path) -> Iterator[str]:
    """The address of the preview of a project."""
    command = [sys.executable, "-m", "pnp", "serve", GAME, "--project", str(root), "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[0]
    finally:
        process.terminate()
        process.wait()


def faulty_copy(folder: Path) -> None:
    """Copy the game, with a number typed in the translation instead of its placeholder."""
    for name in ("data", "templates", "fonts"):
        shutil.copytree(ROOT / name, folder / name)
    path = folder / CATALOGUE
    text = path.read_text(encoding="utf-8")
    assert LOST[0] in text
    path.write_text(text.replace(*LOST, 1), encoding="utf-8")


def picture_of_entry(page: Page, folder: Path) -> None:
    """Draw the entry and its card."""
    path = folder / "entry.html"
    path.write_text(entry_page(card_picture(folder)), encoding="utf-8")
    page.look(1180, 460)
    page.go(path.as_uri())
    page.wait("document.images[0]?.complete")
    kept(page, "translate-entry")


def main() -> None:
    """Make the pictures."""
    with tempfile.TemporaryDirectory() as name, chromium() as page:
        folder = Path(name)
        picture_of_entry(page, folder)
        faulty_copy(folder / "orchard")
        with served(ROOT) as address:
            shown(page, f"{address}#view=cards&game={GAME}&language=de&beside=en&boxes=0&safe=0", 1180, 460)
            page.value(f"[...document.querySelectorAll('button')].find((b) => b.textContent == '{DECK}').click()")
            page.value("new Promise((done) => setTimeout(done, 5000))")
            kept(page, "translate-serve")
        with served(folder / "orchard") as address:
            page.look(1180, 360)
            page.go(f"{address}#view=faults&game={GAME}&language=de")
            page.wait("document.body?.dataset.ready")
            page.value("new Promise((done) => setTimeout(done, 6000))")
            kept(page, "translate-fault")


if __name__ == "__main__":
    main()
