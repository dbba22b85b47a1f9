from __future__ import annotations

import io
from collections.abc import Iterable

import pytest
from babel.messages.pofile import read_po
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.extensions.translating.po_writer import make_template, update_catalogue
from pnp.extensions.translating.status import Status, status
from pnp.text.catalogue import Catalogue, Message, read_catalogue
from pnp.text.po_reader import PoEntry

LONG = (
    "Each player takes {{ hand }} cards and puts the others, face down, in the middle of the table where all can reach."
)
MESSAGES = [
    Message("Chili Peppers", places=(Place("data/chili/game.yaml", 1, 8),), note="Title of the game.\nShort."),
    Message(LONG, places=(Place("templates/chili/rule book.md", 7), Place("a.md"))),
    Message("{{ n }} card", "{{ n }} cards"),
    Message('A "quoted" \\ line\nbreak, 50 % done'),
]


def translated(content: bytes, **strings: str) -> str:
    text = content.decode()
    for source, translation in strings.items():
        text = text.replace(f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{translation}"')
    return text


def up_to_date(content: str | None, messages: Iterable[Message], language: str, project: str) -> bytes:
    told = Diagnostics()
    made = update_catalogue(content, messages, language, project, "fr.po", told)
    assert made is not None, list(told)
    return made


def updated(content: str | None, *texts: str) -> str:
    return up_to_date(content, [Message(text) for text in texts], "fr", "P").decode()


def faults_of_update(content: str, language: str) -> list[Diagnostic]:
    told = Diagnostics()
    assert update_catalogue(content, MESSAGES, language, "Chili", "data/chili/locale/fr.po", told) is None
    return list(told)


def read(content: str) -> Catalogue:
    told = Diagnostics()
    catalogue = read_catalogue(content, "fr.po", "fr", told)
    assert not told
    return catalogue


def test_template_is_read_by_babel() -> None:
    content = make_template(MESSAGES, "Chili")
    catalog = read_po(io.BytesIO(content), abort_invalid=True)
    assert [message.id for message in catalog if message.id] == [
        m.text if m.plural is None else (m.text, m.plural) for m in MESSAGES
    ]
    assert catalog[LONG].locations == [("a.md", None), ("templates/chili/rule book.md", 7)]
    assert catalog["Chili Peppers"].auto_comments == ["Title of the game.", "Short."]
    assert catalog["Chili Peppers"].locations == [("data/chili/game.yaml", 1)]
    assert b"Project-Id-Version: Chili" in content


def test_new_catalogue() -> None:
    content = up_to_date(None, MESSAGES, "fr", "Chili").decode()
    assert content.startswith(
        'msgid ""\nmsgstr ""\n"Project-Id-Version: Chili\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Language: fr\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
    )
    assert "python-format" not in content
    read(content)


def test_second_run_gives_the_same_bytes() -> None:
    first = up_to_date(None, MESSAGES, "fr", "Chili")
    text = translated(first, **{"Chili Peppers": "Piments"})
    once = up_to_date(text, MESSAGES[:1], "fr", "Chili")
    assert up_to_date(once.decode(), MESSAGES[:1], "fr", "Chili") == once
    assert make_template(MESSAGES, "Chili") == make_template(list(MESSAGES), "Chili")


def test_files_hold_no_dates_but_keep_those_of_editors() -> None:
    assert b"Date" not in make_template(MESSAGES, "Chili")
    fresh = up_to_date(None, MESSAGES, "fr", "Chili").decode()
    assert "Date" not in fresh
    dated = fresh.replace('"MIME-', '"PO-Revision-Date: 2026-01-02 03:04+0000\\n"\n"MIME-')
    assert "PO-Revision-Date: 2026" in up_to_date(dated, MESSAGES, "fr", "Chili").decode()


def test_faults_of_an_update_name_the_file() -> None:
    assert faults_of_update('msgid "a', "fr")[0].place.file == "data/chili/locale/fr.po"


def test_changed_text_is_fuzzy_with_the_former_one() -> None:
    former = LONG.replace("Each", "Every")
    content = translated(up_to_date(None, [Message(former)], "fr", "P"))
    content = content.replace('reach."\nmsgstr ""', 'reach."\nmsgstr "Chacun {{ hand }}"')
    content = updated(content, LONG)
    catalogue = read(content)
    entry = catalogue.entries[LONG]
    assert (entry.is_fuzzy, entry.strings, entry.previous) == (True, ("Chacun {{ hand }}",), former)
    assert updated(content, LONG) == content

    again = updated(content, LONG + "!")
    assert read(again).entries[LONG + "!"].previous == former

    back = read(updated(content, former))
    assert back.get(former) == "Chacun {{ hand }}"


@pytest.mark.parametrize(
    ("former", "text", "is_proposed"),
    [
        ("hand", "unchanged", False),
        ("Your hand", "Your hands", False),
        ("Take one card each.", "Take two cards each.", True),
        ("Take one card each, and lay it down.", "Take a card.", False),
    ],
)
def test_what_is_proposed_for_a_changed_text(former: str, text: str, is_proposed: bool) -> None:
    """Nothing for one or two words, and nothing of a text that is hardly like it; that becomes obsolete."""
    before = updated(None, former).removesuffix('msgstr ""\n') + 'msgstr "FRENCH"\n'
    after = updated(before, text)
    entry = read(after).entries[text]
    assert (entry.is_fuzzy, entry.strings) == ((True, ("FRENCH",)) if is_proposed else (False, ("",)))
    assert (f'#~ msgid "{former}"' in after) is not is_proposed


def test_unused_become_obsolete_and_come_back() -> None:
    content = translated(updated(None, "carrot", "zebra", "blank").encode(), carrot="carotte", zebra="zèbre")
    without = updated(content, "carrot")
    assert '#~ msgid "zebra"\n#~ msgstr "zèbre"\n' in without
    assert "blank" not in without
    catalogue = read(without)
    assert catalogue.get("zebra") is None
    revived = updated(without, "carrot", "zebra")
    assert "#~" not in revived
    assert read(revived).get("zebra") == "zèbre"


def test_what_editors_wrote_is_kept() -> None:
    content = (
        '# Translated by Ann.\nmsgid ""\nmsgstr ""\n"Last-Translator: Ann\\n"\n"X-Generator: Poedit 3\\n"\n\n'
        '# said at the table\n#, no-wrap\nmsgid "card"\nmsgstr "carte"\n'
    )
    result = updated(content, "card")
    for kept in (
        "# Translated by Ann.",
        "Last-Translator: Ann",
        "X-Generator: Poedit 3",
        "# said at the table",
        "#, no-wrap",
    ):
        assert kept in result


def test_text_alone_and_with_plural_is_one_entry() -> None:
    content = up_to_date(None, [Message("card"), Message("card", "cards")], "ru", "P").decode()
    assert content.count('msgid "card"') == 1
    assert content.count("msgstr[") == 3


@pytest.mark.parametrize(
    ("language", "rule"),
    [
        ("hu", "nplurals=2; plural=(n != 1);"),
        ("tr", "nplurals=2; plural=(n != 1);"),
        ("cs", "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;"),
        ("zh_Hans", "nplurals=1; plural=0;"),
        ("pt-BR", "nplurals=2; plural=(n > 1);"),
        ("ca@valencia", "nplurals=2; plural=(n != 1);"),
    ],
)
def test_a_new_file_has_the_plural_rule_of_gettext(language: str, rule: str) -> None:
    content = up_to_date(None, MESSAGES, language, "P").decode()
    assert f'"Language: {language}\\n"\n"Plural-Forms: {rule}\\n"\n' in content


def test_the_plural_rule_of_a_file_stays_if_it_can_be_used() -> None:
    four = "nplurals=4; plural=(n==1 ? 0 : n==2 ? 1 : n==3 ? 2 : 3);"
    body = 'msgid "d"\nmsgid_plural "ds"\nmsgstr[0] "1"\nmsgstr[1] "2"\nmsgstr[2] "3"\nmsgstr[3] "4"\n'
    content = f'msgid ""\nmsgstr "Plural-Forms: {four}\\n"\n\n{body}'
    kept = up_to_date(content, [Message("d", "ds")], "pl", "P").decode()
    assert four in kept
    assert kept.endswith(body)
    broken = up_to_date(content.replace("n==3 ? 2 : 3", "n +"), [Message("d", "ds")], "pl", "P").decode()
    assert '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 "' in broken


def test_flags_and_references_are_as_gettext_writes_them() -> None:
    places = tuple(Place(f"templates/chicken/figures/rounds-{letter}.yaml", 20) for letter in "abc")
    body = '#, no-wrap, fuzzy, c-format\nmsgid "card"\nmsgstr "carte"\n'
    assert up_to_date(body, [Message("card", places=places)], "fr", "P").decode().partition("\n\n")[2] == (
        "#: templates/chicken/figures/rounds-a.yaml:20\n#: templates/chicken/figures/rounds-b.yaml:20\n"
        '#: templates/chicken/figures/rounds-c.yaml:20\n#, fuzzy, c-format, no-wrap\nmsgid "card"\nmsgstr "carte"\n'
    )
    near = tuple(Place("data/chicken/game.yaml", line) for line in (1, 20, 300))
    assert (
        "#: data/chicken/game.yaml:1 data/chicken/game.yaml:20\n#: data/chicken/game.yaml:300\n"
        in up_to_date(body, [Message("card", places=near)], "fr", "P").decode()
    )


def test_an_obsolete_entry_keeps_its_former_text() -> None:
    body = '# by Ann\n#, fuzzy\n#~| msgid "was"\n#~ msgid "gone"\n#~ msgstr "parti"\n'
    assert updated(body, "card").endswith(f'msgstr ""\n\n{body}')


def test_broken_file_and_unknown_language_are_faults() -> None:
    assert {fault.code for fault in faults_of_update('msgid "a\nmsgstr "b"\n', "fr")} == {"catalogue-syntax"}
    assert [fault.code for fault in faults_of_update("", "xq")] == ["language-unknown"]


def test_status_counts() -> None:
    content = (
        'msgid "a"\nmsgstr "A"\n\n#, fuzzy\nmsgid "b"\nmsgstr "B"\n\nmsgid "c"\nmsgstr ""\n\nmsgid "x"\nmsgstr "X"\n\n'
        'msgid "d"\nmsgid_plural "ds"\nmsgstr[0] "D"\nmsgstr[1] ""\n\n'
        'msgid "f"\nmsgid_plural "fs"\nmsgstr[0] "F"\nmsgstr[1] "Fs"\n\n'
        'msgid "g"\nmsgid_plural "other"\nmsgstr[0] "G"\nmsgstr[1] "Gs"\n'
    )
    catalogue = read(content)
    plurals = [Message("d", "ds"), Message("f", "fs"), Message("g", "gs")]
    messages = [Message("a"), Message("b"), Message("c"), *plurals, Message("e")]
    assert status(catalogue, messages) == Status(total=7, translated=2, stale=1, missing=4)


TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]) | st.sampled_from('"\\\n\t{}%#'), min_size=1, max_size=90
)


@given(st.lists(st.tuples(TEXTS.filter(str.strip), TEXTS), max_size=5, unique_by=lambda pair: pair[0].strip()))
def test_our_reader_and_babels_agree(pairs: list[tuple[str, str]]) -> None:
    from pnp.extensions.translating.po_writer import _block, _join

    place = Place("fr.po")
    entries = [PoEntry(text, None, (string,), place, place) for text, string in [("", "Language: fr\n"), *pairs]]
    content = _join(map(_block, entries))
    ours = read(content.decode())
    theirs = read_po(io.BytesIO(content), abort_invalid=True)
    assert [(e.text, e.strings[0]) for e in ours.all_entries[1:]] == pairs
    assert [(m.id, m.string) for m in theirs if m.id] == pairs


@settings(max_examples=settings.default.max_examples // 2)
@given(st.lists(TEXTS.filter(str.strip), max_size=5), st.lists(TEXTS.filter(str.strip), max_size=5))
def test_update_settles(before: list[str], after: list[str]) -> None:
    content = updated(None, *before).replace('msgstr ""\n\n', 'msgstr "x"\n\n')
    once = updated(content, *after)
    read(once)
    assert updated(once, *after) == once


def test_obsolete_entries_and_former_texts_are_kept_by_every_update() -> None:
    content = updated(None, "Deal eight cards to all.", "Never used").replace(
        'msgid "Deal eight cards to all."\nmsgstr ""',
        '#, fuzzy\n#| msgid "Deal six cards to all."\nmsgid "Deal eight cards to all."\nmsgstr "Distribuez-en six."',
    )
    content += '\n#~ msgctxt "cards.name"\n#~ msgid "gone"\n#~ msgid_plural "all gone"\n#~ msgstr[0] "parti"\n#~ msgstr[1] "partis"\n'
    once = updated(content, "Deal eight cards to all.")
    assert '#| msgid "Deal six cards to all."\n' in once
    assert '#~ msgctxt "cards.name"\n#~ msgid "gone"\n#~ msgid_plural "all gone"\n#~ msgstr[0] "parti"\n' in once
    assert updated(once, "Deal eight cards to all.") == once


def test_a_translation_kept_aside_fills_an_empty_entry_of_its_text() -> None:
    content = updated(None, "zebra") + '\n# by Ann\n#~ msgid "zebra"\n#~ msgstr "zèbre"\n'
    after = updated(content, "zebra")
    assert after.endswith('# by Ann\nmsgid "zebra"\nmsgstr "zèbre"\n') and "#~" not in after


def test_an_entry_that_stands_twice_stops_an_update_and_names_both_lines() -> None:
    content = updated(None, "zebra") + '\nmsgid "zebra"\nmsgstr "zèbre"\n'
    (fault,) = faults_of_update(content, "fr")
    assert fault.code == "catalogue-duplicate" and fault.place.line > 8
    assert "second time" in fault.what and "the first is in line" in fault.what
