"""A game, written or laid out → diagnostics. All checks are listed here; a check is a function of one signature.

What plays a game is no check: see pnp.checks.verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pnp.checks.booklet import (
    check_components,
    check_figures,
    check_pages,
    check_prose,
    check_sections,
    check_style,
    check_translated_prose,
)
from pnp.checks.data import check_colours, check_compared, check_composition, check_named_examples
from pnp.checks.edges import check_edges
from pnp.checks.faces.differences import check_alike, check_backs, check_fields, check_turned
from pnp.checks.faces.drawn import (
    check_contrast,
    check_copied,
    check_overlaps,
    check_printed,
    check_shows,
    check_undrawn,
)
from pnp.checks.faces.faces import check_faces
from pnp.checks.preflight import check_preflight
from pnp.checks.rules import check_claims_code, check_measures, check_players, check_proving, check_rules_text
from pnp.checks.spelling import check_spelling
from pnp.checks.subject import EditionSubject, GameSubject
from pnp.checks.ties import check_ties
from pnp.checks.translations import (
    check_glossary,
    check_translated_alike,
    check_translations,
    check_untranslated,
    check_wording,
)
from pnp.core.diagnostics import Diagnostics
from pnp.workers.activity import under_way

Subject = TypeVar("Subject")


@dataclass(frozen=True)
class Check(Generic[Subject]):
    """One check.

    Attributes:
        name: What --only calls it; checks of one name are run together.
        look: Tells of the faults of a subject.
        is_built: Whether a build needs it, too: what it tells would spoil what is printed, and it is quick.
    """

    name: str
    look: Callable[[Subject, Diagnostics], None]
    is_built: bool = False


PREFLIGHT = "preflight"
"""The check for a print shop; it looks at nothing where none is meant."""

GAME_CHECKS: tuple[Check[GameSubject], ...] = (
    Check("composition", check_composition, is_built=True),
    Check("composition", check_named_examples),
    Check("numbers", check_prose, is_built=True),
    Check("components", check_components, is_built=True),
    Check("style", check_style, is_built=True),
    Check("translations", check_untranslated),
    Check("translations", check_compared),
    Check("colours", check_colours),
    Check("rules", check_rules_text),
    Check("rules", check_claims_code),
    Check("rules", check_players),
    Check("rules", check_proving),
    Check("rules", check_measures),
    Check("sections", check_sections),
    Check("ties", check_ties),
    Check("wording", check_glossary),
    Check("faces", check_printed),
    Check("faces", check_shows),
)
EDITION_CHECKS: tuple[Check[EditionSubject], ...] = (
    Check("translations", check_translations, is_built=True),
    Check("numbers", check_translated_prose, is_built=True),
    Check("translations", check_translated_alike),
    Check("contrast", check_contrast),
    Check("contrast", check_overlaps),
    Check("wording", check_wording),
    Check("spelling", check_spelling),
    Check("pages", check_pages),
    Check("backs", check_backs, is_built=True),
    Check("edges", check_edges, is_built=True),
    Check("faces", check_faces),
    Check("faces", check_fields),
    Check("faces", check_alike),
    Check("faces", check_turned),
    Check("faces", check_copied),
    Check("faces", check_undrawn),
    Check("figures", check_figures),
    Check(PREFLIGHT, check_preflight),
)
CHECKS: tuple[Check[GameSubject] | Check[EditionSubject], ...] = (*GAME_CHECKS, *EDITION_CHECKS)
"""Every check of what is written or laid out."""

NEEDED_BY_BUILD = frozenset(check.name for check in CHECKS if check.is_built)


def run_checks(
    checks: Sequence[Check[Subject]], names: Container[str], subject: Subject, diagnostics: Diagnostics
) -> None:
    """Run those of the checks that are named."""
    for check in checks:
        if check.name in names:
            with under_way(f"check {check.name}"):
                check.look(subject, diagnostics)
