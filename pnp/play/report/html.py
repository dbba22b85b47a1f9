"""Reports → one self-contained HTML page: charts as inline SVG, tables, light and dark, for phones, windows and print.

The page loads nothing; its texts and those of its charts are in the reader's own font. A browser prints it on A4.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from types import MappingProxyType

from pnp.core.fonts import FontSet
from pnp.play.report.charts import Chart, charts
from pnp.play.report.grids import grids, overview
from pnp.play.report.language import Language, language_of
from pnp.play.report.plot import COLOURS, Compositor
from pnp.play.report.table import ReportTable
from pnp.play.report.wording import (
    CARD_LISTS,
    ChartRole,
    figures,
    flag_word,
    flagged_cards,
    heading,
    labels,
    story,
    title_of,
    verdict,
)
from pnp.play.simulation.report import Report
from pnp.play.simulation.tally import CardName
from pnp.render.svg import render_svg

_CSS = """\
:root{color-scheme:light;--paper:#fff;--panel:#f6f8fa;--ink:#1f2933;--soft:#5b6770;--grid:#d8dde3;--bar:#2d6a9f;
--band:#e4edf5;--mark:#c2611a}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;
--paper:#14181d;--panel:#1c2229;--ink:#e6eaee;--soft:#a3aeb9;--grid:#38424d;
--bar:#79b3e3;--band:#253442;--mark:#f0a35e}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 3rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 "Source Sans 3","Source Sans Pro",system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.4rem;line-height:1.25;margin:2.75rem 0 0;padding-top:1.25rem;border-top:3px solid var(--bar)}
h3{font-size:1.05rem;margin:2rem 0 .5rem}
p{margin:.5rem 0;max-width:44rem}
.about{color:var(--soft);margin-top:.15rem}
.verdict{border-left:4px solid var(--bar);padding:.15rem 0 .15rem .75rem;margin:1rem 0}
.verdict.unfair{border-color:var(--mark)}
code{font:inherit;white-space:nowrap}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.8rem,1fr));gap:.75rem;margin:1.25rem 0}
dl div{background:var(--panel);border-radius:.5rem;padding:.6rem .7rem}
dt{color:var(--soft);font-size:.85rem}
dd{margin:0;font-size:1.2rem;overflow-wrap:anywhere;font-weight:650;line-height:1.25}
dd small{display:block;font-size:.8rem;font-weight:400;color:var(--soft)}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1.5rem 2rem;
margin:1.5rem 0;align-items:start}
.charts h3:first-child{margin-top:0}
.story{font-size:1.15rem;line-height:1.45}
figure{margin:0}
figcaption{margin-bottom:.4rem}
figcaption b{display:block}
figcaption span{color:var(--soft);font-size:.85rem;line-height:1.35;display:block}
svg{display:block;width:100%;height:auto;font-family:inherit}
.scroll{overflow-x:auto}.scroll:focus-visible{outline:3px solid var(--bar);outline-offset:2px}
table{border-collapse:collapse;min-width:min(100%,30rem)}
.note{color:var(--soft);font-size:.85rem;line-height:1.35;margin:.25rem 0 .4rem}
th,td{padding:.25rem .9rem .25rem 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--grid)}
th{font-weight:600}
thead th{color:var(--soft);font-weight:400;font-size:.85rem;vertical-align:bottom}
th:first-child,.text{text-align:left}
img{border-radius:.3rem;vertical-align:middle;box-shadow:0 0 0 1px var(--grid)}
th img{height:2.6rem;margin-right:.5rem}
.faces{display:flex;flex-wrap:wrap;gap:.5rem;margin:.4rem 0 .8rem}.faces img{width:6rem}
td:last-child,th:last-child{padding-right:0}
ul{padding-left:1.2rem;margin:.5rem 0}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
@page{size:A4;margin:16mm 18mm}
@media print{html{font-size:9.5pt}body{max-width:none;padding:0;-webkit-print-color-adjust:exact;
print-color-adjust:exact}
section+section{break-before:page}section,.charts{display:block}h2,h3{break-after:avoid}
section+section h2{margin-top:0}dl{grid-template-columns:repeat(auto-fit,minmax(28mm,1fr))}
.charts{columns:2;column-gap:6mm}.charts>*{break-inside:avoid;margin-bottom:5mm}
figure,table,tr,dl,.verdict,.story{break-inside:avoid}.scroll{overflow:visible}}
"""


_PAINTS = "".join(
    f'svg [{paint}="{colour}"]{{{paint}:var(--{name})}}'
    for name, colour in COLOURS.items()
    for paint in ("fill", "stroke")
)
"""CSS that replaces the colours of charts by the page's, which differ in dark mode."""


PAGE_TABLES: Sequence[ChartRole] = ("people", "choices", "options", "hands", "unlike", "pairs")
"""The tables of the page, in reading order; charts show the rest."""


def cards_on_page(reports: Sequence[Report]) -> set[CardName]:
    """Return the cards that the page shows by their faces."""
    shown = {(card.deck, card.face) for report in reports for *_, cards in flagged_cards(report) for card in cards}
    for report in reports:
        shown.update(
            card for role, grid in grids(report).items() if role in PAGE_TABLES for row in grid.cards for card in row
        )
    return shown


def report_html(
    reports: Sequence[Report], fonts: FontSet, faces: Mapping[CardName, bytes] = MappingProxyType({})
) -> str:
    """Return the page of reports on one game, one for each number of players.

    Args:
        reports: At least one.
        fonts: The fonts that measure the texts of charts; at least one family.
        faces: Pictures of cards, as WebP.
    """
    compositor = Compositor(fonts)
    pictures = {card: f"data:image/webp;base64,{b64encode(face).decode()}" for card, face in faces.items()}
    title = escape(title_of(reports))
    parts = [f"<h1>{title}</h1>"]
    if len(reports) > 1:
        parts += [*html_table(overview(reports))]
    for report in reports:
        parts += _chapter(report, compositor, pictures)
    return html_page(title, parts, language_of(reports[0]))


def html_page(title: str, parts: Sequence[str], say: Language) -> str:
    """Return the page of a title and parts in HTML."""
    footer = escape(say("Made by pnp simulate. The same seed plays the same games."))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(say.tag)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_CSS}{_PAINTS}\n</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + f"\n</main>\n<footer>{footer}</footer>\n</body>\n</html>\n"
    )


def _chapter(report: Report, compositor: Compositor, faces: Mapping[CardName, str]) -> Iterable[str]:
    say = language_of(report)
    yield f'<section aria-labelledby="players-{report.players}">'
    yield f'<h2 id="players-{report.players}">{escape(say.players(report.players))}</h2>'
    yield f'<p class="about">{escape(heading(report))}</p>'
    yield f'<p class="story">{escape(" ".join(story(report)))}</p>'
    yield "<dl>"
    for name, figure, remark in figures(report):
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(figure)}<small>{escape(remark)}</small></dd></div>"
    yield "</dl>"
    if sentence := verdict(report):
        is_unfair = report.fairness is not None and report.fairness.verdict == "unfair"
        yield f'<p class="verdict{" unfair" if is_unfair else ""}">{_verdict(sentence)}</p>'
    drawn = charts(report, compositor)
    yield f'<div class="charts">{"".join(html_figure(chart) for role, chart in drawn if role not in CARD_LISTS)}</div>'
    tables = grids(report)
    for role in PAGE_TABLES:
        if (grid := tables.get(role)) and role not in CARD_LISTS:
            yield from html_table(grid)
    for question, answers in report.people.answers if report.people else ():
        yield f"<h3>{escape(question)}</h3>\n<ul>"
        yield from (f"<li>{escape(answer)}</li>" for answer in answers)
        yield "</ul>"
    card_lists = [html_figure(chart) for role, chart in drawn if role in CARD_LISTS]
    if flagged := "".join(_flagged(report, faces)):
        card_lists.append(f"<div>{flagged}</div>")
    if card_lists:
        yield f'<div class="charts">{"".join(card_lists)}</div>'
    for role in PAGE_TABLES:
        if (grid := tables.get(role)) and role in CARD_LISTS:
            yield from html_table(grid, faces)
    yield "</section>"


def _verdict(sentence: str) -> str:
    """Return a sentence in HTML; the command-line option that it may name is not broken across lines."""
    option = "--games certain"
    return escape(sentence).replace(option, f"<code>{option}</code>")


def _flagged(report: Report, faces: Mapping[CardName, str]) -> Iterable[str]:
    groups, labelled, say = flagged_cards(report), labels(report), language_of(report)
    if groups:
        yield f"<h3>{escape(say('Cards to look at'))}</h3>\n<ul>"
        for flag, reason, cards in groups:
            word = f"<b>{escape(flag_word(flag, say).capitalize())}</b>"
            names = escape(", ".join(labelled[card.deck, card.name] for card in cards))
            shown = "".join(_face((card.deck, card.face), faces) for card in cards)
            yield f"<li>{say('{flag}, {reason}: {cards}', flag=word, reason=escape(reason), cards=names)}"
            yield f'<div class="faces">{shown}</div></li>' if shown else "</li>"
        yield "</ul>"


def html_figure(chart: Chart) -> str:
    """Return a chart with its title and note."""
    caption = f"<b>{escape(chart.title)}</b><span>{escape(chart.note)}</span>"
    picture = render_svg(chart.frame, title=chart.description, letters="text")
    return f"<figure><figcaption>{caption}</figcaption>{picture}</figure>"


def _face(card: CardName, faces: Mapping[CardName, str]) -> str:
    """Return the picture of a card whose name stands beside it; "" if there is none."""
    return f'<img src="{faces[card]}" alt="">' if card in faces else ""


def html_table(grid: ReportTable, faces: Mapping[CardName, str] = MappingProxyType({})) -> Iterable[str]:
    """Yield a table with its title and note, and with the faces of cards before their names."""
    yield f"<h3>{escape(grid.title)}</h3>"
    if grid.note:
        yield f'<p class="note">{escape(grid.note)}</p>'
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(grid.title)}"><table>'
    heads = "".join(f'<th scope="col"{_side(place, grid)}>{escape(cell)}</th>' for place, cell in enumerate(grid.head))
    yield f"<thead><tr>{heads}</tr></thead><tbody>"
    for number, row in enumerate(grid.rows):
        shown = "".join(_face(card, faces) for card in grid.cards[number]) if grid.cards else ""
        cells = "".join(f"<td{_side(place, grid)}>{escape(cell)}</td>" for place, cell in enumerate(row) if place)
        yield f'<tr><th scope="row">{shown}{escape(row[0])}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _side(place: int, grid: ReportTable) -> str:
    return ' class="text"' if grid.aligned[place] == "<" else ""
