"""Run what has to pass: format, lint, types, import rules, tests. Stops at nothing, fails if anything did.

    python -m tests              everything
    python -m tests --quick      while you work: no test that starts processes or takes seconds, fewer examples
    python -m tests --nightly    what is left to the night: measurements, and five times the examples, others each time

Other programs, which search for faults for as long as you let them:

    python -m tools.fuzz                    changes projects at random; every fault has to be reported, nothing may crash
    python -m tools.mutation.engine         changes the engine, and lists the changes that no test notices
    python -m tools.mutation.texts          makes mistakes in booklets and cards, and lists those that ties do not notice
    python -m tools.mutation.translations   makes mistakes in translations, and lists those that no check notices
    python -m tests.golden.printed          keeps what is printed of the golden project, after a change that is meant
"""

from __future__ import annotations

import argparse
import os
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
WORKERS = (os.cpu_count() or 1) + 1
"""One more than processors: tests that wait for a browser, or for a limit, leave theirs free."""
EVERYTHING = [
    "pytest",
    "-n",
    str(WORKERS),
    "--dist",
    "loadfile",
    "--no-loadscope-reorder",
]  # files share what they make
QUICK = [*EVERYTHING, "-q", "-m", "not slow and not process", "--hypothesis-profile=quick"]
NIGHTLY = [*EVERYTHING, "-m", "nightly or hypothesis", "--hypothesis-profile=nightly"]


def main() -> int:
    """Run the checks and tests; return 1 if any has failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--quick", action="store_true", help="leave out what starts processes or takes seconds")
    kind.add_argument("--nightly", action="store_true", help="measure, and try other examples each time")
    options = parser.parse_args()
    failed = []
    for command in [NIGHTLY] if options.nightly else [*CHECKS, QUICK if options.quick else EVERYTHING]:
        print(f"— {' '.join(command)}", flush=True)
        if subprocess.run([TOOLS / command[0], *command[1:]], cwd=ROOT, check=False).returncode:
            failed.append(command[0])
    print(f"failed: {', '.join(failed)}" if failed else "all passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
