"""A source game or a laid-out edition → diagnostics: the table of all checks, each a function of one signature.

A check is imported when it runs, so a build loads only those it needs. Checks that play a game are in
pnp.evidence.playing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from importlib import import_module
from typing import Any, Literal, overload

from pnp.checks.subject import EditionSubject, GameSubject, Need, Request
from pnp.core.diagnostics import Diagnostics
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import faults_of_plugins, load_plugin, plugins
from pnp.workers.activity import activity


@frozen_dataclass
class Check:
    """A check, or several checks of one name, which run together.

    Attributes:
        name: What ``--only`` calls it.
        subject: What it checks: a game in its source language, or a laid-out edition.
        function: Module and function, such as "module:function". The function takes the subject and the collector of
            diagnostics.
        needs: What the subject must have for the check to run; "" for nothing. A build whose subject lacks it does not
            load the check.
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


PREFLIGHT = "preflight"
"""The name of the check for a print shop or press; it runs only if one is chosen."""

CHECKS: tuple[Check, ...] = (
    Check("composition", "game", "pnp.checks.data:check_composition", is_built=True),
    Check("composition", "game", "pnp.checks.data:check_named_examples"),
    Check("numbers", "game", "pnp.checks.booklet:check_prose", "booklet", is_built=True),
    Check("components", "game", "pnp.checks.booklet:check_components", "booklet", is_built=True),
    Check("style", "game", "pnp.checks.booklet:check_style", "booklet", is_built=True),
    Check("translations", "game", "pnp.checks.untranslated:check_untranslated"),
    Check("translations", "game", "pnp.checks.untranslated:check_compared"),
    Check("colours", "game", "pnp.checks.data:check_colours"),
    Check("rules", "game", "pnp.checks.rules:check_rules_text"),
    Check("rules", "game", "pnp.checks.rules:check_claims_code"),
    Check("rules", "game", "pnp.checks.rules:check_players"),
    Check("rules", "game", "pnp.checks.rules:check_proving"),
    Check("rules", "game", "pnp.checks.weak_claims:check_weak"),
    Check("rules", "game", "pnp.checks.rules:check_measures"),
    Check("sections", "game", "pnp.checks.booklet:check_sections", "booklet"),
    Check("sections", "game", "pnp.checks.booklet:check_print_words", "booklet"),
    Check("ties", "game", "pnp.checks.ties:check_ties", summary="pnp.checks.ties:tie_lines"),
    Check("wording", "game", "pnp.checks.wording:check_glossary", summary="pnp.checks.wording:wording_lines"),
    Check("faces", "game", "pnp.checks.faces.drawn:check_printed"),
    Check("faces", "game", "pnp.checks.faces.drawn:check_shows", summary="pnp.checks.faces.drawn:unread_lines"),
    Check("translations", "edition", "pnp.checks.translations:check_translations", "translations", is_built=True),
    Check("translations", "edition", "pnp.checks.languages:check_language", "words", is_built=True),
    Check("played", "edition", "pnp.checks.translations:check_played_words", "translations"),
    Check("numbers", "edition", "pnp.checks.booklet:check_translated_prose", "translations", is_built=True),
    Check("wording", "edition", "pnp.checks.translations:check_translated_alike", "translations"),
    Check("wording", "edition", "pnp.checks.translations:check_player_names", "translations"),
    Check("contrast", "edition", "pnp.checks.faces.drawn:check_contrast"),
    Check("contrast", "edition", "pnp.checks.faces.drawn:check_overlaps"),
    Check("wording", "edition", "pnp.checks.wording:check_wording", "translations"),
    Check(
        "spelling",
        "edition",
        "pnp.checks.spelling:check_spelling",
        "words",
        summary="pnp.checks.spelling:spelling_lines",
    ),
    Check("pages", "edition", "pnp.checks.booklet:check_pages", "booklet"),
    Check("backs", "edition", "pnp.checks.faces.backs:check_backs", is_built=True),
    Check("edges", "edition", "pnp.checks.edges:check_edges", is_built=True),
    Check("faces", "edition", "pnp.checks.faces.faces:check_faces"),
    Check("faces", "edition", "pnp.checks.faces.differences:check_fields"),
    Check("faces", "edition", "pnp.checks.faces.differences:check_lookalikes"),
    Check("faces", "edition", "pnp.checks.faces.differences:check_turned"),
    Check("faces", "edition", "pnp.checks.faces.fan:check_fans"),
    Check("faces", "edition", "pnp.checks.faces.drawn:check_copied"),
    Check("faces", "edition", "pnp.checks.faces.drawn:check_undrawn"),
    Check("figures", "edition", "pnp.checks.booklet:check_figures", "booklet"),
    Check(
        PREFLIGHT,
        "edition",
        "pnp.checks.preflight:check_preflight",
        "shop",
        summary="pnp.checks.preflight:preflight_lines",
    ),
)
"""Every check of a source game or a laid-out edition, in the order in which they run."""

NEEDED_BY_BUILD = frozenset(check.name for check in CHECKS if check.is_built)


def plugin_checks(names: Collection[str], diagnostics: Diagnostics) -> list[Check]:
    """Return the named checks of installed packages; a check that cannot be loaded is reported and left out."""
    checks: list[Check] = []
    for name in plugins("pnp.checks"):
        if name in names:
            with diagnostics.catch_faults():
                checks.append(load_plugin("pnp.checks", name, Check))
    return checks


@cache
def imported(reference: str) -> Any:
    """Return the function that "module:function" names."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


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
    for check in (*CHECKS, *plugin_checks(names, diagnostics)):
        if check.subject == subject_kind and check.name in names and subject.has(check.needs):
            with activity(f"check {check.name}"), _collected(diagnostics) if check not in CHECKS else nullcontext():
                imported(check.function)(subject, diagnostics)


@contextmanager
def _collected(diagnostics: Diagnostics) -> Iterator[None]:
    """Report a fault of a package's check, so that the other checks go on."""
    with diagnostics.catch_faults(), faults_of_plugins():
        yield


def summaries(
    names: Collection[str], subject: GameSubject, request: Request, diagnostics: Diagnostics
) -> Iterator[str]:
    """Yield the lines that the named checks add to the summary of a game, once all of them have run."""
    for check in (*CHECKS, *plugin_checks(names, Diagnostics())):  # what cannot be loaded has been reported
        if check.summary and check.name in names:
            with _collected(diagnostics) if check not in CHECKS else nullcontext():
                yield from imported(check.summary)(subject, request)
