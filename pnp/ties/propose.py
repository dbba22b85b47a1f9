"""A new sentence and the tests of its game → the tie that is proposed for it. Whoever confirms it decides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pnp.model.ties import TieHead
from pnp.ties.follows import example_of
from pnp.ties.passages import Sentence
from pnp.ties.sections import plain_title
from pnp.ties.tests import Test
from pnp.words.placeholders import without_expressions

FORMS = frozenset({"heading", "header", "label", "name", "value", "picture", "advice"})
"""What a sentence may be by its form alone; nothing more has to be said of it."""

_MOST = 3
_ENOUGH = 0.34
"""The share of a sentence's words, or a test's, that have to be in the other."""

_ENOUGH_ELSEWHERE = 0.6
"""The same for sentences of aids and cards, which stand in no section."""

_STEM = 5
_COMMON = re.compile(
    r"(an?|the|and|or|of|to|in|on|at|by|as|is|are|be|its?|his|her|their|you|your|who|whoever|with|from|for|that|this|if"
    r"|when|then|than|so|not?|one|cards?|players?|has|have|each)"
)


def propose(sentence: Sentence, follows: Sequence[str], tests: Mapping[str, Test]) -> TieHead:
    """The examples it tells, and the claims and functions of its section whose words are most like its own.

    For a sentence that stands elsewhere than in the booklet, those of all sections.
    """
    if sentence.kind in FORMS or sentence.kind == "flavour":
        return TieHead(**{"says": sentence.text, "is": sentence.kind, "follows": list(follows)})
    told = dict.fromkeys(example_of(name).partition(".")[2] for name in follows)
    by = [name for name in told if name in tests]
    sections = {plain_title(title) for title in (sentence.section, *sentence.in_bold)}
    is_elsewhere = sentence.section == sentence.place.file
    near = [test for test in tests.values() if (test.sections & sections or is_elsewhere) and not test.is_false]
    enough = _ENOUGH_ELSEWHERE if is_elsewhere else _ENOUGH
    scored = sorted(((_likeness(sentence.text, test.about), test.name) for test in near), key=lambda pair: -pair[0])
    by += [name for score, name in scored[:_MOST] if score >= enough and name not in by]
    return TieHead(says=sentence.text, by=by, follows=list(follows)) if by else _untied(sentence, follows)


def _untied(sentence: Sentence, follows: Sequence[str]) -> TieHead:
    kind = {"caption": "is"}.get(sentence.kind)
    return TieHead(**{"says": sentence.text, "follows": list(follows), **({kind: "caption"} if kind else {})})


def _likeness(one: str, other: str) -> float:
    ours, theirs = _stems(one), _stems(other)
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller else 0.0


def _stems(text: str) -> set[str]:
    words = re.findall(r"[^\W\d_]+", without_expressions(text).lower())
    return {word[:_STEM] for word in words if not _COMMON.fullmatch(word)}
