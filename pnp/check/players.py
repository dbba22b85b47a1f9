"""A game's examples, claims and play: → diagnostics for bots, values and numbers of players that it does not have."""

from __future__ import annotations

from pnp.check.subject import GameSubject
from pnp.diagnostics import Diagnostics
from pnp.load.kit import check_bots, check_numbers, check_seats, check_values, read_kit, rules_path


def check_players(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of what the game's code does not have, and of numbers of players that it is not for, without running it."""
    game = subject.game
    needs_rules = bool(game.examples) or any(claim.holds is None for claim in game.claims)
    if not subject.files.exists(rules_path(game.name)) and not needs_rules:
        return
    kit = read_kit(subject.files, game, diagnostics)
    if kit is None:
        return
    if "play" in game.source:
        check_bots(kit, game.head.play.bots, game.source["play"].place_of("bots"), diagnostics)
    for name, example in game.examples.items():
        check_bots(kit, example.bots or (), game.examples_source[name].place_of("bots"), diagnostics)
    for number, claim in enumerate(game.claims):
        source, bots = game.claims_source[number], claim.bots or ()
        check_bots(kit, bots, source.place_of("bots"), diagnostics)
        check_numbers(game, claim.players or (), source.place_of("players"), diagnostics)
        check_values(kit, claim.set, source.place_of("set"), diagnostics)
        check_seats(bots, claim.players or game.head.players, source.place_of("bots"), diagnostics)
