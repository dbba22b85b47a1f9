"""The table of commands: those of the printer, of wings and of packages. Each is imported when it is used."""

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

import typer
from typer.main import get_command

from pnp.core.plugins import CommandEntry, call_plugin, load_plugin, named_object, plugins


class CommandTable(MutableMapping[str, Any]):
    """The commands of an application, by name. Each is imported when it is first looked up.

    The printer's own commands come first, then those of wings, then those of installed packages.
    """

    def __init__(self, own: Mapping[str, CommandEntry]) -> None:
        self._loaded: dict[str, Any] = {}
        self._own = own
        self._names = dict.fromkeys((*own, *plugins("pnp.commands")))

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def entry(self, name: str) -> CommandEntry:
        """Return the entry of a command; if a package gives only a function or a typer application, make one.

        Raises:
            Fault: ``plugin-faulty``: the command is that of a package and cannot be loaded.
        """
        if name in self._own:
            return self._own[name]
        plugin = plugins("pnp.commands")[name]
        command = load_plugin("pnp.commands", name) if plugin.is_own else None
        if isinstance(command, CommandEntry):
            return command
        return CommandEntry(plugin.value, f"A command of the package {plugin.package}.")

    def _load(self, name: str) -> Any:
        """Return a command from its function, or a group of commands."""
        entry = self.entry(name)
        is_added = name in plugins("pnp.commands") and not plugins("pnp.commands")[name].is_own
        function = load_plugin("pnp.commands", name) if is_added else named_object(entry.source)
        if not isinstance(function, typer.Typer):
            single = typer.Typer(rich_markup_mode=None, add_completion=False)
            single.command(
                name,
                help=None if is_added else entry.summary,
                epilog=f"Example:  {entry.example}" if entry.example else None,
            )(function)
            function = single
        command = call_plugin("pnp.commands", name, "command", get_command, function)
        command.name, command.help = name, command.help or entry.summary
        return command

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._names[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
