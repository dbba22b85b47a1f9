"""The documentation as a site: every link leads somewhere, and no page asks for anything that is elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

pytestmark = pytest.mark.slow

ASKED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\bsrc=["']([^"']+)|<link\b([^>]*)>|url\(([^)]+)\)"""
)
"""What a browser fetches by itself; links that people follow are others' business."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, made in three seconds; a link or an anchor that leads nowhere fails."""
    folder = tmp_path_factory.mktemp("site")
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        str(folder),
    ]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def fetched(text: str) -> list[str]:
    found = []
    for source, link, url in ASKED.findall(text):
        if link and not re.search(r"""rel=["']?(?:canonical|next|prev|alternate)""", link):
            found += re.findall(r"""href=["']([^"']+)""", link)
        found += [address for address in (source, url.strip("\"' ")) if address]
    return found


def test_no_page_asks_for_anything_elsewhere(site: Path) -> None:
    for path in [*site.rglob("*.html"), *site.rglob("*.css")]:
        outside = [one for one in fetched(path.read_text(encoding="utf-8")) if re.match(r"(?:https?:)?//", one)]
        assert outside == [], path


def test_what_is_fetched_elsewhere_would_be_noticed() -> None:
    assert fetched('<script src="https://a.example/x.js">') == ["https://a.example/x.js"]
    assert fetched('<link rel="preconnect" href="https://fonts.example">') == ["https://fonts.example"]
    assert fetched("@font-face{src:url(//b.example/f.woff2)}") == ["//b.example/f.woff2"]
    assert fetched('<link rel="canonical" href="https://c.example/">') == []


def test_every_page_of_the_documentation_is_in_the_site(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    pages = {re.sub(r"README\.html$", "index.html", page) for page in pages}
    made = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    assert pages - made == set()
    assert {"CONTRIBUTING.html", "CHANGELOG.html"} <= made


def test_blocks_have_their_file_and_colours(site: Path) -> None:
    text = (site / "tutorial.html").read_text(encoding="utf-8")
    assert '<span class="filename">data/harbour/game.yaml</span>' in text
    assert "```" not in text
    for path in site.glob("*.html"):
        assert not re.search(r"<p>(?:<code>)?```", path.read_text(encoding="utf-8")), path
