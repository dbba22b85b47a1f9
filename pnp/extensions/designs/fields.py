"""The fields of the cards of a deck → the objects of a drawing that are named after them, and what these show."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.core.patterns import lazy_pattern
from pnp.extensions.designs.texts import field_expression
from pnp.layout.svg.parts import is_same_name, names_of
from pnp.layout.svg.tree import SvgNode
from pnp.project.files import Files

PICTURE = lazy_pattern(r".*\.(?:png|jpe?g|webp|avif|tiff?|gif|bmp|psd|svgz?)", re.IGNORECASE | re.DOTALL)
_ENDINGS = ("", ".png", ".jpg", ".jpeg", ".webp", ".svg")
_FIELD = lazy_pattern(r"\bcard(?:\.(\w+)|\[\"(.+?)\"\])")
_BRACED = lazy_pattern(r"\{\{?\s*(?:card\.)?([\w ]+?)\s*\}\}?")
AUTOMATIC = lazy_pattern(
    r"#?(?:text|tspan|path|rect|circle|ellipse|image|g|layer|use|flowroot|polygon|polyline|line|svg|vector|rectangle"
    r"|group|frame|star|union|mask|clip|component)[ _-]?[\d -]*",
    re.IGNORECASE,
)
"""Names that drawing programs give by themselves."""


class Fields:
    """The fields of the cards, and what they may fill."""

    def __init__(self, files: Files, path: str, cards: Sequence[Mapping[str, Any]]) -> None:
        self._files = files
        self._count = len(cards)
        self._folder = posixpath.dirname(path.removeprefix("templates/"))
        names = dict.fromkeys(name for card in cards for name in card)
        self.values = {name: [value for card in cards if (value := card.get(name)) not in (None, "")] for name in names}

    def of(self, node: SvgNode) -> str:
        """Return the field that an object is named after; "" for none."""
        for name in names_of(node):
            braced = _BRACED.fullmatch(name)
            for each in self.values:
                if braced and is_same_name(each, braced[1]):
                    return each
                if each == name or (is_same_name(each, name) and not AUTOMATIC.fullmatch(name)):
                    return each
        return ""

    def expression(self, name: str) -> str:
        """Return the expression that shows a field, nothing on cards without it."""
        written = field_expression(name)
        return (
            written if len(self.values.get(name, ())) in (0, self._count) else written.replace(" }}", "|default('') }}")
        )

    def is_flag(self, name: str) -> bool:
        """Whether a field is true or false."""
        return bool(self.values[name]) and all(isinstance(value, bool) for value in self.values[name])

    def picture(self, name: str) -> str | None:
        """Return the path of the pictures that a field names, as an expression; None if it names none."""
        names = [str(value) for value in self.values[name] if isinstance(value, str)]
        if not names:
            return None
        folders = ("", f"{self._folder}/", f"{self._folder}/art/", f"{self._folder}/images/")
        for written in names[:20]:
            for folder in folders:
                for ending in _ENDINGS:
                    if self._files.exists(f"templates/{folder}{written}{ending}"):
                        return f"{folder}{field_expression(name)}{ending}"
        return field_expression(name) if all(map(PICTURE.fullmatch, names)) else None

    def is_drawing(self, name: str, path: str) -> bool:
        """Whether the pictures of a field are drawings."""
        last = path.rpartition("}}")[2] or str(self.values[name][0])
        return last.lower().endswith((".svg", ".svgz"))


def fields_in(text: str) -> Iterator[str]:
    """Yield the names of the fields in the expressions of a text."""
    yield from (match[1] or match[2] for match in _FIELD.finditer(text))
