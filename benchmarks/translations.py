"""Translated games → what checking costs, as a multiple of building.

    python benchmarks/translations.py [--runs N] [--cards N] [--project DIR]

The checks of translations alone, on the shipped games in all their languages; and all checks on a deck of 800 cards of
sixty words each, in English and German, which the script writes. CPU is user and system time of whole processes, from
wait4; the programs take turns and the median counts. Exit 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path
from statistics import median

import yaml
from decks import WORDS, Deck, make_cards, make_project
from games import ROOT, run

OF_TRANSLATIONS = ("translations", "wording", "spelling")
GAMES_BAR, DECK_BAR = 1.0, 3.0
"""At most: the checks of translations ÷ a build of the games; a check of the deck ÷ its build."""

GERMAN_WORDS = """
nach alle und um Asche Handel Basilikum Glocke bitter Blüte Glut tragen Chili Ton Kupfer Kiste
ziehen getrocknet Trommel Dämmerung Funke jedes Feuer erstes von Garten Ingwer Glanz Gold mahlen
Gast Hand Ernte Hitze verborgen heiß Krug Küche Laterne letztes Zitrone lang Markt Wiese Händler
mild Mörser Nacht Öl eins Zwiebel Orange anderes Pass Pfeffer Stößel Teller Spieler Topf schnell rot
Fluss Braten rund Salz scharf Schatten Rauch Gewürz Stand Stein Straße Sonne süß Tisch dann Durst
drei Tausch drehen zwei unter Ranke warm Wasser wann weiß Wind mit du dein
"""


def german(text: str) -> str:
    """The text with each word of the lexicon in German."""
    by_word = dict(zip(WORDS, GERMAN_WORDS.split(), strict=True))

    def word(match: re.Match[str]) -> str:
        translated = by_word[match[0].lower()]
        return translated[0].upper() + translated[1:] if match[0][0].isupper() else translated

    return re.sub(r"[A-Za-z]+", word, text)


def make_translated(cards: int, folder: Path) -> None:
    """Write a project with a deck in English and German."""
    deck = Deck("text", "text", cards)
    make_project(deck, folder)
    path = folder / "data/deck/game.yaml"
    game = yaml.safe_load(path.read_text(encoding="utf-8"))
    game["languages"] = ["en", "de"]
    (written,) = game["decks"].values()
    written.update(fields={"title": "text", "text": "text", "number": f"1..{cards}"}, unseen=["number"])
    path.write_text(yaml.safe_dump(game, sort_keys=False), encoding="utf-8")
    texts = dict.fromkeys(card[name] for card in make_cards(deck) for name in ("title", "text"))
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n'
    entries = [f'\nmsgid "{text}"\nmsgstr "{german(text)}"\n' for text in texts]
    title = f'\nmsgid "{game["title"]}"\nmsgstr "Stapel"\n'
    locale = folder / "data/deck/locale"
    locale.mkdir()
    (locale / "de.po").write_text("".join([head, title, *entries]), encoding="utf-8")


def main() -> int:
    """Measure, print, and tell whether the bars hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--cards", type=int, default=800)
    parser.add_argument("--project", type=Path, default=ROOT, metavar="DIR", help="default: the shipped games")
    options = parser.parse_args()
    only = [argument for name in OF_TRANSLATIONS for argument in ("--only", name)]
    times: dict[str, list[float]] = {
        "games built": [],
        "translations checked": [],
        "deck built": [],
        "deck checked": [],
    }
    with tempfile.TemporaryDirectory() as folder:
        deck, output = Path(folder) / "deck", Path(folder) / "output"
        make_translated(options.cards, deck)
        for _ in range(options.runs):
            times["games built"].append(run(options.project, "build", "--jobs", "1", "--output", str(output))[0])
            times["translations checked"].append(run(options.project, "check", *only, "--jobs", "1")[0])
            times["deck built"].append(run(deck, "build", "--jobs", "1", "--output", str(output))[0])
            times["deck checked"].append(run(deck, "check", "--jobs", "1")[0])
    seconds = {name: median(values) for name, values in times.items()}
    rows = (
        ("checks of translations ÷ build of the games", "translations checked", "games built", GAMES_BAR),
        (f"check of {options.cards} cards in two languages ÷ their build", "deck checked", "deck built", DECK_BAR),
    )
    print(", ".join(f"{name} in {value:.2f} s" for name, value in seconds.items()))
    print(f"| median of {options.runs}, CPU | bar | measured |  |\n| --- | ---: | ---: | --- |")
    holds = True
    for what, checked, built, bar in rows:
        ratio = seconds[checked] / seconds[built]
        holds = holds and ratio <= bar
        print(f"| {what} | ≤ {bar:g} | {ratio:.2f} | {'holds' if ratio <= bar else 'MISSED'} |")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
