"""The options of commands that serve pages on this machine, and what they need: libraries, sockets, a browser."""

from typing import TYPE_CHECKING, Annotated

import typer

from pnp.commands.options import MemoryLimit, TimeLimit, limits_of
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.workers import MEMORY_GIBIBYTES

if TYPE_CHECKING:
    import socket

    from pnp.core.diagnostics import Diagnostics
    from pnp.workers.limits import Limits

PORT = 8137
PortOption = Annotated[
    int, typer.Option(min=0, max=65535, help="Port on this machine; 0: any free port; default: the first free one.")
]
TRIED = 20
"""How many ports are tried, unless the user chooses one."""
PATIENCE = 15.0
"""An answer may take at most this many seconds, because a user waits for it."""


@frozen_dataclass
class ServerOptions:
    """The port, the browser, and the limits of an answer."""

    port: PortOption = PORT
    open_: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False
    time_limit: TimeLimit = PATIENCE
    memory_limit: MemoryLimit = MEMORY_GIBIBYTES

    @property
    def limits(self) -> "Limits":
        """Return the limits of an answer."""
        return limits_of(self.time_limit, self.memory_limit)

    def open_page(self, address: str) -> None:
        """Open a page in the browser, if that is requested."""
        if self.open_:
            import webbrowser

            webbrowser.open(address)


def find_libraries(diagnostics: "Diagnostics") -> None:
    """Report libraries of the extra that are not installed."""
    from importlib.util import find_spec

    from pnp.core.codes import Code
    from pnp.core.diagnostics import Place

    missing = [name for name in ("starlette", "uvicorn", "watchfiles") if find_spec(name) is None]
    if missing:
        what = f"the preview needs {', '.join(missing)}"
        diagnostics.report(
            Code.SERVE_EXTRA, Place("pnp serve"), what=what, fix="pip install '.[serve]' in pnp's repository"
        )


def bound_sockets(context: typer.Context, port: int, other: str = "") -> "list[socket.socket]":
    """Return sockets with the same port: one for this machine, and one for another of its addresses, if it is given.

    If the port is taken, the next ones are tried unless the user chose it.
    """
    from pnp.serve.server import HOST, bind

    source = context.get_parameter_source("port")
    is_explicit = source is not None and source.name != "DEFAULT"
    for number in [port] if is_explicit and port else range(port, port + TRIED) if port else [0] * TRIED:
        bound: list[socket.socket] = []
        try:
            bound.append(bind(number, HOST))
            if other and other != HOST:
                bound.append(bind(bound[0].getsockname()[1], other))
            return bound
        except OSError as error:
            reason = error.strerror or str(error)
            for each in bound:
                each.close()
    raise typer.BadParameter(f"{port}: {reason}; choose another port, or 0 for any free port", param_hint="--port")
