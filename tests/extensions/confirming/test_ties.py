"""Sentences of a game, what they are tied to, and what is reported when one of both has changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from conftest import GAME, PO_HEADER, WriteProject, check_project

from pnp.checks.ties import tie_lines
from pnp.core.diagnostics import Diagnostic, Diagnostics
from pnp.extensions.confirming.command import Answers, Review, recorded, review
from pnp.outputs import write_all
from pnp.project.files import Files
from pnp.source_game import read_source_games
from pnp.ties.book import Support, digest_of
from pnp.ties.compare import Change, read_today
from pnp.ties.follows import follows
from pnp.ties.passages import read_sentences

pytestmark = pytest.mark.slow

FRENCH = {
    "Small": "Petit",
    "Set-up": "Préparation",
    "Deal {{ hand|words }} cards to each player. Put the rest face down.": (
        "Donnez {{ hand|words }} cartes par personne. Posez le reste face cachée."
    ),
    "A round": "Un tour",
    "Choose a card.": "Choisissez une carte.",
    "Reveal it with the others. The **highest** card wins.": (
        "Révélez-la avec les autres. La carte la **plus haute** gagne."
    ),
    "Have fun!": "Amusez-vous !",
    "Card": "Carte",
    "Points": "Points",
    "the highest": "la plus haute",
}
BOOKLET = """\
## Set-up

Deal {{ hand|words }} cards to each player. Put the rest face down.

## A round

1. Choose a card.
2. Reveal it with the others.
   The **highest** card wins.

| Card | Points |
| --- | --- |
| the highest | {{ prize }} |

Have fun!
"""
CLAIMS = """\
- {claim: The highest card wins., section: A round, always: table.winner == 1, at: pick}
- {claim: Everybody begins with five cards., section: Set-up, holds: hand == 5}
- {claim: A card is worth a prize., section: A round, holds: prize > 0}
"""
EXAMPLES = """\
first:
  shows: The highest card wins.
  seats: [Ada, Bo]
  picks: [[1, 2]]
  then: {winner: 1, hands: {Ada: [], Bo: []}}
"""
CODE = '''\
"""Small. In brackets: sections."""


def deal(table):
    """[Set-up] Hands for everybody."""
    return table.facts.hand + 0


def play(table):
    """[A round] The highest wins."""
    return max(table.hands)
'''
RECORDED = """\
# What somebody has read and confirmed of Small: the digest of each sentence, title and label, and its tests.
#   en, fr: the day of the last confirmation, then the digests.   - states no rule   ? recorded unread
#   tests: claims and expectations by their first words, examples, functions(): digest, and numbers of sentences
# pnp confirm small writes this file.

Set-up:
  en: nt4x s6mf rkcf-
  fr: d1j8 0vmb 1zhp
  tests: {Everybody begins with: 9skz 2, deal(): cpv3 2}
A round:
  en: 8jgn dcsq qstw c1wq wqmt p5ws 4kc2-
  fr: mgcs 4xm9 90qh 3v1q 1vhj n74w 3w28
  tests: {first: w30h 2-4, The highest card: dvg4 4, play(): c38p 4, A card is: 3s51 6}
"""
FILES = {
    "data/small/game.yaml": GAME.replace("hand: 5", "hand: 5\n  prize: 5") + "languages: [en, fr]\n",
    "data/small/claims.yaml": CLAIMS,
    "data/small/examples.yaml": EXAMPLES,
    "data/small/rules.py": CODE,
    "data/small/locale/fr.po": PO_HEADER + "".join(f'msgid "{a}"\nmsgstr "{b}"\n\n' for a, b in FRENCH.items()),
    "data/small/ties.yaml": RECORDED,
    "templates/small/rulebook.md": BOOKLET,
}
BOOK, RULES, PO = "templates/small/rulebook.md", "data/small/rules.py", "data/small/locale/fr.po"
OURS, CASES, HEAD = "data/small/claims.yaml", "data/small/examples.yaml", "data/small/game.yaml"
FILE = "data/small/ties.yaml"
DAY = "2026-11-26"

Game = Callable[..., Path]


@pytest.fixture
def confirmed(write_project: WriteProject) -> Game:
    """The small game with all of it confirmed; then, its changes: (file, old, new)."""

    def write(*changes: tuple[str, str, str]) -> Path:
        root = write_project(FILES)
        confirm(root)
        change(root, *changes)
        return root

    return write


def change(root: Path, *changes: tuple[str, str, str]) -> None:
    for path, old, new in changes:
        text = (root / path).read_text()
        assert old in text
        (root / path).write_text(text.replace(old, new))


def reviewed(root: Path, *parts: str, languages: Sequence[str] = ()) -> Review:
    (one,) = review(Files(root), ["small"], languages, parts, Diagnostics())
    return one


def confirm(
    root: Path, *parts: str, languages: Sequence[str] = (), supports: Mapping[str, Sequence[str]] | None = None
) -> str:
    """Confirm what has changed; the new text of ties.yaml, or "" where it stays."""
    one = reviewed(root, *parts, languages=languages)
    texts = [sentence.text for sentence in one.compared.today.sentences]
    typed = {texts.index(text): Support(tuple(by)) for text, by in (supports or {}).items()}
    output = recorded(one, Answers(frozenset(changes_of(one)), supports=typed), DAY)
    if output is None:
        return ""
    write_all([output], root)
    return output.content.decode()


def changes_of(one: Review) -> list[Change]:
    return [change for question in one.questions for change in question.changes]


def reported(root: Path) -> list[Diagnostic]:
    return list(check_project(root, "ties").diagnostics)


def changes(root: Path) -> list[Change]:
    return changes_of(reviewed(root))


def ties(root: Path) -> dict[str, tuple[str, ...]]:
    """What each sentence that states a rule rests on, by its words."""
    compared = reviewed(root).compared
    return {compared.today.sentences[number].text: tie.by for number, tie in compared.rules}


# --- what is reported


MISTAKES: Mapping[str, tuple[str, tuple[tuple[str, str, str], ...]]] = {
    "a word": ("changed", ((BOOK, "**highest**", "**lowest**"),)),
    "a negation": ("changed", ((BOOK, "Put the rest", "Never put the rest"),)),
    "steps": (
        "moved",
        ((BOOK, "Choose a card.\n2. Reveal it with the others.", "Reveal it with the others.\n2. Choose a card."),),
    ),
    "a column": ("changed", ((BOOK, "| Card | Points |", "| Card | Chips |"),)),
    "a row": ("changed", ((BOOK, "| the highest |", "| the lowest |"),)),
    "a paragraph": ("gone", ((BOOK, "Have fun!\n", ""),)),
    "a sentence": ("gone", ((BOOK, " Put the rest face down.", ""),)),
    "a new sentence": ("new", ((BOOK, "Have fun!", "Have fun! Ties share the prize."),)),
    "an expression": ("changed", ((BOOK, "{{ hand|words }}", "{{ prize|words }}"),)),
    "French alone": ("translated", ((PO, "plus haute** gagne", "plus basse** gagne"),)),
    "French of a row": ("translated", ((PO, '"la plus haute"', '"la plus basse"'),)),
    "both": ("changed", ((BOOK, "**highest**", "**lowest**"), (PO, "highest", "lowest"), (PO, "haute", "basse"))),
    "a claim": ("test", ((OURS, "hand == 5", "hand == 4"),)),
    "a fact that a claim states": ("test", ((HEAD, "hand: 5", "hand: 7"),)),
    "a claim weakened": ("test", ((OURS, "always:", "sometimes:"),)),
    "an example": ("test", ((CASES, "winner: 1", "winner: 0"),)),
    "a rule": ("test", ((RULES, "max(", "min("),)),
    "an example is gone": ("lost", ((CASES, "first:", "second:"), (CASES, "winner: 1", "winner: 0"))),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_change_is_unconfirmed_until_it_is_confirmed(name: str, confirmed: Game) -> None:
    kind, made = MISTAKES[name]
    root = confirmed(*made)
    assert kind in [change.kind for change in changes(root)]
    found = reported(root)
    assert "sentence-unconfirmed" in {d.code for d in found}
    assert all(d.severity == "warning" and d.fix for d in found)
    confirm(root)
    assert not [d for d in reported(root) if d.code == "sentence-unconfirmed"]
    assert confirm(root) == ""


EDITS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "lines broken elsewhere": ((BOOK, "others.\n   The", "others. The"),),
    "a comment in the rules": ((RULES, "    return max", "    # the best\n    return max"),),
    "a docstring": ((RULES, "The highest wins.", "Whoever is highest wins."),),
    "code set out otherwise": ((RULES, "max(table.hands)", "max(\n        table.hands,\n    )"),),
    "claims in another order": ((OURS, CLAIMS, "\n".join(reversed(CLAIMS.splitlines())) + "\n"),),
    "a claim set out otherwise": ((OURS, "{claim: The highest", "{source: booklet, claim: The highest"),),
    "a new claim": ((OURS, "- {claim: Every", "- {claim: A hand is small., holds: hand < 9}\n- {claim: Every"),),
    "a player is called otherwise": ((CASES, "Bo", "Bea"),),
    "what an example shows": ((CASES, "shows: The", "shows: See how the"),),
    "another value of a fact": ((HEAD, "prize: 5", "prize: 7"),),
    "a new card": (("data/small/cards.yaml", "- {number: 2", "- {number: 7, colour: red}\n- {number: 2"),),
    "lines of the catalogue": ((PO, 'msgstr "Choisissez une', 'msgstr ""\n"Choisissez une'),),
    "a new fact": ((HEAD, "prize: 5", "prize: 5\n  bonus: 5"),),
    "a comment in the ties": ((FILE, "# pnp confirm", "# Mine.\n# pnp confirm"),),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_says_the_same_is_no_change(name: str, confirmed: Game) -> None:
    root = confirmed(*EDITS[name])
    assert reported(root) == []
    assert [change for change in changes(root) if change.kind != "new"] == []


def test_a_changed_sentence_is_shown_with_what_the_sentence_rests_on(confirmed: Game) -> None:
    root = confirmed((BOOK, "**highest**", "**lowest**"))
    (fault,) = [fault for fault in reported(root) if fault.code == "sentence-unconfirmed"]
    assert str(fault.place) == f"{BOOK}:9:4"
    assert fault.what == "its words have changed since they were confirmed: “The **lowest** card wins.”"
    assert fault.why == "it is tied to first, “The highest card wins”, play()"
    assert "pnp confirm small" in fault.fix


def test_a_changed_test_names_the_sentences_on_it(confirmed: Game) -> None:
    (fault,) = reported(confirmed((RULES, "max(", "min(")))
    assert str(fault.place) == f"{RULES}:9:1"
    assert fault.why == "1 sentence is tied to it: The **highest** card wins."


def test_a_function_that_is_called_otherwise_keeps_its_sentences(confirmed: Game) -> None:
    root = confirmed((RULES, "def play(", "def play_round("))
    (fault,) = reported(root)
    assert fault.what == "play() is now called play_round()"
    confirm(root)
    assert "play_round()" in ties(root)["The **highest** card wins."]
    assert reported(root) == []


def test_new_sentences_of_a_section_are_one_fault(confirmed: Game) -> None:
    root = confirmed((BOOK, "Have fun!", "Have fun!\n\n## More\n\nOne. Two. Three. Four."))
    (fault,) = reported(root)
    assert fault.what == "new and not confirmed: “More”, and 4 more after it"


def test_sentences_that_have_gone_or_moved_together_are_one_fault(confirmed: Game) -> None:
    section = BOOKLET[BOOKLET.index("## A round") : BOOKLET.index("Have fun")]
    gone = reported(confirmed((BOOK, section, "")))
    what = "a sentence that was confirmed after “Put the rest face down.” is gone, and 5 more after it"
    assert what in [fault.what for fault in gone]
    setup = BOOKLET[: BOOKLET.index("## A round")]
    (moved,) = reported(confirmed((BOOK, BOOKLET, section + setup + "Have fun!\n")))
    assert moved.what.endswith(", and 2 more after it")


def test_a_language_that_nobody_has_begun_to_confirm_is_one_fault(confirmed: Game) -> None:
    root = confirmed()
    path = root / FILE
    path.write_text(re.sub(r"\n +fr: .*|, fr: [^}]*(?=})", "", path.read_text().partition("\n\n")[2]))
    (fault,) = reported(root)
    assert fault.code == "sentence-unconfirmed"
    assert fault.what == "the translation into fr has not been confirmed yet: 11 sentences"
    assert fault.fix == "compare it with the source: pnp confirm small --lang fr, in a terminal"
    assert fault.place.file == PO


def test_a_few_sentences_in_a_new_language_are_one_fault_too(confirmed: Game) -> None:
    root = confirmed()
    path = root / FILE
    path.write_text(re.sub(r"\n +fr: .*|, fr: [^}]*(?=})", "", path.read_text().partition("\n\n")[2]))
    text = (root / PO).read_text()
    (root / PO).write_text(re.sub('msgstr "(?!Choisissez|Révélez|Language)[^"]+"', 'msgstr ""', text))
    (fault,) = reported(root)
    assert fault.what == "the translation into fr has not been confirmed yet: 3 sentences"


def test_a_language_that_is_confirmed_in_part_is_one_fault(confirmed: Game) -> None:
    root = confirmed()
    path = root / FILE
    path.write_text(re.sub(r"\n +fr: .*|, fr: [^}]*(?=})", "", path.read_text().partition("\n\n")[2]))
    confirm(root, "Un tour", languages=["fr"])
    assert [fault.what for fault in reported(root)] == [
        "the translation into fr has not been confirmed yet: 10 sentences"
    ]


def test_a_sentence_that_is_translated_later_is_reported_by_itself(confirmed: Game) -> None:
    root = confirmed((PO, 'msgstr "Choisissez une carte."', 'msgstr ""'))
    confirm(root)
    (root / FILE).write_text((root / FILE).read_text().replace(digest_of("Choisissez une carte."), "."))
    change(root, (PO, 'msgid "Choose a card."\nmsgstr ""', 'msgid "Choose a card."\nmsgstr "Choisissez une carte."'))
    (fault,) = reported(root)
    assert fault.what == "the translation into fr is not confirmed: “Choisissez une carte.”"


def test_a_claim_that_is_gone_is_reported_by_its_first_words(confirmed: Game) -> None:
    root = confirmed((OURS, CLAIMS.splitlines()[0] + "\n", ""))
    (fault,) = reported(root)
    assert fault.what == "“The highest card …” is gone, but sentences are tied to it"
    assert fault.why == "1 sentence is tied to it: The **highest** card wins."


def test_ties_name_what_there_is(confirmed: Game) -> None:
    root = confirmed((FILE, "first: ", "frist: "))
    assert [(d.code, d.fix) for d in reported(root)] == [("sentence-unconfirmed", reported(root)[0].fix)]
    path = root / FILE
    path.write_text(re.sub(r"frist: \w+ ", "frist: ", path.read_text()))
    assert [(d.code, d.fix) for d in reported(root)] == [("tie-unknown", "did you mean first?")]


def test_a_claim_that_is_contradicted_shows_nothing(confirmed: Game) -> None:
    root = confirmed((OURS, "holds: prize > 0", "holds: prize > 9, verdict: contradicted"))
    confirm(root)
    assert [(d.code, d.what) for d in reported(root)] == [
        ("tie-contradicted", "“A card is worth a prize” is contradicted")
    ]


def test_a_section_that_nothing_tests(confirmed: Game) -> None:
    root = confirmed((BOOK, "Deal {{", "Deal out {{"))
    confirm(root, supports={"Deal out {{ hand|words }} cards to each player.": ["deal()"]})
    (fault,) = reported(root)
    assert (fault.code, fault.what) == ("section-untested", "no claim and no example tests Set-up")


@pytest.mark.parametrize(
    ("change", "section"),
    [
        ((OURS, "holds: hand == 5", "holds: 5 == 5"), "Set-up"),
        ((CASES, "  then: {winner: 1, hands: {Ada: [], Bo: []}}\n", ""), "A round"),
    ],
)
def test_a_test_that_proves_nothing_is_none(confirmed: Game, change: tuple[str, str, str], section: str) -> None:
    root = confirmed(change, (BOOK, "The **highest** card wins.", "The **highest** card takes it."))
    confirm(root, supports={"The **highest** card takes it.": ["play()", "first"]})
    found = [(d.code, d.what) for d in reported(root)]
    (line,) = [one for one in check_project(root, "ties").summaries if "tied to tests" in one]
    if section == "Set-up":
        assert found == [("section-untested", "no claim and no example tests Set-up")]
        assert "4 of 5 rules tied to tests, 1 not" not in line
    else:
        assert found == []
        assert "3 of 5 rules tied to tests, 2 not" in line


def test_a_fact_that_no_test_looks_at(confirmed: Game) -> None:
    """Five cards are dealt, and the prize is five as well: the words are right by chance."""
    root = confirmed((BOOK, "{{ hand|words }}", "{{ prize|words }}"), (PO, "{{ hand|words }}", "{{ prize|words }}"))
    confirm(root)
    (fault,) = reported(root)
    assert (fault.code, fault.place.line) == ("tie-fact", 3)
    assert fault.what.startswith("its words change with prize")


def test_a_function_that_reads_a_fact_shows_nothing_of_it(confirmed: Game) -> None:
    """A function reads facts that a sentence does not mean: what shows it is a claim, an example or an expectation."""
    root = confirmed(
        (RULES, "table.facts.hand + 0", "table.facts.hand + table.facts.prize"),
        (BOOK, "{{ hand|words }}", "{{ prize|words }}"),
        (PO, "{{ hand|words }}", "{{ prize|words }}"),
    )
    confirm(root)
    assert [fault.code for fault in reported(root)] == ["tie-fact"]
    change(root, (OURS, "holds: hand == 5", "holds: hand == 5 and prize == 5"))
    confirm(root)
    assert reported(root) == []


def test_a_game_without_ties_or_claims_is_not_bothered(write_project: WriteProject) -> None:
    root = write_project({**FILES, FILE: None})
    assert reported(root) == []
    assert "creates data/small/ties.yaml" in "\n".join(check_project(root, "ties").summaries)
    without_claims = write_project({**FILES, FILE: None, OURS: "[]\n"})
    assert len(check_project(without_claims, "ties").summaries) == 1


def test_the_summary_says_the_share_and_lists_what_rests_on_nothing(confirmed: Game) -> None:
    root = confirmed((BOOK, "Choose a card.", "Choose one."))
    confirm(root, supports={"Choose one.": []})
    files, diagnostics = Files(root), Diagnostics()
    from pnp.checks.subject import GameSubject, Request
    from pnp.core.fonts import FontSet

    (manuscript,) = read_source_games(files, ["small"], diagnostics)
    share, line = tie_lines(GameSubject(files, manuscript, FontSet({})), Request(is_complete=True))
    assert share == "small: 4 of 5 rules tied to tests, 1 not; 2 other sentences"
    assert line.endswith("not tied to a test: Choose one.")


# --- what is recorded


def test_a_section_is_a_few_lines(confirmed: Game) -> None:
    """Digests are left out here, which the words give."""
    root = confirmed((BOOK, "Choose a card.", "Choose one."))
    lines = re.sub(r"\b[0-9b-z]{4}\b(?!-\d)", "@", confirm(root)).splitlines()
    assert lines[5:14] == [
        "Set-up:",
        "  en: @ @ @-",
        "  fr: @ @ @",
        "  tests: {Everybody begins @: @ 2, deal(): @ 2}",
        "A round:",
        "  en: 2026-11-26 @ @ @ @ @ @ @-",
        "  fr: 2026-11-26 @ . @ @ @ @ @",
        "  tests: {first: @ 2-4, The highest card: @ 4, play(): @ 4, A card is: @ 6}",
        "data/small/game.yaml: {en: 2026-11-26 @, fr: 2026-11-26 @}",
    ]


def test_a_new_wording_keeps_its_tie_and_all_else_stays_as_it_is(confirmed: Game) -> None:
    root = confirmed()
    before = (root / FILE).read_text()
    change(root, (BOOK, "Choose a card.", "Choose one card."), (PO, "Choose a card.", "Choose one card."))
    after = confirm(root)
    assert ties(root)["Choose one card."] == ("first",)
    differing = [(was, now) for was, now in zip(before.splitlines(), after.splitlines(), strict=True) if was != now]
    assert [now.split()[0] for _, now in differing] == ["en:", "fr:"]
    assert confirm(root) == ""


def test_a_renamed_example_is_followed(confirmed: Game) -> None:
    root = confirmed((CASES, "first:", "first_round:"))
    assert [change.kind for change in changes(root)] == ["renamed"]
    confirm(root)
    assert ties(root)["Choose a card."] == ("first_round",)
    assert reported(root) == []


def test_a_test_that_is_gone_leaves_its_ties(confirmed: Game) -> None:
    root = confirmed((CASES, EXAMPLES, "{}\n"))
    confirm(root)
    assert ties(root)["Choose a card."] == ()
    assert "first" not in (root / FILE).read_text().partition("A round:")[2]


def test_a_new_sentence_gets_the_tie_that_fits_it(confirmed: Game) -> None:
    root = confirmed((BOOK, "Have fun!", "Have fun! So the highest card always wins."))
    confirm(root)
    assert "The highest card wins." in ties(root)["So the highest card always wins."]


def test_a_sentence_of_a_card_may_rest_on_claims_of_any_section(confirmed: Game) -> None:
    face = "templates/small/face.yaml"
    root = confirmed((face, 'text: "{{ card.number }}"', 'text: "Here, the highest card wins."'))
    confirm(root)
    assert "The highest card wins." in ties(root)["Here, the highest card wins."]


def test_only_a_part_is_confirmed(confirmed: Game) -> None:
    root = confirmed((BOOK, "Choose a card.", "Choose one."), (BOOK, "Have fun!", "Have some fun!"))
    confirm(root, "fun")
    assert [change.new for change in changes(root) if change.kind == "changed"] == ["Choose one."]
    change(root, (PO, "Un tour", "Une manche"))
    confirm(root, languages=["fr"])
    assert [change.kind for change in changes(root)] == ["changed"]


def test_what_is_not_confirmed_stays(confirmed: Game) -> None:
    root = confirmed((BOOK, "Have fun!\n", ""), (BOOK, "1. Choose a card.\n", ""), (BOOK, "cards to", "of them to"))
    before = (root / FILE).read_text()
    confirm(root, "of them to")
    after = (root / FILE).read_text()
    assert after.partition("A round:")[2] == before.partition("A round:")[2]
    assert sorted(change.kind for change in changes(root)) == ["gone", "gone"]


def test_the_first_time_everything_is_recorded_twice_the_same(write_project: WriteProject) -> None:
    root = write_project({**FILES, FILE: None})
    confirm(root)
    assert "The highest card wins." in ties(root)["The **highest** card wins."]
    assert confirm(root) == ""
    assert reported(root) == [] or {d.code for d in reported(root)} <= {"section-untested", "tie-fact"}


ODD = {
    "[]": "ties-file",
    "x: 3": "ties-file",
    "x: {says: a}": "ties-file",
    "x: {fr: b3b3}": "ties-file",
    "x: {en: b3b3 c4}": "ties-file",
    "x: {en: b3b3, fr: b3b3 b3b3}": "ties-file",
    "x: {en: b3b3, tests: [a]}": "ties-file",
    "x: {en: b3b3, tests: {a: b3b3 2}}": "ties-file",
    "x: {en: b3b3, tests: {a: b3b3 one}}": "ties-file",
    "x: {en: b3b3, tests: {a: 1}}": "tie-unknown",
    "x: {en: 2026-11-26 b3b3-?!, de: b3b3}": "sentence-unconfirmed",
    "x:\n- [says]": "ties-file",
    "x:\n- {is: a}": "ties-file",
    "x: [{says: a, fr: }, {says: b}]": "ties-file",
    '---\n"x: y":\n  - says: 1 a\n    # c\n\n# end': "ties-file",
}


@pytest.mark.parametrize("text", ODD)
def test_odd_files_are_reported_or_read(text: str, write_project: WriteProject) -> None:
    root = write_project({**FILES, FILE: text})
    assert ODD[text] in {str(fault.code) for fault in reported(root)}
    if ODD[text] == "sentence-unconfirmed":
        confirm(root)
        assert confirm(root) == ""


@pytest.mark.parametrize(
    ("text", "followed"),
    [
        ("{{ hand }}", ("hand",)),
        ("{{ hand // 2 }}", ("hand",)),
        ("{{ draws.lost }}", ("draws.lost",)),
        ("{{ draws['won'] }} {{ row[1].n }}", ("draws.won", "row.n")),
        ("{{ row|length }}", ("row",)),
        ("{{ decks.numbers|length }} {{ game.players|max }}", ("decks.numbers", "game.players")),
        ("{{ hand * 0 }} by {{ 5 }}", ()),
        ("no hand", ()),
    ],
)
def test_what_words_change_with(text: str, followed: tuple[str, ...], write_project: WriteProject) -> None:
    facts = "hand: 5\n  draws: {lost: 1, won: 1}\n  row: [{n: 1}, {n: 1}]"
    root = write_project({HEAD: GAME.replace("hand: 5", facts), BOOK: f"## A\n\n{text}\n", FILE: None})
    files = Files(root)
    (manuscript,) = read_source_games(files, ["small"], Diagnostics())
    sentences = read_sentences(manuscript, files)
    found = dict(zip([s.text for s in sentences], follows(sentences, manuscript.game), strict=True))
    assert found[text] == followed


def test_what_a_figure_inherits_is_one_sentence(write_project: WriteProject) -> None:
    head = "bleed: 0mm\nsafe: 0mm\n"
    wide = f"size: 100x30\n{head}phone: small/figures/narrow\nelements: {{label: {{text: Throw all away, in: trim}}}}\n"
    narrow = "extends: small/figures/wide\nsize: 50x60\nelements: {more: {text: And draw, in: trim}}\n"
    figures = {"templates/small/figures/wide.yaml": wide, "templates/small/figures/narrow.yaml": narrow}
    files = Files(write_project({BOOK: "## A\n\n::: figure wide\n:::\n", FILE: None, **figures}))
    (manuscript,) = read_source_games(files, ["small"], Diagnostics())
    found = [sentence.text for sentence in read_sentences(manuscript, files) if "figures/" in sentence.place.file]
    assert found == ["Throw all away", "And draw"]


def test_places_and_forms(confirmed: Game) -> None:
    files = Files(confirmed())
    (manuscript,) = read_source_games(files, ["small"], Diagnostics())
    today = read_today(manuscript, files)
    found = [(s.place.line, s.place.column, s.kind) for s in today.sentences if s.place.file == BOOK]
    assert found[:6] == [(1, 4, "heading"), (3, 1, ""), (3, 45, ""), (5, 4, "heading"), (7, 4, ""), (8, 4, "")]


# --- pictures

SUN, MOON = ("templates/small/art/sun.svg", "templates/small/art/moon.svg")
PICTURES = {
    SUN: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>',
    MOON: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9V0z"/></svg>',
    "templates/small/aid.yaml": "icons: {day: small/art/sun, night: small/art/moon}\n"
    "elements:\n  left: {svg: small/art/sun}\n  right: {svg: small/art/moon}\n",
}
WITH_AID = {HEAD: FILES[HEAD] + "extras:\n  aid: {cards: [{}], template: small/aid}\n"}


@pytest.mark.parametrize(
    ("swapped", "named"),
    [
        ({SUN: PICTURES[MOON], MOON: PICTURES[SUN]}, ["moon.svg (night, right)", "sun.svg (day, left)"]),
        ({SUN: PICTURES[SUN].replace("4", "3")}, ["sun.svg (day, left)"]),
        (
            {"templates/small/aid.yaml": PICTURES["templates/small/aid.yaml"].replace("day", "x").replace("night", "day").replace("x", "night")},
            ["moon.svg (day, right)", "sun.svg (left, night)"],
        ),
        (
            {"templates/small/aid.yaml": PICTURES["templates/small/aid.yaml"].replace("left", "x").replace("right", "left").replace("x", "right")},
            ["moon.svg (left, night)", "sun.svg (day, right)"],
        ),
    ],
    ids=["two files exchanged", "a file redrawn", "icons exchanged", "elements exchanged"],
)  # fmt: skip
def test_pictures_that_are_not_as_confirmed_are_reported_once_a_file(
    write_project: WriteProject, swapped: Mapping[str, str], named: Sequence[str]
) -> None:
    root = write_project({**FILES, **PICTURES, **WITH_AID})
    (fault,) = [fault for fault in reported(root) if fault.place.file.endswith(".svg")]
    assert fault.what.startswith("new and not confirmed: “moon.svg (night, right) ")
    assert fault.fix == "look at it again, then run pnp confirm small"
    confirm(root)
    assert reported(root) == []
    for path, text in swapped.items():
        (root / path).write_text(text)
    what = "the picture, or its name, has changed since it was confirmed: “"
    assert [fault.what[len(what) : -6] for fault in reported(root)] == list(named)
    assert {change.kind for change in changes(root)} == {"redrawn"}
    confirm(root)
    assert reported(root) == []
