"""The regular expressions of a module → patterns that are compiled at their first use.

A build of one card imports many patterns that it never uses; compiling them took a twentieth of its time.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, AnyStr, cast


def lazy_pattern(pattern: AnyStr, flags: int | re.RegexFlag = 0) -> re.Pattern[AnyStr]:
    """Return an object like that of `re.compile`, which is compiled when a method is first called."""
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern, flags))


class _LazyPattern:
    def __init__(self, pattern: str | bytes, flags: int | re.RegexFlag) -> None:
        self.pattern = pattern
        self._given_flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[Any]:
        return re.compile(self.pattern, self._given_flags)

    def __getattr__(self, name: str) -> Any:
        """Return a method of the compiled pattern, and store it so that Python does not call this again."""
        method = getattr(self._compiled, name)
        setattr(self, name, method)
        return method
