"""A project → its families: styles, files, licences, and the scripts whose letters they have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.diagnostics import Diagnostics
from pnp.fonts import STYLES, Face
from pnp.load.fonts import load_fonts
from pnp.source.files import Files

SCRIPTS: Mapping[str, str] = {
    "Latin": "aezßéñçøšłőţ",
    "Vietnamese": "ăơưđấệ",
    "Greek": "αβγδωάέ",
    "Cyrillic": "абвгджяїў",
    "Hebrew": "אבגדת",
    "Arabic": "ابتجي",
    "Devanagari": "अकखगा",
    "Thai": "กขคงอ",
    "Georgian": "აბგდ",
    "Armenian": "աբգդ",
    "Japanese": "あアの日本",
    "Chinese": "的一是不了",
    "Korean": "가나다한글",
}
"""Letters that a font of a script has."""


def scripts_of(face: Face) -> list[str]:
    """The scripts of which a face has every letter that is looked for."""
    return [script for script, letters in SCRIPTS.items() if all(map(face.has, letters))]


def list_fonts(files: Files, diagnostics: Diagnostics) -> Iterator[str]:
    """Two lines for each family of a project.

    Args:
        files: The project.
        diagnostics: Told of faults in fonts.yaml and the fonts.
    """
    fonts = load_fonts(files, diagnostics)
    for name, family in fonts.families.items():
        faces = [family.faces[style] for style in STYLES if style in family.faces]
        regular = family.face()
        styles = ", ".join(style for style in STYLES if style in family.faces)
        yield f"{name}: {regular.about.family}, {styles}"
        refused = next((face.refusal for face in faces if face.refusal), "")
        scripts = ", ".join(scripts_of(regular)) or "signs"
        yield f"    {scripts}{f'; {refused}' if refused else ''}"
