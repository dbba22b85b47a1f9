"""Numbers in a booklet's text that are not tied to the data, in the source and in translations."""

from __future__ import annotations

from conftest import GAME, WriteProject, build_project, codes

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
"""


def test_every_literal_number_is_told_where_it_stands(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": RULES, "templates/common/booklet.yaml": STYLE})
    built = build_project(root)
    assert codes(built) == [
        "literal-number@templates/small/rulebook.md:10:1",
        "literal-number@templates/small/rulebook.md:3:1",
        "literal-number@templates/small/rulebook.md:3:1",
        "literal-number@templates/small/rulebook.md:7:1",
    ]
    said = {d.what.split(" is not")[0] for d in built.diagnostics}
    assert said == {"three", "4", "7", "five"}
    assert all(d.fix for d in built.diagnostics)


def test_a_translation_may_not_bring_numbers_in(write_project: WriteProject) -> None:
    header = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
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
