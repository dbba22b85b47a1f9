"""Entries with contexts: which translation a place takes, what is reported of them, and how an update keeps them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from conftest import PO_HEADER, WriteProject, build_project
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.extensions.translating.po_writer import update_catalogue
from pnp.extensions.translating.status import Status, status
from pnp.project.files import Files
from pnp.project.templates import Templates
from pnp.source_game import read_source_game
from pnp.text.catalogue import Catalogue, Message, load_catalogue, read_catalogue
from pnp.text.catalogue_check import check_catalogue
from pnp.ties.compare import read_today

NAME, RULE = (
    Message("Light", None, (Place("cards.yaml", line),), f"{field} of card {line}", (f"cards.{field}",))
    for line, field in ((1, "name"), (2, "rule"))
)
LONG = "Draw a light card, and lay it down."


def entry(text: str, translation: str, context: str = "") -> str:
    line = f'msgctxt "{context}"\n' if context else ""
    return f'{line}msgid "{text}"\nmsgstr "{translation}"\n\n'


def read(body: str) -> Catalogue:
    diagnostics = Diagnostics()
    catalogue = read_catalogue(PO_HEADER + body, "fr.po", "fr", diagnostics)
    assert not diagnostics
    return catalogue


def checked(body: str, messages: Sequence[Message] = (NAME, RULE)) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    check_catalogue(read(body), messages, diagnostics)
    return list(diagnostics)


def updated(body: str, *messages: Message) -> str:
    diagnostics = Diagnostics()
    content = update_catalogue(PO_HEADER + body, messages, "fr", "P", "fr.po", diagnostics)
    assert content is not None, list(diagnostics)
    again = update_catalogue(content.decode(), messages, "fr", "P", "fr.po", diagnostics)
    assert again == content
    return content.decode().partition("\n\n")[2]


# --- lookups


def test_the_entry_with_the_context_of_a_place_comes_first() -> None:
    catalogue = read(entry("Light", "Lumière") + entry("Light", "Léger", "cards.rule"))
    assert [catalogue.get(" Light", context) for context in ("cards.rule", "cards.name")] == [" Léger", " Lumière"]


def test_an_empty_entry_with_a_context_is_missing_there_alone() -> None:
    body = entry("Light", "Lumière") + entry("Light", "", "cards.rule")
    assert read(body).get("Light", "cards.rule") is None
    (fault,) = checked(body)
    assert (fault.code, fault.place) == ("translation-missing", Place("cards.yaml", 2))
    assert fault.what == "“Light” has no translation into fr as cards.rule"


GAME = """\
title: Small
players: 2..4
facts: {hand: 1}
languages: [en, fr]
words: {light: Light}
decks:
  cards: {title: Light, cards: [{name: Light}], template: small/card, fields: {name: text}}
"""
BOOK = "## Light\n\nLight\n\nTake {{ ngettext('a card', '{n} cards', hand) }}.\n"
TEMPLATE = """\
elements:
  name: {text: "{{ card.name }} {{ words.light }}", in: [5mm, 5mm, 50mm, 15mm]}
  label: {text: Light, in: [5mm, 20mm, 50mm, 30mm]}
  count: {text: "{{ ngettext('a card', '{n} cards', 1) }}", in: [5mm, 40mm, 50mm, 60mm]}
"""
CONTEXTS = {
    "words.light": "MOT",
    "decks.cards.title": "TITRE",
    "cards.name": "NOM",
    "small/card.label": "LIBELLÉ",
    "rulebook.heading": "RUBRIQUE",
    "rulebook.paragraph": "ALINÉA",
}
PLURAL = 'msgid "a card"\nmsgid_plural "{n} cards"\nmsgstr[0] "SINGULIER"\nmsgstr[1] "{n} PLURIEL"\n\n'


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    """A game in which one text stands in six contexts, and a plural in two."""
    body = "".join(entry("Light", translation, context) for context, translation in CONTEXTS.items())
    body += entry("Small", "Petit") + PLURAL + f'msgctxt "rulebook.paragraph"\n{PLURAL.replace("SINGULIER", "UNE")}'
    take = "Take {{ ngettext('a card', '{n} cards', hand) }}."
    return write_project(
        {
            "data/small/game.yaml": GAME,
            "data/small/cards.yaml": None,
            "data/small/locale/fr.po": PO_HEADER + body + entry(take, take.replace("Take", "Prenez")),
            "templates/small/card.yaml": TEMPLATE,
            "templates/small/rulebook.md": BOOK,
        }
    )


def test_every_kind_of_place_takes_the_entry_with_its_context(root: Path) -> None:
    result = build_project(root, "fr")
    assert not list(result.diagnostics)
    files = {output.path.rpartition("/")[2]: output.content for output in result.outputs}
    page = files["rules.html"].decode()
    assert "RUBRIQUE</h2>" in page
    assert "ALINÉA</p>" in page
    assert "Prenez UNE." in page
    face = pypdf.PdfReader(io.BytesIO(files["cards.pdf"])).pages[0].extract_text()
    assert "NOM MOT" in face
    assert "LIBELLÉ" in face
    assert "SINGULIER" in face


def test_contexts_are_those_of_the_places(root: Path) -> None:
    files, diagnostics = Files(root), Diagnostics()
    game = read_source_game(files, Templates(files), "small", diagnostics)
    assert game is not None
    used = {context for message in game.messages if message.text == "Light" for context in message.contexts}
    assert used == set(CONTEXTS)
    catalogue = load_catalogue(files, game.game, "fr", diagnostics)
    assert catalogue is not None
    words = [message for message in catalogue.divide(game.messages) if message.context == "words.light"]
    assert [message.places[0].line for message in words] == [5]


def test_sentences_of_ties_have_the_translation_of_their_place(root: Path) -> None:
    files = Files(root)
    game = read_source_game(files, Templates(files), "small", Diagnostics())
    assert game is not None
    today = read_today(game, files)
    texts = {text for number, sentence in enumerate(today.sentences) for text in today.in_languages(number).values()}
    assert {*CONTEXTS.values()} <= texts
    assert any("UNE" in text for text in texts)


# --- checks


def test_entries_for_all_contexts_need_none_without() -> None:
    body = entry("Light", "Lumière", "cards.name") + entry("Light", "Léger", "cards.rule")
    assert checked(body) == []
    assert status(read(body), (NAME, RULE)) == Status(total=2, translated=2, stale=0, missing=0)


def test_a_place_that_no_entry_is_for_is_missing_by_its_context() -> None:
    (fault,) = checked(entry("Light", "Lumière", "cards.name"))
    assert (fault.code, fault.place) == ("translation-missing", Place("cards.yaml", 2))
    assert fault.what == "“Light” has no translation into fr as cards.rule"


def test_a_context_that_no_place_has_is_one_fault_with_the_right_ones() -> None:
    (fault,) = checked(entry("Light", "Lumière", "name"))
    assert (fault.code, fault.place) == ("context-unknown", Place("fr.po", 6))
    assert fault.why == "it is used as cards.name and cards.rule"
    assert fault.fix == "write cards.name; or remove the msgctxt for one translation in all places"


def test_the_same_unknown_context_of_several_texts_is_one_fault() -> None:
    order = Message("Order", None, (Place("cards.yaml", 3),), "", ("cards.name",))
    (fault,) = checked(entry("Light", "a", "cards.title") + entry("Order", "b", "cards.title"), [NAME, order])
    assert fault.what.endswith(", and so has 1 more entry")


def test_two_entries_with_the_same_context_are_one_too_many() -> None:
    diagnostics = Diagnostics()
    read_catalogue(PO_HEADER + entry("Light", "a", "x") + entry("Light", "b", "x"), "fr.po", "fr", diagnostics)
    (fault,) = diagnostics
    assert fault.code == "catalogue-duplicate"
    assert "with the context x" in fault.what


# --- updates


def test_an_entry_lists_the_contexts_of_its_places_if_there_are_several() -> None:
    content = updated("", NAME, RULE)
    assert "#. contexts: cards.name, cards.rule\n#: cards.yaml:1 cards.yaml:2\nmsgid" in content
    assert "contexts" not in updated("", NAME)


def test_a_comment_splits_an_entry() -> None:
    assert updated("# split\n# by Ann\n" + entry("Light", "Lumière"), NAME, RULE) == (
        '# by Ann\n#. name of card 1\n#: cards.yaml:1\nmsgctxt "cards.name"\nmsgid "Light"\nmsgstr "Lumière"\n\n'
        '# by Ann\n#. rule of card 2\n#: cards.yaml:2\nmsgctxt "cards.rule"\nmsgid "Light"\nmsgstr "Lumière"\n'
    )


def test_a_new_place_of_a_split_text_gets_the_entry_without_a_context() -> None:
    note = Message("Light", None, (Place("cards.yaml", 3),), "", ("cards.note",))
    body = entry("Light", "Lumière", "cards.name") + entry("Light", "Léger", "cards.rule")
    content = updated(body, NAME, RULE, note)
    assert content.endswith('#: cards.yaml:3\nmsgid "Light"\nmsgstr ""\n')
    assert content.count("msgctxt") == 2


def test_a_context_that_is_gone_becomes_obsolete_and_comes_back() -> None:
    body = entry("Light", "Lumière") + entry("Light", "Léger", "cards.rule")
    without = updated(body, NAME, replace(RULE, text="Heavy"))
    assert without.endswith('\n#~ msgctxt "cards.rule"\n#~ msgid "Light"\n#~ msgstr "Léger"\n')
    assert 'msgctxt "cards.rule"\nmsgid "Light"\nmsgstr "Léger"' in updated(without, NAME, RULE)
    assert "#~" not in updated(without, NAME, RULE)


def test_the_only_translation_is_proposed_where_its_text_stands_now() -> None:
    content = updated(entry("Light", "Léger", "cards.rule"), NAME, replace(RULE, text="Heavy"))
    former = '#, fuzzy\n#| msgctxt "cards.rule"\n#| msgid "Light"\n'
    assert f'{former}msgctxt "cards.name"\nmsgid "Light"\nmsgstr "Léger"\n' in content


def test_a_translation_with_a_wrong_context_is_proposed_for_the_nearest() -> None:
    content = updated(entry("Light", "Lumière") + entry("Light", "Léger", "rule"), NAME, RULE)
    former = '#, fuzzy\n#| msgctxt "rule"\n#| msgid "Light"\n'
    assert content.endswith(f'{former}msgctxt "cards.rule"\nmsgid "Light"\nmsgstr "Léger"\n')
    assert 'cards.yaml:1\nmsgid "Light"\nmsgstr "Lumière"\n' in content
    assert "#~" not in content


def test_a_changed_text_is_matched_within_its_context() -> None:
    body = entry(LONG, "NOM", "cards.name") + entry(LONG, "RÈGLE", "cards.rule")
    places = [
        (context, Message(LONG + " Now.", None, (Place("a"),), "", (context,)))
        for context in ("cards.name", "cards.rule")
    ]
    content = updated(body, *(message for _, message in places))
    for (context, _), translation in zip(places, ("NOM", "RÈGLE"), strict=True):
        expected = f'#, fuzzy\n#| msgid "{LONG}"\nmsgctxt "{context}"\nmsgid "{LONG} Now."\nmsgstr "{translation}"\n'
        assert expected in content
    assert "#~" not in content


def test_a_text_in_another_context_is_no_match() -> None:
    note = Message(LONG + " Now.", None, (Place("a"),), "", ("cards.note",))
    content = updated(entry(LONG, "NOM", "cards.name"), note)
    assert "fuzzy" not in content
    assert '#~ msgctxt "cards.name"' in content


def test_former_texts_keep_context_and_plural() -> None:
    former = '#, fuzzy\n#| msgctxt "cards.name"\n#| msgid "{n} card"\n#| msgid_plural "{n} cards"\n'
    body = former + 'msgid "{n} big card"\nmsgid_plural "{n} big cards"\nmsgstr[0] "a"\nmsgstr[1] "b"\n'
    message = Message("{n} big card", "{n} big cards", (), "", ("cards.rule",))
    assert updated(body, message) == body


def test_a_plural_that_has_changed_is_fuzzy() -> None:
    body = 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "a"\nmsgstr[1] "b"\n'
    content = updated(body, Message("{n} card", "{n} playing cards"))
    assert content.startswith('#, fuzzy\n#| msgid "{n} card"\n#| msgid_plural "{n} cards"\nmsgid "{n} card"\n')


def test_a_file_with_an_entry_twice_is_not_rewritten() -> None:
    diagnostics = Diagnostics()
    body = PO_HEADER + entry("Light", "a", "cards.name") + entry("Light", "b", "cards.name")
    assert update_catalogue(body, [NAME], "fr", "P", "fr.po", diagnostics) is None
    assert [fault.code for fault in diagnostics] == ["catalogue-duplicate"]


SHORT = st.sampled_from(["Light", "light", "Draw one card each now", "Draw one card each", "{n}"])
PLACES = st.sampled_from(["cards.name", "cards.rule", "name", "rulebook.heading"])


@given(
    st.lists(st.tuples(SHORT, st.none() | PLACES, st.booleans()), max_size=6, unique_by=lambda made: made[:2]),
    st.lists(st.tuples(SHORT, PLACES), max_size=6),
)
def test_no_update_loses_a_translation(
    entries: list[tuple[str, str | None, bool]], places: list[tuple[str, str]]
) -> None:
    """Every translation is still there, at its place, as a proposal or as obsolete; a second update changes nothing."""
    body = ""
    for number, (text, context, is_split) in enumerate(entries):
        body += ("# split\n" if is_split else "") + entry(text, f"<{number}>", context or "")
    content = updated(body, *(Message(text, None, (Place("a", 1),), "", (context,)) for text, context in places))
    for number, (text, context, is_split) in enumerate(entries):
        assert f'msgstr "<{number}>"' in content, (text, context, is_split)
    read(content)
