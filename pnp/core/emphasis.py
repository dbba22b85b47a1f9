"""Asterisks in a text → the pairs that mark emphasis, in scripts with and without spaces.

CommonMark decides by the spaces and punctuation around an asterisk whether it opens or closes. Chinese, Japanese, Thai
and similar scripts have no spaces there, so the asterisks of ``**数：**2枚`` would be printed. Beside a letter or mark
of these scripts, an asterisk may therefore do both, as its partner requires.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it.rules_inline.state_inline import Delimiter

from pnp.core.scripts import is_unspaced

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline


def read_emphasis(state: StateInline, silent: bool) -> bool:
    """Markdown's rule for ``*`` and ``_``: each is a token of its own that may be paired later."""
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    can_open, can_close = scanned.can_open, scanned.can_close
    before = state.src[state.pos - 1] if state.pos else " "
    end = state.pos + scanned.length
    after = state.src[end] if end < state.posMax else " "
    if marker == "*" and (is_unspaced(before) or is_unspaced(after)):
        can_open, can_close = not after.isspace(), not before.isspace()
    for _ in range(scanned.length):
        state.push("text", "", 0).content = marker
        token = len(state.tokens) - 1
        state.delimiters.append(Delimiter(ord(marker), scanned.length, token, -1, can_open, can_close))
    state.pos = end
    return True
