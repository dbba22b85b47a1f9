"""pnp play of Spicy → the pictures of docs/playing.md: `python docs/gallery/playing.py`; needs Chromium."""

from __future__ import annotations

import subprocess
import sys

from serving import ROOT, kept

sys.path.insert(0, str(ROOT / "benchmarks"))

from chromium import chromium

REST = "new Promise((done) => setTimeout(done, 2500))"


def main() -> None:
    """Make the pictures."""
    command = [sys.executable, "-m", "pnp", "play", "spicy", "--no-open", "--port", "0"]
    served = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert served.stdout is not None
    address = served.stdout.readline().split()[0]
    try:
        with chromium() as page:
            page.look(1180, 740)
            page.go(address)
            page.wait("document.querySelector('.cover')?.complete")
            page.value(REST)
            kept(page, "play-start")
            page.go(f"{address}&seats=4&seed=11&name1=Lea")
            for _ in range(2):
                page.wait("!!document.querySelector('[data-choice]')")
                page.value("document.querySelector('.lesson .answers :last-child')?.click()")
                page.value("document.querySelectorAll('[data-choice]')[1].click()")
                page.value(REST)
            page.wait("!!document.querySelector('[data-choice]')")
            kept(page, "play-table")
    finally:
        served.terminate()
        served.wait()


if __name__ == "__main__":
    main()
