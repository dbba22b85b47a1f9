"""The user's folder for what can be made again, and how an entry is written into it."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from pnp.core.platform import user_cache_folder


def cache_folder() -> str:
    """The folder for entries, whether it exists or not; "" where ``PNP_CACHE`` is "off"."""
    chosen = os.environ.get("PNP_CACHE", "")
    return "" if chosen == "off" else chosen or str(user_cache_folder())


def write_entry(path: str, content: bytes) -> None:
    """Write an entry whole, or not at all: what cannot be kept is made again."""
    whole = Path(path)
    aside = whole.with_name(f"{whole.name}.{os.getpid()}-{time.monotonic_ns()}")
    try:
        whole.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside.write_bytes(content)
        aside.replace(whole)
    except OSError:
        with suppress(OSError):
            aside.unlink()
