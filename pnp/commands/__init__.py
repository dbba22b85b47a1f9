"""The command line, with one module for each command, which parses, calls, prints and exits.

Stages are imported when they are needed. Modules of commands avoid postponed annotations: typer would compile each of
them at every start, which takes a fifth of the start-up time.
"""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run pnp. Ctrl-C while it is being loaded also ends it without a message."""
    try:
        if sys.flags.ignore_environment and not sys.flags.safe_path:  # python -E: processes would not read the variable
            os.execv(sys.executable, [sys.executable, "-P", *sys.orig_argv[1:]])  # noqa: S606 - this very program again
        import_nothing_from("")
        gc.set_threshold(100_000, 20, 20)  # importing makes many objects and no cycles; collecting them costs a tenth
        if sys.argv[1:2] == ["build"] and _is_unchanged():
            return
        leave_out_pydantic_plugins()
        from pnp.commands.main import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
    except MemoryError:
        sys.exit("error[memory-limit]: there is not enough memory to start")
    finally:
        gc.freeze()  # Python would look for cycles among all that was imported before it ends: a tenth of a build


def leave_out_pydantic_plugins() -> None:
    """Keep pydantic from searching for plugins, unless the user's variable names plugins to leave out.

    Its plugin loader imports importlib.metadata, email, csv and zipfile even if the variable disables all plugins,
    which takes a thirtieth of a build of one card. Whatever else a later pydantic needs of the loader is imported as
    usual.
    """
    from importlib import import_module
    from types import ModuleType

    def of_loader(name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        del sys.modules[loader.__name__]
        return getattr(import_module(loader.__name__), name)

    loader = ModuleType("pydantic.plugin._loader")
    vars(loader).update(get_plugins=tuple, __getattr__=of_loader)
    if os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1") == "1":
        sys.modules[loader.__name__] = loader


def _is_unchanged() -> bool:
    """Whether a build has nothing to do; if so, print the lines that the last build printed."""
    from pnp.cache import unchanged_build

    if (lines := unchanged_build(sys.argv[1:])) is None:
        return False
    try:
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        print("\n".join(lines), flush=True)
    except (AttributeError, OSError):  # a closed or full stream: the usual way reports it
        return False
    return True


def import_nothing_from(folder: str) -> None:
    """Remove a folder from the module search path of this process and of all processes that it starts.

    A project may contain a file of any name, such as random.py; no import may find it. A folder that contains pnp
    itself is searched last.

    Args:
        folder: The project, or "" for the working folder.
    """
    os.environ["PYTHONSAFEPATH"] = "1"  # python -c and -m, by which processes start, would search the working folder
    try:
        unsafe = os.path.realpath(folder)
    except OSError:
        return  # the working folder is gone, and nothing in it
    home = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))  # noqa: PTH118, PTH120 - pathlib is slow
    sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry) != unsafe]
    if home == unsafe:
        sys.path.append(home)
    if searched := os.environ.get("PYTHONPATH"):
        remaining = [entry for entry in searched.split(os.pathsep) if os.path.realpath(entry) != unsafe]
        os.environ["PYTHONPATH"] = os.pathsep.join(remaining)
