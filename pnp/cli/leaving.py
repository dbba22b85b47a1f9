"""Files that earlier builds have left in the output folder: listed, told, and removed where that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pnp.cli.options import Form
from pnp.cli.streams import say
from pnp.cli.telling import FAULTS, short_path, tell_faults

if TYPE_CHECKING:
    from pnp.source.files import Files
    from pnp.write import Output


@dataclass
class Leaving:
    """What a build does about earlier ones.

    Attributes:
        folder: Of the output.
        games: Those asked for; none means all.
        is_own: Whether the folder is that of the project, and nobody else's.
        is_whole: Whether all of each game is built.
        is_clean: Whether files that are left are removed.
    """

    files: Files
    folder: Path
    games: Sequence[str]
    is_own: bool
    is_whole: bool
    is_clean: bool
    form: Form
    strict: bool
    left: list[Path] = field(default_factory=list)

    def listed(self, outputs: Sequence[Output]) -> list[Output]:
        """The outputs as they are written; what was left by earlier builds is found meanwhile."""
        from pnp.leavings import Known, leavings, with_lists
        from pnp.load.finding import game_names
        from pnp.load.game import game_languages

        if self.is_whole:
            built = dict.fromkeys(output.path.partition("/")[0] for output in outputs)
            languages = {name: game_languages(self.files, name) for name in built}
            games = game_names(self.files) if self.is_own and not self.games else None
            self.left = leavings(outputs, self.folder, Known(languages, games))
        return with_lists(outputs, self.folder, self.left if self.is_clean else ())

    def finish(self) -> None:
        """Tell of what was left, or remove it."""
        from pnp.diagnostics import Diagnostics
        from pnp.leavings import tell_leavings
        from pnp.write import remove

        told = Diagnostics()
        if self.is_clean:
            with told.collected():
                remove(self.left, self.folder)
                for path in self.left:
                    say(f"{short_path(self.folder / path)}  removed")
        else:
            tell_leavings(self.left, short_path(self.folder), told)
        if told and tell_faults(told, self.files, self.form, self.strict):
            raise typer.Exit(FAULTS)
