"""Tagged PDFs: every painted thing is part of an element or decoration, and the tree is that of the Tags."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
import pytest
from booklets import open_booklet
from conftest import ROOT, WriteProject
from strategies import open_face

from pnp.core.frame import Art, Box, Frame, Group, Item, Link, Path, Tag, Text, Use
from pnp.core.outline import rectangle
from pnp.render.pdf import DocumentMetadata, Page, render_pdf

FACE = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")
PAINTING = {"f", "f*", "S", "B", "B*", "Do", "TJ", "sh"}


def word(text: str, is_followed: bool = False) -> Text:
    return Text(10, 20, 5, tuple(map(FACE.shape, text.split())), "#000000", FACE.space * 5, is_followed=is_followed)


ABOUT = DocumentMetadata("Title", "en")


def opened(*frames: Frame, about: DocumentMetadata = ABOUT) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(render_pdf(map(Page, frames), about)))


def page(*items: Item) -> Frame:
    return Frame(100, 50, items)


def parts(page: pikepdf.Page) -> dict[int | str, list[str]]:
    """What each marked part of a page paints; what is in none is an error."""
    found: dict[int | str, list[str]] = {}
    around: list[int | str] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) in ("BMC", "BDC"):
            is_part = str(operator) == "BDC" and "/MCID" in operands[1]
            around.append(int(operands[1].MCID) if is_part else str(operands[0]))
            found.setdefault(around[-1], [])
        elif str(operator) == "EMC":
            around.pop()
        elif str(operator) in PAINTING:
            assert around, f"{operator} is neither part of an element nor decoration"
            found[around[0]].append(str(operator))
    assert not around
    return found


def tree(element: Any) -> Any:
    """An element as its role, its alternative, and what is in it; parts as numbers."""
    kids = []
    for kid in element.K:
        if not isinstance(kid, pikepdf.Dictionary):
            kids.append(int(kid))
        elif kid.get("/Type") == "/StructElem":
            assert kid.P.objgen == element.objgen
            kids.append(tree(kid))
        else:
            kids.append(str(kid.Type))
    return (str(element.S)[1:], str(element.get("/Alt", "")), kids)


def root(pdf: pikepdf.Pdf) -> Any:
    (document,) = pdf.Root.StructTreeRoot.K
    return tree(document)


def owners(pdf: pikepdf.Pdf) -> dict[int, Any]:
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    return {int(numbers[n]): numbers[n + 1] for n in range(0, len(numbers), 2)}


def test_parts_of_a_tag_are_one_element_over_pages_and_the_rest_is_decoration() -> None:
    document = Tag("Document")
    heading, text = Tag("H1", document), Tag("P", document)
    ground = Path(rectangle(0, 0, 100, 50), "#eeeeee")
    first = page(
        ground, Group((Group((word("Head"),), tag=heading), Group((word("one"),), tag=text)), (1, 0, 0, 1, 5, 5))
    )
    second = page(Group((word("two"),), tag=text), word("2"))
    pdf = opened(first, second)
    assert root(pdf) == ("Document", "", [("H1", "", [0]), ("P", "", [1, "/MCR"])])
    assert [parts(p) for p in pdf.pages] == [
        {"/Artifact": ["f"], 0: ["TJ"], 1: ["TJ"]},
        {0: ["TJ"], "/Artifact": ["TJ"]},
    ]
    assert pdf.Root.MarkInfo.Marked
    assert [int(p.obj.StructParents) for p in pdf.pages] == [0, 1]
    assert [str(p.obj.Tabs) for p in pdf.pages] == ["/S", "/S"]
    assert [[str(element.S) for element in owners(pdf)[n]] for n in (0, 1)] == [["/H1", "/P"], ["/P"]]


def test_links_are_elements_with_their_region() -> None:
    link = Tag("Link", Tag("P", Tag("Document")))
    pdf = opened(page(Group((word("here"), Link(Box(0, 0, 5, 5), "https://example.org/")), tag=link)))
    assert root(pdf) == ("Document", "", [("P", "", [("Link", "", [0, "/OBJR"])])])
    (annotation,) = pdf.pages[0].Annots
    assert str(annotation.Contents) == "https://example.org/"
    assert str(owners(pdf)[int(annotation.StructParent)].S) == "/Link"


def test_pictures_have_an_alternative_that_stands_for_their_words() -> None:
    art = Art("card", Box(0, 0, 50, 50), (word("88"), word("88"), Group((word("no"),), tag=Tag("P"))))
    figure = Tag("Figure", Tag("Document"), "Nombre 88 é")
    pdf = opened(page(Group((Use(art, (1, 0, 0, 1, 0, 0)),), tag=figure)))
    assert root(pdf) == ("Document", "", [("Figure", "Nombre 88 é", [0])])
    (span,) = (o for o, op in pikepdf.parse_content_stream(pdf.pages[0]) if str(op) == "BDC" and str(o[0]) == "/Span")
    assert str(span[1].ActualText) == "Nombre 88 é"
    (form,) = pdf.pages[0].Resources.XObject.values()
    assert b"BDC" not in form.read_bytes()


def test_cells_without_text_are_there_and_heads_say_what_is_below() -> None:
    table = Tag("Table", Tag("Document"))
    row = Tag("TR", table)
    pdf = opened(page(Group((word("a"),), tag=Tag("TH", row)), Group((), tag=Tag("TD", row))))
    assert root(pdf) == ("Document", "", [("Table", "", [("TR", "", [("TH", "", [0]), ("TD", "", [1])])])])
    (head,) = (o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/TH")
    assert (head.A.O, head.A.Scope) == ("/Table", "/Column")


def test_a_space_behind_a_text_is_there_and_is_not_seen() -> None:
    plain, spaced = (opened(page(word("a b", is_followed))) for is_followed in (False, True))
    assert shown(spaced) == shown(plain) + 1
    assert FACE.shape(" ").glyphs[0] != 0


def shown(pdf: pikepdf.Pdf) -> int:
    """How many glyphs a page shows."""
    arrays = [operands[0] for operands, operator in pikepdf.parse_content_stream(pdf.pages[0]) if str(operator) == "TJ"]
    return sum(len(bytes(part)) // 2 for array in arrays for part in array if isinstance(part, pikepdf.String))


def test_frames_without_tags_make_a_pdf_without_a_tree() -> None:
    pdf = opened(page(word("sheet"), Path(rectangle(0, 0, 1, 1), "#000000")))
    assert "/StructTreeRoot" not in pdf.Root
    assert "/MarkInfo" not in pdf.Root
    assert b"MC" not in pdf.pages[0].Contents.read_bytes()


def test_metadata_tell_title_language_and_author_and_no_time() -> None:
    pdf = opened(page(), about=DocumentMetadata("A & B", "fr", "Me", "Sub <title>"))
    with pdf.open_metadata() as metadata:
        assert metadata["dc:title"] == "A & B"
        assert metadata["dc:language"] == {"fr"}
        assert metadata["dc:creator"] == ["Me"]
        assert metadata["dc:description"] == "Sub <title>"
        assert "pdfuaid:part" not in metadata
        assert not [key for key in metadata if "Date" in key]


def test_covers_are_called_by_roman_numbers_and_others_by_those_on_them() -> None:
    pdf = opened(page(), page(), page(), about=DocumentMetadata("T", "en", covers=1))
    assert [p.label for p in pdf.pages] == ["i", "2", "3"]


BOOKLET = """\
::: page cover
:::

## Play

Take **one** :dot:, then [read on](#more).

1. First.
   - Deep.

::: tip
Mind *this*.
:::

::: toc
:::

| Card | Points |
| --- | --- |
| Apple | |

::: figure red
A red box.
:::

::: component numbers
Cards.
:::

::: component numbers cards=[null,null]
More.
:::

### More

Last.
"""
COVER = "size: [148mm, 210mm]\nbleed: 0mm\nsafe: 0mm\nelements:\n  a: {rect: trim, fill: '#ff0000'}\n"


def outline(element: Any) -> Any:
    """The tree without parts: its roles, pictures with their alternatives."""
    role, alt, kids = element
    inner = [outline(kid) for kid in kids if isinstance(kid, tuple)]
    name = f"{role} {alt}" if alt else role
    return {name: inner} if inner else name


@pytest.fixture
def rules(write_project: WriteProject) -> pikepdf.Pdf:
    style = "icons: {dot: small/dot}\nsize: [148mm, 210mm]\n"
    files = {"templates/small/figures/cover.yaml": COVER}
    made = open_booklet(write_project, BOOKLET, style, **files)
    pages = made.set().pages
    assert made.codes == []
    return opened(*pages)


def test_a_booklet_is_read_in_the_order_of_its_source(rules: pikepdf.Pdf) -> None:
    assert outline(root(rules)) == {
        "Document": [
            {"H1": ["Figure Small"]},
            "H2",
            {"P": ["Figure dot", "Link"]},
            {"L": [{"LI": ["Lbl", {"LBody": ["P", {"L": [{"LI": ["Lbl", {"LBody": ["P"]}]}]}]}]}]},
            {"Div": ["P"]},
            {"TOC": [{"TOCI": ["Link"]}]},
            {"Table": [{"TR": ["TH", "TH"]}, {"TR": ["TD", "TD"]}]},
            "Figure A red box.",
            "P",
            {
                "L": [
                    {"LI": [{"LBody": ["Figure numbers 1", "P"]}]},
                    {"LI": [{"LBody": ["Figure numbers 1", "Figure numbers 1", "P"]}]},
                ]
            },
            "H3",
            "P",
        ]
    }


def test_all_that_a_booklet_paints_is_read_or_decoration(rules: pikepdf.Pdf) -> None:
    for one in rules.pages:
        found = parts(one)
        assert sum(map(len, found.values())) > 0
    assert "/Artifact" in parts(rules.pages[1])
    assert "/Artifact" not in parts(rules.pages[0])


def test_without_a_cover_the_title_stands_above_all(write_project: WriteProject) -> None:
    pages = open_booklet(write_project, "## Play\n\nx\n\n### More\n\ny\n").set().pages
    assert outline(root(opened(*pages))) == {"Document": ["H1", "H2", "P", "H3", "P"]}


def test_lines_end_with_a_space_but_where_a_word_is_parted(write_project: WriteProject) -> None:
    text = " ".join(["responsibility"] * 12)
    pages = open_booklet(write_project, f"{text}\n", "size: [90mm, 90mm]\n").set().pages
    lines = list(texts(pages[0].items))
    assert any(line.text.endswith("-") for line in lines)
    assert {line.is_followed == (not line.text.endswith("-")) for line in lines} == {True}


def texts(items: tuple[Item, ...]) -> Any:
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items) if item.tag is None or item.tag.role == "P" else ()
        elif isinstance(item, Text) and item.text != "1":
            yield item


@pytest.mark.parametrize(
    ("roles", "alt", "is_universal"),
    [
        (("H1", "H2", "H3", "H2", "P"), "a red box", True),
        (("P",), "a red box", True),
        (("H1", "H3"), "a red box", False),  # a level is left out
        (("H2", "H3"), "a red box", False),
        (("H1",), "", False),  # a picture that nobody can hear
    ],
)
def test_a_document_says_that_it_is_pdf_ua_if_it_is(roles: tuple[str, ...], alt: str, is_universal: bool) -> None:
    document = Tag("Document")
    groups = [Group((word("a"),), tag=Tag(role, document)) for role in roles]  # type: ignore[arg-type]
    pdf = opened(page(*groups, Group((word("b"),), tag=Tag("Figure", document, alt))))
    with pdf.open_metadata() as xmp:
        assert xmp.get("pdfuaid:part") == ("1" if is_universal else None)


def test_a_document_without_structure_is_not_pdf_ua() -> None:
    assert "pdfuaid" not in opened(page(word("a"))).Root.Metadata.read_bytes().decode()
