"""What typer says of a value that is not among an option's choices → the words that other faults have, with a hint."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.core import TyperGroup

from pnp.diagnostics import printable

_CHOICE = re.compile(r"(?:Value error, )?'(?P<value>.*)' is not one of (?P<choices>'.*')\.?", re.DOTALL)


MEANT = {
    "watch": "pnp serve shows what is saved, in the browser",
    "preview": "pnp serve shows what is saved, in the browser",
    "init": "pnp new makes a project",
    "clean": "pnp build --clean removes what earlier builds have left",
}
"""Commands of other programs, and what does the same here."""


MEANT_OPTIONS = {
    "--single-sided": "--backs none prints faces alone",
    "--watch": "pnp serve shows what is saved, in the browser",
}
"""Options of other programs, and what does the same here."""


class Commands(TyperGroup):
    """The commands of pnp."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; one that other programs have is answered with ours."""
        if ctx.parent is None and args[0] in MEANT and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"No such command '{args[0]}'; {MEANT[args[0]]}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is asked for.

        Raises:
            BadParameter: An option has a value that it does not take.
        """
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = printable(in_words(error.message))
            raise
        except Exception as error:
            if isinstance(getattr(error, "message", None), str):
                error.message = printable(error.message)  # type: ignore[attr-defined]  # names files of the project
            if meant := MEANT_OPTIONS.get(getattr(error, "option_name", "")):
                error.message = f"No such option; {meant}."  # type: ignore[attr-defined]  # only usage errors name one
                error.possibilities = []  # type: ignore[attr-defined]
            raise


def in_words(message: str) -> str:
    """What is told of a wrong value: of a choice, which ones there are, or which is meant."""
    from pnp.diagnostics import suggest

    found = _CHOICE.fullmatch(message)
    if found is None:
        return message.removeprefix("Value error, ")
    choices = re.findall(r"'([^']*)'", found["choices"])
    return f"no {found['value']}; {suggest(found['value'], choices)}"
