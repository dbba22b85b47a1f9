"""A deck's name → its cards, from a fixed seed, and the project folder that all programs read."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import art
import yaml

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent
CARDS_PER_SHEET = 9
FACES = ("Regular", "Bold", "Italic", "BoldItalic")

Card = dict[str, Any]


@dataclass(frozen=True)
class Deck:
    """A deck to build.

    Attributes:
        kind: Its look: the name of a template, and of what the other programs draw.
        cards: How many; all distinct.
        programs: Who builds it.
    """

    name: str
    kind: str
    cards: int
    programs: tuple[str, ...] = ("pnp", "script", "typst", "protograf")

    @property
    def pages(self) -> int:
        """Sheets it takes."""
        return -(-self.cards // CARDS_PER_SHEET)


DECKS = {
    deck.name: deck
    for deck in (
        Deck("spicy-1", "spicy", 1),
        Deck("chili-100", "chili", 100),
        Deck("spicy-1000", "spicy", 1000),
        Deck("spicy-10000", "spicy", 10_000, ("pnp", "script")),
        Deck("text-100", "text", 100),
    )
}

_LEXICON = (
    "after all and around ash barter basil bell bitter blossom burn carry chili clay copper crate draw dried drum dusk "
    "ember every fire first from garden ginger glow gold grind guest hand harvest heat hidden hot jar kitchen lantern "
    "last lemon long market meadow merchant mild mortar night oil one onion orange other pass pepper pestle plate "
    "player pot quick red river roast round salt sharp shade smoke spice stall stone street sun sweet table then "
    "thirst three trade turn two under vine warm water when white wind with you your"
)
WORDS = _LEXICON.split()
LONGEST_LINE = 40
"""Characters that a card's line has room for in 8 pt, whatever they are."""
SUITS = ("chili", "leaf", "sun", "moon")
COLOURS = ("green", "orange", "purple")


def chili_card(number: int, rng: random.Random) -> Card:
    """A number, one to three peppers and a colour."""
    return {"number": number, "chilies": rng.randint(1, 3), "colour": rng.choice(COLOURS)}


def spicy_card(number: int, rng: random.Random) -> Card:
    """A number, a suit, a title and a line of text."""
    title = " ".join(rng.sample(WORDS, 2)).title()
    words = rng.sample(WORDS, 6)
    while len(" ".join(words)) >= LONGEST_LINE:
        words.pop()
    line = " ".join(words).capitalize() + "."
    return {"number": number, "suit": SUITS[(number - 1) % 4], "title": f"{title} {number}", "line": line}


def text_card(number: int, rng: random.Random) -> Card:
    """A title, and sixty words of which some are bold and some italic."""
    words = [rng.choice(WORDS) for _ in range(60)]
    for mark in ("**", "*"):
        for _ in range(4):
            place = rng.randrange(60)
            words[place] = f"{mark}{words[place].strip('*')}{mark}"
    for start in range(0, 60, 12):
        words[start] = words[start].title()
        words[start + 11] += "."
    return {"number": number, "title": f"{rng.choice(WORDS).title()} {number}", "text": " ".join(words)}


CARDS: dict[str, Callable[[int, random.Random], Card]] = {"chili": chili_card, "spicy": spicy_card, "text": text_card}


def make_cards(deck: Deck) -> list[Card]:
    """The deck's cards, the same in every run."""
    rng = random.Random(f"pnp {deck.kind}")
    return [CARDS[deck.kind](number, rng) for number in range(1, deck.cards + 1)]


def make_project(deck: Deck, folder: Path) -> None:
    """Write a project as a user of pnp would have it; the other programs read its cards.yaml, fonts and drawings."""
    game = folder / "data" / "deck"
    templates = folder / "templates" / "deck"
    fonts = folder / "fonts"
    for made in (game, templates, fonts):
        made.mkdir(parents=True)
    cards = make_cards(deck)
    lines = (yaml.safe_dump(card, default_flow_style=True, sort_keys=False, width=10_000) for card in cards)
    (game / "cards.yaml").write_text("".join(f"- {line}" for line in lines), encoding="utf-8")
    shutil.copy(HERE / "pnp" / "game.yaml", game / "game.yaml")
    shutil.copy(HERE / "pnp" / f"{deck.kind}.yaml", templates / "face.yaml")
    shutil.copy(HERE / "pnp" / "fonts.yaml", fonts / "fonts.yaml")
    for name in art.DRAWINGS:
        (templates / f"{name}.svg").write_text(art.svg(name), encoding="utf-8")
    for face in FACES:
        shutil.copy(REPOSITORY / "fonts" / "source-sans-3" / f"SourceSans3-{face}.ttf", fonts)
