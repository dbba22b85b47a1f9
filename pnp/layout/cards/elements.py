"""One resolved element in its box → items, by a function for each kind, listed in ELEMENT_KINDS.

The functions place nothing outside their box and evaluate no expressions; they report faults to the context.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Mistake, suggest
from pnp.core.frame import Art, Box, Frame, Group, Image, Item, Path, Segment, Stroke, Use, fit_matrix
from pnp.core.outline import CARD_EDGE, trim_outline
from pnp.core.plugins import call_plugin
from pnp.core.units import MM_PER_INCH, Mm
from pnp.layout.cards.barcodes import MIN_BAR, MIN_MODULE, barcode, qr_code
from pnp.layout.cards.drawing_context import DrawingContext
from pnp.layout.cards.text_elements import draw_rest, draw_text, ground_colour, report_uncoloured
from pnp.layout.pictures import Extension, extended_picture
from pnp.layout.svg.notation import parse_path
from pnp.layout.text.fitting import ARRANGE
from pnp.project import elements as models
from pnp.project.template import Node


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
        report_uncoloured(name, node.place("colour"), context)
    ground = ground_colour(element.ground, node, "ground", context)
    if ground and not drawing.own.has_ground and "{{" not in str(node.source.get(key, "")):
        what = f"ground: has no effect in {name}: its first shape does not cover the whole drawing in one colour"
        context.report(Code.COLOUR_UNUSED, node.place("ground"), what=what, fix="delete ground:")
    colours = {k: context.colour(c, node, "colours") for k, c in element.colours.items()}
    return drawing.art(name, colour, colours, colour, ground)


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
"""A picture that ends nearer to the trim than this counts as ending at the trim."""


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
    """Draw the bars or modules of a code; a text that cannot be encoded, and bars too fine to read, are reported."""
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
"""Each of pnp's own kinds: how it is drawn, and its proportions if a template may omit one side.

A group is not among them: the card's layout draws its elements.
"""


def draw_element(element: Any, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Yield the items of an element in its box; an error in a package that draws it is reported at the element."""
    own_kind = ELEMENT_KINDS.get(element.kind)
    if own_kind is not None:
        yield from own_kind.draw(element, box, context, node)
        return
    try:
        draw = models.plugin_kind(element.kind).draw
        yield from call_plugin("pnp.elements", element.kind, "draw", draw, element, box, context, node)
    except Fault as fault:
        _report_plugin(fault, element.kind, context, node)


def _report_plugin(fault: Fault, kind: str, context: DrawingContext, node: Node) -> None:
    """Report a fault of a package at the element, as the package may draw many."""
    about = fault.diagnostic
    why = ": ".join(filter(None, (str(about.place), about.why)))
    context.report(about.code, node.place(kind), what=about.what, why=why, fix=about.fix)


def aspect_of(element: Any, context: DrawingContext, node: Node) -> float | None:
    """Return width / height of an element with proportions of its own; None for one that fills its box."""
    if getattr(element, "fit", "contain") != "contain":
        return None
    if element.kind in models.ELEMENTS:
        own_kind = ELEMENT_KINDS.get(element.kind)
        return own_kind.aspect(element, context, node) if own_kind and own_kind.aspect else None
    try:
        aspect = models.plugin_kind(element.kind).aspect
        return call_plugin("pnp.elements", element.kind, "aspect", aspect, element, context, node) if aspect else None
    except Fault as fault:
        _report_plugin(fault, element.kind, context, node)
        return None
