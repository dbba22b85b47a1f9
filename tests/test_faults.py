"""Bad input of every kind: its own diagnostic at its own place, exit code 1, earlier output untouched, no traceback."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import BACK, CARDS, FACE, GAME, PO_HEADER, ROOT, WriteProject
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostics
from pnp.project import files
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates

pytestmark = pytest.mark.process

FR = GAME + "languages: [en, fr]\nwords: {deal: 'Deal {{ hand }} cards'}\n"


def po(*pairs: tuple[str, str]) -> str:
    header = PO_HEADER
    return header + "\n".join(f'msgid "{text}"\nmsgstr "{translation}"\n' for text, translation in pairs)


def face(**elements: str) -> str:
    return "elements:\n" + "".join(f"  {name}: {written}\n" for name, written in elements.items())


def huge_png() -> bytes:
    """The header of a picture of 40,000 × 40,000 pixels, and no more: what a bomb shows before it is unpacked."""
    import struct
    import zlib

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


def small_png() -> bytes:
    from PIL import Image

    buffer = io.BytesIO()
    Image.new("RGB", (30, 30), "#c00").save(buffer, "PNG")
    return buffer.getvalue()


def broken_font() -> bytes:
    """A font whose outlines are where none can be."""
    content = bytearray((ROOT / "fonts/knewave/Knewave-Regular.ttf").read_bytes())
    at = content.index(b"glyf") + 8
    content[at : at + 4] = b"\x00\xff\xff\xff"
    return bytes(content)


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]\n" for old, new in zip("abcdef", "bcdefg", strict=True)
)


@dataclass(frozen=True)
class Case:
    name: str
    changes: dict[str, str | bytes | None]
    code: str
    place: str
    says: str = ""


CASES = [
    Case("unknown key", {"data/small/game.yaml": GAME.replace("players", "plyers")}, "unknown-key",
         "data/small/game.yaml:2:1", "did you mean players?"),
    Case("key of another tool", {"templates/small/face.yaml": face(a="{rect: bleed, corner: 3mm}")}, "unknown-key",
         "templates/small/face.yaml:2:20", "write radius:"),
    Case("key of another tool for something else here", {"templates/small/face.yaml": face(a="{text: a, in: safe, color: red}")},
         "unknown-key", "templates/small/face.yaml:2:26", "write colour:"),
    Case("key of another tool in a template", {"templates/small/face.yaml": "margin: 3mm\n" + FACE}, "unknown-key",
         "templates/small/face.yaml:1:1", "write safe:"),
    Case("key of another tool that is not known here", {"data/small/game.yaml": GAME + "padding: 3\n"}, "unknown-key",
         "data/small/game.yaml:7:1", "use one of"),
    Case("unknown key of a card", {"data/small/cards.yaml": "- {number: 1, color: red}\n"}, "unknown-key",
         "data/small/cards.yaml:1:15", "did you mean colour?"),
    Case("unknown key of an element", {"templates/small/face.yaml": face(a="{rect: bleed, fil: '#fff'}")}, "unknown-key",
         "templates/small/face.yaml:2:20", "did you mean fill?"),
    Case("unknown kind of element", {"templates/small/face.yaml": face(a="{rct: bleed}")}, "element-kind",
         "templates/small/face.yaml:2:6", "did you mean rect?"),
    Case("kind of element of another tool", {"templates/small/face.yaml": face(a="{circle: bleed}")}, "element-kind",
         "templates/small/face.yaml:2:6", "write ellipse:"),
    Case("two boxes of one element", {"templates/small/face.yaml": face(a="{rect: bleed, in: safe}")}, "wrong-value",
         "templates/small/face.yaml:2:24", "write it as rect:, without in:"),
    Case("duplicate key", {"data/small/cards.yaml": "- number: 1\n  colour: red\n  number: 2\n"}, "yaml-duplicate",
         "data/small/cards.yaml:3:3", "first in line 1"),
    Case("wrong type", {"data/small/game.yaml": GAME.replace("players: 2..4", "players: many")}, "wrong-value",
         "data/small/game.yaml:2:10", "must be a range like 3..5"),
    Case("a text that is nothing", {"templates/small/face.yaml": face(a="{text: '{{ none }}', in: safe}")}, "wrong-value",
         "templates/small/face.yaml:2:13", "write {{ none|default('') }}, or add when: none"),
    Case("wrong type of a card's field", {"data/small/cards.yaml": "- {number: '1', colour: red}\n"}, "card-value",
         "data/small/cards.yaml:1:12", "number is “1”, must be 1 to 9"),
    Case("number out of range", {"data/small/cards.yaml": "- {number: 10, colour: red}\n"}, "card-range",
         "data/small/cards.yaml:1:12", "number is 10, must be 1 to 9"),
    Case("no such choice", {"data/small/cards.yaml": "- {number: 1, colour: blu}\n"}, "card-value",
         "data/small/cards.yaml:1:23", "did you mean blue?"),
    Case("lang: no", {"data/small/game.yaml": GAME + "languages: [en, no]\n"}, "catalogue-missing",
         "data/small/game.yaml:7:17", "data/small/locale/no.po"),
    Case("missing template", {"templates/small/face.yaml": None}, "file-missing", "data/small/game.yaml:6:42",
         "no file templates/small/face.yaml"),
    Case("misspelt template", {"data/small/game.yaml": GAME.replace("small/face", "small/fave")}, "file-missing",
         "data/small/game.yaml:6:42", "did you mean templates/small/face.yaml?"),
    Case("a template in other capitals", {"data/small/game.yaml": GAME.replace("small/face", "Small/Face")}, "file-missing",
         "data/small/game.yaml:6:42", "correct the capitals: templates/small/face.yaml"),
    Case("template as a whole path", {"data/small/game.yaml": GAME.replace("small/face", "templates/small/face.yaml")},
         "file-missing", "data/small/game.yaml:6:42", "write small/face: the path below templates/, without .yaml"),
    Case("missing template like no other", {"data/small/game.yaml": GAME.replace("small/face", "small/fog")}, "file-missing",
         "data/small/game.yaml:6:42", "create it, or correct the path"),
    Case("missing template, and a drawing of its name", {"data/small/game.yaml": GAME.replace("small/face", "small/ace"),
         "templates/small/ace.svg": "<svg/>"}, "file-missing", "data/small/game.yaml:6:42", "did you mean templates/small/ace.svg?"),
    Case("misspelt name with two endings", {"data/small/game.yaml": GAME.replace("small/face", "small/fave"),
         "templates/small/face.svg": "<svg/>"}, "file-missing", "data/small/game.yaml:6:42", "did you mean templates/small/face.yaml?"),
    Case("a comma in a table with tabs", {"data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv"),
         "data/small/cards.csv": "number\tcolour\n1\tred, blue\n"}, "card-value", "data/small/cards.csv:2:3", "not one of red, blue"),
    Case("missing font file", {"fonts/fonts.yaml": "families: {text: {regular: Nice.ttf}}\n"}, "file-missing",
         "fonts/fonts.yaml:1:28", "no file fonts/Nice.ttf"),
    Case("unknown font family", {"templates/small/face.yaml": face(a="{text: x, font: txt}")}, "font-unknown",
         "templates/small/face.yaml:2:22", "did you mean text?"),
    Case("font that is none", {"fonts/fonts.yaml": "families: {text: {regular: fonts.yaml}}\n"}, "font-broken",
         "fonts/fonts.yaml:1:28", "use a .ttf, .otf, .ttc, .woff or .woff2 font"),
    Case("missing picture", {"templates/small/face.yaml": face(a="{image: small/cat.png, in: safe}")}, "file-missing",
         "templates/small/face.yaml:2:14", "no file templates/small/cat.png"),
    Case("missing drawing", {"templates/small/face.yaml": face(a="{svg: small/cat, in: safe}")}, "file-missing",
         "templates/small/face.yaml:2:12", "no file templates/small/cat.svg"),
    Case("picture outside the project", {"templates/small/face.yaml": face(a="{image: ../../../etc/passwd, in: safe}")},
         "file-outside", "templates/small/face.yaml:2:14", "leads out of the project"),
    Case("picture by an absolute path", {"templates/small/face.yaml": face(a="{svg: /etc/passwd, in: safe}")},
         "file-missing", "templates/small/face.yaml:2:12"),
    Case("deck outside the project", {"data/small/game.yaml": GAME.replace("cards.yaml", "../../../cards.yaml")},
         "file-outside", "data/small/game.yaml:6:20"),
    Case("text that cannot fit", {"templates/small/face.yaml":
         face(a="{text: 'An endless text', in: [5mm, 5mm, 9mm, 4mm], size: 12pt, smallest: 8pt}")}, "text-overflow",
         "templates/small/face.yaml:2:13", "does not fit at 8 pt, on every card ("),
    Case("texts that cannot fit", {"templates/small/face.yaml":
         face(a="{text: '{{ card.number }} endless text', in: [5mm, 5mm, 9mm, 4mm], size: 12pt, smallest: 8pt}")},
         "text-overflow", "templates/small/face.yaml:2:13", "does not fit at 8 pt, on numbers 1 ("),
    Case("text outside the safe area", {"templates/small/face.yaml": face(a="{text: x, x: 1mm, y: 20mm}")},
         "text-unsafe", "templates/small/face.yaml:2:6", "reaches out of the safe area, on every card (3.0 mm) (en)"),
    Case("glyph in no font", {"templates/small/face.yaml": face(a="{text: 'to 神', in: safe}")}, "glyph-missing",
         "templates/small/face.yaml:2:13", "神 (U+795E)"),
    Case("text from top to bottom", {"templates/small/face.yaml": face(a="{text: 'ᠮᠣᠩ', in: safe}")},
         "script-unsupported", "templates/small/face.yaml:2:13", "from top to bottom"),
    Case("lang: no as a key", {"data/small/game.yaml": GAME + "lang: no\n"}, "unknown-key", "data/small/game.yaml:7:1",
         "did you mean languages?"),
    Case("undefined name", {"templates/small/face.yaml": face(a="{text: '{{ card.nmber }}', in: safe}")},
         "undefined-name", "templates/small/face.yaml:2:13", "did you mean number?"),
    Case("undefined fact", {"templates/small/face.yaml": face(a="{text: '{{ handd }}', in: safe}")}, "undefined-name",
         "templates/small/face.yaml:2:13", "did you mean hand?"),
    Case("endless loop", {"templates/small/face.yaml": face(
        a="{text: '{% for a in range(99999) %}{% for b in range(99999) %}{{ b }}{% endfor %}{% endfor %}', in: safe}")},
         "expression-limit", "templates/small/face.yaml:2:13", "loops take more than 100,000 steps"),
    Case("growing text", {"templates/small/face.yaml": face(a="{text: \"{{ 'x' * 99999999 }}\", in: safe}")},
         "expression-limit", "templates/small/face.yaml:2:13"),
    Case("internals", {"templates/small/face.yaml": face(a="{text: \"{{ ''.__class__.__mro__ }}\", in: safe}")},
         "expression-unsafe", "templates/small/face.yaml:2:13", "__class__ of a text is not available"),
    Case("macro", {"templates/small/face.yaml": face(a="{text: '{% macro f() %}{% endmacro %}', in: safe}")},
         "expression-unsafe", "templates/small/face.yaml:2:13"),
    Case("expression cut off", {"templates/small/face.yaml": face(a="{text: '{{ card.number', in: safe}")},
         "expression-syntax", "templates/small/face.yaml:2:13"),
    Case("unknown filter", {"templates/small/face.yaml": face(a="{text: '{{ hand|wrds }}', in: safe}")},
         "expression-syntax", "templates/small/face.yaml:2:13", "did you mean words?"),
    Case("missing translation", {"data/small/game.yaml": FR, "data/small/locale/fr.po": po(("Small", "Petit"))},
         "translation-missing", "data/small/game.yaml:8:15", "has no translation into fr"),
    Case("fuzzy translation", {"data/small/game.yaml": FR, "data/small/locale/fr.po":
         po(("Small", "Petit")) + "\n#, fuzzy\nmsgid \"Deal {{ hand }} cards\"\nmsgstr \"Donnez {{ hand }} cartes\"\n"},
         "translation-stale", "data/small/locale/fr.po:11"),
    Case("placeholder lost", {"data/small/game.yaml": FR, "data/small/locale/fr.po":
         po(("Small", "Petit"), ("Deal {{ hand }} cards", "Donnez les cartes"))}, "placeholder-lost",
         "data/small/locale/fr.po:10", "{{ hand }}"),
    Case("truncated YAML", {"data/small/game.yaml": GAME + "expect: [{that: 'decks"}, "yaml-syntax",
         "data/small/game.yaml:7:23", "close every quote"),
    Case("alias bomb", {"data/small/cards.yaml": BOMB}, "yaml-alias", "data/small/cards.yaml", "aliases multiply"),
    Case("deep nesting", {"data/small/cards.yaml": "[" * 60 + "]" * 60}, "yaml-depth", "data/small/cards.yaml:1:41"),
    # Either we refuse it, or the parser, whose limit lies higher.
    Case("nesting without end", {"data/small/cards.yaml": "[" * 5000}, "yaml-depth", "data/small/cards.yaml:1"),
    Case("lists without end", {"data/small/cards.yaml": "- " * 5000}, "yaml-depth", "data/small/cards.yaml:1"),
    Case("not UTF-8", {"data/small/cards.yaml": b"- {number: 1, colour: r\xe9d}\n"}, "file-encoding",
         "data/small/cards.yaml:1:24", "save the file as UTF-8"),
    Case("control character", {"data/small/cards.yaml": "- {number: 1,\x00 colour: red}\n"}, "yaml-syntax",
         "data/small/cards.yaml:1:1"),
    Case("picture of 40,000 × 40,000", {"templates/small/face.yaml": face(a="{image: small/big.png, in: safe}"),
         "templates/small/big.png": huge_png()}, "image-large", "templates/small/face.yaml:2:14", "89,000,000 pixels"),
    Case("picture too coarse", {"templates/small/face.yaml": face(a="{image: small/s.png, in: safe}"),
         "templates/small/s.png": small_png()}, "image-coarse", "templates/small/face.yaml:2:14", "14 dpi"),
    Case("picture that is none", {"templates/small/face.yaml": face(a="{image: small/s.png, in: safe}"),
         "templates/small/s.png": b"GIF89a"}, "image-broken", "templates/small/face.yaml:2:14"),
    Case("templates that extend each other", {"templates/small/face.yaml": "extends: small/back\n",
         "templates/small/back.yaml": "extends: small/face\n"}, "template-cycle", "templates/small/back.yaml:1:10"),
    Case("unknown colour", {"templates/small/face.yaml": face(a="{rect: bleed, fill: grene}")}, "colour-unknown",
         "templates/small/face.yaml:2:26"),
    Case("unknown box", {"templates/small/face.yaml": face(a="{rect: trm, fill: '#fff'}")}, "box-unknown",
         "templates/small/face.yaml:2:13", "did you mean trim?"),
    Case("unknown icon", {"templates/small/face.yaml": face(a="{text: 'a :heart: b', in: safe}")}, "icon-unknown",
         "templates/small/face.yaml:2:13", "no icon heart"),
    Case("token larger than the paper", {"templates/small/face.yaml": "size: 400x400\nshape: circle\n" + FACE,
         "templates/small/back.yaml": "size: 400x400\nshape: circle\n" + BACK}, "card-large",
         "templates/small/face.yaml:1:1"),
    Case("small face of another size", {
        "data/small/game.yaml": GAME.replace("back: small/back", "back: small/back, small: small/tiny"),
        "templates/small/tiny.yaml": "size: tarot\n" + FACE}, "back-size", "data/small/game.yaml:6:79"),
    Case("back of another size", {"templates/small/back.yaml": "size: tarot\n" + BACK}, "back-size",
         "data/small/game.yaml:6:60"),
    Case("failed expectation", {"data/small/game.yaml": GAME + "expect: [{that: decks.numbers|length == 3}]\n"},
         "expectation", "data/small/game.yaml:7:17", "(it is 2)"),
    Case("fact with a reserved name", {"data/small/game.yaml": GAME.replace("hand: 5", "card: 5")}, "fact-name",
         "data/small/game.yaml:4:3"),
    Case("no cards", {"data/small/cards.yaml": "[]\n"}, "deck-empty", "data/small/game.yaml:6:12"),
    Case("game name", {"data/small/game.yaml": None, "data/a:b/game.yaml": GAME}, "game-name", "data/a:b/game.yaml"),
    Case("empty game", {"data/small/game.yaml": ""}, "game-empty", "data/small/game.yaml:1:1"),
    Case("literal number in the rules", {"templates/small/rulebook.md": "## Play\n\nDeal three cards.\n"}, "literal-number", "templates/small/rulebook.md:3:6", "three"),
    Case("unknown container", {"templates/small/rulebook.md": "::: exampel\nText\n:::\n"}, "booklet-container",
         "templates/small/rulebook.md:1:1", "did you mean example?"),
    Case("missing figure", {"templates/small/rulebook.md": "::: figure ring\n:::\n"}, "file-missing",
         "templates/small/rulebook.md:1:1", "no file templates/small/figures/ring.yaml"),
    Case("broken link in the rules", {"templates/small/rulebook.md": "## Play\n\nSee [there](#plai).\n"}, "booklet-link",
         "templates/small/rulebook.md:3:1", "did you mean play?"),
    Case("path that the system refuses", {"data/small/game.yaml": GAME.replace("cards.yaml", "x" * 300 + ".yaml")},
         "file-unreadable", "data/small/game.yaml:6:20", "cannot be read: File name too long"),
    Case("deck that expressions cannot name", {"data/small/game.yaml": GAME.replace("numbers:", "first-numbers:")},
         "deck-name", "data/small/game.yaml:6:3", "use letters, digits and _"),
    Case("cards that are no list", {"data/small/cards.yaml": "number: 1\n"}, "deck-list", "data/small/game.yaml:6:12",
         "start each card with a dash"),
    Case("kind of field that there is not", {"data/small/game.yaml": GAME.replace("1..9", "whole")}, "field-kind",
         "data/small/game.yaml:6:89", "a field is a range like 1..3"),
    Case("empty template", {"templates/small/face.yaml": ""}, "template-empty", "templates/small/face.yaml:1:1",
         "must be a mapping of keys"),
    Case("no fonts", {"fonts/fonts.yaml": ""}, "fonts-empty", "fonts/fonts.yaml:1:1", "names no families"),
    Case("no families", {"fonts/fonts.yaml": "families: {}\n"}, "fonts-empty", "fonts/fonts.yaml:1:11", "add text:"),
    Case("family without a regular face", {"fonts/fonts.yaml": "families: {text: {bold: SourceSans3-Bold.ttf}}\n"},
         "font-regular", "fonts/fonts.yaml:1:12", "add regular: file.ttf"),
    Case("unclosed expression before apostrophes",
         {"templates/small/rulebook.md": "Deal {{ hand|words cards.\n\n" + "It's the dealer's turn, isn't it?\n" * 60},
         "expression-syntax", "templates/small/rulebook.md:1:1", "{{ without its }} in {{ hand|words cards."),
    Case("unclosed comment", {"templates/small/face.yaml": face(a="{text: 'to {# do', in: safe}")},
         "expression-syntax", "templates/small/face.yaml:2:13", "close it with #}"),
    Case("number of thousands of digits", {"templates/small/face.yaml": face(a=f"{{text: '{{{{ {'9' * 5000} }}}}', in: safe}}")},
         "expression-limit", "templates/small/face.yaml:2:13", "a number is too long"),
    Case("half a character", {"templates/small/face.yaml": face(a=r"""{text: '{{ "\ud800" }}', in: safe}""")},
         "expression-syntax", "templates/small/face.yaml:2:13"),
    Case("quote that is not closed", {"data/small/game.yaml": GAME.replace("title: Small", 'title: "Small') + 'subtitle: "A game"\n'},
         "yaml-syntax", "data/small/game.yaml", "close the quote in line 1"),
    Case("a text and a number compared", {"templates/small/face.yaml": face(a="{text: '{{ card.colour < 3 }}', in: safe}")},
         "expression", "templates/small/face.yaml", "a text and a number cannot be compared with <"),
    Case("a text and a number added", {"templates/small/face.yaml": face(a="{text: '{{ card.colour + 3 }}', in: safe}")},
         "expression", "templates/small/face.yaml", "write ~ for +, to join texts"),
    Case("colour without quotes", {"templates/small/face.yaml": "elements:\n  a: {rect: bleed, fill: #F7F1E3}\n  b: {rect: trim}\n"},
         "yaml-syntax", "templates/small/face.yaml:2:26", 'put quotes around it: "#F7F1E3"'),
    Case("colour without quotes at the end of a line", {"templates/small/face.yaml": "elements:\n  a:\n    rect: bleed\n    fill: #F7F\n"},
         "yaml-syntax", "templates/small/face.yaml:4:11", 'put quotes around it: "#F7F"'),
    Case("expression in a card's text", {"data/small/game.yaml": GAME.replace("blue]}", "blue], note: text}"),
         "data/small/cards.yaml": "- {number: 1, colour: red, note: 'Draw {{ hnd }}'}\n"}, "undefined-name",
         "data/small/cards.yaml:1:34", "did you mean hand?"),
    Case("expression in a card's word", {"data/small/game.yaml": GAME.replace("blue]}", "blue], note: word}"),
         "data/small/cards.yaml": "- {number: 1, colour: red, note: 'Draw {{ hand }}'}\n"}, "card-value",
         "data/small/cards.yaml:1:34", "only texts may"),
    Case("container that swallows another", {"templates/small/rulebook.md": "## Play\n\n::: tip\na\n\nb\n\n::: toc\n:::\n"},
         "booklet-container", "templates/small/rulebook.md:3:1", "::: tip is never closed"),
    Case("picture cut off", {"templates/small/face.yaml": face(a="{image: small/s.png, in: safe}"),
         "templates/small/s.png": small_png()[:-30]}, "image-broken", "templates/small/face.yaml:2:14"),
    Case("font with a wrong number", {"fonts/fonts.yaml": "families: {text: {regular: broken.ttf}}\n", "fonts/broken.ttf": broken_font()},
         "font-broken", "fonts/fonts.yaml:1:28", "fonts/broken.ttf: the font is broken"),
    Case("points between thousands beside decimal commas", {"data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv").replace("number: 1..9", "number: number"),
         "data/small/cards.csv": "number;colour\n2,5;red\n1.250;blue\n"}, "card-value", "data/small/cards.csv:3:1", "write 1250, or 1,250"),
    Case("a tab before a key", {"templates/small/face.yaml": "elements: a\n\tb: 1\n"}, "yaml-syntax", "templates/small/face.yaml:2:1", "indent with spaces"),
    Case("colour without quotes in braces", {"templates/small/face.yaml": "elements:\n  a: {rect: bleed, fill: #F7F1E3}\n\nsize: [1mm, 2mm]\n"},
         "yaml-syntax", "templates/small/face.yaml:2:26", 'put quotes around it: "#F7F1E3"'),
    Case("tokens beside decks", {"data/small/game.yaml": GAME + "tokens: {chip: {}}\n"}, "unknown-key", "data/small/game.yaml:7:1", "under decks"),
    Case("misspelt column", {"data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv"),
         "data/small/cards.csv": "number,color\n1,red\n2,blue\n"}, "unknown-key", "data/small/cards.csv:1:8", "did you mean colour?"),
    Case("empty rules", {"templates/small/rulebook.md": "\n"}, "booklet-empty", "templates/small/rulebook.md:1:1",
         "write the text, or delete the file"),
]  # fmt: skip
BOOKLET_STYLE = {
    "templates/common/booklet.yaml": "palette: {ink: '#000', accent: '#900', tint: '#eee', rule: '#ccc'}\n"
}


def run(root: Path, *arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [*arguments, "--project", str(root)], catch_exceptions=True)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def outputs(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in (root / "output").rglob("*") if p.is_file()}


BUILT = {f"output/small/en/{name}.pdf": f"{name} of an earlier build".encode() for name in ("cards", "rules")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_fault_is_told_at_its_place_and_changes_nothing(case: Case, write_project: WriteProject) -> None:
    root = write_project({**BOOKLET_STYLE, **BUILT, **case.changes})
    before = outputs(root)
    assert len(before) == len(BUILT)

    code, out, err = run(root, "build", "--format", "short")

    assert code == 1
    assert out == ""
    assert f"error[{case.code}]" in err, err
    line = next(line for line in err.splitlines() if f"error[{case.code}]" in line)
    assert line.startswith(f"{case.place}:"), err
    assert "Traceback" not in err
    assert outputs(root) == before
    if case.says:
        assert case.says in run(root, "check")[2]


def test_the_small_project_itself_has_no_faults(write_project: WriteProject) -> None:
    root = write_project()
    code, out, err = run(root, "build")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith("output/small/en/cards.pdf  2 cards on 1 sheet, A4")
    assert CARDS.count("number") == 2


def test_a_file_that_is_too_large_is_not_read(write_project: WriteProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 2**20)
    root = write_project({"data/small/cards.yaml": CARDS + "#" * 2**20})
    code, _, err = run(root, "build", "--format", "short", "--jobs", "1")
    assert code == 1
    assert "data/small/game.yaml:6:20: error[file-large]: data/small/cards.yaml is larger than 1 MiB" in err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_output_folder_that_is_read_only(write_project: WriteProject) -> None:
    root = write_project()
    (root / "output").mkdir()
    (root / "output").chmod(stat.S_IRUSR | stat.S_IXUSR)
    code, _, err = run(root, "build", "--format", "short")
    assert code == 1
    assert "error[output-unwritable]" in err


def test_output_folder_that_is_a_file(write_project: WriteProject) -> None:
    root = write_project()
    (root / "output").write_text("in the way")
    code, _, err = run(root, "build", "--format", "short")
    assert code == 1
    assert "error[output-unwritable]" in err
    assert (root / "output").read_text() == "in the way"


def test_output_file_that_cannot_be_replaced_leaves_all_others(write_project: WriteProject) -> None:
    root = write_project(BOOKLET_STYLE | {"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    blocked = root / "output/small/en/rules.pdf"
    blocked.mkdir(parents=True)
    code, _, err = run(root, "build", "--format", "short")
    assert code == 1
    assert "error[output-unwritable]" in err
    assert [p for p in (root / "output").rglob("*") if p.is_file()] == []


def test_unknown_game_and_language(write_project: WriteProject) -> None:
    root = write_project()
    assert "error[game-unknown]: no game smal" in run(root, "build", "smal", "--format", "short")[2]
    assert "error[language-unavailable]" in run(root, "build", "--lang", "fr", "--format", "short")[2]


def test_project_folder_that_does_not_exist(tmp_path: Path) -> None:
    assert run(tmp_path / "nowhere", "build")[0] == 2


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: os.mkfifo(path), "is no ordinary file: a pipe, a socket or a device"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.symlink_to("nowhere"), "is a link that leads nowhere"),
        (lambda path: path.symlink_to(path.name), "is a link that leads back to itself"),
    ],
)
@pytest.mark.parametrize("path", ["data/small/cards.yaml", "templates/small/rulebook.md", "data/small/game.yaml"])
def test_something_else_where_a_file_should_be(
    write_project: WriteProject, path: str, make: Callable[[Path], None], says: str
) -> None:
    root = write_project({path: None, **BOOKLET_STYLE})
    make(root / path)
    code, _, err = run(root, "build", "--format", "short")
    assert code == 1
    assert f"error[file-unreadable]: {path} {says}" in err


def test_columns_and_cells_as_spreadsheets_write_them(write_project: WriteProject) -> None:
    game = GAME.replace("cards.yaml", "cards.csv").replace("blue]}", "blue], name?: text}")
    table = "number,colour,name,,\n1,red,1984,,\n2,blue,1.50,,\n3,blue\n"
    root = write_project({"data/small/game.yaml": game, "data/small/cards.csv": table})
    assert run(root, "check")[0] == 0
    code, _, err = run(
        write_project({"data/small/game.yaml": game, "data/small/cards.csv": "number\n1\n2\n"}),
        "build",
        "--format",
        "short",
    )
    assert code == 1
    assert err.splitlines()[0] == "data/small/cards.csv:1:1: error[missing-key]: the table has no column colour"
    assert "1 error;" in err


def test_decimal_commas_are_numbers_in_tables_with_semicolons(write_project: WriteProject) -> None:
    game = GAME.replace("cards.yaml", "cards.csv").replace("blue]}", "blue], price: number}")
    face = FACE + '  price: {text: "{{ card.price * 2 }}", in: safe}\n'
    files = {"data/small/game.yaml": game, "templates/small/face.yaml": face}
    table = "number;colour;price\n1;red;2,5\n2;blue;-10,25\n3;red;1.5\n4;red;2\n"
    root = write_project({**files, "data/small/cards.csv": table})
    read = Files(root)
    diagnostics = Diagnostics()
    found = load_game(read, Templates(read), "small", diagnostics)
    assert not list(diagnostics)
    assert found and [card.values["price"] for card in found.decks["numbers"].cards] == [2.5, -10.25, 1.5, 2]

    with_commas = 'number,colour,price\n1,red,"2,5"\n2,blue,"3,5"\n'
    code, _, err = run(write_project({**files, "data/small/cards.csv": with_commas}), "build", "--format", "short")
    assert code == 1
    assert err.splitlines()[0] == "data/small/cards.csv:1:15: error[card-value]: numbers of price have commas"
    assert "1 error;" in err


def test_a_slip_is_told_once_for_all_languages(write_project: WriteProject) -> None:
    game = GAME + "languages: [en, fr]\n"
    changes = {
        "data/small/game.yaml": game,
        "data/small/locale/fr.po": po(("Small", "Petit"), ("Deal {{ hnd }}", "Donnez {{ hnd }}")),
    }
    root = write_project({**changes, **BOOKLET_STYLE, "templates/small/rulebook.md": "Deal {{ hnd }}\n"})
    code, _, err = run(root, "build", "--jobs", "2", "--format", "short")  # a process for each language
    assert code == 1
    assert [line for line in err.splitlines() if "undefined-name" in line] == [
        "templates/small/rulebook.md:1:1: error[undefined-name]: hnd is not defined (en, fr)"
    ]


def test_a_text_that_does_not_fit_is_told_once(write_project: WriteProject) -> None:
    text = "{text: 'An endless text that goes on', in: [5mm, 5mm, 9mm, 4mm], size: 12pt, hyphenate: false}"
    err = run(write_project({"templates/small/face.yaml": face(a=text)}), "build", "--format", "short")[2]
    assert "text-overflow" in err
    assert "text-unsafe" not in err


def test_a_broken_entry_of_a_catalogue_is_not_also_missing(write_project: WriteProject) -> None:
    broken = po(("Small", "Petit")) + '\nmsgid "Deal {{ hand }} cards"\nmsgstr[99999999999] "Donnez"\n'
    root = write_project({"data/small/game.yaml": FR, "data/small/locale/fr.po": broken})
    err = run(root, "build", "--format", "short")[2]
    assert "catalogue-syntax" in err
    assert "translation-missing" not in err


def test_a_word_that_stays_in_the_source_language_is_told(write_project: WriteProject) -> None:
    shown = face(a="{text: '{{ card.colour|upper }}', in: safe}", b="{text: '{{ card.colour|string }}', in: safe}")
    root = write_project(
        {
            "data/small/game.yaml": GAME + "languages: [en, fr]\n",
            "data/small/locale/fr.po": po(("Small", "Petit")),
            "templates/small/face.yaml": shown,
        }
    )
    err = run(root, "check", "--format", "short", "--only", "Translations")[2]
    assert err.splitlines() == [
        "templates/small/face.yaml:2:13: warning[translation-none]: colour is shown untranslated in every language, as blue"
    ]
