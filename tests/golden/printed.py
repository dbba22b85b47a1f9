"""A project with one of everything → what is printed of it, as text that shows in a review what has moved.

    python -m tests.golden.printed      write what is printed now to expected/, to be looked at before it is kept

PDFs are told object by object with their streams in the clear; numbers as they stand in the file. Of pictures a digest
is told, which is enough to see that they are others; programs of fonts and versions are left out, as they are others'.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdf
from pypdf.generic import IndirectObject, StreamObject

from pnp import __version__
from pnp.build import BuildOptions, build
from pnp.core.printing import Printing
from pnp.extensions.calibration.command import make_calibration
from pnp.project.files import Files

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
FONTS = HERE.parents[1] / "fonts/source-sans-3"
TOLD = (
    *("all/en/cards.pdf", "all/en/tokens.pdf", "all/en/aid.pdf", "all/en/booklet.pdf"),
    *("all/fr/cards.pdf", "all/fr/rules.pdf", "all/fr/rules.html"),
    *("calibration.pdf", "proof/all/en/cards.pdf"),
)
"""Files that together show everything once."""
PROGRAM = "/Length1"
"""An entry that the program of a font has."""


def printed() -> dict[str, str]:
    """What is printed, by the name of its file in expected/."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        shutil.copytree(HERE / "project", root)
        for name in ("Regular", "Bold", "Italic", "BoldItalic"):
            shutil.copy(FONTS / f"SourceSans3-{name}.ttf", root / "fonts")
        built = build(Files(root), BuildOptions())
        proved = make_calibration(Files(root), Printing())
        proof = build(Files(root), BuildOptions(("all",), ("en",), Printing(is_proof=True)))
    assert [str(diagnostic.what) for made in (built, proved, proof) for diagnostic in made.diagnostics] == []
    told = {}
    proofs = [replace(output, path=f"proof/{output.path}") for output in proof.outputs]
    for output in (*built.outputs, *proved.outputs, *proofs):
        if output.path in TOLD:
            report = _pdf if output.path.endswith("pdf") else _html
            name = output.path.replace("all/", "").replace("/", "-") + ".txt"
            told[name] = f"{output.summary}\n" + "".join(f"{line}\n" for line in report(output.content))
    return told


def _pdf(content: bytes) -> Iterator[str]:
    """Each object of a PDF, and its stream."""
    reader = pypdf.PdfReader(io.BytesIO(content))
    for number in sorted(reader.xref[0]):
        value = reader.get_object(IndirectObject(number, 0, reader))
        if isinstance(value, StreamObject):
            entries = {key: value.raw_get(key) for key in sorted(value) if key not in ("/Length", "/Filter", PROGRAM)}
            yield f"{number}: {_plain(entries)}"
            yield from _stream(value)
        else:
            entries = {key: value.raw_get(key) for key in sorted(value)} if isinstance(value, dict) else value
            yield f"{number}: {_plain(entries)}"


def _stream(value: StreamObject) -> Iterator[str]:
    data = value.get_data()
    if value.get("/Subtype") == "/Image":
        yield f"  {len(data)} bytes, {hashlib.sha256(data).hexdigest()[:16]}"
    elif PROGRAM not in value:
        yield from (f"  {line}" for line in data.decode("latin-1").splitlines())


def _plain(value: object) -> str:
    """A value of a PDF, references as numbers."""
    text = re.sub(r"IndirectObject\((\d+), 0, \d+\)", r"→\1", str(value))
    return text.replace(f"pnp {__version__}", "pnp")


def _html(content: bytes) -> Iterator[str]:
    """A page, an element a line, without what is packed into it."""
    text = re.sub(r"base64,[\w+/=]+", "base64", content.decode())
    yield from re.sub(r"(?<=>)(?=<)", "\n", text).splitlines()


def write_expected() -> None:
    """Keep what is printed now."""
    EXPECTED.mkdir(exist_ok=True)
    for name, text in printed().items():
        (EXPECTED / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_expected()
