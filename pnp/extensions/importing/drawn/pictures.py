"""The pictures that the drawing calls of a deck name → files of the project, with their sizes in pixels."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.core.units import MM_PER_INCH, Mm
from pnp.extensions.importing.drawn.cards import CardSpot, DeckValues, NotTakenError, faded, length, quoted
from pnp.extensions.importing.drawn.values import CARD_PLACE, CardTest, CardText, TableColumn, only_choice
from pnp.project.files import Files

CLEAR = 200.0
"""Dots per inch below which pnp refuses a picture, unless a template allows fewer."""


class CopiedPictures:
    """Copies pictures below the game's folder in templates/.

    Attributes:
        files: The pictures, by their paths in the project.
    """

    def __init__(self, cards: DeckValues, game: str) -> None:
        self.cards = cards
        self.game = game
        self.files: dict[str, bytes] = {}

    def picture(self, options: Mapping[str, Any], conditions: list[str], key: str) -> Iterator[dict[str, Any]]:
        """Write a picture that is one file on all cards, or named by their cells."""
        value = options.get("file")
        if value is None or value == "":
            raise NotTakenError("it names no file")
        mirror = options.get("mirror", "")
        files = self.named(value, conditions, mirror)
        width, height = self.cards.plain(options, "width"), self.cards.plain(options, "height")
        native = next((native_size(content, path) for path, content in files.items()), (0.0, 0.0))
        scale = "width" if width == "scale" else "height" if height == "scale" else ""
        sides = {
            name: self.cards.units.mm(native[is_height])
            if side == "native"
            else self.cards.mm(options, name, not is_height)
            for is_height, (name, side) in enumerate({"width": width, "height": height}.items())
            if name != scale
        }
        if scale and len(sides) == 1 and all(native):
            known = next(iter(sides.values()))
            sides[scale] = known * (native[1] / native[0] if scale == "height" else native[0] / native[1])
        if len(sides) < 2 or not all(side > 0 for side in sides.values()):
            raise NotTakenError("its size is not known")
        spot = CardSpot(
            *self.cards.point(options, "x", "y"), sides["width"], sides["height"], self.cards.degrees(options)
        )
        if turned := options.get("turned_within"):
            spot = _within(spot, turned, native)
        path = picture_path(value) if isinstance(value, str) else self.cards.words(value, is_marked=False)
        fit = {} if scale or options.get("fit") == "contain" else {"fit": options.get("fit", "stretch")}
        fit |= {"extend": options["extend"]} if key == "image" and options.get("extend") else {}
        extra = self.mask(options, files) if key == "svg" else self.coarse(files, spot.width, spot.height)
        alpha = self.cards.plain(options, "alpha")
        yield {
            key: f"{self.game}/{_folder(mirror)}{path}",
            **self.cards.placed(spot),
            **fit,
            **extra,
            **faded(float(alpha) if isinstance(alpha, int | float) else 1.0),
        }

    def icon_row(self, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Write the pictures whose keys are the letters of a text, in rows that are put into a box together.

        ``<`` before a letter draws it over the one before. A text with ``>``, a new row, is drawn by other elements.
        """
        x, y, width, height = (options[name] for name in ("x", "y", "width", "height"))
        wide, high = options["icon"]
        files = {key: file for key, file in options["files"] if self.cards.drawing.picture(file)}
        if lost := [file for _, file in options["files"] if file not in files.values()]:
            self.cards.note(f"no such picture: {', '.join(lost)}")
        if not files:
            raise NotTakenError("it has no icons")
        text = options["keys"]
        whole = f"{self.cards.expression(text, False)}|string"
        cards = range(max((len(column.cells) for column in self.cards.columns.values()), default=1))
        has_over, has_rows = (any(sign in self.cards.in_row(text, card) for card in cards) for sign in "<>")
        number, count = "loop.index0", "loop.length"
        if has_over:
            number = f"(loop.index0 + 2 - 2 * ({whole})[:loop.index0].split('<')|length)"
            count = f"(loop.length + 2 - 2 * ({whole}).split('<')|length)"
        conditions = [f"'>' not in ({whole})"] if has_rows else []
        most = max(int(width / wide + 1e-6), 1)
        rows = f"({count} + {most - 1}) // {most}"
        in_row = f"[{count} - {number} // {most} * {most}, {most}]|min"
        column, row = f"{number} % {most}", f"{number} // {most}"
        if options["is_reversed"]:
            column, row = f"{in_row} - 1 - {column}", f"{rows} - 1 - {row}"
        left, top = round(x + width * options["align"], 3), round(y + height * options["valign"], 3)
        across = f"{left:g} + {wide:g} * ({column}{_part(in_row, options['align'])})"
        down = f"{top:g} + {high:g} * ({row}{_part(rows, options['valign'])})"
        for method in ("image", "svg"):
            own = {key: file for key, file in files.items() if file.lower().endswith(".svg") == (method == "svg")}
            found: dict[str, bytes] = {}
            for file in own.values():
                self.copied(file, found)
            entries = ", ".join(f"{quoted(key)}: {quoted(picture_path(file))}" for key, file in own.items())
            if not own:
                continue
            sides = [f"{{{{ {across} }}}}mm", f"{{{{ {down} }}}}mm", length(wide), length(high)]
            yield {
                "for": f"key in {whole}|list",
                "when": " and ".join([*conditions, f"key in [{', '.join(map(quoted, own))}]"]),
                method: f"{self.game}/{{{{ {{{entries}}}[key] }}}}",
                "in": sides,
                **({"rotate": options["degrees"]} if options["degrees"] else {}),
                **({} if options["fit"] == "contain" else {"fit": options["fit"]}),
                **(self.coarse(found, wide, high) if method == "image" else {}),
            }

    def mask(self, options: Mapping[str, Any], files: Mapping[str, bytes]) -> dict[str, Any]:
        """Return the colour in which a drawing is painted as a silhouette, but not the square that lies under it."""
        colour, opacity = self.cards.colour(options.get("mask"))
        if not opacity or not isinstance(colour, str):
            return {}
        if any(_has_ground(content, path) for path, content in files.items()):
            self.cards.note("mask: the square under the drawing is not painted; ground: none removes it")
        return {"colour": colour}

    def coarse(self, files: Mapping[str, bytes], width: Mm, height: Mm) -> dict[str, Any]:
        """Return the resolution that the template must allow if pictures are coarser than pnp usually accepts."""
        sizes = [native_size(content, path) for path, content in files.items()]
        dpi = min((min(across / width, down / height) * MM_PER_INCH for across, down in sizes), default=0.0)
        if not 0 < dpi < CLEAR:
            return {}
        self.cards.note(f"printed at {dpi:.0f} dpi, which is coarse: min_dpi allows it")
        return {"min_dpi": math.floor(dpi)}

    def named(self, value: Any, conditions: list[str], mirror: str = "") -> dict[str, bytes]:
        """Return the files of a picture by their paths, and add them to the project; those missing are listed."""
        if isinstance(value, str):
            rows = {value: [0]}
        elif isinstance(value, CardText):
            rows = {}
            count = len(next(iter(self.cards.columns.values())).cells)
            parts = [part for part in value.parts if isinstance(part, TableColumn) and part != CARD_PLACE]
            columns = [self.cards.column(part) for part in parts]
            for row in range(count):
                name = self.cards.in_row(value, row)
                if name and all(column.cells[row] for column in columns):
                    rows.setdefault(name, []).append(row + 1)
            conditions += [
                self.cards.condition(CardTest(part, ("",), is_among=False))
                for part, column in zip(parts, columns, strict=True)
                if column.is_optional
            ]
        else:
            raise NotTakenError("file: a list, whose entries belong to single cards")
        found: dict[str, bytes] = {}
        missing = {path: places for path, places in rows.items() if not self.copied(path, found, mirror)}
        if missing:
            names = ", ".join(list(missing)[:3]) + (", …" if len(missing) > 3 else "")
            if not found:
                raise NotTakenError(f"no such picture: {names}")
            self.cards.note(f"no such picture, so cards without it: {names}")
            conditions.append(f"card.place not in {sorted(place for places in missing.values() for place in places)}")
        if (choice := only_choice(value)) is not None:  # also the pictures that no card uses today
            for path in choice.values.values():
                if isinstance(path, str) and path not in rows and not self.copied(path, found, mirror):
                    self.cards.note(f"no such picture, which no card uses: {path}")
        return found

    def found(self, value: str | CardText) -> None:
        """Copy the pictures that a value names and that exist into the project, without listing the missing ones."""
        count = max((len(column.cells) for column in self.cards.columns.values()), default=0)
        with contextlib.suppress(NotTakenError):
            for path in [value] if isinstance(value, str) else [self.cards.in_row(value, row) for row in range(count)]:
                self.copied(path, {})

    def copied(self, path: str, found: dict[str, bytes], mirror: str = "") -> bool:
        """Copy a picture into the project if it exists, mirrored if that is ``h`` or ``v``; return whether it does."""
        file = self.cards.drawing.picture(path)
        if file is None:
            return False
        content = Files(file.parent).read(file.name, Place(self.cards.drawing.script, self.cards.call.line))
        if mirror:
            content = _mirrored(content, mirror, path)
        found[path] = self.files[f"templates/{self.game}/{_folder(mirror)}{picture_path(path)}"] = content
        return True


def _folder(mirror: str) -> str:
    """Return the folder of mirrored copies below the game's; "" for pictures as they are."""
    return f"mirrored-{mirror}/" if mirror else ""


def _mirrored(content: bytes, mirror: str, path: str) -> bytes:
    """Return a picture mirrored from left to right, ``h``, or upside down, ``v``."""
    if path.lower().endswith(".svg"):
        raise NotTakenError("a drawing that is mirrored")
    import io

    from PIL import Image

    with Image.open(io.BytesIO(content)) as picture:
        flip = Image.Transpose.FLIP_LEFT_RIGHT if mirror == "h" else Image.Transpose.FLIP_TOP_BOTTOM
        out = io.BytesIO()
        options = {"dpi": picture.info["dpi"]} if "dpi" in picture.info else {}
        quality = {"quality": 95} if picture.format == "JPEG" else {}
        picture.transpose(flip).save(out, picture.format, **options, **quality)
    return out.getvalue()


def _within(spot: CardSpot, degrees: float, native: tuple[float, float]) -> CardSpot:
    """Return the place of a picture that is turned about the middle of its box and still lies inside it."""
    across, down = native if all(native) else (spot.width, spot.height)
    cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    scale = min(spot.width / (across * cos + down * sin), spot.height / (across * sin + down * cos))
    return spot.resized(across * scale, down * scale)


def _part(count: str, part: float) -> str:
    """Return what a part of a count takes off, as an expression; "" for no part."""
    return f" - ({count}) * {part:g}" if part else ""


def picture_path(path: str) -> str:
    """Return the path of a picture below the game's folder."""
    return path.replace("\\", "/").removeprefix("./")


def native_size(content: bytes, path: str) -> tuple[float, float]:
    """Return the size of a picture in its own pixels; zeros if it is not known."""
    if path.lower().endswith(".svg"):
        return _drawing_size(content, path)
    from pnp.layout.pictures import read_picture

    try:
        picture = read_picture(content, path, Place(path))
    except Fault:
        return 0.0, 0.0
    return float(picture.width_px), float(picture.height_px)


_PX: Mapping[str, float] = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "in": 96.0,
    "mm": 96 / MM_PER_INCH,
    "cm": 960 / MM_PER_INCH,
}


def _has_ground(content: bytes, path: str) -> bool:
    """Whether the first shape of a drawing covers the whole of it."""
    from pnp.layout.svg.items import parse_drawing

    drawing = parse_drawing(content, path, Diagnostics())
    return drawing is not None and drawing.own.has_ground


def _drawing_size(content: bytes, path: str) -> tuple[float, float]:
    """Return the size of a drawing, px: its width and height, or its viewBox."""
    from pnp.layout.svg.tree import read_svg

    try:
        attributes = read_svg(content, path, Diagnostics()).root.attributes
    except Fault:
        return 0.0, 0.0
    sides = []
    for name in ("width", "height"):
        match = re.fullmatch(r"\s*([\d.]+)\s*([a-z]*)\s*", attributes.get(name, ""))
        sides.append(float(match[1]) * _PX[match[2]] if match and match[2] in _PX else 0.0)
    box = re.findall(r"-?[\d.]+", attributes.get("viewBox", ""))
    if not all(sides) and len(box) == 4:
        sides = [float(side) for side in box[2:]]
    return sides[0], sides[1]
