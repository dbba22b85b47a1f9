"""What pnp itself prints, by the word it has in English → that in the language of a game.

Only titles of files and notes in margins; a game's own words are in its catalogues. A language that has no entry gets
the English words.
"""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "cut sheets": "Schneidebögen",
        "tokens": "Marker zum Ausschneiden",
        "rules": "Spielregeln",
        "booklet": "Heft zum Falten",
        "flip on the short edge": "an der kurzen Seite wenden",
        "cut off": "abschneiden",
        "glue": "kleben",
        "of": "von",
        "back": "Rückseite",
        "contents": "Inhalt",
        "page": "Seite",
        "draft": "Entwurf",
    },
    "es": {
        "cut sheets": "hojas para recortar",
        "tokens": "fichas para recortar",
        "rules": "reglas del juego",
        "booklet": "folleto para plegar",
        "flip on the short edge": "girar por el lado corto",
        "cut off": "cortar",
        "glue": "pegar",
        "of": "de",
        "back": "dorso",
        "contents": "índice",
        "page": "página",
        "draft": "borrador",
    },
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
        "page": "page",
        "draft": "brouillon",
    },
    "it": {
        "cut sheets": "fogli da ritagliare",
        "tokens": "segnalini da ritagliare",
        "rules": "regole del gioco",
        "booklet": "libretto da piegare",
        "flip on the short edge": "girare sul lato corto",
        "cut off": "tagliare",
        "glue": "incollare",
        "of": "di",
        "back": "dorso",
        "contents": "indice",
        "page": "pagina",
        "draft": "bozza",
    },
    "nl": {
        "cut sheets": "snijvellen",
        "tokens": "fiches om uit te knippen",
        "rules": "spelregels",
        "booklet": "boekje om te vouwen",
        "flip on the short edge": "omdraaien over de korte kant",
        "cut off": "afsnijden",
        "glue": "lijmen",
        "of": "van",
        "back": "achterkant",
        "contents": "inhoud",
        "page": "pagina",
        "draft": "concept",
    },
    "pl": {
        "cut sheets": "arkusze do wycięcia",
        "tokens": "żetony do wycięcia",
        "rules": "zasady gry",
        "booklet": "książeczka do złożenia",
        "flip on the short edge": "obrócić wzdłuż krótszej krawędzi",
        "cut off": "odciąć",
        "glue": "kleić",
        "of": "z",
        "back": "rewers",
        "contents": "spis treści",
        "page": "strona",
        "draft": "szkic",
    },
    "pt": {
        "cut sheets": "folhas para recortar",
        "tokens": "fichas para recortar",
        "rules": "regras do jogo",
        "booklet": "livreto para dobrar",
        "flip on the short edge": "virar pelo lado curto",
        "cut off": "cortar",
        "glue": "colar",
        "of": "de",
        "back": "verso",
        "contents": "índice",
        "page": "página",
        "draft": "rascunho",
    },
}
"""By language, without its region."""


def small_print(english: str, language: str) -> str:
    """Words of pnp's own in a language, as fr or fr-CA."""
    return WORDS.get(language.split("-")[0], {}).get(english, english)
