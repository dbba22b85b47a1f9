"""What is told of translations by their words, and what is not."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from conftest import GAME, PO_HEADER, ROOT, WriteProject, check_project, codes

from pnp.core.diagnostics import Diagnostics
from pnp.extensions.proofreading import dictionaries
from pnp.extensions.proofreading.dictionaries import dictionary_for
from pnp.extensions.proofreading.review import judge
from pnp.project.files import Files
from pnp.text.catalogue import Message, read_catalogue
from pnp.text.glossary import Glossary, Term, load_pair

pytestmark = pytest.mark.slow

STYLE = "palette: {ink: '#222222', accent: '#004488', tint: '#eeeeff', rule: '#bbbbbb', grey: '#666666'}\n"
PO = "data/small/locale/fr.po"
GLOSSARY = """\
terms:
  Small: {fr: Petit}
  draw pile: {fr: pioche, means: what cards are drawn from}
  discard pile: {fr: défausse, means: what cards are thrown on}
  draw: {fr: "pioch*"}
words: {en: [colour], fr: [trotteur]}
"""
GOOD = {
    "Small": "Petit",
    "Play to your left, and keep your cards face down.": "Jouez à votre gauche, et gardez vos cartes face cachée.",
    "The higher card wins, even if it is the last.": "La carte la plus haute gagne, même si c’est la dernière.",
    "You never draw twice. Nobody sees the colour.": "Vous ne piochez jamais deux fois. Personne ne voit la couleur.",
    "Put it on the discard pile.": "Posez-la sur la défausse.",
    "Take {{ hand }} cards from {{ players.min }} players.": "Prenez {{ hand }} cartes à {{ players.min }} joueurs.",
    "A **card** with a :cup: and a *mark* counts four.": "Une **carte** avec une :cup: et une *marque* compte quatre.",
    "See [the end](#end), which tells what happens then.": "Voyez [la fin](#end), qui dit ce qui se passe alors.",
    "Then {{ ngettext('{n} card', '{n} cards', hand) }}.": "Puis {{ ngettext('{n} card', '{n} cards', hand) }}.",
    "Keep it.": "Gardez-la.",
}
PLURAL = 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} carte"\nmsgstr[1] "{n} cartes"\n'
CASES = [
    ("Play to", "Jouez à votre droite, et gardez vos cartes face cachée.", "opposite-said"),
    ("Play to", "Jouez à votre gauche, et gardez vos cartes face visible.", "opposite-said"),
    ("The higher", "La carte la plus basse gagne, même si c’est la dernière.", "opposite-said"),
    ("The higher", "La carte la plus haute perd, même si c’est la dernière.", "opposite-said"),
    ("The higher", "La carte la plus haute gagne, même si c’est la première.", "opposite-said"),
    ("The higher", "La carte la plus haute gagne, même si ce n’est pas la dernière.", "negation-changed"),
    ("You never", "Vous piochez deux fois. Personne ne voit la couleur.", "negation-changed"),
    ("You never", "Vous ne piochez jamais trois fois. Personne ne voit la couleur.", "number-changed"),
    ("Put it", "Posez-la sur la pioche.", "term-lost"),
    ("Put it", "Posez-la sur le tas.", "term-lost"),
    ("Take", "Prenez {{ players.min }} cartes à {{ hand }} joueurs.", "order-changed"),
    ("A **card**", "Une **carte** avec une :cup: et une *marque* compte cinq.", "number-changed"),
    ("A **card**", "Une **carte** avec une marque :cup: compte quatre.", "markup-changed"),
    ("A **card**", "Une **carte** avec une :cup: :cup: et une *marque* compte quatre.", "order-changed"),
    ("See", "Voyez [la fin](#start), qui dit ce qui se passe alors.", "order-changed"),
    ("See", "Voyez [la fin](#end), which tells what happens then.", "source-left"),
    ("See", "Voyez [la fin](#end).", "translation-length"),
    ("Keep it.", "Gardez-la", "translation-length"),
    ("Small", "Petit,", "translation-length"),
    ("Keep it.", "Keep it.", "source-left"),
    ("You never", "You never draw two times. No one shows the colour.", "source-left"),
]


@pytest.fixture(autouse=True)
def no_dictionaries_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionaries, "MACHINE_FOLDERS", ())
    monkeypatch.delenv("DICPATH", raising=False)
    dictionary_for.cache_clear()


def french_dictionary() -> dict[str, str]:
    """A dictionary of the words of the good translation, as a project may have one."""
    words = sorted({word for text in GOOD.values() for word in re.findall(r"[^\W\d_]+", text)} | {"même", "carte"})
    aff = "SET UTF-8\nTRY esianrtolcdugmph\n"
    return {"languages/fr.aff": aff, "languages/fr.dic": "\n".join([str(len(words)), *words]) + "\n"}


def project(write: WriteProject, entries: dict[str, str], plural: str = PLURAL, **more: str) -> Path:
    pairs = "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in entries.items())
    rules = "\n\n".join(text for text in list(GOOD)[1:])
    return write(
        {
            "data/small/game.yaml": GAME + "languages: [en, fr]\n",
            "data/small/glossary.yaml": GLOSSARY.replace("  Small", more.pop("terms", "") + "  Small"),
            "templates/small/rulebook.md": rules + "\n\nThe draw pile.\n",
            "templates/common/booklet.yaml": STYLE,
            PO: PO_HEADER + pairs + 'msgid "The draw pile."\nmsgstr "La pioche."\n\n' + plural,
            "languages/en-fr.yaml": (ROOT / "languages/en-fr.yaml").read_text(),
            **more,
        }
    )


def told(root: Path, *names: str) -> list[str]:
    return [code.replace(PO, "fr.po") for code in codes(check_project(root, *(names or ("wording",))))]


def test_a_good_translation_is_not_told(write_project: WriteProject) -> None:
    assert told(project(write_project, GOOD, **french_dictionary()), "wording", "spelling") == []


@pytest.mark.parametrize(
    ("case", "found"),
    [*((at, True) for at in range(3)), (3, False), (4, True), (5, False)],
    ids=["side", "face", "height", "winning", "order", "negation"],
)
def test_pnp_itself_compares_opposites_of_place_and_order(write_project: WriteProject, case: int, found: bool) -> None:
    begins, wrong, _ = CASES[case]
    changed = {next(text for text in GOOD if text.startswith(begins)): wrong}
    faults = told(project(write_project, {**GOOD, **changed}, **{"languages/en-fr.yaml": "{}\n"}))
    assert [fault.partition("@")[0] for fault in faults] == ["opposite-said"] * found


SIDES = {
    "es": ("Play to the dealer's left.", "Juega a la izquierda de quien reparte.", "izquierda", "derecha"),
    "it": ("The left neighbour begins.", "Comincia il vicino di sinistra.", "sinistra", "destra"),
    "pt": ("Play goes to the player on your right.", "Joga a pessoa à sua direita.", "direita", "esquerda"),
    "nl": ("Her left neighbour draws.", "Haar linkerbuur trekt een kaart.", "linker", "rechter"),
    "pl": ("Pass a card to the left.", "Podaj kartę w lewo.", "w lewo", "w prawo"),
    "ru": ("Pass a card to their right.", "Передайте карту направо.", "направо", "налево"),
    "ja": ("The dealer’s left begins.", "親の左隣から始めます。", "左", "右"),
    "zh_Hans": ("The player to the right begins.", "从右边的玩家开始。", "右", "左"),
    "fr": ("The dealer's left begins.", "La personne à gauche commence.", "gauche", "droite"),
    "de": ("The dealer's right begins.", "Rechts von der Geberin geht es los.", "Rechts", "Links"),
}


@pytest.mark.parametrize("language", SIDES)
def test_sides_are_compared_in_each_language_of_the_lists(language: str, tmp_path: Path) -> None:
    source, good, side, other = SIDES[language]
    assert judged(language, source, good, tmp_path) == []
    assert judged(language, source, good.replace(side, other), tmp_path) == ["opposite"]


def judged(
    language: str, source: str, translation: str, root: Path, terms: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    text = f'{PO_HEADER.replace("fr", language)}msgid "{source}"\nmsgstr "{translation}"\n'
    text += "".join(f'\nmsgid "{term}"\nmsgstr "{word}"\n' for term, word in terms.items() if "|" in word)
    glossary = Glossary(
        tuple(Term(term, {"en": (term,), language: (word.partition(" |")[0],)}) for term, word in terms.items())
    )
    catalogue = read_catalogue(text, "x.po", language, Diagnostics())
    pair = load_pair(Files(root), "en", language, Diagnostics())
    return [finding.kind for _, finding in judge(catalogue, [Message(source)], glossary, pair)]


TERMS = {
    "card": "karta",
    "deck": "talia",
    "treasure": "skarb",
    "Anna": "Anna",
    "Dragon": "Smok",
    "open pile": "stos odkryty",
}
KEPT = [
    ("pl", TERMS, "Take a card.", "Weź kartę."),
    ("pl", TERMS, "Three cards are left.", "Zostało parę kart."),
    ("pl", TERMS, "The treasure is in the open pile.", "Skarbu szukaj w odkrytym stosie."),
    ("pl", {"queen": "dama"}, "Anna has a queen.", "Anna ma damę."),
    ("pl", TERMS, "Beware of [[Dragon]].", "Strzeż się [[Dragon|gen]]."),
    ("fi", {"card": "kortti", "plate": "lautanen"}, "Put a card on the plate.", "Laita kortin kuva lautasen päälle."),
    ("de", {"open pile": "offener Stapel", "house": "Haus"}, "From open piles and houses.", "Von offenen Stapeln und Häusern."),
    ("ru", {"deck": "колода"}, "From the deck.", "Из колоды."),
    ("cs", {"dog": "pes | gen: psa"}, "Feed the dog.", "Nakrm psa."),
    ("hu", {"card": "kártya"}, "Take a card.", "Húzz egy kártyát."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "terms", "source", "good"), KEPT)
def test_a_term_is_kept_in_any_case(
    language: str, terms: dict[str, str], source: str, good: str, tmp_path: Path
) -> None:
    assert judged(language, source, good, tmp_path, terms) == []


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("Take a card.", "Weź żeton."),
        ("Take a card and a card from the deck.", "Weź kartę i talię z talii."),
        ("Take the treasure.", "Weź kartę."),
    ],
)
def test_a_term_that_is_lost_is_told_in_a_language_with_cases_too(source: str, wrong: str, tmp_path: Path) -> None:
    assert judged("pl", source, wrong, tmp_path, TERMS) == ["term"]


def test_opposites_in_two_clauses_keep_their_order(tmp_path: Path) -> None:
    source = "The first player draws the highest card, the last player the lowest."
    good = "Die erste Person zieht die höchste Karte, die letzte die niedrigste."
    assert judged("de", source, good, tmp_path) == []
    exchanged = "Die erste Person zieht die niedrigste Karte, die letzte die höchste."
    assert judged("de", source, exchanged, tmp_path) == ["order"]
    assert judged("ja", "Play left, then right.", "左、次に右に出します。", tmp_path) == []


@pytest.mark.parametrize("text", ["Two cards are left.", "If you have one card left, say so.", "Nobody is left out."])
def test_what_is_left_lies_at_no_side(text: str, tmp_path: Path) -> None:
    assert judged("de", text, "Rechts liegt etwas.", tmp_path) == []


@pytest.mark.parametrize(
    ("name", "is_reported"), [("Sloop", True), ("Melon", False), ("Ferry", False), ("Wagstaff", False)]
)
def test_a_word_left_in_english_is_no_loan_and_no_name(
    write_project: WriteProject, name: str, is_reported: bool
) -> None:
    """The dictionary of the translation has melon and Ferry; no dictionary has Wagstaff."""
    game = GAME.replace("number: 1..9", "name: text, number: 1..9")
    dictionary = french_dictionary()
    dictionary["languages/fr.dic"] += "melon\nFerry\n"
    more = {
        "data/small/game.yaml": game + "languages: [en, fr]\n",
        "data/small/cards.yaml": f"- {{name: {name}, number: 1, colour: red}}\n",
    }
    found = told(project(write_project, {**GOOD, name: name}, **more, **dictionary))
    assert [code.partition("@")[0] for code in found] == ["source-left"] * is_reported


@pytest.mark.parametrize(("begins", "translation", "code"), CASES)
def test_a_translation_that_says_something_else(
    write_project: WriteProject, begins: str, translation: str, code: str
) -> None:
    source = next(text for text in GOOD if text.startswith(begins))
    root = project(write_project, {**GOOD, source: translation})
    line = (root / PO).read_text().split("\n").index(f'msgstr "{translation}"') + 1
    assert told(root) == [f"{code}@fr.po:{line}"]


@pytest.mark.parametrize(
    "forms", [("{n} cartes", "{n} carte"), ("{n} carte", "{n} carte"), ("{n} cartes", "{n} cartes")]
)
def test_plural_forms_alike_or_the_wrong_way_round(write_project: WriteProject, forms: tuple[str, str]) -> None:
    plural = PLURAL.replace('"{n} carte"', f'"{forms[0]}"').replace('msgstr[1] "{n} cartes"', f'msgstr[1] "{forms[1]}"')
    assert [code.partition("@")[0] for code in told(project(write_project, GOOD, plural))] == ["plural-alike"]


def test_a_word_without_a_plural_has_like_forms(write_project: WriteProject) -> None:
    plural = 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} fois"\nmsgstr[1] "{n} fois"\n'
    assert told(project(write_project, GOOD, plural)) == []


def test_what_a_translator_says_is_meant_is_not_told(write_project: WriteProject) -> None:
    source = "Put it on the discard pile."
    root = project(write_project, {**GOOD, source: "Posez-la sur le tas."})
    assert told(root) != []
    path = root / PO
    path.write_text(path.read_text().replace(f'msgid "{source}"', f'# meant: order, term\nmsgid "{source}"'))
    assert told(root) == []


@pytest.mark.parametrize(
    ("language", "translation"),
    [
        ("ja", "コインを3枚取る。"),
        ("hi", "तीन सिक्के लें।"),
        ("th", "หยิบเหรียญ 3 เหรียญ แล้วแจก"),
        ("zh_CN", "拿三枚硬币。"),
    ],
)
def test_in_scripts_whose_words_are_not_known_nothing_is_told_of_ends_and_numbers(
    write_project: WriteProject, language: str, translation: str
) -> None:
    root = write_project(
        {
            "data/small/game.yaml": GAME + f"languages: [en, {language}]\n",
            "templates/small/rulebook.md": "Take three coins.\n",
            "templates/common/booklet.yaml": STYLE,
            f"data/small/locale/{language}.po": PO_HEADER.replace("fr", language)
            + f'msgid "Take three coins."\nmsgstr "{translation}"\n',
        }
    )
    found = check_project(root, "wording").diagnostics
    assert [fault for fault in found if fault.code in ("number-changed", "translation-length")] == []


def test_words_of_a_trade_are_told_at_once(write_project: WriteProject) -> None:
    root = project(write_project, {})
    strange = " ".join(f"qwz{a}{b}k" for a in "bcdfg" for b in "hjlmn")
    (root / "templates/small/rulebook.md").write_text(f"The draw pile, the discard pile: draw. {strange}.\n")
    (fault,) = (f for f in check_project(root, "spelling").diagnostics if f.code == "word-unknown")
    assert fault.what == "25 words are in no dictionary of en: “qwzbhk”, “qwzbjk”, “qwzblk” …"


def test_a_language_without_a_dictionary_is_named_in_a_line(write_project: WriteProject) -> None:
    po = PO_HEADER.replace("fr", "es")
    root = write_project(
        {
            "data/small/game.yaml": GAME + "languages: [en, es]\n",
            "data/small/locale/es.po": po + 'msgid "Small"\nmsgstr "Pqxeño"\n',
        }
    )
    checked = check_project(root, "spelling")
    assert [fault for fault in checked.diagnostics if fault.code == "word-unknown"] == []
    assert checked.summaries[-1].startswith(
        "spelling of es is not checked: no Hunspell dictionary; install one of hunspell-es"
    )


def test_misspelt_words_once_a_file_with_what_is_meant(write_project: WriteProject) -> None:
    source = "The higher card wins, even if it is the last."
    root = project(
        write_project,
        {**GOOD, source: "La carte la plus haute gagne, mêmme si c’est la mêmme dernière."},
        **french_dictionary(),
    )
    (fault,) = check_project(root, "spelling").diagnostics
    assert (fault.code, fault.place.file, fault.what) == ("word-unknown", PO, "“mêmme” is in no dictionary of fr")
    assert "même" in fault.fix and "data/small/glossary.yaml" in fault.fix


def test_misspelt_words_of_the_source_and_names_like_those_of_the_glossary(write_project: WriteProject) -> None:
    root = project(write_project, {}, terms="  Mirabel: {fr: Mirabelle}\n")
    rules = root / "templates/small/rulebook.md"
    rules.write_text("Anna says that Mirable is a plum, and Mirabel as wel. The draw pile, the discard pile: draw.\n")
    found = [fault.what for fault in check_project(root, "spelling").diagnostics if fault.code == "word-unknown"]
    assert found == ["“Mirable” is in no dictionary of en", "“wel” is in no dictionary of en"]


def test_without_dictionaries_a_line_says_so(write_project: WriteProject, monkeypatch: pytest.MonkeyPatch) -> None:
    root = project(write_project, {**GOOD, "Keep it.": "Gardezz-la."})
    monkeypatch.setitem(sys.modules, "hunspell", None)
    dictionary_for.cache_clear()
    checked = check_project(root, "spelling")
    dictionary_for.cache_clear()
    assert not list(checked.diagnostics)
    assert checked.summaries[-1] == "spelling is not checked: pip install '.[spelling]' in pnp's repository"


def test_a_term_that_no_text_says(write_project: WriteProject) -> None:
    root = project(write_project, GOOD, terms="  drawpile: {fr: pioche}\n")
    assert told(root) == ["term-unused@data/small/glossary.yaml:2:3"]


def test_a_glossary_with_faults(write_project: WriteProject) -> None:
    root = project(write_project, GOOD)
    (root / "data/small/glossary.yaml").write_text("terms:\n  draw pile: pioche\n  draw: {fr: 3, meens: x}\nword: {}\n")
    assert told(root) == [
        "unknown-key@data/small/glossary.yaml:3:17",
        "unknown-key@data/small/glossary.yaml:4:1",
        "wrong-value@data/small/glossary.yaml:2:14",
        "wrong-value@data/small/glossary.yaml:3:14",
    ]
    (root / "data/small/glossary.yaml").write_text("- draw\n")
    assert told(root)[0] == "wrong-value@data/small/glossary.yaml:1:1"


def test_a_project_writes_rules_for_another_language(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": GAME + "languages: [en, de]\n",
            "templates/small/rulebook.md": "Play to your left.\n",
            "templates/common/booklet.yaml": STYLE,
            "languages/en-de.yaml": "endings: {de: [n, en, e, s]}\nopposites:\n- {left: link*, right: recht*}\n",
            "data/small/locale/de.po": PO_HEADER.replace("fr", "de").replace("n > 1", "n != 1")
            + 'msgid "Small"\nmsgstr "Klein"\n\nmsgid "Play to your left."\nmsgstr "Spielt nach rechts."\n',
        }
    )
    (fault,) = check_project(root, "wording").diagnostics
    assert (fault.code, fault.place.line) == ("opposite-said", 10)
    assert fault.what == "the source says “left”, the translation the opposite, “right”"
    assert fault.fix == "write link…"
