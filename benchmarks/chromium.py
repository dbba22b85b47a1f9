"""A headless Chromium, driven over a pipe by its DevTools protocol: to look at pages as a user's browser shows them."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
PATIENCE = 60.0
"""Seconds until what does not come is given up."""


class Refused(RuntimeError):
    """A command that the browser did not carry out, as on a page that makes way for another."""


class Page:
    """One page.

    Attributes:
        errors: What its scripts have failed with.
    """

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._number = 0
        self._read = b""
        self._session = ""
        self.errors: list[str] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log"):
            self.send(f"{part}.enable")

    def send(self, method: str, **parameters: Any) -> Any:
        """What comes of a command of the protocol."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == self._number:
                if "error" in told:
                    raise Refused(f"{method}: {told['error']}")
                return told["result"]
            if told.get("method") == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(told["params"])[:500])
            entry = told.get("params", {}).get("entry", {})
            if told.get("method") == "Log.entryAdded" and entry.get("level") == "error":
                self.errors.append(entry["text"])

    def _next(self) -> Any:
        while b"\0" not in self._read:
            part = os.read(self._answers, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self._read += part
        message, _, self._read = self._read.partition(b"\0")
        return json.loads(message)

    def look(self, width: int, height: int, *, dark: bool = False) -> None:
        """Be a window of a size, in light or dark."""
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        calm = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.send("Emulation.setEmulatedMedia", features=[scheme, calm])

    def begin_with(self, script: str) -> None:
        """Run a script before those of each page."""
        self.send("Page.addScriptToEvaluateOnNewDocument", source=script)

    def go(self, address: str) -> None:
        """Open an address."""
        self.send("Page.navigate", url=address)

    def value(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(json.dumps(found["exceptionDetails"])[:500])
        return found["result"].get("value")

    def wait(self, expression: str, patience: float = PATIENCE) -> Any:
        """The value of an expression in the page, or in the one that it makes way for, as soon as it is true."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            with suppress(Refused):
                if value := self.value(expression):
                    return value
            time.sleep(0.02)
        raise TimeoutError(expression)

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        code = {"windowsVirtualKeyCode": 27} if key == "Escape" else {}  # what the browser itself answers
        for kind in ("keyDown", "keyUp"):
            text = {"text": key} if len(key) == 1 and kind == "keyDown" else {}
            self.send("Input.dispatchKeyEvent", type=kind, key=key, **text, **code)

    def picture(self) -> bytes:
        """What is seen, as PNG."""
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])


def _pipe() -> tuple[int, int]:
    """A pipe whose ends have none of the numbers that the browser expects it at."""
    ends = os.pipe()
    far = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in ends)
    for end in ends:
        os.close(end)
    return far[0], far[1]


@contextmanager
def chromium(program: str = PROGRAM) -> Iterator[Page]:
    """A page in a browser that has nothing of the user's, and is gone afterwards."""
    (theirs, commands), (answers, ours) = _pipe(), _pipe()
    with tempfile.TemporaryDirectory(prefix="pnp-chromium-", ignore_cleanup_errors=True) as folder:
        shell = f'exec "$0" "$@" 3<&{theirs} 4>&{ours}'
        command = ["bash", "-c", shell, program, *OPTIONS, f"--user-data-dir={Path(folder) / 'user'}", "about:blank"]
        process = subprocess.Popen(
            command, pass_fds=(theirs, ours), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(theirs)
        os.close(ours)
        try:
            yield Page(commands, answers)
        finally:
            process.kill()
            process.wait()
            os.close(commands)
            os.close(answers)
