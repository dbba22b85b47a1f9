"""Proofreading of translations: terms, opposites, negations, numbers, short texts that are alike, spelling."""

from pnp.checks import Check

WORDING = (
    Check(
        "wording",
        "game",
        "pnp.extensions.proofreading.wording:check_glossary",
        summary="pnp.extensions.proofreading.wording:wording_lines",
    ),
    Check("wording", "edition", "pnp.extensions.proofreading.names:check_translated_alike", "translations"),
    Check("wording", "edition", "pnp.extensions.proofreading.names:check_player_names", "translations"),
    Check("wording", "edition", "pnp.extensions.proofreading.wording:check_wording", "translations"),
)
SPELLING = Check(
    "spelling",
    "edition",
    "pnp.extensions.proofreading.spelling:check_spelling",
    "words",
    summary="pnp.extensions.proofreading.spelling:spelling_lines",
)
