from __future__ import annotations

from collections.abc import Sequence

import pytest
from conftest import PO_HEADER
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.text.catalogue import Catalogue, Message, collect, read_catalogue
from pnp.text.catalogue_check import check_catalogue


def read(body: str, header: str = PO_HEADER, language: str = "fr") -> Catalogue:
    told = Diagnostics()
    catalogue = read_catalogue(header + body, "fr.po", language, told)
    assert not told
    return catalogue


def told_of(content: str, language: str = "fr") -> list[Diagnostic]:
    told = Diagnostics()
    read_catalogue(content, "fr.po", language, told)
    return list(told)


def faults_of(content: str, language: str = "fr") -> list[tuple[str, int]]:
    return [(fault.code, fault.place.line) for fault in told_of(content, language)]


def compared(catalogue: Catalogue, messages: Sequence[Message]) -> list[Diagnostic]:
    told = Diagnostics()
    check_catalogue(catalogue, messages, told)
    return list(told)


def checked(source: str, translation: str, plural: str | None = None) -> list[Diagnostic]:
    def escaped(text: str) -> str:
        return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")

    forms = f'msgstr "{escaped(translation)}"'
    if plural is not None:
        first, _, second = translation.partition(" / ")
        forms = f'msgid_plural "{escaped(plural)}"\nmsgstr[0] "{escaped(first)}"\nmsgstr[1] "{escaped(second)}"'
    catalogue = read(f'msgid "{escaped(source)}"\n{forms}\n')
    return compared(catalogue, [Message(source, plural, (Place("a.yaml", 3),))])


def test_collect_merges_and_keeps_the_order() -> None:
    messages = [
        Message("b", places=(Place("z.yaml", 2),), note="one"),
        Message("a"),
        Message(" b\n", places=(Place("a.yaml", 9),), note="two"),
        Message("b", "bs"),
        Message("  "),
    ]
    assert collect(messages) == [
        Message("b", places=(Place("a.yaml", 9), Place("z.yaml", 2)), note="one\ntwo"),
        Message("a"),
        Message("b", "bs"),
    ]


def test_lookup() -> None:
    catalogue = read(
        'msgid "card"\nmsgstr "carte"\n\n#, fuzzy\nmsgid "old"\nmsgstr "vieux"\n\nmsgid "none"\nmsgstr ""\n\n'
        'msgctxt "menu"\nmsgid "ctx"\nmsgstr "c"\n\n#~ msgid "gone"\n#~ msgstr "parti"\n'
    )
    assert catalogue.get("card") == "carte"
    assert catalogue.get(" card\n") == " carte\n"
    assert [catalogue.get(text) for text in ("old", "none", "ctx", "gone", "never")] == [None] * 5
    assert catalogue.entries["card"].place == Place("fr.po", 6)
    assert catalogue.entries["card"].string_place == Place("fr.po", 7)


@pytest.mark.parametrize(("n", "form"), [(0, "carte"), (1, "carte"), (2, "cartes"), (-2, "cartes")])
def test_french_plural_begins_at_two(n: int, form: str) -> None:
    catalogue = read('msgid "card"\nmsgid_plural "cards"\nmsgstr[0] "carte"\nmsgstr[1] "cartes"\n')
    assert catalogue.get_plural("card", "cards", n) == form
    assert catalogue.get_plural("card", "other", n) is None
    assert catalogue.get("card") == "carte"


def test_plural_rule_without_header_is_that_of_the_language() -> None:
    body = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "1"\nmsgstr[1] "2"\nmsgstr[2] "5"\n'
    catalogue = read(body, header="", language="ru")
    assert [catalogue.get_plural("a", "b", n) for n in (1, 2, 5, 11, 21)] == ["1", "2", "5", "5", "1"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('msgid "a"\nmsgstr "b\n', [("catalogue-syntax", 2)]),
        ('msgid "a"\n\nmsgid "c"\nmsgstr "d"\n', [("catalogue-syntax", 1)]),
        ('msgstr "b"\n', [("catalogue-syntax", 1)]),
        ('"b"\n', [("catalogue-syntax", 1)]),
        ('msgid "a"\nmsgstr "b "c""\n', [("catalogue-syntax", 2)]),
        ('msgdi "a"\nmsgstr "b"\n', [("catalogue-syntax", 1)]),
        ('msgid "a"\nmsgstr[x] "b"\n', [("catalogue-syntax", 2)]),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[1] "b"\n', [("catalogue-syntax", 3)]),
        ('msgid "a"\nmsgstr[0] "b"\nmsgstr[1] "b"\n', [("catalogue-syntax", 1)]),
        ('msgid "a"\nmsgstr "b"\nmsgstr "c"\n', [("catalogue-syntax", 3)]),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', [("catalogue-duplicate", 4)]),
        ('msgid ""\nmsgstr "Language: de\\n"\n', [("catalogue-language", 2)]),
        ('msgid ""\nmsgstr "Language: fr_FR\\n"\n', []),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n +;\\n"\n', [("catalogue-plural", 2)]),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=n > 1;\\n"\n', [("catalogue-plural", 2)]),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=1/n;\\n"\n', [("catalogue-plural", 2)]),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=99999999999; plural=n > 1;\\n"\n', [("catalogue-plural", 2)]),
        ('msgid ""\nmsgstr "Plural-Forms: nplurals=7; plural=n > 1;\\n"\n', [("catalogue-plural", 2)]),
        ('msgid ""\nmsgstr "POT-Creation-Date: yesterday\\n"\n', []),
        ("", []),
    ],
)
def test_faults_of_the_file(content: str, expected: list[tuple[str, int]]) -> None:
    assert faults_of(content) == expected


def test_misspelt_keyword_and_language_get_the_nearest() -> None:
    assert told_of('msgdi "a"\n')[0].fix == "did you mean msgid?"
    fault = told_of("", "frq")[0]
    assert fault.code == "language-unknown"
    assert "did you mean" in fault.fix


def test_first_of_two_duplicates_counts() -> None:
    catalogue = read_catalogue('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "fr.po", "fr", Diagnostics())
    assert catalogue.get("a") == "b"


@given(st.text(st.sampled_from('msgidtr"[]01\\ \n#~|,_pluralfuzzy'), max_size=80))
def test_no_text_raises(content: str) -> None:
    told_of(content)


@pytest.mark.parametrize(
    ("source", "translation", "expected"),
    [
        ("Take {{ hand }} cards", "Prenez {{ hand|words('f') }} cartes", []),
        ("Take {{ hand }} cards", "Prenez {{hand}} ou {{ hand }} cartes", []),
        ("Take {{ hand }} cards", "Prenez des cartes", ["placeholder-lost"]),
        ("Take {{ hand }} cards", "Prenez {{ hands }} cartes", ["placeholder-changed"]),
        ("Take {{ hand }} cards", "Prenez {{ hand }} et {{ players }} cartes", ["placeholder-changed"]),
        ("Take {{ hand }} cards", "Prenez {{ hand cartes", ["placeholder-changed"]),
        ("{{ n }} {{ ngettext('card','cards',n) }}", "{{ n }} {{ ngettext( 'card', 'cards', n) }}", []),
        (
            "{{ n }} {{ ngettext('card','cards',n) }}",
            "{{ n }} {{ ngettext('carte','cartes', n) }}",
            ["placeholder-changed"],
        ),
        ("Each :pepper: hurts", "Chaque :pepper: pique", []),
        ("Each :pepper: hurts", "Chaque piment pique", ["placeholder-lost"]),
        ("See [here](a.md)", "Voir [ici](b.md)", []),
        ("See [here](a.md)", "Voir ici", ["placeholder-lost"]),
        ("See here", "Voir [ici](a.md)", ["placeholder-changed"]),
        ("A **bold** word", "Un mot **gras", ["markup-changed"]),
        ("A **bold word", "Un mot **gras", []),
    ],
)
def test_translation_keeps_what_the_text_names(source: str, translation: str, expected: list[str]) -> None:
    found = checked(source, translation)
    assert [diagnostic.code for diagnostic in found] == expected
    assert all(diagnostic.place == Place("fr.po", 7) for diagnostic in found)


def test_misspelt_placeholder_is_one_fault_with_the_right_name() -> None:
    (fault,) = checked("Take {{ hand }} cards", "Prenez {{ hands }} cartes")
    assert fault.fix == "write {{ hand }}"


@pytest.mark.parametrize(
    ("translation", "expected"),
    [
        ("une carte / {{ n }} cartes", []),
        ("{{ n }} carte / {{ n }} cartes", []),
        ("une carte / des cartes", ["placeholder-lost"]),
        ("une carte / ", ["plural-missing"]),
    ],
)
def test_only_the_form_for_one_may_drop_the_number(translation: str, expected: list[str]) -> None:
    found = checked("a card", translation, plural="{{ n }} cards")
    assert [diagnostic.code for diagnostic in found] == expected


POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
CLDR = (
    "nplurals=4; plural=(n==1 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : n!=1 && (n%10>=0 && n%10<=1)"
    " || (n%10>=5 && n%10<=9) || (n%100>=12 && n%100<=14) ? 2 : 3);"
)
"""As Crowdin writes it for Polish: the fourth form is for fractions."""
RUSSIAN = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
ARABIC = "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"


@pytest.mark.parametrize(
    ("rule", "forms", "why"),
    [
        ("nplurals=2; plural=(n > 1);", ("une carte", "{n} cartes"), []),
        ("nplurals=2; plural=(n > 1);", ("{n} carte", "des cartes"), ["form 1 is for 2, 3, 4, 5, …"]),
        (POLISH, ("jedna karta", "{n} karty", "{n} kart"), []),
        (CLDR, ("jedna karta", "{n} karty", "{n} kart", ""), []),
        (CLDR, ("jedna karta", "{n} karty", "{n} kart", "kart"), []),
        (POLISH, ("jedna karta", "dwie karty", "{n} kart"), ["form 1 is for 2, 3, 4, 22, …"]),
        (RUSSIAN, ("одна карта", "{n} карты", "{n} карт"), ["form 0 is for 1, 21, 31, 41, …"]),
        (ARABIC, ("لا ورق", "ورقة", "ورقتان", "{n} ورق", "{n} ورقة", "{n} ورقة"), []),
        (ARABIC, ("لا ورق", "ورقة", "ورقتان", "ورق", "{n} ورقة", "{n} ورقة"), ["form 3 is for 3, 4, 5, 6, …"]),
        ("nplurals=1; plural=0;", ("カード",), ["form 0 is for 0, 1, 2, 3, …"]),
    ],
)
def test_a_form_for_one_number_may_leave_it_out(rule: str, forms: Sequence[str], why: list[str]) -> None:
    header = f'msgid ""\nmsgstr ""\n"Plural-Forms: {rule}\\n"\n\n'
    strings = "".join(f'msgstr[{index}] "{form}"\n' for index, form in enumerate(forms))
    catalogue = read(f'msgid "{{n}} card"\nmsgid_plural "{{n}} cards"\n{strings}', header)
    found = compared(catalogue, [Message("{n} card", "{n} cards", (Place("a.yaml", 3),))])
    assert [(fault.code, fault.what, fault.why) for fault in found] == [
        ("placeholder-lost", "{n} is missing from the translation", reason) for reason in why
    ]


def test_of_the_forms_that_are_empty_those_that_numbers_take_are_told() -> None:
    header = f'msgid ""\nmsgstr ""\n"Plural-Forms: {CLDR}\\n"\n\n'
    strings = 'msgstr[0] "jedna"\nmsgstr[1] "{n}"\nmsgstr[2] ""\nmsgstr[3] ""\n'
    catalogue = read(f'msgid "{{n}} card"\nmsgid_plural "{{n}} cards"\n{strings}', header)
    (fault,) = compared(catalogue, [Message("{n} card", "{n} cards", (Place("a.yaml", 3),))])
    assert (fault.code, fault.fix, fault.why) == (
        "plural-missing", "fill in msgstr[2]", "it is the form for 0, 5, 6, 7, …"
    )  # fmt: skip


def test_a_form_for_one_number_keeps_its_other_placeholders() -> None:
    (fault,) = checked("{n} :coin:", "une pièce / {n} :coin:", plural="{n} :coin:")
    assert fault.what == ":coin: is missing from the translation"


def test_missing_stale_and_unused() -> None:
    body = (
        'msgid "kept"\nmsgstr "gardé"\n\n#, fuzzy\n#| msgid "was"\nmsgid "is"\nmsgstr "était"\n\n'
        'msgid "empty"\nmsgstr ""\n\nmsgid "Take two cards"\nmsgstr "Prenez deux cartes"\n'
    )
    place = Place("rules.md", 4)
    messages = [Message(text, places=(place,)) for text in ("kept", "is", "empty", "Take two cards now")]
    messages.append(Message("kept", "keeps"))
    found = {diagnostic.what: diagnostic for diagnostic in compared(read(body), messages)}
    assert [(d.code, d.severity, d.place) for d in found.values()] == [
        ("plural-missing", "error", Place("fr.po", 6)),
        ("translation-stale", "error", Place("fr.po", 12)),
        ("translation-unused", "warning", Place("fr.po", 17)),
        ("translation-missing", "error", place),
        ("translation-missing", "error", place),
    ]
    missing = found["“Take two cards now” has no translation into fr"]
    assert "“Take two cards”" in missing.why
    assert "fr.po" in missing.fix
    assert "pnp i18n update" in missing.fix
    assert found["the translation of “is” is marked fuzzy"].why == "it was made for “was”"


@pytest.mark.parametrize(("count", "told"), [(5, 5), (6, 1), (80, 1)])
def test_many_texts_without_a_translation_are_told_as_one(count: int, told: int) -> None:
    empty = "".join(f'msgid "text {number}"\nmsgstr ""\n\n' for number in range(count // 2))
    found = compared(read(empty), [Message(f"text {number}") for number in range(count)])
    assert [fault.code for fault in found] == ["translation-missing"] * told
    if told == 1:
        assert found[0].place == Place("fr.po")
        assert found[0].what.startswith(f"fr: {count} texts have no translation: ")


def test_reads_long_catalogues() -> None:
    body = "".join(
        f'#: a.yaml:{i}\nmsgid ""\n"Take card {i} and {{{{ hand }}}} cards "\n"in a row"\nmsgstr "La carte {i}"\n\n'
        for i in range(2000)
    )
    catalogue = read(body)
    assert len(catalogue.entries) == 2000
    last = catalogue.entries["Take card 1999 and {{ hand }} cards in a row"]
    assert catalogue.get(last.text) == "La carte 1999"
    assert last.place == Place("fr.po", 7 + 6 * 1999)
