"""The checks of a game's code, examples and claims, which show without running it."""

from pnp.checks import Check

RULES = (
    Check("rules", "game", "pnp.play.checks.rules:check_rules_text"),
    Check("rules", "game", "pnp.play.checks.rules:check_claims_code"),
    Check("rules", "game", "pnp.play.checks.rules:check_players"),
    Check("rules", "game", "pnp.play.checks.rules:check_proving"),
    Check("rules", "game", "pnp.play.checks.weak_claims:check_weak"),
    Check("rules", "game", "pnp.play.checks.rules:check_measures"),
)
