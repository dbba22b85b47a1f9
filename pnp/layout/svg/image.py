"""Images in drawings → pictures, or the items of another drawing: from data in the file, or from the project."""

from __future__ import annotations

import base64
import binascii
import posixpath
from urllib.parse import unquote, unquote_to_bytes

from pnp.core import outline
from pnp.core.diagnostics import Diagnostics, Fault, Mistake
from pnp.core.frame import Box, Group, Image, Item, Path, multiply
from pnp.layout.svg.setting import Setting, Walker
from pnp.layout.svg.shapes import fit_view, length_of
from pnp.layout.svg.tree import BrokenReferenceError, SvgNode
from pnp.layout.svg.values import svg_length

DEEPEST = 3
"""The most levels of drawings in drawings."""


def draw_image(walker: Walker, node: SvgNode, inner: Setting) -> list[Item]:
    """Return an image, fitted to its box.

    Raises:
        Mistake: There is no such file, or it is neither a picture nor a drawing.
    """
    if inner.style["visibility"] != "visible" or not node.href:
        return []
    content, name = image_bytes(walker, node)
    if _is_drawing(content, name):
        return _drawing(walker, node, content, name, inner)
    if walker.sources.picture is None:
        raise BrokenReferenceError("pictures cannot be read here")
    try:
        picture = walker.sources.picture(content, name, walker.tree.place(node))
    except Fault as fault:
        raise BrokenReferenceError(fault.diagnostic.what, fault.diagnostic.fix) from None
    source = Box(0.0, 0.0, float(picture.width_px), float(picture.height_px))
    box = _box(node, inner, source)
    if box.width <= 0 or box.height <= 0:
        return []
    fitted = fit_view(source, box, node.attributes.get("preserveAspectRatio", "xMidYMid meet"))
    image = Image(0.0, 0.0, source.width, source.height, picture)
    group = Group((image,), multiply(inner.matrix, fitted))
    corners = outline.rectangle(0.0, 0.0, source.width, source.height)
    if box.contains(outline.bounds(outline.transform(corners, fitted)), 1e-6 * box.width):
        return [group]
    return [Group((group,), clip=Path(outline.transform(outline.rectangle(*box), inner.matrix)))]


def image_bytes(walker: Walker, node: SvgNode) -> tuple[bytes, str]:
    """Return the bytes that an image refers to, and the path of its file, "" for data in the drawing.

    Raises:
        BrokenReferenceError: The file is on the web, outside the project, or missing.
    """
    href = node.href
    if href.startswith("data:"):
        head, _, data = href.partition(",")
        try:
            content = base64.b64decode("".join(data.split())) if head.endswith(";base64") else unquote_to_bytes(data)
        except (binascii.Error, ValueError):
            raise BrokenReferenceError("its data cannot be decoded", "embed the picture again") from None
        return content, ".svg" if "svg" in head else ""
    if ":" in href.split("/")[0] or href.startswith(("/", "#")) or walker.sources.read is None:
        fix = "embed the picture in the drawing, or put it beside it in the project"
        raise BrokenReferenceError(f"{href[:60]!r} leads out of the project", fix)
    folder = posixpath.dirname(walker.tree.file)
    path = posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0].partition("?")[0])))
    try:
        if path.startswith(".."):
            raise BrokenReferenceError(f"{href[:60]!r} leads out of the project", "put the picture into the project")
        return walker.sources.read(path, walker.tree.place(node)), path
    except Fault as fault:
        raise BrokenReferenceError(fault.diagnostic.what, fault.diagnostic.fix) from None


def _is_drawing(content: bytes, name: str) -> bool:
    return name.lower().endswith(".svg") or b"<svg" in content[:1000]


def _drawing(walker: Walker, node: SvgNode, content: bytes, name: str, inner: Setting) -> list[Item]:
    """Return another drawing, in its own colours."""
    if walker.sources.depth >= DEEPEST:
        raise BrokenReferenceError(f"drawings are nested more than {DEEPEST} levels deep")
    faults = Diagnostics()
    file = name if "/" in name else walker.tree.file
    drawing = walker.drawing_inside(content, file, faults)
    if drawing is None:
        raise BrokenReferenceError("; ".join(fault.what for fault in faults)[:200] or "it is not a drawing")
    box = _box(node, inner, drawing.box)
    if box.width <= 0 or box.height <= 0:
        return []
    fitted = fit_view(drawing.box, box, node.attributes.get("preserveAspectRatio", "xMidYMid meet"))
    items = drawing.items(None, {})
    walker.count(node, elements=1 + len(items))
    clip = Path(outline.transform(outline.rectangle(*box), inner.matrix))
    return [Group((Group(items, multiply(inner.matrix, fitted)),), clip=clip)] if items else []


def _box(node: SvgNode, inner: Setting, source: Box) -> Box:
    """Return the box of an image; a missing side is computed from the other, or from the picture."""
    lengths = [node.attributes.get(name, "auto").strip() for name in ("width", "height")]
    sides = [
        None if text in ("auto", "") else svg_length(text, whole)
        for text, whole in zip(lengths, inner.viewport, strict=True)
    ]
    width, height = sides
    if width is None and height is None:
        width, height = source.width, source.height
    elif width is None:
        width = (height or 0.0) * source.width / source.height
    elif height is None:
        height = width * source.height / source.width
    try:
        return Box(
            length_of(node, "x", inner.viewport[0]), length_of(node, "y", inner.viewport[1]), width, height or 0.0
        )
    except Mistake:
        return Box(0.0, 0.0, width, height or 0.0)
