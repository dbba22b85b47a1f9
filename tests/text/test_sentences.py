"""Texts as they are written, and the sentences in them."""

from __future__ import annotations

import pytest

from pnp.text.placeholders import split_sentences

CASES = {
    "Deal five. Keep two! Why? See.": ["Deal five.", "Keep two!", "Why?", "See."],
    "Take e.g. Three cards, 2.5 mm apart, etc. and go on.": ["Take e.g. Three cards, 2.5 mm apart, etc. and go on."],
    "After a design by R. Staupe. It is new.": ["After a design by R. Staupe.", "It is new."],
    "Deal {{ a.b }}. {{ c['x. Y'] }} are left.": ["Deal {{ a.b }}.", "{{ c['x. Y'] }} are left."],
    "{{ n }} … and {{ m }} … Nobody says so.": ["{{ n }} … and {{ m }} …", "Nobody says so."],
    "**Move on.** The card slides. **Then** the next.": ["**Move on.** The card slides.", "**Then** the next."],
    "He says: “Not chili!” It was. “So?” she asks.": ["He says: “Not chili!”", "It was.", "“So?” she asks."],
    "Ends in **bold.** Then *more.* See.": ["Ends in **bold.**", "Then *more.*", "See."],
    "Pay. :chip: is a chip. 77 is too much.": ["Pay.", ":chip: is a chip.", "77 is too much."],
    "A 6 as a 9, and a 9 as 6. When revealed, it wins.": ["A 6 as a 9, and a 9 as 6.", "When revealed, it wins."],
    "See [the end. Now](#the-end. Here) of it.": ["See [the end.", "Now](#the-end. Here) of it."],
    "One\nTwo lines.": ["One", "Two lines."],
    "Il dit : « Non\u202f! » Puis il part.": ["Il dit : « Non\u202f! »", "Puis il part."],
    "1. Take a card. Then go. **2.** Keep 3. Pass.": ["1. Take a card.", "Then go.", "**2.** Keep 3.", "Pass."],
    "Wrapped\n   over lines": ["Wrapped", "over lines"],
    "カードを出す。合計を言う！次の人は？（1枚。）終わり": [
        "カードを出す。",
        "合計を言う！",
        "次の人は？",
        "（1枚。）",
        "終わり",
    ],
    "「終わり。」と言う。**勝ち。** 次へ。": ["「終わり。」と言う。", "**勝ち。** 次へ。"],
    "「終わり。」次の人。{{ n }}枚。:chip:を払う。": ["「終わり。」", "次の人。", "{{ n }}枚。", ":chip:を払う。"],
    "抽一张牌。大声说出总数！然后继续。": ["抽一张牌。", "大声说出总数！", "然后继续。"],
    "카드를 낸다. 합계를 말한다.": ["카드를 낸다.", "합계를 말한다."],
    "شغّل ورقة. قل المجموع؟ ثم التالي.": ["شغّل ورقة.", "قل المجموع؟", "ثم التالي."],
    "एक पत्ता खेलो। योग बोलो।": ["एक पत्ता खेलो।", "योग बोलो।"],
    "ကတ်ကစားပါ။ပေါင်းလဒ်ပြောပါ။": ["ကတ်ကစားပါ။", "ပေါင်းလဒ်ပြောပါ။"],
    "": [],
}


@pytest.mark.parametrize("text", CASES)
def test_sentences(text: str) -> None:
    assert [sentence for _, sentence in split_sentences(text)] == CASES[text]


def test_each_begins_where_it_says() -> None:
    text = "Deal  five.   **Keep** two.\n Go on."
    assert [text[start:].split()[0] for start, _ in split_sentences(text)] == ["Deal", "**Keep**", "Go"]
