"""Names of players in examples: entries that need no translation, printed as the language writes them."""

from __future__ import annotations

import pickle

import pytest
from conftest import GAME, PO_HEADER, WriteProject, check_project

from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Text
from pnp.expressions import ExpressionError, compile_text, plural_texts, show
from pnp.expressions.scope import game_scope
from pnp.extensions.translating.po_writer import update_catalogue
from pnp.extensions.translating.status import status
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.source_game import SourceGame, read_source_games
from pnp.text.catalogue import read_catalogue
from pnp.text.catalogue_check import check_catalogue
from pnp.text.edition import make_edition
from pnp.text.game_texts import SourceText, messages_of
from pnp.text.numbers import script_of
from pnp.text.player_names import PrintedName

EXAMPLES = """\
first:
  seats: [Emma, Tom]
  table: {owner: Tom, hands: {Emma: [1, 2], Tom: [3]}}
  then: {winner: Emma, scores: {Emma: 3, Tom: 1}}
second: {seats: [Tom, Emma]}
"""
NAMES = 'msgid "Small"\nmsgstr "小"\n\nmsgctxt "examples.seats"\nmsgid "Emma"\nmsgstr "エマ"\n\n'
FILES = {
    "data/small/game.yaml": GAME.replace("facts:\n", "facts:\n  starter: Tom\n") + "languages: [en, ja]\n",
    "data/small/examples.yaml": EXAMPLES,
}


def source_game(write_project: WriteProject) -> SourceGame:
    (game,) = read_source_games(Files(write_project(FILES)), ["small"], Diagnostics())
    return game


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{{ examples.first.seats|join(', ') }}", "エマ, トム"),
        ("{{ examples.first.then.winner }} {{ examples.first.table.hands.Emma[1] }}", "エマ 2"),
        ("{% for name, score in examples.first.then.scores.items() %}{{ name }}{{ score }}{% endfor %}", "エマ3トム1"),
        ("{{ 'yes' if examples.first.table.owner == 'Tom' else 'no' }}", "yes"),
        ("{{ examples.first.then.scores[examples.second.seats[0]] }}", "1"),
        ("{{ starter }} {{ starter + '!' }} {{ starter|upper }} {{ starter|capital }}", "トム トム! トム トム"),
    ],
)
def test_names_are_printed_as_they_are_translated(text: str, printed: str, write_project: WriteProject) -> None:
    game = source_game(write_project).game
    content = PO_HEADER + NAMES + 'msgid "Tom"\nmsgstr "トム"\n\n'
    edition = make_edition(game, "ja", read_catalogue(content, "ja.po", "ja", Diagnostics()))
    assert show(compile_text(text)(game_scope(edition.game))) == printed


def test_without_a_translation_they_are_printed_as_they_are(write_project: WriteProject) -> None:
    game = source_game(write_project).game
    edition = make_edition(game, "ja", read_catalogue(PO_HEADER + NAMES, "ja.po", "ja", Diagnostics()))
    assert compile_text("{{ examples.first.seats|join(' ') }}")(game_scope(edition.game)) == "エマ Tom"


@pytest.mark.parametrize(("language", "expected"), [("fr", "Tom"), ("sr@latin", "Tom"), ("ja", ""), ("ru", "")])
def test_new_entries_have_the_names_where_the_script_is_the_same(
    language: str, expected: str, write_project: WriteProject
) -> None:
    messages = source_game(write_project).messages_for(language)
    content = update_catalogue(None, messages, language, "Small", "x.po", Diagnostics())
    assert content is not None
    assert f'#. name of a player in examples\n#: data/small/examples.yaml:2\nmsgid "Tom"\nmsgstr "{expected}"\n' in (
        content.decode()
    )


def test_names_are_never_missing_and_told_once_in_another_script(write_project: WriteProject) -> None:
    game = source_game(write_project)
    catalogue = read_catalogue(PO_HEADER + NAMES, "ja.po", "ja", Diagnostics())
    assert status(catalogue, game.messages_for("ja")).missing == 0
    header = PO_HEADER.replace("fr", "ja")
    root = write_project({**FILES, "data/small/locale/ja.po": header + NAMES})
    found = check_project(root, "translations", "wording", "spelling").diagnostics
    what = "in Japanese, 1 name of a player in examples would be printed as in English: Tom"
    assert [(fault.code, fault.what) for fault in found] == [("names-foreign", what)]


def test_names_as_they_are_are_no_words_of_the_source(write_project: WriteProject) -> None:
    names = "".join(f'msgid "{name}"\nmsgstr "{name}"\n\n' for name in ("Emma", "Tom"))
    files = {
        **FILES,
        "data/small/game.yaml": FILES["data/small/game.yaml"].replace("[en, ja]", "[en, fr]"),
        "data/small/locale/fr.po": PO_HEADER + 'msgid "Small"\nmsgstr "Petit"\n\n' + names,
    }
    assert not list(check_project(write_project(files), "translations", "wording", "spelling").diagnostics)


def test_a_printed_name_is_the_same_in_another_process() -> None:
    copy = pickle.loads(pickle.dumps(PrintedName("Emma", "エマ")))
    assert (copy == "Emma", str(copy), f"{copy:>3}") == (True, "エマ", " エマ")


def test_scripts() -> None:
    languages = {"ja": "Jpan", "fr": "Latn", "zh_Hant": "Hant", "sr": "Cyrl", "sr@latin": "Latn", "pt_BR": "Latn"}
    assert {language: script_of(language) for language in languages} == languages


def test_a_text_that_is_a_name_alone_is_translated(write_project: WriteProject) -> None:
    """In a box of a template, and in a loop."""
    face = "elements:\n  one: {text: '{{ examples.first.seats[0] }}', in: safe}\n"
    face += "  each: {for: name in examples.first.seats, text: '{{ name }}', in: safe}\n"
    root = write_project({**FILES, "templates/small/face.yaml": face})
    (source,) = read_source_games(Files(root), ["small"], Diagnostics())
    catalogue = read_catalogue(PO_HEADER + NAMES, "fr.po", "fr", Diagnostics())
    fonts = load_fonts(Files(root), Diagnostics())
    layout = GameLayout(make_edition(source.game, "fr", catalogue), fonts, Assets(Files(root).read), Diagnostics())
    deck = layout.edition.game.decks["numbers"]
    texts = [item.text for item in layout.face(deck, deck.cards[0]).items if isinstance(item, Text)]
    assert texts == ["エマ", "エマ", "Tom"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{{ starter }}, {{ starter|form('gen') }}, {{ starter|form('dat') }}", "Tomek, Tomka, Tomek"),
        ("{{ starter|gendered(m='{} wziął', f='{} wzięła') }}", "Tomek wziął"),
        ("{{ examples.first.then.winner|gendered(m='{} wziął', f='{} wzięła') }}", "Emma wzięła"),
        ("{{ examples.first.then.winner|form('gen') }}", "Emmy"),
        ("{{ decks.figs[0].name }} {{ decks.figs[0].name|form('gen') }}", "Smok Smoka"),
        ("{{ 'Ann'|gendered(f='she', m='he') }} {{ 3|form('gen') }}", "he 3"),
    ],
)
def test_names_have_the_forms_that_their_translation_writes_behind_strokes(
    text: str, printed: str, write_project: WriteProject
) -> None:
    deck = "  figs: {cards: figs.yaml, template: small/figs, fields: {name: text}}\n"
    files = {
        **FILES,
        "data/small/game.yaml": FILES["data/small/game.yaml"].replace("decks:\n", "decks:\n" + deck),
        "data/small/figs.yaml": "- {name: Dragon}\n- {name: Yes | No}\n",
        "templates/small/figs.yaml": 'elements: {name: {text: "{{ card.name }}", in: safe}}\n',
    }
    (source,) = read_source_games(Files(write_project(files)), ["small"], Diagnostics())
    forms = {
        "Tom": "Tomek | m | gen: Tomka",
        "Emma": "Emma | f | gen: Emmy",
        "Dragon": "Smok | m | gen: Smoka",
        "Yes | No": "Tak | Nie",
    }
    names = "".join(
        f"{'msgctxt ' + chr(34) + 'examples.seats' + chr(34) + chr(10) if name in ('Tom', 'Emma') else ''}"
        f'msgid "{name}"\nmsgstr "{translation}"\n\n'
        for name, translation in forms.items()
    )
    edition = make_edition(source.game, "ja", read_catalogue(PO_HEADER + names, "ja.po", "ja", Diagnostics()))
    assert show(compile_text(text)(game_scope(edition.game))) == printed
    assert edition.game.decks["figs"].cards[1].values["name"] == "Tak | Nie", "these are no forms"
    for wrong, said in (
        ("{{ starter|form('genn') }}", "did you mean gen?"),
        ("{{ starter|gendered(f='{} wzięła') }}", "m='…'"),
    ):
        with pytest.raises(ExpressionError) as caught:
            show(compile_text(wrong)(game_scope(edition.game)))
        assert said in caught.value.fix
    assert pickle.loads(pickle.dumps(edition.game)).decks["figs"].cards[0].values["name"].forms == {"gen": "Smoka"}


@pytest.mark.parametrize(
    ("translation", "part"),
    [("Smok|m|gen Smoka", "gen Smoka"), ("Smok | x", "x"), ("Smok | m | gen:", "gen:"), ("Smok | m | gen: Smoka", "")],
)
def test_strokes_that_are_no_forms_are_told(translation: str, part: str, write_project: WriteProject) -> None:
    game = source_game(write_project).game
    content = PO_HEADER + f'msgid "Small"\nmsgstr "{translation}"\n\n'
    catalogue = read_catalogue(content, "ja.po", "ja", Diagnostics())
    diagnostics = Diagnostics()
    check_catalogue(
        catalogue,
        [
            *messages_of(
                [SourceText("Small", game.source.place_of("title"), "title", "game.title")], plural_texts, ["en"]
            )
        ],
        diagnostics,
    )
    told = [fault.what for fault in diagnostics if fault.code == "translation-form"]
    assert [part in what for what in told] == ([True] if part else [])
