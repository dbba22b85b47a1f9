"""What a PDF for a press holds, read back: operators of pages and forms, pictures, gradients, graphics states."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from pnp.core.diagnostics import Diagnostics
from pnp.core.inks import Press
from pnp.project.files import Files
from pnp.project.profiles import load_press

OF_LIGHT = {"rg", "RG", "g", "G", "cs", "sc", "SC", "scn"}
"""Operators that choose colours other than four inks, and lines in inks of their own."""


def press(name: str = "fogra39") -> Press:
    """A press of pnp's own."""
    from conftest import ROOT

    diagnostics = Diagnostics()
    found = load_press(Files(ROOT / "tests"), name, diagnostics)
    assert found, list(diagnostics)
    return found


@dataclass
class Contents:
    """What the pages of a PDF use, forms included."""

    operators: list[tuple[str, list[object]]] = field(default_factory=list)
    spaces: set[str] = field(default_factory=set)
    states: list[dict[str, object]] = field(default_factory=list)
    groups: int = 0

    @property
    def names(self) -> set[str]:
        return {name for name, _ in self.operators}


def contents_of(pdf: pikepdf.Pdf) -> Contents:
    """Everything that is drawn in a PDF."""
    found = Contents()
    for page in pdf.pages:
        _read(page.obj, found)
    return found


def _read(holder: pikepdf.Object, found: Contents) -> None:
    for instruction in pikepdf.parse_content_stream(holder):
        found.operators.append((str(instruction.operator), list(instruction.operands)))
    if "/Group" in holder:
        found.groups += 1
    resources = holder.get("/Resources", pikepdf.Dictionary())
    for state in resources.get("/ExtGState", pikepdf.Dictionary()).values():
        found.states.append(dict(state.items()))
    for space in resources.get("/ColorSpace", pikepdf.Dictionary()).values():
        assert str(space[0]) == "/Separation"
        found.spaces.add(str(space[2]))
    for shading in resources.get("/Shading", pikepdf.Dictionary()).values():
        found.spaces.add(str(shading.ColorSpace))
    for thing in resources.get("/XObject", pikepdf.Dictionary()).values():
        if thing.Subtype == "/Image":
            found.spaces.add(str(thing.ColorSpace))
            found.groups += "/SMask" in thing
        else:
            _read(thing, found)


def fonts_of(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """The descriptors of all fonts."""
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
            yield thing


def check_x1a(content: bytes) -> pikepdf.Pdf:
    """Check all of PDF/X-1a:2003 that can be read off a file; what no code here can check stands in the docs."""
    assert content.startswith(b"%PDF-1.4")
    pdf = pikepdf.open(io.BytesIO(content))
    (intent,) = pdf.Root.OutputIntents
    assert (intent.S, intent.DestOutputProfile.N) == ("/GTS_PDFX", 4)
    assert intent.DestOutputProfile.read_bytes()[12:20] == b"prtrCMYK"
    assert str(intent.OutputConditionIdentifier)
    assert str(intent.Info)
    info = pdf.docinfo
    assert (str(info["/GTS_PDFXVersion"]), info["/Trapped"]) == ("PDF/X-1a:2003", "/False")
    assert all(str(info[key]) for key in ("/Title", "/CreationDate", "/ModDate"))
    assert len(pdf.trailer.ID) == 2
    assert "/Encrypt" not in pdf.trailer
    with pdf.open_metadata() as xmp:
        assert (xmp["pdfx:GTS_PDFXVersion"], xmp["pdf:Trapped"]) == ("PDF/X-1a:2003", "False")
        assert xmp["dc:title"] == str(info["/Title"])
    found = contents_of(pdf)
    assert not found.names & OF_LIGHT
    assert found.spaces <= {"/DeviceCMYK"}
    assert found.groups == 0
    for state in found.states:
        assert not {"/ca", "/CA", "/SMask", "/BM"} & set(state)
    assert all("/FontFile2" in font for font in fonts_of(pdf))
    for page in pdf.pages:
        assert "/Annots" not in page.obj
        boxes = [list(map(float, page.obj[name])) for name in ("/MediaBox", "/BleedBox", "/TrimBox")]
        for outer, inner in pairwise(boxes):
            assert outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]
    assert not any(thing.get("/Filter") == "/LZWDecode" for thing in pdf.objects if isinstance(thing, pikepdf.Stream))
    return pdf


NEEDS_GS = pytest.mark.needs("ghostscript")
"""Ghostscript makes the plates."""
INKS = ("Cyan", "Magenta", "Yellow", "Black")


def plates_of(content: bytes, page: int, folder: Path) -> dict[str, Image.Image]:
    """The plate of each ink of a page, 100 dots per inch; 0 is all ink."""
    (folder / "deck.pdf").write_bytes(content)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r100", f"-sPageList={page}"]
    subprocess.run([*command, "-sOutputFile=plate%d.tif", "deck.pdf"], cwd=folder, check=True, timeout=60)
    return {
        path.name.partition("(")[2].partition(")")[0]: Image.open(path).convert("L")
        for path in sorted(folder.glob("plate1(*).tif"))
    }
