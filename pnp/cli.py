"""The command line: parses, calls, prints, exits. Every stage is imported inside the command that needs it."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pnp.diagnostics import Diagnostic
    from pnp.rules.kit import Sitting
    from pnp.rules.report import Report
    from pnp.simulation import Playable
    from pnp.source.files import Files
    from pnp.translations import Translated

FAULTS, BUG, STOPPED = 1, 3, 130

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Print-and-play card games from data: cut sheets and rule booklets in every language, checked.",
)


class Form(StrEnum):
    """How faults are printed."""

    text = "text"
    short = "short"
    json = "json"
    github = "github"


class ReportForm(StrEnum):
    """How a report is printed."""

    text = "text"
    json = "json"


class Paper(StrEnum):
    """Paper sizes; the same names as pnp.layout.packing.PAPERS."""

    a4 = "a4"
    letter = "letter"
    a3 = "a3"
    legal = "legal"
    tabloid = "tabloid"


class BacksOption(StrEnum):
    """Whether backs are printed."""

    none = "none"
    duplex = "duplex"


Games = Annotated[
    list[str] | None, typer.Argument(help="Games, by their folders in data/; default: all.", metavar="GAME")
]
Languages = Annotated[
    list[str] | None, typer.Option("--lang", "-l", help="A language, as fr; may be repeated; default: all.")
]
ProjectDir = Annotated[Path, typer.Option("--project", "-p", help="The folder with data/, templates/ and fonts/.")]
FormOption = Annotated[Form, typer.Option("--format", help="How faults are printed.")]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", min=0, show_default=False, help="Processes that play at a time; default: all processors."
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Take warnings for errors.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        from pnp import __version__

        print(f"pnp {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options before any command."""


@app.command(epilog="Example:  pnp build chili --lang fr --paper letter")
def build(
    games: Games = None,
    lang: Languages = None,
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where files go; default: output/ of the project.")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="Paper to print on.")] = Paper.a4,
    backs: Annotated[BacksOption, typer.Option(help="Backs behind their fronts, or none.")] = BacksOption.duplex,
    form: FormOption = Form.text,
    strict: Strict = False,
) -> None:
    """Make the printable files: cut sheets and rule booklets."""
    from pnp.build import Options, build
    from pnp.diagnostics import Fault
    from pnp.products import Printing
    from pnp.write import write_all

    files = _open(project)
    options = Options(tuple(games or ()), tuple(lang or ()), Printing(paper.value, backs.value))
    with _Progress() as step:
        built = build(files, options, step)
    faulty = _report(built.diagnostics, files, form, strict)
    if faulty:
        _say(f"{faulty}; nothing was written", err=True)
        raise typer.Exit(FAULTS)
    folder = output or project / "output"
    try:
        write_all(built.outputs, folder)
    except Fault as fault:
        _report(list(fault.diagnostics), files, form, strict)
        raise typer.Exit(FAULTS) from None
    for made in built.outputs:
        _say(f"{_short(folder / made.path)}  {made.summary}")


@app.command(epilog="Example:  pnp check chili --strict --format github")
def check(
    games: Games = None,
    lang: Languages = None,
    project: ProjectDir = Path(),
    no_code: Annotated[bool, typer.Option("--no-code", help="Do not run the project's rules.py and bots.py.")] = False,
    claims: Annotated[bool, typer.Option("--claims", help="List all claims, with what each rests on.")] = False,
    jobs: Jobs = 0,
    form: FormOption = Form.text,
    strict: Strict = False,
) -> None:
    """Check everything without writing: decks, templates, texts, translations, print, rules, examples, claims."""
    from pnp.build import Options, build

    files = _open(project)
    with _Progress() as step:
        playing = 0 if no_code else _jobs(jobs)
        options = Options(tuple(games or ()), tuple(lang or ()), thorough=True, jobs=playing, every_claim=claims)
        built = build(files, options, step)
    faulty = _report(built.diagnostics, files, form, strict)
    for summary in built.summaries if form is Form.text and (claims or not faulty) else ():
        _say(summary)
    if faulty:
        _say(faulty, err=True)
        raise typer.Exit(FAULTS)


@app.command(epilog="Example:  pnp simulate chili --players 4 --games 5000 --report chili.pdf")
def simulate(
    game: Annotated[str, typer.Argument(help="A game, by its folder in data/.", metavar="GAME")],
    players: Annotated[
        list[str] | None, typer.Option("--players", "-n", help="How many play: 4, or 3,4; default: all.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(help="Who plays: random, or functions of bots.py, as careful,random, seat by seat."),
    ] = "",
    fixed: Annotated[
        bool, typer.Option("--fixed-seats", help="Bots keep their seats, and do not change places from game to game.")
    ] = False,
    games: Annotated[
        str, typer.Option(help="How many; certain: until it is certain whether seats are fair, or how often all win.")
    ] = "2000",
    seed: Annotated[str, typer.Option(help="What chance is drawn from; game 31 of seed 7 is 7:31.")] = "7",
    values: Annotated[
        list[str] | None,
        typer.Option("--set", help="Another fact or value of the table: hand=6, variants=raider."),
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Tell one game, the one that the seed names.")] = False,
    picks: Annotated[str, typer.Option(help="With --trace: what is picked, by number, as 0,3,1.")] = "",
    lang: Annotated[str, typer.Option("--lang", "-l", help="The language of a trace, as fr.")] = "",
    report: Annotated[
        Path | None, typer.Option(help="Write the report with its plots: a file ending in .pdf or .html.")
    ] = None,
    form: Annotated[ReportForm, typer.Option("--format", help="How the report is printed.")] = ReportForm.text,
    jobs: Jobs = 0,
    scheduler: Annotated[str, typer.Option(help="Play on a Dask cluster: tcp://host:8786.")] = "",
    project: ProjectDir = Path(),
) -> None:
    """Play a game thousands of times: how long it is, how it ends, whether seats are fair, which cards matter."""
    from pnp.arguments import parse_games, parse_players, parse_tape, parse_values
    from pnp.diagnostics import Fault
    from pnp.simulation import open_playable, sittings

    wanted, is_one = parse_games(games), trace or bool(picks)
    if report is not None and report.suffix not in (".pdf", ".html"):
        raise typer.BadParameter("must end in .pdf or .html", param_hint="--report")
    if ":" in seed and not is_one:
        raise typer.BadParameter(f"{seed} names one game; add --trace to see it told", param_hint="--seed")
    if is_one and (report is not None or form is not ReportForm.text):
        raise typer.BadParameter("tells one game as text, and makes no report", param_hint="--trace")
    files = _open(project)
    try:
        playable = open_playable(files, game, lang)
        playing = [bot.strip() for bot in bots.split(",") if bot.strip()]
        asked = sittings(playable, parse_players(players or []), playing, parse_values(values or []), seed, not fixed)
        if is_one:
            faulty = _trace(playable, asked[0], parse_tape(picks), files)
        else:
            faulty = _simulate(playable, asked, wanted, report, form, _jobs(jobs), scheduler, files)
    except Fault as fault:
        faulty = _report(list(fault.diagnostics), files, Form.text, strict=False)
    if faulty:
        _say(faulty, err=True)
        raise typer.Exit(FAULTS)


def _trace(playable: Playable, sitting: Sitting, tape: tuple[int, ...] | None, files: Files) -> str:
    from dataclasses import replace

    from pnp.simulation import trace

    if ":" not in sitting.seed:
        sitting = replace(sitting, seed=f"{sitting.seed}:0")
    lines, faults = trace(playable, sitting, tape)
    for line in lines:
        _say(line)
    return _report(faults, files, Form.text, strict=False)


def _simulate(
    playable: Playable,
    asked: Sequence[Sitting],
    games: int | None,
    report: Path | None,
    form: ReportForm,
    jobs: int,
    scheduler: str,
    files: Files,
) -> str:
    from pnp.diagnostics import Diagnostics, Fault, counted
    from pnp.report.terminal import as_text
    from pnp.rules.simulate import MOST_GAMES
    from pnp.simulation import cluster, processes, report_file, run
    from pnp.write import Output, write_all

    reports: list[Report] = []
    faults: Sequence[Diagnostic] = ()
    is_stopped = False
    with cluster(scheduler) if scheduler else processes(playable, jobs) as (executor, workers), _Progress() as step:
        for number, sitting in enumerate(asked):
            latest = None
            try:
                for latest in run(playable, sitting, games, executor, workers):
                    part = latest.games / (latest.wanted or MOST_GAMES)
                    name = f"{counted(sitting.players, 'player')}, {counted(latest.games, 'game')}"
                    step(name, (number + part) / len(asked))
            except KeyboardInterrupt:
                is_stopped = True
            except Fault as fault:
                faults, latest = fault.diagnostics, None
            if latest is not None:
                reports.append(latest.report())
            if is_stopped or faults:
                break
    is_written = False
    if report is not None and reports and not faults:
        told = Diagnostics()
        with told.collected():
            content = report_file(playable, reports, report.suffix, files, told)
            write_all([Output(report.name, content, "")], report.parent)
            is_written = True
        faults = list(told)
    if form is ReportForm.json:
        _say(json.dumps([one.as_json() for one in reports], ensure_ascii=False, indent=2))
    elif reports:
        _say("\n\n".join(map(as_text, reports)))
    if report is not None and is_written:
        _say(_short(report), err=form is ReportForm.json)
    faulty = _report(faults, files, Form.text, strict=False)
    if is_stopped:
        _say(f"stopped; {'this is what is known so far' if reports else 'nothing is known yet'}", err=True)
        raise typer.Exit(STOPPED)
    return faulty


i18n = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Translations: extract texts, update and check catalogues."
)
app.add_typer(i18n, name="i18n")


@i18n.command(epilog="Example:  pnp i18n extract chili")
def extract(games: Games = None, project: ProjectDir = Path(), form: FormOption = Form.text) -> None:
    """Write data/<game>/locale/<game>.pot, the list of all texts, for translation tools."""
    from pnp.translations import extract

    _translations(extract, games, (), project, form)


@i18n.command(epilog="Example:  pnp i18n update chili --lang fr")
def update(
    games: Games = None, lang: Languages = None, project: ProjectDir = Path(), form: FormOption = Form.text
) -> None:
    """Bring catalogues up to date: new texts empty, changed ones marked fuzzy, unused ones kept aside."""
    from pnp.translations import update

    _translations(update, games, lang or (), project, form)


@i18n.command(epilog="Example:  pnp i18n status --lang fr")
def status(
    games: Games = None, lang: Languages = None, project: ProjectDir = Path(), form: FormOption = Form.text
) -> None:
    """Tell how much of each game is translated; exit 1 when something is missing or stale."""
    from pnp.translations import status

    _translations(status, games, lang or (), project, form)


def _translations(
    action: Callable[[Files, Sequence[str], Sequence[str]], Translated],
    games: list[str] | None,
    languages: Sequence[str],
    project: Path,
    form: Form,
) -> None:
    from pnp.diagnostics import Fault
    from pnp.write import write_all

    files = _open(project)
    done = action(files, tuple(games or ()), tuple(languages))
    faulty = _report(done.diagnostics, files, form, strict=False)
    if faulty:
        _say(f"{faulty}; nothing was written", err=True)
        raise typer.Exit(FAULTS)
    try:
        write_all(done.outputs, files.root)
    except Fault as fault:
        _report(list(fault.diagnostics), files, form, strict=False)
        raise typer.Exit(FAULTS) from None
    for line in done.lines:
        _say(line)
    if not done.is_complete:
        raise typer.Exit(FAULTS)


def _open(project: Path) -> Files:
    """The project's files; a usage error when there is no such folder."""
    from pnp.source.files import Files

    if not project.is_dir():
        raise typer.BadParameter(f"no folder {project}", param_hint="--project")
    return Files(project)


def _jobs(wanted: int) -> int:
    from pnp.rules.pool import usual_jobs

    return wanted or usual_jobs()


def _report(diagnostics: Sequence[Diagnostic], files: Files, form: Form, strict: bool) -> str:
    """Print faults; return how many stop the command, in words, or "" when none does."""
    from pnp.diagnostics import format_diagnostics, in_order

    found = in_order(diagnostics)
    if found or form is Form.json:
        to_stdout = form in (Form.json, Form.github)
        stream = sys.stdout if to_stdout else sys.stderr
        print(format_diagnostics(found, form.value, files.line, _wants_colour(stream)), file=stream)
        if form is Form.text:
            print(file=stream)
    errors = sum(d.severity == "error" or strict for d in found)
    return f"{errors} {'error' if errors == 1 else 'errors'}" if errors else ""


def _wants_colour(stream: object) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)()) and not os.environ.get("NO_COLOR")


def _say(line: str, err: bool = False) -> None:
    print(line, file=sys.stderr if err else sys.stdout)


def _short(path: Path) -> str:
    """A path from here, where it lies below here."""
    full = path.resolve()
    here = Path.cwd()
    return full.relative_to(here).as_posix() if full.is_relative_to(here) else str(full)


class _Progress:
    """A bar on a terminal while work is under way; nothing elsewhere."""

    def __enter__(self) -> _Progress:
        self._bar = None
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("", total=1.0)
            self._bar.start()
        return self

    def __call__(self, name: str, done: float) -> None:
        if self._bar:
            self._bar.update(self._task, description=name, completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()


def main() -> None:
    """Run pnp; a bug in it ends with a report, not a traceback."""
    gc.set_threshold(100_000, 20, 20)  # layout makes many small values and no cycles: collecting often costs a tenth
    try:
        app()
    except Exception as error:
        _say(_bug_report(error), err=True)
        sys.exit(BUG)


def _bug_report(error: Exception) -> str:
    import traceback

    from pnp import __version__

    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno} in {last.name}"
    return (
        f"pnp {__version__} has failed: {type(error).__name__}: {error} ({where})\n"
        "This is a bug in pnp, not in your project. Please report it with the command you ran and your project's files."
    )


if __name__ == "__main__":
    main()
