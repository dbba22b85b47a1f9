"""What is printed of a project with one of everything is what was printed before: nothing moves unseen."""

from __future__ import annotations

import pytest
from golden.printed import EXPECTED, printed


@pytest.mark.slow
def test_nothing_that_is_printed_has_changed() -> None:
    """Where a change is meant: python -m tests.golden.printed, then look at the difference, and at the pages."""
    now = printed()
    assert {path.name for path in EXPECTED.iterdir()} == set(now)
    for name, text in now.items():
        assert text.splitlines() == (EXPECTED / name).read_text(encoding="utf-8").splitlines(), name
