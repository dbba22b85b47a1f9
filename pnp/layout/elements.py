"""One resolved element in its box → items, by one function a kind, listed in ELEMENT_KINDS.

The functions place nothing outside their box and evaluate no expressions; they report faults to the context.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Mistake, Place, counted, suggest
from pnp.core.fonts import Family, describe_characters, unknown_family_fix
from pnp.core.frame import Art, Box, Frame, Group, Image, Item, Path, Segment, Stroke, Text, Use, fit_matrix
from pnp.core.markup import (
    Runs,
    half_icon,
    parse_markup,
    plain,
    reads_vertically,
    single_braces,
    small_capitals,
    typeset_runs,
    unread_tag,
)
from pnp.core.outline import CARD_EDGE, trim_outline
from pnp.core.units import MM_PER_INCH, MM_PER_PT, Mm
from pnp.layout.barcodes import MIN_BAR, MIN_MODULE, barcode, qr_code
from pnp.layout.drawing_context import DrawingContext, TextRest
from pnp.layout.fitting import ARRANGE, fit_text
from pnp.layout.pictures import Extension, extended_picture
from pnp.layout.svg.notation import parse_path
from pnp.layout.text import Paragraph, TextStyle
from pnp.layout.text_list import TextList, set_text
from pnp.project import elements as models
from pnp.project.template import Node
from pnp.text.placeholders import has_balanced_emphasis
from pnp.text.typography import typeset


def _shape(
    element: models.Shape, segments: tuple[Any, ...], box: Box, context: DrawingContext, node: Node
) -> Iterator[Item]:
    fill = context.paint(element.fill, box, node, "fill")
    stroke = context.stroke(element.stroke, node, "stroke")
    if fill is None and stroke is None:
        what = f"{node.name} has neither fill nor stroke"
        context.report(Code.SHAPE_UNSEEN, node.place(), what=what, fix="give it a fill:")
    yield Path(segments, fill, stroke, getattr(element, "even_odd", False))


def draw_rect(element: models.Rect, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a rectangle, rounded or not."""
    segments = outline.rectangle(*box, element.radius, element.radius)
    yield from _shape(element, segments, box, context, node)


def draw_ellipse(element: models.Ellipse, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw an ellipse that touches its box."""
    rx, ry = box.width / 2, box.height / 2
    yield from _shape(element, outline.ellipse(box.x + rx, box.y + ry, rx, ry), box, context, node)


def draw_line(element: models.Line, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw an open line through points."""
    points = [c + o for point in element.line for c, o in zip(point, (box.x, box.y), strict=True)]
    yield from _shape(element, outline.polyline(points), box, context, node)


def draw_polygon(element: models.Polygon, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a closed polygon; a regular one stands on a side and touches the circle in its box."""
    if isinstance(element.polygon, int):
        points = _regular(element.polygon, element.turn, box)
    else:
        points = [c + o for point in element.polygon for c, o in zip(point, (box.x, box.y), strict=True)]
    yield from _shape(element, outline.polyline(points, is_closed=True), box, context, node)


def _regular(corners: int, turn: float, box: Box) -> list[float]:
    radius = min(box.width, box.height) / 2
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    first = 90 + 180 / corners + turn
    angles = [math.radians(first + 360 * n / corners) for n in range(corners)]
    return [c for a in angles for c in (cx + radius * math.cos(a), cy + radius * math.sin(a))]


def draw_path(element: models.PathElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw SVG path data from the box's top left."""
    try:
        segments = parse_path(str(element.path))
    except Mistake as mistake:
        what = f"{node.name}: {mistake.what}"
        context.report(Code.PATH_DATA, node.place("path"), what=what, fix="write SVG path data")
        return
    yield from _shape(element, outline.transform(segments, (1, 0, 0, 1, box.x, box.y)), box, context, node)


def draw_text(element: models.TextElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a text in its box; overflow and missing glyphs are reported."""
    family = context.fonts.families.get(str(element.font))
    if family is None:
        fix = unknown_family_fix(str(element.font), context.fonts.families)
        context.report(Code.FONT_UNKNOWN, node.place("font"), what=f"no font family {element.font}", fix=fix)
        return
    text = str(element.text)
    if not text.strip():
        return
    runs = _typeset_text(text, element, context)
    style = text_style(element, family, box, context, node)
    yield from _draw_runs(TextRest(runs, element, node), family, style, box, context, node)


def draw_rest(element: models.RestElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw what remains of a text whose box had no room for all of it."""
    rest = context.rests.pop(element.rest, None)
    if rest is None:
        return
    looks = element.model_fields_set & models.TextLook.model_fields.keys()
    of_text = rest.element.model_copy(update={name: getattr(element, name) for name in looks})
    family = context.fonts.families.get(str(of_text.font))
    if family is None:
        fix = unknown_family_fix(str(of_text.font), context.fonts.families)
        context.report(Code.FONT_UNKNOWN, node.place("font"), what=f"no font family {of_text.font}", fix=fix)
        return
    style = text_style(of_text, family, box, context, node)
    yield from _draw_runs(replace(rest, element=of_text), family, style, box, context, node)


def _typeset_text(text: str, element: models.TextElement, context: DrawingContext) -> Runs:
    """Return the runs of a marked-up text, with the typography of its language."""
    runs = parse_markup(text)
    if element.uppercase:
        runs = tuple(run if run.is_icon else replace(run, text=run.text.upper()) for run in runs)
    return small_capitals(typeset_runs(runs, lambda run, before: typeset(run, context.language, before)))


def _draw_runs(
    text: TextRest, family: Family, style: TextStyle, box: Box, context: DrawingContext, node: Node
) -> Iterator[Item]:
    """Draw a text or the rest of one; what has no room is left in the context where the text may go on."""
    element = text.element
    mark = None
    if element.continued is not None:
        mark = Paragraph(_typeset_text(str(element.continued), element, context), style, context.fonts)
    paragraph = set_text(text.runs, style, context.fonts)
    fitted = fit_text(paragraph, box, mark)
    if fitted.rest:
        if lost := context.rests.get(text.node.name):
            report_unplaced(lost, context)
        context.rests[text.node.name] = replace(text, runs=fitted.rest, card=context.card)
    _report_text_faults(paragraph, fitted.overflow, element, family, context, node)
    _report_small(fitted.items, context, node)
    yield from fitted.items


def report_unplaced(rest: TextRest, context: DrawingContext) -> None:
    """Report a text that does not fit, and of which no element shows the rest."""
    name, words = rest.node.name, len(plain(rest.runs).split())
    replace(context, card=rest.card).report(
        Code.TEXT_OVERFLOW,
        rest.node.place("text"),
        what=f"the text of {name} does not fit, and its rest has no place",
        fix=f"add an element with rest: {name} on the back; or enlarge the boxes, or shorten the text",
        amount=counted(words, "more word"),
    )


def text_style(element: models.TextElement, family: Family, box: Box, context: DrawingContext, node: Node) -> TextStyle:
    """Return an element's text style, with its colours and icons resolved."""
    fill = context.paint(element.colour, box, node, "colour") or "#000000"
    text_colour = fill if isinstance(fill, str) else fill.stops[0].colour
    icon_colour = context.colour(element.icon_colour, node, "icon_colour") if element.icon_colour else None
    by_name = {name: context.colour(colour, node, "icon_colours") for name, colour in element.icon_colours.items()}
    ground = _ground(element.icon_ground, node, "icon_ground", context)
    for name in by_name:
        if name not in context.icons:
            fix = suggest(name, context.icons)
            context.report(Code.ICON_UNKNOWN, node.place("icon_colours"), what=f"no icon {name}", fix=fix)

    def icon(name: str, marked: str) -> Art | None:
        drawing = context.icon(name, context.text_place(node, f":{name}:"))
        if drawing is None:
            return None
        colour = by_name.get(name, icon_colour)
        if marked and drawing.takes_colour:
            colour = context.colour(marked, node, node.element.kind)
        if colour and not drawing.takes_colour:
            _report_uncoloured(name, node.place("icon_colours" if name in by_name else "icon_colour"), context)
        return drawing.art(name, colour or text_colour, {}, colour, ground)

    return TextStyle(
        family=family,
        size=element.size,
        smallest=element.smallest,
        fill=fill,
        leading=element.leading,
        align=element.align,
        valign=element.valign,
        bold=element.bold,
        italic=element.italic,
        stroke=_around(context.stroke(element.outline, node, "outline")),
        language=context.language,
        features=_features(element),
        hyphenate=element.hyphenate,
        most_lines=element.lines,
        icon=icon,
        spacing=element.spacing,
        is_mirrored=context.is_mirrored,
        colour=lambda name: context.colour(name, node, node.element.kind),
    )


def _features(element: models.TextElement) -> tuple[str, ...]:
    """Return the OpenType features of a text; ligatures are off where letters are spaced."""
    tabular = ("tnum",) if element.tabular else ()
    return (*tabular, *(("-liga", "-clig") if element.spacing else ()), *element.features)


def _around(outline_stroke: Stroke | None) -> Stroke | None:
    """Return a stroke that shows its whole width outside the letters: half of it lies under their fill."""
    return outline_stroke._replace(width=2 * outline_stroke.width, join="round") if outline_stroke else None


def _report_text_faults(
    paragraph: Paragraph | TextList,
    overflow: tuple[Mm, Mm],
    element: models.TextElement,
    family: Family,
    context: DrawingContext,
    node: Node,
) -> None:
    place = node.place(node.element.kind)
    if reads_vertically(plain(paragraph.runs)):
        what = f"the text of {node.name} is written from top to bottom, which cannot be set"
        context.report(Code.SCRIPT_UNSUPPORTED, place, what=what, why="its letters would lie on their sides")
    text = str(element.text)
    if "**" in text and not has_balanced_emphasis(text):
        cell = context.text_place(node, "**")
        what = f"a ** in the text of {node.name} is not closed, so it is printed"
        context.report(Code.TEXT_MARKUP, cell, what=what, fix=r"close it, or write \*\* for two printed asterisks")
    if braces := single_braces(text):
        what = f"{braces} is printed as it stands in the text of {node.name}"
        name = braces[1:-1].strip()
        meanings = f"{{{{ {name} }}}} for a fact"
        if "." not in name:
            meanings = f"{{{{ card.{name} }}}} for a field of the card, {meanings}"
        fix = rf"write {meanings}, or \{braces[:-1]}\}} for printed braces"
        cell = context.text_place(node, braces)
        context.report(Code.TEXT_MARKUP, cell, what=what, fix=fix)
    if tag := unread_tag(text):
        what = f"{tag} is printed as it stands in the text of {node.name}"
        fix = rf"delete it, or write \{tag} to print it; <b>, <i>, <u>, <s>, <small>, <sup>, <sub>, <br> are read"
        cell = context.text_place(node, tag)
        context.report(Code.TEXT_MARKUP, cell, what=what, fix=fix)
    if name := half_icon(text, context.icons):
        what = f":{name} is printed as it stands in the text of {node.name}"
        cell = context.text_place(node, f":{name}")
        context.report(Code.TEXT_MARKUP, cell, what=what, fix=rf"write :{name}: for the icon, or \:{name} for the word")
    if paragraph.missing:
        what = f"{element.font} has no glyph for {describe_characters(paragraph.missing)}"
        fix = "choose a font that has it, or add one to fallback: in fonts/fonts.yaml"
        cell = context.text_place(node, paragraph.missing[0])
        context.report(Code.GLYPH_MISSING, cell, what=what, fix=fix)
    lacking_style = family.lacks(element.bold, element.italic)
    if lacking_style and lacking_style not in paragraph.missing_styles:
        report_style_missing(
            (lacking_style,), str(element.font), node.place("bold" if element.bold else "italic"), context.report
        )
    report_style_missing(paragraph.missing_styles, str(element.font), place, context.report)
    for fallback, style in paragraph.missing_in_fallback:
        report_style_missing((style,), fallback, place, context.report)
    if element.smallest is not None and element.smallest > element.size:
        what, fix = (
            f"smallest is larger than the size of {node.name}",
            "size: is the largest size, smallest: the smallest",
        )
        context.report(Code.WRONG_VALUE, node.place("smallest"), what=what, fix=fix)
    across, down = overflow
    if across > 0.01 or down > 0.01:
        smallest = (element.smallest or element.size) / MM_PER_PT
        cell = context.text_place(node)
        by = " and ".join(f"{max(o, 0.1):.1f} mm too {w}" for o, w in ((across, "wide"), (down, "high")) if o > 0.01)
        what = f"the text of {node.name} does not fit at {smallest:g} pt"
        fix = "shorten it, enlarge its box, or allow a smaller size with smallest:"
        context.report(Code.TEXT_OVERFLOW, place, what=what, fix=fix, amount=by if cell == place else f"{by}: {cell}")


def report_style_missing(styles: Sequence[str], font: str, place: Place, report: Callable[..., None]) -> None:
    """Report styles that a text uses and its family lacks, if there are any."""
    if styles:
        names = " and no ".join(styles)
        what = f"the font family {font} has no {names}, which this text needs"
        fix = f"add it to the family in fonts/fonts.yaml ({styles[0]}: FILE), or choose a family that has it"
        report(Code.STYLE_MISSING, place, what=what, why="another of its faces is used instead", fix=fix)


def _report_small(items: Iterable[Item], context: DrawingContext, node: Node) -> None:
    size = min((item.size for item in items if isinstance(item, Text)), default=context.smallest_text)
    if size < context.smallest_text - 1e-6:
        what = f"the text of {node.name} is set in {size / MM_PER_PT:.3g} pt"
        why = f"its smallest_text is {context.smallest_text / MM_PER_PT:.3g} pt"
        fix = "shorten it or enlarge its box, so that it can be larger; or set smallest_text: in its template"
        context.report(Code.TEXT_SMALL, node.place(node.element.kind), what=what, why=why, fix=fix)


def draw_icon(element: models.IconElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a named drawing as large as fits the box."""
    if art := _art(element, str(element.icon), "icon", context, node):
        yield Use(art, fit_matrix(art.box, box, "contain"))


def draw_svg(element: models.SvgElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a drawing from a file."""
    if art := _art(element, str(element.svg), "svg", context, node):
        use = Use(art, fit_matrix(art.box, box, element.fit))
        if element.fit == "cover":
            yield Group((use,), clip=Path(outline.rectangle(*box)))
        else:
            yield use


def _art(element: models.Drawn, name: str, key: str, context: DrawingContext, node: Node) -> Art | None:
    place = node.place(key)
    drawing = context.drawing(name, place) if key == "svg" else context.icon(name, place)
    if drawing is None:
        return None
    for variable in element.colours:
        if variable not in drawing.variables:
            what = f"{name} has no var(--{variable})"
            fix = suggest(variable, drawing.variables)
            context.report(Code.SVG_VARIABLE, node.place("colours"), what=what, fix=fix)
    colour = context.colour(element.colour, node, "colour") if element.colour else None
    if colour and not drawing.takes_colour:
        _report_uncoloured(name, node.place("colour"), context)
    ground = _ground(element.ground, node, "ground", context)
    if ground and not drawing.own.has_ground and "{{" not in str(node.source.get(key, "")):
        what = f"the ground has no effect in {name}: no first shape of one colour covers the whole drawing"
        context.report(Code.COLOUR_UNUSED, node.place("ground"), what=what, fix="leave ground: out")
    colours = {k: context.colour(c, node, "colours") for k, c in element.colours.items()}
    return drawing.art(name, colour, colours, colour, ground)


def _ground(colour: str | None, node: Node, key: str, context: DrawingContext) -> str | None:
    """Return the colour of a drawing's ground, "none" for no ground; None to keep its own."""
    return colour if colour in (None, "none") else context.colour(colour, node, key)


def _report_uncoloured(name: str, place: Place, context: DrawingContext) -> None:
    what = f"the colour has no effect in {name}: it has several colours, and none of them is currentColor"
    fix = 'write fill="currentColor" in the drawing where the colour is meant to be, or leave the colour out'
    context.report(Code.COLOUR_UNUSED, place, what=what, fix=fix)


def draw_icons(element: models.IconsElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a drawing several times, centred in the box."""
    if not element.count:
        return
    art = _art(element, str(element.icons), "icons", context, node)
    if art is None:
        return
    side, step = element.size, element.size + element.gap
    cx, cy = box.x + box.width / 2, box.y + box.height / 2
    places = ARRANGE[element.layout](element, step)
    outside = max((max(abs(x) - box.width / 2, abs(y) - box.height / 2) + side / 2 for x, y in places), default=0)
    if outside > 0.01:
        what, amount = f"the icons of {node.name} reach out of the box", f"{element.count}: {max(outside, 0.1):.1f} mm"
        fix = "make size: or gap: smaller, or the box larger"
        context.report(Code.ICONS_OVERFLOW, node.place("icons"), what=what, fix=fix, amount=amount)
    for x, y in places:
        slot = Box(cx + x - side / 2, cy + y - side / 2, side, side)
        yield Use(art, fit_matrix(art.box, slot, "contain"))


def draw_image(element: models.ImageElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a raster picture, fitted; one too coarse for print is reported."""
    picture = context.picture(str(element.image), node.place("image"))
    if picture is None:
        return
    focus = element.focus if element.fit == "cover" else (0.5, 0.5)
    pixels = Box(0.0, 0.0, picture.width_px, picture.height_px)
    across, _, _, down, x, y = fit_matrix(pixels, box, element.fit, focus)
    dpi = MM_PER_INCH / max(across, down)
    if dpi < element.min_dpi:
        what = f"{element.image} is printed at {dpi:.0f} dpi, below {element.min_dpi:g}"
        why, fix = "it would look blurred on paper", "use a larger picture, print it smaller, or lower min_dpi"
        context.report(Code.IMAGE_COARSE, node.place("image"), what=what, why=why, fix=fix)
    image = Image(x, y, picture.width_px * across, picture.height_px * down, picture)
    if element.extend != "none":
        extension: Extension = "mirror" if element.extend == "mirror" else "stretch"
        yield _with_bleed(image, box if element.fit == "cover" else image_box(image), extension, context)
    elif element.fit == "cover":
        yield Group((image,), clip=Path(outline.rectangle(*box)))
    else:
        yield image


AT_TRIM: Mm = 0.1
"""A picture that ends nearer to the trim ends at the trim."""


def image_box(image: Image) -> Box:
    """Return the box of a picture."""
    return Box(image.x, image.y, image.width, image.height)


def _with_bleed(image: Image, box: Box, extension: Extension, context: DrawingContext) -> Image:
    """Return the part of a picture in a box, with its edge extended over the bleed where the box ends at the trim."""
    trim, bleed = context.trim, context.bleed
    near = (box.x - trim.x, box.y - trim.y, trim.right - box.right, trim.bottom - box.bottom)
    left, top, right, bottom = (bleed if abs(distance) <= AT_TRIM else 0.0 for distance in near)
    across, down = image.picture.width_px / image.width, image.picture.height_px / image.height
    shown = (
        max(0, round((box.x - image.x) * across)),
        max(0, round((box.y - image.y) * down)),
        min(image.picture.width_px, round((box.right - image.x) * across)),
        min(image.picture.height_px, round((box.bottom - image.y) * down)),
    )
    margins = (round(left * across), round(top * down), round(right * across), round(bottom * down))
    picture = extended_picture(image.picture, shown, margins, extension)
    return Image(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom, picture)


def draw_qr(element: models.QrElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a QR code."""
    if text := str(element.qr).strip():
        yield from _bars(partial(qr_code, text, element.level), element, box, context, node)


def draw_barcode(element: models.BarcodeElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a barcode."""
    if text := str(element.barcode).strip():
        yield from _bars(partial(barcode, text, element.type), element, box, context, node)


def _bars(
    make: Callable[[Box], tuple[tuple[Segment, ...], Mm]],
    element: models.QrElement | models.BarcodeElement,
    box: Box,
    context: DrawingContext,
    node: Node,
) -> Iterator[Item]:
    """Draw the bars or modules of a code; a text that has none, and bars too fine to read, are reported."""
    place = node.place(element.kind)
    try:
        segments, width = make(box)
    except Mistake as mistake:
        context.report(Code.WRONG_VALUE, place, what=f"{element.kind} {mistake.what}", fix=mistake.fix)
        return
    smallest = MIN_MODULE if element.kind == "qr" else MIN_BAR
    if width < smallest:
        what = f"the code of {node.name} has lines of {width:.2f} mm"
        why = f"phones and scanners read lines of {smallest:g} mm and more"
        context.report(Code.CODE_FINE, place, what=what, why=why, fix="enlarge its box, or shorten its text")
    yield Path(segments, context.paint(element.fill, box, node, "fill"))


def draw_face(element: models.FaceElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a card as printed, scaled into the box and cut at its trim."""
    if context.faces is None:
        what = "a card cannot show another card's face"
        context.report(Code.FACE_HERE, node.place("face"), what=what, fix="use it in figures")
        return
    try:
        frame, art = context.faces(str(element.face), element.card, element.back, (box.width, box.height))
    except Mistake as mistake:
        place = node.place("card" if "card" in node.source else "face")
        context.report(Code.FACE_UNKNOWN, place, what=mistake.what, fix=mistake.fix)
        return
    matrix = fit_matrix(art.box, box, "contain")
    yield Use(art, matrix)
    if element.shadow:
        yield Path(outline.transform(trim_outline(frame), matrix), None, Stroke(CARD_EDGE, 0.2))


def face_art(frame: Frame) -> Art:
    """Return a frame cut at its trim, corners rounded, as a picture of the card."""
    return Art(frame.name, frame.trim, (Group(frame.items, clip=Path(trim_outline(frame))),))


def _drawing_aspect(element: models.IconElement | models.SvgElement, context: DrawingContext, node: Node) -> float:
    if isinstance(element, models.SvgElement):
        drawing = context.drawing(str(element.svg), node.place("svg"))
    else:
        drawing = context.icon(str(element.icon), node.place("icon"))
    return drawing.box.width / drawing.box.height if drawing else 1.0


def _image_aspect(element: models.ImageElement, context: DrawingContext, node: Node) -> float:
    picture = context.picture(str(element.image), node.place("image"))
    return picture.width_px / picture.height_px if picture else 1.0


def _face_aspect(element: models.FaceElement, context: DrawingContext, node: Node) -> float:
    try:
        frame = (
            context.faces(str(element.face), element.card, element.back, (math.inf, math.inf))[0]
            if context.faces
            else None
        )
    except Mistake:
        frame = None  # reported when it is drawn
    return frame.width / frame.height if frame else 1.0


def _square_aspect(element: models.Element, context: DrawingContext, node: Node) -> float:
    return 1.0


ELEMENT_KINDS: dict[str, models.ElementKind] = {
    kind.model.kind: kind
    for kind in (
        models.ElementKind(models.Rect, draw_rect),
        models.ElementKind(models.Ellipse, draw_ellipse),
        models.ElementKind(models.Line, draw_line),
        models.ElementKind(models.Polygon, draw_polygon),
        models.ElementKind(models.PathElement, draw_path),
        models.ElementKind(models.TextElement, draw_text),
        models.ElementKind(models.RestElement, draw_rest),
        models.ElementKind(models.IconElement, draw_icon, _drawing_aspect),
        models.ElementKind(models.SvgElement, draw_svg, _drawing_aspect),
        models.ElementKind(models.IconsElement, draw_icons),
        models.ElementKind(models.ImageElement, draw_image, _image_aspect),
        models.ElementKind(models.QrElement, draw_qr, _square_aspect),
        models.ElementKind(models.BarcodeElement, draw_barcode),
        models.ElementKind(models.FaceElement, draw_face, _face_aspect),
    )
}
"""How each kind of pnp's own is drawn, and its proportions if it has any for a side that a template omits.

A group is not among them: the card's layout draws its elements.
"""


def draw_element(element: Any, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Yield the items of an element in its box; an error in a package that draws it is reported at the element."""
    own_kind = ELEMENT_KINDS.get(element.kind)
    if own_kind is not None:
        yield from own_kind.draw(element, box, context, node)
        return
    try:
        yield from list(models.plugin_kind(element.kind).draw(element, box, context, node))
    except Exception as error:
        what = f"the package that draws {element.kind} has failed: {type(error).__name__}: {error}"
        context.report(Code.PLUGIN_FAULTY, node.place(element.kind), what=what, fix="update the package, or remove it")


def aspect_of(element: Any, context: DrawingContext, node: Node) -> float | None:
    """Return width / height of an element with proportions of its own; None for one that fills its box."""
    if getattr(element, "fit", "contain") != "contain":
        return None
    kind = ELEMENT_KINDS.get(element.kind) if element.kind in models.ELEMENTS else models.plugin_kind(element.kind)
    return kind.aspect(element, context, node) if kind and kind.aspect else None
