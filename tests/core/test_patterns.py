"""A lazy pattern does what the compiled one does; all patterns of modules can be compiled."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import pnp
from pnp.core.patterns import _LazyPattern, lazy_pattern


def test_a_lazy_pattern_is_compiled_by_its_first_call() -> None:
    broken = lazy_pattern(r"(")
    assert broken.pattern == "("
    with pytest.raises(re.error):
        broken.search("")
    word = lazy_pattern(r"[a-z]+", re.IGNORECASE)
    assert word.sub("x", "Ab c") == "x x" and word.sub("y", "a") == "y"
    assert word.fullmatch("Ab") and word.groups == 0 and word.flags & re.IGNORECASE
    assert lazy_pattern(rb"\d").findall(b"12") == [b"1", b"2"]


def test_patterns_of_all_modules_can_be_compiled() -> None:
    found = 0
    for info in pkgutil.walk_packages(pnp.__path__, "pnp."):
        if info.name.startswith(
            ("pnp.extensions.laboratory.adapters.", "pnp.starters.", "pnp.__main__")
        ):  # other programs; projects
            continue
        for value in vars(importlib.import_module(info.name)).values():
            if isinstance(value, _LazyPattern):
                value._compiled  # noqa: B018
                found += 1
    assert found > 200
