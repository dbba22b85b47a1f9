"""Names that files may have on every system."""

from __future__ import annotations

import pytest

from pnp.project.forms import why_no_file_name


@pytest.mark.parametrize("name", ["numbers", "My Game", "world's-end", "v1.2", "éclair", "console", ".hidden", "com10"])
def test_most_names_are_right(name: str) -> None:
    assert why_no_file_name(name) == ""


@pytest.mark.parametrize("name", [*'<>:"/\\|?*', "a/b", "..\\x", "a:b"])
def test_marks_that_windows_keeps_for_itself(name: str) -> None:
    assert "on Windows" in why_no_file_name(name)


@pytest.mark.parametrize("name", ["", ".", "..", "...", " ", "a.", "a "])
def test_names_that_folders_do_not_keep(name: str) -> None:
    assert why_no_file_name(name).startswith("is empty")


@pytest.mark.parametrize("name", ["con", "CON", "nul.csv", "aux .x", "Com1", "lpt9.tar.gz"])
def test_names_of_devices(name: str) -> None:
    assert "device" in why_no_file_name(name)


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "a\x1b[31m", "a\x9bb", "\u202egnp.exe"])
def test_control_characters(name: str) -> None:
    assert "control" in why_no_file_name(name)
