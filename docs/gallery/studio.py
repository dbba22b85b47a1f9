"""pnp studio of a shipped game → the pictures of docs/studio.md: `python docs/gallery/studio.py`; needs Chromium."""

from __future__ import annotations

import subprocess
import sys

from serving import ROOT, kept

sys.path.insert(0, str(ROOT / "benchmarks"))

from chromium import Page, chromium

CHOSEN = (
    """[...document.querySelectorAll('.tree button')].find((one) => one.firstChild.textContent === 'number').click()"""
)
REST = "new Promise((done) => setTimeout(done, 1500))"


def view(page: Page, address: str, name: str) -> None:
    """Open a view, and wait for all of it."""
    page.go("about:blank")
    page.go(f"{address}#view={name}&game=chili&language=en")
    page.wait("document.body?.dataset.ready")
    page.value(REST)


def main() -> None:
    """Make the pictures."""
    command = [sys.executable, "-m", "pnp", "studio", "chili", "--port", "0"]
    served = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert served.stdout is not None
    address = served.stdout.readline().split()[0]
    try:
        with chromium() as page:
            page.look(1180, 700)
            view(page, address, "cards")
            page.value("document.querySelectorAll('.card')[62].click()")
            page.wait("!!document.querySelector('.over .box')")
            page.value(CHOSEN)
            page.value(REST)
            kept(page, "studio-card")
            view(page, address, "data")
            kept(page, "studio-table")
            view(page, address, "words")
            kept(page, "studio-words")
            view(page, address, "texts")
            kept(page, "studio-texts")
    finally:
        served.terminate()
        served.wait()


if __name__ == "__main__":
    main()
