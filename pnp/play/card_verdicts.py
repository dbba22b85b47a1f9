"""Reports → each card's picture for their page, and the verdict on each card, which the preview shows beside it."""

from __future__ import annotations

import hashlib
import io
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.frame import Frame
from pnp.core.units import MM_PER_INCH
from pnp.expressions.scope import card_names, filled_scope
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.play.report.choice_grids import hands_of, pairs, unlike
from pnp.play.report.grids import cards_of
from pnp.play.report.language import language_of
from pnp.play.report.table import ReportTable
from pnp.play.report.wording import FLAG_MARKS, flag_word, reason_in
from pnp.play.simulation.report import Report
from pnp.play.simulation.tally import CardName
from pnp.project.files import Files, table_file
from pnp.project.fonts import load_fonts
from pnp.project.game import Game, bots_path, rules_path
from pnp.render.pixels import pictures
from pnp.text.edition import open_edition
from pnp.workers.pool import Progress

PICTURE_WIDTH = 220
"""The width of a card's picture, in pixels; a page shows it at half of that, or less."""

PICTURE_QUALITY = 82


def card_pictures(
    files: Files, game: Game, language: str, wanted: Collection[CardName], _progress: Progress
) -> dict[CardName, bytes]:
    """Return the faces of some cards as WebP pictures; those with a fault are drawn as far as they can be.

    Args:
        files: The project.
        game: The game in its source language.
        language: The language of the faces.
        wanted: The decks and names of cards, in the source language.
    """
    diagnostics = Diagnostics()
    edition = open_edition(files, game, language, diagnostics, is_draft=True)
    fonts = load_fonts(files, diagnostics)
    if edition is None or not fonts.families:
        return {}
    layout = GameLayout(edition, fonts, Assets(files.read), diagnostics)
    frames: dict[CardName, Frame] = {}
    for name, number in _numbered(game):
        if name in wanted:
            deck = edition.game.decks[name[0]]
            frames.setdefault(name, layout.printed(deck, deck.cards[number - 1])[0].frame)
    drawn: dict[CardName, bytes] = {}
    for name, frame in frames.items():
        [picture] = pictures([frame], PICTURE_WIDTH / frame.width * MM_PER_INCH)
        buffer = io.BytesIO()
        picture.save(buffer, "WEBP", quality=PICTURE_QUALITY)
        drawn[name] = buffer.getvalue()
    return drawn


def _numbered(game: Game) -> Iterator[tuple[CardName, int]]:
    """Yield the deck, the name and the number of each card, in the source language."""
    names = card_names(game, filled_scope(game), Diagnostics())
    for deck in game.decks.values():
        for card, name in zip(deck.cards_once, names[deck.name], strict=True):
            yield (deck.name, name), card.number


# --- verdicts


def card_verdicts(files: Files, game: Game, reports: Sequence[Report]) -> bytes:
    """Return JSON of the verdicts of reports on each card, by deck and number, and the digests of the game's files."""
    numbers: dict[CardName, list[int]] = defaultdict(list)
    for name, number in _numbered(game):
        numbers[name].append(number)
    cards: dict[str, dict[int, list[Any]]] = {deck: {} for deck in game.decks}
    for report in reports:
        for (deck, face), verdict in _verdicts(report).items():
            for number in numbers[deck, face]:
                cards[deck].setdefault(number, []).append(verdict)
    return json.dumps({"inputs": _digests(files, game), "cards": cards}, ensure_ascii=False, indent=1).encode()


def _verdicts(report: Report) -> dict[CardName, dict[str, Any]]:
    """Return the title, the mark, the reason and the figures of each card in a report."""
    say = language_of(report)
    title = f"{say.players(report.players)}, {say.games(report.games)}"
    verdicts: dict[CardName, dict[str, Any]] = {}
    for card in report.cards:
        reason = ", ".join(filter(None, (flag_word(card.flag, say), reason_in(card.because, say))))
        verdicts[card.deck, card.face] = {"title": title, "mark": FLAG_MARKS[card.flag], "reason": reason, "facts": []}
    tables: Sequence[Callable[[Report], ReportTable | None]] = (
        partial(cards_of, listed=report.cards), partial(hands_of, listed=report.cards), unlike, pairs
    )  # fmt: skip
    for make in tables:
        if table := make(report):
            for names, row in zip(table.cards, table.rows, strict=True):
                facts = _facts(table, row, len(names) > 1)
                for name in names:
                    if name in verdicts:
                        verdicts[name]["facts"] += facts
    return verdicts


def _facts(table: ReportTable, row: Sequence[str], has_name: bool) -> list[tuple[str, str]]:
    """Return the cells of a row with their heads; an interval stands behind its value."""
    facts: list[tuple[str, str]] = []
    for number, (head, cell) in enumerate(zip(table.head, row, strict=True)):
        if head == "95 %" and facts and cell:
            facts[-1] = (facts[-1][0], f"{facts[-1][1]} ({cell})")
        elif head and head != "95 %" and cell not in ("", "–") and (number or has_name):
            facts.append((head, cell))
    return facts


def _digests(files: Files, game: Game) -> Mapping[str, str]:
    """Return the digests of the files that the simulated games came from: a change of one makes the verdicts old."""
    tables = {table_file(card.place.file) for deck in game.decks.values() for card in deck.cards}
    paths = sorted({f"data/{game.name}/game.yaml", rules_path(game.name), bots_path(game.name), *tables})
    there = [path for path in paths if files.exists(path)]
    return {path: hashlib.sha256(files.read(path, Place(path))).hexdigest() for path in there}
