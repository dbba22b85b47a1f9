"""Texts in another language than their card's, spans in texts, and editions in two languages: on the Frames of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from conftest import WriteProject
from strategies import shipped_fonts, walk

from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame, Text
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.text.edition import open_edition

GAME = """\
title: Small
players: 2
languages: [en, de, ar]
facts: {hand: 3}
words: {go: Go on}
decks:
  figs: {cards: cards.yaml, template: small/face, back: small/back, fields: {name: text, sort: word}}
extras:
  aid: {template: small/aid, copies: 2}
"""
CARDS = '- {name: Fig "fig", sort: Ficus}\n- {name: Plum, sort: Prunus}\n- {name: Radio, sort: R}\n'
GERMAN = {'Fig \\"fig\\"': 'Feige \\"fig\\"', "Plum": "Pflaume", "Radio": "Radio", "Small": "Klein", "Go on": "Weiter"}
ARABIC = {'Fig \\"fig\\"': "تين", "Plum": "برقوق", "Radio": "راديو", "Small": "صغير", "Go on": "تابع"}
PLURALS = {"de": "nplurals=2; plural=(n != 1);", "ar": "nplurals=1; plural=0;"}
NAME = 'name: {text: "{{ card.name }}", in: [5mm, 5mm, 50mm, 20mm], size: 10pt%s}'
AID = 'elements:\n  what: {text: "{{ words.go }}", in: [5mm, 5mm, 50mm, 20mm]}\n'

OpenLayout = Callable[..., GameLayout]


def catalogue(language: str, texts: Mapping[str, str]) -> str:
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Plural-Forms: {PLURALS[language]}\\n"\n\n'
    return head + "".join(f'msgid "{text}"\nmsgstr "{translation}"\n\n' for text, translation in texts.items())


@pytest.fixture
def opened(write_project: WriteProject) -> OpenLayout:
    def make(elements: str, edition: str = "en", *, back: str = "", game: str = GAME, german: str = "") -> GameLayout:
        root = write_project(
            {
                "data/small/game.yaml": game,
                "data/small/cards.yaml": CARDS,
                "data/small/locale/de.po": catalogue("de", GERMAN) + german,
                "data/small/locale/ar.po": catalogue("ar", ARABIC),
                "templates/small/face.yaml": f"elements:\n  {elements}\n",
                "templates/small/back.yaml": f"elements:\n  {back or 'ground: {rect: bleed, fill: red}'}\n",
                "templates/small/aid.yaml": AID,
            }
        )
        files, diagnostics = Files(root), Diagnostics()
        loaded = load_game(files, Templates(files), "small", diagnostics)
        assert loaded is not None, list(diagnostics)
        opened_edition = open_edition(files, loaded, edition, diagnostics)
        assert opened_edition is not None, list(diagnostics)
        return GameLayout(opened_edition, shipped_fonts(), Assets(files.read), diagnostics)

    return make


def texts(frame: Frame) -> list[Text]:
    return [item for item in walk(frame.items) if isinstance(item, Text)]


def words(layout: GameLayout, number: int = 1) -> list[str]:
    """The texts of a card's face, line by line."""
    deck = layout.edition.game.decks["figs"]
    lines: dict[float, list[str]] = {}
    for item in texts(layout.face(deck, deck.cards[number - 1])):
        lines.setdefault(round(item.y, 3), []).append(item.text)
    return [" ".join(parts) for parts in lines.values()]


def face(layout: GameLayout, number: int = 1) -> Frame:
    deck = layout.edition.game.decks["figs"]
    return layout.face(deck, deck.cards[number - 1])


# --- a text in a language of its own


def test_a_text_in_a_language_of_the_game_is_translated_and_typeset(opened: OpenLayout) -> None:
    layout = opened(NAME % ", lang: de")
    assert words(layout) == ["Feige „fig“"]
    assert not layout.diagnostics


def test_a_text_in_the_source_language_stays_in_it_in_every_edition(opened: OpenLayout) -> None:
    assert words(opened(NAME % ", lang: en", "de")) == ["Fig “fig”"]
    assert words(opened(NAME % "", "de")) == ["Feige „fig“"]


def test_a_text_that_a_template_spells_out_is_translated_too(opened: OpenLayout) -> None:
    own = 'name: {text: "Mine: {{ words.go }}", in: safe, lang: de}'
    assert words(opened(own, german='msgid "Mine: {{ words.go }}"\nmsgstr "Meins: {{ words.go }}"\n')) == [
        "Meins: Weiter"
    ]


def test_a_text_in_another_language_is_set_as_it_is_typed(opened: OpenLayout) -> None:
    layout = opened("name: {text: '\"{{ card.sort }}\" : oui !', in: safe, lang: fr}", "de")
    assert words(layout) == ["«\u202fFicus\u202f»\u00a0: oui\u202f!"]


def test_an_expression_gives_each_card_its_language(opened: OpenLayout) -> None:
    sort = """name: {text: '"{{ card.sort }}"', in: safe, lang: "{{ 'de' if card.place == 1 else 'fr' }}"}"""
    layout = opened(sort)
    assert words(layout, 1) == ["„Ficus“"] and words(layout, 2) == ["«\u202fPrunus\u202f»"]


@pytest.mark.parametrize("language", ["german", "12", "'{{ card.name }}'"])
def test_what_is_no_code_of_a_language_is_reported(write_project: WriteProject, language: str) -> None:
    root = write_project({"templates/small/face.yaml": f"elements:\n  name: {{text: a, in: safe, lang: {language}}}\n"})
    files, diagnostics = Files(root), Diagnostics()
    game = load_game(files, Templates(files), "small", diagnostics)
    if game is not None:
        edition = open_edition(files, game, "en", diagnostics)
        assert edition is not None
        layout = GameLayout(edition, shipped_fonts(), Assets(files.read), diagnostics)
        deck = layout.edition.game.decks["numbers"]
        layout.face(deck, deck.cards[0])
    assert "lang must be the code of a language" in " ".join(d.what for d in diagnostics) or "name" in language


@pytest.mark.slow
def test_words_are_hyphenated_by_the_language_of_their_text(opened: OpenLayout) -> None:
    box = "in: [5mm, 5mm, 25mm, 40mm], size: 10pt, hyphenate: true"
    lines = {
        language: words(opened(f"name: {{text: Donaudampfschifffahrtsgesellschaft, {box}, lang: {language}}}"))
        for language in ("nl", "hu")
    }
    assert lines["nl"] != lines["hu"]


def test_fonts_follow_the_language_of_a_text(opened: OpenLayout) -> None:
    layout = opened(NAME % ", lang: de")
    fonts = shipped_fonts()
    by_language = replace(fonts, substitutes={"de": {"text": "display"}, "ja": {"text": "display"}})
    with_others = GameLayout(layout.edition, by_language, layout.assets, layout.diagnostics)
    (item,) = texts(face(with_others))
    assert item.words[0].face is fonts.families["display"].face()
    span = opened("name: {text: 'a <span lang=\"ja\">b</span> c', in: safe}")
    spanned = GameLayout(span.edition, by_language, span.assets, span.diagnostics)
    assert [item.words[0].face.name for item in texts(face(spanned))] == [
        "SourceSans3-Regular",
        "Baloo2-Bold",
        "SourceSans3-Regular",
    ]


def test_a_text_from_right_to_left_begins_at_the_right_of_its_box(opened: OpenLayout) -> None:
    (item,) = texts(face(opened(NAME % ", lang: ar")))
    assert item.x + item.width == pytest.approx(55.0)
    assert not item.words[0].is_rightward


# --- spans


def test_a_span_has_the_typography_of_its_language(opened: OpenLayout) -> None:
    layout = opened("""name: {text: '"a" <span lang="de">"b"</span> "c"', in: safe}""")
    assert words(layout) == ["“a” „b“ “c”"]


def test_a_span_in_no_language_is_reported_as_printed(opened: OpenLayout) -> None:
    layout = opened("""name: {text: 'a <span lang="German">b</span>', in: safe}""")
    face(layout)
    (fault,) = layout.diagnostics
    assert fault.code == "text-markup" and 'lang="ja"' in fault.fix


# --- editions in two languages


def test_both_texts_are_stacked_in_one_size(opened: OpenLayout) -> None:
    layout = opened(NAME % "", "en+de")
    assert words(layout, 2) == ["Plum", "Pflaume"]
    first, second = texts(face(layout, 2))
    assert first.size == second.size
    assert second.y - first.y > 1.25 * first.size, "there is more room between the texts than between lines"
    assert not layout.diagnostics


def test_a_text_that_is_alike_in_both_is_set_once(opened: OpenLayout) -> None:
    assert words(opened(NAME % "", "en+de"), 3) == ["Radio"]


def test_the_first_language_of_an_edition_is_the_one_named_first(opened: OpenLayout) -> None:
    assert words(opened(NAME % "", "de+en"), 2) == ["Pflaume", "Plum"]
    assert words(opened(NAME % "", "ar+de"), 2) == ["برقوق", "Pflaume"]


def test_arabic_below_english_begins_at_the_right(opened: OpenLayout) -> None:
    first, second = texts(face(opened(NAME % "", "en+ar"), 2))
    assert first.x == pytest.approx(5.0)
    assert second.x + second.width == pytest.approx(55.0)


def test_texts_that_share_a_box_shrink_to_fit(opened: OpenLayout) -> None:
    layout = opened(NAME.replace("20mm]", "6mm]") % "", "en+de")
    first, second = texts(face(layout, 2))
    assert first.size == second.size < 10 * 25.4 / 72
    assert second.y <= 11.0 + 1e-6
    assert not layout.diagnostics


def test_texts_with_room_for_one_line_stand_beside_each_other(opened: OpenLayout) -> None:
    layout = opened(NAME.replace("20mm]", "3mm]") % "", "en+de")
    assert words(layout, 2) == ["Plum / Pflaume"]
    assert not layout.diagnostics
    assert words(opened(NAME % ", lines: 1", "en+de"), 2) == ["Plum / Pflaume"]


def test_texts_that_do_not_fit_together_are_reported_with_both_places(opened: OpenLayout) -> None:
    layout = opened(NAME.replace("50mm, 20mm]", "8mm, 3mm]") % "", "en+de")
    face(layout, 2)
    (fault,) = layout.diagnostics
    assert fault.code == "text-overflow" and fault.language == "en+de"
    assert "data/small/cards.yaml:2" in str(fault.cards) and "data/small/locale/de.po" in str(fault.cards)


def test_names_too_wide_for_their_line_may_take_two(opened: OpenLayout) -> None:
    """The fix is proposed where it helps: not in a box that has no room for a second line."""
    narrow = NAME.replace("50mm, 20mm]", "7mm, 20mm]")
    layout = opened(narrow % ", lines: 1", "en+de")
    face(layout, 2)
    (fault,) = layout.diagnostics
    assert "too wide for one line" in str(fault.cards) and fault.fix.startswith("write lines: 2, ")
    mended = opened(narrow % ", lines: 2", "en+de")
    assert len(words(mended, 2)) == 2 and not mended.diagnostics
    low = opened(narrow.replace("20mm]", "2mm]") % ", lines: 1", "en+de")
    face(low, 2)
    assert ["lines: 2" in fault.fix for fault in low.diagnostics] == [False]


def test_elements_say_which_language_goes_where(opened: OpenLayout) -> None:
    both = (
        f"{NAME % ', lang: first'}\n  other: {{text: '{{{{ card.name }}}}', in: [5mm, 60mm, 50mm, 9mm], lang: second}}"
    )
    assert words(opened(both, "en+de"), 2) == ["Plum", "Pflaume"]
    assert words(opened(both, "en"), 2) == ["Plum"], "an edition in one language has no second one"
    assert words(opened(both, "de"), 2) == ["Pflaume"]


def test_the_second_language_may_be_on_the_back(opened: OpenLayout) -> None:
    layout = opened(NAME % ", lang: first", "en+de", back=NAME % ", lang: second")
    deck = layout.edition.game.decks["figs"]
    front, back = layout.printed(deck, deck.cards[1])
    assert back is not None
    assert [item.text for side in (front, back) for item in texts(side.frame)] == ["Plum", "Pflaume"]


def test_expressions_know_the_languages_of_an_edition(opened: OpenLayout) -> None:
    element = "name: {text: \"{{ languages|join(' ') }}\", in: safe, lang: first}"
    assert words(opened(element, "en+de")) == ["en de"]
    assert words(opened(element, "de")) == ["de"]


def test_values_of_a_repetition_are_in_both_languages(opened: OpenLayout) -> None:
    loop = 'name: {for: "n in [card.name]", text: "{{ n }}", in: [5mm, 5mm, 50mm, 20mm]}'
    assert words(opened(loop, "en+de"), 2) == ["Plum", "Pflaume"]


def test_what_remains_of_two_texts_goes_on_elsewhere(opened: OpenLayout) -> None:
    element = NAME.replace("50mm, 20mm]", "9mm, 3mm]") % ", continued: true"
    layout = opened(element, "en+de", back="more: {rest: name, in: safe}")
    deck = layout.edition.game.decks["figs"]
    front, back = layout.printed(deck, deck.cards[1])
    assert back is not None
    assert [item.text for side in (front, back) for item in texts(side.frame)] == ["Plum", "Pflaume"]
    assert not layout.diagnostics


def test_extras_come_once_in_each_language(opened: OpenLayout) -> None:
    layout = opened(NAME % "", "en+de")
    aid = layout.edition.game.extras["aid"]
    assert [(card.copies, [item.text for item in texts(layout.face(aid, card))]) for card in aid.cards] == [
        (2, ["Go on"]),
        (2, ["Weiter"]),
    ]
    assert len(layout.scope["extras"]["aid"]) == 2, "expressions count one language"


def test_a_deck_says_whether_its_cards_have_both_languages(opened: OpenLayout) -> None:
    layout = opened(NAME % "", "en+de", game=GAME.replace("copies: 2", "two_languages: both"))
    aid = layout.edition.game.extras["aid"]
    assert [[item.text for item in texts(layout.face(aid, card))] for card in aid.cards] == [["Go on", "Weiter"]]
    each = opened(NAME % "", "en+de", game=GAME.replace("sort: word}}", "sort: word}, two_languages: each}"))
    deck = each.edition.game.decks["figs"]
    assert [words(each, number) for number in (2, 5)] == [["Plum"], ["Pflaume"]] and len(deck.cards) == 6


def test_a_figure_shows_the_cards_of_the_edition(opened: OpenLayout) -> None:
    layout = opened(NAME % "", "en+de")
    english, german = layout.of_rules
    frames = [each.picture("figs", 2)[0] for each in (english, german)]
    assert [[item.text for item in texts(frame)] for frame in frames] == [["Plum", "Pflaume"]] * 2
    aids = [each.picture("aid")[0] for each in (english, german)]
    assert [[item.text for item in texts(frame)] for frame in aids] == [["Go on"], ["Weiter"]]


def test_short_texts_are_stacked_closely_rather_than_broken_at_their_stroke(opened: OpenLayout) -> None:
    layout = opened(NAME.replace("50mm, 20mm]", "10mm, 3.9mm]") % ", smallest: 6pt", "en+de")
    first, second = texts(face(layout, 2))
    assert [first.text, second.text] == ["Plum", "Pflaume"]
    assert second.y - first.y == pytest.approx(1.25 * first.size), "without room between"
    assert not layout.diagnostics


# --- editions in three languages and more


def test_three_texts_are_stacked_in_one_size(opened: OpenLayout) -> None:
    layout = opened(NAME % "", "en+de+ar")
    assert words(layout, 2) == ["Plum", "Pflaume", "برقوق"]
    sizes = {item.size for item in texts(face(layout, 2))}
    assert len(sizes) == 1
    assert {fault.code for fault in layout.diagnostics} == {"glyph-missing"}, "the font has no Arabic, but all fits"
    assert words(layout, 3) == ["Radio", "راديو"], "what is alike is set once"


def test_three_texts_may_shrink_to_a_third(opened: OpenLayout) -> None:
    layout = opened(NAME.replace("50mm, 20mm]", "16mm, 8mm]") % "", "en+de+ar")
    size = texts(face(layout, 2))[0].size
    assert 10 / 3 * 25.4 / 72 <= size < 10 * 25.4 / 72 and len(words(layout, 2)) == 3
    assert {fault.code for fault in layout.diagnostics} == {"glyph-missing"}


def test_the_third_language_has_a_place_of_its_own(opened: OpenLayout) -> None:
    third = (
        f"{NAME % ', lang: first'}\n  other: {{text: '{{{{ card.name }}}}', in: [5mm, 60mm, 50mm, 9mm], lang: third}}"
    )
    assert words(opened(third, "en+de+ar"), 2) == ["Plum", "برقوق"]
    assert words(opened(third, "en+de"), 2) == ["Plum"], "an edition in two languages has no third one"


def test_a_deck_may_be_in_the_first_language_alone(opened: OpenLayout) -> None:
    game = GAME.replace("sort: word}}", "sort: word}, two_languages: first}")
    layout = opened(NAME % "", "en+de+ar", game=game)
    assert words(layout, 2) == ["Plum"] and len(layout.edition.game.decks["figs"].cards) == 3
