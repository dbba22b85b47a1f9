"""The project that is changed: one of each kind of file, small enough to be built in a moment."""

from __future__ import annotations

import io
import random
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FONTS = {"Text.ttf": "knewave/Knewave-Regular.ttf", "Other.ttf": "barlow-condensed/BarlowCondensed-Bold.ttf"}

Project = dict[str, bytes]
"""Files by their paths."""


@cache
def _original() -> tuple[tuple[str, bytes], ...]:
    folder = Path(__file__).with_name("project")
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
    files = {path: content for path, content in files.items() if "__pycache__" not in path}
    files |= {f"fonts/{name}": (ROOT / "fonts" / path).read_bytes() for name, path in FONTS.items()}
    return tuple({**files, **_pictures()}.items())


def original() -> Project:
    """The project without a change."""
    return dict(_original())


def _pictures() -> Project:
    from PIL import Image

    dice = random.Random(1)
    picture = Image.frombytes("RGB", (240, 240), dice.randbytes(240 * 240 * 3)).resize((240, 240))
    jpeg, png = io.BytesIO(), io.BytesIO()
    picture.save(jpeg, "JPEG", quality=30)
    picture.resize((60, 60)).convert("RGBA").save(png, "PNG")
    return {"templates/small/photo.jpg": jpeg.getvalue(), "templates/small/shade.png": png.getvalue()}
