"""pnp fonts: add a family to a project, from files or from this machine, and list families.

Adding writes the files of the family, their licences, and the lines of fonts.yaml; listing prints styles and the
scripts whose letters a family has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.commands.options import FormOption, ProjectDir, open_project
from pnp.commands.terminal import exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, counted
from pnp.core.fonts import STYLES, FontFace
from pnp.core.system_fonts import family_files, open_face
from pnp.outputs import Output
from pnp.project.files import Files
from pnp.project.fonts import PATH, load_fonts
from pnp.project.tree import Map, parse_yaml

_LICENCE_FILE = re.compile(r"(?:OFL|LICEN[CS]E|COPYING|UFL)[\w.-]*\.(?:txt|md)|LICEN[CS]E|COPYING", re.IGNORECASE)
_WEIGHTS = {"regular": 400, "bold": 700}


@dataclass(frozen=True)
class NewFamily:
    """A family for a project.

    Attributes:
        name: Its name in templates.
        outputs: Its files, and fonts.yaml with its entry.
        notes: Lines for the user.
    """

    name: str
    outputs: Sequence[Output]
    notes: Sequence[str]


def add_family(files: Files, sources: Sequence[str], name: str, diagnostics: Diagnostics) -> NewFamily:
    """Make a family of files.

    Args:
        files: The project.
        sources: Paths of font files, or the name of one installed family.
        name: The name for templates; "" for a name made of the family's own.
        diagnostics: Collects a font without a licence.

    Raises:
        Fault: There is no such font, it cannot be used or must not be embedded, or a file would be overwritten.
    """
    notes: list[str] = []
    faces = _styled(_faces(sources), notes)
    for path, face in faces.values():
        if face.refusal:
            what, why = f"{path.name} must not be put into files", f"{face.refusal} (fsType {face.permissions:#x})"
            fix = "ask its maker for a licence and a file that allow it, or take another font"
            raise Fault(Code.FONT_EMBEDDING, Place(path.name), what=what, why=why, fix=fix)
        if face.is_variable:
            notes.append(f"{path.name} is a variable font: only its usual weight is printed")
    family = next(iter(faces.values()))[1].about.family
    folder = _slug(family)
    is_first = not files.exists(PATH)
    name = name or ("text" if is_first else folder)
    entry = {style: f"{folder}/{path.name}" for style, (path, _) in faces.items()}
    outputs = [Output(f"fonts/{entry[style]}", face.content, style) for style, (_, face) in faces.items()]
    outputs.append(_note(folder, faces, diagnostics))
    for output in outputs:
        if files.exists(output.path):
            what, fix = f"{output.path} is there already", "name it in fonts.yaml, or move it away"
            raise Fault(Code.FONT_EXISTS, Place(output.path), what=what, fix=fix)
    listed = _first(name, entry) if is_first else _with(files, name, entry)
    return NewFamily(name, [*outputs, Output(PATH, listed.encode(), name)], notes)


def _faces(sources: Sequence[str]) -> list[tuple[Path, FontFace]]:
    """Return the named files, or those of a family."""
    paths = [Path(source) for source in sources]
    if all(path.is_file() for path in paths):
        return [(path, _open(path)) for path in dict.fromkeys(paths)]
    if len(sources) > 1:
        missing = next(source for source in sources if not Path(source).is_file())
        raise Fault(Code.FONT_NONE, Place(missing), what=f"no file {missing}", fix="name files, or one family")
    family, usable, unusable = sources[0], [], []
    for path in family_files(family):
        try:
            face = open_face(path)
        except Mistake as mistake:
            unusable.append(f"{path.name}: {mistake.what}")
            continue
        if face.about.family.casefold() == family.casefold():
            usable.append((path, face))
    if usable:
        return usable
    why = (
        f"{unusable[0]}{f', and {len(unusable) - 1} more' if len(unusable) > 1 else ''}"
        if unusable and len(unusable) < 50
        else ""
    )
    what = f"no file, and no family of this machine that pnp can use: {family}"
    raise Fault(Code.FONT_NONE, Place(family), what=what, why=why, fix="look with pnp fonts list --system")


def _open(path: Path) -> FontFace:
    try:
        face = open_face(path)
        face.verify()
        return face
    except Mistake as mistake:
        raise Fault(Code.FONT_BROKEN, Place(path.name), what=f"{path.name}: {mistake.what}", fix=mistake.fix) from None


def _styled(candidates: Sequence[tuple[Path, FontFace]], notes: list[str]) -> dict[str, tuple[Path, FontFace]]:
    """Return the best file for each style, by its weight, slope and width; one of them is regular."""
    by_style: dict[str, tuple[Path, FontFace]] = {}
    for style in STYLES:
        weight, is_italic = _WEIGHTS["bold" if "bold" in style else "regular"], "italic" in style
        fitting = [
            pair
            for pair in candidates
            if pair[1].about.is_italic == is_italic and _is_near(pair[1].about.weight, weight)
        ]
        if fitting:
            by_style[style] = min(
                fitting, key=lambda pair: (abs(pair[1].about.width - 5), abs(pair[1].about.weight - weight))
            )
    if "regular" not in by_style:
        style = next(iter(by_style), "")
        substitute = by_style.pop(style) if style else candidates[0]
        by_style = {"regular": substitute, **by_style}
        notes.append(f"{substitute[0].name} is taken as regular: no file of the family is")
    unused = [path.name for path, face in candidates if all(face is not used for _, used in by_style.values())]
    if unused:
        more = f" and {len(unused) - 4} more" if len(unused) > 4 else ""
        notes.append(f"not taken, for a family has four styles: {', '.join(unused[:4])}{more}")
    return by_style


def _is_near(weight: int, target: int) -> bool:
    return weight >= 600 if target == _WEIGHTS["bold"] else 300 <= weight < 600


def _slug(family: str) -> str:
    plain = unicodedata.normalize("NFKD", family).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "font"


def _note(folder: str, faces: Mapping[str, tuple[Path, FontFace]], diagnostics: Diagnostics) -> Output:
    """Return a file with the makers and licence of fonts: from a file beside them, else from the fonts themselves."""
    path, face = next(iter(faces.values()))
    about = face.about
    beside = sorted(file for file in path.parent.iterdir() if file.is_file() and _LICENCE_FILE.fullmatch(file.name))
    text = beside[0].read_text(encoding="utf-8", errors="replace") if len(beside) == 1 else about.licence
    lines = [
        f"{about.family}: {', '.join(file.name for file, _ in faces.values())}",
        *filter(None, (about.version, about.designer and f"by {about.designer}", about.copyright)),
        "",
        *filter(None, (text, about.licence_url)),
    ]
    content = ("\n".join(lines).rstrip() + "\n").encode()
    if text or about.licence_url:
        return Output(f"fonts/{folder}/LICENSE.txt", content, "licence, as the font tells it")
    place, fix = Place(f"fonts/{folder}"), "find its licence, and put it there as LICENSE.txt"
    diagnostics.report(Code.FONT_LICENCE, place, what=f"{about.family} says nothing of its licence", fix=fix)
    return Output(f"fonts/{folder}/ORIGIN.txt", content, "what the font says of itself")


def _first(name: str, entry: Mapping[str, str]) -> str:
    schema = "# yaml-language-server: $schema=../.schemas/fonts.json\n"
    return f"{schema}families:\n{_lines(name, entry, '  ')}"


def _lines(name: str, entry: Mapping[str, str], indent: str) -> str:
    return "".join([f"{indent}{name}:\n", *(f"{indent * 2}{style}: {path}\n" for style, path in entry.items())])


def _with(files: Files, name: str, entry: Mapping[str, str]) -> str:
    """Return the text of fonts.yaml with one more family; the rest and its comments stay."""
    text = files.text(PATH)
    tree = parse_yaml(text, PATH)
    families: Any = tree.get("families") if isinstance(tree, Map) else None
    if not isinstance(families, Map) or not families:
        raise Fault(Code.FONTS_EMPTY, Place(PATH, 1, 1), what="fonts.yaml names no families", fix="families: …")
    if name in families:
        place, fix = families.place_of_key(name), "give the new one another name with --as"
        raise Fault(Code.FONT_EXISTS, place, what=f"there is a family {name} already", fix=fix)
    line, column = next(iter(families.keys_at.values()))
    lines = text.split("\n")
    end = next((n for n in range(line, len(lines)) if re.match(r"\S", lines[n]) and lines[n][0] != "#"), len(lines))
    while end and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
        end -= 1
    extended = "\n".join([*lines[:end], _lines(name, entry, " " * (column - 1)).rstrip("\n"), *lines[end:]])
    extended = extended.rstrip("\n") + "\n"
    if not _is_extended(extended, tree, name, entry):
        block = _lines(name, entry, "  ")
        place, fix = families.place, f"write families: one below the other, or add these lines yourself:\n{block}"
        what = f"{counted(len(entry), 'style')} of {name} cannot be added to what is written in brackets"
        raise Fault(Code.FONTS_EMPTY, place, what=what, fix=fix)
    return extended


def _is_extended(text: str, before: Map, name: str, entry: Mapping[str, str]) -> bool:
    """Return whether the new text, read again, has the old families and the new one."""
    try:
        after = parse_yaml(text, PATH)
    except Fault:
        return False
    return bool(after == {**before, "families": {**before["families"], name: dict(entry)}})


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
"""Letters by which a font has a script."""


def scripts_of(face: FontFace) -> list[str]:
    """Return the scripts of which a face has every letter of SCRIPTS."""
    return [script for script, letters in SCRIPTS.items() if all(map(face.has, letters))]


def list_fonts(files: Files, diagnostics: Diagnostics) -> Iterator[str]:
    """Yield two lines for each family of a project.

    Args:
        files: The project.
        diagnostics: Collects faults in fonts.yaml and the fonts.
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


fonts = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@fonts.command(epilog="Example:  pnp fonts add 'DejaVu Serif' --as title")
def add(
    wanted: Annotated[
        list[str], typer.Argument(metavar="FILE|FAMILY", help="Files of one family, or the name of an installed one.")
    ],
    name: Annotated[
        str,
        typer.Option(
            "--as", metavar="NAME", help="What templates call it; default: as the font is.", show_default=False
        ),
    ] = "",
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Copy a font into fonts/ with its licence, and name it in fonts.yaml; one that must not be embedded is refused."""
    import re

    from pnp.core.diagnostics import Diagnostics

    if name and not re.fullmatch(r"[A-Za-z][\w-]*", name):
        raise typer.BadParameter("must be letters, digits, - and _, with a letter first", param_hint="--as")
    files, diagnostics = open_project(project), Diagnostics()
    added: NewFamily | None = None
    with diagnostics.catch_faults():
        added = add_family(files, wanted, name, diagnostics)
    if faulty := report_faults(diagnostics, files, form):
        exit_with(f"{faulty}; nothing was written")
    assert added is not None
    write_or_exit(added.outputs, project, files)
    for file in added.outputs:
        say(f"{short_path(project / file.path)}  {file.summary}")
    for line in added.notes:
        say(line, err=True)
    say(f"templates name it with font: {added.name}", err=True)


@fonts.command("list", epilog="Example:  pnp fonts list --system")
def list_(
    system: Annotated[bool, typer.Option("--system", help="The families of this machine that pnp can use.")] = False,
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """List the fonts of the project: styles, and the scripts they can write."""
    from pnp.core.diagnostics import Diagnostics, counted

    if system:
        from pnp.core.system_fonts import families, font_files

        for name, count, may_be in families(font_files()):
            say(f"{name}  {counted(count, 'file')}{'' if may_be else ', must not be embedded'}")
        return

    files, diagnostics = open_project(project), Diagnostics()
    lines: list[str] = []
    with diagnostics.catch_faults():
        lines = list(list_fonts(files, diagnostics))
    for line in lines:
        say(line)
    if faulty := report_faults(diagnostics, files, form):
        exit_with(faulty)
