"""wrapped: the lines that msgcat of gettext 0.21 writes for the same strings."""

from __future__ import annotations

import pytest

from pnp.text.po_wrapping import wrapped

LONG = "Take {{ decks.coins|length }} coins and {{ (decks.coins|counts('value'))[5] }} of the others, a/b."
CASES = [
    ("msgid", "short", "", ['msgid "short"']),
    ("msgid", "", "", ['msgid ""']),
    ("msgstr", "x" * 70, "", [f'msgstr "{"x" * 70}"']),
    ("msgstr[0]", "x" * 66 + " yyy", "", ['msgstr[0] ""', f'"{"x" * 66} yyy"']),
    ("msgid", "x" * 120, "", [f'msgid "{"x" * 120}"']),
    ("msgid", "one\ntwo\n", "", ['msgid ""', '"one\\n"', '"two\\n"']),
    ("msgid", "one\n", "", ['msgid "one\\n"']),
    ("msgid", 'a "b" \\ c\td', "", ['msgid "a \\"b\\" \\\\ c\\td"']),
    (
        "msgid",
        LONG,
        "",
        [
            'msgid ""',
            "\"Take {{ decks.coins|length }} coins and {{ (decks.coins|counts('value'))\"",
            '"[5] }} of the others, a/b."',
        ],
    ),
    (
        "msgid",
        LONG,
        "#~| ",
        [
            '#~| msgid ""',
            "#~| \"Take {{ decks.coins|length }} coins and {{ (decks.coins|counts('value'))\"",
            '#~| "[5] }} of the others, a/b."',
        ],
    ),
    ("msgstr", "日本語のカード" * 6, "", ['msgstr ""', f'"{"日本語のカード" * 5}日本語"', '"のカード"']),
    ("msgstr", "Le mot « " + "x" * 60 + " » reste !", "", ['msgstr ""', '"Le mot « ' + "x" * 60 + ' » "', '"reste !"']),
]


@pytest.mark.parametrize(("keyword", "value", "prefix", "lines"), CASES)
def test_lines_are_those_of_msgcat(keyword: str, value: str, prefix: str, lines: list[str]) -> None:
    assert wrapped(keyword, value, prefix) == lines


def test_without_wrapping_only_line_ends_of_the_string_end_a_line() -> None:
    value = f"{LONG} {LONG}\nEnd"
    assert wrapped("msgid", value, is_wrapped=False) == ['msgid ""', f'"{LONG} {LONG}\\n"', '"End"']
