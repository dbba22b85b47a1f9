"""A comparison → questions for the reader who confirms it: the changes of each section, with their tests.

This module also parses what the reader types about the tests of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pnp.core.diagnostics import Diagnostics, Mistake, counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.expressions.scope import game_scope
from pnp.extensions.confirming.propose import propose
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.text.edition import make_edition, open_edition
from pnp.text.game_texts import has_words
from pnp.text.placeholders import find_expressions, one_line
from pnp.ties.book import Support, digest_of
from pnp.ties.compare import Change, Comparison, describe_change
from pnp.ties.follows import FORMS, example_of
from pnp.ties.passages import filled

UNTIED = "Not tied to a test"
"""The title of the sentences for which no test is proposed."""

LABELS = "Titles, labels and pictures"
"""The title for changed labels and pictures in sections without a changed sentence."""

_MOST_LISTED = 4
"""At most this many sentences are listed with a test; further ones are counted."""

_INDENT = "      "

_LONGEST = 160
"""At most this many characters of an evaluated sentence, or of an example's values, are shown."""

_LAST_STEP = lazy_pattern(r"(?:\.\w+|\[-?\d+\])$")
_STEP = lazy_pattern(r"-?\w+")


@frozen_dataclass
class ParagraphQuestion:
    """Changes that are read together: those of the sentences of a paragraph, or of one test.

    Attributes:
        lines: The lines to print.
        numbers: The sentences that have a number in the question, in the order of these numbers.
    """

    changes: tuple[Change, ...]
    lines: tuple[str, ...]
    numbers: tuple[int, ...] = ()


@frozen_dataclass
class TieQuestion:
    """The paragraphs of a section, which are confirmed with one answer."""

    section: str
    paragraphs: tuple[ParagraphQuestion, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes in all paragraphs."""
        return tuple(change for paragraph in self.paragraphs for change in paragraph.changes)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The sentences that have a number in the question, in the order of these numbers, from 1."""
        return tuple(number for paragraph in self.paragraphs for number in paragraph.numbers)


def proposed(compared: Comparison, game: Game) -> dict[int, Support]:
    """Propose tests for sentences that are new, or whose tie names no test."""
    today = compared.today
    numbers = [
        change.number
        for change in compared.changes
        if change.number is not None and change.kind in ("new", "changed", "unread")
    ]
    if not numbers:
        return {}
    supports = propose(today.sentences, today.follows, today.tests, game)
    ties = {number: compared.tie_of(number) for number in numbers}
    return {number: supports[number] for number, tie in ties.items() if tie is None or not (tie.by or tie.is_free)}


def questions(
    changes: Sequence[Change],
    compared: Comparison,
    supports: Mapping[int, Support],
    game: Game,
    files: Files,
    languages: Collection[str] = (),
) -> Iterator[TieQuestion]:
    """Yield a question for each section; then for labels of other sections, sentences without proposals, and tests.

    Args:
        changes: The changes to ask about.
        compared: The book and the game as it is now.
        supports: The tests that are proposed for sentences, by the sentences' numbers.
        game: The game.
        files: The project of the game.
        languages: The translations to show beside the source; empty for all.
    """
    view = _View(compared, supports, game, files, languages or tuple(compared.today.translations))
    sections: dict[str, list[Change]] = {}
    for change in changes:
        section = UNTIED if view.is_untied(change) else change.section
        sections.setdefault(section if change.number is not None or change.kind == "gone" else "", []).append(change)
    for section in [name for name in sections if name and all(map(view.is_label, sections[name]))]:
        sections.setdefault(LABELS, []).extend(sections.pop(section))
    last = {LABELS: 1, UNTIED: 2, "": 3}
    for section in sorted(sections, key=lambda name: last.get(name, 0)):
        if section:
            yield TieQuestion(section, tuple(view.paragraphs(sections[section])))
        else:
            yield from (TieQuestion("Tests", (view.test(change),)) for change in sections[section])


class _View:
    """Shows changes, with the words of their sentences evaluated, in each language."""

    def __init__(
        self,
        compared: Comparison,
        supports: Mapping[int, Support],
        game: Game,
        files: Files,
        languages: Collection[str],
    ) -> None:
        self.languages = languages
        self.compared = compared
        self.supports = supports
        self.game = game
        self.files = files
        self.editions: dict[str, tuple[Game, dict[str, Any]]] = {}

    def is_untied(self, change: Change) -> bool:
        """Whether a new sentence has no proposed test."""
        support = self.supports.get(change.number) if change.number is not None and change.kind == "new" else None
        sentence = self.compared.today.sentences[change.number or 0]
        return support is not None and not sentence.kind and not (support.by or support.is_free)

    def is_label(self, change: Change) -> bool:
        """Whether a change concerns a title, label or picture, not a sentence."""
        return change.number is not None and self.compared.today.sentences[change.number].kind in FORMS

    def paragraphs(self, changes: Sequence[Change]) -> Iterator[ParagraphQuestion]:
        """Show the changes of one section: those of a paragraph together, titles and labels in short form."""
        today, count = self.compared.today, 0
        groups: dict[tuple[str, int], list[Change]] = {}
        for change in changes:
            part = today.sentences[change.number].part[0] if change.number is not None else 0
            key = ("gone", change.index) if change.number is None else ("", change.number - part)
            groups.setdefault((key[0], key[1] or 0), []).append(change)
        for group in groups.values():
            numbers: list[int] = []
            kinds = list(dict.fromkeys("new translation" if c.is_first else c.kind for c in group))
            lines = [f"{group[0].place}  {', '.join(kinds)}"]
            for change in group:
                if change.number is None or self.is_label(change):
                    lines[0] += f"  {self._short(change)}"
                    continue
                if change.number not in numbers:
                    count += 1
                    numbers.append(change.number)
                lines += self._sentence(change, f"{count:3}", numbers[:-1])
            yield ParagraphQuestion(tuple(group), tuple(lines), tuple(numbers))

    def test(self, change: Change) -> ParagraphQuestion:
        """Show a changed test with the sentences tied to it."""
        sentences = self.compared.resting_on(change.name)
        lines = [f"{change.place}  {describe_change(change)}"]
        lines += [f"{_INDENT}shows  {sentence}" for sentence in sentences[:_MOST_LISTED]]
        more = len(sentences) - _MOST_LISTED
        return ParagraphQuestion(
            (change,), (*lines, *([f"{_INDENT}and {counted(more, 'more sentence')}"] if more > 0 else ()))
        )

    def _short(self, change: Change) -> str:
        """Return a title, label or picture, or the description of a text that is gone, to print after its place."""
        if change.number is None or change.kind == "moved":
            return describe_change(change)
        shown = [change.name] if change.kind == "translated" else self.languages
        texts = self.compared.today.in_languages(change.number)
        translations = (texts[language] for language in texts if language in shown)
        return " / ".join([self.compared.today.text_of(change.number), *translations])

    def _sentence(self, change: Change, number: str, numbers_shown: Collection[int]) -> Iterator[str]:
        assert change.number is not None
        text = self.compared.today.text_of(change.number)
        yield f"{number}   {text}"
        yield from self._filled(text, change.number)
        if change.kind == "moved":
            yield f"{_INDENT}{describe_change(change)}"
        yield from self._translations(change.number, change, numbers_shown)
        yield from self.rests(change.number)

    def rests(self, number: int) -> Iterator[str]:
        """List the tests to which a sentence is tied, and the values of examples in it."""
        tie = self.compared.tie_of(number)
        support = self.supports.get(number) or (Support(tie.by, tie.is_free) if tie else Support())
        yield from rests_lines(support)
        paths = dict.fromkeys(_around(path) for path in self.compared.today.follows[number] if example_of(path))
        for path in paths:
            value: Any = self.game.examples_source
            for step in _STEP.findall(path)[1:]:
                value = _part(value, step)
            if value is not None:
                yield f"{_INDENT}of   {path.partition('.')[2]}: {_shortened(_plainly(value))}"

    def _translations(self, number: int, change: Change, numbers_shown: Collection[int]) -> Iterator[str]:
        """Show a sentence in the other languages, which is confirmed with it, even if it has not changed there.

        If only a translation has changed, the other languages are not shown. A fuzzy translation is marked as one, and
        is not confirmed. If a language has another number of sentences, the whole text is shown with the first
        sentence.
        """
        tie = self.compared.tie_of(number)
        texts = self.compared.today.in_languages(number)
        for language in [change.name] if change.kind == "translated" else self.languages:
            proposal, _ = self.compared.today.fuzzy.get(language, {}).get(number, ("", None))
            if proposal:
                yield f"{_INDENT}{language:3}  {proposal}  (fuzzy: not confirmed until it is translated)"
                continue
            text = texts.get(language, "")
            whole_text = "" if text or number - 1 in numbers_shown else self._whole_text(number, language)
            if text:
                was = tie.translations.get(language) if tie and change.kind != "unread" else None
                note = "" if was is None else "  (as before)" if was == digest_of(text) else "  (changed)"
                yield f"{_INDENT}{language:3}  {text}{note}"
            elif whole_text:
                yield f"{_INDENT}{language:3}  {whole_text}  (all sentences of the text)"
            elif not self._whole_text(number, language) and any(
                map(has_words, self.compared.today.sentences[number].unit)
            ):
                yield f"{_INDENT}{language:3}  (not translated)"
            yield from self._filled(text or whole_text, number, language)

    def _whole_text(self, number: int, language: str) -> str:
        """Return the translation of the whole text of a sentence, which is recorded with the first of its sentences."""
        first = number - self.compared.today.sentences[number].part[0]
        return self.compared.today.translations[language].get(first, ("", None))[0]

    def _filled(self, text: str, number: int, language: str = "") -> Iterator[str]:
        """Show a text with its expressions evaluated, if it has any."""
        if find_expressions(text):
            game, scope = self._edition(language)
            printed = dict.fromkeys(filled(text, self.compared.today.sentences[number], game, scope))
            words = " / ".join(one_line(words) for words in printed if words) or "(has no value)"
            yield f"{_INDENT}=    {_shortened(words)}"

    def _edition(self, language: str) -> tuple[Game, dict[str, Any]]:
        if language not in self.editions:
            edition = open_edition(self.files, self.game, language or self.game.language, Diagnostics())
            edition = edition or make_edition(self.game, language, None)
            self.editions[language] = edition.game, game_scope(edition.game, edition.plural)
        return self.editions[language]


def fuzzy_lines(compared: Comparison, languages: Collection[str]) -> Iterator[str]:
    """List the fuzzy translations, each text once with its source.

    They are not confirmed until somebody accepts them.
    """
    today, shown = compared.today, set[str]()
    for language in languages or today.fuzzy:
        for number, (proposal, place) in today.fuzzy.get(language, {}).items():
            if str(place) not in shown:
                shown.add(str(place))
                yield f"{place}  fuzzy, not confirmed until it is translated"
                yield f"{_INDENT}{today.language:3}  {' | '.join(map(one_line, today.sentences[number].unit))}"
                yield f"{_INDENT}{language:3}  {proposal}"


def rests_lines(support: Support) -> list[str]:
    """List the tests to which a sentence is tied."""
    if support.is_free:
        return [f"{_INDENT}-    states no rule"]
    return [f"{_INDENT}by   {name}" for name in support.by or ("nothing",)]


def _around(path: str) -> str:
    """Return the path of the list or mapping around a value of an example.

    If the value is the whole example, return the value's own path.
    """
    above = _LAST_STEP.sub("", path)
    return path if above == example_of(path) else above


def _part(value: Any, step: str) -> Any:
    """Return a value of a mapping by its key, or of a list by its index; None if there is none."""
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, list) and re.fullmatch(r"-?\d{1,9}", step) and -len(value) <= int(step) < len(value):
        return value[int(step)]
    return None


def _plainly(value: Any) -> str:
    """Return a value of an example on one line: lists and mappings without their outer brackets."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {entry}" for key, entry in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


# --- answers


_TYPED = lazy_pattern(r"(\d{1,9})\s+(.+)")


def parse_support(typed: str, numbers: Sequence[int], tests: Collection[str]) -> tuple[int, Support]:
    """Parse the tests to which a sentence is tied: "3 ring has, set_up", or "3 -" if it states no rule.

    Args:
        typed: The number of the sentence in the question, and parts of the names of tests.
        numbers: The sentences of the question.
        tests: The names of all tests.

    Returns:
        The sentence's number among those of the game, and its support.

    Raises:
        Mistake: No sentence has the number, or not exactly one test has the words.
    """
    match = _TYPED.fullmatch(typed.strip())
    if match is None or not 1 <= int(match[1]) <= len(numbers):
        raise Mistake(f"no sentence has this number: {typed}", f"1 to {len(numbers)}" if numbers else "")
    number = numbers[int(match[1]) - 1]
    if match[2].strip() == "-":
        return number, Support(is_free=True)
    return number, Support(tuple(dict.fromkeys(_test_named(part.strip(), tests) for part in match[2].split(","))))


def _test_named(part: str, tests: Collection[str]) -> str:
    names = [name for name in tests if part.lower() in name.lower()]
    exact = [name for name in names if name in (part, f"{part}()")]
    if len(exact or names) == 1:
        return (exact or names)[0]
    if not names:
        raise Mistake(f"no test has the words {part}", "type a part of its name")
    raise Mistake(f"several tests have the words {part}", " / ".join(names[:_MOST_LISTED]))
