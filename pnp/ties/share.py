"""A book → how many sentences rest on tests, and which on nothing."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.diagnostics import counted
from pnp.ties.book import UNREAD, Book, Tie
from pnp.ties.propose import FORMS


@dataclass(frozen=True)
class Share:
    """The sentences of a book; titles, labels and pictures are none.

    Attributes:
        tied: Those that rest on tests, of their own or of the sentence that says the same.
        free: Those that state no rule.
        untied: The others.
        unread: How many sentences, titles, labels and looks were recorded without being read.
    """

    tied: int
    free: int
    untied: tuple[Tie, ...]
    unread: int = 0

    @property
    def line(self) -> str:
        """The share in words."""
        rules = self.tied + len(self.untied)
        open_ones = f", {counted(len(self.untied), 'rests', 'rest')} on nothing" if self.untied else ""
        unread = f"; {self.unread} recorded unread" if self.unread else ""
        return f"{self.tied} of {counted(rules, 'rule')} tied to tests{open_ones}; {self.free} other sentences{unread}"


def share(book: Book) -> Share:
    """Count a book's sentences."""
    sentences = [tie for tie in book.ties if tie.head.kind not in FORMS]
    tied = [tie for tie in sentences if tie.head.by or tie.head.same]
    free = [tie for tie in sentences if tie.head.kind and not (tie.head.by or tie.head.same)]
    untied = [tie for tie in sentences if not (tie.head.by or tie.head.same or tie.head.kind)]
    return Share(len(tied), len(free), tuple(untied), unread_of(book))


def unread_of(book: Book) -> int:
    """How many sentences and looks of a book were recorded without being read."""
    looks = [digests for digests in book.looks.values() if digests.endswith(UNREAD)]
    return sum(tie.head.unread for tie in book.ties) + len(looks)
