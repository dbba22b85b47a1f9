"""Files appear whole, all or none, and nothing else is left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pnp.diagnostics import Fault
from pnp.write import Output, write_all

TWO = [Output("a/en/x.pdf", b"one", "1 page"), Output("a/fr/x.pdf", b"two", "1 page")]


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_files_and_their_folders_appear(tmp_path: Path) -> None:
    write_all(TWO, tmp_path / "out")
    assert tree(tmp_path) == {"out/a/en/x.pdf": b"one", "out/a/fr/x.pdf": b"two"}


def test_files_are_readable_by_all_and_replace_older_ones(tmp_path: Path) -> None:
    (tmp_path / "a/en").mkdir(parents=True)
    (tmp_path / "a/en/x.pdf").write_bytes(b"a much older and longer content")
    (tmp_path / "a/en/own.txt").write_bytes(b"mine")
    write_all(TWO, tmp_path)
    assert tree(tmp_path) == {"a/en/own.txt": b"mine", "a/en/x.pdf": b"one", "a/fr/x.pdf": b"two"}
    assert (tmp_path / "a/en/x.pdf").stat().st_mode & 0o777 == 0o644


def test_nothing_to_write_makes_no_folder(tmp_path: Path) -> None:
    write_all([], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def fault_of(folder: Path, outputs: list[Output] = TWO) -> str:
    with pytest.raises(Fault) as caught:
        write_all(outputs, folder)
    found = caught.value.diagnostic
    assert found.code == "output-unwritable"
    assert found.fix
    return found.what


def test_a_folder_in_the_way_of_the_last_file_leaves_the_first_unwritten(tmp_path: Path) -> None:
    (tmp_path / "a/fr/x.pdf").mkdir(parents=True)
    assert "a folder of this name is in the way" in fault_of(tmp_path)
    assert tree(tmp_path) == {}


def test_a_file_in_the_way_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    fault_of(tmp_path)
    assert tree(tmp_path) == {"a": b"mine"}


def test_a_failure_while_writing_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_all(TWO, tmp_path)
    real = os.fdopen
    calls = []

    def full(*arguments: object, **more: object) -> object:
        calls.append(1)
        if len(calls) == 2:
            os.close(arguments[0])  # type: ignore[arg-type]
            raise OSError(28, "No space left on device")
        return real(*arguments, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "fdopen", full)
    newer = [Output(output.path, b"newer", "") for output in TWO]
    assert "No space left on device" in fault_of(tmp_path, newer)
    assert tree(tmp_path) == {"a/en/x.pdf": b"one", "a/fr/x.pdf": b"two"}
