"""Scripts of Squib: what is written out is understood, what only Ruby can compute is listed."""

from __future__ import annotations

import builtins
import math

import pytest

from pnp.core.diagnostics import Fault
from pnp.extensions.importing.drawn.values import CardChoice, CardNamed, CardTest, CardText, ComputedError, TableColumn
from pnp.extensions.squib.script import SquibDeck, parse_script

NAME = TableColumn("data", "name")


def chosen(values: dict[str, object], otherwise: object = None) -> CardText:
    return CardText((CardChoice(NAME, values, otherwise),))


def deck_of(body: str, before: str = "data = Squib.csv file: 'a.csv'") -> SquibDeck:
    return parse_script(f"{before}\nSquib::Deck.new do\n{body}\nend\n", "deck.rb").decks[0]


@pytest.mark.parametrize(
    ("ruby", "value"),
    [
        ("'it''s'", "its"),
        (r'"a\nb \u00e9"', "a\nb é"),
        (":left", "left"),
        (":'two words'", "two words"),
        ("%w(a b)", ["a", "b"]),
        ("[1, -2.5, nil, true]", [1, -2.5, None, True]),
        ("2..4", [2, 3, 4]),
        ("2...4", [2, 3]),
        ("(3 + 4) * 2 - 1", 13),
        ("7 / 2", 3),
        ("7.0 / 2", 3.5),
        ("Math::PI / 2", math.pi / 2),
        ("WIDE", 825),
        ("'a' + 'b'", "ab"),
        ('"#{WIDE}px"', "825px"),
        ("{'x' => 1, y: 2}['y']", 2),
        ("inches(2.5)", "2.5in"),
        ("%w(a b).map { |x| x.upcase }", ["A", "B"]),
        ("data['name']", CardText((NAME,))),
        ("data.name", CardText((NAME,))),
        ("data['name'].map { |n| \"#{n}.png\" }", CardText((NAME, ".png"))),
        ("data['name'].map { |n| n + '!' }", CardText((NAME, "!"))),
        ("data['name'].map(&:downcase)", CardText((TableColumn("data", "name", ("lower",)),))),
        ("id['Ann']", CardNamed(NAME, "Ann")),
        ("by_name['Ann']", CardNamed(NAME, "Ann")),
        ("{'a' => 1}.values_at(*data['name'])", chosen({"a": 1})),
        ("data['name'].map { |n| {a: 'x', b: 'y'}.fetch(n, 'z') }", chosen({"a": "x", "b": "y"}, "z")),
        ("data['name'].map { |n| {'a' => {up: 'x'}}[n][:up] }", chosen({"a": "x"})),
        ("data['name'].map { |n| n == 'a' ? :red : :blue }", chosen({"a": "red"}, "blue")),
        ("data['name'].map { |n| n.nil? ? nil : \"#{n}.svg\" }", chosen({"": None}, CardText((NAME, ".svg")))),
        ("data['name'].map { |n| \"#{n}.svg\" unless n.nil? }", chosen({"": None}, CardText((NAME, ".svg")))),
        ("data['name'].map { |n| n ? 'x' : '' }", chosen({"": ""}, "x")),
        ("data['name'].map { |n| n || 'none' }", chosen({"": "none"}, CardText((NAME,)))),
        ("data['name'].map { |n| n&.upcase }", CardText((TableColumn("data", "name", ("upper",)),))),
        ("data['name'].map { |n| case n when 'a', 'b' then 1 else 2 end }", chosen({"b": 1, "a": 1}, 2)),
        ("data['name'].map { |n| if n != 'a' then 1 elsif WIDE == 825 then 2 end }", chosen({"a": 2}, 1)),
        ("data['name'].map { |n| !%w(a b).include?(n) ? 1 : 2 }", chosen({"a": 2, "b": 2}, 1)),
        (
            "data['name'].zip(data.kind).map { |n, k| \"#{n} #{k}\" }",
            CardText((NAME, " ", TableColumn("data", "kind"))),
        ),
        ("data.name.each_index.select { |i| data.name[i] == 'a' }", CardTest(NAME, ("a",))),
    ],
)
def test_values(ruby: str, value: object) -> None:
    before = (
        "WIDE = 825\ndata = Squib.csv file: 'a.csv'\n"
        "id = data['name'].each.with_index.inject({}) { |h, (n, i)| h[n] = i; h }\n"
        "by_name = {}\ndata['name'].each_with_index { |n, i| by_name[n] = i }"
    )
    (call,) = deck_of(f"rect x: {ruby}", before).calls
    assert call.options["x"] == value


@pytest.mark.parametrize(
    "ruby",
    [
        "foo",
        "rand(3)",
        "Time.now",
        "x ? 1 : 2",
        "data['name'].map { |n| n > 'a' ? 1 : 2 }",
        "data['name'].map { |n| n.length }",
        "data['name'].map { |n| n.nil? && n == 'a' ? 1 : 2 }",
        "{'a' => rand}.values_at(*data['name'])",
        "data['name'].map { |n| n.gsub(/a/, 'b') }",
        "1 / 0",
        "[1][3]",
        "~1",
        "017",
    ],
)
def test_what_only_ruby_can_compute(ruby: str) -> None:
    (call,) = deck_of(f"rect x: {ruby}, y: 2").calls
    assert isinstance(call.options["x"], ComputedError)
    assert call.options["y"] == 2


def test_loops_over_written_lists_are_unrolled() -> None:
    deck = deck_of("%w(Atk Def).each_with_index do |s, i|\n text str: data[s], layout: s.downcase, x: 10 * i\nend")
    assert [(call.options["layout"], call.options["x"], call.line) for call in deck.calls] == [
        ("atk", 0, 4),
        ("def", 10, 4),
    ]
    assert not deck.left_out


@pytest.mark.parametrize(
    ("loop", "xs"),
    [
        ("{'a' => 1, 'b' => 2}.each { |k, v| rect x: v }", [1, 2]),
        ("[['a', 1], ['b', 2]].each do |k, v|\n rect x: v\nend", [1, 2]),
        ("{'a' => 1}.each_with_index { |(k, v), i| rect x: v + i }", [1]),
        ("%w(a b).each.with_index(1) { |k, i| rect x: i }", [1, 2]),
        ("1.upto(3) { |i| rect x: i }", [1, 2, 3]),
        ("3.downto(2) { |i| rect x: i }", [3, 2]),
        ("(1..2).each { |i| rect x: i }", [1, 2]),
        ("2.times { |i| rect x: i }", [0, 1]),
    ],
)
def test_loops_over_written_values(loop: str, xs: list[int]) -> None:
    deck = deck_of(loop)
    assert ([call.options["x"] for call in deck.calls], deck.left_out) == (xs, [])
    inside = loop.replace("rect x:", "e.svg x:")
    (call,) = deck_of(f"text(str: data.name) do |e|\n{inside}\nend").calls
    assert [icon["x"] for icon in call.icons] == xs


def test_a_deck_may_have_no_block() -> None:
    script = parse_script(
        "d = Squib::Deck.new(cards: 2)\nd.rect x: 1\n[2, 3].each { |x| d.rect x: x }\nd.save_png\n", "d.rb"
    )
    (deck,) = script.decks
    assert ([call.options["x"] for call in deck.calls], len(deck.saves)) == ([1, 2, 3], 1)
    assert script.left_out == deck.left_out == []


def test_a_block_that_changes_cells_is_listed() -> None:
    script = parse_script("data = Squib.csv(file: 'a.csv') do |col, v|\n v.to_s\nend\n", "d.rb")
    assert script.tables["data"].file == "a.csv"
    assert script.left_out == [
        "d.rb:1: Squib.csv(file: 'a.csv') do |col, v| (the block is not run: the cells are as in the file)"
    ]


def test_columns_may_be_changed_and_variables_used_again() -> None:
    script = parse_script(
        "d = Squib.csv file: 'a.csv'\nSquib::Deck.new(cards: d.nrows) do\n d['f'] = d['n'].map { |n| \"#{n}.svg\" }\n"
        " svg file: d['f']\nend\nd = Squib.xlsx file: 'b.xlsx', sheet: 2, explode: 'N'\n"
        "deck = Squib::Deck.new(cards: d['x'].size) { text str: d['f'] }\n",
        "deck.rb",
    )
    first, second = script.decks
    assert first.calls[0].options["file"] == CardText((TableColumn("d", "n"), ".svg"))
    assert second.calls[0].options["str"] == CardText((TableColumn("d'", "f"),))
    assert [list(deck.tables) for deck in script.decks] == [["d"], ["d'"]]
    assert (script.tables["d'"].file, script.tables["d'"].sheet, script.tables["d'"].explode) == ("b.xlsx", 2, "N")


def test_blocks_of_builds_are_read_if_they_are_enabled() -> None:
    body = "build :print do\n rect x: 1\nend\nbuild(:web) do\n rect x: 2\nend\nbuild(:proofs) do\n cut_zone\nend"
    deck = deck_of(body, "")
    assert not deck.calls
    assert deck.left_out == [
        "deck.rb:3: build :print do (the script does not enable it)",
        "deck.rb:6: build(:web) do (the script does not enable it)",
    ]
    assert [call.options for call in deck_of(f"enable_build :web\n{body}", "").calls] == [{"x": 2}]


def test_what_would_draw_is_listed_with_its_line() -> None:
    script = parse_script(
        "if ENV['x']\n bg = 'red'\nend\ndef art\n svg file: 'a.svg'\nend\nputs 'hi'\nSquib::Deck.new do\n"
        " background color: bg\n grid width: 5\n art\n rect x: 3 if ENV['x']\n case 1\n when 2 then 3\n end\nend\n",
        "deck.rb",
    )
    (deck,) = script.decks
    assert script.left_out == [
        "deck.rb:1: if ENV['x'] (only Ruby can compute it)", "deck.rb:4: def art (a method of the script)"
    ]  # fmt: skip
    assert deck.left_out == [
        "deck.rb:10: grid width: 5 (pnp has no grid)",
        "deck.rb:11: art (no method of Squib that pnp knows)",
        "deck.rb:12: rect x: 3 if ENV['x'] (only Ruby can tell when it is drawn)",
        "deck.rb:13: case 1 (only Ruby can compute it)",
    ]
    assert isinstance(deck.calls[0].options["color"], ComputedError)


def test_a_table_that_ruby_changes_is_taken_as_it_is() -> None:
    script = parse_script(
        "data = Squib.csv file: 'a.csv'\ndata = explode(data)\nmore = tidy(Squib.csv(file: 'b.csv'))\n", "d.rb"
    )
    assert [table.file for table in script.tables.values()] == ["a.csv", "b.csv"]
    assert script.left_out == [
        "d.rb:2: data = explode(data) (the table is taken as it is in its file)",
        "d.rb:3: more = tidy(Squib.csv(file: 'b.csv')) (the table is taken as it is in its file)",
    ]


@pytest.mark.parametrize(
    ("body", "left_out"),
    [
        ("rect x: 1\ntext str: 'a' x: 2\nrect x: 2\nend", ["d.rb:3: text str: 'a' x: 2 (a mistake in Ruby)"]),
        ("rect x: 1\ntext str: 'a\nrect x: 2\nend", ["d.rb:3: text str: 'a (a mistake in Ruby)"]),
        ("rect x: 1\nrect x: 2", ["d.rb:3: end is missing (a mistake in Ruby)"]),
    ],
)
def test_a_line_with_a_mistake_is_listed_and_the_rest_is_read(body: str, left_out: list[str]) -> None:
    script = parse_script(f"Squib::Deck.new do\n{body}\n", "d.rb")
    assert script.left_out == left_out
    assert [call.options["x"] for call in script.decks[0].calls] == [1, 2]


def test_two_mistakes_are_not_mended() -> None:
    script = parse_script("Squib::Deck.new do\n  text str: 'a' x: 1\n  rect y: 1 x: 2\nend\n", "d.rb")
    assert script.left_out[0].endswith("(a mistake in Ruby)")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "Squib::Deck.new do\n" + "2.times do |i|\n" * 80 + "rect x: 1\n" + "end\n" * 81,
        "Squib::Deck.new do\n2000.times do |i|\n2000.times do |j|\nx = 1\nend\nend\nend",
        "Squib::Deck.new do\n2000.times do |i|\nrect x: 1\nrect x: 2\nend\nend",
    ],
)
def test_loops_have_limits(text: str) -> None:
    with pytest.raises(Fault) as raised:
        parse_script(text, "deck.rb")
    assert raised.value.diagnostic.code == "import-large"


@pytest.mark.parametrize(
    "ruby", ["[" * 500 + "]" * 500, " + ".join(["'a'"] * 500), "data.name" + ".to_s" * 500, "9" * 40]
)
def test_values_have_limits(ruby: str) -> None:
    (call,) = deck_of(f"text str: {ruby}").calls
    assert isinstance(call.options["str"], ComputedError)


def test_texts_and_lists_do_not_grow_without_end() -> None:
    script = parse_script("x = 'ab'\ny = [1]\n2000.times do |i|\n x = x + x\n y = y + y\nend\n", "d.rb")
    assert not script.decks


def test_the_parser_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    known = builtins.__import__

    def refuse(name: str, *arguments: object) -> object:
        if name.startswith("tree_sitter"):
            raise ImportError
        return known(name, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(Fault) as raised:
        parse_script("", "deck.rb")
    assert raised.value.diagnostic.code == "import-extra"
    assert raised.value.diagnostic.fix == "pip install '.[squib]' in pnp's repository"


@pytest.mark.parametrize(
    "statement",
    [
        "data['rule'].each { |s| s.gsub! /%n/, 'x' }",
        "data['rule'].each(&:upcase!)",
        "data['rule'].map!.with_index { |x, i| i }",
        "data['rule'].collect! { |x| x.upcase }",
        "data['rule'].each_index { |i| data['rule'][i] = 'x' }",
        "data['rule'].each_with_index { |x, i| data['rule'][i] = 'x' }",
        "data['rule'].sort!",
        "data['new'] = Array.new(data.nrows) { |i| i }",
        "data.columns.each { |c| data[c].map!(&:strip) }",
        "fix(data)",
        "data['rule'][0] = 'x'",
        "data['rule'] << 'y'",
        "data['rule'] += ['z']",
        "rules = data['rule'].map! { |s| rand }",
        "for c in data.columns do data[c].upcase! end",
        "data['rule'].map! { |s| s.upcase } if ENV['UP']",
        "while false do data['rule'].pop end",
        "data['a'], data['b'] = data['b'], data['a']",
        "FileUtils.rm_rf 'out'",
    ],
)
@pytest.mark.parametrize("is_inside", [False, True])
def test_a_statement_that_is_not_understood_is_listed(statement: str, is_inside: bool) -> None:
    lines = [statement, "Squib::Deck.new cards: data['rule'].size do"]
    body = "\n".join(reversed(lines) if is_inside else lines)
    script = parse_script(f"data = Squib.csv file: 'c.csv'\n{body}\ntext str: data['rule']\nend\n", "deck.rb")
    listed = [*script.left_out, *script.decks[0].left_out]
    assert any(line.startswith(f"deck.rb:{3 if is_inside else 2}: {statement[:9]}") for line in listed)
