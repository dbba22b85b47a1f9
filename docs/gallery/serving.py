"""pnp serve of a shipped game → the pictures of docs/serving.md: `python docs/gallery/serving.py`; needs Chromium.

A browser of this machine looks at the preview as a user does, in light at a desk and in the dark on a phone.
"""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from chromium import Page, chromium  # noqa: E402

HERE = Path(__file__).resolve().parent
COLOURS = 256


def kept(page: Page, name: str) -> None:
    """Keep what is seen as a small PNG."""
    image = Image.open(io.BytesIO(page.picture())).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    image.save(HERE / f"{name}.png", optimize=True)


def shown(page: Page, address: str, width: int, height: int, dark: bool = False) -> None:
    """Open a page, and wait for all of it."""
    page.look(width, height, dark=dark)
    page.go("about:blank")
    page.go(address)
    page.wait("document.body?.dataset.ready")
    page.wait("[...document.images].filter((one) => one.closest('.side') && one.checkVisibility() && "
              "one.getBoundingClientRect().top < innerHeight).every((one) => one.complete && one.src)")  # fmt: skip
    page.value("new Promise((done) => setTimeout(done, 1500))")


def main() -> None:
    """Make the pictures."""
    command = [sys.executable, "-m", "pnp", "serve", "chili", "--port", "0"]
    served = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert served.stdout is not None
    address = served.stdout.readline().split()[0]
    try:
        with chromium() as page:
            shown(page, f"{address}#view=cards&game=chili&language=en", 1180, 700)
            kept(page, "serve")
            shown(page, f"{address}?card=numbers:63#view=cards&game=chili&language=en&safe=1&boxes=1", 1180, 700)
            kept(page, "serve-card")
            shown(page, f"{address}#view=cards&game=spicy&language=fr&boxes=0&safe=0", 360, 640, dark=True)
            kept(page, "serve-phone")
    finally:
        served.terminate()
        served.wait()


if __name__ == "__main__":
    main()
