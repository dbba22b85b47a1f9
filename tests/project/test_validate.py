"""Values that do not fit a model: told by their parser's words or by what kind of fault it is, never by how it begins."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import Field, StrictBool, StrictInt, StrictStr

from pnp.core.diagnostics import Diagnostics
from pnp.project import paints
from pnp.project import values as v
from pnp.project.forms import StrictModel
from pnp.project.tree import parse_yaml
from pnp.project.validate import validate


class Model(StrictModel):
    text: StrictStr = ""
    flag: StrictBool = False
    count: StrictInt = Field(1, ge=0, le=9)
    code: Annotated[str, Field(pattern="[a-z]+")] = "a"
    length: Annotated[float, v.Plain(v.parse_size_mm)] = 1.0
    gradient: Annotated[object, v.Plain(paints.parse_paint)] = None
    size: Annotated[object, v.Plain(v.parse_card_size)] = None


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("text: 3", "text must be a text, not 3"),
        ("flag: 'no'", "flag must be true or false, not “no”"),
        ("count: 10", "count is 10, must be at most 9"),
        ("count: -1", "count is -1, must be at least 0"),
        ("code: '3'", "code is wrong: string should match pattern '[a-z]+'"),
        ("length: 0", "length must be above zero, not 0"),
        ("length: MUST", "length is wrong: 'MUST' is not a length"),
        ("length: true", "length is wrong: true is not a length"),
        ("length: '{{ n }}'", "length cannot be an expression here, as in “{{ n }}”"),
        ("gradient: {linear: 9}", "gradient is wrong: a gradient is {linear: ANGLE,"),
        ("size: 1x1", "size is 1 × 1 mm, a card's sides must be from 5 mm to 1000 mm"),
        ("txt: a", "unknown key txt"),
    ],
)
def test_a_value_that_does_not_fit_is_told_in_a_sentence(written: str, told: str) -> None:
    diagnostics = Diagnostics()
    assert validate(Model, parse_yaml(written, "m.yaml"), "m.yaml", diagnostics) is None
    (fault,) = diagnostics
    assert fault.what.startswith(told)


@pytest.mark.parametrize(
    ("written", "fix"),
    [
        ("text: false", "put it in quotes"),
        ("text: 3", "put it in quotes"),
        ("text: [1, 2]", "put it in quotes"),
        ("text: ", "write one, or leave the key out"),
        ("count: '3,0'", "write 3"),
        ("count: 3.0", "write 3"),
        ("count: many", ""),
    ],
)
def test_what_to_write_instead_is_told(written: str, fix: str) -> None:
    diagnostics = Diagnostics()
    validate(Model, parse_yaml(written, "m.yaml"), "m.yaml", diagnostics)
    assert [fault.fix for fault in diagnostics] == [fix]
