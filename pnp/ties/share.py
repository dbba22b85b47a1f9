"""A book → how many sentences rest on tests, and which on nothing."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.diagnostics import counted
from pnp.ties.book import Book, Tie
from pnp.ties.propose import FORMS


@dataclass(frozen=True)
class Share:
    """The sentences of a book; titles, labels and pictures are none.

    Attributes:
        tied: Those that rest on tests, of their own or of the sentence that says the same.
        free: Those that state no rule.
        untied: The others.
    """

    tied: int
    free: int
    untied: tuple[Tie, ...]

    @property
    def line(self) -> str:
        """The share in words."""
        rules = self.tied + len(self.untied)
        open_ones = f", {counted(len(self.untied), 'rests', 'rest')} on nothing" if self.untied else ""
        return f"{self.tied} of {counted(rules, 'rule')} tied to tests{open_ones}; {self.free} other sentences"


def share(book: Book) -> Share:
    """Count a book's sentences."""
    sentences = [tie for tie in book.ties if tie.head.kind not in FORMS]
    tied = [tie for tie in sentences if tie.head.by or tie.head.same]
    free = [tie for tie in sentences if tie.head.kind and not (tie.head.by or tie.head.same)]
    untied = [tie for tie in sentences if not (tie.head.by or tie.head.same or tie.head.kind)]
    return Share(len(tied), len(free), tuple(untied))
