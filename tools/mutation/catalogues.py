"""Mistakes of translators in PO files of the games that ship, one at a time → what reports each, or why nothing does.

    python -m tools.mutation.catalogues              chili in German and French
    python -m tools.mutation.catalogues spicy        another game

Each mistake changes the text of a file, as an editor or a merge would. Reported is what reading the file, the checks of
translations and the spelling add to what they report without the mistake. No file of the project is written.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

from pnp.checks.translations import check_translations
from pnp.core.diagnostics import Diagnostics
from pnp.extensions.proofreading.names import check_translated_alike
from pnp.extensions.proofreading.spelling import check_spelling
from pnp.extensions.proofreading.wording import check_wording
from pnp.project.files import Files
from pnp.source_game import read_source_games
from pnp.text.catalogue import catalogue_path, load_catalogue

ROOT = Path(__file__).resolve().parents[2]

_ENTRY = re.compile(r'^msgid "(?P<id>.+)"\nmsgstr "(?P<str>.+)"$', re.MULTILINE)
"""An entry whose text and translation are on one line each."""

_BLOCK = re.compile(r'(?:^#.*\n)*^msgid ""\n(?:".*"\n)+msgstr ""\n(?:".*"(?:\n|\Z))+', re.MULTILINE)
"""An entry of several lines, with its comments."""

_TRANSLATION = r"(?<=msgstr )((?:.|\n(?!\n))*?)"
"""The beginning of a translation, up to what follows."""

_PLURAL = re.compile(r'^msgstr\[0\] "(.+)"\nmsgstr\[1\] "(.+)"$', re.MULTILINE)

Edit = Callable[[str], str | None]
"""The text of a file → with the mistake; None if the file has no place for it."""


@dataclass(frozen=True)
class FileMistake:
    """A mistake.

    Attributes:
        why_not: Why no check reports it; "" if one must.
        needs: What a report needs: "dictionary", or the language whose rules pnp has.
    """

    name: str
    edit: Edit
    why_not: str = ""
    needs: str = ""


def in_translation(pattern: str, new: str, source: str = "") -> Edit:
    """Replace the first match of a pattern in a translation on one line whose source has another pattern."""

    def edit(text: str) -> str | None:
        for entry in _ENTRY.finditer(text):
            changed = re.sub(pattern, new, entry["str"], count=1)
            if re.search(source, entry["id"]) and changed != entry["str"]:
                return f"{text[: entry.start('str')]}{changed}{text[entry.end('str') :]}"
        return None

    return edit


def in_file(pattern: str, new: str, flags: int = re.MULTILINE) -> Edit:
    """Replace the first match of a pattern in the file."""

    def edit(text: str) -> str | None:
        changed = re.sub(pattern, new, text, count=1, flags=flags)
        return changed if changed != text else None

    return edit


def in_long(change: Callable[[list[str], list[str]], list[str]]) -> Edit:
    """Change the lines of the first long translation: given those of the source and of the translation."""

    def edit(text: str) -> str | None:
        for block in _BLOCK.finditer(text):
            head, _, tail = block[0].partition('\nmsgstr ""\n')
            source = re.findall(r'^"(.*)"$', head.partition('msgid ""\n')[2], re.MULTILINE)
            lines = re.findall(r'^"(.*)"$', tail, re.MULTILINE)
            if len(lines) > 3 and "Project-Id-Version" not in tail and "{{" not in tail:
                changed = "\n".join(f'"{line}"' for line in change(source, lines))
                return f'{text[: block.start()]}{head}\nmsgstr ""\n{changed}\n{text[block.end() :]}'
        return None

    return edit


def twice(pattern: str, context: str = "") -> Edit:
    """Repeat an entry at the end of the file, with another translation."""

    def edit(text: str) -> str | None:
        entry = next((entry for entry in _ENTRY.finditer(text) if re.search(pattern, entry["id"])), None)
        return f'{text}\n{context}msgid "{entry["id"]}"\nmsgstr "{entry["str"]} 2"\n' if entry else None

    return edit


def exchange(text: str) -> str | None:
    """Exchange the translations of two texts that follow each other."""
    entries = [entry for entry in _ENTRY.finditer(text) if len(entry["id"].split()) > 4 and "." in entry["id"]]
    for first, second in pairwise(entries):
        between = text[first.end("str") : second.start("str")]
        return f"{text[: first.start('str')]}{second['str']}{between}{first['str']}{text[second.end('str') :]}"
    return None


def alike(text: str) -> str | None:
    """Give a short text the translation of another."""
    entries = [entry for entry in _ENTRY.finditer(text) if entry["id"].isalpha() and entry["id"] != entry["str"]]
    return f"{text[: entries[1].start('str')]}{entries[0]['str']}{text[entries[1].end('str') :]}"


def plural_forms(first: str, second: str) -> Edit:
    """Replace the first plural forms: \\1 and \\2 are the two that are there."""
    return lambda text: _PLURAL.sub(rf'msgstr[0] "{first}"\nmsgstr[1] "{second}"', text, count=1)


MISTAKES = (
    # the file
    FileMistake(
        "no header", in_file(r'\Amsgid ""\nmsgstr ""\n(?:".*"\n)+', ""), "the rules of the language's name count"
    ),
    FileMistake("language of another file", in_file(r"Language: \w+", "Language: pl")),
    FileMistake("plural rule is no expression", in_file(r"plural=[^;]*;", "plural=(n > ;")),
    FileMistake("number of plural forms is wrong", in_file(r"nplurals=2", "nplurals=3")),
    FileMistake(
        "charset that the file is not in", in_file(r"charset=[\w-]+", "charset=latin-1"), "all are read as UTF-8"
    ),
    FileMistake("conflict of a merge", in_file(r"^msgid", "<<<<<<< HEAD\nmsgid")),
    FileMistake("an entry stands twice", twice(r"^\w+$")),
    FileMistake("context that no text has", twice(r"^\w+$", 'msgctxt "cards.nonsense"\n')),
    FileMistake("keyword misspelt", in_file(r'^msgstr "(\w)', r'msgstring "\1')),
    FileMistake("closing quote lost", in_file(r'^(msgstr "\w.*)"$', r"\1")),
    FileMistake("quote inside not escaped", in_file(r'^(msgstr "\w+)', r'\1 "x" ')),
    FileMistake("escape that there is not", in_file(r'^(msgstr "\w+)', r"\1\\q")),
    FileMistake("an entry is deleted", in_file(r'^msgid "\w.*"\nmsgstr ".*"\n', "")),
    FileMistake("an entry is emptied", in_file(r'^msgstr "\w.*"$', 'msgstr ""')),
    FileMistake("an entry is fuzzy", in_file(r"^(msgid \"\w)", r"#, fuzzy\n\1")),
    FileMistake("source text changed by the translator", in_file(r'^msgid "(\w+) ', r'msgid "\1  a ')),
    # placeholders, links and marks
    FileMistake("expression lost", in_translation(r"\{\{[^}]*\}\}", "", r"\{\{")),
    FileMistake("expression translated", in_translation(r"\{\{ ?\w+", "{{ zahl", r"\{\{")),
    FileMistake("brace of an expression lost", in_translation(r"\}\}", "}", r"\{\{")),
    FileMistake(
        "expression of another text", in_translation(r"\{\{[^}]*\}\}", "{{ game.players|max }}", r"\{\{(?!.*max)")
    ),
    FileMistake("icon lost", in_file(_TRANSLATION + r" ?:[a-z_]+:", r"\1")),
    FileMistake("icon translated", in_file(_TRANSLATION + r":[a-z_]+:", r"\1:symbol:")),
    FileMistake("link's target translated", in_file(_TRANSLATION + r"(\]\()#[\w-]+", r"\1\2#ende")),
    FileMistake("link lost", in_file(_TRANSLATION + r"\[([^\]\n\"]+)\]\(#[\w-]+\)", r"\1\2")),
    FileMistake("bold lost", in_translation(r"\*\*", "", r"\*\*")),
    FileMistake("bold of both sides lost", in_translation(r"\*\*(.+?)\*\*", r"\1", r"\*\*")),
    # plural forms
    FileMistake("plural form empty", plural_forms(r"\1", "")),
    FileMistake("plural forms alike", plural_forms(r"\2", r"\2")),
    FileMistake("number lost in the plural", in_file(r'^(msgstr\[1\] ".*)\{n\} ?', r"\1")),
    # what is said
    FileMistake("a sentence lost", in_long(lambda _, lines: lines[: len(lines) // 2])),
    FileMistake("left in the source language", in_long(lambda source, _: source)),
    FileMistake("half left in the source language", in_long(lambda source, lines: [*lines[:-2], " ", *source[-2:]])),
    FileMistake(
        "a word left in the source language",
        in_translation(r"^\w+", "Neighbors", r"^\w+ \w+ \w+ \w+"),
        "",
        "dictionary",
    ),
    FileMistake("full stop lost", in_translation(r"\.$", "", r" .*\.$")),
    FileMistake(
        "text added", in_translation(r"$", " und danach noch einmal alles von vorn, bitte sehr" * 3, r" .{30}")
    ),
    FileMistake("figure changed", in_translation(r"\b(\d)\b", r"\g<1>7", r"\b\d\b")),
    FileMistake("number in words changed", in_translation(r"\b(?:zwei|deux)\b", "neun|dix", r"two"), "", "pair"),
    FileMistake(
        "number in words lost", in_file(_TRANSLATION + r"(?<![Ll]es )(?<!des )\b(?:zwei|drei|deux|trois) (?=\w)", r"\1")
    ),
    FileMistake("negation lost", in_file(r" (?:nicht|pas)(?=[ .,])", ""), "", "pair"),
    FileMistake("negation added", in_translation(r" (?:ist|est) ", lambda m: m[0] + "nicht pas ", ""), "", "pair"),  # type: ignore[arg-type]
    FileMistake("left for right", in_file(_TRANSLATION + r"\b(?:links|gauche)\b", r"\1rechts droite"), "", "pair"),
    FileMistake(
        "highest for lowest", in_file(r"(?<= )(?:höchste|plus haute|plus forte)\b", "niedrigste plus basse"), "", "pair"
    ),
    FileMistake("two translations exchanged", exchange),
    FileMistake("another text's translation", alike),
    # letters
    FileMistake(
        "letters exchanged in a word",
        in_translation(r"\b([A-Za-zß-ü]{3})([a-z])([a-z])(?=\w\w)", r"\1\3\2"),
        "",
        "dictionary",
    ),
    FileMistake("letter doubled in a word", in_translation(r"\b(\w{4})(\w)(?=\w\w)", r"\1\2\2\2"), "", "dictionary"),
    FileMistake(
        "words of another language", in_translation(r"^\w+ \w+ \w+", "La carta robada", r"(\w+ ){5}"), "", "dictionary"
    ),
    FileMistake("wrong case of a word", in_translation(r" (\w)", lambda m: m[0].swapcase()), "a capital may be meant"),  # type: ignore[arg-type]
    FileMistake("wrong word that exists", in_translation(r"\b(?:Hand|main)\b", "Kopf tête"), "", "term"),
    FileMistake("polite form for the familiar one", in_file(r"\b(?:ihr|vous)\b", "Sie"), "a matter of style"),
)


class Desk:
    """A copy of a game in a folder, and what is reported of one of its PO files.

    Args:
        game: The name of the game.
        folder: An empty folder.
    """

    def __init__(self, game: str, folder: Path) -> None:
        for name in ("data", "templates", "fonts", "languages"):
            shutil.copytree(ROOT / name, folder / name)
        self.folder, self.game = folder, game
        (self.source,) = read_source_games(Files(folder), [game], Diagnostics())

    def reported(self, language: str, text: str) -> set[str]:
        """Return the codes and words of everything reported of a text in place of a language's PO file."""
        (self.folder / catalogue_path(self.game, language)).write_text(text, "utf-8")
        diagnostics = Diagnostics()
        files = Files(self.folder)
        catalogue = load_catalogue(files, self.source.game, language, diagnostics)
        if catalogue is not None:
            subject = SimpleNamespace(files=files, source_game=self.source, catalogue=catalogue)
            for check in (check_translations, check_wording, check_spelling, check_translated_alike):
                check(subject, diagnostics)  # type: ignore[arg-type]  # all that these look at
        return {f"{diagnostic.code}: {diagnostic.what}" for diagnostic in diagnostics}

    def outcomes(
        self, language: str, mistakes: Sequence[FileMistake] = MISTAKES
    ) -> Iterator[tuple[FileMistake, set[str] | None]]:
        """Yield each mistake with what is reported of it alone; None if the file has no place for it."""
        original = (ROOT / catalogue_path(self.game, language)).read_text("utf-8")
        before = self.reported(language, original)
        for mistake in mistakes:
            text = mistake.edit(original)
            yield mistake, None if text is None or text == original else self.reported(language, text) - before
        (self.folder / catalogue_path(self.game, language)).write_text(original, "utf-8")


def main() -> None:
    """Print what reports each mistake, and end with 1 if one is missed that must be reported."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="chili")
    options = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(options.game, Path(folder))
        for language in ("de", "fr"):
            for mistake, reports in desk.outcomes(language):
                if reports is None:
                    outcome = "no place for it"
                elif reports:
                    outcome = ", ".join(sorted({report.partition(":")[0] for report in reports}))
                else:
                    missed += not mistake.why_not
                    outcome = f"not reported: {mistake.why_not or 'MISSED'}"
                print(f"{language}  {mistake.name:42} {outcome}")
    raise SystemExit(missed > 0)


if __name__ == "__main__":
    main()
