"""Packages of icons → how many of their files pnp reads, and how many it draws as resvg does.

    python benchmarks/icons.py                     # the packages of PACKAGES, fetched from npm into the cache folder
    python benchmarks/icons.py FOLDER …            # the SVG files of any folders
    python benchmarks/icons.py --sample 0          # only reads

Both draw a picture three times as large as it is compared, so that only shapes and colours matter and not how edges are
smoothed: a pixel differs by how far it lies outside what the other picture shows within one pixel around it. Two
pictures are alike where at most 0.2 % of the pixels differ by more than 24 of 255. Ends with
1 when a package misses a bar.
"""

from __future__ import annotations

import argparse
import collections
import io
import json
import os
import random
import re
import sys
import tarfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.fonts import Family, FontFace, FontSet
from pnp.core.frame import Box, Frame, Group, fit_matrix
from pnp.layout.pictures import read_picture
from pnp.layout.svg.drawing import Drawing
from pnp.layout.svg.items import parse_drawing
from pnp.layout.svg.setting import Sources
from pnp.render.pixels import draw_frame

HERE = Path(__file__).parent

PACKAGES = {
    "game-icons": "@iconify-json/game-icons",
    "Lucide": "lucide-static/icons",
    "Tabler": "@tabler/icons",
    "Material Symbols": "@material-symbols/svg-400",
    "Twemoji": "@twemoji/svg",
    "Noto Emoji": "@iconify-json/noto",
}
"""npm's names of packages, and the folder with the icons where there are other drawings, too."""

READ_BAR, ALIKE_BAR = 99.9, 99.0
"""Per cent of the files of a package that must be read, and of a sample that must look the same."""

SIZE, OVERSAMPLE = 128, 3
"""Side of the compared pictures in pixels, and how much larger they are drawn."""

VISIBLE, FEW, MEAN = 24, 0.002, 1.0
"""Levels of 255 from which a pixel differs; the part of pixels that may; and the mean difference that is allowed."""


def cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pnp-icon-packages"


def fetch(source: str) -> Path:
    """Return the folder with the SVG files of a package, fetched from npm once."""
    parts = source.split("/")
    count = 2 if source.startswith("@") else 1
    package, inside = "/".join(parts[:count]), "/".join(parts[count:])
    folder = cache_folder() / source.replace("/", "+")
    if (folder / "done").exists():
        return folder
    registry = os.environ.get("NPM_CONFIG_REGISTRY", "https://registry.npmjs.org").rstrip("/")
    with urllib.request.urlopen(f"{registry}/{package}/latest", timeout=60) as answer:
        url = json.load(answer)["dist"]["tarball"]
    with urllib.request.urlopen(url, timeout=600) as answer:
        content = answer.read()
    folder.mkdir(parents=True, exist_ok=True)
    data = "icons.json" if package.startswith("@iconify-json/") else ""
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for member in archive:
            name = member.name.partition("/")[2]
            if not member.isfile() or not ((name.endswith(".svg") and name.startswith(inside)) or name == data):
                continue
            source = archive.extractfile(member)
            assert source is not None
            if name == data:
                for icon, svg in iconify(json.load(source)):
                    (folder / f"{icon}.svg").write_text(svg, encoding="utf-8")
            else:
                path = folder / re.sub(r"[^\w.-]", "+", name)
                path.write_bytes(source.read())
    (folder / "done").touch()
    return folder


def iconify(icons: dict) -> Iterator[tuple[str, str]]:
    """Yield the name and SVG of each icon of a package in Iconify's form."""
    for name, icon in icons["icons"].items():
        width, height = (icon.get(side, icons.get(side, 16)) for side in ("width", "height"))
        box = f"{icon.get('left', 0)} {icon.get('top', 0)} {width} {height}"
        space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        yield name, f'<svg {space} viewBox="{box}">{icon["body"]}</svg>\n'


def project_fonts() -> FontSet:
    """Return pnp's own font, for files with texts."""
    folder = HERE.parent / "fonts/source-sans-3"
    files = {"regular": "SourceSans3-Regular", "bold": "SourceSans3-Bold"}
    faces = {style: FontFace(name, (folder / f"{name}.ttf").read_bytes()) for style, name in files.items()}
    return FontSet({"text": Family(faces)})


FONTS = project_fonts()


def read(path: Path) -> tuple[Drawing | None, list]:
    """Return a file's drawing, and what is reported of it."""
    diagnostics = Diagnostics()

    def beside(name: str, _place: Place) -> bytes:
        return (path.parent / Path(name).name).read_bytes()

    drawing = parse_drawing(path.read_bytes(), path.name, diagnostics, Sources(FONTS, beside, read_picture))
    return drawing, list(diagnostics)


def drawn_by_pnp(path: Path) -> Image.Image:
    drawing, faults = read(path)
    if drawing is None:
        raise ValueError("; ".join(fault.what for fault in faults))
    items = (Group(drawing.items(None, {}), fit_matrix(drawing.box, Box(0, 0, 100, 100), "contain")),)
    return draw_frame(Frame(100, 100, items), SIZE * OVERSAMPLE, SIZE * OVERSAMPLE).reduce(OVERSAMPLE)


def drawn_by_resvg(path: Path) -> Image.Image:
    import resvg_py

    text, side = path.read_text(encoding="utf-8-sig"), SIZE * OVERSAMPLE
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, width=side))))
    if image.height > side:
        image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, height=side))))
    ground = Image.new("RGBA", (side, side), "white")
    ground.alpha_composite(image.convert("RGBA"), ((side - image.width) // 2, (side - image.height) // 2))
    return ground.convert("RGB").reduce(OVERSAMPLE)


def are_alike(one: Image.Image, other: Image.Image) -> bool:
    levels = ImageChops.darker(_outside(one, other), _outside(other, one)).histogram()
    pixels = sum(levels)
    mean = sum(level * count for level, count in enumerate(levels)) / pixels
    return sum(levels[VISIBLE + 1 :]) / pixels <= FEW and mean <= MEAN


def _outside(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return how far each pixel lies outside what the other picture shows within one pixel around it."""
    low, high = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
    difference = ImageChops.lighter(ImageChops.subtract(low, one), ImageChops.subtract(one, high))
    red, green, blue = difference.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def measure(name: str, folder: Path, sample: int, out: Path | None) -> bool:
    """Print one package's row; return whether it keeps the bars."""
    paths = sorted(folder.rglob("*.svg"))
    if not paths:
        print(f"| {name} | 0 files |")
        return False
    began, good, with_warning = time.perf_counter(), 0, 0
    codes: collections.Counter[str] = collections.Counter()
    examples: dict[str, str] = {}
    for path in paths:
        drawing, faults = read(path)
        good += drawing is not None
        with_warning += bool(faults) and drawing is not None
        for code in {str(fault.code) for fault in faults}:
            codes[code] += 1
            examples.setdefault(code, path.name)
    ms = (time.perf_counter() - began) / len(paths) * 1000
    chosen = paths if len(paths) <= sample else sorted(random.Random(1).sample(paths, sample))
    alike, different = 0, []
    for path in chosen if sample else ():
        try:
            pair = drawn_by_pnp(path), drawn_by_resvg(path)
        except ValueError as error:
            different.append(f"{path.name}: {str(error)[:80]}")
            continue
        if are_alike(*pair):
            alike += 1
            continue
        different.append(path.name)
        if out:
            out.mkdir(parents=True, exist_ok=True)
            both = Image.new("RGB", (2 * SIZE, SIZE))
            both.paste(pair[0], (0, 0))
            both.paste(pair[1], (SIZE, 0))
            both.save(out / f"{path.stem}.png")
    share, alike_share = 100 * good / len(paths), 100 * alike / len(chosen) if sample else 100.0
    told = ", ".join(f"{code} {count} ({examples[code]})" for code, count in codes.most_common(6)) or "none"
    compared = f"{alike} of {len(chosen)}" if sample else "–"
    print(
        f"| {name} | {len(paths):,} | {share:.2f} % | {ms:.2f} | {with_warning:,} | {compared} | {told} |", flush=True
    )
    if different:
        print(f"  not alike: {', '.join(different[:12])}", flush=True)
    return share >= READ_BAR and alike_share >= ALIKE_BAR


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, help="folders of SVG files; default: the packages from npm")
    parser.add_argument("--sample", type=int, default=300, help="files of each that are compared as pictures")
    parser.add_argument("--out", type=Path, help="folder for pictures of those that differ: pnp left, resvg right")
    arguments = parser.parse_args()
    print("| package | files | read | ms a file | with a warning | as resvg | warnings (an example) |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    sets = [(str(folder), folder) for folder in arguments.folders]
    if not sets:
        sets = [(name, fetch(package)) for name, package in PACKAGES.items()]
    kept = [measure(name, folder, arguments.sample, arguments.out) for name, folder in sets]
    print("every bar holds" if all(kept) else "a bar is missed")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
