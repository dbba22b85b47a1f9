from __future__ import annotations

import pytest

from pnp.text.placeholders import count_links, has_balanced_emphasis, has_printed_emphasis, placeholders


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{hand}} and {{  hand|words }} {{- hand|words('f')|capital -}}", {"{{ hand }}"}),
        ("{{ sizes|map('words', 'm')|listed }}", {'{{ sizes|map("words")|listed }}'}),
        ("{{ sizes|map('words', 'm', 'noun')|listed }}", {'{{ sizes|map("words")|listed }}'}),
        ("{{ sizes|map('words', hand)|listed }} x", {'{{ sizes|map("words",hand)|listed }}'}),
        ("{{ card.number }}", {"{{ card.number }}"}),
        ("{{ hand|sum }} {{ hand|sum|words }}", {"{{ hand|sum }}"}),
        ("{{ names|join(', ') }}", {'{{ names|join(",") }}'.replace(",", ", ")}),
        ('{{ ngettext("a card", "cards", hand) }}', {"{{ ngettext(…,hand) }}"}),
        ("{{ _('card') }}", {'{{ _("card") }}'}),
        ("{% if a  ==  b %}x{%- endif -%}", {"{% if a==b %}", "{% endif %}"}),
        ("{{ '}}' }} x", {'{{ "}}" }}'}),
        ("{{ n|words if n < 10 else n }}", {"{{ n|words if n<10 else n }}"}),
        ("{# note #}", set()),
        ("{{ open", {"{{ open"}),
        ("%(count)s of {total}, 50 % done {.class} {#id}", {"%(count)s", "{total}"}),
        (":pepper: at 10:30:15, a::b, a:b:c, :w-2:", {":pepper:", ":w-2:"}),
        (r"2:pepper::salt: 木:fire:木 \:none:", {":pepper:", ":salt:", ":fire:"}),
        ("[x](http://a:b:c)", set()),
    ],
)
def test_placeholders(text: str, expected: set[str]) -> None:
    assert placeholders(text) == expected


@pytest.mark.parametrize(
    ("text", "balanced"),
    [
        ("**a** *b* ***c***", True),
        ("**a*", False),
        ("**a", False),
        ("*a", False),
        ("* item with *b*", True),
        ("3 * 4", True),
        (r"a\* b", True),
        ("`a*b`", True),
        ("{{ a*b }}", True),
        ("**{{ n }} cards**, or *{{ m }}*", True),
        ("**{{ n }} cards*", False),
    ],
)
def test_balanced_emphasis(text: str, balanced: bool) -> None:
    assert has_balanced_emphasis(text) is balanced


def test_links_and_images_count() -> None:
    assert count_links("[a](b) ![c](d(e).png) [f] (g)") == 2


@pytest.mark.parametrize(
    ("text", "is_printed"),
    [
        ("**a** b", False),
        ("das**(Wort)**hier", True),
        ("数は**（二）**枚、**{{ n }}：**枚", False),
        (r"2 ** 3, `**`, \*\*", False),
        ("**open", True),
        ("{{ 2**3 }}", False),
    ],
)
def test_marks_that_are_printed_are_known(text: str, is_printed: bool) -> None:
    assert has_printed_emphasis(text) is is_printed
