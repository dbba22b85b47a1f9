"""French first: · stands for a no-break space, _ for a narrow one."""

from __future__ import annotations

import pytest
from conftest import GAME, WriteProject, check_project
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.markup import parse_markup, typeset_runs
from pnp.text.typography import figures, typeset
from pnp.text.typography_rules import HABITS


def shown(text: str) -> str:
    return text.replace("\u00a0", "·").replace("\u202f", "_")


def hidden(text: str) -> str:
    return text.replace("·", "\u00a0").replace("_", "\u202f")


FRENCH = {
    "Prenez une carte!": "Prenez une carte_!",
    "Prenez une carte !": "Prenez une carte_!",
    "Vraiment? Oui ; non: si.": "Vraiment_? Oui_; non·: si.",
    "Quoi?! Ah!!! Hein ?!": "Quoi_?! Ah_!!! Hein_?!",
    "Attends... quoi...?": "Attends… quoi…_?",
    "(?) et (!)": "(?) et (!)",
    "À 10:30, score 3:2": "À 10:30, score 3:2",
    "Voir https://a.fr/?x=1;y=2 et www.a.fr!": "Voir https://a.fr/?x=1;y=2 et www.a.fr_!",
    "Écrire à jeu@exemple.fr: merci": "Écrire à jeu@exemple.fr·: merci",
    "Deck::carte": "Deck::carte",
    ":pepper: rapporte 3!": ":pepper: rapporte 3_!",
    "« mot » et «mot»": "«_mot_» et «_mot_»",
    "«·mot·»": "«_mot_»",
    '"Bonjour", dit-il.': "«_Bonjour_», dit-il.",
    'Il dit " oui " et part': "Il dit «_oui_» et part",
    'Elle dit: "Il a crié "Stop" hier".': "Elle dit·: «_Il a crié “Stop” hier_».",
    '«Il a crié "Stop"»': "«_Il a crié “Stop”_»",
    'l\'"image"': "l’«_image_»",
    "l'image d'aujourd'hui": "l’image d’aujourd’hui",
    "Qu'est-ce que c'est?": "Qu’est-ce que c’est_?",
    "le mot 'piment' seul": "le mot ‘piment’ seul",
    "le gagnant - s'il y en a un - joue": "le gagnant – s’il y en a un – joue",
    "peut-être, dix-neuf": "peut-être, dix-neuf",
    "de 1-3 à 4-6 joueurs": "de 1–3 à 4–6 joueurs",
    "le 2024-05-01, ISBN 978-2-07-036822-8": "le 2024-05-01, ISBN 978-2-07-036822-8",
    "-10 points, (-3), A-10": "−10 points, (−3), A-10",
    "12 - 3 = 9": "12 − 3 = 9",
    'soit "-3"': "soit «_−3_»",
    "63mm x 88 mm": "63·mm x 88·mm",
    "10%, 10 %": "10_%, 10_%",
    "5 €, 5€, 8 ans, 20 min": "5·€, 5·€, 8·ans, 20·min",
    "dans 8 ansible": "dans 8 ansible",
    "n° 5, n°5, p. 12": "n°·5, n°·5, p.·12",
    "p.12 et an°5": "p.12 et an°5",
    "M. Dupont et Mme Durand": "M.·Dupont et Mme·Durand",
    "chez Mme Durand": "chez Mme·Durand",
    "Il vient.": "Il vient.",
    "le 1er, la 1re, le 2e": "le 1er, la 1re, le 2e",
    "Nom .....": "Nom .....",
    "Fin....": "Fin….",
    "! au début": "! au début",
    "Deux 3/4 et 1h30": "Deux 3/4 et 1h30",
}


@pytest.mark.parametrize("typed", FRENCH)
def test_french(typed: str) -> None:
    assert shown(typeset(hidden(typed), "fr")) == FRENCH[typed]


ENGLISH = {
    "\"He said 'go' now\", didn't he?": "“He said ‘go’ now”, didn’t he?",
    '"He said "go" now"': "“He said ‘go’ now”",
    '“One” and "two"': "“One” and “two”",
    "rock 'n' roll '90s 'tis": "rock ’n’ roll ’90s ’tis",
    "the players' cards - all of them": "the players’ cards – all of them",
    'a 2.5" x 3.5" card': "a 2.5″ x 3.5″ card",
    "Wait! Really? Yes; no: 3.": "Wait! Really? Yes; no: 3.",
    "10% of 63 mm": "10% of 63·mm",
    "2-4 players, 3-card hands": "2–4 players, 3-card hands",
    "3 x 5": "3·x·5",
    "2 × 3 ÷ 4": "2·×·3·÷·4",
    "2 xs": "2 xs",
    "32 × ": "32·×·",
    "x × 2": "x·×·2",
    "2 * 3": "2·*·3",
    "well-known": "well-known",
}


@pytest.mark.parametrize("typed", ENGLISH)
def test_english(typed: str) -> None:
    assert shown(typeset(typed, "en")) == ENGLISH[typed]


@pytest.mark.parametrize(
    ("typed", "language", "expected"),
    [
        ("Er sagte \"geh 'jetzt' fort\", 10%", "de", "Er sagte „geh ‚jetzt‘ fort“, 10_%"),
        ('"Wort"', "de_CH", "«Wort»"),
        ('¿Dijo "sí"?', "es", "¿Dijo «sí»?"),
        ('Ha detto "sì"!', "it", "Ha detto «sì»!"),
        ('"ja"', "nl", "“ja”"),
        ('"ja"', "sv", "”ja”"),
        ("Vraiment? Oui: si!", "fr_CA", "Vraiment? Oui·: si!"),
        ("Vraiment?", "fr-BE", "Vraiment_?"),
        ('say "a", it\'s - 1-2...', "eo", 'say "a", it’s – 1–2…'),
        ("'cited'", "xx", "'cited'"),
    ],
)
def test_other_languages(typed: str, language: str, expected: str) -> None:
    assert shown(typeset(typed, language)) == expected


@pytest.mark.parametrize(
    ("before", "run", "language", "expected"),
    [
        ("t", "! ok", "fr", "_! ok"),
        ("", "! ok", "fr", "! ok"),
        (" ", "! ok", "fr", "! ok"),
        ("\ufffc", "!", "fr", "_!"),
        ("«", " mot »", "fr", "mot_»"),
        ("\u202f", " mot", "fr", "mot"),
        ("?", "!", "fr", "!"),
        ("1", "-3 joueurs", "fr", "–3 joueurs"),
        ("A", "-3", "fr", "-3"),
        (" ", "-3", "fr", "−3"),
        ("3", " mm", "en", "·mm"),
        ("d", '" he said', "en", "” he said"),
        (" ", '"', "en", "“"),
        ("l", "'image", "fr", "’image"),
        (".", "..", "en", ".."),
        ("1", ":30", "fr", ":30"),
    ],
)
def test_character_before_the_run_counts(before: str, run: str, language: str, expected: str) -> None:
    assert shown(typeset(run, language, before)) == expected


TYPED = st.text(st.sampled_from("ab1É2 ''\"\".,;:!?%-–—…«»“”‘’()[]/x×°€ \u00a0\u202f\nlnM.m@w="), max_size=24)


@given(TYPED, st.sampled_from([*HABITS, "eo"]), st.sampled_from(["", "a", "1", " ", "«", "-", ".", '"', "\u202f"]))
def test_twice_is_once(typed: str, language: str, before: str) -> None:
    once = typeset(typed, language, before)
    assert typeset(once, language, before) == once


@given(TYPED, st.sampled_from([*HABITS, "eo"]))
def test_letters_and_digits_stay(typed: str, language: str) -> None:
    def kept(text: str) -> list[str]:
        """The letters, and the values of the digits, which may be those of the language."""
        return [str(int(c)) if c.isdecimal() else c for c in text if c.isalnum()]

    assert kept(typeset(typed, language)) == kept(typed)


@pytest.mark.parametrize(
    ("language", "typed", "expected"),
    [
        ("ru", '"Стоп!" - в игре', "«Стоп!»\u00a0— в\u00a0игре"),
        ("uk", 'Карта "А" - у руці', "Карта «А»\u00a0— у\u00a0руці"),
        ("cs", 'Hráč s "esem" v ruce, 50%', "Hráč s\u00a0„esem“ v\u00a0ruce, 50\u00a0%"),
        ("pl", "Karta - w ręce", "Karta\u00a0– w\u00a0ręce"),
        ("ja", 'カードを3枚"引く"', "カードを\u20093\u2009枚「引く」"),
        ("zh_Hant", '"牌"', "「牌」"),
        ("ja", "'そう'と'いや'", "‘そう’と‘いや’"),
        ("ja", "Emma's「札」", "Emma’s「札」"),
        ("zh_TW", "說'不'。", "說‘不’。"),
        ("zh_Hans", "'是'，", "‘是’，"),
        ("en", "say 'そう'", "say ‘そう’"),
        ("zh_Hans", '"牌"', "“牌”"),
        ("he", 'קלף "א"', "קלף ”א”"),
        ("he", 'סה"כ 5', "סה״כ 5"),
        ("he", "10 דק' וצ'יפס", "10 דק׳ וצ׳יפס"),
        ("he", "אמרו 'כן' עכשיו", "אמרו 'כן' עכשיו"),
        ("en", 'the word סה"כ', "the word סה״כ"),
        ("hu", 'egy "lap"', "egy „lap”"),
        ("sr_Latn", '"karta"', "„karta”"),
        ("xx", '"a" - b', '"a" – b'),
    ],
)
def test_rules_of_further_languages(language: str, typed: str, expected: str) -> None:
    assert typeset(typed, language) == expected


def test_a_language_without_rules_is_reported_once(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": GAME + "languages: [en, xh, ru]\n"})
    found = [
        str(fault.place) for fault in check_project(root, "translations").diagnostics if fault.code == "language-rules"
    ]
    assert found == ["data/small/game.yaml:7:17"]


def test_numbers_have_the_digits_of_the_language() -> None:
    assert typeset("3 سکه روی A4, 10", "fa") == "۳ سکه روی A4, ۱۰"
    assert typeset("از Wi-Fi 6 یا ABC-123", "fa") == "از Wi-Fi 6 یا ABC-123"
    assert typeset("3.5 و 10,000 و 1.2.3", "fa") == "۳٫۵ و ۱۰٬۰۰۰ و ۱.۲.۳"
    assert typeset("3.5 মিমি", "bn") == "৩.৫ মিমি"
    assert [figures(12, language) for language in ("fa", "bn", "ar", "en")] == ["۱۲", "১২", "12", "12"]


def test_a_number_stays_with_the_sign_that_compares_it() -> None:
    assert typeset("نقاط ≥ 7", "ar") == "نقاط ≥\u00a07"
    assert typeset("3 ≥ 2", "en") == "3 ≥ 2"


@pytest.mark.parametrize(
    ("typed", "seen"), [("050-123", "050-123"), ("3-8", "3–8"), ("10-05", "10-05"), ("0-5", "0–5")]
)
def test_numbers_that_begin_with_a_nought_are_no_range(typed: str, seen: str) -> None:
    assert typeset(typed, "he") == seen
    assert typeset("3টি মুদ্রা", "bn") == "৩টি মুদ্রা"
    assert typeset("3 نقاط", "ar") == "3 نقاط" and typeset("3 نقاط", "ar_EG") == "٣ نقاط"
    assert typeset(typeset("3-5 pts", "fa"), "fa") == typeset("3-5 pts", "fa")


def test_the_last_letter_of_a_word_in_another_run_is_no_word() -> None:
    """The letter z is a word in Polish, which stays with the next one."""
    set_text = typeset_runs(parse_markup("Oddaj *Miecz* sąsiadowi *i z* kart"), typeset, "pl")
    assert [run.text for run in set_text] == ["Oddaj ", "Miecz", " sąsiadowi ", "i\u00a0z", "\u00a0kart"]
