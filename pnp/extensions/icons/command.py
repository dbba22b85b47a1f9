"""pnp icons: copy icons with their licence and author from Iconify's packages on npm, and find them by a word.

Adding writes drawings into templates/icons/, and a list of their makers and licences beside them. Only this command
uses the network, never a build.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import re
import tarfile
import time
import zlib
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Annotated
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen
from xml.etree import ElementTree

import typer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from pnp.commands.options import FormOption, ProjectDir, open_project
from pnp.commands.terminal import exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, printable, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.outputs import Output
from pnp.project.files import Files

FOLDER = "templates/icons"
CREDITS = f"{FOLDER}/CREDITS.md"

REGISTRY = "https://registry.npmjs.org"
LARGEST = 128 * 2**20
"""Most bytes of a package, and of its unpacked files."""

SECONDS = 60.0
"""Longest time to wait for the next part of an answer."""

LONGEST = 300.0
"""Seconds that a whole answer may take."""

LONGEST_DRAWING = 30_000
"""A search prints no drawing that is longer than this."""
MOST_FOUND = 60
"""Most names that a search prints."""

_NAME = lazy_pattern(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_HEAD = (
    "# Icons\n\nThe makers and licences of the icons in this folder. "
    "Most licences ask that the makers are named in the game.\n\n"
)


def _one_line(text: str) -> str:
    """Return a text without line ends and characters that change the text around it."""
    return " ".join(printable(text.replace("\n", " ").replace("\r", " ")).split())


IconText = Annotated[str, StringConstraints(max_length=500), AfterValidator(_one_line)]
IconSide = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]


class _FromPackage(BaseModel):
    """The base of what packages hold; keys that are not needed are ignored."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", populate_by_name=True)


class IconPlacing(_FromPackage):
    """The sides of an icon, and how it is turned."""

    left: IconSide | None = None
    top: IconSide | None = None
    width: IconSide | None = None
    height: IconSide | None = None
    rotate: int = Field(default=0, ge=-1000, le=1000)
    h_flip: bool = Field(default=False, alias="hFlip")
    v_flip: bool = Field(default=False, alias="vFlip")


SIDES = ("left", "top", "width", "height")


class SetIcon(IconPlacing):
    """An icon."""

    body: Annotated[str, StringConstraints(max_length=2**20)]


class IconAlias(IconPlacing):
    """Another name of an icon."""

    parent: str


class IconCredit(_FromPackage):
    """An author or a licence."""

    name: IconText = ""
    title: IconText = ""
    spdx: IconText = ""
    url: IconText = ""


class IconSetAbout(_FromPackage):
    """The content of info.json."""

    name: IconText = ""
    author: IconCredit = IconCredit()
    license: IconCredit = IconCredit()


class SetIcons(_FromPackage):
    """The content of icons.json."""

    icons: dict[str, SetIcon]
    aliases: dict[str, IconAlias] = {}
    width: IconSide = 16
    height: IconSide = 16
    info: IconSetAbout = IconSetAbout()


class PackageSource(_FromPackage):
    """Where the registry has the archive of a package."""

    tarball: str
    integrity: str = ""


class PackageRelease(_FromPackage):
    """What the registry says of the newest version of a package."""

    version: IconText
    dist: PackageSource


@frozen_dataclass
class IconSet:
    """An icon set of Iconify.

    Attributes:
        prefix: Its name before the colon.
        version: The version of its package.
        icons: The content of icons.json.
        about: The content of info.json: title, author, licence.
    """

    prefix: str
    version: str
    icons: SetIcons
    about: IconSetAbout

    @property
    def names(self) -> list[str]:
        """The names of its icons, other names for them included."""
        return sorted({*self.icons.icons, *self.icons.aliases})

    def svg(self, name: str) -> str:
        """Return an icon as an SVG file.

        Raises:
            Fault: It has no such icon.
        """
        icon = self._icon(name)
        left, top = icon.left or 0, icon.top or 0
        width = self.icons.width if icon.width is None else icon.width
        height = self.icons.height if icon.height is None else icon.height
        body = icon.body
        flip = (-1 if icon.h_flip else 1, -1 if icon.v_flip else 1)
        turns = icon.rotate % 4
        if flip != (1, 1) or turns:
            x, y = left + width / 2, top + height / 2
            moved = f"translate({x:g} {y:g}) rotate({90 * turns}) scale({flip[0]} {flip[1]}) translate({-x:g} {-y:g})"
            body = f'<g transform="{moved}">{body}</g>'
        space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        credit = self.credit(name).replace("--", "–")
        svg = f'<svg {space} viewBox="{left:g} {top:g} {width:g} {height:g}">\n<!-- {credit} -->\n{body}\n</svg>\n'
        if why := why_no_drawing(svg):
            what = f"{self.prefix}:{name} is more than a drawing: {why}"
            raise Fault(Code.ICON_SOURCE, Place(f"{self.prefix}:{name}"), what=what, fix="take another icon")
        return svg

    def _icon(self, name: str, depth: int = 0) -> SetIcon:
        """Return an icon by any of its names; an alias adds its own turns."""
        if name in self.icons.icons:
            return self.icons.icons[name]
        if name not in self.icons.aliases or depth > 5:
            what, fix = f"{self.prefix} has no icon {name}", suggest(name, self.names)
            raise Fault(Code.ICON_SOURCE, Place(f"{self.prefix}:{name}"), what=what, fix=fix)
        alias = self.icons.aliases[name]
        icon = self._icon(alias.parent, depth + 1)
        sides = {side: getattr(alias, side) for side in SIDES if side in alias.model_fields_set}
        turned = {
            "rotate": icon.rotate + alias.rotate,
            "h_flip": icon.h_flip != alias.h_flip,
            "v_flip": icon.v_flip != alias.v_flip,
        }
        return icon.model_copy(update={**sides, **turned})

    def credit(self, name: str) -> str:
        """Return the maker and licence of an icon in one line."""
        author, licence = self.about.author, self.about.license
        by = f", by {author.name}" if author.name else ""
        terms = licence.title or licence.spdx or "licence unknown"
        links = " ".join(filter(None, (author.url, licence.url)))
        title = self.about.name or self.prefix
        return f"{name}: {title}{by}; {terms}; {links} (@iconify-json/{self.prefix} {self.version})"


DRAWN = {
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "defs", "use", "symbol", "clipPath",
    "mask", "linearGradient", "radialGradient", "stop", "pattern", "marker", "text", "tspan", "title", "desc", "style",
    "filter", "animate", "animateTransform", "animateMotion", "mpath", "set",
}  # fmt: skip
"""The elements that icons may have, and those of filters, which begin with fe."""


def why_no_drawing(svg: str) -> str:
    """Return what a drawing has besides shapes: a script, handler, link or file elsewhere; "" for none."""
    try:
        root = ElementTree.fromstring(svg)  # noqa: S314 - within <svg> it can declare no entities
    except ElementTree.ParseError as error:
        return f"it is not XML: {error}"
    for element in root.iter():
        name = str(element.tag).rpartition("}")[2]
        if name not in DRAWN and not name.startswith("fe"):
            return f"it has <{name}>"
        texts = [element.text or ""] if name == "style" else []
        for key, value in element.attrib.items():
            key = key.rpartition("}")[2].lower()
            is_target = key == "attributename" and value.rpartition(":")[2].lower() == "href"
            if key.startswith("on") or is_target or (key == "href" and not value.startswith("#")):
                return f"<{name}> has {key}"
            texts.append(value)
        if any(_ELSEWHERE.search(text) for text in texts):
            return f"<{name}> refers to another file"
    return ""


_ELSEWHERE = lazy_pattern(r"url\(\s*['\"]?\s*(?!#)(?=[^\s'\"])|@import|\\|javascript:", re.IGNORECASE)
"""Addresses in styles that lead out of the drawing; and escapes, which could hide them."""


def fetch(address: str) -> bytes:
    """Return what is at an address of the registry.

    Raises:
        Fault: The network or the registry does not answer (icon-source).
    """
    place = Place(urlsplit(address).path.lstrip("/") or address)
    content, end = b"", time.monotonic() + LONGEST
    try:
        if urlsplit(address).scheme not in ("http", "https"):
            raise ValueError(f"{address} is no address of the web")
        request = Request(address, headers={"User-Agent": "pnp-games"})  # noqa: S310 (the registry is https)
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            while len(content) <= LARGEST and (part := answer.read1(2**20)):
                content += part
                if time.monotonic() > end:
                    raise TimeoutError(f"it takes more than {LONGEST:g} seconds")
    except HTTPError as error:
        what = "there is no such icon set" if error.code == 404 else f"the registry says {error.code} {error.reason}"
        fix = "look for its prefix on icon-sets.iconify.design: game-icons, lucide, tabler, noto"
        raise Fault(Code.ICON_SOURCE, place, what=what, fix=fix) from error
    except (OSError, HTTPException, ValueError) as error:
        what = f"the registry of npm cannot be reached: {getattr(error, 'reason', None) or error}"
        fix = (
            "check the network; or download the SVG from icon-sets.iconify.design in a browser, and save it in "
            f"{FOLDER}/. Behind a mirror, name it in NPM_CONFIG_REGISTRY"
        )
        raise Fault(Code.ICON_SOURCE, place, what=what, fix=fix) from error
    if len(content) > LARGEST:
        raise Fault(Code.ICON_SOURCE, place, what=f"there are more than {LARGEST // 2**20} MiB")
    return content


def fetch_set(prefix: str) -> IconSet:
    """Return the newest version of an icon set.

    Raises:
        Fault: It is not there, not reachable, or not whole (icon-source).
    """
    package = f"@iconify-json/{prefix}"
    place = Place(package)
    registry = os.environ.get("NPM_CONFIG_REGISTRY", REGISTRY).rstrip("/")
    try:
        release = PackageRelease.model_validate_json(fetch(f"{registry}/{package}/latest"))
        content = fetch(release.dist.tarball)
        kind, _, digest = release.dist.integrity.partition("-")
        if kind == "sha512" and hashlib.sha512(content).digest() != base64.b64decode(digest):
            raise Fault(Code.ICON_SOURCE, place, what="the package is incomplete", fix="try again")
        parts = _members(content, ("icons.json", "info.json"))
        icons = SetIcons.model_validate_json(parts["icons.json"])
        about = IconSetAbout.model_validate_json(parts["info.json"]) if "info.json" in parts else icons.info
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        what = f"the package is not one of Iconify's: {'.'.join(map(str, first['loc']))[:80]}: {first['msg'][:80]}"
        raise Fault(Code.ICON_SOURCE, place, what=what, fix="take another icon set") from error
    except (KeyError, ValueError, EOFError, zlib.error, tarfile.TarError, OSError) as error:
        what = f"the package is not one of Iconify's: {str(error)[:80]}"
        raise Fault(Code.ICON_SOURCE, place, what=what, fix="take another icon set") from error
    return IconSet(prefix, release.version, icons, about)


def _members(content: bytes, names: Sequence[str]) -> dict[str, bytes]:
    """Return some files of a package; nothing is unpacked to the disk."""
    members: dict[str, bytes] = {}
    with gzip.open(io.BytesIO(content)) as packed:
        unpacked = packed.read(LARGEST + 1)
    if len(unpacked) > LARGEST:
        raise ValueError(f"it unpacks to more than {LARGEST // 2**20} MiB")
    with tarfile.open(fileobj=io.BytesIO(unpacked), mode="r:") as archive:
        for member in archive:
            name = member.name.partition("/")[2]
            if name in names and member.isfile():
                file = archive.extractfile(member)
                members[name] = file.read() if file else b""
    return members


def add_icons(files: Files, wanted: Sequence[str]) -> list[Output]:
    """Return the drawings of some icons, and the list of credits with them.

    Args:
        files: The project.
        wanted: Each as prefix:name.

    Raises:
        Fault: An icon is not there, or would replace another drawing.
    """
    by_set: dict[str, list[str]] = {}
    for written in wanted:
        prefix, colon, name = written.partition(":")
        if not colon or not _NAME.fullmatch(prefix) or not _NAME.fullmatch(name):
            fix = "write the set and the icon, such as game-icons:ankh"
            raise Fault(Code.ICON_SOURCE, Place(written), what=f"{written} is not an icon of a set", fix=fix)
        by_set.setdefault(prefix, []).append(name)
    outputs: list[Output] = []
    credits = files.text(CREDITS).rstrip("\n").split("\n") if files.exists(CREDITS) else _HEAD.rstrip("\n").split("\n")
    if len(credits) == len(_HEAD.rstrip("\n").split("\n")):
        credits.append("")
    for prefix, names in by_set.items():
        icon_set = fetch_set(prefix)
        for name in dict.fromkeys(names):
            path, content = f"{FOLDER}/{name}.svg", icon_set.svg(name).encode()
            if files.exists(path) and files.read(path, Place(path)) != content:
                what, fix = f"the project has another {path}", "move that file, or rename it"
                raise Fault(Code.ICON_SOURCE, Place(path), what=what, fix=fix)
            outputs.append(Output(path, content, icon_set.credit(name).partition("; ")[0]))
            line = f"- `{name}.svg` {icon_set.credit(name)}"
            credits = [entry for entry in credits if not entry.startswith(f"- `{name}.svg`")] + [line]
    outputs.append(Output(CREDITS, ("\n".join(credits) + "\n").encode(), "makers and licences"))
    return outputs


def find_icons(word: str, prefix: str, *, has_drawings: bool = False) -> Iterator[str]:
    """Yield lines with the names of a set's icons that hold a word, the shortest first; with their SVG if wished."""
    icon_set = fetch_set(prefix)
    matches = sorted((name for name in icon_set.names if word.lower() in name), key=lambda name: (len(name), name))
    for name in matches[:MOST_FOUND]:
        yield f"{prefix}:{name}" + (_drawing(icon_set, name) if has_drawings else "")
    if len(matches) > MOST_FOUND:
        yield f"and {len(matches) - MOST_FOUND} more"
    if not matches:
        yield f"no icon of {prefix} has {word} in its name; {suggest(word, icon_set.names)}"


def _drawing(icon_set: IconSet, name: str) -> str:
    """Return the SVG of an icon in one line, behind a space; "" for one that pnp does not draw."""
    try:
        svg = " ".join(icon_set.svg(name).split())
    except Fault:
        return ""
    return f" {svg}" if len(svg) <= LONGEST_DRAWING else ""


icons = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@icons.command(epilog="Example:  pnp icons add game-icons:ankh lucide:sword")
def add(
    wanted: Annotated[
        list[str], typer.Argument(metavar="SET:ICON", help="Icons by their set and name, as on Iconify's site.")
    ],
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Copy icons into templates/icons/, with their makers and licences in CREDITS.md there."""
    files, diagnostics = open_project(project), Diagnostics()
    outputs: list[Output] = []
    with diagnostics.catch_faults():
        outputs = add_icons(files, wanted)
    if faulty := report_faults(diagnostics, files, form):
        exit_with(f"{faulty}; nothing was written")
    write_or_exit(outputs, project, files)
    for output in outputs:
        say(f"{short_path(project / output.path)}  {output.summary}")
    name = outputs[0].path.removeprefix("templates/").removesuffix(".svg")
    say(f"templates name it in icons: {{{name.rpartition('/')[2]}: {name}}}", err=True)


@icons.command(epilog="Example:  pnp icons find sword game-icons")
def find(
    word: Annotated[str, typer.Argument(metavar="WORD", help="A part of the icons' names, in English.")],
    prefix: Annotated[str, typer.Argument(metavar="SET", help="An icon set: game-icons, lucide, tabler, noto.")],
    drawings: Annotated[bool, typer.Option("--drawings", help="Print the SVG of each icon behind its name.")] = False,
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """List the icons of a set by a word in their names."""
    diagnostics = Diagnostics()
    lines: list[str] = []
    with diagnostics.catch_faults():
        lines = list(find_icons(word, prefix, has_drawings=drawings))
    for line in lines:
        say(line)
    if faulty := report_faults(diagnostics, open_project(project), form):
        exit_with(faulty)
