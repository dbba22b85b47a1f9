"""The user's folder for what can be made again; entries are written whole, and read only as they were written."""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

from pnp.core.platform import user_cache_folder


def cache_folder() -> str:
    """The folder for entries, whether it exists or not; "" where ``PNP_CACHE`` is "off"."""
    chosen = os.environ.get("PNP_CACHE", "")
    return "" if chosen == "off" else chosen or str(user_cache_folder())


def read_entry(path: str) -> bytes:
    """Return the content of an entry; b"" where there is none, or one that is damaged or has another's name."""
    with suppress(OSError), open(path, "rb") as file:  # noqa: PTH123 - pathlib is slow
        digest, content = file.read(_DIGEST), file.read()
        if digest == _digest(path, content):
            return content
    return b""


_DIGEST = 32
"""Bytes of a digest."""


def _digest(path: str, content: bytes) -> bytes:
    """Return the digest of an entry's name and content."""
    digest = hashlib.sha256(os.path.basename(path).encode() + b"\0")  # noqa: PTH119 - pathlib is slow
    digest.update(content)
    return digest.digest()


def write_entry(path: str, content: bytes) -> None:
    """Write an entry whole, or not at all: what cannot be kept is made again."""
    whole = Path(path)
    aside = whole.with_name(f"{whole.name}.{os.getpid()}-{time.monotonic_ns()}")
    try:
        whole.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside.write_bytes(_digest(path, content) + content)
        aside.replace(whole)
    except OSError:
        with suppress(OSError):
            aside.unlink()
