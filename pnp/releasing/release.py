"""A project → a ZIP for each game and language: everything to print, for A4 and Letter, and how to print it.

Gives bytes and diagnostics; writing them is the caller's. The same project gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.build import Built, build
from pnp.build import Options as BuildOptions
from pnp.diagnostics import Code, Diagnostics, counted
from pnp.layout.paper import Printing, paper_name
from pnp.load.catalogue import load_catalogue
from pnp.manuscript import languages_of, read_manuscripts
from pnp.model.game import Game
from pnp.processes import Step, within
from pnp.releasing.readme import language_of, readme
from pnp.source.files import Files
from pnp.words.edition import make_edition
from pnp.write import Output, zipped

PAPERS = ("a4", "letter")
"""For which papers a release is made, each with a folder of its own."""

ON_EVERY_PAPER = ("rules.pdf", "rules.html")
"""Files that no paper is needed for; they come first."""

LICENCES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "COPYING")
"""Where a project says what may be done with it; a game's own, in its folder below data/, comes first."""


@dataclass(frozen=True)
class Options:
    """What to release.

    Attributes:
        games: Names; none means all.
        languages: Codes; none means all of each game.
        printing: How to print; for each paper.
        jobs: How many processes may work at a time.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing()
    jobs: int = 1


def release(files: Files, options: Options, step: Step | None = None) -> Built:
    """Make the releases of some games.

    Args:
        files: The project.
        options: What to release.
        step: Told of the progress.
    """
    released = Built()
    diagnostics = released.diagnostics
    made: dict[tuple[str, str], dict[str, list[Output]]] = {}
    for number, paper in enumerate(PAPERS):
        wanted = BuildOptions(options.games, options.languages, replace(options.printing, paper=paper), options.jobs)
        built = build(files, wanted, within(step, number / len(PAPERS), 1 / len(PAPERS)))
        diagnostics.extend(built.diagnostics)
        for output in built.outputs:
            name, language, _ = output.path.split("/", 2)
            made.setdefault((name, language), {}).setdefault(paper, []).append(output)
    for game in _editions(files, options):
        outputs = made.get((game.name, game.language))
        if outputs:
            released.outputs.append(_zipped(game, outputs, files, diagnostics))
    return released


def _editions(files: Files, options: Options) -> Iterator[Game]:
    """Each game in each language; what is wrong with it has been told when it was built."""
    told = Diagnostics()
    for manuscript in read_manuscripts(files, options.games, told):
        game = manuscript.game
        for language in languages_of(game, game.head.languages, options.languages, told):
            is_source = language == game.head.languages[0]
            catalogue = None if is_source else load_catalogue(files, game, language, told)
            yield make_edition(game, language, catalogue).game


def _zipped(game: Game, outputs: dict[str, list[Output]], files: Files, diagnostics: Diagnostics) -> Output:
    contents: dict[str, bytes] = {}
    for paper, made in outputs.items():
        for output in made:
            name = output.path.rpartition("/")[2]
            contents.setdefault(name if name in ON_EVERY_PAPER else f"{paper_name(paper)}/{name}", output.content)
    order = sorted(contents, key=lambda name: (name not in ON_EVERY_PAPER, name.partition("/")[0]))
    licence = _licence(game, files, diagnostics)
    if language_of(game) != game.language.partition("_")[0]:
        what = f"how to print is told in English, not in {game.language}"
        fix = "translate README.txt of the ZIP by hand"
        diagnostics.tell(Code.RELEASE_LANGUAGE, game.source.place_of("languages"), what=what, fix=fix)
    written = {"README.txt": readme(game, order, "LICENSE.txt" if licence else "").encode()}
    if licence:
        written["LICENSE.txt"] = files.read(licence, game.source.place)
    written |= {name: contents[name] for name in order}
    version = f"-{game.head.version}" if game.head.version else ""
    path = f"{game.name}{version}-{game.language}.zip"
    return Output(path, zipped(written), f"{counted(len(written), 'file')}, for A4 and Letter")


def _licence(game: Game, files: Files, diagnostics: Diagnostics) -> str:
    """The path of the licence; "" where there is none, which is told."""
    for path in (*(f"data/{game.name}/{name}" for name in LICENCES), *LICENCES):
        if files.exists(path):
            return path
    what = f"nothing says what players may do with {game.head.title}"
    fix = f"write data/{game.name}/LICENSE.txt"
    diagnostics.tell(Code.RELEASE_LICENCE, game.source.place, what=what, fix=fix)
    return ""
