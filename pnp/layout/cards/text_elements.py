"""A text in its box → items, in one or more languages, and reports of its faults.

Texts that do not fit may go on in another element, which draws their rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.core.codes import Code
from pnp.core.diagnostics import Place, counted, suggest
from pnp.core.fonts import Family, unknown_family_fix
from pnp.core.frame import Art, Box, Group, Item, Stroke, Text
from pnp.core.markup import (
    Run,
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
from pnp.core.units import MM_PER_PT, Mm
from pnp.layout.cards.drawing_context import DrawingContext, TextRest, WrittenText
from pnp.layout.text.fitting import TOLERANCE, FittedText, fit_text
from pnp.layout.text.missing_letters import report_missing
from pnp.layout.text.paragraph import Paragraph, TextStyle
from pnp.layout.text.stacked import SetText, in_language, joined, on_one_line, set_text
from pnp.project import elements as models
from pnp.project.fonts import is_fault_of_fonts
from pnp.project.template import Node
from pnp.project.values import ORDINALS, Expr
from pnp.text.placeholders import (
    PRINTED_MARKS,
    PRINTED_MARKS_FIX,
    has_balanced_emphasis,
    has_printed_emphasis,
    printed_stars,
)
from pnp.text.typography import typeset


def draw_text(element: models.TextElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw a text in its box; overflow and missing glyphs are reported."""
    family = context.fonts.families.get(str(element.font))
    if family is None:
        _report_family(str(element.font), context, node)
        return
    context = _in_own_language(element, context, node)
    written = [WrittenText(element, node, context)] if (text := str(element.text)).strip() else []
    for further in context.further:
        if str(further.element.text).strip() not in ("", *(str(each.element.text).strip() for each in written)):
            written.append(further)
    if not written:
        return
    if len(written) > 1 and size_group(element, node) not in context.shared:  # else its size is that of all cards
        element = element.model_copy(update={"smallest": _smallest_of(len(written), element, context)})
    style = text_style(element, context.fonts.families.get(str(element.font), family), box, context, node)
    if written[0].context is not context or len(written) > 1:
        whole, style = _arranged(_in_their_languages(written), style, box, context)
    else:
        whole = _typeset_text(text, element, context)
    rest = TextRest(whole, element, node, language=context.language)
    yield from _draw_runs(rest, style, box, written, context, node)


def _in_their_languages(written: Sequence[WrittenText]) -> list[Runs]:
    """Return the runs of texts, marked as those of their languages."""
    return [
        tuple(in_language(_typeset_text(str(each.element.text), each.element, each.context), each.context.language))
        for each in written
    ]


def _in_own_language(element: models.TextElement, context: DrawingContext, node: Node) -> DrawingContext:
    """Return the context for a text in its language."""
    language = str(element.lang)
    if language in ORDINALS:
        what = f"lang: of {node.name} is an expression that gives {language}"
        context.report(Code.WRONG_VALUE, node.place("lang"), what=what, fix=f"write lang: {language}")
        return context
    return context.in_language(language) if language else context


def _smallest_of(languages: int, element: models.TextElement, context: DrawingContext) -> Mm:
    """Return the smallest size of a text that shares its box with its translations, mm.

    In two languages it may shrink to a half, in three to a third of its size, unless that is too small to read.
    """
    own = element.size if element.smallest is None else min(element.smallest, element.size)
    return min(own, max(element.size / languages, context.smallest_text))


def _arranged(parts: Sequence[Runs], style: TextStyle, box: Box, context: DrawingContext) -> tuple[Runs, TextStyle]:
    """Return a text in several languages, with its style: one below the other, or all on one line if only that fits.

    If neither fits, they stand closer below one another, or one after the other in several lines.
    """
    beside = on_one_line(*parts)
    if style.most_lines == 1:
        return beside, style
    ways = [
        (joined(*parts), style),
        (beside, replace(style, most_lines=1)),
        (joined(*parts, is_close=True), style),
        (beside, style),
    ]
    return next((way for way in ways if _fits(*way, box, context)), ways[0])


def _fits(runs: Runs, style: TextStyle, box: Box, context: DrawingContext) -> bool:
    return max(fit_text(set_text(runs, style, context.fonts), box, None, context.before).overflow) <= TOLERANCE


def _report_family(name: str, context: DrawingContext, node: Node) -> None:
    """Report a font family that a text names but the project does not have."""
    if not is_fault_of_fonts(name, context.fonts, context.diagnostics):
        fix = unknown_family_fix(name, context.fonts.families)
        context.report(Code.FONT_UNKNOWN, node.place("font"), what=f"no font family {name}", fix=fix)


def draw_rest(element: models.RestElement, box: Box, context: DrawingContext, node: Node) -> Iterator[Item]:
    """Draw the rest of a text whose box had no room for all of it."""
    rest = context.rests.pop(element.rest, None)
    if rest is None:
        return
    context = context.in_language(rest.language or context.language)
    looks = element.model_fields_set & models.TextLook.model_fields.keys()
    of_text = rest.element.model_copy(update={name: getattr(element, name) for name in looks})
    family = context.fonts.families.get(str(of_text.font))
    if family is None:
        _report_family(str(of_text.font), context, node)
        return
    style = text_style(of_text, family, box, context, node)
    written = [WrittenText(of_text, node, context)]
    yield from _draw_runs(replace(rest, element=of_text), style, box, written, context, node)


def _typeset_text(text: str, element: models.TextElement, context: DrawingContext) -> Runs:
    """Return the runs of a marked-up text, with the typography of its language."""
    runs = parse_markup(text)
    if element.uppercase:
        runs = tuple(run if run.is_icon else replace(run, text=run.text.upper()) for run in runs)
    if element.vertical:
        from pnp.layout.text.vertical import with_square_digits

        runs = with_square_digits(runs)
    return small_capitals(typeset_runs(runs, typeset, context.language))


def _draw_runs(
    text: TextRest,
    style: TextStyle,
    box: Box,
    written: Sequence[WrittenText],
    context: DrawingContext,
    node: Node,
) -> Iterator[Item]:
    """Draw a text or a rest; if the text may go on elsewhere, the part without room is left in ``context.rests``.

    Args:
        text: The text, in one or more languages.
        style: Its look.
        box: Its box.
        written: The text as it is written in each of its languages, for messages.
        context: The context in which it is drawn.
        node: The element that it is written in.
    """
    element = text.element
    mark = None
    if element.continued is not None:
        mark = Paragraph(_typeset_text(str(element.continued), element, context), style, context.fonts)
    paragraph = set_text(text.runs, style, context.fonts)
    fitted = _fitted(paragraph, element, box, mark, context, node)
    if fitted.rest:
        if lost := context.rests.get(text.node.name):
            report_unplaced(lost, context)
        context.rests[text.node.name] = replace(text, runs=fitted.rest, card=context.card)
    group = size_group(element, node)
    if context.measured is not None and fitted.size < context.measured.get(group, (style.size, ""))[0]:
        context.measured[group] = (fitted.size, context.card)
    _report_text_faults(paragraph, element, style.family, context, node)
    for each in written:
        _report_markup(each.element, each.context, each.node)
    _report_overflow(fitted, element, written, style, box, context, node)
    if not group or context.shared.get(group, (0.0, context.card))[1] == context.card:
        _report_small(fitted.items, context, node)
    yield from fitted.items


def size_group(element: models.Element, node: Node) -> str:
    """Return the name of the texts that share their size with an element; "" for none."""
    shared = getattr(element, "same_size", False)
    return node.name if shared is True else shared or ""


def _fitted(
    paragraph: SetText,
    element: models.TextElement,
    box: Box,
    mark: Paragraph | None,
    context: DrawingContext,
    node: Node,
) -> FittedText:
    """Return a text fitted into its box, on straight lines or along an arc."""
    if element.arc is None:
        return fit_text(paragraph, box, mark, context.before)
    from pnp.layout.text.arc import Arc, fit_on_arc, why_straight  # few templates have one

    if why := why_straight(plain(paragraph.runs)):
        what, fix = (
            f"the text of {node.name} cannot follow an arc",
            f'write when: language != "{context.language}", and',
        )
        fix += " a text without arc: for this language"
        context.report(Code.SCRIPT_UNSUPPORTED, node.place("arc"), what=what, why=f"its letters {why}", fix=fix)
        return fit_text(paragraph, box, mark, context.before)
    if mark is not None or element.vertical or any(map(_is_lined, paragraph.runs)):
        what = f"the text of {node.name} cannot both follow an arc and be vertical, continued, underlined or have ruby"
        context.report(Code.WRONG_VALUE, node.place("arc"), what=what, fix="remove the other, or arc:")
    if element.arc.is_inside and "valign" not in element.model_fields_set:
        paragraph = set_text(paragraph.runs, replace(paragraph.style, valign="bottom"), context.fonts)
    rise = element.arc.height
    radius = element.arc.radius or (box.width**2 / 4 + rise**2) / (2 * rise)
    return fit_on_arc(paragraph, box, Arc(radius, element.arc.is_inside, element.arc.length))


def _is_lined(run: Run) -> bool:
    """Whether a line or small letters stand beside the letters of a run."""
    return run.span.underline or run.span.strike or bool(run.span.ruby)


def report_unplaced(rest: TextRest, context: DrawingContext) -> None:
    """Report a text that does not fit and whose rest no element shows."""
    name, words = rest.node.name, len(plain(rest.runs).split())
    replace(context, card=rest.card).report(
        Code.TEXT_OVERFLOW,
        rest.node.place("text"),
        what=f"the text of {name} does not fit, and no element shows its rest",
        fix=f"add an element with rest: {name} on the back; or enlarge the boxes, or shorten the text",
        amount=counted(words, "more word"),
    )


def text_style(element: models.TextElement, family: Family, box: Box, context: DrawingContext, node: Node) -> TextStyle:
    """Return an element's text style, with its colours and icons resolved."""
    fill = context.paint(element.colour, box, node, "colour") or "#000000"
    text_colour = fill if isinstance(fill, str) else fill.stops[0].colour
    icon_colour = context.colour(element.icon_colour, node, "icon_colour") if element.icon_colour else None
    by_name = {name: context.colour(colour, node, "icon_colours") for name, colour in element.icon_colours.items()}
    ground = ground_colour(element.icon_ground, node, "icon_ground", context)
    for name in by_name:
        if name not in context.icons:
            fix = suggest(name, context.icons)
            context.report(Code.ICON_UNKNOWN, node.place("icon_colours"), what=f"no icon {name}", fix=fix)

    def icon(name: str, marked: str) -> Art | None:
        mark = f":{name}:"
        of_text, written = _written_with(mark, context, node)
        drawing = context.icon(name, of_text.text_place(written, mark))
        if drawing is None:
            return None
        colour = by_name.get(name, icon_colour)
        if marked and drawing.takes_colour:
            colour = context.colour(marked, node, node.element.kind)
        if colour and not drawing.takes_colour:
            report_uncoloured(name, node.place("icon_colours" if name in by_name else "icon_colour"), context)
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
        font=str(element.font),
        features=_features(element),
        hyphenate=element.hyphenate,
        most_lines=1 if element.arc else element.lines,
        icon=icon,
        spacing=element.spacing,
        is_mirrored=context.is_mirrored,
        keeps_sides=context.keeps_sides,
        colour=lambda name: context.colour(name, node, node.element.kind),
    )


def _written_with(piece: str, context: DrawingContext, node: Node) -> tuple[DrawingContext, Node]:
    """Return the context and the element of the language in which a text has some characters; by default its own."""
    found = (each for each in context.further if piece in str(each.element.text))
    return next(((each.context, each.node) for each in found), (context, node))


def _features(element: models.TextElement) -> tuple[str, ...]:
    """Return the OpenType features of a text; ligatures are off where letters are spaced."""
    tabular = ("tnum",) if element.tabular else ()
    vertical = ("vert",) if element.vertical else ()
    return (*tabular, *vertical, *(("-liga", "-clig") if element.spacing else ()), *element.features)


def _around(outline_stroke: Stroke | None) -> Stroke | None:
    """Return a stroke that shows its whole width outside the letters: half of it lies under their fill."""
    return outline_stroke._replace(width=2 * outline_stroke.width, join="round") if outline_stroke else None


def _report_text_faults(
    paragraph: SetText, element: models.TextElement, family: Family, context: DrawingContext, node: Node
) -> None:
    """Report glyphs and styles that the fonts of a text lack, and an impossible script or size."""
    place = node.place(node.element.kind)
    if reads_vertically(plain(paragraph.runs)):
        what = f"the text of {node.name} is written from top to bottom, which pnp cannot set"
        context.report(Code.SCRIPT_UNSUPPORTED, place, what=what, why="its letters would lie on their sides")
    if paragraph.missing:
        missing = paragraph.missing[0]
        of_text, written = _written_with(missing, context, node)
        cell = of_text.text_place(written, missing)

        def report(characters: str) -> None:
            what = f"{element.font} has no glyph for {characters}"
            fix = "choose a font that has it, or add one to fallback: in fonts/fonts.yaml"
            context.report(Code.GLYPH_MISSING, cell, what=what, fix=fix)

        face = family.face(element.bold, element.italic)
        report_missing(paragraph.missing, of_text.language, face, of_text.fonts, context.diagnostics, report)
    lacking_style = family.lacks(element.bold, element.italic, plain(paragraph.runs))
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


def _report_markup(element: models.TextElement, context: DrawingContext, node: Node) -> None:
    """Report marks of a text that are printed literally."""
    text = str(element.text)
    if "**" in text and not has_balanced_emphasis(text):
        cell = _starred_place(text, context, node)
        what = f"a ** in the text of {node.name} is not closed, so it is printed"
        context.report(Code.TEXT_MARKUP, cell, what=what, fix=r"close it, or write \*\* for two printed asterisks")
    elif has_printed_emphasis(text):
        cell = _starred_place(text, context, node)
        context.report(
            Code.TEXT_MARKUP, cell, what=f"{PRINTED_MARKS} in the text of {node.name}", fix=PRINTED_MARKS_FIX
        )
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
        if "lang" in tag:
            fix = f'write the code of the language, as in <span lang="ja">; or \\{tag} to print it'
        cell = context.text_place(node, tag)
        context.report(Code.TEXT_MARKUP, cell, what=what, fix=fix)
    if "[[" in text and "]]" in text.partition("[[")[2]:
        mention = f"[[{text.partition('[[')[2].partition(']]')[0]}]]"
        what = f"{mention} is printed as it stands in the text of {node.name}"
        fix = "mention cards in fields of cards; write the name of the card here"
        context.report(Code.TEXT_MARKUP, context.text_place(node, mention), what=what, fix=fix)
    if name := half_icon(text, context.icons):
        what = f":{name} is printed as it stands in the text of {node.name}"
        cell = context.text_place(node, f":{name}")
        context.report(Code.TEXT_MARKUP, cell, what=what, fix=rf"write :{name}: for the icon, or \:{name} for the word")


def _starred_place(text: str, context: DrawingContext, node: Node) -> Place:
    """Return where a ** that is printed literally was written: in the template's text, or in a value that it shows."""
    value = getattr(node.element, "text", "")
    source = value.source if isinstance(value, Expr) else str(value)
    return context.text_place(node, printed_stars(source if has_printed_emphasis(source) else text))


def _report_overflow(
    fitted: FittedText,
    element: models.TextElement,
    written: Sequence[WrittenText],
    style: TextStyle,
    box: Box,
    context: DrawingContext,
    node: Node,
) -> None:
    """Report a text that does not fit its box; one in several languages with all places."""
    across, down = fitted.overflow
    if across <= 0.01 and down <= 0.01:
        return
    place = node.place(node.element.kind)
    smallest = (element.smallest or element.size) / MM_PER_PT
    cells = dict.fromkeys(each.context.text_place(each.node) for each in written)
    wide = "wide for one line" if fitted.is_one_line else "wide"
    by = " and ".join(f"{max(o, 0.1):.1f} mm too {w}" for o, w in ((across, wide), (down, "high")) if o > 0.01)
    what = f"the text of {node.name} does not fit at {smallest:g} pt"
    fix = "shorten it, enlarge its box, or allow a smaller size with smallest:"
    box_name = f"{node.name.rstrip('0123456789 ')}-box"
    if node.is_drawn:
        fix = f"shorten it, name a shape around its room {box_name} in the drawing, or allow a smaller size: smallest:"
    if len(written) > 1:
        number = "two" if len(written) == 2 else len(written)
        what = f"the text of {node.name} does not fit in {number} languages at {smallest:g} pt"
        fix = "shorten them, enlarge the box, or write an element for each: lang: first and lang: second"
        fix += "; or write two_languages: each, for a card in each language"
        if node.is_drawn:
            fix = f"shorten them, or name a shape around room for all {box_name} in the drawing"
        elif style.most_lines == 1:
            below = _arranged(_in_their_languages(written), replace(style, most_lines=len(written)), box, context)
            lines = f"write lines: {len(written)}, as each language takes one; or {fix}"
            fix = lines if _fits(*below, box, context) else fix
    amount = by if list(cells) == [place] else f"{by}: {', '.join(map(str, cells))}"
    context.report(Code.TEXT_OVERFLOW, place, what=what, fix=fix, amount=amount)


def report_style_missing(styles: Sequence[str], font: str, place: Place, report: Callable[..., None]) -> None:
    """Report styles that a text uses and its family lacks, if there are any."""
    if styles:
        names = " and no ".join(styles)
        what = f"the font family {font} has no {names}, which this text needs"
        fix = f"add it to the family in fonts/fonts.yaml ({styles[0]}: FILE), or choose a family that has it"
        report(Code.STYLE_MISSING, place, what=what, why="another of its faces is used instead", fix=fix)


def _report_small(items: Iterable[Item], context: DrawingContext, node: Node) -> None:
    parts = (part for item in items for part in (item.items if isinstance(item, Group) else (item,)))
    sizes = (item.size for item in parts if isinstance(item, Text) and not item.is_ruby)
    size = min(sizes, default=context.smallest_text)
    if size < context.smallest_text - 1e-6:
        what = f"the text of {node.name} is set in {size / MM_PER_PT:.3g} pt"
        why = f"its smallest_text is {context.smallest_text / MM_PER_PT:.3g} pt"
        fix = "shorten it or enlarge its box, so that it can be larger; or set smallest_text: in its template"
        context.report(Code.TEXT_SMALL, node.place(node.element.kind), what=what, why=why, fix=fix)


def ground_colour(colour: str | None, node: Node, key: str, context: DrawingContext) -> str | None:
    """Return the colour of a drawing's ground, "none" for no ground; None to keep its own."""
    return colour if colour in (None, "none") else context.colour(colour, node, key)


def report_uncoloured(name: str, place: Place, context: DrawingContext) -> None:
    """Report a colour that has no effect on a drawing."""
    what = f"the colour has no effect in {name}: it has several colours, and none of them is currentColor"
    fix = 'write fill="currentColor" in the drawing where the colour is meant to be, or leave the colour out'
    context.report(Code.COLOUR_UNUSED, place, what=what, fix=fix)
