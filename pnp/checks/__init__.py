"""A source game or a laid-out edition → diagnostics: the table of all checks, which are functions of one signature.

A check is imported when it runs, so a build loads only the checks that it needs. Wings and packages add checks, and
stages of `pnp check` that may run code of the project.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial, wraps
from typing import Any, Literal, overload

from pnp.checks.subject import EditionSubject, GameSubject, Need, Request
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import call_plugin, load_plugin, plugins
from pnp.project.files import Files
from pnp.workers.activity import activity
from pnp.workers.limits import Limits
from pnp.workers.pool import Progress


@frozen_dataclass
class Check:
    """A check, or several checks with one name, which run together.

    Attributes:
        name: The name that ``--only`` takes.
        subject: What it checks: a game in its source language, or a laid-out edition.
        function: Module and function, such as "module:function". The function takes the subject and the collector of
            diagnostics.
        needs: What the subject must have for the check to run; "" for nothing. If the subject lacks it, the check is
            not loaded.
        is_built: Whether `pnp build` runs it as well, because it is cheap and a failure would ruin the print.
        summary: Module and function that takes a GameSubject and a Request and yields lines of the summary; "" if the
            check adds none.
    """

    name: str
    subject: Literal["game", "edition"]
    function: str
    needs: Need = ""
    is_built: bool = False
    summary: str = ""


@frozen_dataclass
class StageRequest:
    """The games of a project that a stage checks, and the options on which it depends.

    Attributes:
        subjects: The games, in their source languages.
        jobs: How many processes may work at the same time; 0 to run no code of the project.
        limits: How long each game may take.
        every_claim: Whether summaries list all claims, not only contradicted ones.
        mutate: Whether to change the rules in one place after another, and report the changes that no test notices.
    """

    files: Files
    subjects: Sequence[GameSubject]
    jobs: int
    limits: Limits
    every_claim: bool
    mutate: bool


@frozen_dataclass
class Stage:
    """A stage of `pnp check` that may run code of the project, in its own processes, while the games are laid out.

    Attributes:
        name: The name that ``--only`` takes.
        run: A context manager that starts the stage. It yields a function that waits for its end and returns the lines
            it adds to the summary.
        covers: The names of checks that it runs itself.
    """

    name: str
    run: Callable[[StageRequest, Diagnostics], AbstractContextManager[Callable[[Progress | None], list[str]]]]
    covers: frozenset[str] = frozenset()


PREFLIGHT = "preflight"
"""The name of the check for a print shop or press, which only runs if one is chosen."""

CHECKS: tuple[Check, ...] = (
    Check("composition", "game", "pnp.checks.data:check_composition", is_built=True),
    Check("composition", "game", "pnp.checks.data:check_named_examples"),
    Check("numbers", "game", "pnp.checks.booklet:check_prose", "booklet", is_built=True),
    Check("components", "game", "pnp.checks.booklet:check_components", "booklet", is_built=True),
    Check("style", "game", "pnp.checks.booklet:check_style", "booklet", is_built=True),
    Check("translations", "game", "pnp.checks.untranslated:check_untranslated"),
    Check("translations", "game", "pnp.checks.untranslated:check_compared"),
    Check("colours", "game", "pnp.checks.data:check_colours"),
    Check("sections", "game", "pnp.checks.booklet:check_sections", "booklet"),
    Check("sections", "game", "pnp.checks.booklet:check_print_words", "booklet"),
    Check("ties", "game", "pnp.checks.ties:check_ties", summary="pnp.checks.ties:tie_lines"),
    Check("faces", "game", "pnp.checks.faces.templates:check_printed"),
    Check("faces", "game", "pnp.checks.faces.shown:check_shows", summary="pnp.checks.faces.shown:unread_lines"),
    Check(
        "translations",
        "edition",
        "pnp.checks.translations:check_translations",
        "translations",
        is_built=True,
        summary="pnp.checks.translations:unrecorded_lines",
    ),
    Check("translations", "edition", "pnp.checks.languages:check_language", "words", is_built=True),
    Check("played", "edition", "pnp.checks.translations:check_played_words", "translations"),
    Check("numbers", "edition", "pnp.checks.booklet:check_translated_prose", "translations", is_built=True),
    Check("contrast", "edition", "pnp.checks.faces.faint_texts:check_contrast"),
    Check("contrast", "edition", "pnp.checks.faces.faint_texts:check_overlaps"),
    Check("pages", "edition", "pnp.checks.booklet:check_pages", "booklet"),
    Check("backs", "edition", "pnp.checks.faces.backs:check_backs", is_built=True),
    Check("edges", "edition", "pnp.checks.edges:check_edges", is_built=True),
    Check("faces", "edition", "pnp.checks.faces.shown:check_faces"),
    Check("faces", "edition", "pnp.checks.faces.alike:check_fields"),
    Check("faces", "edition", "pnp.checks.faces.alike:check_lookalikes"),
    Check("faces", "edition", "pnp.checks.faces.alike:check_turned"),
    Check("faces", "edition", "pnp.checks.faces.fan:check_fans"),
    Check("faces", "edition", "pnp.checks.faces.templates:check_copied"),
    Check("faces", "edition", "pnp.checks.faces.templates:check_undrawn"),
    Check("figures", "edition", "pnp.checks.booklet:check_figures", "booklet"),
)
"""The printer's checks in the order in which they run. Wings and packages add others."""

NEEDED_BY_BUILD = frozenset(check.name for check in CHECKS if check.is_built)


def added_checks(names: Collection[str], diagnostics: Diagnostics) -> list[Check]:
    """Return the named checks of wings and installed packages; one that cannot be loaded is reported and left out."""
    checks: list[Check] = []
    for name in plugins("pnp.checks"):
        if name in names:
            with diagnostics.catch_faults():
                added = load_plugin("pnp.checks", name)
                checks += added if isinstance(added, tuple) else (added,)
    return checks


def added_stages(names: Collection[str], diagnostics: Diagnostics) -> list[Stage]:
    """Return the named stages of wings and installed packages; one that cannot be loaded is reported and left out."""
    stages: list[Stage] = []
    for name in plugins("pnp.stages"):
        if name in names:
            with diagnostics.catch_faults():
                stages.append(load_plugin("pnp.stages", name))
    return stages


@overload
def run_checks(
    subject_kind: Literal["game"], names: Collection[str], subject: GameSubject, diagnostics: Diagnostics
) -> None: ...
@overload
def run_checks(
    subject_kind: Literal["edition"], names: Collection[str], subject: EditionSubject, diagnostics: Diagnostics
) -> None: ...
def run_checks(
    subject_kind: str, names: Collection[str], subject: GameSubject | EditionSubject, diagnostics: Diagnostics
) -> None:
    """Run the named checks of one kind of subject."""
    for check in (*CHECKS, *added_checks(names, diagnostics)):
        if check.subject == subject_kind and check.name in names and subject.has(check.needs):
            with activity(f"check {check.name}"), nullcontext() if check in CHECKS else diagnostics.catch_faults():
                call_plugin("pnp.checks", check.name, "check", check.function, subject, diagnostics)


def summaries(
    names: Collection[str], subject: GameSubject, request: Request, diagnostics: Diagnostics
) -> Iterator[str]:
    """Yield the lines that the named checks add to the summary of a game, once all of them have run."""
    for check in (*CHECKS, *added_checks(names, Diagnostics())):  # what cannot be loaded has been reported
        if check.summary and check.name in names:
            with nullcontext() if check in CHECKS else diagnostics.catch_faults():
                yield from call_plugin("pnp.checks", check.name, "summary", check.summary, subject, request)


def start_stage(
    stage: Stage, request: StageRequest, diagnostics: Diagnostics, running: ExitStack
) -> Callable[[Progress | None], list[str]]:
    """Start a stage, which ends with the stack; return the function that waits for the end of its work.

    The work of a package's stage has the limits of a single item.

    Raises:
        Fault: The stage of a package has failed.
    """
    plugin = plugins("pnp.stages")[stage.name]
    name = f"the stage {stage.name} of the package {plugin.package}"
    limited = nullcontext() if plugin.is_own else activity(name, Place(plugin.value))
    call = partial(call_plugin, "pnp.stages", stage.name)

    def of_stage(function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function of the context manager, whose faults are those of the stage's function."""
        return wraps(stage.run)(partial(function))

    def end(*error: Any) -> None:
        with diagnostics.catch_faults(), limited:
            call("end", of_stage(manager.__exit__), *error)

    def finish(progress: Progress | None) -> list[str]:
        with limited:
            return list(call("finish", wait, progress))

    with limited:
        manager = call("run", stage.run, request, diagnostics)
        wait = call("enter", of_stage(manager.__enter__))
    running.push(end)
    return finish
