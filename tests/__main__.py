"""Run everything that has to pass: format, lint, types, import rules, tests. Stops at nothing, fails if anything did."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(sys.executable).parent
CHECKS = (
    ["ruff", "format", "--check", "."],
    ["ruff", "check", "."],
    ["mypy"],
    ["lint-imports"],
    ["pytest", "-n", "auto"],
)


def main() -> int:
    failed = []
    for command in CHECKS:
        print(f"— {' '.join(command)}", flush=True)
        if subprocess.run([TOOLS / command[0], *command[1:]], cwd=ROOT, check=False).returncode:
            failed.append(command[0])
    print(f"failed: {', '.join(failed)}" if failed else "all passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
