"""Files of a game that nothing reads are named."""

from __future__ import annotations

from conftest import WriteProject, check_project
from test_faults import BOOKLET_STYLE


def test_files_that_nothing_reads_are_named(write_project: WriteProject) -> None:
    root = write_project(
        {"templates/small/rules.md": "## Play\n", "data/small/old.csv": "a\n", "data/small/README.md": "x"}
    )
    line = "small: read by nothing: data/small/old.csv, templates/small/rules.md"
    assert f"{line}; the booklet's text is templates/small/rulebook.md" in check_project(root).summaries
    assert not any("read by nothing" in told for told in check_project(root, "contrast").summaries)


def test_what_is_read_is_not_named(write_project: WriteProject) -> None:
    root = write_project(
        {**BOOKLET_STYLE, "templates/small/rulebook.md": "## Play\n\n::: component numbers\nCards\n:::\n"}
    )
    assert not any("read by nothing" in told for told in check_project(root).summaries)
