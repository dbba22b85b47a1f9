"""A game, written or laid out → diagnostics. All checks are listed here; a check is a function of one signature.

What plays a game is no check: see pnp.evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pnp.check.claims_code import check_claims_code
from pnp.check.colours import check_colours
from pnp.check.compared import check_compared
from pnp.check.components import check_components
from pnp.check.composition import check_composition, check_named_examples
from pnp.check.contrast import check_contrast
from pnp.check.edges import check_edges
from pnp.check.faces.alike import check_alike
from pnp.check.faces.backs import check_backs
from pnp.check.faces.copied import check_copied
from pnp.check.faces.faces import check_faces
from pnp.check.faces.printed import check_printed
from pnp.check.faces.trying import check_fields
from pnp.check.faces.turned import check_turned
from pnp.check.faces.undrawn import check_undrawn
from pnp.check.faces.unread import check_shows
from pnp.check.figures import check_figures
from pnp.check.glossary import check_glossary
from pnp.check.measures import check_measures
from pnp.check.overlaps import check_overlaps
from pnp.check.pages import check_pages
from pnp.check.players import check_players
from pnp.check.preflight import check_preflight
from pnp.check.prose import check_prose, check_translated_prose
from pnp.check.proving import check_proving
from pnp.check.rules_text import check_rules_text
from pnp.check.sections import check_sections
from pnp.check.spelling import check_spelling
from pnp.check.style import check_style
from pnp.check.subject import EditionSubject, GameSubject
from pnp.check.ties import check_ties
from pnp.check.translated_alike import check_translated_alike
from pnp.check.translations import check_translations
from pnp.check.untranslated import check_untranslated
from pnp.check.wording import check_wording
from pnp.diagnostics import Diagnostics
from pnp.underway import under_way

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
