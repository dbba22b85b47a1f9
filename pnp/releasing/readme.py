"""A game in one language and the files of its release → the text that tells how to print it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files as resources

from pnp.model.game import Game
from pnp.words.typography import typeset

USUAL = "en"
"""The language of the text where there is none in the game's own."""


@dataclass(frozen=True)
class Words:
    """What is not in every text, in one language.

    Attributes:
        players: How many can play.
        age: From which age.
        minutes: How long it takes.
        to: Between two numbers.
        licence: Where the licence stands.
        light: What the files with less ink are for.
        boards: What to do with boards that are printed on several sheets.
    """

    players: str
    age: str
    minutes: str
    to: str
    licence: str
    light: str
    boards: str


_WORDS = {
    "en": Words(
        "{} players",
        "from age {}",
        "{} minutes",
        "to",
        "What you may do with it stands in {}.",
        "To save ink, take the cards of the folder ink-light: their backs and grounds are pale.",
        "Boards come on several sheets, printed on one side. At each joint, cut one sheet along its whole line and\n"
        "   glue it on the dashed line of the other, cross on cross: first into rows, then row to row. Cut the outer\n"
        "   edge last.",
    ),
    "fr": Words(
        "{} joueurs",
        "dès {} ans",
        "{} minutes",
        "à",
        "Ce que vous avez le droit d’en faire : voir {}.",
        "Pour économiser l’encre, prenez les cartes du dossier ink-light : leurs dos et leurs fonds sont pâles.",
        "Les plateaux tiennent sur plusieurs feuilles, imprimées d’un seul côté. À chaque raccord, coupez une feuille\n"
        "   le long du trait plein et collez-la sur le trait tireté de l’autre, croix sur croix : d’abord les\n"
        "   rangées, puis une rangée sur l’autre. Coupez le bord extérieur en dernier.",
    ),
    "de": Words(
        "{} Personen",
        "ab {} Jahren",
        "{} Minuten",
        "bis",
        "Was Sie damit tun dürfen, steht in {}.",
        "Um Farbe zu sparen, nehmen Sie die Karten im Ordner ink-light: Rückseiten und Gründe sind blass.",
        "Spielpläne liegen auf mehreren Bögen, einseitig. Schneiden Sie an jeder Naht den einen Bogen an der\n"
        "   durchgezogenen Linie und kleben Sie ihn an die gestrichelte des anderen, Kreuz auf Kreuz: erst zu\n"
        "   Reihen, dann Reihe an Reihe. Den äußeren Rand schneiden Sie zuletzt.",
    ),
}


def language_of(game: Game) -> str:
    """The language in which the text is there: the game's own, or else the usual one."""
    base = game.language.partition("_")[0]
    return base if base in _WORDS else USUAL


def readme(game: Game, names: Sequence[str], licence: str, *, has_light: bool = False, has_boards: bool = False) -> str:
    """The text, with line ends as Windows has them, which every other system reads, too.

    Args:
        game: In the release's language.
        names: Of the other files in it.
        licence: The name of the file that tells what may be done with it; "" where there is none.
        has_light: Whether there are cards that take less ink.
        has_boards: Whether there are boards on several sheets.
    """
    language = language_of(game)
    written = resources("pnp.releasing").joinpath(f"readme.{language}.txt").read_text(encoding="utf-8")
    title = f"{game.head.title} {game.head.version}".strip()
    listed = "\n".join(f"  {name}" for name in names)
    words = _WORDS[language]
    told = words.licence.format(licence)
    more = [text for text, is_there in ((words.light, has_light), (words.boards, has_boards)) if is_there]
    text = written.format(
        title=title,
        line="=" * len(title),
        about=_about(game, language),
        files=listed,
        more="".join(f"\n{number}. {typeset(text, language)}" for number, text in enumerate(more, 5)),
        licence=f"\n{typeset(told, language)}" if licence else "",
        credits=game.head.credits,
    )
    return "\r\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\r\n"


def _about(game: Game, language: str) -> str:
    """Who can play, and how long."""
    words = _WORDS[language]
    head = game.head

    def span(numbers: Sequence[int]) -> str:
        low, high = min(numbers), max(numbers)
        return str(low) if low == high else f"{low} {words.to} {high}"

    parts = [words.players.format(span(head.players))]
    parts += [words.age.format(head.age)] if head.age else []
    parts += [words.minutes.format(span(head.minutes))] if head.minutes else []
    return " · ".join(filter(None, [head.subtitle, *parts]))
