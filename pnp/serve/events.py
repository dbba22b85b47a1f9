"""Events → the pages that wait for them, each with a stream of server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import suppress

HEARTBEAT = 15.0
"""Seconds between signs of life on an event stream, so that no proxy or browser closes it."""


class EventStreams:
    """The open event streams of all pages."""

    def __init__(self, most: int = 0) -> None:
        """Begin without any stream.

        Args:
            most: How many streams an owner may have; a further one ends the oldest. 0 for any number.
        """
        self._most = most
        self._streams: dict[asyncio.Queue[str], Hashable] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def send(self, name: str, content: str) -> None:
        """Send every page an event."""
        for stream in self._streams:
            stream.put_nowait(f"event: {name}\ndata: {content}\n\n")

    def hang_up(self) -> None:
        """End every stream; may be called from any thread or signal handler."""
        if self._loop is None:
            self._end()
        else:
            with suppress(RuntimeError):  # the loop has ended already
                self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        for stream in self._streams:
            stream.put_nowait("")

    async def events(self, name: str, content: str, owner: Hashable = None) -> AsyncIterator[str]:
        """Yield the stream of one page, which begins with a first event.

        Args:
            name: The name of the first event.
            content: Its content.
            owner: The owner of the page.
        """
        stream: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        others = [other for other, of in self._streams.items() if of == owner]
        for oldest in others[: max(len(others) - self._most + 1, 0)] if self._most else ():
            oldest.put_nowait("")
        self._streams[stream] = owner
        try:
            yield f"retry: 1000\nevent: {name}\ndata: {content}\n\n"
            while True:
                try:
                    event = await asyncio.wait_for(stream.get(), HEARTBEAT)
                except TimeoutError:
                    event = ": nothing\n\n"
                if not event:
                    return
                yield event
        finally:
            self._streams.pop(stream, None)
