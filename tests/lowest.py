"""Run the tests with the lowest versions that pyproject.toml declares: python -m tests.lowest. Takes as long as they do.

Makes a virtual environment in a temporary folder; nothing of this one is used or changed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str]) -> int:
    """Install, and run pytest with the arguments."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "uv"], check=True)
        install = ["uv", "pip", "install", "--quiet", "--resolution", "lowest-direct", "--editable", ".[test]"]
        subprocess.run([python, "-m", *install], cwd=ROOT, check=True)
        subprocess.run([python, "-m", "uv", "pip", "list"], cwd=ROOT, check=True)
        return subprocess.run([python, "-m", "pytest", "-n", "auto", *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
