"""Files appear whole, all or none, and nothing else is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import process, tree
from conftest import WriteProject

from pnp.core.diagnostics import Fault
from pnp.outputs import Output, append_line, read_back, write_all

pytestmark = pytest.mark.slow

TWO = [Output("a/en/x.pdf", b"one", "1 page"), Output("a/fr/x.pdf", b"two", "1 page")]


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


def test_what_a_process_that_is_no_more_has_left_is_removed_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "a/en").mkdir(parents=True)
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    for name in (
        f".pnp-{gone.pid}-abcdefgh",
        f".pnp-{os.getppid()}-abcdefgh",
        ".pnp-mine",
        f".pnp-{gone.pid}-abcdefgh.txt",
    ):
        (tmp_path / "a/en" / name).write_bytes(b"half")
    write_all(TWO, tmp_path)
    left = {path.name for path in (tmp_path / "a/en").iterdir()}
    assert left == {f".pnp-{os.getppid()}-abcdefgh", ".pnp-mine", f".pnp-{gone.pid}-abcdefgh.txt", "x.pdf"}


def test_links_that_lead_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out/a").mkdir(parents=True)
    (tmp_path / "out/a/fr").symlink_to(tmp_path / "elsewhere")
    assert "a link leads out of the folder" in fault_of(tmp_path / "out")
    assert tree(tmp_path) == {}
    assert not (tmp_path / "out/a/en").exists()


@pytest.mark.parametrize("path", ["../x.pdf", "a/../../x.pdf", "/x.pdf", "a\0b.pdf", "a\nb.pdf", "\x1b[31m/x.pdf"])
def test_paths_that_lead_elsewhere_or_cannot_be_shown_are_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(Fault, match="a file cannot be called") as raised:
        write_all([Output("a.pdf", b"", ""), Output(path, b"", "")], tmp_path / "out")
    assert raised.value.diagnostic.code == "output-unwritable"
    assert tree(tmp_path) == {}


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to("elsewhere")
    write_all(TWO, tmp_path / "out")
    assert tree(tmp_path / "elsewhere") == {"a/en/x.pdf": b"one", "a/fr/x.pdf": b"two"}


def test_a_file_that_nobody_may_change_leaves_all_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_all(TWO, tmp_path)
    real = os.open

    def guarded(path: object, *arguments: int, **more: object) -> int:
        if str(path).endswith("a/fr/x.pdf"):
            raise PermissionError(1, "Operation not permitted", str(path))
        return real(path, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", guarded)
    newer = [Output(output.path, b"newer", "") for output in TWO]
    assert "a/fr/x.pdf: Operation not permitted" in fault_of(tmp_path, newer)
    assert tree(tmp_path) == {"a/en/x.pdf": b"one", "a/fr/x.pdf": b"two"}


def test_folders_that_were_made_in_vain_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fdopen", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert "No space left" in fault_of(tmp_path / "out")
    assert not (tmp_path / "out").exists()


# --- what is read back and added to


def put(kind: str, path: Path) -> None:
    """Put something into the output folder that pnp has not written."""
    elsewhere = path.parent.parent / "elsewhere"
    elsewhere.write_text("precious\n")
    match kind:
        case "link":
            path.symlink_to(elsewhere)
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "large":
            path.write_bytes(b"x" * 2_000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "large"])
def test_what_is_not_a_file_of_pnp_is_neither_read_nor_added_to(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "output"
    folder.mkdir()
    put(kind, folder / "diary.jsonl")
    with pytest.raises(Fault, match="cannot be read"):
        read_back("diary.jsonl", folder, 1_000)
    with pytest.raises(Fault, match="cannot write"):
        append_line("diary.jsonl", "line", folder, 1_000)
    assert (tmp_path / "elsewhere").read_text() == "precious\n"


def test_a_line_is_added_to_a_file_that_may_be_missing(tmp_path: Path) -> None:
    assert read_back("a/diary.jsonl", tmp_path) is None
    for line in ("one", "half \ud800"):
        append_line("a/diary.jsonl", line, tmp_path, 1_000)
    assert read_back("a/diary.jsonl", tmp_path) == b"one\nhalf \\ud800\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "large"])
def test_a_list_of_faces_that_pnp_has_not_written_holds_nothing_up(write_project: WriteProject, kind: str) -> None:
    root = write_project()
    folder = root / "output/small/en"
    folder.mkdir(parents=True)
    put(kind, folder / "faces.json")
    done = process("build", "--project", str(root))
    assert (done.code, "bug" in done.err) == (1 if kind == "folder" else 0, False), done.err
    assert (root / "output/small/elsewhere").read_text() == "precious\n"
