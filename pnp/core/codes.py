"""Every code a diagnostic may have, declared once: its name, its section of the docs, its paragraph there.

docs/diagnostics.md is made from this by docs/make.py. What is told at a place is in the diagnostic; here stands what is
true of every fault of the kind.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

Severity = Literal["error", "warning"]

PROJECTS_AND_FILES = "Projects and files"
READING_YAML = "Reading YAML"
READING_TABLES = "Tables"
CARDS_AND_DECKS = "Cards and decks"
TEMPLATES = "Templates"
TYPE_AND_PRINT = "Type and print"
DRAWINGS = "Drawings"
EXPORTS = "Exports and print shops"
EXPRESSIONS = "Expressions"
THE_RULES = "The rules"
PLAYING = "Playing"
TRANSLATIONS = "Translations"


class Code(StrEnum):
    """The codes, in the order of the docs.

    Attributes:
        section: The heading that it stands under in the docs.
        told: Its paragraph there, Markdown: what the fault is and how it is mended.
        severity: Whether it stops a build, or only a strict one.
    """

    section: str
    told: str
    severity: Severity

    def __new__(cls, name: str, section: str, told: str, severity: Severity = "error") -> Code:
        """A code with what the docs say of it."""
        code = str.__new__(cls, name)
        code._value_ = name
        code.section, code.told, code.severity = section, " ".join(told.split()), severity
        return code

    GAME_NONE = (
        "game-none",
        PROJECTS_AND_FILES,
        """
        The folder has no `data/<game>/game.yaml`. Run pnp in the project's folder, or name it with `--project`.
        """,
    )
    GAME_NAME = (
        "game-name",
        PROJECTS_AND_FILES,
        """
        The folder of a game has a name that files cannot have on every system: it holds a control character or one of
        `<>:"\\|?*`, ends in a point or space, or is the name of a device on Windows, such as `con`. Files for players
        are called so, too. Rename it: letters, digits, `-` and `_`.
        """,
    )
    GAME_UNKNOWN = (
        "game-unknown",
        PROJECTS_AND_FILES,
        """
        No folder of `data/` has the name you gave. Use the folder's name, not the game's title.
        """,
    )
    PROJECT_EXISTS = (
        "project-exists",
        PROJECTS_AND_FILES,
        """
        `pnp new` makes a new folder, and there is a file or folder of this name already. Nothing is written over:
        choose another name, or another place with `--output`.
        """,
    )
    IMPORT_EXISTS = (
        "import-exists",
        PROJECTS_AND_FILES,
        """
        `pnp import` writes over nothing: a file that it would make is there already. Choose another name. A table that
        `pnp import sheet` has saved is brought up to date with `--replace`, unless it was changed by hand since: then
        the sheet and the file disagree, and only you know which is right.
        """,
    )
    IMPORT_EMPTY = (
        "import-empty",
        PROJECTS_AND_FILES,
        """
        `pnp import` finds no cards: a table without rows, or a script that names no table. Name the `.csv` or `.xlsx`
        itself.
        """,
    )
    IMPORT_ADDRESS = (
        "import-address",
        PROJECTS_AND_FILES,
        """
        `pnp import sheet` cannot fetch the table: there is no network, the address is wrong or is not `https:`, the
        server refuses, takes more than 45 seconds, sends on into a private network, breaks off or does not say where
        the table ends, or there are more than 16 MiB. A table that you download in your browser can be imported as a
        file.
        """,
    )
    IMPORT_LARGE = (
        "import-large",
        PROJECTS_AND_FILES,
        """
        `pnp import sheet` takes tables of up to 250,000 lines and 5,000,000 cells. Import the rows and columns that the
        cards need.
        """,
    )
    IMPORT_PAGE = (
        "import-page",
        PROJECTS_AND_FILES,
        """
        The address leads to a page for people: mostly to one that asks to log in, as the sheet is not shared. In Google
        Sheets, *File, Share, Publish to web* makes a link to a sheet as comma-separated values that anybody can read.
        """,
    )
    CUTTERS_EXTRA = (
        "cutters-extra",
        PROJECTS_AND_FILES,
        """
        A warning of `pnp export silhouette` and `cricut`: cut lines are written as SVG alone, as the library for DXF is
        not installed. `pip install '.[cutters]'` adds it.
        """,
        "warning",
    )
    SERVE_EXTRA = (
        "serve-extra",
        PROJECTS_AND_FILES,
        """
        `pnp serve` needs a web server and a library that tells when files are saved, which are not installed. `pip
        install '.[serve]'` adds them.
        """,
    )
    RELEASE_LICENCE = (
        "release-licence",
        PROJECTS_AND_FILES,
        """
        A warning of `pnp release`: neither the game's folder nor the project has a licence, so nobody can tell whether
        they may print the game for friends, or translate it. Write one, as `LICENSE.txt`.
        """,
        "warning",
    )
    RELEASE_UNREAD = (
        "release-unread",
        PROJECTS_AND_FILES,
        """
        `ties.yaml` holds sentences that were recorded [unread](ties.md#read-and-unread), so nobody has said that the
        booklet is right. The game has no release; `pnp confirm` asks for them.
        """,
    )
    RELEASE_LANGUAGE = (
        "release-language",
        PROJECTS_AND_FILES,
        """
        A warning of `pnp release`: pnp has no text in this language that tells how to print; the README of the ZIP is
        in English.
        """,
        "warning",
    )
    TIME_LIMIT = (
        "time-limit",
        PROJECTS_AND_FILES,
        """
        One thing, named in the message, takes more CPU time than `--time-limit` allows, or waits as long without
        getting on: a file, a card, a block of the booklet. Look for repetitions in repetitions, and for texts and
        numbers that are far too large.
        """,
    )
    MEMORY_LIMIT = (
        "memory-limit",
        PROJECTS_AND_FILES,
        """
        A process takes more memory than `--memory-limit` allows, at what the message names.
        """,
    )
    NESTING_LIMIT = (
        "nesting-limit",
        PROJECTS_AND_FILES,
        """
        What the message names holds something that is nested more deeply than can be worked on.
        """,
    )
    PROCESS_ENDED = (
        "process-ended",
        PROJECTS_AND_FILES,
        """
        The process that worked on the project has ended by itself, or was ended by the system, at what the message
        names: a picture or font that is broken in a way no library foresaw, or a machine without memory left.
        """,
    )
    SYSTEM_LIMIT = (
        "system-limit",
        PROJECTS_AND_FILES,
        """
        The system allows this command no more open files, processes or temporary files, at what the message names.
        `ulimit -a` shows the limits; `TMPDIR` names another folder for temporary files.
        """,
    )
    GAME_EMPTY = (
        "game-empty",
        PROJECTS_AND_FILES,
        """
        `game.yaml` is empty or not a mapping. Start it with `title:`.
        """,
    )
    FILE_MISSING = (
        "file-missing",
        PROJECTS_AND_FILES,
        """
        A file that is named here is not there. Paths of templates, drawings and pictures count from `templates/`,
        those of cards from the game's folder, fonts from `fonts/`. Letters large and small are different on most
        systems.
        """,
    )
    FILE_OUTSIDE = (
        "file-outside",
        PROJECTS_AND_FILES,
        """
        The path leads out of the project, perhaps through a link. A project has to be complete in its folder, so that
        it builds everywhere and reads nothing it should not. Copy the file in.
        """,
    )
    FILE_LARGE = (
        "file-large",
        PROJECTS_AND_FILES,
        """
        A file has more than 64 MiB, more than any picture needs in print. Scale it down.
        """,
    )
    FILE_UNREADABLE = (
        "file-unreadable",
        PROJECTS_AND_FILES,
        """
        The system does not let pnp read the file. Check its permissions.
        """,
    )
    FILE_ENCODING = (
        "file-encoding",
        PROJECTS_AND_FILES,
        """
        The file is not UTF-8, so letters beyond ASCII would come out wrong. Save it as UTF-8 in your editor; in Excel
        choose *CSV UTF-8* among the kinds of files. `pnp import sheet FILE --encoding cp1252` turns a CSV that
        an older Excel has written into one, and says what it took the letters for.
        """,
    )
    CHOICE_UNKNOWN = (
        "choice-unknown",
        PROJECTS_AND_FILES,
        """
        `--only` names what none of the games has. It takes `cards`, `tokens`, `booklet`, `rules`, and the decks and
        extras of the games.
        """,
    )
    CHOICE_CARDS = (
        "choice-cards",
        PROJECTS_AND_FILES,
        """
        The expression of `--cards` cannot be read, or asks for a field that no card has.
        """,
    )
    CHOICE_LEFT_OUT = (
        "choice-left-out",
        PROJECTS_AND_FILES,
        """
        A warning: the expression of `--cards` cannot be worked out for some cards, which are not printed: they lack the
        field, or have nothing in it. Name the decks that are meant with `--only`, or ask first whether there is
        something: `card.number and card.number > 90`.
        """,
        "warning",
    )
    CHOICE_EMPTY = (
        "choice-empty",
        PROJECTS_AND_FILES,
        """
        Nothing of what there is was asked for, so there is nothing to print: no card is as `--cards` says, or the games
        have none of what `--only` names.
        """,
    )
    FACES_NONE = (
        "faces-none",
        PROJECTS_AND_FILES,
        """
        `--changed` has nothing to compare with: the output folder has no `faces.json` of the game in this language, or
        the file named with `--changed-from` cannot be read. Build once without `--changed`.
        """,
    )
    FACES_BROKEN = (
        "faces-broken",
        PROJECTS_AND_FILES,
        """
        The list of faces that `--changed` compares with was not written by pnp, or is that of another game or language.
        """,
    )
    OUTPUT_UNWRITABLE = (
        "output-unwritable",
        PROJECTS_AND_FILES,
        """
        The output cannot be written: no permission, no room, or a folder stands in the way; a link leads out of the
        folder; or the project's own `output` is a link, which pnp does not follow. Nothing has been changed. Free the
        place, or choose another with `--output`, which may be a link.
        """,
    )
    OUTPUT_LEFT = (
        "output-left",
        PROJECTS_AND_FILES,
        """
        A warning: an earlier build has made this file, and the game has nothing any more that makes it: a deck, a
        language or the game itself is gone, backs are printed otherwise, or it is a draft. `pnp build --clean` removes
        such files; it removes nothing that pnp has not made.
        """,
        "warning",
    )
    YAML_SYNTAX = (
        "yaml-syntax",
        READING_YAML,
        """
        The file is not YAML. Most often a text with `: ` in it lacks its quotes, a tab is used for indenting, or a
        quote or bracket is not closed.
        """,
    )
    YAML_DUPLICATE = (
        "yaml-duplicate",
        READING_YAML,
        """
        A key is given twice in one mapping; which one counts would be a guess. Keep one. The message names the first
        one's line.
        """,
    )
    YAML_LEADING_ZERO = (
        "yaml-leading-zero",
        READING_YAML,
        """
        A number such as `007` would lose its zeros. Write it in quotes if it is a text, without them if it is a
        number.
        """,
    )
    YAML_NUMBER = (
        "yaml-number",
        READING_YAML,
        """
        A number has more than 100 characters. Write it in quotes if it is a text.
        """,
    )
    YAML_KEY = (
        "yaml-key",
        READING_YAML,
        """
        A key is a list or a mapping. Keys are words or texts; put one with special characters in quotes.
        """,
    )
    YAML_MERGE = (
        "yaml-merge",
        READING_YAML,
        """
        Merge keys (`<<`) are not part of YAML 1.2. Repeat the entries, or let templates inherit.
        """,
    )
    YAML_TAG = (
        "yaml-tag",
        READING_YAML,
        """
        Tags such as `!!python/object` are not read; they could build anything. Remove it.
        """,
    )
    YAML_ALIAS = (
        "yaml-alias",
        READING_YAML,
        """
        An alias `*name` has no anchor before it, or aliases multiply to more than 10,000 values. Write the values
        out, or use `each:` for combinations.
        """,
    )
    YAML_DEPTH = (
        "yaml-depth",
        READING_YAML,
        """
        The file nests deeper than 40 levels. Card data need five; flatten it.
        """,
    )
    YAML_DOCUMENTS = (
        "yaml-documents",
        READING_YAML,
        """
        A second document begins with `---`. One file holds one document.
        """,
    )
    UNKNOWN_KEY = (
        "unknown-key",
        READING_YAML,
        """
        This key means nothing here; it is probably misspelt, and what it says would be lost. The fix names the
        nearest known one.
        """,
    )
    MISSING_KEY = (
        "missing-key",
        READING_YAML,
        """
        A key that is required is not there. Add it.
        """,
    )
    WRONG_VALUE = (
        "wrong-value",
        READING_YAML,
        """
        The value is not of the kind that this key takes. The message says what is expected. For a value with `{{ …
        }}` it is the outcome for the cards named.
        """,
    )
    TABLE_HEADER = (
        "table-header",
        READING_TABLES,
        """
        The table is empty, a column has no name or the name of another, or tabs separate the names. The first row must
        name every column, in CSV with commas or semicolons between them.
        """,
    )
    TABLE_CELLS = (
        "table-cells",
        READING_TABLES,
        """
        A row has more cells than the header has columns. In CSV, put cells that contain the separator in quotes; in a
        workbook, name the column or empty the cell.
        """,
    )
    TABLE_CELL = (
        "table-cell",
        READING_TABLES,
        """
        A cell of a spreadsheet holds what no card can show as it stands: a date, which Excel makes of what looks like
        one, as 3-4 or 1/2; an error of a formula, as `#REF!`; a formula whose value was never computed; or it is merged
        with others. Dates: format the column as text, and type them again. Formulas: open the file in a spreadsheet and
        save it.
        """,
    )
    TABLE_SHEET = (
        "table-sheet",
        READING_TABLES,
        """
        A workbook has no sheet of this name, or has several and none is named. Write the name behind a #:
        `cards: harbour.xlsx#Crew`. Only workbooks have sheets.
        """,
    )
    TABLE_FORMAT = (
        "table-format",
        READING_TABLES,
        """
        Tables are read from `.csv` and `.xlsx`. Your spreadsheet saves or exports as one of these. An `.xlsx` that is
        told here is broken, protected by a password, or far larger than any deck.
        """,
    )
    TABLE_EXTRA = (
        "table-extra",
        READING_TABLES,
        """
        The library that reads workbooks is not installed. `pip install '.[xlsx]'` adds it; or save the sheet
        as CSV.
        """,
    )
    CSV_SYNTAX = (
        "csv-syntax",
        READING_TABLES,
        """
        The table cannot be read; most often a quote is not closed.
        """,
    )
    DECK_NAME = (
        "deck-name",
        CARDS_AND_DECKS,
        """
        A deck's name cannot be used in expressions, or no file may be called so on Windows (`con`, `aux`). Use letters,
        digits and `_`, beginning with a letter.
        """,
    )
    DECK_LIST = (
        "deck-list",
        CARDS_AND_DECKS,
        """
        The cards of a deck are not a list. Start each card with a dash.
        """,
    )
    DECK_EMPTY = (
        "deck-empty",
        CARDS_AND_DECKS,
        """
        The deck's file has no cards. Add one, or delete the deck; a deck of one face needs no `cards:` at all.
        """,
    )
    DECK_EACH = (
        "deck-each",
        CARDS_AND_DECKS,
        """
        `each:` must be a mapping of fields to lists or ranges, and no field may also stand beside it.
        """,
    )
    DECK_LARGE = (
        "deck-large",
        CARDS_AND_DECKS,
        """
        Combinations make more than 100,000 cards. That is surely more than meant: name fewer values.
        """,
    )
    CARD_MAPPING = (
        "card-mapping",
        CARDS_AND_DECKS,
        """
        An entry of a deck is not a mapping of fields. Write `- {name: Apple, points: 1}`.
        """,
    )
    CARD_COPIES = (
        "card-copies",
        CARDS_AND_DECKS,
        """
        `copies` must be a whole number from 0 to 1000.
        """,
    )
    COPIES_COLUMN = (
        "copies-column",
        CARDS_AND_DECKS,
        """
        A warning: a column of a table is called as if it said how often each card is in the game, and only the column
        `copies` does. Each card is there once. Rename the column; or, if it says something else, name it in the deck's
        [`fields:`](keys.md).
        """,
        "warning",
    )
    PICTURE_FIELD = (
        "picture-field",
        CARDS_AND_DECKS,
        """
        A warning: a field of the kind `text` has nothing but names of pictures in it. Texts are translated, names of
        files are not: a `word` is the same in every language.
        """,
        "warning",
    )
    CARD_RANGE = (
        "card-range",
        CARDS_AND_DECKS,
        """
        A number lies outside the range that `fields:` allows. Correct the card, or widen the range.
        """,
    )
    CARD_VALUE = (
        "card-value",
        CARDS_AND_DECKS,
        """
        A value is not of its field's kind, or not one of its choices. A number where a text is wanted needs quotes.
        """,
    )
    FIELD_KIND = (
        "field-kind",
        CARDS_AND_DECKS,
        """
        `fields:` describes a field in a way pnp does not know. See [fields](project.md#fields).
        """,
    )
    FACT_NAME = (
        "fact-name",
        CARDS_AND_DECKS,
        """
        A fact has a name that expressions use for something else, or that they cannot spell. Rename it.
        """,
    )
    EXTRA_NAME = (
        "extra-name",
        CARDS_AND_DECKS,
        """
        An extra has the name of a deck, or of a file that every build makes (`cards`, `tokens`, `rules`, `booklet`).
        Rename it.
        """,
    )
    BACK_REVEALS = (
        "back-reveals",
        CARDS_AND_DECKS,
        """
        The backs of one deck look different from card to card, so players could tell cards by them. Where that is
        meant, say in [`secret_backs:`](project.md#backs) of the deck which fields they may tell.
        """,
    )
    SCRIPT_UNSUPPORTED = (
        "script-unsupported",
        CARDS_AND_DECKS,
        """
        A text is in Hebrew, Arabic or another script that runs from right to left. pnp cannot set these yet: the
        letters would stand in the wrong order.
        """,
    )
    TEXT_FAINT = (
        "text-faint",
        CARDS_AND_DECKS,
        """
        A text on a card or a player aid has a contrast of less than 4.5 : 1 with what lies under its middle (WCAG
        2.2). Over a picture it is looked at in all its room, and told when a quarter of that has less than 3 : 1; an
        `outline:` or a plate under it helps. `pnp check` looks for this, a build does not. A text drawn again a little
        aside is taken for a shadow and may be faint.
        """,
    )
    TEXT_OVER_TEXT = (
        "text-over-text",
        CARDS_AND_DECKS,
        """
        A fifth or more of a text on a card, a player aid or a figure is set over another text, so that neither can be
        read. Move one of them. A text drawn again a little aside is taken for a shadow, and one that is half clear
        (`opacity:`) for a watermark; what a plate covers in between is not seen at all, see `face-unread`. `pnp check`
        looks for this, a build does not.
        """,
    )
    FACE_UNREAD = (
        "face-unread",
        CARDS_AND_DECKS,
        """
        What `shows:` says is not seen on a face as often as it says: it is missing, or twice there, painted over, off
        the edge, or of nearly the colour of its ground. `pnp check` reads faces, a build does not. Correct the
        template, or what [`shows:`](project.md#what-faces-show) says.
        """,
    )
    FACE_PLACE = (
        "face-place",
        CARDS_AND_DECKS,
        """
        What `shows:` says is seen, but smaller than it says, or not in the middle, not in two corners across from
        each other, or not upright for who reads it there.
        """,
    )
    FACE_STRAY = (
        "face-stray",
        CARDS_AND_DECKS,
        """
        A face shows what only other cards of its deck should show, or a number that no entry of `shows:` explains.
        Often a template takes the wrong field, or the wrong card. Correct it, or name it in `shows:`.
        """,
    )
    FACE_COLOUR = (
        "face-colour",
        CARDS_AND_DECKS,
        """
        An entry of `shows:` names a colour for the face, and hardly any of it is seen, or more of another card's.
        """,
    )
    SHOWS_FIELD = (
        "shows-field",
        CARDS_AND_DECKS,
        """
        An entry of `shows:` is called like a field and shows another, or seems to be a field misspelt; or `unseen:` or
        `secret_backs:` names a field that the cards do not have.
        """,
    )
    EXAMPLE_UNEXPECTED = (
        "example-unexpected",
        CARDS_AND_DECKS,
        """
        A warning: a fact names a worked example that figures or aids read, as `examples[name]`, and could name another
        one without any expectation noticing. The picture would tell another end, and its `shows:`, which reads the same
        fact, would agree. Expect what the example must be: who plays, what is shown, who wins.
        """,
        "warning",
    )
    SHOWS_EMPTY = (
        "shows-empty",
        CARDS_AND_DECKS,
        """
        A warning: [`shows: {}`](project.md#what-faces-show) says of cards, tokens, aids or a box that nothing has to be
        seen on them, so nobody learns when they show something else. It is meant for backs and figures that are a mere
        pattern.
        """,
        "warning",
    )
    FIELD_UNSEEN = (
        "field-unseen",
        CARDS_AND_DECKS,
        """
        A warning: with another value in one of its fields the card would look the same. Show the field; or, if players
        need not see it, name it in [`unseen:`](project.md#what-faces-show) of its deck.
        """,
        "warning",
    )
    CHOICES_ALIKE = (
        "choices-alike",
        CARDS_AND_DECKS,
        """
        Two values of a field make a card look the same: two choices with one drawing, for instance. Give each its
        own.
        """,
    )
    CARDS_REPEATED = (
        "cards-repeated",
        CARDS_AND_DECKS,
        """
        A warning: a deck's file has the same card more than once, with equal values, as after pasting rows twice.
        Delete what is too much. Where a game has several of a card, write it once, with `copies`.
        """,
        "warning",
    )
    CARDS_ALIKE = (
        "cards-alike",
        CARDS_AND_DECKS,
        """
        A warning: two cards of a deck have different values and look alike. Show what sets them apart; where nothing
        should, make them one card with `copies`, or name the field in `unseen:`.
        """,
        "warning",
    )
    CONFUSABLE = (
        "confusable",
        CARDS_AND_DECKS,
        """
        A warning: a number reads as that of another card of the deck when the card lies the other way round: 6 and 9,
        68 and 89. Set a line or a dot under it. A number that stands in two places across from each other, upright for
        both readers, needs none there.
        """,
        "warning",
    )
    COLOURS_ALIKE = (
        "colours-alike",
        CARDS_AND_DECKS,
        """
        Two colours of `distinct:` look alike to people with protanopia, deuteranopia or tritanopia (they differ by
        less than 9, ΔE 2000), or in a grey print (less than 6 of 100 in lightness). `pnp check` looks for this, a
        build does not. Make one lighter or darker.
        """,
    )
    MARKS_ALIKE = (
        "marks-alike",
        CARDS_AND_DECKS,
        """
        Two things of `distinct:` have the same mark, so that colour alone tells them apart. `pnp check` looks for
        this, a build does not. Give each a shape, icon or word of its own.
        """,
    )
    BACK_SIZE = (
        "back-size",
        CARDS_AND_DECKS,
        """
        A back has another size than its face, so it could not lie behind it, or the look for a face shown small
        has. Give both the same size, best by a common parent.
        """,
    )
    EXPECTATION = (
        "expectation",
        CARDS_AND_DECKS,
        """
        A statement of `expect:` is not true of the decks. The message shows the value it has, and the cards
        concerned. Correct the cards, or the statement if it is wrong.
        """,
    )
    TEMPLATE_EMPTY = (
        "template-empty",
        TEMPLATES,
        """
        A template is empty or not a mapping of keys. A template of a plain card has at least `elements:`.
        """,
    )
    TEMPLATE_CYCLE = (
        "template-cycle",
        TEMPLATES,
        """
        A template extends itself, through others perhaps, or more than 20 stand in a chain. Remove one `extends`.
        """,
    )
    ELEMENT_KIND = (
        "element-kind",
        TEMPLATES,
        """
        An element says of no kind, or of two, what it draws. Give it exactly one of the keys `rect`, `text`, `icon`,
        ….
        """,
    )
    ELEMENT_UNKNOWN = (
        "element-unknown",
        TEMPLATES,
        """
        `before:`, `after:`, or a `null` that removes an element names one that is not there. See the nearest name in
        the fix.
        """,
    )
    BOX_UNKNOWN = (
        "box-unknown",
        TEMPLATES,
        """
        `in:` names a box that does not exist, or an element written later. Boxes are `trim`, `bleed`, `safe`, and
        elements above.
        """,
    )
    BOX_EMPTY = (
        "box-empty",
        TEMPLATES,
        """
        The element's box has no width or height, so nothing can be drawn. Check its size and the box it stands in.
        """,
    )
    SHAPE_UNSEEN = (
        "shape-unseen",
        TEMPLATES,
        """
        A shape has neither `fill` nor `stroke` and would not be seen.
        """,
    )
    COLOUR_UNKNOWN = (
        "colour-unknown",
        TEMPLATES,
        """
        The colour is neither in the palette nor one of CSS. Write it as `"#C8321F"`, or add it to `palette:`.
        """,
    )
    PATH_DATA = (
        "path-data",
        TEMPLATES,
        """
        The value of a `path` element is not SVG path data.
        """,
    )
    LOOP = (
        "loop",
        TEMPLATES,
        """
        `for:` cannot be read, or repeats its element more than 1,000 times. Write `for: n in range(3, 9)`.
        """,
    )
    ICON_UNKNOWN = (
        "icon-unknown",
        TEMPLATES,
        """
        An icon is not in the template's `icons:`, or for the rules in those of the booklet's style. Add it there, or
        correct the name.
        """,
    )
    ICONS_OVERFLOW = (
        "icons-overflow",
        TEMPLATES,
        """
        Repeated icons reach out of their box and may cover something or be cut. Make `size` or `gap` smaller, or the
        box larger.
        """,
    )
    ELEMENT_UNDRAWN = (
        "element-undrawn",
        TEMPLATES,
        """
        A warning: an element has a `when:` that is true on no card, or a `for:` that has no values on any: often a
        value is misspelt in it. Conditions that ask for the `language` are not looked at, nor are elements of a
        template that others extend.
        """,
        "warning",
    )
    FACE_HERE = (
        "face-here",
        TEMPLATES,
        """
        A card shows another card's face, which could go on for ever. `face` is for figures of the rules and for
        `extras`.
        """,
    )
    FACE_UNKNOWN = (
        "face-unknown",
        TEMPLATES,
        """
        A figure or a gallery of cards asks for a card that is not in the deck. Fields are compared in the source
        language.
        """,
    )
    FONTS_EMPTY = (
        "fonts-empty",
        TYPE_AND_PRINT,
        """
        `fonts/fonts.yaml` has no mapping in it. Name at least one family under `families:`.
        """,
    )
    FONT_UNKNOWN = (
        "font-unknown",
        TYPE_AND_PRINT,
        """
        No family of this name is in `fonts.yaml`.
        """,
    )
    FONT_REGULAR = (
        "font-regular",
        TYPE_AND_PRINT,
        """
        A family has no `regular` face, which stands in for every style that is missing.
        """,
    )
    FONT_EMBEDDING = (
        "font-embedding",
        TYPE_AND_PRINT,
        """
        `pnp fonts add` does not take a font whose own permission bits (*fsType* in the table *OS/2*) forbid that it is
        put into files, as happens in every PDF and web page. Ask its maker for a licence and a file that allow it, or
        take another font.
        """,
    )
    FONT_EXISTS = (
        "font-exists",
        TYPE_AND_PRINT,
        """
        `pnp fonts add` writes over nothing: the project has a family or a file of this name already. Give the new
        family another name with `--as`.
        """,
    )
    FONT_NONE = (
        "font-none",
        TYPE_AND_PRINT,
        """
        `pnp fonts add` finds neither a file nor a family of this name on this machine, or none of its files can be
        used. `pnp fonts list --system` lists the families that can.
        """,
    )
    FONT_LICENCE = (
        "font-licence",
        TYPE_AND_PRINT,
        """
        A warning of `pnp fonts add`: the font says nothing of its licence. That it lies on a machine does not mean that
        it may be given away in a PDF. Find its licence, and put it beside the file as `LICENSE.txt`.
        """,
        "warning",
    )
    FONT_BROKEN = (
        "font-broken",
        TYPE_AND_PRINT,
        """
        The file is not a TrueType font with *glyf* outlines. Fonts with PostScript outlines (`.otf`), web fonts and
        collections cannot be embedded; use the `.ttf` of the family.
        """,
    )
    GLYPH_MISSING = (
        "glyph-missing",
        TYPE_AND_PRINT,
        """
        No font has a glyph for a character; it would be printed as a box or as nothing. Choose a font that has it, or
        add one to `fallback:`.
        """,
    )
    TEXT_OVERFLOW = (
        "text-overflow",
        TYPE_AND_PRINT,
        """
        A text does not fit its box at its smallest size, or a word is wider than its column in the rules. Shorten it,
        make the box larger, or allow a smaller size. The message says by how much, and on which cards and in which
        language.
        """,
    )
    TEXT_MARKUP = (
        "text-markup",
        TYPE_AND_PRINT,
        """
        A warning: `**` has no partner in a text of a card, a token or an aid, and is printed as it stands. Close what
        it begins, or write `\\*\\*` where two asterisks are meant.
        """,
        "warning",
    )
    TEXT_SMALL = (
        "text-small",
        TYPE_AND_PRINT,
        """
        A warning: a text on a card, a token or an aid is set in smaller type than `smallest_text` says, in its
        template or in `game.yaml`; 5 pt where nothing is said. Texts that shrink to fit end there, too; shorten it, or
        give it room.
        Or a page of the booklet has type below the `smallest_text` of its style, 6 pt where nothing is said. Or a
        label of a figure would be less than 12 pixels high on a phone 360 pixels wide, where a figure is shown up to
        540 pixels wide and scrolls sideways: in a figure 116 mm wide, text below 7.4 pt.
        """,
        "warning",
    )
    PAGE_BLANK = (
        "page-blank",
        TYPE_AND_PRINT,
        """
        A warning: a page of the booklet, other than the last, ends far above its foot. Pages are filled evenly as far
        as boxes, figures and headings allow; a picture, an example, or a figure that is larger or stands elsewhere
        fills the rest. `most_blank` of the booklet's style says how much may be blank: `0.25`, unless it is given.
        """,
        "warning",
    )
    PAGE_COUNT = (
        "page-count",
        TYPE_AND_PRINT,
        """
        A warning: the booklet has more or fewer pages than `pages` of its style says. A page too many is what a longer
        translation does to a page that was full, and a booklet that is folded then gets a sheet more, most of it
        empty. Told at the emptiest page, which is likely where a few lines ran over.
        """,
        "warning",
    )
    TEXT_UNSAFE = (
        "text-unsafe",
        TYPE_AND_PRINT,
        """
        The ink of a text reaches out of the safe area; a cut that is a little off would touch it. Move it inwards, or
        make it smaller. Letters with descenders at the foot of the card need some room below the baseline.
        """,
    )
    SHAPE_PROPORTIONS = (
        "shape-proportions",
        TYPE_AND_PRINT,
        """
        A warning: a template of `shape: hexagon` has a size in which the six sides are not equally long. A hexagon that
        stands on a corner is 0.866 times as wide as it is high; one that lies on a side is 0.866 times as high as it is
        wide. The fix names the nearest size of either kind.
        """,
        "warning",
    )
    EDGE_BARE = (
        "edge-bare",
        TYPE_AND_PRINT,
        """
        A warning: a ground, shape or picture goes to the edge of the card or token and ends just there, on the paper or
        over a ground of another colour. No cut is so exact: that shows beside it on some cards. Let it run on,
        `in: bleed`, with a `bleed` of 3 mm in the template; or end it some millimetres inside. Tokens whose template
        has `bleed: 0mm` are cut along what is printed, and left alone. The first, middle and last card of each deck are
        looked at; with a print shop's `--profile`, all are.
        """,
        "warning",
    )
    LINE_UNNAMED = (
        "line-unnamed",
        TYPE_AND_PRINT,
        """
        A warning: a template's `cut` or `crease` names a line, and another line that is drawn along the same outline is
        not named. Presses and cutting machines take out the named one alone, and print the other, which shows beside
        the cut. Name both, as `cut: [light, dark]`: see [nets](templates.md#nets-of-boxes).
        """,
        "warning",
    )
    CARD_LARGE = (
        "card-large",
        TYPE_AND_PRINT,
        """
        The piece does not fit on the paper with its margin: a token, a card beside its back with `--backs fold`, or
        one for a cutting machine. Other cards and boards are [put together from sheets](printing.md#boards-and-mats),
        but from no more than 64. Choose larger paper with `--paper`.
        """,
    )
    CARD_TILED = (
        "card-tiled",
        TYPE_AND_PRINT,
        """
        A warning: the cards of a deck do not fit on the paper, and each would be put together from several sheets, as
        boards are. Mostly that is a slip in `size`. Boards and mats are `extras` of a game; those
        are tiled without a word.
        """,
        "warning",
    )
    BACK_BLEED = (
        "back-bleed",
        TYPE_AND_PRINT,
        """
        A warning: backs that look different at their edges lie so near to one another that a printer which is off by
        1.2 mm, as many are, would show one on the other. Leave room between them with `--gutter 3mm`, which may take
        more sheets, or make backs without a ground, that leave the paper white at the edge. Tokens lie apart, so that
        the paper's white would show: give face and back a `bleed` of 1.5 mm or more.
        """,
        "warning",
    )
    BORDER_WIDE = (
        "border-wide",
        TYPE_AND_PRINT,
        """
        A warning: the white border of `--border` reaches into the safe area of a template, where texts may stand. Make
        it as wide as `safe` at most.
        """,
        "warning",
    )
    STYLE_MISSING = (
        "style-missing",
        TYPE_AND_PRINT,
        """
        A warning: a text asks for bold, italic or both, with `bold: true` or with marks, and its family has no face of
        that style, so that another one stands in: bold for bold-italic, else the regular one. Add the face to the
        family in `fonts/fonts.yaml`, or choose a family that has it.
        """,
        "warning",
    )
    IMAGE_BROKEN = (
        "image-broken",
        TYPE_AND_PRINT,
        """
        The file is no PNG or JPEG. Save it again as PNG; renaming a file does not convert it.
        """,
    )
    IMAGE_LARGE = (
        "image-large",
        TYPE_AND_PRINT,
        """
        The picture has more than 89 million pixels and would take gigabytes of memory. Scale it to the size it is
        printed in.
        """,
    )
    IMAGE_COARSE = (
        "image-coarse",
        TYPE_AND_PRINT,
        """
        The picture has too few pixels for its size on paper and would look blurred. Use a larger one, print it
        smaller, or lower `min_dpi` if it is meant to be so.
        """,
    )
    SVG_BROKEN = (
        "svg-broken",
        DRAWINGS,
        """
        The file is not well-formed XML, or its outermost element is not `<svg>`. Save it as SVG again from your
        drawing program.
        """,
    )
    SVG_UNSUPPORTED = (
        "svg-unsupported",
        DRAWINGS,
        """
        The drawing uses something that would not come out as drawn: text, a picture, a filter, a mask, a pattern, a
        style sheet, …. The fix says what to do in the drawing program; most often it is *convert to paths* and *save
        as plain SVG*.
        """,
    )
    SVG_VALUE = (
        "svg-value",
        DRAWINGS,
        """
        An attribute cannot be read: a length, a colour, a transform, path data, a `viewBox`.
        """,
    )
    SVG_REFERENCE = (
        "svg-reference",
        DRAWINGS,
        """
        A reference leads to nothing in the file, to the wrong kind of element, or back to itself.
        """,
    )
    SVG_LARGE = (
        "svg-large",
        DRAWINGS,
        """
        The drawing has more than 200,000 curves or 50,000 elements, or nests too deeply. Every sheet that uses it
        would be as large. Simplify its paths, or place it as a picture.
        """,
    )
    DRAWING_COPIED = (
        "drawing-copied",
        DRAWINGS,
        """
        A warning: two files that a game uses draw just the same. One was probably saved over the other. Draw it anew,
        or use one name for both.
        """,
        "warning",
    )
    SVG_VARIABLE = (
        "svg-variable",
        DRAWINGS,
        """
        `colours:` gives a colour for `var(--name)`, but the drawing does not ask for it. Correct the name, or use the
        variable in the drawing: `fill="var(--name, black)"`.
        """,
    )
    COLOUR_UNUSED = (
        "colour-unused",
        DRAWINGS,
        """
        A warning: a colour is given to a drawing or icon in which nothing is painted in `currentColor`, so that it
        looks as before. Write `fill="currentColor"` in the drawing, or leave the colour out.
        """,
        "warning",
    )
    CARD_UNKNOWN = (
        "card-unknown",
        EXPORTS,
        """
        `pnp show` names a card that the deck does not have, or asks for the back of a deck without backs. A card is
        named as messages name it, without its deck, or by its place in the deck, from 1.
        """,
    )
    DECK_UNKNOWN = (
        "deck-unknown",
        EXPORTS,
        """
        `--deck`, or the first word after `pnp show`, names a deck that no game has, or that several have. Use the names
        of `decks:` and `extras:` in `game.yaml`; of several games name one.
        """,
    )
    PROFILE_UNKNOWN = (
        "profile-unknown",
        EXPORTS,
        """
        There is no profile of that print shop, neither in the project's `profiles/` nor with pnp.
        """,
    )
    PRESS_UNKNOWN = (
        "press-unknown",
        EXPORTS,
        """
        There is no press of that name, neither in the project's `profiles/presses/` nor with pnp.
        """,
    )
    PRESS_PROFILE = (
        "press-profile",
        EXPORTS,
        """
        The file is no ICC profile of a press with four inks, or one of version 4, which PDF/X-1a does not know. Take
        the profile that the printer names, saved as version 2.
        """,
    )
    SHOP_SIZE = (
        "shop-size",
        EXPORTS,
        """
        The print shop does not print cards of that size. Nothing is scaled, as texts would come out smaller than they
        were checked. The fix names the shop's nearest size, if one is near, and what to write in the template. A deck
        that was not asked for by name is [left out](#shop-left-out) instead, where others can be printed.
        """,
    )
    SHOP_LEFT_OUT = (
        "shop-left-out",
        EXPORTS,
        """
        A warning: the print shop has no size for a deck, so its files are without it. Order those pieces elsewhere, or
        print them at home; name the decks that are meant with `--deck`, and nothing is told.
        """,
        "warning",
    )
    CUTTER_LEFT_OUT = (
        "cutter-left-out",
        EXPORTS,
        """
        A warning: a piece does not fit where a cutting machine cuts, as a box often does not. The files of the others
        are written. Take larger paper, where the machine does, or print it with `pnp build` and cut it by hand.
        """,
        "warning",
    )
    SHOP_MANY = (
        "shop-many",
        EXPORTS,
        """
        A warning: there are more cards than the print shop takes in one order. Order deck by deck, with `--deck`.
        """,
        "warning",
    )
    SHOP_RESOLUTION = (
        "shop-resolution",
        EXPORTS,
        """
        A warning: a picture has fewer than five of six of the dots that the print shop asks for, at the size it is
        printed in. Take a larger picture, or print it smaller.
        """,
        "warning",
    )
    SHOP_BLEED = (
        "shop-bleed",
        EXPORTS,
        """
        A warning: what is painted at the edge of a card ends before the edge of the bleed, or the whole bleed ends long
        before the shop's. Where the cut is a little off, white paper shows. Draw it `in: bleed`, or make `bleed:`
        larger.
        """,
        "warning",
    )
    SHOP_SAFE = (
        "shop-safe",
        EXPORTS,
        """
        A warning: a text reaches out of the area that the print shop promises not to cut.
        """,
        "warning",
    )
    SHOP_TEXT = (
        "shop-text",
        EXPORTS,
        """
        A warning: a text is smaller than what the print shop prints well.
        """,
        "warning",
    )
    SHOP_REVERSED = (
        "shop-reversed",
        EXPORTS,
        """
        A warning: light text of 6 pt or less stands on a ground of several inks, 150 % or more. Plates never lie on one
        another quite exactly, and what is off fills the thin strokes of such letters. Make the text larger, or give it
        a ground of fewer inks.
        """,
        "warning",
    )
    SHOP_LINE = (
        "shop-line",
        EXPORTS,
        """
        A warning: a line is thinner than what the print shop prints well; it may break up, or not show at all.
        """,
        "warning",
    )
    SHOP_INK = (
        "shop-ink",
        EXPORTS,
        """
        A warning: in one place all inks together are more than the shop takes; it may not dry, and come off on the next
        card. Colours are counted as the ICC profile separates them, pictures that are in CMYK already as they are.
        Black texts and thin black lines leave out a ground that would be too much with them. Take a lighter colour, or
        a profile with less ink.
        """,
        "warning",
    )
    SHOP_TRANSPARENCY = (
        "shop-transparency",
        EXPORTS,
        """
        A warning: something half clear lies over more than one colour. In a PDF of four inks nothing is clear, so that
        place becomes a picture, with all that lies under it; in one of other colours it stays clear, which shops may
        refuse. Mix the colours in the drawing, or leave it where the picture is good enough.
        """,
        "warning",
    )
    SHOP_FONT = (
        "shop-font",
        EXPORTS,
        """
        A warning: the font file says that it must not be embedded, and PDFs embed it. Ask whoever made it, or take
        another.
        """,
        "warning",
    )
    EXPRESSION = (
        "expression",
        EXPRESSIONS,
        """
        The expression cannot be worked out: a division by zero, a comparison of a text with a number, a value of the
        wrong kind.
        """,
    )
    EXPRESSION_SYNTAX = (
        "expression-syntax",
        EXPRESSIONS,
        """
        The expression cannot be read: a bracket or `}}` is missing, or a filter is misspelt. Filters are listed in
        [expressions](expressions.md#filters).
        """,
    )
    EXPRESSION_LIMIT = (
        "expression-limit",
        EXPRESSIONS,
        """
        Loops take more than 100,000 steps together, filters and sums go through more than 500,000 values, a text or
        list becomes too long, or a power too large. Loop over less.
        """,
    )
    EXPRESSION_UNSAFE = (
        "expression-unsafe",
        EXPRESSIONS,
        """
        The expression asks for something that is not offered, such as an attribute of a value or a statement other
        than `if`, `for` and `set`. Projects are passed around, so expressions reach only what is listed.
        """,
    )
    UNDEFINED_NAME = (
        "undefined-name",
        EXPRESSIONS,
        """
        A name, field or entry is not there, or its value is empty. It would leave a hole in a card. The fix names the
        nearest one; where a value may be missing, write `|default('…', true)`.
        """,
    )
    BOOKLET_CONTAINER = (
        "booklet-container",
        THE_RULES,
        """
        `:::` is followed by no container that pnp knows, or a container is never closed and would swallow the rest of
        the rules.
        """,
    )
    BOOKLET_HEADING = (
        "booklet-heading",
        THE_RULES,
        """
        `#` is the title, which the cover shows. Sections begin with `##`.
        """,
    )
    COMPONENT_MISSING = (
        "component-missing",
        THE_RULES,
        """
        The rules list their components with `::: component`, but leave out a deck of the game. Add it to the list.
        """,
    )
    BOOKLET_MARKUP = (
        "booklet-markup",
        THE_RULES,
        """
        A booklet has no code, no HTML, no horizontal rules and no Markdown images: they would be printed as typed.
        Write plain text, use `::: figure` for pictures and `::: page-break` or a heading instead of a rule. So would
        an asterisk that has no partner: write `\\*` where one is meant.
        """,
    )
    BOOKLET_FIGURE = (
        "booklet-figure",
        THE_RULES,
        """
        `::: figure` or `::: page` does not name its picture.
        """,
    )
    BOOKLET_DECK = (
        "booklet-deck",
        THE_RULES,
        """
        `::: component` or `::: cards` names no deck of the game.
        """,
    )
    BOOKLET_EACH = (
        "booklet-each",
        THE_RULES,
        """
        `::: each` cannot be read, does not go through a list, or has more than 500 values; or all that is repeated in a
        booklet, blocks in each other included, comes to more than 5,000. Write `::: each goal in goals`.
        """,
    )
    BOOKLET_ARGUMENT = (
        "booklet-argument",
        THE_RULES,
        """
        A container has an argument or a word it does not know, or a value that makes no sense: `columns=0`,
        `cards=5`. Lists and mappings are YAML: `cards=[{number: 1}, {number: 2}]`.
        """,
    )
    BOOKLET_LINK = (
        "booklet-link",
        THE_RULES,
        """
        A link leads to no heading, or to something that is no address. Headings are named by their source words,
        small, with hyphens: `#what-you-need`.
        """,
    )
    BOOKLET_EMPTY = (
        "booklet-empty",
        THE_RULES,
        """
        The file of the rules has no text. Write it, or delete the file.
        """,
    )
    LITERAL_NUMBER = (
        "literal-number",
        THE_RULES,
        """
        A number is typed in the rules, in their translation, or in a figure or aid; or there a name of a player of the
        examples. It would stay when the data change. Write an expression; or `[two]{.literal}` in the rules,
        `literals: ["2"]` in a template, where it is nothing of the game's. See [numbers](rulebook.md#numbers).
        """,
    )
    RULES_MISSING = (
        "rules-missing",
        PLAYING,
        """
        The game has examples or claims about games, or is to be simulated, and has no `rules.py`. Write one, or leave
        them out.
        """,
    )
    RULES_SYNTAX = (
        "rules-syntax",
        PLAYING,
        """
        `rules.py` or `bots.py` is not Python. The line is where Python gives up; the slip may be just above it.
        """,
    )
    RULES_GAME = (
        "rules-game",
        PLAYING,
        """
        `rules.py` has no function `game`, or more than one Table, so it is not clear what is to be played.
        """,
    )
    RULES_ERROR = (
        "rules-error",
        PLAYING,
        """
        The rules raise an exception, or end the process that plays them. The place is the last line of your code that
        was run.
        """,
    )
    RULES_HANG = (
        "rules-hang",
        PLAYING,
        """
        A game takes longer than five seconds without coming to its end. Look for a loop whose condition never turns
        false.
        """,
    )
    RULES_YIELD = (
        "rules-yield",
        PLAYING,
        """
        What the rules yield cannot be answered: nobody is asked, a seat that does not exist, or no options. Yield a
        list with the options of every seat, or a mapping of some seats to their options.
        """,
    )
    RULES_YIELD_FROM = (
        "rules-yield-from",
        PLAYING,
        """
        A part of `rules.py` asks players, and is called like one that does not, so nothing of it is played. Write
        `yield from` before the call.
        """,
    )
    RULES_CARDS = (
        "rules-cards",
        PLAYING,
        """
        A card lies in two places, has gone, or comes from nowhere. From the first decision to the last, every card
        lies in exactly one pile. While its player is asked, a card is still in hand.
        """,
    )
    RULES_LENGTH = (
        "rules-length",
        PLAYING,
        """
        A game takes more or fewer decisions than `decisions:` of `play:` allows. Either a game can really be so long,
        or it goes round in circles.
        """,
    )
    RULES_SCORE = (
        "rules-score",
        PLAYING,
        """
        A player ends with a score outside `scores:` of `play:`. Correct the scoring, or the bounds.
        """,
    )
    RULES_END = (
        "rules-end",
        PLAYING,
        """
        The rules return something else than an `End`, or one with the wrong number of scores, or with winners who do
        not play.
        """,
    )
    RULES_VIEW = (
        "rules-view",
        PLAYING,
        """
        A player sees what is hidden, or what was seen earlier has changed afterwards. Bots could play by what no
        player knows. It comes from an own `seen_by`, or from objects with a life of their own on the table.
        """,
    )
    RULES_UNSTEADY = (
        "rules-unsteady",
        PLAYING,
        """
        The same seed gives another game when it is played again. Take chance from `table.shuffled` and `table.random`
        alone, keep nothing outside the table, and do not go through a set where order matters.
        """,
    )
    RULES_COVERAGE = (
        "rules-coverage",
        PLAYING,
        """
        A warning: the worked examples run less than 95 % of the branches of `rules.py`, and leave out more than one, so
        rules can change without any of them noticing. Add examples for the lines that are named. A single branch that
        is left out stands in the summary.
        """,
        "warning",
    )
    MINUTES_UNLIKELY = (
        "minutes-unlikely",
        PLAYING,
        """
        A warning: simulated games take less than two thirds of the `minutes:` of the box, or more than half as long
        again, at every number of players. What a decision takes stands in `play: seconds`.
        """,
        "warning",
    )
    RULES_LEAK = (
        "rules-leak",
        PLAYING,
        """
        A warning: two hidden cards changed places, and [what everybody sees](playing.md#secrets) became another. The
        rules tell what a pile hides. Where that is meant, a claim says so: `seen: {turn: all}`.
        """,
        "warning",
    )
    PILE_UNCLAIMED = (
        "pile-unclaimed",
        PLAYING,
        """
        A warning for games with claims: no claim says who may see a pile of `rules.py`, so a hand that is open to all
        would pass. Write [a claim](playing.md#secrets) with `seen:`.
        """,
        "warning",
    )
    RULES_UNTESTED = (
        "rules-untested",
        PLAYING,
        """
        A warning of `pnp check --mutate`: the rules were changed in one place, and no example and no claim noticed.
        What stands there is [not tested](playing.md#changes-that-nobody-notices), so it may be wrong as well.
        """,
        "warning",
    )
    RULES_HARMLESS = (
        "rules-harmless",
        PLAYING,
        """
        An entry of `harmless.yaml` names no change of the rules, or gives no reason. It is looked at by
        `pnp check --mutate`.
        """,
    )
    RULES_SECTION = (
        "rules-section",
        PLAYING,
        """
        A warning: a comment of `rules.py` names a section in brackets that the booklet does not have, neither as a
        heading nor in bold.
        """,
        "warning",
    )
    PLAY_NAMES = (
        "play-names",
        PLAYING,
        """
        A warning: `names:` of `play:` names something that the rules do not have, or has a word in braces that stands
        for nothing. `{seat}` and `{value}` stand for the value that is told, `{n}` for the number of a seat; a pick
        of several parts has their names.
        """,
        "warning",
    )
    BOTS_UNKNOWN = (
        "bots-unknown",
        PLAYING,
        """
        No function of `bots.py` has the name of this bot. `random` is always there.
        """,
    )
    BOTS_SEATS = (
        "bots-seats",
        PLAYING,
        """
        Bots of a claim, and those of `--fixed-seats`, keep their seats, and there are more bots than seats. Name
        fewer; without `--fixed-seats` they change places, and all play by turns.
        """,
    )
    SET_UNKNOWN = (
        "set-unknown",
        PLAYING,
        """
        `set:` of a claim, or `--set`, names what is no fact of `game.yaml`, nor a value that the rules know, so that
        setting it would change nothing. A value of the table that can be set has a first value in the `Table` of
        `rules.py`: `variants = ()`.
        """,
    )
    SET_VALUE = (
        "set-value",
        PLAYING,
        """
        `set:` of a claim, or `--set`, gives a fact or a value of the table a value of another kind: a text where
        there is a number.
        """,
    )
    BOTS_ERROR = (
        "bots-error",
        PLAYING,
        """
        A bot raises an exception. The place is in `bots.py`.
        """,
    )
    BOTS_PICK = (
        "bots-pick",
        PLAYING,
        """
        A bot returns something that is none of its options. It must return one of those it was given.
        """,
    )
    PLAYERS_NUMBER = (
        "players-number",
        PLAYING,
        """
        The game is not for so many players. `players:` in `game.yaml` says for how many it is.
        """,
    )
    CARD_NAME = (
        "card-name",
        PLAYING,
        """
        Two different cards are called the same in examples and traces. Add to `named:` what sets them apart.
        """,
    )
    EXAMPLE_VALUE = (
        "example-value",
        PLAYING,
        """
        A worked example has something that does not fit: a card that does not exist or lies elsewhere already, a
        pile, player, function or value that is not there.
        """,
    )
    EXAMPLE_EMPTY = (
        "example-empty",
        PLAYING,
        """
        A warning: a worked example says nothing under `then` or `after`, so it passes whatever the rules do. It counts
        neither for a claim that it should show nor for sentences that are tied to it.
        """,
        "warning",
    )
    EXAMPLE_PICKS = (
        "example-picks",
        PLAYING,
        """
        A pick of a worked example is none of the options, or there are too many or too few picks.
        """,
    )
    EXAMPLE_FAILS = (
        "example-fails",
        PLAYING,
        """
        The rules fail while a worked example is played, most often because its table lacks a value that this part of
        the rules needs.
        """,
    )
    EXAMPLE_OUTCOME = (
        "example-outcome",
        PLAYING,
        """
        What comes out of a worked example is not what is written down, and so not what the booklet tells. The rules
        have changed, or the example never was right.
        """,
    )
    CLAIM_TEST = (
        "claim-test",
        PLAYING,
        """
        A claim has no test, or more than one; or `share` without `between`.
        """,
    )
    CLAIM_EMPTY = (
        "claim-empty",
        PLAYING,
        """
        A warning: the test of a claim names nothing of the game, as `1 == 1`, and comes out the same whatever the game
        is. Name what the claim is about: `decks.numbers|length == 60`. No sentence can be tied to it.
        """,
        "warning",
    )
    REPORT_MEASURE = (
        "report-measure",
        PLAYING,
        """
        A [measure of the report](playing.md#the-report) cannot be looked at as it is written: its expression cannot be
        read, it names something that is not there when it looks, or two measures have one name.
        """,
    )
    REPORT_VALUE = (
        "report-value",
        PLAYING,
        """
        A [measure of the report](playing.md#the-report) cannot be worked out in a game, or comes to something else than
        it tells: a share to neither true nor false, another to no whole number.
        """,
    )
    CLAIM_EXPRESSION = (
        "claim-expression",
        PLAYING,
        """
        The test of a claim cannot be worked out. Look at [what a test sees](playing.md#claims), and when.
        """,
    )
    CLAIM_FUNCTION = (
        "claim-function",
        PLAYING,
        """
        A [function of claims.py](playing.md#tests-in-python) is missing, asks for something that is not there when it
        looks, fails, or returns neither `True` nor `False`; or no claim names it.
        """,
    )
    CLAIM_EXAMPLE = (
        "claim-example",
        PLAYING,
        """
        A claim is to be shown by an example that does not exist.
        """,
    )
    CLAIM_SECTION = (
        "claim-section",
        PLAYING,
        """
        A claim of the booklet names a section that the booklet does not have.
        """,
    )
    TIES_FILE = (
        "ties-file",
        PLAYING,
        """
        `ties.yaml` is not as `pnp confirm` writes it: a [section](ties.md#the-file) with a line of digests for each
        language, and its tests. Take it from version control, or begin anew.
        """,
    )
    SENTENCE_UNCONFIRMED = (
        "sentence-unconfirmed",
        PLAYING,
        """
        A warning, of games with a `ties.yaml`: a sentence, its translation, its place among the steps, or a test it
        rests on is not as it was when somebody [confirmed](ties.md) it. Read the sentence and its tests; when they say
        the same, `pnp confirm` records them. The old words are in version control.
        """,
        "warning",
    )
    SENTENCE_UNREAD = (
        "sentence-unread",
        PLAYING,
        """
        A warning, of games with a `ties.yaml`: `pnp confirm --yes` has recorded sentences, titles or labels that nobody
        has [read](ties.md#read-and-unread). `pnp confirm` asks for them once more, section by section.
        """,
        "warning",
    )
    SECTION_UNTESTED = (
        "section-untested",
        PLAYING,
        """
        A warning, of games with a `ties.yaml`: sentences under a heading state rules, and none of them is
        [tied](ties.md) to a claim or an example. Write one, or say in `pnp confirm` that they state no rule.
        """,
        "warning",
    )
    TIE_CONTRADICTED = (
        "tie-contradicted",
        PLAYING,
        """
        A warning, of games with a `ties.yaml`: a sentence is [tied](ties.md) to a claim whose verdict is
        `contradicted`, so what shows it shows that it is not so.
        """,
        "warning",
    )
    TIE_FACT = (
        "tie-fact",
        PLAYING,
        """
        A warning, of games with a `ties.yaml`: a sentence's words change with a fact that no claim, example or
        expectation it is [tied](ties.md) to looks at. Perhaps another fact is meant, which has the same value today. A
        function of `rules.py` does not count, as it reads facts of which the sentence says nothing.
        """,
        "warning",
    )
    TIE_OPPOSITE = (
        "tie-opposite",
        PLAYING,
        """
        A warning, of games with a `ties.yaml`: a sentence says *left* where the claims it is [tied](ties.md) to say
        *right*. One of them is wrong; or, where both are right, the answer *y* to `pnp confirm` says so.
        """,
        "warning",
    )
    TIE_UNKNOWN = (
        "tie-unknown",
        PLAYING,
        """
        `ties.yaml` names a test that is not there. Claims and expectations are named by their first words, examples
        by their names, functions of `rules.py` as `name()`.
        """,
        "warning",
    )
    CLAIM_VERDICT = (
        "claim-verdict",
        PLAYING,
        """
        What playing shows is not the verdict that is written down. Either the rules, the data or the claim is wrong,
        or the claim turns out to be false: then write `verdict: contradicted`, and why in `because:`.
        """,
    )
    CLAIM_OPEN = (
        "claim-open",
        PLAYING,
        """
        It cannot be told whether a claim holds: its moment never comes, or the share is too near to a bound. Play
        more games, or choose wider bounds.
        """,
    )
    CLUSTER = (
        "cluster",
        PLAYING,
        """
        Nobody answers at the address of the scheduler, it has no workers, or Dask is not installed.
        """,
    )
    LANGUAGE_UNAVAILABLE = (
        "language-unavailable",
        TRANSLATIONS,
        """
        You asked for a language that the game does not have. Add it to `languages:` and translate it.
        """,
    )
    LANGUAGE_UNKNOWN = (
        "language-unknown",
        TRANSLATIONS,
        """
        No rules for plurals are known for this language code. Use a code like `fr` or `pt_BR`.
        """,
    )
    CATALOGUE_MISSING = (
        "catalogue-missing",
        TRANSLATIONS,
        """
        The file of a language is not there. Run `pnp i18n update` and translate it, or take the language out of
        `languages:`.
        """,
    )
    CATALOGUE_SYNTAX = (
        "catalogue-syntax",
        TRANSLATIONS,
        """
        A line of the PO file cannot be read: a quote is open or not escaped, a keyword is misspelt, a msgstr is
        missing. The rest is read on. `update` refuses to rewrite the file until it is mended, so that nothing is
        lost.
        """,
    )
    CATALOGUE_DUPLICATE = (
        "catalogue-duplicate",
        TRANSLATIONS,
        """
        One text has two entries, and only the first counts. Remove one.
        """,
    )
    CATALOGUE_LANGUAGE = (
        "catalogue-language",
        TRANSLATIONS,
        """
        The header says another `Language:` than the file's name. Its translations may be those of another language.
        """,
    )
    CATALOGUE_PLURAL = (
        "catalogue-plural",
        TRANSLATIONS,
        """
        The header's `Plural-Forms` cannot be used, so forms would be chosen wrongly. Run `pnp i18n update`, which
        writes those of the language.
        """,
    )
    TRANSLATION_MISSING = (
        "translation-missing",
        TRANSLATIONS,
        """
        A text has no translation, or an empty one. Run `pnp i18n update`, then translate it. If the catalogue has one
        much like it, the message shows it. More than five are told as one; `pnp i18n status` counts them, and
        `pnp build --draft` prints with the texts of the source in brackets.
        """,
    )
    COMPARED_UNKNOWN = (
        "compared-unknown",
        CARDS_AND_DECKS,
        """
        An expression compares a field that is a choice with a word that is none of its choices, so that it is never
        true: `card.district == 'harbor'`, where the field says `harbour`. Correct the word, or add it to the field.
        """,
    )
    TEXT_COMPARED = (
        "text-compared",
        TRANSLATIONS,
        """
        A warning: an expression of a template or a booklet compares a text of cards with a word of the source language,
        as `card.name == 'Amber'`. Expressions see texts in the language that is printed, so it is true in one alone.
        Compare a field that is a `word` or a `choice`, which stay as they are.
        """,
        "warning",
    )
    TRANSLATION_NONE = (
        "translation-none",
        TRANSLATIONS,
        """
        A warning: a template shows a choice or a `word` of its cards, which stay as they are in every language. Make
        the field a `text`, look the word up in `words`, or write `|string` behind it where it is a name.
        """,
        "warning",
    )
    TRANSLATION_STALE = (
        "translation-stale",
        TRANSLATIONS,
        """
        The translation is marked fuzzy: its text has changed since. Correct it, and remove the mark.
        """,
    )
    TRANSLATION_UNUSED = (
        "translation-unused",
        TRANSLATIONS,
        """
        A warning: entries belong to texts that are gone. `pnp i18n update` keeps them at the end of the file.
        """,
        "warning",
    )
    PLURAL_MISSING = (
        "plural-missing",
        TRANSLATIONS,
        """
        A text that depends on a number lacks one of the language's forms, or its plural has changed. Fill in each
        `msgstr[…]`.
        """,
    )
    PLACEHOLDER_LOST = (
        "placeholder-lost",
        TRANSLATIONS,
        """
        A placeholder, icon or link of the source is missing from the translation, so players would not read a number
        they need. Put it where it belongs.
        """,
    )
    PLACEHOLDER_CHANGED = (
        "placeholder-changed",
        TRANSLATIONS,
        """
        The translation has a placeholder that the source does not have, most often a misspelt one, or too many links.
        Write the source's own. Formatting filters may [differ](translations.md#what-a-translation-keeps).
        """,
    )
    TERM_LOST = (
        "term-lost",
        TRANSLATIONS,
        """
        A warning: the source says a term of the [glossary](translations.md#glossary), and the translation has none of
        its words, or those of another term. Say the term; or add the word that is as good to the glossary.
        """,
        "warning",
    )
    TERM_UNUSED = (
        "term-unused",
        TRANSLATIONS,
        """
        A warning: no text of the game says a term of its glossary, so nothing is compared by it. Correct its spelling,
        or take it out.
        """,
        "warning",
    )
    OPPOSITE_SAID = (
        "opposite-said",
        TRANSLATIONS,
        """
        A warning: the source says one thing, as *left*, and the translation its opposite, *droite*. The opposites are
        those of the [pair of languages](translations.md#pairs-of-languages).
        """,
        "warning",
    )
    NEGATION_CHANGED = (
        "negation-changed",
        TRANSLATIONS,
        """
        A warning: the source says *not*, *never* or *nobody*, and the translation has no such word, or the other way
        round.
        """,
        "warning",
    )
    NUMBER_CHANGED = (
        "number-changed",
        TRANSLATIONS,
        """
        A warning: numbers in words or figures are not those of the source.
        """,
        "warning",
    )
    ORDER_CHANGED = (
        "order-changed",
        TRANSLATIONS,
        """
        A warning: placeholders or icons have changed places, are shown more or less often, or links lead elsewhere.
        Where the language wants another order, say so above the entry: `# meant: order`.
        """,
        "warning",
    )
    PLURAL_ALIKE = (
        "plural-alike",
        TRANSLATIONS,
        """
        A warning: a translation has the same words for one thing and for several, or the forms are the wrong way round.
        Where a word has no plural, say so above the entry: `# meant: plural`.
        """,
        "warning",
    )
    SOURCE_LEFT = (
        "source-left",
        TRANSLATIONS,
        """
        A warning: words of the source stand in the translation, and no other translation uses them. Translate them;
        what is the same in both languages belongs into the [glossary](translations.md#glossary).
        """,
        "warning",
    )
    TRANSLATION_LENGTH = (
        "translation-length",
        TRANSLATIONS,
        """
        A warning: a translation ends too early, or it is far shorter or longer than translations of this game are.
        """,
        "warning",
    )
    TRANSLATIONS_ALIKE = (
        "translations-alike",
        TRANSLATIONS,
        """
        A warning: two different texts of up to four words have one translation. On the cards, or in `words:` for a
        field's values, they tell cards apart in the source, and no longer in the translation; elsewhere one may have
        been taken over from the other. Translate one of them with another word; where it is meant, write
        `# meant: alike` above one of the entries.
        """,
        "warning",
    )
    TRANSLATIONS_SWAPPED = (
        "translations-swapped",
        TRANSLATIONS,
        """
        A warning: two translations fit each other's source better than their own. Exchange them.
        """,
        "warning",
    )
    WORD_UNKNOWN = (
        "word-unknown",
        TRANSLATIONS,
        """
        A warning: a word is in no dictionary of its language and not in the game's
        [glossary](translations.md#glossary). It is told once, where it stands first. Correct it, or add it to `words:`
        there.
        """,
        "warning",
    )
    MARKUP_CHANGED = (
        "markup-changed",
        TRANSLATIONS,
        r"""
        A warning: a `*` or `**` has no partner and would be printed, or turn what follows bold. Close it, or write
        `\*`. Or a translation has less or more in bold or in italics than its source.
        """,
        "warning",
    )
