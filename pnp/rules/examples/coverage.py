"""Worked examples, played → how much of rules.py they run."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.rules.play.kit import Broken, Kit
from pnp.rules.play.program import Program, load_program


@dataclass(frozen=True)
class Coverage:
    """How much of rules.py the examples run.

    Attributes:
        branches: Ways that lead on from a line with a choice.
        run: How many of them the examples take.
        missing: Pairs of lines whose way from one to the other no example takes; a negative line is a way out.
        lines: Lines that no example runs.
    """

    branches: int
    run: int
    missing: tuple[tuple[int, int], ...] = ()
    lines: tuple[int, ...] = ()

    @property
    def share(self) -> float:
        """The share of branches that are run; 1 where there is nothing to choose."""
        return self.run / self.branches if self.branches else 1.0

    @property
    def ways(self) -> list[str]:
        """The ways that no example takes, in words: 12 → 14."""
        return [f"{start} → {end}" if end > 0 else f"{start} → the end" for start, end in self.missing]


def measure(kit: Kit, action: Callable[[Program], None]) -> Coverage:
    """Run an action on the rules, in a copy whose lines are counted."""
    import coverage

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "rules.py"
        copy.write_text(kit.rules, encoding="utf-8")
        meter = coverage.Coverage(data_file=None, branch=True, config_file=False, include=[str(copy)], messages=False)
        meter.start()
        try:
            action(load_program(replace(kit, rules_file=str(copy))))
        except Broken as broken:
            raise Broken(replace(broken.failure, file=kit.rules_file)) from None
        finally:
            meter.stop()
        report = copy.with_name("report.json")
        meter.json_report(morfs=[str(copy)], outfile=str(report))
        (told,) = json.loads(report.read_text(encoding="utf-8"))["files"].values()
    summary = told["summary"]
    missing = tuple((start, end) for start, end in told["missing_branches"])
    return Coverage(summary["num_branches"], summary["covered_branches"], missing, tuple(told["missing_lines"]))
