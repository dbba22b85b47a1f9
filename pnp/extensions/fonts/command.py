"""pnp fonts: add a family to a project, from files or from this machine, and list families.

Adding writes the files of the family, their licences, and the lines of fonts.yaml; listing prints styles and the
scripts whose letters a family has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Annotated, Any

import typer

from pnp.commands.options import FormOption, ProjectDir, open_project
from pnp.commands.terminal import exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, counted
from pnp.core.font_files import split_member
from pnp.core.fonts import STYLES, FontFace, FontSet
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.scripts import in_ascii
from pnp.core.system_fonts import (
    InstalledFace,
    installed_faces,
    is_regular,
    open_faces,
    pick_styles,
    similar_families,
)
from pnp.editing.text_files import with_text
from pnp.editing.yaml_text import YamlText
from pnp.layout.text.missing_letters import fallback_with
from pnp.outputs import Output
from pnp.project.files import Files
from pnp.project.fonts import PATH, USUAL, load_fonts, parse_family
from pnp.project.tree import Map, parse_yaml
from pnp.starters import FONT, FONT_FOLDER, SHIPPED

_LICENCE_FILE = lazy_pattern(r"(?:OFL|LICEN[CS]E|COPYING|UFL)[\w.-]*\.(?:txt|md)|LICEN[CS]E|COPYING", re.IGNORECASE)


@frozen_dataclass
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
    new = _faces(sources)
    folder = _slug(new[0].face.about.family)
    joined, paths = _family_in(files, folder, name)
    if joined and {found.file_name for found in new} <= {path.name for path in paths}:
        what, fix = f"the family {joined} has {new[0].file_name} already", f"write font: {joined} in a template"
        raise Fault(Code.FONT_EXISTS, Place(f"fonts/{folder}/{new[0].file_name}"), what=what, fix=fix)
    name = joined or name
    faces = _styled([*new, *(found for path in paths for found in _open(path, ""))], notes)
    for found in faces.values():
        about = found.face.about
        if about.refusal:
            what, why = (
                f"{found.path.name} must not be embedded in files",
                f"{about.refusal} (fsType {about.permissions:#x})",
            )
            fix = "use another font, or ask its maker for a licence and a file that allow it"
            raise Fault(Code.FONT_EMBEDDING, Place(found.path.name), what=what, why=why, fix=fix)
    family = next(iter(faces.values())).face.about.family
    is_first = not files.exists(PATH)
    name = name or (USUAL if is_first else folder)
    try:
        entry = {style: f"{folder}/{found.file_name}" for style, found in faces.items()}
        outputs = list(_font_outputs(entry, faces))
    except Mistake as mistake:
        raise Fault(Code.FONT_BROKEN, Place(family), what=f"{family}: {mistake.what}", fix=mistake.fix) from None
    for output in outputs:
        if files.exists(output.path) and files.read(output.path, Place(output.path)) != output.content:
            what, fix = f"{output.path} is another file of this name", "rename one of them"
            raise Fault(Code.FONT_EXISTS, Place(output.path), what=what, fix=fix)
    known, outputs = outputs, [output for output in outputs if not files.exists(output.path)]
    if not outputs:
        what, fix = f"{known[0].path} is there already", f"name it in {PATH}, below families:"
        raise Fault(Code.FONT_EXISTS, Place(known[0].path), what=what, fix=fix)
    outputs.append(_note(files, folder, faces, diagnostics))
    if is_first:
        families = {name: entry}
        if name != USUAL:  # texts that name no font stay as they are
            outputs += _own_outputs(files)
            styles = {style: f"{FONT_FOLDER}/{file}".removeprefix("fonts/") for style, file in FONT.items()}
            families = {USUAL: styles, **families}
            notes.append(f"texts without font: stay in the font of pnp, which is now the family {USUAL}")
        listed = _first(families).encode()
    else:
        listed = _with(files, name, entry, joined)
        notes += _fallback_note(name, family, faces["regular"].face, load_fonts(files, Diagnostics()))
    size = sum(len(output.content) for output in outputs) / _MEGABYTE
    if size > LARGE:
        note = f"the files have {size:.0f} MB, which everybody who downloads the project has to load"
        notes.append(f"{note}; fonts of one region (Noto Sans JP, not Noto Sans CJK JP), or a subset, are smaller")
    return NewFamily(name, [*outputs, Output(PATH, listed, name)], notes)


def _family_in(files: Files, folder: str, name: str) -> tuple[str, list[Path]]:
    """Return the family of a name ("" for any) whose files are all in one folder of fonts/, and its files."""
    tree = parse_yaml(files.text(PATH), PATH) if files.exists(PATH) else None
    families: Any = tree.get("families") if isinstance(tree, Map) else None
    for known, styles in families.items() if isinstance(families, Map) else ():
        paths = list(styles.values()) if isinstance(styles, Map) else []
        is_there = all(
            re.fullmatch(rf"{folder}/[^/#?]+", str(path)) and files.exists(f"fonts/{path}") for path in paths
        )
        if paths and is_there and name in ("", known):
            return known, [files.root / "fonts" / path for path in dict.fromkeys(paths)]
    return "", []


_MEGABYTE = 1_000_000
LARGE = 5
"""A family whose files are at least this large is reported, MB."""

_REGIONS = {"JP": "ja", "SC": "zh_Hans", "TC": "zh_Hant", "HK": "zh_Hant_HK", "KR": "ko", "K": "ko"}
"""The languages for which the regional fonts of Adobe and Google are made, by the last word of their names."""


def _fallback_note(name: str, family: str, face: FontFace, fonts: FontSet) -> Iterator[str]:
    """Say how a family becomes a fallback if it has emojis, or a script that the project's families lack."""
    if face.is_coloured:
        yield f"for its emojis in texts write in {PATH}: {fallback_with({'': name}, fonts)}"
        return
    others = {script for each in fonts.families.values() for script in scripts_of(each.face())}
    new = [script for script in scripts_of(face) if script not in others]
    if new:
        language = _REGIONS.get(family.split()[-1], LANGUAGES[new[0]])
        line = fallback_with({language: name}, fonts)
        yield f"for its letters of {', '.join(new)} in texts of another font write in {PATH}: {line}"


def _font_outputs(entry: Mapping[str, str], faces: Mapping[str, InstalledFace]) -> Iterator[Output]:
    """Yield each file of a family once, with its styles as the summary."""
    styles_of: dict[str, list[str]] = {}
    for style, path in entry.items():
        styles_of.setdefault(path, []).append(style)
    for path, styles in styles_of.items():
        yield Output(f"fonts/{path}", faces[styles[0]].content, ", ".join(styles))


def _faces(sources: Sequence[str]) -> list[InstalledFace]:
    """Return the styles in the named files, or those of an installed family."""
    files = [split_member(source) if not Path(source).is_file() else (source, "") for source in dict.fromkeys(sources)]
    if all(Path(path).is_file() for path, _ in files):
        return [found for path, member in files for found in _open(Path(path), member)]
    if len(sources) > 1:
        missing = next(source for source, (path, _) in zip(sources, files, strict=False) if not Path(path).is_file())
        raise Fault(Code.FONT_NONE, Place(missing), what=f"no file {missing}", fix="name files, or one family")
    family = sources[0]
    usable, unusable = installed_faces(family)
    if usable:
        return usable
    if _slug(family) == PurePath(FONT_FOLDER).name:
        return [found for file in FONT.values() for found in _open(SHIPPED / FONT_FOLDER / file, "")]
    why = (
        f"{unusable[0]}{f', and {len(unusable) - 1} more' if len(unusable) > 1 else ''}"
        if unusable and len(unusable) < 50
        else ""
    )
    what = f"{family} is neither a file nor an installed family that pnp can use"
    fix = "list all with pnp fonts list --system"
    if close := similar_families(family):
        fix = f"did you mean {' or '.join(close)}? All are listed by pnp fonts list --system"
    raise Fault(Code.FONT_NONE, Place(family), what=what, why=why, fix=fix)


def _open(path: Path, member: str) -> list[InstalledFace]:
    try:
        faces = open_faces(path, member)
        for found in faces:
            found.face.verify()
        return faces
    except Mistake as mistake:
        raise Fault(Code.FONT_BROKEN, Place(path.name), what=f"{path.name}: {mistake.what}", fix=mistake.fix) from None


def _styled(candidates: Sequence[InstalledFace], notes: list[str]) -> dict[str, InstalledFace]:
    """Return the best face for each style, and note what is unusual or left out."""
    by_style = pick_styles(candidates)
    regular = by_style["regular"]
    if not is_regular(regular.face):
        notes.append(f"{regular.file_name} is used as the regular style, as no file of the family is regular")
    used = {found.file_name for found in by_style.values()}
    unused = dict.fromkeys(found.file_name for found in candidates if found.file_name not in used)
    if unused:
        more = f" and {len(unused) - 4} more" if len(unused) > 4 else ""
        notes.append(f"not copied, as a family has four styles: {', '.join(list(unused)[:4])}{more}")
    return by_style


def _slug(family: str) -> str:
    plain = in_ascii(family).lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "font"


def _note(files: Files, folder: str, faces: Mapping[str, InstalledFace], diagnostics: Diagnostics) -> Output:
    """Return a file with the makers and licence of fonts: from a file beside them, else from the fonts themselves."""
    first = next(iter(faces.values()))
    about = first.face.about
    beside = sorted(
        file for file in first.path.parent.iterdir() if file.is_file() and _LICENCE_FILE.fullmatch(file.name)
    )
    text = beside[0].read_text(encoding="utf-8", errors="replace") if len(beside) == 1 else about.licence
    lines = [
        f"{about.family}: {', '.join(dict.fromkeys(found.file_name for found in faces.values()))}",
        *filter(None, (about.version, about.designer and f"by {about.designer}", about.copyright)),
        "",
        *filter(None, (text, about.licence_url)),
    ]
    content = ("\n".join(lines).rstrip() + "\n").encode()
    for written in (f"fonts/{folder}/LICENSE.txt", f"fonts/{folder}/ORIGIN.txt"):
        if files.exists(written):  # from an earlier pnp fonts add of the family, or by the user
            earlier = files.text(written)
            line, _, rest = earlier.partition("\n")
            family, colon, names = line.partition(": ")
            if colon and family == about.family:
                all_names = dict.fromkeys([*names.split(", "), *(found.file_name for found in faces.values())])
                earlier = f"{family}: {', '.join(all_names)}\n{rest}"
            return Output(written, earlier.encode(), "who made the fonts")
    if text or about.licence_url:
        return Output(f"fonts/{folder}/LICENSE.txt", content, "licence, as the font states it")
    place, fix = Place(f"fonts/{folder}"), "find its licence, and save it there as LICENSE.txt"
    diagnostics.report(Code.FONT_LICENCE, place, what=f"{about.family} does not state its licence", fix=fix)
    return Output(f"fonts/{folder}/ORIGIN.txt", content, "what the font states about itself")


def _own_outputs(files: Files) -> Iterator[Output]:
    """Yield the files of the font that comes with pnp, and its licence."""
    for file in (*FONT.values(), "OFL.txt"):
        if not files.exists(path := f"{FONT_FOLDER}/{file}"):
            yield Output(path, (SHIPPED / path).read_bytes(), "of the font that comes with pnp")


def _first(families: Mapping[str, Mapping[str, str]]) -> str:
    schema = "# yaml-language-server: $schema=../.schemas/fonts.json\n"
    return f"{schema}families:\n{''.join(_lines(name, entry, '  ') for name, entry in families.items())}"


def _lines(name: str, entry: Mapping[str, str], indent: str) -> str:
    return "".join([f"{indent}{name}:\n", *(f"{indent * 2}{style}: {path}\n" for style, path in entry.items())])


def _with(files: Files, name: str, entry: Mapping[str, str], joined: str = "") -> bytes:
    """Return fonts.yaml with one more family, or more styles of one; the rest and its comments stay."""
    text = files.text(PATH)
    tree = parse_yaml(text, PATH)
    families: Any = tree.get("families") if isinstance(tree, Map) else None
    if not isinstance(families, Map) or not families:
        raise Fault(Code.FONTS_EMPTY, Place(PATH, 1, 1), what="fonts.yaml names no families", fix="add families:")
    if name in families and name != joined and not parse_family(families[name]).system:
        place, fix = families.place_of_key(name), "give the new one another name with --as"
        raise Fault(Code.FONT_EXISTS, place, what=f"there is a family {name} already", fix=fix)
    return with_text(files.read(PATH, Place(PATH)), YamlText(text, PATH).set(("families", name), dict(entry)))


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
"""A font has a script if it has all these letters."""

LANGUAGES: Mapping[str, str] = {
    "Latin": "en",
    "Vietnamese": "vi",
    "Greek": "el",
    "Cyrillic": "ru",
    "Hebrew": "he",
    "Arabic": "ar",
    "Devanagari": "hi",
    "Thai": "th",
    "Georgian": "ka",
    "Armenian": "hy",
    "Japanese": "ja",
    "Chinese": "zh",
    "Korean": "ko",
}
"""A language of each of these scripts, for examples."""


def scripts_of(face: FontFace) -> list[str]:
    """Return the scripts whose letters in SCRIPTS a face has, all of them."""
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
        refused = next((face.about.refusal for face in faces if face.about.refusal), "")
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
            "--as", metavar="NAME", help="Its name in templates; default: that of the font.", show_default=False
        ),
    ] = "",
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Copy a font into fonts/ with its licence, and name it in fonts.yaml; one that must not be embedded is refused."""
    import re

    from pnp.core.diagnostics import Diagnostics

    if name and not re.fullmatch(r"[A-Za-z][\w-]*", name):
        raise typer.BadParameter("must be letters, digits, - and _, beginning with a letter", param_hint="--as")
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
    system: Annotated[bool, typer.Option("--system", help="The installed families that pnp can use.")] = False,
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """List the fonts of the project: styles, and the scripts they can write."""
    from pnp.core.diagnostics import Diagnostics

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
