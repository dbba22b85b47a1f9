"""A set booklet → one web page: semantic, readable on a phone, cards and figures as inline SVG."""

from __future__ import annotations

from pnp.fonts import STYLES
from pnp.layout.game import GameLayout
from pnp.render.html import HtmlSheet
from pnp.rulebook.blocks import Filled
from pnp.rulebook.kinds import KINDS
from pnp.rulebook.style import BookletStyle
from pnp.rulebook.typeset import SetBooklet
from pnp.rulebook.writer import Writer


def render_html(booklet: SetBooklet, layout: GameLayout) -> str:
    """Return the page of a booklet.

    Args:
        booklet: The booklet in one language.
        layout: Its layout, for fonts and the game's titles.
    """
    head = layout.edition.game.head
    writer = Writer(booklet.style, booklet.icon, KINDS)
    sheet = writer.sheet
    cover = _cover(booklet, sheet, head.title)
    text = "\n".join(writer.blocks(booklet.blocks))
    contents = _contents(booklet, sheet)
    subtitle = f'<p class="subtitle">{sheet.text(head.subtitle)}</p>' if head.subtitle else ""
    spoken = ' class="spoken"' if cover else ""  # the cover shows the title; the heading is for readers' ears
    body = (
        f"<header>{cover}<div{spoken}><h1>{sheet.text(head.title)}</h1>{subtitle}</div></header>\n"
        f"{contents}<main>\n{text}\n</main>\n"
    )
    css = f"{_fonts(booklet.style, layout, sheet)}:root{{{_variables(booklet.style)}}}\n{_CSS}{_boxes(booklet.style)}"
    return sheet.document(language=layout.edition.tag, title=head.title, css=css, body=body)


def _cover(booklet: SetBooklet, sheet: HtmlSheet, title: str) -> str:
    """The first whole-page picture, at the head."""
    frame = next((block.frame for block in booklet.blocks if block.kind == "page"), None)
    return f'<div class="cover">{sheet.picture(frame, title)}</div>' if frame else ""


def _contents(booklet: SetBooklet, sheet: HtmlSheet) -> str:
    """Links to the sections, where there are several."""
    sections = [block for block in booklet.blocks if _is_section(block)]
    entries = [f'<li><a href="#{block.anchor}">{sheet.runs(block.runs)}</a></li>' for block in sections]
    return f"<nav><ol>{''.join(entries)}</ol></nav>\n" if len(entries) > 1 else ""


def _is_section(block: Filled) -> bool:
    return block.kind == "heading" and block.level == 2


def _fonts(style: BookletStyle, layout: GameLayout, sheet: HtmlSheet) -> str:
    families = layout.fonts.families
    text = families.get(style.text.font) or next(iter(families.values()))
    display = families.get(style.section.font) or text
    headings = "bold" if style.section.bold else "regular"
    return sheet.font_faces("pnp-text", text, STYLES) + sheet.font_faces("pnp-display", display, (headings,))


def _variables(style: BookletStyle) -> str:
    colours = {name: style.colour(name) for name in ("ink", "accent", "tint", "rule")}
    colours["heading"] = style.colour(style.section.colour)
    return "".join(f"--{name}:{value};" for name, value in colours.items())


def _boxes(style: BookletStyle) -> str:
    return "".join(
        f"aside.{name}{{background:{style.colour(box.fill)};border-color:{style.colour(box.edge)}}}\n"
        for name, box in style.boxes.items()
    )


_CSS = """*{box-sizing:border-box}
html{font:18px/1.5 pnp-text,"Source Sans 3",system-ui,sans-serif;color:var(--ink);background:#fff;hyphens:auto;
 -webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:42rem;padding:0 1.1rem 4rem}
header{text-align:center;margin-bottom:1.5rem}
.cover{margin:0 -1.1rem 1rem}.cover svg{width:100%;height:auto;display:block}
@media(min-width:44rem){.cover{max-width:24rem;margin:2rem auto 1rem}}
h1,h2,h3{font-family:pnp-display,pnp-text,sans-serif;font-weight:700;line-height:1.15;color:var(--heading);
 text-wrap:balance;hyphens:manual}
h1{font-size:2.4rem;margin:.6rem 0 .2rem}
h2{font-size:1.6rem;margin:2.4rem 0 .6rem}h3{font-size:1.2rem;margin:1.6rem 0 .4rem}
.subtitle{margin:0;font-style:italic}
p{margin:.6rem 0}li{margin:.3rem 0}li::marker{color:var(--accent);font-weight:700}
a{color:var(--accent)}a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
nav ol{columns:2;padding-left:1.4rem;margin:0 0 1rem}nav li{margin:0 0 .3rem;break-inside:avoid}
@media(max-width:30rem){nav ol{columns:1}}
figure{margin:1.4rem auto;text-align:center}figure svg{width:100%;height:auto}
figcaption{font-size:.85rem;margin-top:.4rem}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards div{display:grid;gap:.4rem;grid-template-columns:repeat(var(--columns),1fr)}
@media(max-width:40rem){.cards div{grid-template-columns:repeat(auto-fill,minmax(2.6rem,1fr))}}
.fan{display:flex;gap:.3rem}.fan .card{flex:0 1 auto;min-width:0}
.card svg{width:100%;height:auto;display:block}
.components{list-style:none;padding:0}
.components>li{display:grid;grid-template-columns:minmax(7rem,32%) 1fr;gap:1rem;align-items:center;margin:1rem 0}
.components p{margin:.2rem 0}
.icon{display:inline-block;width:1.15em;height:1.15em;vertical-align:-.22em}
.icon svg{width:100%;height:100%;display:block}
.table{overflow-x:auto}
table{border-collapse:collapse;margin:1rem auto;font-size:.9rem;font-variant-numeric:tabular-nums}
th{background:var(--tint)}th,td{padding:.3rem .6rem;border-bottom:1px solid var(--rule);text-align:left}
.centre{text-align:center}.right{text-align:right}
aside{display:flex;gap:.8rem;border-left:5px solid;border-radius:.4rem;padding:.6rem 1rem;margin:1.2rem 0}
aside>div{flex:1;min-width:0}aside>.icon{width:1.6rem;height:1.6rem;flex:none;margin-top:.5rem}
@media print{html{font-size:10pt}nav{display:none}h2,h3{break-after:avoid}figure,aside,tr{break-inside:avoid}}
"""
