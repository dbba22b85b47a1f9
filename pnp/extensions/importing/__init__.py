"""Tables of other programs → the files of a deck and a list of parts that are not imported. Callers write the files.

Wings and packages add programs by an Importer.
"""

from __future__ import annotations

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import CommandEntry
from pnp.starters import FileStart


@frozen_dataclass
class Importer:
    """A program whose decks are imported: ``pnp import NAME FILE``.

    Attributes:
        function: Module and function, such as "module:function". It is given the path of a file, the sheet of a
            workbook, the column of copies and the encoding, each "" unless the user names it, a collector of
            diagnostics, and ``folder``, the folder whose files may be read, or None. It returns a list of FoundDeck,
            and the letters beyond ASCII that the user should look at.
        summary: The help of its command.
        example: A command line, which ends the help.
        copies: The option that names the column of copies, as that program calls it.
        copies_help: The help of that option.
    """

    function: str
    summary: str
    example: str
    copies: str = "--copies"
    copies_help: str = "The column of copies."


IMPORT = CommandEntry(
    "pnp.extensions.importing.command:import_", "Import tables from the web, Squib, nanDECK or CardPen."
)

START = FileStart("pnp.extensions.importing.starting:start_from_file")
