"""Values of a translation stand in the order of the source, but where its language puts them the other way round."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.core.diagnostics import Diagnostics
from pnp.extensions.proofreading.review import order
from pnp.project.files import Files
from pnp.text.glossary import load_pair


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("{{ who }}'s {{ card }} wins.", "Le {{ card }} de {{ who }} gagne.", False),
        ("{{ who }}'s {{ card }} beats the {{ other }}.", "Le {{ card }} de {{ who }} bat le {{ other }}.", False),
        ("{{ a }} beats {{ b }}.", "{{ b }} bat {{ a }}.", True),
        ("{{ a }} of {{ b }} and {{ c }}", "{{ a }} de {{ c }} et {{ b }}", True),
        ("{{ a }} beats {{ b }}.", "{{ a }} bat {{ b }}.", False),
    ],
)
def test_the_order_of_values(source: str, target: str, told: bool, tmp_path: Path) -> None:
    pair = load_pair(Files(tmp_path), "en", "fr", Diagnostics())
    assert [finding.kind for finding in order(source, target, pair)] == ["order"] * told
