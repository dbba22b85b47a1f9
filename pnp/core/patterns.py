"""The regular expressions of modules → patterns that are compiled when they are used.

Compiling those that a build of one card imports and never uses was a twentieth of its time.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, AnyStr, cast


def lazy_pattern(pattern: AnyStr, flags: int | re.RegexFlag = 0) -> re.Pattern[AnyStr]:
    """Return what `re.compile` would; it is compiled when a method is first called."""
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern, flags))


class _LazyPattern:
    def __init__(self, pattern: str | bytes, flags: int | re.RegexFlag) -> None:
        self.pattern = pattern
        self._given_flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[Any]:
        return re.compile(self.pattern, self._given_flags)

    def __getattr__(self, name: str) -> Any:
        """Return a method of the pattern, and keep it: Python looks here only for what is not set."""
        method = getattr(self._compiled, name)
        setattr(self, name, method)
        return method
