"""Whether today's code makes the same files of the shipped games as a revision's.

    python benchmarks/same.py REVISION               all games, on A4 with backs and on Letter without
    python benchmarks/same.py REVISION GAME …        some games, on A4

Each builds its own games; their files are compared byte by byte.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAYS = {"A4": (), "Letter without backs": ("--paper", "letter", "--backs", "none")}


def build(root: Path, games: list[str], output: Path, options: tuple[str, ...]) -> dict[str, bytes]:
    """The files that a checkout's pnp builds of its own games, by their paths below the output."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(root),
        "PNP_CACHE": "off",
    }  # worker processes find this checkout's pnp there, too
    with tempfile.TemporaryDirectory() as folder:  # pnp imports nothing from a project, so this is not the checkout
        for name in ("data", "fonts", "templates"):
            shutil.copytree(root / name, Path(folder) / name)
        command = [sys.executable, "-m", "pnp", "build", *games, "--output", str(output), *options]
        subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    return {path.relative_to(output).as_posix(): path.read_bytes() for path in output.rglob("*") if path.is_file()}


def main(revision: str, games: list[str]) -> int:
    """Compare, and tell of each file that differs."""
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        then = Path(folder) / "then"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", then, revision], cwd=ROOT, check=True)
        try:
            for way, options in list(WAYS.items())[: 1 if games else None]:
                old, new = (build(root, games, Path(folder) / way / root.name, options) for root in (then, ROOT))
                changed = sorted(path for path in old.keys() | new.keys() if old.get(path) != new.get(path))
                print(f"{way}: {len(new)} files, {len(changed)} differ from {revision}", *changed, sep="\n  ")
                differing += len(changed)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", then], cwd=ROOT, check=True)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
