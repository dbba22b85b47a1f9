"""What pnp itself prints, by the word it has in English → that in the language of a game.

Only titles of files and notes in margins; a game's own words are in its catalogues. A language that has no entry gets
the English words.
"""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "fr": {
        "cut sheets": "planches à découper",
        "tokens": "jetons à découper",
        "rules": "règles du jeu",
        "booklet": "livret à plier",
        "flip on the short edge": "retourner sur le bord court",
        "cut off": "à couper",
        "glue": "à coller",
        "of": "sur",
        "back": "dos",
        "contents": "sommaire",
    },
}
"""By language, without its region."""


def small_print(english: str, language: str) -> str:
    """Words of pnp's own in a language, as fr or fr-CA."""
    return WORDS.get(language.split("-")[0], {}).get(english, english)
