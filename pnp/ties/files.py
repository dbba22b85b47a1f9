"""data/<game>/ties.yaml → a TieBook; and a TieBook → the text of the file.

A section has a few lines: the digests of its sentences in each language, and its tests with the numbers of the
sentences tied to them. A test is named by its first words, as many as distinguish it from all other tests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.core.patterns import lazy_pattern
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.tree import Map, parse_yaml
from pnp.project.yaml_values import format_scalar, quoted
from pnp.ties.book import Tie, TieBook, ties_path
from pnp.ties.proofs import Test, read_tests

TESTS = "tests"
NOT_TRANSLATED = "."

_DIFFERING = "-"
"""Replaces the digest of a test if it differs between sections; the test must then be confirmed."""

_DATE = lazy_pattern(r"\d{4}-\d\d-\d\d")
_SENTENCE = lazy_pattern(r"([0-9a-z]{4})([-?!]*)|\.")
_NUMBERS = lazy_pattern(r"(\d{1,3})(?:-(\d{1,3}))?")


def load_book(files: Files, game: Game, diagnostics: Diagnostics) -> TieBook | None:
    """Return a game's ties; None if it has none, or if they cannot be read."""
    path = ties_path(game.name)
    if not files.exists(path):
        return None
    with diagnostics.catch_faults():
        tree = parse_yaml(files.text(path), path)
        if not isinstance(tree, Map):
            what = f"{path} must be a mapping of sections"
            raise Fault(Code.TIES_FILE, Place(path, 1, 1), what=what, fix=f"delete it and run pnp confirm {game.name}")
        return _with_names(_read(tree, game), read_tests(game, files))
    return None


# --- reading


def _read(tree: Map, game: Game) -> TieBook:
    ties: list[Tie] = []
    tests: dict[str, str] = {}
    dates: dict[tuple[str, str], str] = {}
    for section, entry in tree.items():
        place = tree.place_of_key(section)
        if not isinstance(entry, Map):
            raise _fault(game, place, f"{section} must be a mapping")
        ties += _section(section, entry, game, tests, dates)
    return TieBook(tuple(ties), tests, dates)


def _section(
    section: str, entry: Map, game: Game, tests: dict[str, str], dates: dict[tuple[str, str], str]
) -> Iterator[Tie]:
    """Yield the ties of a section, and add its tests and dates to those of the game."""
    place = entry.place
    marks: dict[str, list[str]] = {}
    for language in game.head.languages:
        if language in entry:
            date, marks[language] = _sentences(str(entry[language]), game, entry.place_of(language))
            dates[section, language] = date
    source = marks.pop(game.language, None)
    if source is None:
        raise _fault(game, place, f"{section} has no line {game.language}:")
    for language, digests in marks.items():
        if len(digests) != len(source):
            what = f"{language} has {len(digests)} digests, {game.language} has {len(source)}"
            raise _fault(game, entry.place_of(language), what)
    rests: dict[int, list[str]] = {}
    for name, (digest, numbers) in _tests(entry, game).items():
        tests[name] = digest if tests.get(name, digest) == digest else _DIFFERING
        for number in numbers:
            if not 1 <= number <= len(source):
                raise _fault(game, place, f"{section} has {len(source)} sentences; {name} names sentence {number}")
            rests.setdefault(number, []).append(name)
    for number, mark in enumerate(source, 1):
        translations = {
            language: digests[number - 1].rstrip("-?!")
            for language, digests in marks.items()
            if digests[number - 1] != NOT_TRANSLATED
        }
        flags = ("-" in mark, "?" in mark, "!" in mark)
        yield Tie(mark.rstrip("-?!"), translations, section, place, tuple(rests.get(number, ())), *flags)


def _sentences(text: str, game: Game, place: Place) -> tuple[str, list[str]]:
    """Return the date and the digests in one line."""
    tokens = text.split()
    date = tokens.pop(0) if tokens and _DATE.fullmatch(tokens[0]) else ""
    for token in tokens:
        if not _SENTENCE.fullmatch(token):
            raise _fault(game, place, f"{token} is not a digest")
    return date, tokens


def _tests(entry: Map, game: Game) -> dict[str, tuple[str, list[int]]]:
    """Return the digest of each test of a section, and the numbers of the sentences tied to it."""
    tree = entry.get(TESTS, Map(entry.file, entry.at))
    if not isinstance(tree, Map):
        raise _fault(game, entry.place_of(TESTS), f"{TESTS} must be a mapping")
    tests = {}
    for name, value in tree.items():
        tokens = str(value).replace(",", " ").split()
        is_digest = bool(tokens) and _NUMBERS.fullmatch(tokens[0]) is None
        digest = tokens.pop(0) if is_digest else ""
        numbers: list[int] = []
        for token in tokens:
            match = _NUMBERS.fullmatch(token)
            if match is None:
                raise _fault(game, tree.place_of(name), f"{token} is not a number of a sentence")
            numbers += range(int(match[1]), int(match[2] or match[1]) + 1)
        tests[name] = digest, numbers
    return tests


def _fault(game: Game, place: Place, what: str) -> Fault:
    fix = f"take the file from version control; or delete it, and run pnp confirm {game.name}"
    return Fault(Code.TIES_FILE, place, what=what, fix=fix)


def _with_names(book: TieBook, tests: Mapping[str, Test]) -> TieBook:
    """Replace first words by the full names of claims and expectations.

    If several match, by the one with the digest.
    """
    names = {}
    for cue, digest in book.tests.items():
        matches = [name for name in tests if " " in cue and name.startswith(cue)]
        same = [name for name in matches if tests[name].digest == digest]
        names[cue] = cue if cue in tests or not matches else (same or matches)[0]
    ties = (replace(tie, by=tuple(dict.fromkeys(names.get(cue, cue) for cue in tie.by))) for tie in book.ties)
    digests = {names[cue]: digest for cue, digest in book.tests.items()}
    return replace(book, ties=tuple(ties), tests=digests)


# --- writing


WIDTH = 116
"""Lines have at most this many characters."""

_HEAD = """\
# What somebody has read and confirmed of {title}: the digest of each sentence, title and label, and its tests.
#   {languages}: the day of the last confirmation, then the digests.   - states no rule   ? recorded unread
#   tests: claims and expectations by their first words, examples, functions(): digest, and numbers of sentences
# pnp confirm {name} writes this file.
"""


def write_book(book: TieBook, game: Game, tests: Collection[str]) -> str:
    """Return the text of ties.yaml.

    Args:
        book: The ties.
        game: The game of the ties.
        tests: The names of all tests of the game, among which first words must be unique.
    """
    sections: dict[str, list[Tie]] = {}
    for tie in book.ties:
        sections.setdefault(tie.section, []).append(tie)
    cues = {name: cue_of(name, tests) for name in book.tests}
    lines = [_HEAD.format(title=game.head.title, languages=", ".join(game.head.languages), name=game.name)]
    for section, ties in sections.items():
        lines += _section_lines(section, ties, book, game, cues)
    return "\n".join(lines) + "\n"


def cue_of(name: str, names: Collection[str]) -> str:
    """Return the first words of a claim or expectation, at least three, with which no other test begins."""
    words = name.split(" ")
    for count in range(3, len(words)):
        cue = " ".join(words[:count]).rstrip(",;:.")
        if sum(test.startswith(cue) for test in names) == 1:
            return cue
    return name


def _section_lines(
    section: str, ties: Sequence[Tie], book: TieBook, game: Game, cues: Mapping[str, str]
) -> Iterator[str]:
    pairs = [(game.language, [tie.digest + _flags(tie) for tie in ties])]
    for language in game.head.languages[1:]:
        if any(language in tie.translations for tie in ties):
            pairs.append((language, [tie.translations.get(language, NOT_TRANSLATED) for tie in ties]))
    lines = [(key, [*filter(None, [book.dates.get((section, key))]), *digests]) for key, digests in pairs]
    rests: dict[str, list[int]] = {}
    for number, tie in enumerate(ties, 1):
        for name in tie.by:
            rests.setdefault(name, []).append(number)
    key = _scalar(section, is_key=True)
    joined = [(language, _scalar(" ".join(texts))) for language, texts in lines]
    single_line = f"{key}: {{{', '.join(f'{language}: {texts}' for language, texts in joined)}}}"
    if not rests and len(single_line) <= WIDTH:
        yield single_line
        return
    yield f"{key}:"
    for language, texts in lines:
        yield from _wrapped(f"  {language}: ", texts if len(texts) > 1 else [_scalar(texts[0])], " ", "")
    if rests:
        entries = [
            f"{_scalar(cues[name], is_key=True)}: {' '.join([*filter(None, [book.tests[name]]), *_ranges(numbers)])}"
            for name, numbers in rests.items()
        ]
        yield from _wrapped(f"  {TESTS}: {{", entries, ", ", "}")


def _flags(tie: Tie) -> str:
    return "-" * tie.is_free + "?" * tie.is_unread + "!" * tie.is_deliberate


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Yield ascending numbers as text, consecutive ones as 3-7."""
    starts = [0, *(at for at, (low, high) in enumerate(pairwise(numbers), 1) if high != low + 1), len(numbers)]
    for start, end in pairwise(starts):
        first, last = numbers[start], numbers[end - 1]
        yield str(first) if first == last else f"{first}-{last}"


def _wrapped(start: str, texts: Sequence[str], between: str, end: str) -> Iterator[str]:
    """Join texts in lines of at most WIDTH characters, indented after the first."""
    line = start + texts[0]
    for text in texts[1:]:
        if len(line) + len(between) + len(text) + len(end) > WIDTH:
            yield (line + between).rstrip()
            line = f"    {text}"
        else:
            line += between + text
    yield line + end


def _scalar(text: str, is_key: bool = False) -> str:
    """Return a text as YAML; one that ends with ? is in quotes, so that it is not taken for an optional key."""
    return quoted(text, "'") if text.endswith("?") else format_scalar(text, "'", where="key" if is_key else "block")
