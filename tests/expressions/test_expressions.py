"""Expressions: values and filters, texts with expressions in them, faults with names; and no way out of the sandbox."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.codes import Code
from pnp.expressions import (
    BASE_SCOPE,
    LONGEST_TEXT,
    MAX_STEPS,
    ExpressionError,
    compile_expression,
    compile_text,
    plural_texts,
    show,
    sides_of_comparison,
)
from pnp.expressions.analysis import names_read

CARDS = [
    {"label": "one", "number": 1, "colour": "red", "tags": ["a", "b"]},
    {"label": "two", "number": 2, "colour": "blue", "tags": ["b"]},
    {"label": "three", "number": 3, "colour": "red", "tags": []},
]
SCOPE: dict[str, Any] = {
    **BASE_SCOPE,
    "language": "en",
    "card": {"number": 3, "name": "Hen", "colours": ["red", "blue"], "empty": None, "items": "its own"},
    "decks": {"numbers": CARDS},
    "hand": 5,
    "half": 2.5,
    "ngettext": lambda one, many, n: (one if n == 1 else many).replace("{n}", str(n)),
}


def value(source: str, **more: Any) -> Any:
    return compile_expression(source)({**SCOPE, **more})


def text(source: str, **more: Any) -> Any:
    return compile_text(source)({**SCOPE, **more})


def fault(source: str, **more: Any) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        text(source, **more)
    return caught.value


# --- values


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("hand + 1", 6),
        ("hand / 2", 2.5),
        ("hand // 2", 2),
        ("hand % 2", 1),
        ("2 ** 10", 1024),
        ("-hand", -5),
        ("hand > 3 and not hand == 4", True),
        ("3 <= hand < 6", True),
        ("'a' ~ hand ~ 'b'", "a5b"),
        ("card.name", "Hen"),
        ("card['name']", "Hen"),
        ("card.colours[1]", "blue"),
        ("card.colours[-1]", "blue"),
        ("card.colours[:1]", ["red"]),
        ("card.items", "its own"),
        ("{'a': 1}.a", 1),
        ("{'a': 1}.get('b', 7)", 7),
        ("{'a': 1, 'b': 2}.values()|list", [1, 2]),
        ("[1, 2] + [3]", [1, 2, 3]),
        ("'ab' * 3", "ababab"),
        ("'yes' if hand > 3 else 'no'", "yes"),
        ("'e' in card.name", True),
        ("range(3)|list", [0, 1, 2]),
        ("range(2, 8, 3)|list", [2, 5]),
        ("card.name.upper()", "HEN"),
        ("'a b'.split()", ["a", "b"]),
        ("card.name.startswith('H')", True),
        ("true", True),
        ("none is none", True),
        ("hand is odd", True),
        ("missing is defined", False),
        ("card.nope is defined", False),
        ("none|default('x')", "x"),
        ("''|default('x')", "x"),
        ("0|default('x')", 0),
        ("0|default('x', true)", "x"),
        ("false|d('x')", False),
        ("card.nope|default('x')", "x"),
        ("decks.numbers|length", 3),
    ],
)  # fmt: skip
def test_values(source: str, expected: Any) -> None:
    assert value(source) == expected
    assert type(value(source)) is type(expected)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("(-3)|abs", 3),
        ("'hEN'|capitalize", "Hen"),
        ("'the iPad'|capital", "The iPad"),
        ("[1, 2]|count", 2),
        ("none|d('x', true)", "x"),
        ("{'b': 1, 'a': 2}|dictsort|map('first')|list", ["a", "b"]),
        ("[4, 5]|first", 4),
        ("[4, 5]|last", 5),
        ("'2.5'|float", 2.5),
        ("'7'|int", 7),
        ("2.9|int", 2),
        ("'x'|int(9)", 9),
        ("{'a': 1}|items|list", [("a", 1)]),
        ("'abc'|length", 3),
        ("'ABC'|lower", "abc"),
        ("'abc'|upper", "ABC"),
        ("'a b'|title", "A B"),
        ("' a '|trim", "a"),
        ("decks.numbers|map(attribute='number')|list", [1, 2, 3]),
        ("['a', 'b']|map('upper')|list", ["A", "B"]),
        ("[3, 9, 2]|max", 9),
        ("[3, 9, 2]|min", 2),
        ("[1, 2, 3]|reject('odd')|list", [2]),
        ("[1, 2, 3]|select('odd')|list", [1, 3]),
        ("decks.numbers|selectattr('colour', 'eq', 'red')|map(attribute='number')|list", [1, 3]),
        ("decks.numbers|rejectattr('colour', 'eq', 'red')|map(attribute='number')|list", [2]),
        ("decks.numbers|groupby('colour')|map('first')|list", ["blue", "red"]),
        ("[1, 2, 3]|reverse|list", [3, 2, 1]),
        ("2.567|round(1)", 2.6),
        ("[3, 1, 2]|sort", [1, 2, 3]),
        ("decks.numbers|sort(attribute='number', reverse=true)|map(attribute='label')|list", ["three", "two", "one"]),
        ("5|string", "5"),
        ("[1, 2, 3]|sum", 6),
        ("decks.numbers|sum(attribute='number')", 6),
        ("[1, 2, 1]|unique|list", [1, 2]),
        ("[1, 2]|join(', ')", "1, 2"),
        ("decks.numbers|join('-', attribute='label')", "one-two-three"),
        ("21|words", "twenty-one"),
        ("3|ordinal", "3rd"),
        ("3|ordinal_words", "third"),
        ("'Ann'|form('gen')", "Ann"),
        ("'Ann'|gendered(f='{} is here')", "Ann is here"),
        ("12345|number", "12,345"),
        ("['a', 'b', 'c']|listed", "a, b and c"),
        ("['a', 'b']|listed('or')", "a or b"),
        ("decks.numbers|counts('colour')", {"red": 2, "blue": 1}),
        ("decks.numbers|counts('tags')", {"a": 1, "b": 2}),
        ("decks.numbers|having('tags', 'b')|map(attribute='number')|list", [1, 2]),
        ("[1, 2, 1, 1]|duplicates", [1]),
        ("[1, 2]|lacking([1, 2, 3])", [3]),
        ("[1, 1, 2, 2, 2, 1]|longest_run", 3),
        ("[]|longest_run", 0),
        ("'red 9'|named", "red 9"),
    ],
)  # fmt: skip
def test_every_filter(source: str, expected: Any) -> None:
    assert value(source) == expected


def test_every_filter_that_is_offered_is_tested_here() -> None:
    from pnp.expressions.evaluate import SANDBOX

    marks = next(m for m in test_every_filter.pytestmark if m.name == "parametrize")  # type: ignore[attr-defined]
    tested = {word for source, _ in marks.args[1] for word in source.replace("|", " | ").replace("(", " ").split()}
    offered = {name for name in SANDBOX.filters if not name.startswith("_")}
    assert offered - tested <= {"default", "list"}


def test_numbers_follow_the_language() -> None:
    assert value("21|words('f')", language="fr") == "vingt et une"
    assert value("1|ordinal", language="fr") == "1er"
    assert value("['a', 'b']|listed", language="fr") == "a et b"
    assert value("['a', 'b', 'c']|listed", language="en_US") == "a, b, and c"
    assert value("[17, 18, 19]|listed", language="he") == "17, 18 ו-19"
    assert value("['אב', 'גד']|listed", language="he") == "אב וגד"
    assert value("[18, 19]|listed('or')", language="he") == "18 או 19"
    assert value("2.5|number", language="fr") == "2,5"


@given(st.integers() | st.text() | st.lists(st.integers()) | st.booleans())
def test_a_text_that_is_one_expression_gives_its_value(given: Any) -> None:
    assert text("{{ x }}", x=given) == given


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("plain", "plain"),
        ("", ""),
        ("{{ hand }} cards", "5 cards"),
        ("{{ hand }}{{ hand }}", "55"),
        ("{{ '}}' }}!", "}}!"),
        ('{{ "{{" }}!', "{{!"),
        ("{{ 4 / 2 }} x", "2 x"),
        ("{{ half }} x", "2.5 x"),
        ("{{ {'a': {'b': 1} }['a']['b'] }} x", "1 x"),
        ("{% if hand > 3 %}many{% else %}few{% endif %}", "many"),
        ("{% for c in card.colours %}{{ c }}{% if not loop.last %}, {% endif %}{% endfor %}", "red, blue"),
        ("{% set n = hand * 2 %}{{ n }}", "10"),
        ("{# a note #}{% if true %}x{% endif %}", "x"),
        ("{{ ngettext('{n} card', '{n} cards', hand) }}", "5 cards"),
    ],
)  # fmt: skip
def test_texts(source: str, expected: str) -> None:
    assert text(source) == expected


def test_an_expression_used_twice_gives_each_scope_its_own_value() -> None:
    double = compile_expression("n * 2")
    assert [double({"n": n}) for n in (1, 2, 3)] == [2, 4, 6]
    looped = compile_text("{% for a in range(n) %}{{ a }}{% endfor %}")
    assert [looped({**SCOPE, "n": n}) for n in (1, 3)] == ["0", "012"]


@pytest.mark.parametrize(
    ("given", "shown"), [(3, "3"), (3.0, "3"), (-0.5, "-0.5"), ("x", "x"), (True, "True"), ([1], "[1]")]
)
def test_values_as_text(given: Any, shown: str) -> None:
    assert show(given) == shown


# --- faults


@pytest.mark.parametrize(
    ("source", "code", "says", "fix"),
    [
        ("{{ handd }}", "undefined-name", "handd is not defined", "did you mean hand?"),
        ("{{ card.nmber }}", "undefined-name", "there is no nmber in these", "did you mean number?"),
        ("{{ card.colours[7] }}", "undefined-name", "there is no 7 in a list", ""),
        ("{{ card.nope.deep }}", "undefined-name", "there is no nope", ""),
        ("{{ card.nope + 1 }}", "undefined-name", "there is no nope", ""),
        ("{{ card.nmber|int }}", "undefined-name", "there is no nmber in these", "did you mean number?"),
        ("{{ handd|float(5) }}", "undefined-name", "handd is not defined", "did you mean hand?"),
        ("x{{ card.empty }}", "undefined-name", "the value is empty", "|default"),
        ("{{ nope() }}", "undefined-name", "nope is not defined", ""),
        ("{% for x in nope %}{% endfor %}", "undefined-name", "nope is not defined", ""),
        ("{% if nope %}{% endif %}", "undefined-name", "nope is not defined", ""),
        ("{% if true %}{{ nope }}{% endif %}", "undefined-name", "nope is not defined", ""),
        ("{{ hand|nosuch }}", "expression-syntax", "No filter named 'nosuch'", ""),
        ("{{ hand|wrods }}", "expression-syntax", "No filter named 'wrods'", "did you mean words?"),
        ("{{ hand is nosuch }}", "expression-syntax", "No test named 'nosuch'", ""),
        ("{{ hand|size }}", "expression-syntax", "No filter named 'size'", "write length"),
        ("{{ len(card.colours) }}", "undefined-name", "len is not defined", "write VALUE|length"),
        ("{{ max(card.colours) }}", "undefined-name", "max is not defined", "write VALUE|max"),
        ("{{ [card]|map('points')|list }}", "expression-syntax", "No filter", "write map(attribute='points')"),
        ("{{ hand + }}", "expression-syntax", "", ""),
        ("{{ hand && 1 }}", "expression-syntax", "unexpected char '&'", "write and"),
        ("{{ hand || 1 }}", "expression-syntax", "| is where", "write or"),
        ("{{ !hand }}", "expression-syntax", "unexpected char '!'", "write not"),
        ("{{ hand = 5 }}", "expression-syntax", "", "write == to compare"),
        ("{{ hand === 5 }}", "expression-syntax", "", "write == or !="),
        ("{{ hand => 5 }}", "expression-syntax", "", "write <= or >="),
        ("{{ hand <> 5 }}", "expression-syntax", "", "write !="),
        ("{{ hand > 5 ? 1 : 2 }}", "expression-syntax", "", "write VALUE if CONDITION else OTHER"),
        ("{{ hand", "expression-syntax", "{{ without its }}", "close it"),
        ("hand }}", "expression-syntax", "}} without its {{", "open it"),
        ("{% if hand %}", "expression-syntax", "{% if … %} is not closed", "write {% endif %} after it"),
        ("{% if hand %}{% endfor %}", "expression-syntax", "is inside {% if … %}", "write {% endif %} before it"),
        ("{% else %}", "expression-syntax", "{% else %} has nothing to belong to", "delete it"),
        ("{% fo x %}", "expression-syntax", "{% fo %} is unknown", "write if, for or set"),
        ("{{ (hand }}", "expression-syntax", "a bracket is not closed", "close each bracket"),
        ("{{ 1 / 0 }}", "expression", "division by zero", ""),
        ("{{ 'a' + 1 }}", "expression", "", ""),
        ("{{ 'x'|words }}", "expression", "", ""),
        ("x{{ 'a'.upper }}", "expression", "the value is a function", "call it"),
        ("x{{ range }}", "expression", "the value is a function", "call it"),
        ("{{ hand.bit_length() }}", "expression-unsafe", "bit_length of a number is not available", ""),
    ],
)  # fmt: skip
def test_faults(source: str, code: str, says: str, fix: str) -> None:
    found = fault(source)
    assert found.code == code
    assert says in found.what
    assert fix in found.fix


@pytest.mark.parametrize("source", ["Why? && {{ hand + }}", "{{ [1]|sum(start=2) + }}", "{{ '=' + }}"])
def test_signs_beside_the_fault_are_no_fix(source: str) -> None:
    assert fault(source).fix == ""


@pytest.mark.parametrize("half", ["\\ud800", "a\\ud83d b", "\\udfff"])
def test_half_of_a_character_is_refused(half: str) -> None:
    assert "half of a character" in fault(f"{{{{ '{half}' }}}}").what


@pytest.mark.parametrize("whole", ["a", "\ud7ff", "\ue000", "\U0001f336"])
def test_whole_characters_are_taken(whole: str) -> None:
    assert value(f"'{whole}'") == whole


# --- the sandbox

ESCAPES = [
    # classes and subclasses
    "{{ ''.__class__ }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ [].__class__.__base__ }}",
    "{{ {}.__class__ }}",
    "{{ (1).__class__.__bases__ }}",
    "{{ ''['__class__'] }}",
    "{{ ''['__cla' ~ 'ss__'] }}",
    "{{ ''|attr('__class__') }}",
    "{{ []|map(attribute='__class__')|list }}{{ ['x']|map(attribute='__class__')|list }}",
    "{{ ['x']|map('attr', '__class__')|list }}",
    "{{ ['x']|selectattr('__class__')|list }}",
    "{{ ['x']|groupby('__class__') }}",
    "{{ ['x']|sum(attribute='__class__') }}",
    "{{ ['x']|sort(attribute='__class__.__name__') }}",
    "{{ ['x']|unique(attribute='__class__')|list }}",
    "{{ ['x']|max(attribute='__class__') }}",
    "{{ ['x']|join(attribute='__class__') }}",
    "{{ ['x']|counts('__class__') }}",
    "{{ ['x']|having('__class__', 1) }}",
    # globals of functions and objects at hand
    "{{ range.__globals__ }}",
    "{{ ngettext.__globals__['sys'] }}",
    "{{ ngettext.__code__ }}",
    "{{ self.__init__.__globals__ }}",
    "{{ self._TemplateReference__context }}",
    "{{ cycler.__init__.__globals__.os }}",
    "{{ joiner.__init__ }}",
    "{{ namespace.__init__ }}",
    "{{ lipsum.__globals__ }}",
    "{{ dict.__base__ }}",
    "{{ config }}",
    "{{ request.application }}",
    "{% for x in [1] %}{{ loop.__class__ }}{% endfor %}",
    "{% for x in [1] %}{{ loop._iterator }}{% endfor %}",
    "{% for x in [1] %}{{ loop.cycle('a') }}{% endfor %}",
    "{{ card.__class__ }}",
    "{{ card.keys.__self__ }}",
    "{{ card.update({'a': 1}) }}",
    "{{ card.pop('name') }}",
    "{{ card.colours.append('green') }}",
    "{{ card.colours.clear() }}",
    "{{ missing.__class__ }}",
    "{{ (x for x in []) }}",
    # formatting
    "{{ '{0.__class__}'.format('x') }}",
    "{{ '{0.__class__}'.format_map({}) }}",
    "{{ 'x'.join.__class__ }}",
    "{{ '%s' % 'x' }}",
    "{{ '%999999999d' % 1 }}",
    "{{ '%s'|format('x') }}",
    "{{ 'x'.encode() }}",
    "{{ 'x'.center(999999999) }}",
    "{{ 'x'.ljust(999999999) }}",
    "{{ 'x'|center(999999999) }}",
    "{{ 'x'|indent(999999999) }}",
    "{{ 'x'|wordwrap(1) }}",
    "{{ 'x'.replace('x', 'y' * 10) }}",
    # statements
    "{% macro f() %}{% endmacro %}",
    "{% call f() %}{% endcall %}",
    "{% import 'x' as y %}",
    "{% from 'x' import y %}",
    "{% include '/etc/passwd' %}",
    "{% extends 'x' %}",
    "{% block a %}{% endblock %}",
    "{% filter upper %}x{% endfilter %}",
    "{% set x %}{% for n in [1] %}a{% endfor %}{% endset %}{{ x }}",
    "{% with a = 1 %}{% endwith %}",
    "{% for a in [[1]] recursive %}{{ loop(a) }}{% endfor %}",
    "{% do card.clear() %}",
    "{% autoescape true %}{% endautoescape %}",
    "{% set card.name = 'x' %}",
]  # fmt: skip


@pytest.mark.parametrize("source", ESCAPES)
def test_every_way_out_is_refused(source: str) -> None:
    before = repr(SCOPE["card"])
    assert fault(source).code in ("expression-unsafe", "expression-syntax", "undefined-name")
    assert repr(SCOPE["card"]) == before


def test_the_list_of_escapes_is_long_and_no_one_is_listed_twice() -> None:
    assert len(set(ESCAPES)) == len(ESCAPES) >= 25


BOMBS = [
    "{{ 'x' * 999999999 }}",
    "{{ 999999999 * 'x' }}",
    "{{ [1] * 999999999 }}",
    "{{ ('x' * 90000) * 90000 }}",
    "{{ ('x' * 90000) + ('x' * 90000) }}",
    "{{ ('x' * 90000) ~ ('x' * 90000) }}",
    "{{ 9 ** 9 ** 9 }}",
    "{{ 9 ** 999999999 }}",
    "{{ 99999999 ** 60 }}",
    "{{ (9 ** 60) ** 60 }}",
    "{{ range(999999999)|list }}",
    "{{ range(100001) }}",
    "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "{% for a in range(99999) %}{{ 'xxxxxxxxxxxxxxxxxxxx' }}{% endfor %}",
    "{% for a in range(9999) %}{% set x = range(9999)|list %}{% endfor %}",
    "{% for a in range(9999) %}{{ range(99999)|sum }}{% endfor %}",
    "{% for a in range(9999) %}{{ range(99999)|join }}{% endfor %}",
    "{% for a in range(9999) %}{{ range(99999)|map('string')|list|length }}{% endfor %}",
    "{% for a in range(9999) %}{{ range(99999)|sort }}{% endfor %}",
    "{% for a in range(9999) %}{{ 5 in range(99999)|list }}{% endfor %}",
    "{{ range(300)|map('string')|map('list')|sum(start=[]) }}{{ ['x' * 99999]|map('list')|map('join', 'x' * 99999)|list }}",
    "x{{ ['x' * 9000] * 9000 }}",
    "{% set big = range(99999)|list %}{% for a in range(99999) %}{{ a in big }}{% endfor %}",
    "{% set big = range(99999)|list %}{% for a in range(99999) %}{{ (big + [a])|length }}{% endfor %}",
    "{% set big = 'x ' * 40000 %}{% for a in range(99999) %}{{ big.split()|length }}{% endfor %}",
    "{% set big = 'x ' * 40000 %}{% for a in range(99999) %}{{ (big|upper)|length }}{% endfor %}",
    "{{ ([['x' * 9000] * 9000] * 9000)|string }}",
    "{{ (['x' * 90000] * 90000)|join }}",
    "{{ (['x' * 90000] * 90000)|listed }}",
    "{{ (['x' * 9999] * 90000)|sort|unique|list|string }}",
    "{{ ('x' * 99999).split('x')|join('x' * 99999) }}",
    "{{ ('ab' * 40000)|upper ~ ('ab' * 40000) }}",
    "{{ (10 ** 60)|words * 99999 }}",
    "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
    "{{ " + "[" * 2000 + "]" * 2000 + " }}",
    "{{ " + "1 + " * 20000 + "1 }}",
    "{{ " + "not " * 5000 + "1 }}",
    "{{ " + "-" * 5000 + "1 }}",
    "{{ 1" + "|abs" * 5000 + " }}",
]  # fmt: skip


@pytest.mark.parametrize("source", BOMBS, ids=lambda source: source[:60])
@pytest.mark.timeout(20)  # without limits most of them would take hours
def test_every_bomb_is_refused(source: str) -> None:
    found = fault(source)
    assert found.code in ("expression-limit", "expression-syntax", "expression")
    assert len(found.what) < 300


def test_work_just_below_the_limits_is_done() -> None:
    assert value(f"range({MAX_STEPS})|length") == MAX_STEPS
    assert len(value(f"'x' * {LONGEST_TEXT}")) == LONGEST_TEXT
    assert text("{% for a in range(300) %}{% for b in range(300) %}{% endfor %}{% endfor %}done") == "done"


def test_the_limit_counts_anew_for_each_evaluation() -> None:
    loop = compile_text("{% for a in range(60000) %}{% endfor %}ok")
    assert [loop(SCOPE) for _ in range(3)] == ["ok"] * 3


@given(st.text("{}%|.()[]'\"_ab1 +*~#-", max_size=40))
def test_any_text_gives_a_value_or_a_fault(source: str) -> None:
    with contextlib.suppress(ExpressionError):
        compile_text(source)(SCOPE)


# --- reading sources


@pytest.mark.parametrize(
    ("source", "sides"),
    [
        ("decks.numbers|length == 3", ("decks.numbers|length", "3")),
        ("a >= b", ("a", "b")),
        ("a['x<y'] < (b > c)", ("a['x<y']", "(b > c)")),
        ("card.name in names", ("card.name", "names")),
        ("a == b and c == d", ()),
        ("a|length", ()),
        ("within.x", ()),
    ],
)
def test_sides_of_a_comparison(source: str, sides: tuple[str, ...]) -> None:
    assert sides_of_comparison(source) == sides


@pytest.mark.parametrize(
    ("source", "names", "keys", "whole"),
    [
        ("table.hands", "table", "table.hands", ""),
        ("table['hands'][0]|length <= hand", "table hand", "table.hands", "hand"),
        ("a.x + b.y + a.x + a.z", "a b", "a.x b.y a.z", ""),
        ("a[b.x].c", "a b", "b.x", "a"),
        ("a.get('x')", "a", "", "a"),
        ("a[0]", "a", "", "a"),
        ("'a.x' ~ \"options\"", "", "", ""),
        ("(a.x|last).y if a.z is number else [a.w]|map(attribute='v')", "a", "a.z a.x a.w", ""),
        ("a.x +", "", "", ""),
    ],
)
def test_what_an_expression_reads(source: str, names: str, keys: str, whole: str) -> None:
    found = names_read(source)
    assert found.names == set(names.split())
    assert [f"{name}.{key}" for name, key in found.keys] == keys.split()
    assert found.whole == set(whole.split())


def test_plural_forms_are_found_in_texts_and_bare_expressions() -> None:
    assert plural_texts("You have {{ ngettext('one card', '{n} cards', hand) }}.") == [("one card", "{n} cards")]
    assert plural_texts("ngettext('a', 'b', n)") == [("a", "b")]
    assert plural_texts("{{ ngettext(x, 'b', n) }} {{ ngettext('a' }}") == []
    assert plural_texts("nothing") == []


@pytest.mark.parametrize(
    "source",
    [
        "('9'*4000)|int * ('9'*4000)|int",
        "('9'*4000)|int",
        "1e308 * 10",
        "'inf'|float",
        "10**60 * 10**60 * 10**60 * 10**60 * 10**60 * 10**60",
    ],
)
def test_a_number_that_cannot_be_printed_is_an_error(source: str) -> None:
    for compiled in (compile_expression(source), compile_text(f"no. {{{{ {source} }}}}")):
        with pytest.raises(ExpressionError, match="number becomes too large") as error:
            compiled({})
        assert error.value.code == Code.EXPRESSION_LIMIT


@pytest.mark.parametrize("source", ["[1,2]|map('string')", "[1,2]|reverse", "[1,2]|select", "[1,1]|unique"])
def test_what_a_filter_gives_is_a_list_that_prints_the_same_each_time(source: str) -> None:
    assert isinstance(compile_expression(source)({}), list)
    assert compile_text(f"x {{{{ [{source}] }}}}")({}).startswith("x [[")


def test_no_address_of_a_function_is_printed() -> None:
    with pytest.raises(ExpressionError, match="function"):
        compile_text("x {{ [''.upper] }}")({})


@pytest.mark.parametrize("body", ["{% if x == x %}{% endif %}", "{{ 'a' if x == y }}", "{{ x[1:]|length }}"])
def test_comparing_and_slicing_long_lists_in_a_loop_costs_the_budget(body: str) -> None:
    source = f"{{% for n in range(90000) %}}{body}{{% endfor %}}"
    with pytest.raises(ExpressionError, match="goes through more than"):
        compile_text(source)({"x": [1] * 99_999, "y": [1] * 99_999, "range": range})
