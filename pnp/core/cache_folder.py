"""Entries of the user's cache folder, which holds only what can be made again.

An entry is written whole, and read only if it is unchanged.
"""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path

from pnp.core.platform import user_cache_folder


def cache_folder() -> str:
    """Return the folder of the cache, whether it exists or not; "" if ``PNP_CACHE`` is "off"."""
    chosen = os.environ.get("PNP_CACHE", "")
    return "" if chosen == "off" else chosen or str(user_cache_folder())


def read_entry(path: str) -> bytes:
    """Return the content of an entry; b"" if there is none, it is damaged, or it was written under another name."""
    with suppress(OSError), open(path, "rb") as file:  # noqa: PTH123 - pathlib is slow
        digest, content = file.read(_DIGEST), file.read()
        if digest == _digest(path, content):
            return content
    return b""


_DIGEST = 32
"""Length of a digest, in bytes."""


def _digest(path: str, content: bytes) -> bytes:
    """Return the digest of an entry's name and content together."""
    digest = hashlib.sha256(os.path.basename(path).encode() + b"\0")  # noqa: PTH119 - pathlib is slow
    digest.update(content)
    return digest.digest()


def write_entry(path: str, content: bytes) -> None:
    """Write an entry whole or not at all. If it cannot be written, it is made again next time."""
    whole = Path(path)
    aside = whole.with_name(f"{whole.name}.{os.getpid()}-{time.monotonic_ns()}")
    try:
        whole.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside.write_bytes(_digest(path, content) + content)
        aside.replace(whole)
    except OSError:
        with suppress(OSError):
            aside.unlink()
