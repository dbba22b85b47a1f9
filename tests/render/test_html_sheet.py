"""The parts of a web page: text, pictures, embedded fonts, the whole document."""

from __future__ import annotations

import base64
import re

from strategies import shipped_face, shipped_fonts

from pnp.core.fonts import Family, FontFace
from pnp.core.frame import Art, Box, Frame, Path
from pnp.core.markup import Run
from pnp.core.outline import rectangle
from pnp.render.html import HtmlSheet

WIDE = Art("wide", Box(0, 0, 20, 10), (Path(rectangle(0, 0, 20, 10), "#ff0000"),))


def sheet() -> HtmlSheet:
    return HtmlSheet(lambda name: WIDE if name == "wide" else None)


def faces(css: str) -> list[tuple[str, str, str, FontFace]]:
    """Name, weight, slant and font of each rule."""
    rule = r"@font-face\{font-family:([\w-]+);font-weight:(\d+);font-style:(\w+);src:url\(data:font/ttf;base64,([^)]+)\)\}\n"
    assert re.fullmatch(f"(?:{rule})*", css)
    return [(*found[:3], FontFace("x", base64.b64decode(found[3]))) for found in re.findall(rule, css)]


def test_marks_become_elements_and_text_is_escaped() -> None:
    runs = (Run("a<b "), Run("c&d", bold=True), Run("e\n", italic=True), Run("f", True, True), Run("g", link='#"x"'))
    assert sheet().runs(runs) == (
        'a&lt;b <strong>c&amp;d</strong><em>e<br></em><em><strong>f</strong></em><a href="#&quot;x&quot;">g</a>'
    )


def test_icons_are_drawn_in_a_square_and_unknown_ones_left_out() -> None:
    page = sheet()
    html = page.runs((Run("wide", is_icon=True), Run("nope", is_icon=True)))
    assert re.fullmatch(r'<span class="icon"><svg [^>]*viewBox="0 0 6 6"[^>]*aria-label="wide">.*</svg></span>', html)
    assert "matrix(.3 0 0 .3 0 1.5)" in html
    assert "<path" in page.document(language="en", title="t", css="", body="")


def test_fonts_hold_what_the_text_needs_and_no_more() -> None:
    page = sheet()
    page.runs((Run("Aé"), Run("wide", is_icon=True)))
    page.text("Ω")
    found = faces(
        page.font_faces("body", shipped_fonts().families["text"], ("regular", "bold", "italic", "bold-italic"))
    )
    assert [face[:3] for face in found] == [
        ("body", "400", "normal"), ("body", "700", "normal"), ("body", "400", "italic"), ("body", "700", "italic"),
    ]  # fmt: skip
    for *_, face in found:
        assert all(face.has(c) for c in "AéΩ0123456789 .-•")
        assert not any(face.has(c) for c in "Bwx")


def test_breaks_are_elements_and_a_font_leaves_characters_to_others() -> None:
    page = HtmlSheet(lambda _: None, for_browsers=lambda runs: (*runs, Run("\u200bz")))
    assert page.runs((Run("a…"),)) == "a…<wbr>z"
    ((*_, face),) = faces(page.font_faces("body", shipped_fonts().families["text"], ("regular",), without="…"))
    assert face.has("z") and not face.has("…")


def test_a_family_without_a_style_is_embedded_once() -> None:
    regular = shipped_face("source-sans-3/SourceSans3-Regular.ttf")
    family = Family({"regular": regular})
    assert [face[1] for face in faces(sheet().font_faces("body", family, ("regular", "bold", "italic")))] == ["400"]
    assert [face[1] for face in faces(sheet().font_faces("display", family, ("bold",)))] == ["700"]


def test_a_document_has_its_pictures_shared_parts_once() -> None:
    page = sheet()
    body = "".join(page.icon(WIDE, "wide") for _ in range(2)) + page.picture(Frame(1, 1, ()), "p")
    html = page.document(language="pt-BR", title="a & b", css="p{}", body=body)
    assert html.startswith('<!DOCTYPE html>\n<html lang="pt-BR">\n')
    assert "<title>a &amp; b</title>\n<style>\np{}</style>" in html
    assert html.count('fill="#ff0000"') == 1
    assert html.index("<defs>") < html.index('class="icon"')
    assert html.endswith("</svg></body>\n</html>\n")
