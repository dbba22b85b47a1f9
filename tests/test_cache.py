"""Builds that are kept: the same files with and without them, and nothing old where something has changed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from command_line import process, tree
from conftest import CARDS, FACE, GAME, WriteProject

import pnp.cache
from pnp.build import BuildOptions, build
from pnp.cache import BuildCache, record_build, state, unchanged_build
from pnp.core.diagnostics import Diagnostics
from pnp.outputs import BuildResult, Output
from pnp.project.files import Files

pytestmark = pytest.mark.process


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, which builds of the test use."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("PNP_CACHE", str(folder))
    return folder


def age(root: Path, seconds: float = 3600) -> None:
    """Let a project be as old as one that was written a while ago."""
    before = time.time() - seconds
    for path in [*root.rglob("*"), root]:
        os.utime(path, (before, before))


def built(root: Path, **options: object) -> list[Output]:
    return build(Files(root), BuildOptions(**options)).outputs  # type: ignore[arg-type]


def entries(cache: Path, ending: str) -> list[Path]:
    return sorted(cache.glob(f"*{ending}"))


def test_kept_outputs_and_warnings_are_those_of_a_build(write_project: WriteProject, cache: Path) -> None:
    root = write_project({"data/small/cards.yaml": CARDS + "- {number: 1, colour: red}\n"})
    first, second = (build(Files(root), BuildOptions()) for _ in range(2))
    assert len(entries(cache, ".build")) == 1
    assert first.inputs and not second.inputs  # nothing was read the second time
    assert (second.outputs, list(second.diagnostics)) == (first.outputs, list(first.diagnostics))
    os.environ["PNP_CACHE"] = "off"
    assert built(root) == first.outputs


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("data/small/cards.yaml", CARDS.replace("2", "3")),
        ("data/small/game.yaml", GAME.replace("Small", "Smaller")),
        ("templates/small/face.yaml", FACE.replace("20pt", "21pt")),
        ("templates/unused.svg", "<svg/>"),
        ("fonts/note.txt", "new"),
    ],
)
def test_whatever_changes_in_a_project_is_built(
    write_project: WriteProject, cache: Path, path: str, content: str
) -> None:
    root = write_project()
    built(root)
    write_project({path: content})
    assert build(Files(root), BuildOptions()).inputs
    assert len(entries(cache, ".build")) == 2


def test_other_options_are_other_entries(write_project: WriteProject, cache: Path) -> None:
    from pnp.core.printing import Printing

    root = write_project()
    assert built(root) != built(root, printing=Printing(paper="letter"))
    assert len(entries(cache, ".build")) == 2


def test_a_game_with_errors_is_not_kept(write_project: WriteProject, cache: Path) -> None:
    root = write_project({"data/small/cards.yaml": "- {number: 12, colour: red}\n"})
    assert [str(d.code) for d in build(Files(root), BuildOptions()).diagnostics] == ["card-range"]
    assert entries(cache, ".build") == []


def test_a_chosen_part_is_not_kept(write_project: WriteProject, cache: Path) -> None:
    from pnp.selection import Selection, SelectionRequest

    built(write_project(), selection_request=SelectionRequest(Selection(("cards",))))
    assert not cache.exists()


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff", b"no json\nx"])
def test_a_damaged_entry_is_built_again(write_project: WriteProject, cache: Path, damage: bytes) -> None:
    root = write_project()
    outputs = built(root)
    (entry,) = entries(cache, ".build")
    entry.write_bytes(damage)
    assert built(root) == outputs
    whole = entry.read_bytes()
    entry.write_bytes(whole[:-1])
    assert built(root) == outputs


def test_links_are_not_looked_behind(write_project: WriteProject, cache: Path, tmp_path: Path) -> None:
    root = write_project()
    (tmp_path / "elsewhere").mkdir()
    (root / "templates/more").symlink_to(tmp_path / "elsewhere")
    built(root)
    assert (state(root), entries(cache, ".build")) == ("", [])


def test_files_of_other_games_are_no_part_of_the_digest(write_project: WriteProject, cache: Path) -> None:
    root = write_project()
    kept = BuildResult([Output("small/en/x.pdf", b"x", "")], Diagnostics(), inputs=("data/other/cards.yaml",))
    BuildCache(root, "").put("key", kept, "small")
    assert entries(cache, ".build") == []


def test_the_entries_used_longest_ago_go_first(
    write_project: WriteProject, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_project()
    built(root)
    (first,) = entries(cache, ".build")
    os.utime(first, (1, 1))
    monkeypatch.setattr(pnp.cache, "LARGEST", first.stat().st_size * 1.5)
    write_project({"data/small/cards.yaml": CARDS.replace("2", "3")})
    built(root)
    assert first not in entries(cache, ".build") and len(entries(cache, ".build")) == 1


def test_a_folder_that_cannot_be_written_is_no_fault(
    write_project: WriteProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "file"))
    assert built(write_project())


# --- a build with nothing to do


def run(root: Path, cache: Path, *more: str) -> tuple[str, str]:
    done = process("build", "--project", str(root), *more, PNP_CACHE=str(cache))
    assert done.code == 0, done.err
    return done.out, done.err


def test_a_build_with_nothing_to_do_says_the_same(write_project: WriteProject, cache: Path) -> None:
    root = write_project()
    age(root)
    first = run(root, cache)
    files = tree(root)
    assert len(entries(cache, ".run")) == 1
    for entry in entries(cache, ".build"):
        entry.unlink()  # the next run needs none
    assert run(root, cache) == first
    assert (tree(root), entries(cache, ".build")) == (files, [])


def test_what_is_missing_or_differs_in_the_output_is_written_again(write_project: WriteProject, cache: Path) -> None:
    root = write_project()
    age(root)
    first = run(root, cache)
    files = tree(root)
    (root / "output/small/en/cards.pdf").unlink()
    assert (run(root, cache), tree(root)) == (first, files)
    (root / "output/small/en/cards.pdf").write_bytes(b"other")
    assert (run(root, cache), tree(root)) == (first, files)


def test_a_build_with_warnings_tells_them_again(write_project: WriteProject, cache: Path) -> None:
    root = write_project({"data/small/game.yaml": GAME.replace("hand: 5", "hand: 5\nunused: 1")})
    root = write_project({"templates/small/face.yaml": FACE.replace('"#ffffff"', '"#111111"')})
    age(root)
    assert run(root, cache) == run(root, cache)


def test_files_written_a_moment_ago_prove_nothing(write_project: WriteProject, cache: Path) -> None:
    root = write_project()
    age(root, seconds=-3600)  # so they are new however long the build takes
    run(root, cache)
    assert entries(cache, ".run") == []


def test_another_state_is_not_taken_for_the_recorded_one(
    write_project: WriteProject, cache: Path, tmp_path: Path
) -> None:
    root, output = write_project(), tmp_path / "x.pdf"
    age(root)
    output.write_bytes(b"x")
    record_build(["build"], root, state(root), time.time_ns() + 10**10, [output], ["x.pdf"])
    assert unchanged_build(["build"]) == ["x.pdf"]
    assert unchanged_build(["build", "chili"]) is None
    (root / "data/new.yaml").touch()
    assert unchanged_build(["build"]) is None
    (root / "data/new.yaml").unlink()
    output.write_bytes(b"longer")
    assert unchanged_build(["build"]) is None


def test_an_output_that_was_damaged_in_place_is_noticed(
    write_project: WriteProject, cache: Path, tmp_path: Path
) -> None:
    root, output = write_project(), tmp_path / "x.pdf"
    age(root)
    output.write_bytes(b"as written")
    record_build(["build"], root, state(root), time.time_ns() + 10**10, [output], ["x.pdf"])
    times = output.stat().st_atime_ns, output.stat().st_mtime_ns
    for content, said in ((b"as wRitten", None), (b"as written", ["x.pdf"])):
        output.write_bytes(content)
        os.utime(output, ns=times)
        assert unchanged_build(["build"]) == said


def test_every_bit_of_an_entry_counts_and_so_does_its_name(write_project: WriteProject, cache: Path) -> None:
    root = write_project()
    kept = built(root)
    (entry,) = entries(cache, ".build")
    content = entry.read_bytes()
    key = entry.stem
    assert BuildCache(root, "").get(key) is not None
    for number in [*range(0, 8 * 2_000, 97), *range(8 * 2_000, 8 * len(content), 8 * 9_973)]:
        damaged = bytearray(content)
        damaged[number // 8 % len(content)] ^= 1 << number % 8
        entry.write_bytes(damaged)
        assert BuildCache(root, "").get(key) is None, number
    entry.write_bytes(content)
    entry.rename(entry.with_name(f"other{entry.name}"))
    assert BuildCache(root, "").get(f"other{key}") is None
    assert built(root) == kept


@pytest.mark.parametrize("damage", [b"", b"[]", b"{}", b"\xff"])
def test_a_damaged_record_is_ignored(cache: Path, write_project: WriteProject, damage: bytes) -> None:
    root = write_project()
    age(root)
    record_build(["build"], root, state(root), time.time_ns() + 10**10, [], ["lines"])
    (record,) = entries(cache, ".run")
    record.write_bytes(damage)
    assert unchanged_build(["build"]) is None
