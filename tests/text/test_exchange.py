"""Catalogues as XLIFF and CSV and back, by the converters of translate-toolkit: what is kept, and what is lost."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial

import pytest
from conftest import ROOT
from translate.convert import csv2po, po2csv, po2xliff, xliff2po

from pnp.core.diagnostics import Diagnostics, Place
from pnp.extensions.translating.po_writer import update_catalogue
from pnp.project.files import Files, game_names
from pnp.source_game import read_source_games
from pnp.text.catalogue import Catalogue, Message, read_catalogue

CARDS, RULES = "data/orchard/cards.yaml", "templates/orchard/rulebook.md"
MARKED = "Deal {{ hand|words }} to each :leaf:.\nThen “go” <b>on</b> & on, to [the end](#end)."
MESSAGES = [
    Message("Light", None, (Place(CARDS, 2),), "name of cards Light", ("cards.name",)),
    Message("Light", None, (Place(CARDS, 3),), "rule of cards Light", ("cards.rule",)),
    Message(
        MARKED, None, (Place(RULES, 10),), "paragraph", ("rulebook.paragraph",), values=("{{ hand|words }} = six",)
    ),
    Message("{n} point", "{n} points", (Place("data/orchard/game.yaml", 9),), "paragraph", ("rulebook.paragraph",)),
    Message("Still to do", None, (Place(RULES, 12),)),
    Message("Is this", None, (Place(RULES, 14),)),
    Message("+1 for you", None, (Place(RULES, 15),)),
]
PLURAL = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
RUSSIAN = f"""\
msgid ""
msgstr ""
"Language: ru\\n"
"Plural-Forms: {PLURAL}\\n"

msgctxt "cards.name"
msgid "Light"
msgstr "Свет"

msgctxt "cards.rule"
msgid "Light"
msgstr "Лёгкий"

# meant: order
msgid ""
"Deal {{{{ hand|words }}}} to each :leaf:.\\n"
"Then “go” <b>on</b> & on, to [the end](#end)."
msgstr ""
"Раздайте :leaf: {{{{ hand|words }}}}.\\n"
"«Вперёд» <b>да</b> & да, в [конец](#end)."

msgid "{{n}} point"
msgid_plural "{{n}} points"
msgstr[0] "{{n}} очко"
msgstr[1] "{{n}} очка"
msgstr[2] "{{n}} очков"

#, fuzzy
#| msgid "Was this"
msgid "Is this"
msgstr "Было это"

msgid "+1 for you"
msgstr "+1 вам"

#~ msgid "gone"
#~ msgstr "ушло"
"""


def update(content: str, messages: list[Message] = MESSAGES, language: str = "ru") -> str:
    diagnostics = Diagnostics()
    updated = update_catalogue(content, messages, language, "Orchard", f"{language}.po", diagnostics)
    assert updated is not None and not diagnostics, list(diagnostics)
    return updated.decode()


def catalogue(content: str, language: str = "ru") -> Catalogue:
    diagnostics = Diagnostics()
    read = read_catalogue(content, f"{language}.po", language, diagnostics)
    assert not diagnostics
    return read


def converted(convert: Callable[..., object], content: bytes, template: bytes | None = None) -> bytes:
    output = io.BytesIO()
    source, old = io.BytesIO(content), io.BytesIO(template) if template else None
    source.name = "ru.po"  # type: ignore[misc]
    assert convert(source, output, old)
    return output.getvalue()


def by_xliff(content: str) -> str:
    return converted(xliff2po.convertxliff, converted(po2xliff.convertpo, content.encode())).decode()


def by_csv(content: str, edit: Callable[[str], str] = str) -> str:
    rows = edit(converted(po2csv.convertcsv, content.encode()).decode())
    unescaped = partial(csv2po.convertcsv, unescape_formulas=True)
    return converted(unescaped, rows.encode(), content.encode()).decode()


def lines(content: str, start: str) -> list[str]:
    return [line for line in content.splitlines() if line.startswith(start)]


def test_by_xliff_all_texts_come_back_with_their_contexts_plurals_and_comments() -> None:
    before = update(RUSSIAN)
    after = update(by_xliff(before))
    assert catalogue(after).in_context.keys() == {("Light", "cards.name"), ("Light", "cards.rule")}
    without_header = [block for block in after.split("\n\n")[1:] if "#|" not in block]
    lost = ['#| msgid "Was this"\n']
    expected = before.replace(lost[0], "")
    assert without_header == expected.split("\n\n")[1:]


def test_by_xliff_fuzzy_entries_lose_their_former_text() -> None:
    before, after = update(RUSSIAN), update(by_xliff(update(RUSSIAN)))
    assert lines(before, "#|") and not lines(after, "#|")
    assert '#, fuzzy\nmsgid "Is this"' in after


def test_by_csv_over_the_po_file_nothing_else_changes() -> None:
    before = update(RUSSIAN)
    assert update(by_csv(before)) == before
    after = update(by_csv(before, lambda rows: rows.replace('Still to do",""', 'Still to do","Сделать"')))
    assert after == before.replace('msgid "Still to do"\nmsgstr ""', 'msgid "Still to do"\nmsgstr "Сделать"')


def test_csv_has_two_plural_forms_of_three() -> None:
    rows = converted(po2csv.convertcsv, update(RUSSIAN).encode()).decode()
    assert "{n} очка" in rows and "{n} очков" not in rows


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_catalogues_of_the_shipped_games_come_back_from_xliff(language: str) -> None:
    files, diagnostics = Files(ROOT), Diagnostics()
    for name in game_names(files):
        before = files.text(f"data/{name}/locale/{language}.po")
        (source_game,) = read_source_games(files, [name], diagnostics)
        after = update(by_xliff(before), source_game.messages_for(language), language)
        assert {key: entry.strings for key, entry in catalogue(after, language).entries.items()} == {
            key: entry.strings for key, entry in catalogue(before, language).entries.items()
        }
        assert not lines(after, "#, fuzzy")
