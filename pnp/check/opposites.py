"""A game's ties → diagnostics where a sentence says the opposite of its claims, or of one that says the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.load.glossary import load_pair, load_source_pair
from pnp.ties.book import Tie
from pnp.ties.compare import Compared
from pnp.ties.wording import called
from pnp.words.faithful.turned import Opposites

MEANT = "opposite"
"""What ``meant:`` of a tie says of a sentence that may say the opposite of what it is tied to."""


def check_opposites(subject: GameSubject, compared: Compared, diagnostics: Diagnostics) -> None:
    """Tell of sentences that say the opposite of what they are tied to, each in its own language.

    Claims are in the source language alone. What one claim says of both sides excuses the others.
    """
    game, today = subject.game, compared.today
    quiet = Diagnostics()  # faults of the files are told by the check of the glossary
    pair = load_source_pair(subject.files, game, quiet)
    source = Opposites(pair, pair.source)
    pairs = {language: load_pair(subject.files, game.language, language, quiet) for language in today.translations}
    targets = {language: Opposites(pair, pair.target) for language, pair in pairs.items()}
    ties = {number: tie for number in compared.partners if (tie := compared.tie_of(number)) is not None}
    numbers = {tie.head.id: number for number, tie in ties.items() if tie.head.id}
    turned: set[int] = set()
    for number, tie in sorted(ties.items(), key=lambda pair: not pair[1].head.by):  # what has claims of its own first
        if MEANT in tie.head.meant:
            continue
        sentence, same = today.sentences[number], numbers.get(tie.head.same)
        texts = [_claims(tie, compared)]
        if same is not None:
            texts += [[] if same in turned else [today.sentences[same].text], _claims(ties[same], compared)]
        found = list(_against(source, sentence.text, texts))
        turned |= {number} if found else set()
        _tell(found[:1], sentence.place, diagnostics)
        for language, opposites in targets.items() if not found else ():
            translations = today.translations[language]
            if same is not None and number in translations and same in translations:
                text, place = translations[number]
                _tell(list(_against(opposites, text, [[translations[same][0]]]))[:1], place, diagnostics)


def _claims(tie: Tie, compared: Compared) -> list[str]:
    """The claims and expectations of a tie, which are sentences themselves."""
    return [name for name in tie.head.by if " " in name and name in compared.today.tests]


def _against(opposites: Opposites, text: str, texts: Sequence[Sequence[str]]) -> Iterator[tuple[str, str, str]]:
    """A word of a text, its opposite in others which together do not say the word, and which of them says it."""
    for others in texts:
        for word, opposite in opposites.turned_round(text, " . ".join(others)):
            there = (other for other in others if any(True for _ in opposites.turned_round(text, other)))
            yield word, opposite, next(there, others[0])


def _tell(found: Sequence[tuple[str, str, str]], place: Place, diagnostics: Diagnostics) -> None:
    for word, opposite, other in found:
        what = f"it says “{word}”; what it is tied to says “{opposite}”"
        fix = f"correct one of them; or, where both are right, write in its tie: meant: {MEANT}"
        diagnostics.tell(Code.TIE_OPPOSITE, place, what=what, why=f"it is tied to {called(other)}", fix=fix)
