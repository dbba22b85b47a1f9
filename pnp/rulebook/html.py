"""A set booklet in one or more languages → one semantic web page, readable on a phone, with pictures as inline SVG.

The style's colours become CSS variables for light and dark screens. Grounds of boxes become border images, whose edges
have the same size around every box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pnp.core.fonts import STYLES
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Run
from pnp.core.scripts import is_upright
from pnp.core.units import Mm
from pnp.core.wide_punctuation import CENTRED
from pnp.layout.cards.game import GameLayout
from pnp.layout.contrast import MIN_CONTRAST, readable
from pnp.layout.sheets.finishing import COLOUR
from pnp.render.html import HtmlSheet, css_name, css_picture
from pnp.rulebook.blocks import FilledBlock
from pnp.rulebook.html_body import Writer, language_attributes
from pnp.rulebook.kinds import KINDS
from pnp.rulebook.kinds.figure import MIN_LABEL, PHONE, spoken
from pnp.rulebook.load import icon_words
from pnp.rulebook.pages import TypesetRulebook
from pnp.rulebook.parts import FEW, RulebookPart
from pnp.rulebook.setter import DrawPanel
from pnp.rulebook.style import BookletStyle
from pnp.text.numbers import base_language, language_tag, script_of
from pnp.text.segmentation import has_finer_breaks
from pnp.text.typography import figures

GROUND = "#17181b"
"""The ground of the page on dark screens."""

INK_CONTRAST = 11.0
"""Least contrast of the ink with the dark ground; other colours have that of any text."""

WASH = 0.12
"""The share of the edge's colour in the ground of a box on dark screens."""


@frozen_dataclass
class WebColours:
    """The page's colours by name.

    Attributes:
        light: The booklet's colours.
        dark: The same, made light enough to be read on the dark ground.
        drawn: The light colour of an icon → the name of its colour.
    """

    light: Mapping[str, str]
    dark: Mapping[str, str]
    drawn: Mapping[str, str]


def web_colours(style: BookletStyle) -> WebColours:
    """Return the colours of a style's web page."""
    read = {name: style.colour(name) for name in ("ink", "accent")}
    read |= {"heading": style.colour(style.section.colour), "subheading": style.colour(style.subsection.colour)}
    grounds = {"paper": "#ffffff", "tint": style.colour("tint"), "rule": style.colour("rule")}
    dark = {name: readable(colour, GROUND, MIN_CONTRAST) for name, colour in read.items()}
    dark["ink"] = readable(read["ink"], GROUND, INK_CONTRAST)
    dark |= {"paper": GROUND, "tint": _mixed(dark["ink"], WASH), "rule": _mixed(dark["ink"], 0.3)}
    light = {**read, **grounds}
    for name, box in style.boxes.items():
        edge = style.colour(box.edge)
        light |= {f"{name}-edge": edge, f"{name}-fill": style.colour(box.fill)}
        dark |= {f"{name}-edge": readable(edge, GROUND, MIN_CONTRAST), f"{name}-fill": _mixed(edge, WASH)}
    for icon, colour in style.icon_colours.items():
        light[f"icon-{icon}"] = style.colour(colour)
        dark[f"icon-{icon}"] = readable(style.colour(colour), GROUND, MIN_CONTRAST)
    boxes, icons = (f"{name}-edge" for name in style.boxes), (f"icon-{name}" for name in style.icon_colours)
    on_badges = (f"{name}-fill" for name in style.boxes) if style.badge else ()
    names = ("ink", "accent", *boxes, *icons, *on_badges)
    return WebColours(light, dark, {light[name]: name for name in reversed(names)})


@lru_cache(maxsize=256)
def _mixed(colour: str, part: float) -> str:
    """Mix a share of a colour into the dark ground."""
    from coloraide import Color

    return Color(GROUND).mix(colour, part, space="srgb").to_string(hex=True)


EDGE: Mm = 8.0
"""The width of a ground's border, which is not scaled; the middle is stretched."""

WIDTH: Mm = 4 * EDGE
HEIGHT: Mm = 3 * EDGE
"""The height of the ground as it is drawn, before it is stretched around a box."""

_SLICES = f"{100 * EDGE / HEIGHT:.4g}% {100 * EDGE / WIDTH:.4g}%"


def panel_styles(panel: DrawPanel, kinds: Iterable[str], colours: Mapping[str, str]) -> Iterator[str]:
    """Yield a CSS rule for the ground of each kind of box.

    Args:
        panel: Draws the grounds.
        kinds: The kinds of boxes, which are also the classes of their elements.
        colours: The page's colours by name.
    """
    for kind in kinds:
        items = panel(kind, colours[f"{kind}-edge"], colours[f"{kind}-fill"], WIDTH, HEIGHT)
        source = css_picture(Frame(WIDTH, HEIGHT, items))
        yield f"aside.{css_name(kind)}{{border-image:{source} {_SLICES} fill/{EDGE:g}mm;background:none}}\n"


def render_html(booklet: TypesetRulebook, layout: GameLayout, *, is_draft: bool = False) -> str:
    """Return the page of a booklet.

    Args:
        booklet: The booklet in one language.
        layout: Its layout, for fonts and the game's titles.
        is_draft: Whether to mark the page as a draft.
    """
    return render_parts([RulebookPart(layout, booklet)], is_draft=is_draft)


def render_parts(parts: Sequence[RulebookPart], *, is_draft: bool = False) -> str:
    """Return the page of a booklet in one language, or in several, one after the other.

    Args:
        parts: The booklet in each language.
        is_draft: Whether to mark the page as a draft.
    """
    first = parts[0]
    edition = first.layout.edition
    writers: list[Writer] = []
    bodies: list[str] = []
    for part in parts:
        booklet, words = part.typeset, icon_words(part.typeset.style, part.layout.edition)
        page = writers[0].sheet if writers else None
        writers.append(Writer(booklet.style, booklet.icon, KINDS, words, part.layout.edition.language, page))
        bodies.append(_body(part, writers[-1], "main" if len(parts) == 1 else "div"))
    sheet = writers[0].sheet
    draft = f'<p class="draft">{sheet.text(edition.printed_word("draft"))}</p>\n' if is_draft else ""
    body = f"{draft}{bodies[0]}"
    if len(parts) > 1:
        articles = zip(parts, bodies, strict=True)
        written = "".join(
            f"<article {_article_attributes(part, len(parts))}>\n{of_part}</article>\n" for part, of_part in articles
        )
        body = f"{draft}{_languages(parts, sheet)}<main>\n{written}</main>\n"
    styles = [_fonts(first.typeset.style, first.layout, sheet)]
    styles += [
        _fonts(part.typeset.style, part.layout, sheet, f"article:lang({part.layout.edition.tag})", f"pnp{number}")
        for number, part in enumerate(parts[1:], 2)
        if part.layout.fonts != first.layout.fonts
    ]
    styles += [_colours(first.typeset.style), _CSS, _panels(first.typeset)]
    styles += [_UPRIGHT] if any(map(is_upright, sheet.characters)) else []
    styles += [_UNSPACED] if any(map(has_finer_breaks, sheet.characters)) else []
    styles += [rule for part in parts if (rule := _emphasis(part.layout.edition.language))]
    styles += [rule for part in parts if (rule := _list_numbers(part.layout.edition.language))]
    styles += [_DRAFT] if is_draft else []
    styles += [_IN_TWO] if len(parts) > 1 else []
    styles += [_IN_MANY] if len(parts) > FEW else []
    if len(parts) > 1 and any(part.is_right_to_left for part in parts):
        styles.append("".join(f"[dir=rtl] {rule}" for rule in _FROM_RIGHT))
    elif first.is_right_to_left:
        styles.append("".join(_FROM_RIGHT))
    return sheet.document(
        language=edition.tag,
        title=edition.game.head.title,
        css="".join(styles),
        body=body,
        starts_right=first.is_right_to_left,
    )


def _article_attributes(part: RulebookPart, count: int) -> str:
    language = language_attributes(part.layout.edition.language)
    return f'{language} id="{part.anchor}"' if count > FEW else language


def _languages(parts: Sequence[RulebookPart], sheet: HtmlSheet) -> str:
    """Return the links to the rules in each of many languages."""
    if len(parts) <= FEW:
        return ""
    links = (
        f'<a href="#{part.anchor}" {language_attributes(part.layout.edition.language)}>{sheet.text(part.name)}</a>'
        for part in parts
    )
    return f'<nav class="languages">{" · ".join(links)}</nav>\n'


def _body(part: RulebookPart, writer: Writer, element: str) -> str:
    """Return the title, contents and text of a booklet in one language; the text is inside an element."""
    booklet, edition, sheet = part.typeset, part.layout.edition, writer.sheet
    head = edition.game.head
    cover = _cover(booklet, sheet, head.title)
    text = "\n".join(writer.blocks(booklet.blocks))
    contents = _contents(booklet, sheet, edition.printed_word("contents"))
    subtitle = f'<p class="subtitle">{sheet.text(head.subtitle)}</p>' if head.subtitle else ""
    spoken = ' class="spoken"' if cover else ""  # the cover shows the title; the heading is for screen readers
    return (
        f"<header>{cover}<div{spoken}><h1>{sheet.text(head.title)}</h1>{subtitle}</div></header>\n"
        f"{contents}<{element}>\n{text}\n</{element}>\n"
    )


def _cover(booklet: TypesetRulebook, sheet: HtmlSheet, title: str) -> str:
    """Return the first whole-page picture; words in it that are too small on a phone are repeated below it."""
    frame = next((block.frame for block in booklet.blocks if block.kind == "page"), None)
    if frame is None:
        return ""
    too_small = MIN_LABEL / PHONE * frame.width
    words = spoken(frame, smaller_than=too_small)
    below = f'<p class="small-words">{sheet.runs((Run(" · ".join(words)),))}</p>' if words else ""
    return f'<div class="cover">{sheet.picture(frame, title)}{below}</div>'


def _contents(booklet: TypesetRulebook, sheet: HtmlSheet, label: str) -> str:
    """Return the links to the sections; "" if there is only one section."""
    sections = [block for block in booklet.blocks if _is_section(block)]
    entries = [f'<li><a href="#{block.anchor}">{sheet.runs(block.runs)}</a></li>' for block in sections]
    return f'<nav aria-label="{sheet.attribute(label)}"><ol>{"".join(entries)}</ol></nav>\n' if len(entries) > 1 else ""


def _is_section(block: FilledBlock) -> bool:
    return block.kind == "heading" and block.level == 2


def _fonts(style: BookletStyle, layout: GameLayout, sheet: HtmlSheet, within: str = "", name: str = "pnp") -> str:
    """Return the CSS of a booklet's fonts.

    Args:
        style: The booklet's style.
        layout: The booklet's layout, which has the fonts of its language.
        sheet: The page, with all its text.
        within: The element that gets these fonts; "" for the whole page.
        name: The beginning of the families' names.
    """
    families = layout.fonts.families
    text = families.get(style.text.font) or next(iter(families.values()))
    display = families.get(style.section.font) or text
    headings = "bold" if style.section.bold else "regular"
    of_languages = (layout.fonts, *map(layout.fonts.for_language, sheet.languages))
    candidates = {id(family): family for fonts in of_languages for family in fonts.suppliers.values()}.values()
    others = [family for family in candidates if sheet.needs(family, (text, display))]
    is_ideographic = base_language(layout.edition.language) in ("ja", "zh")
    centred = "".join(sign for sign in CENTRED if any(family.face().has(sign) for family in others))
    of_others = centred if is_ideographic else ""
    faces = sheet.font_faces(f"{name}-text", text, STYLES, of_others)
    faces += sheet.font_faces(f"{name}-display", display, (headings,), of_others)
    if not others and not within:
        return faces
    names = [f"{name}-other-{number}" for number in range(1, len(others) + 1)]
    faces += "".join(
        sheet.font_faces(other, family, ("regular", "bold")) for other, family in zip(names, others, strict=True)
    )
    listed = "".join(f"{other}," for other in names)
    headed = ",".join(f"{within} {heading}".strip() for heading in ("h1", "h2", "h3"))
    return (
        f"{faces}{within or 'body'}{{font-family:{name}-text,{listed}sans-serif}}\n"
        f"{headed}{{font-family:{name}-display,{name}-text,{listed}sans-serif!important}}\n"
    )


def _colours(style: BookletStyle) -> str:
    """Return the CSS of the page's colours. On dark screens pictures keep a light ground and their own ink."""
    colours = web_colours(style)
    light, dark = _variables(colours.light), _variables(colours.dark)
    drawn = "".join(
        f'[{paint}="{colour}"]{{{paint}:var(--{css_name(name)})}}\n'
        for colour, name in colours.drawn.items()
        for paint in ("fill", "stroke")
    )
    boxes = "".join(
        f"aside.{name}{{background:var(--{name}-fill);border-color:var(--{name}-edge)}}\n"
        for name in map(css_name, style.boxes)
    )
    return (
        f":root{{color-scheme:light dark;{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}\n"
        f".picture,.card,.cover svg{{{light}filter:brightness(.92)}}\n"
        f".picture{{background:var(--tint);border-radius:.4rem;padding:.4rem}}}}\n"
        f"{drawn}{boxes}"
    )


def _panels(booklet: TypesetRulebook) -> str:
    """Return the CSS of the grounds of boxes on light and dark screens; "" if the style draws none."""
    panel, kinds, colours = booklet.panel, booklet.style.boxes, web_colours(booklet.style)
    if panel is None:
        return ""
    light, dark = ("".join(panel_styles(panel, kinds, scheme)) for scheme in (colours.light, colours.dark))
    return f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}\n{_PANELS}"


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--{css_name(name)}:{colour};" for name, colour in colours.items())


_PANELS = """aside{border:0 solid;padding:.6rem 1.1rem}
@media screen and (max-width:40rem){aside{margin-left:calc(-.7*var(--side));margin-right:calc(-.7*var(--side))}
aside figure{margin-left:calc(-.5*var(--side));margin-right:calc(-.5*var(--side))}}
"""
_DRAFT = f""".draft{{position:sticky;top:0;z-index:1;margin:0 calc(-1*var(--side));padding:.2rem;text-align:center;
 background:{COLOUR};color:#fff;text-transform:uppercase;letter-spacing:.2em;font-weight:700}}
"""
_WITH_ITALICS = frozenset(("Latn", "Cyrl", "Grek", "Armn", "Geor"))


def _emphasis(language: str) -> str:
    """Return the CSS rule for emphasis in a language without italics: dots in Chinese and Japanese, else bold."""
    script = script_of(language)
    if script in _WITH_ITALICS:
        return ""
    places = {"Hans": "under right", "Hant": "under right", "Jpan": "over right"}
    look = (
        f"text-emphasis:filled dot;text-emphasis-position:{places[script]}" if script in places else "font-weight:bold"
    )
    return f"em:lang({language_tag(language)}){{font-style:normal;{look}}}\n"


_LIST_STYLES = {"٠": "arabic-indic", "۰": "persian", "০": "bengali", "०": "devanagari", "၀": "myanmar"}
"""A language's digit 0 → the list style with its digits (CSS Counter Styles 3)."""


def _list_numbers(language: str) -> str:
    """Return the CSS rule for the numbers of lists in a language with its own digits; "" for others."""
    style = _LIST_STYLES.get(figures(0, language))
    return f"ol:lang({language_tag(language)}){{list-style-type:{style}}}\n" if style else ""


_UPRIGHT = "html{font-synthesis:weight small-caps}\n"
"""For scripts without italics, whose letters browsers would slant."""
_UNSPACED = """:lang(ja),:lang(ko){word-break:keep-all}
:is(p,li,figcaption,td):is(:lang(ja),:lang(ko),:lang(zh)){text-wrap:pretty}
"""
"""Line breaks of Japanese, whose phrases are separated by <wbr> elements, and of Korean; and against last lines with a
single sign."""
_IN_TWO = """article+article{border-top:2px solid var(--rule);margin-top:4rem;padding-top:2rem}
@media screen and (min-width:66rem){nav{position:static;width:auto;max-height:none}nav ol{columns:2}}
"""
_IN_MANY = """.languages{position:static!important;width:auto!important;text-align:center;margin:1rem 0}
"""
_FROM_RIGHT = (
    "ul{padding:0 1.5rem 0 0}",
    "ol{padding:0 1.5rem 0 0}",
    "nav ol{padding:0 1.6rem 0 0}",
    "th{text-align:right}",
    "td{text-align:right}",
    "td.right{text-align:left}",
    "aside{border-width:0 5px 0 0}\n",
)
"""CSS rules for text that runs from right to left."""

_CSS = """*{box-sizing:border-box}
html{font:18px/1.5 pnp-text,"Source Sans 3",system-ui,sans-serif;color:var(--ink);background:var(--paper);hyphens:auto;
 -webkit-text-size-adjust:100%;scroll-behavior:smooth;scroll-padding-top:1rem}
@media(prefers-reduced-motion){html{scroll-behavior:auto}}
body{--side:1.1rem;margin:0 auto;max-width:42rem;padding:0 var(--side) 4rem;overflow-wrap:break-word}
header{text-align:center;margin-bottom:1.5rem}
.cover{margin:0 calc(-1*var(--side)) 1rem}.cover svg{width:100%;height:auto;display:block}
.small-words{font-size:.8rem;margin:.6rem var(--side)}
h1,h2,h3{font-family:pnp-display,pnp-text,sans-serif;font-weight:700;line-height:1.15;color:var(--heading);
 text-wrap:balance;hyphens:manual}
h1{font-size:2.4rem;margin:.6rem 0 .2rem}
h2{font-size:1.6rem;margin:2.4rem 0 .6rem}h3{font-size:1.2rem;margin:1.6rem 0 .4rem;color:var(--subheading)}
.subtitle{margin:0;font-style:italic}
p{margin:.6rem 0}li{margin:.3rem 0}li::marker{color:var(--accent);font-weight:700}
ul,ol{padding-left:1.5rem}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.2rem}
nav ol{columns:2;padding-left:1.6rem;margin:0 0 1rem}nav li{margin:0;break-inside:avoid}
nav a{display:inline-block;padding:.3rem 0}
figure{margin:1.4rem auto;text-align:center}
.narrow{display:none}
.picture{overflow-x:auto}.picture svg{display:block;width:100%;min-width:var(--least,0);height:auto}
figcaption{font-size:.85rem;margin-top:.4rem}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards div{display:grid;gap:.4rem;grid-template-columns:repeat(var(--columns),1fr)}
.fan{display:flex;gap:.3rem}.fan .card{flex:0 1 auto;min-width:0}
.card svg{width:100%;height:auto;display:block}
.components,.steps{list-style:none;padding:0}
.components>li,.steps>li{display:grid;grid-template-columns:minmax(7rem,32%) 1fr;gap:1rem;align-items:center;
 margin:1rem 0}
.steps>li{grid-template-columns:minmax(7rem,40%) 1fr}.steps .picture{max-width:20rem}
.components p,.steps p{margin:.2rem 0}
.icon{display:inline-block;width:1.15em;height:1.15em;vertical-align:-.22em}
.icon svg{width:100%;height:100%;display:block}.bound{white-space:nowrap}
.table{overflow-x:auto}
@property --fade{syntax:"<length>";inherits:false;initial-value:0px}
@keyframes fade{from,85%{--fade:3rem}to{--fade:0px}}
@supports(animation-timeline:scroll()){@media screen{
.picture,.table{mask-image:linear-gradient(to left,#0000,#000 var(--fade));animation:fade linear both;
 animation-timeline:scroll(self inline)}}}
table{border-collapse:collapse;margin:1rem auto;font-size:.9rem;font-variant-numeric:tabular-nums}
th{background:var(--tint)}th,td{padding:.3rem .6rem;border-bottom:1px solid var(--rule);text-align:left}
.centre{text-align:center}.right{text-align:right}
aside{display:flex;gap:.8rem;border-left:5px solid var(--accent);border-radius:.4rem;padding:.6rem 1rem;
 margin:1.2rem 0;background:var(--tint)}
aside>div{flex:1;min-width:0}aside>.icon{width:1.6rem;height:1.6rem;flex:none;margin-top:.5rem}
@media screen and (max-width:40rem){
.cards div{grid-template-columns:repeat(auto-fill,minmax(3.2rem,1fr))}
nav ol{columns:1}td.left{min-width:4.2rem}th,td{padding:.3rem}
.table{margin:0 calc(-.6*var(--side))}
figure{margin-left:calc(-.7*var(--side));margin-right:calc(-.7*var(--side))}
figcaption,.cards div{margin-left:calc(.7*var(--side));margin-right:calc(.7*var(--side))}
.components>li,.steps>li{grid-template-columns:1fr;gap:.4rem;margin:1.6rem 0}
aside{display:block;padding:.6rem var(--side);margin-left:calc(-1*var(--side));margin-right:calc(-1*var(--side));
 border-radius:0}aside>.icon{float:left;width:1.45rem;height:1.45rem;margin:.6rem .5rem 0 0}
aside figure{clear:left}
aside ul,aside ol{clear:left}
}
@media screen and (max-width:30rem){.wide{display:none}.narrow{display:block}}
@media screen and (min-width:66rem){.cover{max-width:24rem;margin:2rem auto 1rem}
nav{position:fixed;top:2rem;left:calc(50% - 33rem);width:11rem;max-height:calc(100vh - 4rem);overflow-y:auto;
 font-size:.85rem;line-height:1.3}
nav ol{columns:1;margin:0}}
@media screen and (min-width:40rem) and (max-width:66rem){.cover{max-width:24rem;margin:2rem auto 1rem}}
@page{margin:15mm}
@media print{html{font-size:10pt;background:none}body{max-width:none;padding:0}nav,.small-words{display:none}
.cover{max-width:70mm;margin:0 auto 6mm}
a{color:inherit;text-decoration:none}h2,h3{break-after:avoid}figure,aside,tr,.components>li,.steps>li{break-inside:avoid}
.picture,.table{overflow:visible}.picture svg{min-width:0;max-width:110mm;margin:0 auto}}
"""
