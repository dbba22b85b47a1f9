"""The tests that are proposed for a sentence."""

from __future__ import annotations

import pytest
from conftest import WriteProject
from test_ties import BOOK, CASES, FILE, FILES, OURS, change, reviewed

CLAIMS = """\
- {claim: The highest card wins the trick., section: A round, always: table.winner == 1, at: pick}
- {claim: The trick is worth a prize., section: A round, holds: prize > 0}
- {claim: Everybody begins with as many., section: Set-up, holds: hand == 5}
- {claim: The lowest card loses the trick., section: A round, holds: prize > 9, verdict: contradicted}
"""


@pytest.mark.parametrize(
    ("sentence", "by"),
    [
        ("Whoever has the highest card wins.", {"The highest card wins the trick."}),
        ("Of all, {{ hand|words }} are yours.", {"Everybody begins with as many."}),
        ("{{ examples.first.seats[0] }} laughs.", {"first"}),
        ("The lowest card loses.", set()),
        ("Zig zag wugs blick.", set()),
    ],
    ids=["words", "a fact", "an example", "contradicted", "nothing"],
)
def test_a_sentence_gets_the_tests_that_fit_it(sentence: str, by: set[str], write_project: WriteProject) -> None:
    root = write_project({**FILES, FILE: None, OURS: CLAIMS})
    change(root, (BOOK, "Have fun!", sentence))
    one = reviewed(root)
    (number,) = [n for n, text in enumerate(s.text for s in one.compared.today.sentences) if text == sentence]
    playing = {name for name in one.supports[number].by if one.compared.today.tests[name].plays}
    assert by <= playing if by else not {"The lowest card loses the trick."} & playing


def test_titles_and_tips_get_none(write_project: WriteProject) -> None:
    root = write_project({**FILES, FILE: None})
    change(root, (BOOK, "Have fun!", "::: tip\nThe highest card wins.\n:::"))
    one = reviewed(root)
    kinds = {sentence.kind: one.supports[n] for n, sentence in enumerate(one.compared.today.sentences)}
    assert (kinds["heading"].by, kinds["heading"].is_free) == ((), False)
    assert (kinds["advice"].by, kinds["advice"].is_free) == ((), True)


def test_an_example_in_its_words(write_project: WriteProject) -> None:
    root = write_project({**FILES, FILE: None, CASES: FILES[CASES].replace("The highest card wins.", "Dragons sleep.")})
    change(root, (BOOK, "Have fun!", "All dragons sleep."))
    one = reviewed(root)
    texts = [sentence.text for sentence in one.compared.today.sentences]
    assert "first" in one.supports[texts.index("All dragons sleep.")].by
