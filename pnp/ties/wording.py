"""A change → words for it: what was confirmed, what is there now, only as much of both as is needed to see it."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.ties.compare import Change, Compared

_CONTEXT = 5
"""Words that are shown on both sides of a difference."""

_LONGEST = 30


def difference(old: str, new: str) -> tuple[str, str]:
    """The parts in which two texts differ, with some words around them, in quotes."""
    before, after = old.split(" "), new.split(" ")
    shortest = min(len(before), len(after))
    start = next((i for i in range(shortest) if before[i] != after[i]), shortest)
    rest = shortest - start
    end = next((i for i in range(rest) if before[-1 - i] != after[-1 - i]), rest)
    return _shown(before, start, len(before) - end), _shown(after, start, len(after) - end)


def _shown(words: Sequence[str], start: int, end: int) -> str:
    if len(words) <= _LONGEST:
        return f"“{' '.join(words)}”"
    first, last = max(0, start - _CONTEXT), min(len(words), end + _CONTEXT)
    return f"“{'… ' if first else ''}{' '.join(words[first:last])}{' …' if last < len(words) else ''}”"


def what_changed(change: Change) -> str:
    """A change of a sentence or test in one line."""
    old, new = difference(change.old, change.new)
    match change.kind:
        case "changed":
            return f"it says {new}; confirmed was {old}"
        case "translated":
            was = f"confirmed was {old}" if change.old else "nobody has confirmed it"
            return f"the translation into {change.name} says {new}; {was}"
        case "new":
            return f"nobody has confirmed {_shown(change.new.split(' '), 0, 12)}"
        case "gone":
            return f"it is no longer there: {_shown(change.old.split(' '), 0, 12)}"
        case "moved":
            return f"it stood after {old}; now it stands after {new}" if change.old and change.new else "it has moved"
        case "follows":
            return f"its words now follow {change.new or 'nothing'}; confirmed was {change.old or 'nothing'}"
        case "test":
            return f"{called(change.name)} tests something else than when it was confirmed"
        case "renamed":
            return f"{called(change.old)} is now called {called(change.new)}"
        case "look":
            return (
                f"{change.name} looks otherwise than when it was confirmed: {change.new}"
                if change.new
                else (f"nobody has confirmed how {change.name} looks")
            )
        case "unread":
            return f"{_shown(change.new.split(' '), 0, 12)} was recorded unread"
        case "lost":
            return f"{called(change.old)} is no longer there, and sentences are tied to it"


def called(name: str) -> str:
    """A test's name in a sentence: claims, which are sentences themselves, in quotes."""
    return f"“{name.rstrip('.')}”" if " " in name else name


def rests_on(change: Change, compared: Compared) -> str:
    """What a sentence is tied to, and which others say the same."""
    if change.index is None:
        return ""
    head = compared.book.ties[change.index].head
    told = f"it rests on {', '.join(map(called, head.by))}" if head.by else ""
    ties = ((sentence.place, compared.tie_of(number)) for number, sentence in enumerate(compared.today.sentences))
    others = [f"{place.file}:{place.line}" for place, tie in ties if head.id and tie and tie.head.same == head.id]
    return "; ".join(filter(None, (told, f"{', '.join(others)} say the same" if others else "")))


def sentences_on(name: str, compared: Compared) -> list[str]:
    """The sentences that are tied to a test."""
    return [tie.head.says for tie in compared.book.ties if name in tie.head.by]
