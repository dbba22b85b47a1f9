"""Values as YAML text are read as the same values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.project.tree import parse_yaml
from pnp.project.yaml_values import format_flow, format_scalar, quoted

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20),
    st.text("aé1 :#-?'\"[]{},&*!|>%@`~=.<\n\t\\", max_size=8),
)


@given(TEXTS)
def test_a_text_is_read_back_in_each_place(text: str) -> None:
    for quote in ("'", '"'):
        assert parse_yaml(f"a: {format_scalar(text, quote)}\n", "") == {"a": text}
        assert parse_yaml(f"- {format_scalar(text, quote)}\n", "") == [text]
        assert parse_yaml(f"a: {quoted(text, quote)}\n", "") == {"a": text}
        assert parse_yaml(f"[{format_scalar(text, quote, where='flow')}, b]", "") == [text, "b"]
        assert parse_yaml(f"{{{format_scalar(text, quote, where='key')}: 1}}", "") == {text: 1}


@given(
    st.recursive(
        TEXTS | st.booleans() | st.integers() | st.none(), lambda one: st.lists(one) | st.dictionaries(TEXTS, one)
    )
)
def test_a_value_is_read_back(value: Any) -> None:
    assert parse_yaml(f"a: {format_flow(value)}", "")["a"] == value


@pytest.mark.parametrize(
    "text", ["Ann", "two words", "né", "a/b", "Unique??", "{{ x }}", "12", "true", "a: b", "#a", ""]
)
def test_only_what_would_be_read_otherwise_is_quoted(text: str) -> None:
    is_plain = text in ("Ann", "two words", "né", "a/b", "Unique??")
    assert format_scalar(text) == (text if is_plain else f'"{text}"')
