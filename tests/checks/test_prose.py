"""Numbers in a booklet's text that are not tied to the data, in the source and in translations."""

from __future__ import annotations

import pytest
from conftest import GAME, PO_HEADER, WriteProject, build_project, check_project
from test_faults import BOOKLET_STYLE

pytestmark = pytest.mark.slow

STYLE = "palette: {ink: '#222222', accent: '#004488', tint: '#eeeeff', rule: '#bbbbbb', grey: '#666666'}\n"
RULES = """\
## Deal {{ hand }} cards

Deal three cards, and [two]{.literal} more to 4 players.

| Cards | Points |
| --- | --- |
| {{ hand }} | 7 |

::: tip
Take five.
:::

> Of the cards that lie in the middle of the table, and of those
> that lie beside it, take three; of the
> others 12.
"""


def test_every_literal_number_is_told_where_it_stands(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": RULES, "templates/common/booklet.yaml": STYLE})
    built = build_project(root)
    said = [(d.what.split(" is not")[0], d.place.line, d.place.column) for d in built.diagnostics]
    assert said == [("three", 3, 6), ("4", 3, 47), ("7", 7, 16), ("five", 10, 6), ("three", 14, 28), ("12", 15, 10)]
    assert {(d.code, d.place.file) for d in built.diagnostics} == {("literal-number", "templates/small/rulebook.md")}
    assert all(d.fix for d in built.diagnostics)
    assert "“…lie beside it, take three; of the others 12.”" in [d.what for d in built.diagnostics][4]


def test_a_translation_may_not_bring_numbers_in(write_project: WriteProject) -> None:
    header = PO_HEADER
    pairs = {
        "Small": "Petit",
        "Deal": "Donne",
        "Deal {{ hand|words }} cards.": "Donnez {{ hand|words }} cartes en deux fois.",
    }
    entries = "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in pairs.items())
    root = write_project(
        {
            "data/small/game.yaml": GAME + "languages: [en, fr]\n",
            "data/small/locale/fr.po": header + entries,
            "templates/small/rulebook.md": "## Deal\n\nDeal {{ hand|words }} cards.\n",
            "templates/common/booklet.yaml": STYLE,
        }
    )
    (fault,) = build_project(root).diagnostics
    assert (fault.code, fault.place.file) == ("literal-number", "data/small/locale/fr.po")
    assert fault.what.startswith("deux is not tied to the data")
    lines = (root / "data/small/locale/fr.po").read_text().split("\n")
    assert lines[fault.place.line - 1][fault.place.column - 1 :].startswith("deux fois")


def test_a_cell_is_found_behind_others_that_read_alike(write_project: WriteProject) -> None:
    rules = "## A\n\n| {{ hand + 7 }} | 7 |\n| --- | --- |\n| A4 | 4 |\n"
    root = write_project({"templates/small/rulebook.md": rules, "templates/common/booklet.yaml": STYLE})
    assert [(d.place.line, d.place.column) for d in build_project(root).diagnostics] == [(3, 20), (5, 8)]


def test_numbers_of_long_translations_are_found_in_their_line(write_project: WriteProject) -> None:
    text = 'Deal the cards, and say \\"now\\" to those who sit beside you.'
    entry = f'msgid "{text}"\nmsgstr ""\n"Donnez les cartes, et dites "\n"\\"bien\\" à vos trois voisins."\n'
    header = PO_HEADER
    rules = "## Deal\n\n" + text.replace("\\", "") + "\n"
    titles = "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in (("Small", "Petit"), ("Deal", "Donne")))
    root = write_project(
        {
            "data/small/game.yaml": GAME + "languages: [en, fr]\n",
            "data/small/locale/fr.po": header + titles + entry,
            "templates/small/rulebook.md": rules,
            "templates/common/booklet.yaml": STYLE,
        }
    )
    (fault,) = build_project(root).diagnostics
    lines = (root / "data/small/locale/fr.po").read_text().split("\n")
    assert lines[fault.place.line - 1][fault.place.column - 1 :].startswith("trois voisins")


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("Deal five cards.", "write {{ hand|words }}, if it is that; or [five]{.literal} where"),
        ("Deal 5 cards.", "write {{ hand }}, if it is that; or [5]{.literal} where"),
        ("Deal 7 cards.", "write [7]{.literal} where it is not a number of the game; or name it in facts:"),
    ],
)
def test_a_number_that_is_a_fact_is_told_with_it(write_project: WriteProject, text: str, fix: str) -> None:
    root = write_project({**BOOKLET_STYLE, "templates/small/rulebook.md": f"## Play\n\n{text}\n"})
    (told,) = check_project(root, "numbers").diagnostics
    assert told.fix.startswith(fix)
