"""Run what has to pass: format, lint, types, import rules, tests. Stops at nothing, fails if anything did.

    python -m tests            everything
    python -m tests --quick    while you work: no test that starts processes or takes seconds, fewer examples

Other programs, which search for faults for as long as you let them:

    python -m tests.fuzz                    changes projects at random; every fault has to be reported, nothing may crash
    python -m tests.mutation.engine         changes the engine, and lists the changes that no test notices
    python -m tests.mutation.texts          makes mistakes in booklets and cards, and lists those that ties do not notice
    python -m tests.mutation.translations   makes mistakes in translations, and lists those that no check notices
    python -m tests.golden.printed          keeps what is printed of the golden project, after a change that is meant
"""

from __future__ import annotations

import argparse
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
)
EVERYTHING = ["pytest", "-n", "auto"]
QUICK = [*EVERYTHING, "-q", "-m", "not slow and not process", "--hypothesis-profile=quick"]


def main() -> int:
    """Run the checks and tests; return 1 if any has failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="leave out what starts processes or takes seconds")
    options = parser.parse_args()
    failed = []
    for command in (*CHECKS, QUICK if options.quick else EVERYTHING):
        print(f"— {' '.join(command)}", flush=True)
        if subprocess.run([TOOLS / command[0], *command[1:]], cwd=ROOT, check=False).returncode:
            failed.append(command[0])
    print(f"failed: {', '.join(failed)}" if failed else "all passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
