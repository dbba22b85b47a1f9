"""Change a project at random, and see that pnp tells what is wrong, or builds it.

    python -m tools.fuzz                       300 cases of seed 7
    python -m tools.fuzz --seed 8 --minutes 10 as many as there is time for
    python -m tools.fuzz --case 7:31           one case again, with what is printed; --keep FOLDER writes its project

A case is good when it ends with exit code 0 or 1, within limits of time and memory, and with old output untouched when
there is a fault. Others are made as small as possible, each kind once, and told with their commands.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tools.fuzz.run import HARMLESS, Outcome, case, differences, keep, run, smallest


def main(arguments: list[str]) -> int:
    """Run cases; 1 where one is not good."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", default="7")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=0.0, help="instead of a count")
    parser.add_argument("--case", default="", help="SEED:NUMBER: one case, made as small as possible")
    parser.add_argument("--keep", type=Path, help="with --case: a folder for its project")
    options = parser.parse_args(arguments)
    if options.case:
        seed, number = options.case.rsplit(":", 1)
        project, command = case(seed, int(number))
        outcome = run(project, command)
        print(_told(options.case, command, outcome))
        project = project if outcome.kind in HARMLESS else smallest(project, command, outcome)
        print(differences(project))
        if options.keep:
            keep(project, options.keep)
        return int(outcome.kind not in HARMLESS)
    found = fuzz(options.seed, options.start, options.count, options.minutes * 60)
    return int(bool(found))


def fuzz(seed: str, start: int, count: int, seconds: float = 0.0, is_quiet: bool = False) -> list[str]:
    """Run cases; what was not good, each kind once, as it is told."""
    tally: Counter[str] = Counter()
    known: set[tuple[str, str]] = set()
    told: list[str] = []
    end = time.monotonic() + seconds
    number = start
    while time.monotonic() < end if seconds else number < start + count:
        project, command = case(seed, number)
        outcome = run(project, command)
        tally[outcome.kind] += 1
        signature = (outcome.kind, outcome.what)
        if outcome.kind not in HARMLESS and signature not in known:
            known.add(signature)
            told.append(_told(f"{seed}:{number}", command, outcome))
            print(told[-1], flush=True)
            print(differences(smallest(project, command, outcome)), flush=True)
        number += 1
    if not is_quiet:
        print(f"{number - start} cases: {', '.join(f'{n} {kind}' for kind, n in tally.most_common())}")
    return told


def _told(name: str, command: tuple[str, ...], outcome: Outcome) -> str:
    return (
        f"— {outcome.kind}: {outcome.what}\n  pnp {' '.join(command)}; again with: python -m tools.fuzz --case {name}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
