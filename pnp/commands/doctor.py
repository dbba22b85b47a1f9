"""pnp doctor: this machine and a project → findings about everything that pnp needs, with fixes."""

from __future__ import annotations

import locale
import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, get_args

from pnp import DISTRIBUTION, __version__
from pnp.commands.explain import paragraphs
from pnp.commands.options import OutputFolder, ProjectDir, open_project
from pnp.commands.terminal import exit_with, say
from pnp.core.codes import AddedCode
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.plugins import OWN_GROUPS, PluginGroup, added_by_packages, data_folders, load_plugin, read_data
from pnp.project.files import Files, game_names
from pnp.project.fonts import PATH, family_folders, files_of_fonts, load_fonts
from pnp.workers.pool import usual_jobs

if TYPE_CHECKING:
    from pnp.project.files import Files
    from pnp.workers.pool import Progress


OLDEST_PYTHON = (3, 11)

NOT_LISTED = ("all", "test", "bench", "docs")
"""The sum of the extras that are listed, and extras for the development of pnp."""


@frozen_dataclass
class DoctorFinding:
    """One finding of pnp doctor.

    Attributes:
        topic: Python, libraries, extras, packages, project, fonts, folders or terminal.
        text: The finding in words.
        fix: What to do; "" for nothing.
        is_wrong: Whether pnp, or a part of the project, does not work because of it.
    """

    topic: str
    text: str
    fix: str = ""
    is_wrong: bool = False


def examine(files: Files, folders: Mapping[str, Path], _step: Progress | None = None) -> list[DoctorFinding]:
    """Return all findings.

    Args:
        files: The project, or any other folder.
        folders: The folders to which pnp writes, by their names for people.
    """
    return [*_python(), *_libraries(), *_extras(), *_packages(), *_project(files), *_folders(folders), *_terminal()]


def _python() -> Iterator[DoctorFinding]:
    version = f"{platform.python_implementation()} {platform.python_version()}"
    is_old = sys.version_info < OLDEST_PYTHON
    needed = ".".join(map(str, OLDEST_PYTHON))
    fix = f"install Python {needed} or newer, and pnp in it" if is_old else ""
    yield DoctorFinding("Python", f"{version}, {platform.system()} {platform.machine()}", fix, is_old)
    yield DoctorFinding("Python", f"pnp {__version__}, {counted(usual_jobs(), 'process', 'processes')} at a time")


@frozen_dataclass
class _Needed:
    """A library that pnp requires, and the extra that requires it; "" for pnp itself."""

    name: str
    least: str
    extra: str

    @property
    def installed(self) -> str:
        """Return its installed version; "" if it is not installed."""
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return ""

    @property
    def is_old(self) -> bool:
        return bool(self.installed) and _numbers(self.installed) < _numbers(self.least)


_NEEDED = lazy_pattern(r"([\w.-]+)\s*(?:>=\s*([\d.]+))?[^;]*(?:;.*extra == ['\"]([\w-]+)['\"])?")


def _needed() -> list[_Needed]:
    """Return the libraries that the package requires."""
    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return []
    matches = [_NEEDED.match(requirement) for requirement in requirements]
    return [_Needed(match[1], match[2] or "0", match[3] or "") for match in matches if match]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def _libraries() -> Iterator[DoctorFinding]:
    needed = [library for library in _needed() if not library.extra]
    wrong = [library for library in needed if not library.installed or library.is_old]
    for library in wrong:
        state = f"is {library.installed}, and must be {library.least}" if library.installed else "is not installed"
        yield DoctorFinding(
            "libraries", f"{library.name} {state}", f"pip install --upgrade {DISTRIBUTION}", is_wrong=True
        )
    if needed and not wrong:
        yield DoctorFinding("libraries", ", ".join(f"{library.name} {library.installed}" for library in needed))


def _extras() -> Iterator[DoctorFinding]:
    """Yield whether each optional extra is installed."""
    extras: dict[str, list[_Needed]] = {}
    for library in _needed():
        if library.extra and library.extra not in NOT_LISTED:
            extras.setdefault(library.extra, []).append(library)
    for extra, libraries in sorted(extras.items()):
        missing = [library for library in libraries if not library.installed or library.is_old]
        versions = ", ".join(f"{library.name} {library.installed}".strip() for library in libraries)
        fix = f"pip install '.[{extra}]' in pnp's repository" if missing else ""
        yield DoctorFinding("extras", f"{extra}: {'not installed' if missing else versions}", fix)


def _packages() -> Iterator[DoctorFinding]:
    """Yield what each installed package adds to pnp, and what of it cannot be used."""
    explained: set[str] = set()
    for folder in data_folders().values():
        try:
            explained |= {code for _, code in paragraphs(read_data(folder / "codes.md"))}
        except OSError:
            continue
        except Fault as fault:
            about = fault.diagnostic
            yield DoctorFinding("packages", f"{about.place}: {about.message}", about.fix, is_wrong=True)
    for package, added in added_by_packages().items():
        names = dict.fromkeys(plugin.name for _, plugin in added)
        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            version = ""
        yield DoctorFinding("packages", f"{' '.join(filter(None, (package, version)))}: {', '.join(names)}")
        codes: set[str] = set()
        for group, plugin in added:
            known: PluginGroup | None = next((each for each in get_args(PluginGroup) if each == group), None)
            if known is None or known in OWN_GROUPS:
                fix = suggest(group, {*get_args(PluginGroup)} - OWN_GROUPS)
                yield DoctorFinding("packages", f"{package}: there is no group {group}", fix, is_wrong=True)
                continue
            try:
                load_plugin(known, plugin.name)
            except Fault as fault:
                about = fault.diagnostic
                yield DoctorFinding("packages", f"{about.place}: {about.message}", about.fix, is_wrong=True)
                continue
            codes |= {value for value in vars(sys.modules[plugin.module]).values() if isinstance(value, AddedCode)}
        for code in sorted(codes - explained):
            fix = f"write a paragraph below ### {code} in its codes.md"
            yield DoctorFinding("packages", f"{package}: nothing explains the code {code}", fix)


def _project(files: Files) -> Iterator[DoctorFinding]:
    """Yield the games, and the fonts with their licences."""
    games = game_names(files)
    if not games:
        yield DoctorFinding(
            "project", f"no game in {files.root}", "go to a project's folder, or make one: pnp new orchard"
        )
        return
    yield DoctorFinding("project", f"{counted(len(games), 'game')}: {', '.join(games)}")
    diagnostics = Diagnostics()
    fonts = load_fonts(files, diagnostics)
    for diagnostic in diagnostics:
        is_wrong = diagnostic.severity == "error"
        yield DoctorFinding("fonts", f"{diagnostic.place}: {diagnostic.message}", diagnostic.fix, is_wrong)
    folders, home = family_folders(files), files_of_fonts(files)
    for name, family in fonts.families.items():
        licences = [_licence(home, folder) for folder in folders[name]]
        styles = ", ".join(family.faces) + (" of pnp" if home is not files else "")
        if not folders[name]:  # a family of this machine, reported above
            continue
        if all(licences):
            yield DoctorFinding("fonts", f"{name}: {styles}; {', '.join(dict.fromkeys(licences))}")
        else:
            fix = "put its licence beside it, as OFL.txt or LICENSE.txt: people who print the game may want to see it"
            yield DoctorFinding("fonts", f"{name}: {styles}; no licence beside it", fix)


LICENCES = {
    "SIL Open Font License": "OFL",
    "Apache License": "Apache licence",
    "Bitstream Vera": "Bitstream Vera licence",
    "GNU General Public License": "GPL",
    "Ubuntu Font Licence": "Ubuntu font licence",
}
"""Short names of font licences, by words in their texts."""

_LICENCE_FILE = lazy_pattern(r"(OFL|LICEN[CS]E|COPYING|UFL)", re.IGNORECASE)


def _licence(files: Files, folder: PurePosixPath) -> str:
    """Return the licence of a folder's fonts, from a file in it or above it in fonts/; "" if there is none."""
    for place in (folder, *folder.parents):
        for name in files.names(str(place)):
            if place.parts and _LICENCE_FILE.match(name):
                text = files.read(f"{place}/{name}", Place(PATH)).decode("utf-8", "replace")
                licence = next((short for words, short in LICENCES.items() if words.lower() in text.lower()), "")
                return f"{licence} ({place}/{name})" if licence else f"{place}/{name}"
    return ""


def _folders(folders: Mapping[str, Path]) -> Iterator[DoctorFinding]:
    """Yield whether files can be written to each folder."""
    for name, folder in folders.items():
        existing = next((place for place in (folder, *folder.absolute().parents) if place.exists()), folder)
        is_writable = existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)
        text = f"{name}: {folder}{'' if is_writable else ' cannot be written to'}"
        fix = "" if is_writable else f"make {existing} writable, or choose another folder"
        yield DoctorFinding("folders", text, fix, not is_writable)


def _terminal() -> Iterator[DoctorFinding]:
    """Yield the encoding of the terminal, and the language of the system."""
    encoding = sys.stdout.encoding or "none"
    language = locale.getlocale()[0] or os.environ.get("LANG") or "none"
    can_print = "utf" in encoding.lower()
    fix = "" if can_print else "set PYTHONUTF8=1; without it signs such as × are shown by their codes"
    yield DoctorFinding("terminal", f"characters: {encoding}; locale: {language}", fix)


def doctor(
    project: ProjectDir = Path(),
    output: OutputFolder = None,
) -> None:
    """Run ``pnp doctor``."""
    from pnp.core.diagnostics import counted
    from pnp.core.platform import config_folder
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    folders = {
        "output": output or project / "output",
        "printers": config_folder(),
        "temporary files": Path(tempfile.gettempdir()),
    }
    findings = supervised(partial(examine, files, folders))
    topic = ""
    for finding in findings:
        say(f"{finding.topic if finding.topic != topic else '':<11}{'✗ ' if finding.is_wrong else ''}{finding.text}")
        if finding.fix:
            say(f"{'':<11}→ {finding.fix}")
        topic = finding.topic
    wrong = sum(finding.is_wrong for finding in findings)
    if wrong:
        exit_with(f"{counted(wrong, 'thing is', 'things are')} wrong")
