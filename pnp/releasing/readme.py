"""A game in one language and the files of its release → the text that tells how to print it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files as resources

from pnp.model.game import Game
from pnp.words.typography import typeset

USUAL = "en"
"""The language of the text where there is none in the game's own."""

_WORDS = {
    "en": ("{} players", "from age {}", "{} minutes", "to", "What you may do with it stands in {}."),
    "fr": ("{} joueurs", "dès {} ans", "{} minutes", "à", "Ce que vous avez le droit d’en faire : voir {}."),
    "de": ("{} Personen", "ab {} Jahren", "{} Minuten", "bis", "Was Sie damit tun dürfen, steht in {}."),
}


def language_of(game: Game) -> str:
    """The language in which the text is there: the game's own, or else the usual one."""
    base = game.language.partition("_")[0]
    return base if base in _WORDS else USUAL


def readme(game: Game, names: Sequence[str], licence: str) -> str:
    """The text, with line ends as Windows has them, which every other system reads, too.

    Args:
        game: In the release's language.
        names: Of the other files in it.
        licence: The name of the file that tells what may be done with it; "" where there is none.
    """
    language = language_of(game)
    written = resources("pnp.releasing").joinpath(f"readme.{language}.txt").read_text(encoding="utf-8")
    title = f"{game.head.title} {game.head.version}".strip()
    listed = "\n".join(f"  {name}" for name in names)
    told = _WORDS[language][4].format(licence)
    text = written.format(
        title=title,
        line="=" * len(title),
        about=_about(game, language),
        files=listed,
        licence=f"\n{typeset(told, language)}" if licence else "",
        credits=game.head.credits,
    )
    return "\r\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\r\n"


def _about(game: Game, language: str) -> str:
    """Who can play, and how long."""
    players, age, minutes, to, _ = _WORDS[language]
    head = game.head

    def span(numbers: Sequence[int]) -> str:
        low, high = min(numbers), max(numbers)
        return str(low) if low == high else f"{low} {to} {high}"

    parts = [players.format(span(head.players))]
    parts += [age.format(head.age)] if head.age else []
    parts += [minutes.format(span(head.minutes))] if head.minutes else []
    return " · ".join(filter(None, [head.subtitle, *parts]))
