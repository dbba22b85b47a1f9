"""Records → cards: combinations, copies, labels, fields."""

from __future__ import annotations

import contextlib

import pytest
from conftest import FACE, GAME, WriteProject, build_project

from pnp.core.diagnostics import Diagnostics, Mistake, Place
from pnp.project.cards import build_cards, check_copies_column, check_picture_columns
from pnp.project.delimited import parse_csv
from pnp.project.fields import FIELD_KINDS, CardField, parse_field
from pnp.project.files import Files
from pnp.project.game import Card
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.project.tree import parse_yaml

HERE = Place("game.yaml", 1, 1)


def cards(text: str, *fields: CardField, copies: int = 1) -> tuple[list[dict[str, object]], list[str]]:
    told = Diagnostics()
    made = build_cards("deck", parse_yaml(text, "c.yaml"), fields, copies, HERE, told)
    return [dict(card.values) for card in made], [f"{f.code}@{f.place.line}:{f.place.column} {f.what}" for f in told]


def clean(text: str | None, copies: int = 1) -> tuple[Card, ...]:
    told = Diagnostics()
    made = build_cards("deck", None if text is None else parse_yaml(text, "c"), (), copies, HERE, told)
    assert not told.errors
    return made


def test_combinations_multiply_in_reading_order() -> None:
    made, faults = cards("- {each: {suit: [a, b], number: 1..3}, kind: x}\n- {suit: c, number: 9, kind: y}\n")
    assert faults == []
    assert [(c["suit"], c["number"], c["kind"]) for c in made] == [
        ("a", 1, "x"), ("a", 2, "x"), ("a", 3, "x"), ("b", 1, "x"), ("b", 2, "x"), ("b", 3, "x"), ("c", 9, "y"),
    ]  # fmt: skip


def test_copies_come_from_the_record_or_the_deck() -> None:
    made = clean("- {a: 1, copies: 3}\n- {a: 2}\n- {a: 3, copies: 0}\n", copies=2)
    assert [card.copies for card in made] == [3, 2, 0]
    assert "copies" not in made[0].values


def test_a_deck_without_records_has_one_face() -> None:
    made = clean(None, copies=5)
    assert [(card.copies, card.label) for card in made] == [(5, "deck")]


@pytest.mark.parametrize(
    ("table", "fix"),
    [
        ("a;copies\nx;3,0\n", "write 3"),
        ("a,copies\nx,4.0\n", "write 4"),
        ("a,copies\nx,2.5\n", "write a number, like 2"),
    ],
)
def test_copies_with_decimals_are_told_as_they_were_meant(table: str, fix: str) -> None:
    told = Diagnostics()
    build_cards("deck", parse_csv(table, "c.csv", told), (), 1, HERE, told)
    assert [(fault.code, fault.fix) for fault in told] == [("card-copies", fix)]


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("name,Copies\na,2\n", "Copies"),
        ("name,qty\na,2\nb,\n", "qty"),
        ("name,Number of copies\na,2\n", "Number of copies"),
        ("Anzahl;name\n2;a\n", "Anzahl"),
        ("name,qty,copies\na,2,1\n", ""),
        ("name,qty\na,few\n", ""),
        ("name,power\na,2\n", ""),
    ],
)
def test_columns_that_look_like_copies_are_told(table: str, column: str) -> None:
    told = Diagnostics()
    rows = parse_csv(table, "c.csv", told)
    assert rows is not None
    check_copies_column(rows, told)
    said = [f"column {column} is not read as a number of copies"] if column else []
    assert [fault.what for fault in told] == said
    assert [(fault.code, fault.severity) for fault in told] == [("copies-column", "warning")] * len(said)


@pytest.mark.parametrize(
    ("field", "cells", "fix"),
    [
        ("art: text", ("a.png", "b.JPG"), "write art: word"),
        ("art?: text", ("a.png", ""), "write art?: word"),
        ("art: word", ("a.png", "b.png"), ""),
        ("art: text", ("a.png", "a picture"), ""),
    ],
)
def test_texts_that_are_names_of_pictures_are_told(field: str, cells: tuple[str, str], fix: str) -> None:
    told = Diagnostics()
    source = parse_yaml(f"{{{field}, id: word}}", "game.yaml")
    fields = [parse_field(name, source[name]) for name in source]
    made = build_cards("deck", parse_csv("id,art\n1,{}\n2,{}\n".format(*cells), "c.csv", told), fields, 1, HERE, told)
    check_picture_columns(fields, made, source, told)
    assert [(fault.code, fault.fix) for fault in told] == ([("picture-field", fix)] if fix else [])


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("- {number: 1, c: x}\n- {number: 2, c: x}\n", ["deck 1", "deck 2"]),
        ("- {suit: a, value: 1}\n- {suit: a, value: 2}\n- {suit: b, value: 1}\n", ["deck a 1", "deck a 2", "deck b 1"]),
        (
            "".join(f"- {{name: {name}, n: 1}}\n" for name in "abcdefghijklmnopqrst") + "- {name: t, n: 2}\n",
            [*(f"deck {name}" for name in "abcdefghijklmnopqrs"), "deck t 1", "deck t 2"],
        ),
        ("- {number: 13}\n- {number: 13}\n", ["deck 13", "deck 13 (2)"]),
        ("- {tags: [1]}\n- {tags: [2]}\n", ["deck 1", "deck 2"]),
    ],
)
def test_labels_tell_cards_apart(text: str, labels: list[str]) -> None:
    made = clean(text)
    assert [card.label for card in made] == labels


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- 3\n", "card-mapping@1:3 a card must be a mapping, not 3"),
        ("- {number: 4}\n", "card-range@1:12 number is 4, must be 1 to 3"),
        ("- {number: x}\n", "card-value@1:12 number is “x”, must be 1 to 3"),
        ("- {number: true}\n", "card-value@1:12 number is true, must be 1 to 3"),
        ("- {number: 1, extra: 2}\n", "unknown-key@1:15 unknown key extra"),
        ("- {}\n", "missing-key@1:3 the card has no number"),
        ("- {number: }\n", "card-value@1:12 number is empty"),
        ("- {number: 1, copies: -1}\n", "card-copies@1:23 copies is -1, must be a whole number from 0 to 1000"),
        ("- {number: 1, copies: two}\n", "card-copies@1:23 copies is “two”, must be a whole number from 0 to 1000"),
        (
            "- {each: {number: 1..x}}\n",
            "deck-each@1:19 number must be a range like 3..5 or a list of whole numbers, not “1..x”",
        ),
        ("- {each: [1]}\n", "deck-each@1:10 each must name fields with their values, not a list"),
        ("- {number: 1, each: {number: [1]}}\n", "deck-each@1:22 number is also given beside each"),
        ("- {each: {number: 0..3}}\n", "card-range@1:19 number is 0, must be 1 to 3"),
    ],
)
def test_faults_of_records(text: str, fault: str) -> None:
    assert cards(text, parse_field("number", "1..3"))[1] == [fault]


def test_too_many_combinations_are_a_fault_not_a_hang() -> None:
    made, faults = cards("- each: {a: 1..1000, b: 1..1000, c: 1..1000, d: 1..1000}\n")
    assert made == []
    assert faults == ["deck-large@1:9 the combinations make more than 100,000 cards"]


@pytest.mark.parametrize(
    ("written", "good", "bad"),
    [
        ("1..3", [1, 3], [0, 4, "1", 1.0, True, None]),
        ("integer", [0, -5], [1.5, "x", True]),
        ("number", [1, 1.5], ["1", True]),
        ("text", ["a", ""], [1, None]),
        ("word", ["a"], [1]),
        ("flag", [True, False], ["yes", 1]),
        (["a", 1], ["a", 1], ["b", 2, True]),
        ({"list": "3..8"}, [[3, 4], []], [[9], 3, ["3"]]),
    ],
)
def test_kinds_of_fields(written: object, good: list[object], bad: list[object]) -> None:
    field = parse_field("f", written)
    for value in good:
        field.check(value)
    for value in bad:
        with pytest.raises(Mistake):
            field.check(value)


@pytest.mark.parametrize("kind", FIELD_KINDS)
def test_every_kind_of_field_says_what_it_wants_and_takes_that_alone(kind: str) -> None:
    field = CardField("f", kind, choices=("a",) if kind == "choice" else ())
    given = [1, 1.5, True, "a", ["a"], {"a": 1}]
    wanted = {"a whole number": [1], "a number": [1, 1.5], "a text": ["a"], "true or false": [True], "a list": [["a"]]}
    taken = []
    for value in given:
        with contextlib.suppress(Mistake):
            field.check(value)
            taken.append(value)
    assert taken == wanted[field.expected]


@pytest.mark.parametrize(
    ("written", "value", "what", "fix"),
    [
        ("text", 3, "is 3, must be a text", 'write "3" in quotes'),
        ("word", True, "is true, must be a text", 'write "true" in quotes'),
        ("text", ["a"], "is a list, must be a text", "give it a text"),
        ("list", "a", "is “a”, must be a list", "put it in brackets: [ … ]"),
        ({"list": "1..3"}, 3, "is 3, must be a list", "put it in brackets: [ … ]"),
        ("1..3", "1", "is “1”, must be 1 to 3", "write 1"),
        ("1..3", "9,0", "is “9,0”, must be 1 to 3", "give it 1 to 3"),
        ("integer", "3,0", "is “3,0”, must be a whole number", "write 3"),
        ("integer", 3.0, "is 3.0, must be a whole number", "write 3"),
        ("integer", "3,000", "is “3,000”, must be a whole number", "give it a whole number"),
        ("integer", 2.5, "is 2.5, must be a whole number", "give it a whole number"),
        ("flag", 1, "is 1, must be true or false", "give it true or false"),
        (["a", "b"], ["a"], "is a list, not one of a, b", "use one of: a, b"),
        ("number", None, "is empty", "give it a number"),
    ],
)
def test_what_is_said_of_a_value_that_a_field_does_not_take(
    written: object, value: object, what: str, fix: str
) -> None:
    with pytest.raises(Mistake) as mistake:
        parse_field("f", written).check(value)
    assert (mistake.value.what, mistake.value.fix) == (what, fix)


def test_a_choice_is_written_as_its_words() -> None:
    with pytest.raises(Mistake, match="a field is a range"):
        parse_field("f", "choice")


def test_a_field_with_a_question_mark_may_be_left_out() -> None:
    made, faults = cards("- {a: 1}\n- {a: 2, note: x}\n", parse_field("a", "integer"), parse_field("note?", "text"))
    assert faults == []
    assert made == [{"a": 1, "note": None}, {"a": 2, "note": "x"}]


def test_cards_written_twice_are_told_once_with_their_lines() -> None:
    _, faults = cards("- {a: 1}\n- {a: 2, copies: 3}\n- {a: 1}\n- {a: 1}\n- {a: 2}\n- {a: 3}\n")
    assert faults == ["cards-repeated@3:3 cards are written more than once: in lines 1, 3, 4; 2, 5"]
    assert cards("- {each: {a: 1..3}}\n- {a: 3, copies: 2}\n")[1] == []  # one more of the combinations
    assert cards("- {a: 1, copies: 2}\n- {a: 2}\n- {a: '1'}\n")[1] == []


def test_a_misspelt_key_is_told_and_not_that_its_field_is_missing() -> None:
    number, name = (CardField(name=name, kind="word", optional=False) for name in ("number", "name"))
    _, faults = cards("- {nmber: a, name: b}\n- {other: a, name: b}\n", number, name)
    assert faults == [
        "unknown-key@1:4 unknown key nmber",
        "missing-key@2:3 the card has no number",
        "unknown-key@2:4 unknown key other",
    ]


def test_turns_make_a_card_for_each_turn() -> None:
    made, faults = cards("- {name: Bend, turns: 4, copies: 2}\n- {name: Start}\n", parse_field("name", "text"))
    assert faults == []
    assert made == [{"name": "Bend", "turn": turn} for turn in (0, 90, 180, 270)] + [{"name": "Start", "turn": 0}]
    _, faults = cards("- {name: Bend, turns: 5}\n- {name: Fork, turn: 3, turns: 2}\n")
    assert [fault.partition(",")[0] for fault in faults] == [
        "card-value@1:23 turns is 5", "card-value@2:22 turn is a field of cards with turns:"
    ]  # fmt: skip


def test_a_text_that_uses_a_column_without_a_field_says_so(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv"),
            "data/small/cards.csv": "number,colour,Cost\n1,red,2\n",
            "templates/small/face.yaml": FACE.replace("card.number", "card.Cost"),
        }
    )
    (fault,) = [d for d in build_project(root).diagnostics if d.code == "undefined-name"]
    assert fault.fix == "the table has a column Cost: name it in fields:"


def test_copies_may_be_in_a_column_of_another_name(write_project: WriteProject) -> None:
    def sizes(copies: str, cards: str = "cards: cards.csv", fields: str = "") -> tuple[list[int], list[str]]:
        game = f"title: Small\nplayers: 2\ndecks:\n  numbers: {{{cards}, template: small/face, {fields}copies: {copies}}}\n"
        root = write_project(
            {"data/small/game.yaml": game, "data/small/cards.csv": "number,No of cards\n1,2\n2,\n3,0\n"}
        )
        told = Diagnostics()
        made = load_game(Files(root), Templates(Files(root)), "small", told)
        return [c.copies for c in made.decks["numbers"].cards] if made else [], [f"{d.code}: {d.fix}" for d in told]

    assert sizes("No of cards") == sizes("No of cards", fields="fields: {number: 1..9}, ") == ([2, 1, 0], [])
    (renamed,) = sizes("No of cards", fields="fields: {number: 1..9, no of chars: text}, ")[1]
    assert renamed.startswith("missing-key: add no of chars, a text")  # and the column of copies is not taken for it
    assert sizes("No of card") == ([], ["card-copies: did you mean No of cards?"])
    assert sizes("Count", "cards: [{number: 1}]") == ([], ["card-copies: write copies: 2, or copies: in each card"])
    (fault,) = sizes('""')[1]
    assert fault.startswith("wrong-value: write copies: 2")
