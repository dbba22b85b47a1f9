"""YAML 1.2 scalars, places of everything, and what is refused."""

from __future__ import annotations

import contextlib

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.diagnostics import Fault, Place
from pnp.project.tree import Map, Seq, locate, parse_yaml


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("off", "off"),
        ("NO", "NO"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-12", -12),
        ("+3", 3),
        ("0", 0),
        ("0o14", 12),
        ("0x1F", 31),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1.", 1.0),
        ("-", "-"),
        ("2024-01-31", "2024-01-31"),
        ("3P", "3P"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("=", "="),
        ("1..5", "1..5"),
    ],
)
def test_scalars(written: str, value: object) -> None:
    if written == "-":
        written = "'-'"
    found = parse_yaml(f"a: {written}\n", "f.yaml")["a"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: 1\nb: 2\na: 3\n", "yaml-duplicate", Place("f.yaml", 3, 1)),
        ("a: 007\n", "yaml-leading-zero", Place("f.yaml", 1, 4)),
        ("a: " + "1" * 5000, "yaml-number", Place("f.yaml", 1, 4)),
        ("a: 0x" + "f" * 5000, "yaml-number", Place("f.yaml", 1, 4)),
        ("a: !mine x\n", "yaml-tag", Place("f.yaml", 1, 4)),
        ("a: !!python/object:os.system {}\n", "yaml-tag", Place("f.yaml", 1, 4)),
        ("a: *b\n", "yaml-alias", Place("f.yaml", 1, 4)),
        ("a: &x {b: 1}\nc: {<<: *x}\n", "yaml-merge", Place("f.yaml", 2, 5)),
        ("? [a, b]\n: 1\n", "yaml-key", Place("f.yaml", 1, 3)),
        ("a: 1\n---\nb: 2\n", "yaml-documents", Place("f.yaml", 2, 1)),
        ("a: {b: [1, 2\n", "yaml-syntax", Place("f.yaml", 2, 1)),
        ("a: b: c\n", "yaml-syntax", Place("f.yaml", 1, 5)),
        ("size:poker\nb: 1\n", "yaml-syntax", Place("f.yaml", 1, 5)),
        ("a: 1\nb:\n  - size:poker\n    c: 1\n", "yaml-syntax", Place("f.yaml", 3, 9)),
        ("a:\n\t- b\n", "yaml-syntax", Place("f.yaml", 2, 1)),
    ],
)
def test_refused(text: str, code: str, place: Place) -> None:
    with pytest.raises(Fault) as caught:
        parse_yaml(text, "f.yaml")
    fault = caught.value.diagnostic
    assert (fault.code, fault.place) == (code, place)


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("a:\n  when: [1, 2]|length == 2\n", "put quotes around the whole text"),
        ("a:\n  when: [1, 2] == x\nb: 3\n", "put quotes around the whole text"),
        ("when: 'x' == y\n", "put quotes around the whole text"),
        ("- {always: [1, 2] == x}\n", "put quotes around the whole text, or a comma before what follows"),
        ("- {when: 'x'  b: 2}\n", "put quotes around the whole text, or a comma before what follows"),
        ("- {always: x in [1, 2]}\n", "close every bracket, and put quotes around a text that has brackets"),
        ("a: [1, 2\n", "close every bracket"),
        ("size:poker\nb: 1\n", "write size: with a space"),
        ("- a\n\t- b\n- c\n\t", "indent with spaces"),
        ("a: 1\n\tb: 2\n", "indent with spaces"),
        ("a: http://x\n b: 2\n", "put quotes around a text that has ': ' in it"),
        ('a: {text: "{{ "x" }}"}\n', "write 'single quotes' in it"),
        ("a: 1\n b: 2\nc: [1]\n  d: 3\n", "put quotes around a text that has ': ' in it"),
        ("a: [1]\n b: 3\n", "begin all keys of a mapping in the same column"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_write(text: str, fix: str) -> None:
    with pytest.raises(Fault) as caught:
        parse_yaml(text, "f.yaml")
    assert caught.value.diagnostic.fix.startswith(fix)


def test_every_key_and_value_knows_its_place() -> None:
    tree = parse_yaml("deck:\n  cards:\n    - {number: 63, colour: green}\n", "f.yaml")
    card = tree["deck"]["cards"][0]
    assert isinstance(card, Map)
    assert isinstance(tree["deck"]["cards"], Seq)
    assert card.place == Place("f.yaml", 3, 7)
    assert card.place_of_key("colour") == Place("f.yaml", 3, 20)
    assert card.place_of("colour") == Place("f.yaml", 3, 28)
    assert locate(tree, ["deck", "cards", 0, "number"]) == Place("f.yaml", 3, 16)
    assert locate(tree, ["deck", "cards", 0, "gone", 3]) == Place("f.yaml", 3, 7)


def test_aliases_are_shared_values() -> None:
    tree = parse_yaml("a: &x [1, 2]\nb: *x\n", "f.yaml")
    assert tree == {"a": [1, 2], "b": [1, 2]}


def test_a_few_aliases_are_fine_and_many_are_not() -> None:
    ten = "a: &a [" + ", ".join(["x"] * 10) + "]\n"
    assert parse_yaml(ten + "b: [" + ", ".join(["*a"] * 900) + "]\n", "f.yaml")["b"][899] == ["x"] * 10
    with pytest.raises(Fault, match="aliases multiply"):
        parse_yaml(ten + "b: [" + ", ".join(["*a"] * 1000) + "]\n", "f.yaml")


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1000, 1000)
    | st.text(st.characters(codec="utf-8", categories=("L", "P", "Z"))).filter(lambda text: text[:1] not in ".+-"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcxyz", min_size=1), inner, max_size=4),
    max_leaves=12,
)


class Quoting(yaml.SafeDumper):
    """Writes every text in quotes: what YAML 1.1 takes for a text (08, 0E0, =) 1.2 may not."""


Quoting.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"'))


@pytest.mark.slow
@given(st.dictionaries(st.text("abcdef", min_size=1), plain, min_size=1))
def test_what_yaml_writes_is_read_back(value: dict[str, object]) -> None:
    assert parse_yaml(yaml.dump(value, Dumper=Quoting, allow_unicode=True), "f") == value


@given(st.text())
def test_any_text_gives_a_value_or_a_fault(text: str) -> None:
    with contextlib.suppress(Fault):
        parse_yaml(text, "f.yaml")
