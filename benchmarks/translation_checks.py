"""PO files of any program → how many findings each check of translations has in them, and samples to read.

    python benchmarks/translation_checks.py FOLDER                  counts, by language and kind of finding
    python benchmarks/translation_checks.py FOLDER --show length    twelve findings of a kind, each with both texts

Files are named after their language, such as de.po; their texts are English. No glossary is used, so terms are not
compared; opposites and negations are by FOLDER/languages/, as in a project. Words are looked up in the dictionaries
that are found; --words lists those that are unknown. Exit 1 when a check reports more than its bar.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pnp.core.diagnostics import Diagnostics
from pnp.extensions.proofreading.alike import translated_alike
from pnp.extensions.proofreading.dictionaries import dictionary_for
from pnp.extensions.proofreading.review import KnownWords, judge
from pnp.extensions.proofreading.spelling import SpelledText, Speller
from pnp.project.files import Files
from pnp.text.catalogue import Catalogue, Message, read_catalogue
from pnp.text.glossary import Glossary, load_pair
from pnp.text.po_reader import PoEntry

ROOT = Path(__file__).resolve().parents[1]
MOST = 20
"""The bar: findings of one kind in 1,000 texts."""
Finding = tuple[str, str, str, str, str]
"""File, kind, what, the source text, and the translation."""


def findings_of(catalogue: Catalogue, project: Path) -> Iterator[tuple[PoEntry, str, str]]:
    """Yield the findings of all checks that need no game: each with its entry, kind and words."""
    entries = [entry for entry in (*catalogue.entries.values(), *catalogue.in_context.values()) if entry.text]
    messages = [Message(entry.text, entry.plural, context=entry.context) for entry in entries]
    pair = load_pair(Files(project), "en", catalogue.language, Diagnostics())
    dictionaries = [dictionary_for(language, project) for language in ("en", catalogue.language)]
    known = KnownWords(*(dictionary.knows if dictionary else None for dictionary in dictionaries))
    for entry, finding in judge(catalogue, messages, Glossary(), pair, known):
        yield entry, finding.kind, finding.what
    for first, second in translated_alike(entries, Glossary(), "en", catalogue.language):
        yield second, "alike", f"as is {first.text}"


def unknown_words(catalogue: Catalogue) -> tuple[int, list[tuple[str, str]]]:
    """Return the number of different words that are looked up, and those that are unknown, each with its text."""
    dictionary = dictionary_for(catalogue.language, ROOT)
    if dictionary is None:
        return 0, []
    texts = [
        SpelledText(string, entry.string_place, f"{entry.text} {entry.plural or ''}")
        for entry in catalogue.entries.values()
        if not entry.is_fuzzy
        for string in entry.strings
        if string != entry.text
    ]
    speller = Speller(dictionary, catalogue.language, ())
    return speller.count_words(texts), [
        (word.word, ", ".join(word.suggestions)) for word in speller.misspellings(texts)
    ]


def main() -> None:
    """Print the counts, or samples."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", default="", help="the kind of findings to print")
    parser.add_argument("--most", type=int, default=12)
    parser.add_argument("--lang", default="", help="one language only")
    parser.add_argument("--words", action="store_true", help="look words up, and print those that are unknown")
    options = parser.parse_args()
    shown: list[Finding] = []
    totals, texts = Counter[str](), 0
    for path in sorted(options.folder.rglob("*.po")):
        if options.lang and path.stem != options.lang:
            continue
        catalogue = read_catalogue(path.read_text("utf-8"), str(path), path.stem, Diagnostics())
        name = path.relative_to(options.folder)
        if options.words:
            looked_up, unknown = unknown_words(catalogue)
            print(f"{name}: {len(unknown)} of {looked_up} words unknown:", *(word for word, _ in unknown))
            continue
        found = list(findings_of(catalogue, options.folder))
        counts = Counter(kind for _, kind, _ in found)
        totals += counts
        texts += len(catalogue.entries)
        print(f"{name}: {len(catalogue.entries)} texts;", *(f"{kind} {count}" for kind, count in counts.items()))
        shown += [
            (str(name), kind, what, e.text, " | ".join(e.strings)) for e, kind, what in found if kind == options.show
        ]
    for where, _, what, source, translation in random.Random(7).sample(shown, min(options.most, len(shown))):
        print(f"\n{where}: {what}\n  {source}\n  {translation}")
    if texts:
        raise SystemExit(print_totals(totals, texts))


def print_totals(totals: Counter[str], texts: int) -> bool:
    """Print the table of kinds; return whether any misses the bar."""
    print(f"\n| kind | findings in {texts:,} texts | in 1,000 | bar | |\n| --- | ---: | ---: | ---: | --- |")
    rates = {kind: 1000 * count / texts for kind, count in totals.most_common()}
    for kind, rate in rates.items():
        print(f"| {kind} | {totals[kind]} | {rate:.1f} | ≤ {MOST} | {'holds' if rate <= MOST else 'MISSED'} |")
    if not rates:
        print("nothing is reported: every bar holds")
    return any(rate > MOST for rate in rates.values())


if __name__ == "__main__":
    main()
