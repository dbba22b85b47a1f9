"""fonts/fonts.yaml → the project's FontSet. A project without fonts has Source Sans 3, which comes with pnp.

A family names a file for each style, one file for all styles (a variable font), or an installed family. Further styles
of a variable font are added: bold at weight 700, and italic if the font has an axis for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Annotated, Any, NamedTuple

from pydantic import StrictStr

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, did_you_mean, suggest
from pnp.core.font_files import ENDINGS, FontFile, has_bold, has_italic, split_member, style_axes
from pnp.core.fonts import STYLES, Family, FontFace, FontSet, unknown_family_fix
from pnp.project import forms
from pnp.project.files import Files
from pnp.project.forms import StrictModel, takes
from pnp.project.tree import Map, Seq, parse_yaml
from pnp.project.validate import validate
from pnp.project.values import Plain, describe
from pnp.workers.activity import activity

PATH = "fonts/fonts.yaml"
_YAML = (".yaml", ".yml")

_NO_AXES: Mapping[str, float] = {}


class FontSource(NamedTuple):
    """A file below fonts/, the font to use in a collection (a number from 1, or a name), and values on its axes."""

    file: str
    member: str = ""
    axes: Mapping[str, float] = _NO_AXES


_NO_STYLES: Mapping[str, FontSource] = {}


class FamilySource(NamedTuple):
    """What fonts.yaml says about a family: the sources of its styles, or the name of an installed family."""

    styles: Mapping[str, FontSource] = _NO_STYLES
    system: str = ""


_SOURCE_FORM = forms.any_of(
    forms.TEXT,
    {
        "type": "object",
        "properties": {"file": {"type": "string", "description": "A font file below fonts/."}},
        "additionalProperties": {"type": "number", "description": "A value on an axis of a variable font: wght: 550."},
        "required": ["file"],
    },
)


def parse_source(value: Any) -> FontSource:
    """Parse a font file, or ``{file: FILE, wght: 550}``."""
    if isinstance(value, str):
        return FontSource(*split_member(value))
    if not isinstance(value, dict) or not isinstance(value.get("file"), str):
        raise Mistake(f"must be a font file or {{file: FILE, wght: 550}}, not {describe(value)}")
    axes = {}
    for tag, place in value.items():
        if tag == "file":
            continue
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]{3}", str(tag)):
            raise Mistake(
                f"has {tag}, which is not an axis of a font", "use file: and axes such as wght: 550, wdth: 90"
            )
        if isinstance(place, bool) or not isinstance(place, int | float):
            raise Mistake(f"has {tag}: {describe(place)}", f"write a number, as in {tag}: 550")
        axes[str(tag)] = float(place)
    return FontSource(*split_member(value["file"]), axes)


@takes(
    forms.any_of(
        forms.TEXT,
        {
            "type": "object",
            "properties": {
                **dict.fromkeys(STYLES, _SOURCE_FORM),
                "file": {"type": "string", "description": "One file for all styles: a variable font."},
                "system": {"type": "string", "description": "The name of a family that is installed on this machine."},
            },
        },
    )
)
def parse_family(value: Any) -> FamilySource:
    """Parse a family: the files of its styles, one file, or the name of an installed family."""
    if isinstance(value, str):
        is_file = split_member(value)[0].lower().endswith(ENDINGS)
        return FamilySource({"regular": parse_source(value)}) if is_file else FamilySource(system=value)
    if not isinstance(value, dict):
        raise Mistake(f"must be a mapping of styles, a font file or an installed family, not {describe(value)}")
    if "system" in value:
        if len(value) > 1 or not isinstance(value["system"], str) or not value["system"].strip():
            raise Mistake("has more or less than the name of a family in system:", "write {system: EB Garamond}")
        return FamilySource(system=value["system"])
    if "file" in value:
        return FamilySource({"regular": parse_source(value)})
    styles = {}
    for style, source in value.items():
        try:
            styles[str(style)] = parse_source(source)
        except Mistake as mistake:
            raise Mistake(f"has {style}: {mistake.what}", mistake.fix) from None
    return FamilySource(styles)


DEFAULT = "default"
"""The key of ``fallback:`` for all languages without a list of their own."""


@takes(forms.any_of(forms.list_of(forms.TEXT), {"type": "object", "additionalProperties": forms.list_of(forms.TEXT)}))
def parse_fallback(value: Any) -> dict[str, tuple[str, ...]]:
    """Parse a list of families, or a list for each language."""
    lists = value if isinstance(value, dict) else {DEFAULT: value}
    for names in lists.values():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            fix = f"write [{names}]" if isinstance(names, str) else ""
            raise Mistake(f"must be a list of families, or one for each language, not {describe(names)}", fix)
    return {str(language).replace("-", "_"): tuple(names) for language, names in lists.items()}


class FontsFile(StrictModel):
    """The contents of fonts/fonts.yaml."""

    families: dict[str, Annotated[FamilySource, Plain(parse_family)]]
    """Families by name; each gives the files of its styles: regular, bold, italic, bold-italic."""
    fallback: Annotated[dict[str, tuple[str, ...]], Plain(parse_fallback)] = {}
    """Families, in order, that supply a character which another family lacks; or a mapping from languages to lists of
    these, with default: for all other languages."""
    languages: dict[str, dict[str, StrictStr]] = {}
    """By language, families that replace others: ja: {text: jp}."""


def files_of_fonts(files: Files) -> Files:
    """Return the files among which the fonts are: those of the project, or of pnp for a project without fonts."""
    if files.exists(PATH) or files.unread("fonts", (*ENDINGS, *_YAML)):
        return files
    from pnp.starters import SHIPPED

    return Files(SHIPPED)


def load_fonts(files: Files, diagnostics: Diagnostics) -> FontSet:
    """Return the project's fonts; without families if fonts.yaml cannot be used."""
    head, tree = _head(files, diagnostics)
    if head is None:
        return FontSet({})
    if not head.families:
        what = "fonts.yaml names no families"
        diagnostics.report(Code.FONTS_EMPTY, tree.place_of("families"), what=what, fix="add text: {regular: …}")
        return FontSet({})
    loader = _Loader(files_of_fonts(files), tree["families"], diagnostics)
    families = {name: family for name, source in head.families.items() if (family := loader.family(name, source))}
    for place, name in _references(tree):
        if name not in head.families:
            fix = unknown_family_fix(name, head.families)
            diagnostics.report(Code.FONT_UNKNOWN, place, what=f"no family {name}", fix=fix)
    fallbacks = {key: tuple(name for name in names if name in families) for key, names in head.fallback.items()}
    substitutes = {
        language.replace("-", "_"): {name: other for name, other in names.items() if {name, other} <= families.keys()}
        for language, names in head.languages.items()
    }
    unusable = frozenset(head.families.keys() - families.keys())
    return FontSet(families, fallbacks.pop(DEFAULT, ()), fallbacks, substitutes, unusable)


USUAL = "text"
"""The family for texts that do not name one."""


def is_fault_of_fonts(name: str, fonts: FontSet, diagnostics: Diagnostics) -> bool:
    """Whether a family is missing because of a fault in fonts.yaml, which is reported once, not because of its user.

    That is so for a family that cannot be opened, and if there is no family for texts that do not name one.
    """
    if name != USUAL or not fonts.families or name in fonts.unusable:
        return not fonts.families or name in fonts.unusable
    what = f"there is no family {USUAL}, which is used for texts that name none"
    fix = unknown_family_fix(name, fonts.families)
    diagnostics.report(Code.FONT_UNKNOWN, Place(PATH), what=what, fix=fix)
    return True


def _references(tree: Map) -> Iterator[tuple[Place, str]]:
    """Yield the families that ``fallback:`` and ``languages:`` name, with their places."""
    fallback = tree.get("fallback")
    for names in fallback.values() if isinstance(fallback, Map) else [fallback or ()]:
        if isinstance(names, Seq):
            yield from ((names.place_of(index), name) for index, name in enumerate(names))
    for names in (tree.get("languages") or {}).values():
        for name, other in names.items():
            yield names.place_of_key(name), name
            yield names.place_of(name), other


def _head(files: Files, diagnostics: Diagnostics) -> tuple[FontsFile | None, Map]:
    tree = Map(PATH, (1, 1))
    with diagnostics.catch_faults():
        tree = _tree(files)
        if not isinstance(tree, Map):
            raise Fault(Code.FONTS_EMPTY, Place(PATH, 1, 1), what="fonts.yaml names no families", fix="families: …")
        return validate(FontsFile, tree, "fonts.yaml", diagnostics), tree
    return None, tree


def _tree(files: Files) -> Any:
    """Return the content of fonts.yaml, or what it would contain in a project without fonts."""
    if files_of_fonts(files) is files:
        fonts = files.unread("fonts", ENDINGS)
        if fonts and not files.exists(PATH) and not files.unread("fonts", _YAML):
            what = f"no file {PATH}, which names the families of the fonts in fonts/"
            raise Fault(Code.FILE_MISSING, Place(PATH), what=what, fix=f"pnp fonts add '{fonts[0]}'")
        return files.yaml(PATH)
    from pnp.starters import FONT, FONT_FOLDER

    folder = FONT_FOLDER.removeprefix("fonts/")
    styles = "".join(f"    {style}: {folder}/{file}\n" for style, file in FONT.items())
    return parse_yaml(f"families:\n  {USUAL}:\n{styles}", PATH)


def family_folders(files: Files) -> Mapping[str, tuple[PurePosixPath, ...]]:
    """Return the folders of each family's files, among `files_of_fonts`; none for a family of this machine."""
    head, _ = _head(files, Diagnostics())
    sources = head.families if head else {}
    return {
        name: tuple(dict.fromkeys(PurePosixPath("fonts", source.file).parent for source in family.styles.values()))
        for name, family in sources.items()
    }


_ORIGINS: Mapping[str, tuple[str, ...]] = {
    "bold": ("regular",),
    "italic": ("regular",),
    "bold-italic": ("italic", "bold", "regular"),
}
"""Style → the named styles whose variable font may also contain it, the best first."""


@contextmanager
def _reported(font: FontSource, place: Place) -> Iterator[None]:
    """Turn a mistake in a font file into a fault at the place that names the file."""
    try:
        yield
    except Mistake as mistake:
        what = f"fonts/{font.file}: {mistake.what}"
        raise Fault(Code.FONT_BROKEN, place, what=what, fix=mistake.fix) from None


class _Loader:
    """Opens the files of families, each file once."""

    def __init__(self, files: Files, tree: Map, diagnostics: Diagnostics) -> None:
        self._files = files
        self._tree = tree
        self._diagnostics = diagnostics
        self._opened: dict[str, FontFile] = {}
        self._verified: set[FontFace] = set()

    def family(self, name: str, source: FamilySource) -> Family | None:
        """Return a family; None, with a report, if it has no regular face."""
        if source.system:
            return self._installed(name, source.system)
        faces: dict[str, FontFace] = {}
        for style, font in source.styles.items():
            place = self._place(name, style)
            if style not in STYLES:
                place = self._tree[name].place_of_key(style)
                fix = suggest(style, (*STYLES, "file", "system"))
                self._diagnostics.report(Code.UNKNOWN_KEY, place, what=f"unknown style {style}", fix=fix)
                continue
            with self._diagnostics.catch_faults():
                faces[style] = self._face(font, style, place)
        if "regular" not in source.styles:
            what, place = f"family {name} has no regular face", self._tree.place_of_key(name)
            self._diagnostics.report(Code.FONT_REGULAR, place, what=what, fix="add regular: file.ttf")
        if "regular" not in faces:
            return None
        with self._diagnostics.catch_faults():
            faces |= self._derived(source, faces, name)
        return Family({style: faces[style] for style in STYLES if style in faces})

    def _place(self, name: str, style: str) -> Place:
        written = self._tree[name]
        return written.place_of(style) if isinstance(written, Map) and style in written else self._tree.place_of(name)

    def _derived(self, source: FamilySource, faces: Mapping[str, FontFace], name: str) -> dict[str, FontFace]:
        """Return the further styles that the family's variable fonts contain, beside those that are named."""
        derived: dict[str, FontFace] = {}
        for style, origins in _ORIGINS.items():
            if style in faces or style in source.styles:
                continue
            for origin in origins:
                font = source.styles.get(origin)
                if font is None or origin not in faces:
                    continue
                axes = self._file(font, self._place(name, origin)).axes(self._member(font, self._place(name, origin)))
                needs_bold, needs_italic = "bold" in style, "italic" in style and "italic" not in origin
                if (needs_bold and not has_bold(axes)) or (needs_italic and not has_italic(axes)):
                    continue
                fixed = {tag: place for tag, place in font.axes.items() if tag not in ("wght", "ital", "slnt")}
                varied = FontSource(font.file, font.member, fixed)
                if not needs_bold and "wght" in font.axes:
                    varied = FontSource(font.file, font.member, fixed | {"wght": font.axes["wght"]})
                derived[style] = self._face(varied, style, self._place(name, origin))
                break
        return derived

    def _file(self, font: FontSource, place: Place) -> FontFile:
        if font.file not in self._opened:
            content = self._files.read(f"fonts/{font.file}", place)
            stem = font.file.rsplit("/", 1)[-1].rsplit(".", 1)[0]
            with activity(f"fonts/{font.file}", place), _reported(font, place):
                self._opened[font.file] = FontFile(stem, content)
        return self._opened[font.file]

    def _member(self, font: FontSource, place: Place) -> int:
        with _reported(font, place):
            return self._file(font, place).member(font.member)

    def _face(self, font: FontSource, style: str, place: Place) -> FontFace:
        file, member = self._file(font, place), self._member(font, place)
        with activity(f"fonts/{font.file}", place), _reported(font, place):
            axes = style_axes(file.axes(member), "bold" in style, "italic" in style)
            face = file.face(member, {**axes, **font.axes})
            self._verify(face, place)
        return face

    def _verify(self, face: FontFace, place: Place) -> None:
        """Read all of a face once, and report permission bits that forbid what every PDF does."""
        if face in self._verified:
            return
        face.verify()
        self._verified.add(face)
        if face.about.refusal:
            what = f"the font {face.name} should not be put into files: {face.about.refusal}"
            why = f"its own permission bits say so (fsType {face.about.permissions:#x})"
            fix = "use another font, or ask its maker for a licence and a file that allow it"
            self._diagnostics.report(Code.FONT_RESTRICTED, place, what=what, why=why, fix=fix)

    def _installed(self, name: str, system: str) -> Family | None:
        """Return an installed family, with a warning that other machines may lack it or have another version."""
        from pnp.core.system_fonts import installed_faces, pick_styles, similar_families

        place = self._place(name, "system")
        add = f"pnp fonts add '{system}' --as {name}"
        with activity(f"the installed font {system}", place):
            usable, unusable = installed_faces(system)
            if not usable:
                what = f"no family {system} is installed on this machine"
                why = f"{unusable[0]} cannot be used" if unusable and len(unusable) < 50 else ""
                fix = "name files below fonts/: {regular: FILE}; pnp fonts list --system lists what is installed"
                if close := similar_families(system):
                    fix = did_you_mean(system, *close) if len(close) == 1 else f"did you mean {' or '.join(close)}?"
                self._diagnostics.report(Code.FONT_NONE, place, what=what, why=why, fix=fix)
                return None
            picked = pick_styles(usable)
            try:
                for found in picked.values():
                    self._files.note_outside(found.path)
                    self._verify(found.face, place)
            except Mistake as mistake:
                what = f"{found.path.name}: {mistake.what}"
                self._diagnostics.report(Code.FONT_BROKEN, place, what=what, fix=mistake.fix)
                return None
        what = f"the family {name} is {system} of this machine, which another machine may not have"
        self._diagnostics.report(Code.FONT_SYSTEM, place, what=what, fix=f"copy it into the project: {add}")
        return Family({style: found.face for style, found in picked.items()})
