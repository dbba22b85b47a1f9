"""What a report says in English → the same in the language of its names; and numbers as they are written there.

A language without an entry gets the English words and numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pnp.play.summary import Report

FRENCH: Mapping[str, str] = {
    # what was played
    "{n} game": "{n} partie",
    "{n} games": "{n} parties",
    "{n} player": "{n} joueur",
    "{n} players": "{n} joueurs",
    "{title}: {games} played": "{title}\u00a0: {games} jouées",
    "bots: {bots}": "robots\u00a0: {bots}",
    "seed {seed}": "graine {seed}",
    "Simulated games": "Parties simulées",
    "page {n}": "page {n}",
    "Made by pnp simulate. The same seed plays the same games.": "Établi par pnp simulate. La même graine rejoue les mêmes parties.",
    "players": "joueurs",
    "games": "parties",
    "decisions": "décisions",
    "minutes": "minutes",
    "points": "points",
    "lead": "avance",
    "won": "gagné",
    "seats": "places",
    "All numbers of players": "Tous les nombres de joueurs",
    "Means of all games.": "Moyennes de toutes les parties.",
    # the story
    "With {players} a game takes about {minutes} and {decisions}.": "À {players}, une partie dure environ {minutes} et demande {decisions}.",
    "Alone a game takes about {minutes} and {decisions}.": "En solitaire, une partie dure environ {minutes} et demande {decisions}.",
    "{n} minute": "{n}\u00a0minute",
    "{n} minutes": "{n}\u00a0minutes",
    "{n} decision": "{n}\u00a0décision",
    "{n} decisions": "{n}\u00a0décisions",
    "Nearly all games end by “{why}”.": "Presque toutes les parties finissent par «\u202f{why}\u202f».",
    "Half of the games end by “{why}”, {m} in 10 by “{second}”.": "La moitié des parties finissent par «\u202f{why}\u202f», {m} sur 10 par «\u202f{second}\u202f».",
    "{n} in 10 games end by “{why}”.": "{n}\u00a0parties sur\u00a010 finissent par «\u202f{why}\u202f».",
    "{n} in 10 games end by “{why}”, {m} in 10 by “{second}”.": "{n}\u00a0parties sur\u00a010 finissent par «\u202f{why}\u202f», {m} par «\u202f{second}\u202f».",
    "Where one sits makes no difference of note.": "La place à la table ne change presque rien.",
    "Nothing proves that the seat matters.": "Rien ne prouve que la place à la table compte.",
    "{side} wins {share} of the games that somebody wins alone, where {equal} would be fair.": "{side} gagne {share} des parties qu’une seule personne gagne\u00a0; {equal} seraient équitables.",
    "The players win {share} of the games.": "Les joueurs gagnent {share} des parties.",
    "A decision is one moment at which somebody picks, or all at once; a game’s length is told from it.": "Une décision est un moment où quelqu’un choisit, ou tout le monde à la fois\u00a0; elle sert à estimer la durée.",
    # key figures
    "Decisions": "Décisions",
    "Minutes": "Minutes",
    "Points": "Points",
    "Lead": "Avance",
    "Won": "Gagné",
    "Seats": "Places",
    "moments of choice; nine in ten games {low} to {high}": "moments de choix\u00a0; neuf parties sur dix\u00a0: {low} à {high}",
    "moments of choice, nearly always": "moments de choix, presque toujours",
    "at {seconds} seconds a decision": "à {seconds} secondes par décision",
    "from {low} to {high}": "de {low} à {high}",
    "how far the winner is ahead of the second": "du premier sur le deuxième",
    "{low}–{high} % of games": "{low}–{high}\u00a0% des parties",
    "{share} of games have one winner": "{share} des parties ont un seul gagnant",
    "teams {teams}": "équipes {teams}",
    "fair": "équitables",
    "unfair": "inéquitables",
    "undecided": "indécis",
    # fairness
    "seat {n}": "place {n}",
    "team {n}": "équipe {n}",
    "Fair: each seat's share of the wins is within {margin} points of {equal}.": "Équitable\u00a0: la part de victoires de chaque place est à moins de {margin} points de {equal}.",
    "Fair: each team's share of the wins is within {margin} points of {equal}.": "Équitable\u00a0: la part de victoires de chaque équipe est à moins de {margin} points de {equal}.",
    "Unfair: {side} has {share} of the wins, where equal {kind}s have {equal}; were they equal, at most one simulation in {rarely} would ever differ so much.": "Inéquitable\u00a0: {side} a {share} des victoires au lieu de {equal}\u00a0; à égalité, une simulation sur {rarely} au plus s’en écarterait autant.",
    "a billion": "un milliard",
    "Undecided: {games} cannot tell whether each seat's share of the wins is within {margin} points of {equal}; run --games certain.": "Indécis\u00a0: {games} ne suffisent pas pour dire si la part de victoires de chaque place est à moins de {margin} points de {equal}\u00a0; lancez --games certain.",
    "Undecided: {games} cannot tell whether each team's share of the wins is within {margin} points of {equal}; run --games certain.": "Indécis\u00a0: {games} ne suffisent pas pour dire si la part de victoires de chaque équipe est à moins de {margin} points de {equal}\u00a0; lancez --games certain.",
    "Different bots play, so a seat's share also tells of its bot.": "Les robots diffèrent\u00a0: la part d’une place dépend aussi de son robot.",
    "Won: {share} of the games, which all players win or lose together; 95 %, however often one looks: {interval}.": "Gagné\u00a0: {share} des parties, que tous gagnent ou perdent ensemble\u00a0; à 95\u00a0%, à tout moment\u00a0: {interval}.",
    "Won: {share} of the games; 95 %, however often one looks: {interval}.": "Gagné\u00a0: {share} des parties\u00a0; à 95\u00a0%, à tout moment\u00a0: {interval}.",
    "Different bots play together, so nothing tells them apart: simulate them one by one.": "Des robots différents jouent ensemble et rien ne les distingue\u00a0: simulez-les un à un.",
    # charts
    "Length": "Durée",
    "decisions in a game": "décisions par partie",
    "points of a seat": "points d’une place",
    "Mean {mean}; line: nine in ten, {low} to {high}; dot: median, {median}.": "Moyenne {mean}\u00a0; trait\u00a0: neuf sur dix, de {low} à {high}\u00a0; point\u00a0: médiane, {median}.",
    "{title}: mean {mean}, standard deviation {sd}, median {median}; nine in ten from {low} to {high}, all from {least} to {most}.": "{title}\u00a0: moyenne {mean}, écart type {sd}, médiane {median}\u00a0; neuf sur dix de {low} à {high}, toutes de {least} à {most}.",
    "equal part {share}": "part égale {share}",
    "all games {share}": "toutes les parties {share}",
    "Wins by team": "Victoires par équipe",
    "Wins by seat": "Victoires par place",
    "Of games with one winner. Lines: 95 %, all together; band: still fair.": "Parties à un seul gagnant. Traits\u00a0: 95\u00a0%, ensemble\u00a0; bande\u00a0: encore équitable.",
    "Of games with one team. Lines: 95 %, all together; band: still fair.": "Parties gagnées par une équipe. Traits\u00a0: 95\u00a0%, ensemble\u00a0; bande\u00a0: encore équitable.",
    "Wins by bot": "Victoires par robot",
    "How often a bot's seat wins. Lines: 95 %.": "Fréquence à laquelle la place d’un robot gagne. Traits\u00a0: 95\u00a0%.",
    "Cards": "Cartes",
    "Win rate of seats that picked a card, less that of the others, in points, from {games}. Lines: 95 %, all together.": "Taux de victoire des places qui ont choisi la carte, moins celui des autres, en points, sur {games}. Traits\u00a0: 95\u00a0%, ensemble.",
    "Win rate of games in which a card was picked, less that of the others, in points, from {games}. Lines: 95 %, all together.": "Taux de victoire des parties où la carte a été choisie, moins celui des autres, en points, sur {games}. Traits\u00a0: 95\u00a0%, ensemble.",
    "{n} more, between them or not certain to differ, are left out.": "{n} autres, entre les deux ou sans écart certain, sont omises.",
    "Win rate with a card less without: best {best}; worst {worst}.": "Taux de victoire avec la carte moins sans\u00a0: les meilleures {best}\u00a0; les moins bonnes {worst}.",
    "Kinds of cards": "Sortes de cartes",
    "Win rate with a card of the kind, less that with any card, in points, from {games}. Lines: 95 %, all together.": "Taux de victoire avec une carte de la sorte, moins celui avec n’importe quelle carte, en points, sur {games}. Traits\u00a0: 95\u00a0%, ensemble.",
    "All reach the middle: none is proved to matter.": "Tous touchent le milieu\u00a0: rien ne prouve qu’une sorte compte.",
    "Ends": "Fins de partie",
    "{n} more are rarer.": "{n} autres sont plus rares.",
    "How games ended: {endings}.": "Comment les parties finissent\u00a0: {endings}.",
    "start": "début",
    "end": "fin",
    "middle": "milieu",
    "in the course of a game": "au fil de la partie",
    "Seen {looks} times, in {games}.": "Vu {looks} fois, en {games}.",
    "Line: 95 %.": "Trait\u00a0: 95\u00a0%.",
    "Line: mean; band: half of all.": "Courbe\u00a0: moyenne\u00a0; bande\u00a0: la moitié des valeurs.",
    "Dot: mean; line: nine in ten.": "Point\u00a0: moyenne\u00a0; trait\u00a0: neuf sur dix.",
    "{name}: {share} of {looks}.": "{name}\u00a0: {share} sur {looks}.",
    "{name}: {curve}.": "{name}\u00a0: {curve}.",
    "What the designer asks": "Ce que l’auteur veut savoir",
    "All measures are 95 % sure for themselves.": "Chaque mesure est sûre à 95\u00a0% pour elle-même.",
    # cards to look at
    "Cards to look at": "Cartes à regarder",
    "dominant": "dominante",
    "dead": "inutile",
    "never on offer": "jamais offerte",
    "in # games looked at, nor picked in #": "dans aucune des # parties observées, ni choisie en # parties",
    "never picked, so in less than # % of games": "jamais choisie, donc dans moins de # % des parties",
    "hardly ever picked": "presque jamais choisie",
    "wins clearly more often": "gagne nettement plus souvent",
    "wins clearly less often": "gagne nettement moins souvent",
    # tables
    "{mean} minute a game at {seconds} seconds a decision": "{mean} minute par partie à {seconds} secondes par décision",
    "{mean} minutes a game at {seconds} seconds a decision": "{mean} minutes par partie à {seconds} secondes par décision",
    "{mean} minutes a game, nine in ten take {low} to {high}, at {seconds} seconds a decision": "{mean} minutes par partie, neuf sur dix de {low} à {high}, à {seconds} secondes par décision",
    "{picks} picks": "{picks} choix",
    "mean": "moyenne",
    "sd": "é. t.",
    "least": "min.",
    "median": "médiane",
    "most": "max.",
    "In numbers": "En chiffres",
    "why": "comment",
    "share": "part",
    "seat": "place",
    "won alone": "gagnées seul",
    "won with others": "gagnées à plusieurs",
    "Share of the games with one winner; the intervals hold for all seats together, however often one looks.": "Part des parties à un seul gagnant\u00a0; les intervalles valent pour toutes les places ensemble, à tout moment.",
    "Share of the games that the seat's team has won; the intervals hold for all teams together, however often one looks.": "Part des parties gagnées par l’équipe de la place\u00a0; les intervalles valent pour toutes les équipes ensemble, à tout moment.",
    "Bots": "Robots",
    "bot": "robot",
    "wins": "gagne",
    "A win shared by two counts a half to each; equal bots win {share}.": "Une victoire partagée à deux compte pour moitié à chacun\u00a0; à force égale, {share}.",
    "Share of their games that they win; of all games it is {share}.": "Part de leurs parties qu’ils gagnent\u00a0; sur toutes les parties\u00a0: {share}.",
    "card": "carte",
    "kind": "sorte",
    "faces": "cartes",
    "picked by": "choisie par",
    "with": "avec",
    "without": "sans",
    "{low} to {high}": "{low} à {high}",
    "Win rates of seats with and without, in {games}; the intervals hold for all together.": "Taux de victoire des places avec et sans, en {games}\u00a0; les intervalles valent pour toutes ensemble.",
    "Games won of those in which somebody picked the card, and of the others, in {games}; the intervals hold for all together.": "Parties gagnées parmi celles où quelqu’un a choisi la carte, et parmi les autres, en {games}\u00a0; les intervalles valent pour toutes ensemble.",
    "Different bots play, so a card's figures also tell of the bots that pick it.": "Les robots diffèrent\u00a0: les chiffres d’une carte dépendent aussi des robots qui la choisissent.",
    "{n} cards in the middle are left out.": "{n} cartes du milieu sont omises.",
    "{n} cards that differ by no more than chance are left out.": "{n} cartes sans écart certain sont omises.",
    "measure": "mesure",
    "seen": "vu",
    "in games": "en parties",
    "value": "valeur",
    "{name}, {why}": "{name}, {why}",
}
"""By the English text. Braces stand for the same values."""

TEXTS: Mapping[str, Mapping[str, str]] = {"fr": FRENCH}
"""By language, without its region."""


class Language:
    """The words and numbers of a report.

    Attributes:
        tag: The language that the report is written in, as a page names it.
    """

    def __init__(self, code: str) -> None:
        """Make one for a language of the game, as fr or fr-CA."""
        base = code.split("-")[0]
        self._texts = TEXTS.get(base, {})
        self.tag = code if self._texts else "en-GB"
        self._is_french = base == "fr"

    def __call__(self, english: str, **values: object) -> str:
        """A text with what stands in its braces."""
        return self._texts.get(english, english).format(**values)

    def counted(self, number: int, one: str) -> str:
        """A number with its noun: 1 game, 2,000 games."""
        many = number > 1 if self._is_french else number != 1
        return self(f"{{n}} {one}{'s' if many else ''}", n=self.whole(number))

    def whole(self, value: int) -> str:
        """A whole number: 1,234."""
        return self.written(f"{value:,}")

    def tenth(self, value: float) -> str:
        """A number with a tenth: 1,234.5."""
        return self.written(f"{round(value, 1) + 0.0:,.1f}")

    def percent(self, share: float, digits: int = 1) -> str:
        """A share in percent: 25.3 %."""
        return self.written(f"{100 * share:.{digits}f}") + self._percent

    def round_percent(self, share: float) -> str:
        """A round share in percent: 25 %."""
        return self.written(f"{round(100 * share, 6):g}") + self._percent

    def points(self, difference: float) -> str:
        """A difference of shares, in percentage points and with its sign: +1.2."""
        return self.written(f"{round(100 * difference, 1) + 0.0:+.1f}")

    def plain(self, value: float) -> str:
        """A number as short as it can be: 0.5, 12."""
        return self.written(f"{value:g}")

    def interval(self, low: float, high: float) -> str:
        """The ends of an interval of shares, in percent: 22.1–28.4."""
        return self.written(f"{100 * low:.1f}–{100 * high:.1f}")

    @property
    def colon(self) -> str:
        """A colon, with the space that stands before it."""
        return "\u00a0:" if self._is_french else ":"

    @property
    def _percent(self) -> str:
        return "\u00a0%" if self._is_french else " %"

    def written(self, text: str) -> str:
        """English numbers in a text, as they are written in the language."""
        text = text.replace("-", "−")
        return text.translate(_FRENCH_NUMBERS) if self._is_french else text


_FRENCH_NUMBERS = str.maketrans({",": "\u202f", ".": ","})


@lru_cache(maxsize=16)
def _language(code: str) -> Language:
    return Language(code)


def language_of(report: Report) -> Language:
    """The language of a report."""
    return _language(report.language)
