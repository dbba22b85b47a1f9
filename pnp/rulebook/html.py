"""Filled blocks → one self-contained HTML page: semantic, readable on a phone, cards and figures as inline SVG.

Fonts are embedded as subsets, so that the page looks alike everywhere and reaches nothing outside itself.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape

from pnp.fonts import STYLES, Family
from pnp.layout.frame import Box, Frame, Path, Stroke, Use, fit_matrix
from pnp.layout.game import GameLayout
from pnp.layout.shape import trim_outline
from pnp.markup import Run, Runs, plain
from pnp.render.svg import SvgSheet
from pnp.rulebook.blocks import BOXES, Filled
from pnp.rulebook.blocks import Face as CardFace
from pnp.rulebook.typeset import SetBooklet


def render_html(booklet: SetBooklet, layout: GameLayout) -> str:
    """Return the page of a booklet.

    Args:
        booklet: The booklet in one language.
        layout: Its layout, for fonts, icons and the game's title.
    """
    return _Page(booklet, layout).render()


class _Page:
    def __init__(self, booklet: SetBooklet, layout: GameLayout) -> None:
        self.booklet = booklet
        self.style = booklet.style
        self.layout = layout
        self.svg = SvgSheet(prefix="p")
        self.texts: set[str] = set()

    def render(self) -> str:
        game = self.layout.edition.game
        cover = self._cover()
        body = "\n".join(self._blocks(self.booklet.blocks))
        contents = self._contents()
        title = escape(game.head.title)
        subtitle = f'<p class="subtitle">{escape(game.head.subtitle)}</p>' if game.head.subtitle else ""
        spoken = ' class="spoken"' if cover else ""  # the cover shows the title; the heading is for readers' ears
        return (
            f'<!DOCTYPE html>\n<html lang="{self.layout.edition.tag}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
            f"<style>\n{self._css()}</style>\n</head>\n<body>\n{self.svg.defs()}\n"
            f"<header>{cover}<div{spoken}><h1>{title}</h1>{subtitle}</div></header>\n{contents}<main>\n{body}\n</main>\n</body>\n</html>\n"
        )

    def _cover(self) -> str:
        """The first whole-page picture, at the head."""
        first = next((b for b in self.booklet.blocks if b.kind == "page" and b.frame), None)
        if first is None or first.frame is None:
            return ""
        return f'<div class="cover">{self.svg.add(first.frame, title=self.layout.edition.game.head.title)}</div>'

    def _contents(self) -> str:
        entries = [
            f'<li><a href="#{b.anchor}">{self._runs(b.runs)}</a></li>'
            for b in self.booklet.blocks
            if b.kind == "heading" and b.level == 2
        ]
        return f"<nav><ol>{''.join(entries)}</ol></nav>\n" if len(entries) > 1 else ""

    # --- blocks

    def _blocks(self, blocks: Sequence[Filled]) -> Iterator[str]:
        open_components = False
        for block in blocks:
            if open_components and block.kind != "component":
                yield "</ul>"
                open_components = False
            match block.kind:
                case "heading":
                    yield f'<h{block.level} id="{block.anchor}">{self._runs(block.runs)}</h{block.level}>'
                case "paragraph":
                    yield f"<p>{self._runs(block.runs)}</p>"
                case "list":
                    yield self._list(block)
                case "table":
                    yield self._table(block)
                case "figure":
                    yield self._figure(block)
                case "component":
                    if not open_components:
                        yield '<ul class="components">'
                        open_components = True
                    inner = "".join(self._blocks(block.children))
                    yield f'<li><div class="fan">{self._faces(block.faces, 14)}</div><div>{inner}</div></li>'
                case "cards":
                    caption = "".join(self._caption(block))
                    columns = block.options.get("columns") or min(len(block.faces), 6)
                    pictures = self._faces(block.faces, 0)
                    yield f'<figure class="cards"><div style="--columns:{columns}">{pictures}</div>{caption}</figure>'
                case kind if kind in BOXES:
                    yield self._box(block)
        if open_components:
            yield "</ul>"

    def _list(self, block: Filled) -> str:
        tag = "ol" if block.level else "ul"
        start = f' start="{block.level}"' if block.level > 1 else ""
        items = "".join(f"<li>{''.join(self._item(item))}</li>" for item in block.children)
        return f"<{tag}{start}>{items}</{tag}>"

    def _item(self, item: Filled) -> Iterator[str]:
        if len(item.children) == 1 and item.children[0].kind == "paragraph":
            yield self._runs(item.children[0].runs)
        else:
            yield from self._blocks(item.children)

    def _table(self, block: Filled) -> str:
        parts = []
        for row in block.children:
            tag = "th" if row.level == 0 else "td"
            scope = ' scope="col"' if row.level == 0 else ""
            cells = "".join(
                f'<{tag}{scope} class="{cell.align}">{self._runs(cell.runs)}</{tag}>' for cell in row.children
            )
            parts.append((row.level, f"<tr>{cells}</tr>"))
        head = "".join(row for level, row in parts if level == 0)
        rest = "".join(row for level, row in parts if level)
        return f'<div class="table"><table><thead>{head}</thead><tbody>{rest}</tbody></table></div>'

    def _figure(self, block: Filled) -> str:
        if block.frame is None:
            return ""
        caption = "".join(self._caption(block))
        title = " ".join(plain(child.runs) for child in block.children)
        width = block.frame.width
        picture = self.svg.add(block.frame, title=title)
        return f'<figure style="max-width:{width * 1.35:.0f}mm">{picture}{caption}</figure>'

    def _caption(self, block: Filled) -> Iterator[str]:
        if block.children:
            text = " ".join(self._runs(child.runs) for child in block.children)
            yield f"<figcaption>{text}</figcaption>"

    def _faces(self, faces: Sequence[CardFace], width: float) -> str:
        pictures = [self.svg.add(_picture(face), title=face[0].name, corner=True) for face in faces]
        style = f' style="flex-basis:{width:g}mm"' if width else ""
        return "".join(f'<span class="card"{style}>{picture}</span>' for picture in pictures)

    def _box(self, block: Filled) -> str:
        kind = self.style.boxes.get(block.kind)
        icon = self._icon(kind.icon, self.style.colour(kind.edge)) if kind and kind.icon else ""
        inner = "".join(self._blocks(block.children))
        return f'<aside class="{block.kind}">{icon}<div>{inner}</div></aside>'

    # --- inline

    def _runs(self, runs: Runs) -> str:
        return "".join(map(self._run, runs))

    def _run(self, run: Run) -> str:
        if run.is_icon:
            return self._icon(run.text, self.style.colour("ink"))
        self.texts.update(run.text)
        text = escape(run.text, quote=False).replace("\n", "<br>")
        if run.bold:
            text = f"<strong>{text}</strong>"
        if run.italic:
            text = f"<em>{text}</em>"
        return f'<a href="{escape(run.link)}">{text}</a>' if run.link else text

    def _icon(self, name: str, colour: str) -> str:
        path = self.style.icons.get(name)
        if path is None:
            return ""
        from pnp.diagnostics import Fault, Place

        try:
            art = self.layout.assets.drawing(path, Place("")).art(name, colour, {})
        except Fault:
            return ""
        frame = Frame(6.0, 6.0, (Use(art, fit_matrix(art.box, Box(0, 0, 6, 6), "contain")),), name=name)
        return f'<span class="icon">{self.svg.add(frame, title=name)}</span>'

    # --- style

    def _css(self) -> str:
        families = self.layout.fonts.families
        text = families.get(self.style.text.font) or next(iter(families.values()))
        display = families.get(self.style.section.font) or text
        faces = self._font_faces(text, "pnp-text", STYLES)
        faces += self._font_faces(display, "pnp-display", ("bold" if self.style.section.bold else "regular",))
        colours = {
            "ink": self.style.colour("ink"),
            "accent": self.style.colour("accent"),
            "tint": self.style.colour("tint"),
            "rule": self.style.colour("rule"),
            "heading": self.style.colour(self.style.section.colour),
        }
        variables = "".join(f"--{name}:{value};" for name, value in colours.items())
        boxes = "".join(
            f"aside.{name}{{background:{self.style.colour(box.fill)};border-color:{self.style.colour(box.edge)}}}\n"
            for name, box in self.style.boxes.items()
        )
        return f"{faces}:root{{{variables}}}\n{_CSS}{boxes}"

    def _font_faces(self, family: Family, name: str, styles: Sequence[str]) -> str:
        characters = self.texts | set("0123456789 .-•") | set(self.layout.edition.game.head.title)
        characters |= set(self.layout.edition.game.head.subtitle)
        rules = []
        for style in styles:
            face = family.faces.get(style) or family.faces["regular"]
            if len(styles) > 1 and style != "regular" and face is family.faces["regular"]:
                continue
            weight = 700 if "bold" in style else 400
            slant = "italic" if "italic" in style else "normal"
            data = base64.b64encode(face.web_subset(characters)).decode("ascii")
            rules.append(
                f"@font-face{{font-family:{name};font-weight:{weight};font-style:{slant};"
                f"src:url(data:font/ttf;base64,{data})}}\n"
            )
        return "".join(rules)


def _picture(face: CardFace) -> Frame:
    frame, art = face
    items = (Use(art, (1, 0, 0, 1, 0, 0)), Path(trim_outline(frame, -0.1), None, Stroke("#8a8a8a", 0.5)))
    return Frame(frame.width, frame.height, items, 0.0, frame.corner, frame.name, frame.shape)


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
