"""The words that pnp prints itself: its PO files hold all messages of the code, with the same values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.core.diagnostics import Diagnostics
from pnp.extensions.proofreading.review import judge
from pnp.project.files import Files
from pnp.text.catalogue import Message, read_catalogue
from pnp.text.glossary import Glossary, load_pair
from pnp.text.own_words import OwnWords, own_words
from pnp.text.page_words import page_words
from pnp.text.po_reader import PoEntry, read_entries
from scripts import messages

PO_FILES = sorted(messages.LOCALE.glob("*.po"))
VALUES = re.compile(r"\{\w*\}|#")


def read(path: object) -> list[PoEntry]:
    return read_entries(path.read_text(encoding="utf-8"), path.name, Diagnostics())  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_template_holds_the_messages_of_the_code() -> None:
    assert messages.TEMPLATE.read_text(encoding="utf-8") == messages.template(), "run python scripts/messages.py"


@pytest.mark.slow
@pytest.mark.parametrize("path", PO_FILES, ids=lambda path: path.stem)
def test_a_po_file_holds_the_messages_of_the_code(path: object) -> None:
    content = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert content == messages.up_to_date(content), "run python scripts/messages.py"
    own = {(message.area, message.text, message.plural) for message in messages.messages()}
    assert own <= {(entry.context, entry.text, entry.plural) for entry in read(path)}


@pytest.mark.parametrize("path", PO_FILES, ids=lambda path: path.stem)
def test_a_translation_has_the_values_of_its_message(path: object) -> None:
    for entry in read(path):
        for string in filter(None, entry.strings):
            if entry.text and not entry.is_fuzzy:
                assert sorted(VALUES.findall(string)) == sorted(VALUES.findall(entry.text)), entry.text


@pytest.mark.parametrize("path", PO_FILES, ids=lambda path: path.stem)
def test_a_po_file_has_no_fault_and_a_plural_form_for_each_number(path: object) -> None:
    diagnostics = Diagnostics()
    content = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    catalogue = read_catalogue(content, path.name, path.stem, diagnostics)  # type: ignore[attr-defined]
    assert not list(diagnostics)
    plurals = [entry for entry in catalogue.all_entries if entry.plural]
    assert {len(entry.strings) for entry in plurals} == {catalogue.plural_count}


@pytest.mark.parametrize("path", PO_FILES, ids=lambda path: path.stem)
def test_a_language_has_all_words_that_are_printed(path: object) -> None:
    assert own_words("print", path.stem).is_complete  # type: ignore[attr-defined]


def test_words_of_a_region_are_those_of_its_language_and_others_are_english() -> None:
    assert own_words("print", "de-AT")("cut off") == "abschneiden"
    assert own_words("print", "pt_BR")("cut off") == "cortar"
    assert own_words("print", "xx")("cut off") == "cut off"
    assert own_words("print", "../locale/de")("cut off") == "cut off"


def entry(text: str, *strings: str, plural: str | None = None, is_fuzzy: bool = False) -> PoEntry:
    (read,) = read_entries(f'msgid "{text}"\nmsgstr ""\n', "xx.po", Diagnostics())
    flags = frozenset({"fuzzy"} if is_fuzzy else ())
    return PoEntry(text, plural, strings, read.place, read.place, flags=flags)


def words(*entries: PoEntry) -> OwnWords:
    """Words of a language with one form for 1 and another for every other number."""
    return OwnWords({entry.text: entry for entry in entries}, lambda number: int(number != 1))


def test_a_message_without_a_usable_translation_is_english() -> None:
    half = words(entry("back", "dos"), entry("page", ""), entry("glue", "coller", is_fuzzy=True))
    assert [half("back"), half("page"), half("glue"), half("other {n}", n=3)] == ["dos", "page", "glue", "other 3"]
    assert not half.is_complete
    assert words(entry("back", "dos")).is_complete
    assert not words().is_complete


def test_a_plural_has_the_form_of_its_number() -> None:
    plural = words(entry("{n} game", "{n} Spiel", "{n} Spiele", plural="{n} games"))
    assert [plural.plural("{n} game", "{n} games", n, n=n) for n in (0, 1, 2)] == ["0 Spiele", "1 Spiel", "2 Spiele"]
    assert [words().plural("{n} game", "{n} games", n, n=n) for n in (1, 2)] == ["1 game", "2 games"]


def test_messages_are_read_from_calls(tmp_path: object) -> None:
    source = (
        "# Translators: a verb\n"
        'printed_word("cut off" if joint.is_cut else "glue", tag)\n'
        'words.plural("{n} player", "{n} players", 3)\nsay("not ours")\nprinted_word(name, tag)\n'
    )
    found = list(messages._messages_of(source, "pnp/readme.py"))
    assert [(own.area, own.text, own.plural, own.note) for own in found] == [
        ("print", "cut off", None, "a verb"),
        ("print", "glue", None, "a verb"),
        ("readme", "{n} player", "{n} players", ""),
    ]


def test_a_seat_without_a_name_has_one_in_every_language() -> None:
    for path in sorted(messages.LOCALE.glob("*.po")):
        seat = page_words(path.stem)["seat"]
        assert "{n}" in seat
        assert seat != "Seat {n}", path.stem


# --- what they say


def wording(content: str, language: str, root: Path) -> list[str]:
    """What the check of wording tells of a catalogue, by pnp's own lists; names of commands are left as they are."""
    catalogue = read_catalogue(content, "own.po", language, Diagnostics())
    messages = [Message(entry.text, entry.plural, context=entry.context) for entry in catalogue.all_entries]
    pair = load_pair(Files(root), "en", language, Diagnostics())
    found = judge(catalogue, [message for message in messages if message.text], Glossary(), pair)
    return [f"{entry.text}: {finding.what}" for entry, finding in found if finding.kind != "source"]


@pytest.mark.parametrize("path", PO_FILES, ids=lambda path: path.stem)
def test_the_words_of_a_translation_agree_with_their_source(path: Path, tmp_path: Path) -> None:
    assert wording(path.read_text(encoding="utf-8"), path.stem, tmp_path) == []


@pytest.mark.parametrize(
    ("language", "said", "instead"),
    [
        ("de", "an der kurzen Kante wenden", "an der langen Kante wenden"),
        ("de", "mehrere Seiten beidseitig", "mehrere Seiten einseitig"),
        ("fr", "retourner sur le bord court", "retourner sur le bord long"),
        ("es", "girar por el borde corto", "girar por el borde largo"),
        ("pl", "krótszej krawędzi", "dłuższej krawędzi"),
        ("ja", "短辺", "長辺"),
        ("zh_Hans", "短边", "长边"),
    ],
)
def test_a_word_that_becomes_its_opposite_is_told(language: str, said: str, instead: str, tmp_path: Path) -> None:
    content = (messages.LOCALE / f"{language}.po").read_text(encoding="utf-8")
    assert said in content
    (fault, *_) = wording(content.replace(said, instead), language, tmp_path)
    assert "the opposite" in fault
