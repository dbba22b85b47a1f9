"""Expressions in the texts of cards and in words: filled in, in every language, or told."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from conftest import GAME, WriteProject, build_project, check_project, codes
from pypdf import PdfReader

from pnp.core.diagnostics import Diagnostics
from pnp.expressions.scope import filled
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.load import load_game
from pnp.project.templates import Templates

FIELDS = GAME.replace("blue]}", "blue], rule: text, id?: word}").replace("[colour]", "[colour, rule, id]")


def cards(*rules: str) -> dict[str, str]:
    records = (f"- {{number: {n}, colour: red, rule: {rule!r}}}\n" for n, rule in enumerate(rules, 1))
    return {"data/small/game.yaml": FIELDS, "data/small/cards.yaml": "".join(records)}


def read(root: Path) -> Game:
    diagnostics = Diagnostics()
    files = Files(root)
    game = load_game(files, Templates(files), "small", diagnostics)
    assert game is not None
    assert not diagnostics
    return game


def rules(game: Game) -> list[str]:
    return [card.values["rule"] for card in game.decks["numbers"].cards]


def test_texts_see_facts_words_and_their_own_card(write_project: WriteProject) -> None:
    changes = cards(
        "Draw {{ hand }}{{ words.more }}.", "Draw {{ card.number }} of {{ decks.numbers|length }}.", "Rest."
    )
    changes["data/small/game.yaml"] += "words: {more: ' of {{ decks.numbers|length }}', plain: So}\n"
    game = read(write_project(changes))
    found = Diagnostics()
    done = filled(game, found)
    assert rules(done) == ["Draw 5 of 3.", "Draw 2 of 3.", "Rest."]
    assert done.head.words == {"more": " of 3", "plain": "So"}
    assert rules(game)[0] == "Draw {{ hand }}{{ words.more }}."
    assert not found


def test_a_game_without_expressions_stays_itself(write_project: WriteProject) -> None:
    game = read(write_project(cards("Draw.")))
    assert filled(game, Diagnostics()) is game


def test_words_that_are_no_texts_stay_as_they_are(write_project: WriteProject) -> None:
    game = read(write_project(cards("Draw {{ hand }}.")))
    (deck,) = game.decks.values()
    (card,) = deck.cards
    coded = card.model_copy(update={"values": {**card.values, "id": "{{ hand }}"}})
    done = filled(
        game.model_copy(update={"decks": {"numbers": deck.model_copy(update={"cards": (coded,)})}}), Diagnostics()
    )
    assert (done.decks["numbers"].cards[0].values["id"], rules(done)) == ("{{ hand }}", ["Draw 5."])


def test_without_fields_all_texts_are_filled(write_project: WriteProject) -> None:
    changes = cards("Draw {{ hand }}.")
    changes["data/small/game.yaml"] = GAME.replace(
        ", fields: {number: 1..9, colour: [red, blue]}, unseen: [colour]", ""
    )
    assert rules(filled(read(write_project(changes)), Diagnostics())) == ["Draw 5."]


def test_what_has_no_value_is_told_at_its_card(write_project: WriteProject) -> None:
    changes = cards("Draw {{ hnd }}.", "Rest.")
    changes["data/small/game.yaml"] += "words: {more: '{{ words.more }}'}\n"
    told = codes(build_project(write_project(changes)))
    assert told == ["undefined-name@data/small/cards.yaml:1:34", "undefined-name@data/small/game.yaml:7:15"]


def test_only_texts_may_have_expressions(write_project: WriteProject) -> None:
    changes = cards("Draw.")
    changes["data/small/cards.yaml"] = "- {number: 1, colour: red, rule: a, id: '{{ hand }}'}\n"
    assert codes(build_project(write_project(changes))) == ["card-value@data/small/cards.yaml:1:41"]


def test_translations_are_filled_in_their_language(write_project: WriteProject) -> None:
    changes = cards("Draw {{ hand|words }}.")
    changes["data/small/game.yaml"] += "languages: [en, fr]\n"
    changes["templates/small/face.yaml"] = "elements:\n  rule: {text: '{{ card.rule }}', in: safe}\n"
    entries = (("", "Content-Type: text/plain; charset=UTF-8\\n"), ("Small", "Petit"))
    entries += (("Draw {{ hand|words }}.", "Piochez-en {{ hand|words }}."),)
    po = "\n".join(f'msgid "{source}"\nmsgstr "{text}"\n' for source, text in entries)
    root = write_project({**changes, "data/small/locale/fr.po": po})
    assert _texts(root) == ["Draw five.", "Piochez-en cinq."]
    (root / "data/small/locale/fr.po").write_text(po.replace("-en {{ hand|words }}", "-en"))
    assert "placeholder-lost" in {d.code for d in check_project(root, "translations").diagnostics}


def _texts(root: Path) -> list[str]:
    """The first line of each cut sheet."""
    sheets = [output for output in build_project(root).outputs if output.path.endswith("cards.pdf")]
    return [PdfReader(BytesIO(sheet.content)).pages[0].extract_text().split("\n")[0] for sheet in sheets]
