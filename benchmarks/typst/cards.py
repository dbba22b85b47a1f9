"""The decks set by typst: python cards.py KIND PROJECT OUTPUT. The drawing is in KIND.typ beside this file."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import typst

if __name__ == "__main__":
    kind, project, output = sys.argv[1:]
    folder = Path(project)
    for source in (f"{kind}.typ", "sheets.typ"):
        shutil.copy(Path(__file__).resolve().parent / source, folder)
    document = folder / f"{kind}.typ"
    typst.compile(document, output=output, root=folder, font_paths=[folder / "fonts"], ignore_system_fonts=True)
