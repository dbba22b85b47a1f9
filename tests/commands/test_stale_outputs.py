"""What earlier builds have left: told, removed where that is asked for, and never what pnp has not made."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_line import Done, pnp, tree
from conftest import CARDS, FACE, GAME, WriteProject

pytestmark = pytest.mark.process

CHIPS = GAME + "  chips: {template: small/chip}\nextras:\n  aid: {template: small/face2}\n"
CHIP = 'size: [20mm, 20mm]\nshape: circle\nelements:\n  ground: {rect: bleed, fill: "#aa0000"}\n'
FILES = {
    "data/small/game.yaml": CHIPS,
    "templates/small/chip.yaml": CHIP,
    "templates/small/face2.yaml": FACE.replace("card.number", "hand"),
}
PO = 'msgid ""\nmsgstr "Language: fr\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"\n\nmsgid "Small"\nmsgstr "Petit"\n'


def files(root: Path) -> list[str]:
    return sorted(str(path) for path in tree(root / "output"))


def built(root: Path, *options: str) -> Done:
    done = pnp(root, "build", *options)
    assert done.code == 0, done.err
    return done


@pytest.fixture
def project(write_project: WriteProject) -> Path:
    """A project that was built, and has no tokens and no aid any more."""
    root = write_project(FILES)
    assert built(root).err == ""
    (root / "data/small/game.yaml").write_text(GAME)
    return root


def test_files_that_nothing_makes_any_more_are_told_and_kept(project: Path) -> None:
    for _ in range(2):
        done = built(project)
        assert f"{project}/output/small/en/aid.pdf: warning[output-left]" in done.err
        assert "the same is true of small/en/tokens.pdf" in done.err and done.err.count("output-left") == 1
        assert "fix: remove it: pnp build --clean" in done.err
        assert files(project) == [f"small/en/{name}" for name in ("aid.pdf", "cards.pdf", "faces.json", "tokens.pdf")]


def test_a_link_to_the_output_of_another_project_is_not_followed(project: Path, tmp_path: Path) -> None:
    other = tmp_path / "other/en"
    shutil.copytree(project / "output/small/en", other)
    (project / "output/gone").symlink_to(other.parent, target_is_directory=True)
    before = tree(other)
    assert "gone" not in built(project, "--clean").out
    assert tree(other) == before


def test_they_are_removed_where_that_is_asked_for(project: Path) -> None:
    (project / "output/small/en/notes.txt").write_text("mine")
    (project / "output/small/en/other.pdf").write_bytes(b"mine")
    done = built(project, "--clean")
    assert done.err == "" and done.out.count("  removed\n") == 2
    assert files(project) == [f"small/en/{name}" for name in ("cards.pdf", "faces.json", "notes.txt", "other.pdf")]
    assert "  removed\n" not in built(project, "--clean").out


def test_what_is_strict_tells_of_them_after_writing(project: Path) -> None:
    (project / "output/small/en/cards.pdf").unlink()
    assert pnp(project, "build", "--strict").code == 1
    assert "small/en/cards.pdf" in files(project)


def test_a_file_that_is_gone_already_is_not_missed(project: Path) -> None:
    (project / "output/small/en/aid.pdf").unlink()
    assert built(project).err.count("[output-left]") == 1
    assert built(project, "--clean").out.count("  removed\n") == 1


def test_a_part_of_a_game_leaves_what_else_there_is(project: Path) -> None:
    assert built(project, "--only", "cards").err == ""
    assert built(project, "--draft").err == ""
    done = built(project)
    assert "[output-left]" in done.err and "draft" not in done.err
    assert "cards-draft.pdf  removed" in built(project, "--clean").out
    assert files(project) == ["small/en/cards.pdf", "small/en/faces.json"]
    for option in (("--only", "cards"), ("--draft",), ("--changed",)):
        refused = pnp(project, "build", "--clean", *option)
        assert refused.code == 2 and "--clean" in refused.err


def test_a_language_and_a_game_that_are_gone(write_project: WriteProject) -> None:
    french = GAME + "languages: [en, fr]\n"
    root = write_project(
        {
            "data/small/game.yaml": french,
            "data/small/locale/fr.po": PO,
            "data/other/game.yaml": GAME,
            "data/other/cards.yaml": CARDS,
        }
    )
    built(root)
    (root / "data/small/game.yaml").write_text(GAME)
    shutil.rmtree(root / "data/other")
    assert built(root, "small", "--clean").out.count("  removed\n") == 2  # others were not asked for
    assert files(root) == [f"{game}/en/{name}" for game in ("other", "small") for name in ("cards.pdf", "faces.json")]
    assert not (root / "output/small/fr").exists()
    built(root, "--output", str(root / "output"), "--clean")  # a folder that others may write to
    assert "other/en/cards.pdf" in files(root)
    built(root, "--clean")
    assert files(root) == ["small/en/cards.pdf", "small/en/faces.json"]
    assert not (root / "output/other").exists()


def test_a_game_with_faults_keeps_what_it_has(project: Path) -> None:
    (project / "data/small/cards.yaml").write_text("- {number: 99, colour: red}\n")
    done = pnp(project, "build", "--clean")
    assert done.code == 1 and "tokens.pdf" in str(files(project))


@pytest.mark.parametrize(
    "listed",
    [
        '{"files": ["../../../mine.pdf", "/etc/passwd", "..", "", 7, null, "faces.json", "folder", "link"]}',
        '{"files": 7}',
        '{"files": {"mine.pdf": 1}}',
        "[]",
        "{",
        "",
        "\udcff",
    ],
)
def test_a_list_that_pnp_has_not_written_removes_nothing(write_project: WriteProject, listed: str) -> None:
    root = write_project()
    built(root)
    (root / "mine.pdf").write_text("mine")
    folder = root / "output/small/en"
    (folder / "folder").mkdir()
    (folder / "link").symlink_to(root / "mine.pdf")
    (folder / "faces.json").write_bytes(listed.encode(errors="surrogateescape"))
    assert built(root, "--clean").out.count("  removed\n") == 0
    assert (root / "mine.pdf").read_text() == "mine" and (folder / "link").is_symlink() and (folder / "folder").is_dir()
    assert json.loads((folder / "faces.json").read_bytes())["files"] == ["cards.pdf"]
