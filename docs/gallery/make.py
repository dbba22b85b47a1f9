"""The shipped games → the pictures of this folder: `python docs/gallery/make.py` in a development environment.

For each game a poster with its cover and a fan of cards, a sheet of cards, the back of one, a spread of the rules in
each language, the last sheet of cards and what else it prints; and the report of a simulation as Chromium prints it.
Small PNGs of 256 colours.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pypdfium2
from PIL import Image, ImageFilter

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from chromium import PROGRAM  # noqa: E402

from pnp.build import BuildOptions, build  # noqa: E402
from pnp.core.diagnostics import Diagnostics  # noqa: E402
from pnp.export import ExportOptions as Exporting  # noqa: E402
from pnp.export import export  # noqa: E402
from pnp.exports.request import ExportRequest  # noqa: E402
from pnp.play.simulate import local_processes, open_playable, report_page, run, setups  # noqa: E402
from pnp.project.files import Files, game_names  # noqa: E402
from pnp.workers.pool import usual_jobs  # noqa: E402

HERE = Path(__file__).resolve().parent
SHEET_WIDTH, SPREAD_WIDTH = 400, 1050
"""Pixels across."""
POSTER = (1280, 640)
"""Pixels across and down; as shops and sites that show a link want it."""
FAN = 6
"""Cards of a poster."""


def pages(pdf: bytes, width: int, numbers: list[int]) -> list[Image.Image]:
    """Some pages of a PDF, counted from 0, each so many pixels wide."""
    document = pypdfium2.PdfDocument(pdf)
    return [document[n].render(scale=width / document[n].get_width()).to_pil() for n in numbers if n < len(document)]


def beside(images: list[Image.Image], gap: int = 8) -> Image.Image:
    """Pictures side by side on grey."""
    width = sum(image.width for image in images) + gap * (len(images) + 1)
    whole = Image.new("RGB", (width, max(image.height for image in images) + 2 * gap), "#d9d9d9")
    x = gap
    for image in images:
        whole.paste(image, (x, gap))
        x += image.width + gap
    return whole


def poster(files: Files, game: str, cover: Image.Image) -> Image.Image:
    """A cover, and cards from all over the largest deck in a fan, on the colour of its foot; drawn twice as large."""
    made = export(files, Exporting("png", (game,), ("en",), ExportRequest(dpi=230, bleed=False, corners="round")))
    fronts = [output for output in made.outputs if output.path.endswith("-front.png")]
    decks = Counter(Path(output.path).parent for output in fronts)
    deck = [output.content for output in fronts if Path(output.path).parent == decks.most_common(1)[0][0]]
    chosen = [deck[round(number * (len(deck) - 1) / (FAN - 1))] for number in range(FAN)]
    width, height = POSTER[0] * 2, POSTER[1] * 2
    whole = Image.new("RGBA", (width, height), cover.getpixel((4, cover.height - 4)))
    for number, content in enumerate(chosen):
        card = Image.open(io.BytesIO(content)).convert("RGBA")
        place = number - (FAN - 1) / 2
        lay(whole, card, (0.648 * width + 176 * place, 0.5 * height + 16 * place * place), -8 * place)
    lay(whole, cover.convert("RGBA"), (0.2 * width, height / 2), 4)
    return whole.convert("RGB").resize(POSTER, Image.Resampling.LANCZOS)


def lay(whole: Image.Image, image: Image.Image, middle: tuple[float, float], turned: float) -> None:
    """Lay a picture on another, turned by some degrees, with its shadow."""
    image = image.rotate(turned, Image.Resampling.BICUBIC, expand=True)
    corner = int(middle[0] - image.width / 2), int(middle[1] - image.height / 2)
    shadow = Image.new("RGBA", whole.size)
    shadow.paste((0, 0, 0, 90), (corner[0] + 10, corner[1] + 16), image.getchannel("A"))
    whole.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(18)))
    layer = Image.new("RGBA", whole.size)
    layer.paste(image, corner)
    whole.alpha_composite(layer)


def save(image: Image.Image, name: str) -> None:
    """Write a picture as a small PNG."""
    buffer = io.BytesIO()
    image.quantize(256, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    (HERE / name).write_bytes(buffer.getvalue())
    print(f"docs/gallery/{name}  {len(buffer.getvalue()) // 1024} KiB")


def main() -> int:
    """Build all games and write their pictures."""
    files = Files(ROOT)
    built = build(files, BuildOptions())
    if built.diagnostics:
        print("the games have faults; run pnp check")
        return 1
    outputs = {output.path: output.content for output in built.outputs}
    for game in game_names(files):
        cover = pages(outputs[f"{game}/en/rules.pdf"], 2 * SHEET_WIDTH, [0])[0]
        save(poster(files, game, cover), f"{game}.png")
        save(beside(pages(outputs[f"{game}/fr/cards.pdf"], SHEET_WIDTH, [0, 1])), f"{game}-cards.png")
        for language in ("en", "fr"):
            spread = pages(outputs[f"{game}/{language}/rules.pdf"], SPREAD_WIDTH // 3, [0, 2, 4])
            save(beside(spread), f"{game}-rules-{language}.png")
        cards = outputs[f"{game}/en/cards.pdf"]
        others = pages(cards, SHEET_WIDTH // 2, [len(pypdfium2.PdfDocument(cards)) - 2])
        others += [pages(outputs[path], SHEET_WIDTH // 2, [0])[0] for path in sorted(outputs) if is_other(path, game)]
        save(beside(others), f"{game}-more.png")
    save(beside(pages(report(files, "spicy", 4, 4000), SPREAD_WIDTH // 2, [0, 1])), "report.png")
    return 0


def report(files: Files, game: str, players: int, games: int) -> bytes:
    """The report of a simulation with the game's usual bots, printed by a browser as PDF."""
    diagnostics = Diagnostics()
    playable = open_playable(files, game, "", diagnostics)
    if playable is None:
        raise SystemExit("\n".join(map(str, diagnostics)))
    (setup,) = setups(playable, [players], [], {}, "7", True, diagnostics)
    with local_processes(usual_jobs()) as (submit, jobs):
        *_, last = run(playable, setup, games, submit, jobs, diagnostics)
    content = report_page([last.report()], playable, files, diagnostics) or ""
    with tempfile.TemporaryDirectory() as folder:
        page, pdf = Path(folder) / "report.html", Path(folder) / "report.pdf"
        page.write_text(content, encoding="utf-8")
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}")
        subprocess.run([PROGRAM, *options, page.as_uri()], check=True, capture_output=True)  # noqa: S603
        return pdf.read_bytes()


def is_other(path: str, game: str) -> bool:
    """Whether a file is one of a game's tokens, aids and sheets, in English."""
    folder, _, name = path.rpartition("/")
    return folder == f"{game}/en" and name.endswith(".pdf") and name not in ("cards.pdf", "rules.pdf", "booklet.pdf")


if __name__ == "__main__":
    sys.exit(main())
