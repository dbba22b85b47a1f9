"""All codes of diagnostics, one a line: the name, its section in the docs, and its severity.

A paragraph in codes.md, beside this file, explains each code; ``pnp explain`` and the docs print it. A diagnostic says
what is wrong at one place; the paragraph says what applies to every diagnostic with its code.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, get_args

Severity = Literal["error", "warning"]

FILES = "Projects and files"
YAML = "Reading YAML"
TABLES = "Tables"
CARDS = "Cards and decks"
TEMPLATES = "Templates"
PRINT = "Type and print"
DRAWINGS = "Drawings"
EXPORTS = "Exports and print shops"
EXPRESSIONS = "Expressions"
RULES = "The rules"
PLAYING = "Playing"
TRANSLATIONS = "Translations"


class AddedCode(str):
    """A code that a package adds; the package's codes.md explains it.

    Attributes:
        severity: An error stops a build; a warning stops only a strict one.
    """

    severity: Severity
    section = "Packages"

    def __new__(cls, name: str, severity: Severity = "error") -> AddedCode:
        """Make a code from its name, such as "title-shouts".

        Raises:
            ValueError: It is not a name, or there is no such severity.
        """
        if not name.replace("-", "").isalnum() or name != name.lower() or severity not in get_args(Severity):
            raise ValueError(f"AddedCode({name!r}, {severity!r}): write a name like title-shouts, and error or warning")
        code = str.__new__(cls, name)
        code.severity = severity
        return code


class Code(StrEnum):
    """The codes of pnp, in the order of codes.md.

    Attributes:
        section: The heading in codes.md that the code stands under.
        severity: An error stops a build; a warning stops only a strict one.
    """

    section: str
    severity: Severity

    def __new__(cls, name: str, section: str, severity: Severity = "error") -> Code:
        """Make a code: a string that also has a section and a severity."""
        code = str.__new__(cls, name)
        code._value_ = name
        code.section, code.severity = section, severity
        return code

    GAME_NONE = "game-none", FILES
    GAME_NAME = "game-name", FILES
    GAME_UNKNOWN = "game-unknown", FILES
    PROJECT_EXISTS = "project-exists", FILES
    IMPORT_EXISTS = "import-exists", FILES
    IMPORT_EMPTY = "import-empty", FILES
    IMPORT_ADDRESS = "import-address", FILES
    IMPORT_LARGE = "import-large", FILES
    IMPORT_PAGE = "import-page", FILES
    IMPORT_EXTRA = "import-extra", FILES
    IMPORT_ENCODING = "import-encoding", FILES, "warning"
    CUTTERS_EXTRA = "cutters-extra", FILES, "warning"
    SERVE_EXTRA = "serve-extra", FILES
    RELEASE_LICENCE = "release-licence", FILES, "warning"
    RELEASE_UNREAD = "release-unread", FILES
    RELEASE_LANGUAGE = "release-language", FILES, "warning"
    TIME_LIMIT = "time-limit", FILES
    MEMORY_LIMIT = "memory-limit", FILES
    NESTING_LIMIT = "nesting-limit", FILES
    PROCESS_ENDED = "process-ended", FILES
    SYSTEM_LIMIT = "system-limit", FILES
    GAME_EMPTY = "game-empty", FILES
    FILE_MISSING = "file-missing", FILES
    FILE_OUTSIDE = "file-outside", FILES
    FILE_LARGE = "file-large", FILES
    FILE_UNREADABLE = "file-unreadable", FILES
    FILE_ENCODING = "file-encoding", FILES
    CHOICE_UNKNOWN = "choice-unknown", FILES
    CHOICE_CARDS = "choice-cards", FILES
    CHOICE_LEFT_OUT = "choice-left-out", FILES, "warning"
    CHOICE_EMPTY = "choice-empty", FILES
    FACES_NONE = "faces-none", FILES
    FACES_BROKEN = "faces-broken", FILES
    OUTPUT_UNWRITABLE = "output-unwritable", FILES
    OUTPUT_LEFT = "output-left", FILES, "warning"
    PLUGIN_FAULTY = "plugin-faulty", FILES
    EDIT_STALE = "edit-stale", FILES
    EDIT_REFUSED = "edit-refused", FILES

    YAML_SYNTAX = "yaml-syntax", YAML
    YAML_DUPLICATE = "yaml-duplicate", YAML
    YAML_LEADING_ZERO = "yaml-leading-zero", YAML
    YAML_NUMBER = "yaml-number", YAML
    YAML_KEY = "yaml-key", YAML
    YAML_MERGE = "yaml-merge", YAML
    YAML_TAG = "yaml-tag", YAML
    YAML_ALIAS = "yaml-alias", YAML
    YAML_DEPTH = "yaml-depth", YAML
    YAML_DOCUMENTS = "yaml-documents", YAML
    YAML_COMMENT = "yaml-comment", YAML, "warning"
    UNKNOWN_KEY = "unknown-key", YAML
    MISSING_KEY = "missing-key", YAML
    WRONG_VALUE = "wrong-value", YAML

    TABLE_HEADER = "table-header", TABLES
    TABLE_TITLE = "table-title", TABLES, "warning"
    TABLE_CELLS = "table-cells", TABLES
    TABLE_CELL = "table-cell", TABLES
    TABLE_ROW = "table-row", TABLES, "warning"
    TABLE_DATE = "table-date", TABLES, "warning"
    TABLE_SHEET = "table-sheet", TABLES
    TABLE_FORMAT = "table-format", TABLES
    TABLE_EXTRA = "table-extra", TABLES
    CSV_SYNTAX = "csv-syntax", TABLES

    DECK_NAME = "deck-name", CARDS
    DECK_LIST = "deck-list", CARDS
    DECK_EMPTY = "deck-empty", CARDS
    DECK_EACH = "deck-each", CARDS
    DECK_LARGE = "deck-large", CARDS
    TABLE_CHOICE = "table-choice", CARDS
    CARD_MAPPING = "card-mapping", CARDS
    CARD_COPIES = "card-copies", CARDS
    COPIES_COLUMN = "copies-column", CARDS, "warning"
    PICTURE_FIELD = "picture-field", CARDS, "warning"
    CARD_RANGE = "card-range", CARDS
    CARD_VALUE = "card-value", CARDS
    MENTION_UNKNOWN = "mention-unknown", CARDS
    FIELD_KIND = "field-kind", CARDS
    FACT_NAME = "fact-name", CARDS
    EXTRA_NAME = "extra-name", CARDS
    BACK_REVEALS = "back-reveals", CARDS
    SCRIPT_UNSUPPORTED = "script-unsupported", CARDS
    TEXT_FAINT = "text-faint", CARDS
    TEXT_OVER_TEXT = "text-over-text", CARDS
    FACE_UNREAD = "face-unread", CARDS
    FACE_PLACE = "face-place", CARDS
    FACE_STRAY = "face-stray", CARDS
    FACE_COLOUR = "face-colour", CARDS
    SHOWS_FIELD = "shows-field", CARDS
    EXAMPLE_UNEXPECTED = "example-unexpected", CARDS, "warning"
    SHOWS_EMPTY = "shows-empty", CARDS, "warning"
    FIELD_UNSEEN = "field-unseen", CARDS, "warning"
    CHOICES_ALIKE = "choices-alike", CARDS
    CARDS_REPEATED = "cards-repeated", CARDS, "warning"
    CARDS_ALIKE = "cards-alike", CARDS, "warning"
    CONFUSABLE = "confusable", CARDS, "warning"
    FAN_ALIKE = "fan-alike", CARDS, "warning"
    COLOURS_ALIKE = "colours-alike", CARDS
    MARKS_ALIKE = "marks-alike", CARDS
    BACK_SIZE = "back-size", CARDS
    EXPECTATION = "expectation", CARDS
    COMPARED_UNKNOWN = "compared-unknown", CARDS

    TEMPLATE_EMPTY = "template-empty", TEMPLATES
    TEMPLATE_CYCLE = "template-cycle", TEMPLATES
    ELEMENT_KIND = "element-kind", TEMPLATES
    ELEMENT_UNKNOWN = "element-unknown", TEMPLATES
    BOX_UNKNOWN = "box-unknown", TEMPLATES
    BOX_EMPTY = "box-empty", TEMPLATES
    SHAPE_UNSEEN = "shape-unseen", TEMPLATES
    COLOUR_UNKNOWN = "colour-unknown", TEMPLATES
    PATH_DATA = "path-data", TEMPLATES
    LOOP = "loop", TEMPLATES
    ICON_UNKNOWN = "icon-unknown", TEMPLATES
    ICONS_OVERFLOW = "icons-overflow", TEMPLATES
    ELEMENT_UNDRAWN = "element-undrawn", TEMPLATES, "warning"
    FACE_HERE = "face-here", TEMPLATES
    FACE_UNKNOWN = "face-unknown", TEMPLATES

    FONTS_EMPTY = "fonts-empty", PRINT
    FONT_UNKNOWN = "font-unknown", PRINT
    FONT_REGULAR = "font-regular", PRINT
    FONT_EMBEDDING = "font-embedding", PRINT
    FONT_EXISTS = "font-exists", PRINT
    FONT_NONE = "font-none", PRINT
    FONT_LICENCE = "font-licence", PRINT, "warning"
    FONT_BROKEN = "font-broken", PRINT
    FONT_RESTRICTED = "font-restricted", PRINT, "warning"
    FONT_SYSTEM = "font-system", PRINT, "warning"
    GLYPH_MISSING = "glyph-missing", PRINT
    TEXT_OVERFLOW = "text-overflow", PRINT
    TEXT_MARKUP = "text-markup", PRINT, "warning"
    TEXT_SMALL = "text-small", PRINT, "warning"
    PAGE_BLANK = "page-blank", PRINT, "warning"
    PAGE_COUNT = "page-count", PRINT, "warning"
    PAGE_SIZE = "page-size", PRINT, "warning"
    PRINT_WORDS = "print-words", PRINT, "warning"
    TEXT_UNSAFE = "text-unsafe", PRINT
    SHAPE_PROPORTIONS = "shape-proportions", PRINT, "warning"
    EDGE_BARE = "edge-bare", PRINT, "warning"
    EDGE_SHORT = "edge-short", PRINT, "warning"
    CUT_OUTSIDE = "cut-outside", PRINT
    LINE_UNNAMED = "line-unnamed", PRINT, "warning"
    CARD_LARGE = "card-large", PRINT
    CARD_TILED = "card-tiled", PRINT, "warning"
    BOOKLET_THICK = "booklet-thick", PRINT, "warning"
    BACK_BLEED = "back-bleed", PRINT, "warning"
    BACK_MOVED = "back-moved", PRINT, "warning"
    STOCK_SIZE = "stock-size", PRINT, "warning"
    BORDER_WIDE = "border-wide", PRINT, "warning"
    STYLE_MISSING = "style-missing", PRINT, "warning"
    IMAGE_BROKEN = "image-broken", PRINT
    IMAGE_LARGE = "image-large", PRINT
    CODE_FINE = "code-fine", PRINT, "warning"
    IMAGE_COARSE = "image-coarse", PRINT

    SVG_BROKEN = "svg-broken", DRAWINGS
    SVG_UNSUPPORTED = "svg-unsupported", DRAWINGS, "warning"
    SVG_PLACEHOLDER = "svg-placeholder", DRAWINGS
    SVG_PART = "svg-part", DRAWINGS
    DRAWING_UNFILLED = "drawing-unfilled", DRAWINGS, "warning"
    SVG_VALUE = "svg-value", DRAWINGS, "warning"
    SVG_REFERENCE = "svg-reference", DRAWINGS, "warning"
    SVG_PICTURE = "svg-picture", DRAWINGS, "warning"
    SVG_FONT = "svg-font", DRAWINGS, "warning"
    SVG_LARGE = "svg-large", DRAWINGS
    DRAWING_COPIED = "drawing-copied", DRAWINGS, "warning"
    SVG_VARIABLE = "svg-variable", DRAWINGS
    COLOUR_UNUSED = "colour-unused", DRAWINGS, "warning"
    ICON_SOURCE = "icon-source", DRAWINGS

    CARD_UNKNOWN = "card-unknown", EXPORTS
    DECK_UNKNOWN = "deck-unknown", EXPORTS
    PROFILE_UNKNOWN = "profile-unknown", EXPORTS
    PRESS_UNKNOWN = "press-unknown", EXPORTS
    PRESS_PROFILE = "press-profile", EXPORTS
    WEB_PYODIDE = "web-pyodide", EXPORTS
    WEB_IMPORT = "web-import", EXPORTS
    WEB_BOT = "web-bot", EXPORTS, "warning"
    WEB_TOO_LARGE = "web-too-large", EXPORTS, "warning"
    SHOP_SIZE = "shop-size", EXPORTS
    SHOP_LEFT_OUT = "shop-left-out", EXPORTS, "warning"
    CUTTER_LEFT_OUT = "cutter-left-out", EXPORTS, "warning"
    SHOP_MANY = "shop-many", EXPORTS, "warning"
    SHOP_RESOLUTION = "shop-resolution", EXPORTS, "warning"
    SHOP_BLEED = "shop-bleed", EXPORTS, "warning"
    SHOP_SAFE = "shop-safe", EXPORTS, "warning"
    SHOP_TEXT = "shop-text", EXPORTS, "warning"
    SHOP_REVERSED = "shop-reversed", EXPORTS, "warning"
    SHOP_LINE = "shop-line", EXPORTS, "warning"
    SHOP_INK = "shop-ink", EXPORTS, "warning"
    SHOP_GAMUT = "shop-gamut", EXPORTS, "warning"
    SHOP_TRANSPARENCY = "shop-transparency", EXPORTS, "warning"

    EXPRESSION = "expression", EXPRESSIONS
    EXPRESSION_SYNTAX = "expression-syntax", EXPRESSIONS
    EXPRESSION_LIMIT = "expression-limit", EXPRESSIONS
    EXPRESSION_UNSAFE = "expression-unsafe", EXPRESSIONS
    UNDEFINED_NAME = "undefined-name", EXPRESSIONS

    BOOKLET_CONTAINER = "booklet-container", RULES
    BOOKLET_HEADING = "booklet-heading", RULES
    COMPONENT_MISSING = "component-missing", RULES, "warning"
    BOOKLET_MARKUP = "booklet-markup", RULES
    BOOKLET_FIGURE = "booklet-figure", RULES
    BOOKLET_DECK = "booklet-deck", RULES
    BOOKLET_EACH = "booklet-each", RULES
    BOOKLET_ARGUMENT = "booklet-argument", RULES
    BOOKLET_LINK = "booklet-link", RULES
    BOOKLET_EMPTY = "booklet-empty", RULES
    LEAFLET_FULL = "leaflet-full", RULES
    LITERAL_NUMBER = "literal-number", RULES

    RULES_MISSING = "rules-missing", PLAYING
    RULES_SYNTAX = "rules-syntax", PLAYING
    RULES_GAME = "rules-game", PLAYING
    RULES_ERROR = "rules-error", PLAYING
    RULES_HANG = "rules-hang", PLAYING
    RULES_YIELD = "rules-yield", PLAYING
    RULES_YIELD_FROM = "rules-yield-from", PLAYING
    RULES_UNUSED = "rules-unused", PLAYING, "warning"
    RULES_LOOP = "rules-loop", PLAYING, "warning"
    RULES_COMPARE = "rules-compare", PLAYING, "warning"
    RULES_CARDS = "rules-cards", PLAYING
    RULES_LENGTH = "rules-length", PLAYING
    RULES_SCORE = "rules-score", PLAYING
    RULES_END = "rules-end", PLAYING
    RULES_VIEW = "rules-view", PLAYING
    RULES_UNSTEADY = "rules-unsteady", PLAYING
    RULES_COVERAGE = "rules-coverage", PLAYING, "warning"
    MINUTES_UNLIKELY = "minutes-unlikely", PLAYING, "warning"
    RULES_LEAK = "rules-leak", PLAYING, "warning"
    PILE_UNCLAIMED = "pile-unclaimed", PLAYING, "warning"
    RULES_UNTESTED = "rules-untested", PLAYING, "warning"
    RULES_HARMLESS = "rules-harmless", PLAYING
    RULES_SECTION = "rules-section", PLAYING, "warning"
    PLAY_NAMES = "play-names", PLAYING, "warning"
    BOTS_UNKNOWN = "bots-unknown", PLAYING
    BOTS_SEATS = "bots-seats", PLAYING
    SET_UNKNOWN = "set-unknown", PLAYING
    SET_VALUE = "set-value", PLAYING
    BOTS_ERROR = "bots-error", PLAYING
    BOTS_PICK = "bots-pick", PLAYING
    PLAYERS_NUMBER = "players-number", PLAYING
    CARD_NAME = "card-name", PLAYING
    EXAMPLE_VALUE = "example-value", PLAYING
    EXAMPLE_EMPTY = "example-empty", PLAYING, "warning"
    EXAMPLE_PICKS = "example-picks", PLAYING
    EXAMPLE_FAILS = "example-fails", PLAYING
    EXAMPLE_OUTCOME = "example-outcome", PLAYING
    CLAIM_TEST = "claim-test", PLAYING
    CLAIM_EMPTY = "claim-empty", PLAYING, "warning"
    CLAIM_WEAK = "claim-weak", PLAYING, "warning"
    REPORT_MEASURE = "report-measure", PLAYING
    REPORT_VALUE = "report-value", PLAYING
    CLAIM_EXPRESSION = "claim-expression", PLAYING
    CLAIM_FUNCTION = "claim-function", PLAYING
    CLAIM_EXAMPLE = "claim-example", PLAYING
    CLAIM_SECTION = "claim-section", PLAYING
    TIES_FILE = "ties-file", PLAYING
    SENTENCE_UNCONFIRMED = "sentence-unconfirmed", PLAYING, "warning"
    SENTENCE_UNREAD = "sentence-unread", PLAYING, "warning"
    SECTION_UNTESTED = "section-untested", PLAYING, "warning"
    TIE_CONTRADICTED = "tie-contradicted", PLAYING, "warning"
    TIE_FACT = "tie-fact", PLAYING, "warning"
    TIE_OPPOSITE = "tie-opposite", PLAYING, "warning"
    TIE_UNKNOWN = "tie-unknown", PLAYING, "warning"
    CLAIM_VERDICT = "claim-verdict", PLAYING
    CLAIM_OPEN = "claim-open", PLAYING
    CLUSTER = "cluster", PLAYING

    LANGUAGE_UNAVAILABLE = "language-unavailable", TRANSLATIONS
    LANGUAGE_UNKNOWN = "language-unknown", TRANSLATIONS
    LANGUAGE_RULES = "language-rules", TRANSLATIONS, "warning"
    NUMBER_WORDS = "number-words", TRANSLATIONS, "warning"
    HYPHENATION_NONE = "hyphenation-none", TRANSLATIONS, "warning"
    CATALOGUE_MISSING = "catalogue-missing", TRANSLATIONS
    CATALOGUE_SYNTAX = "catalogue-syntax", TRANSLATIONS
    CATALOGUE_DUPLICATE = "catalogue-duplicate", TRANSLATIONS
    CATALOGUE_LANGUAGE = "catalogue-language", TRANSLATIONS
    CATALOGUE_PLURAL = "catalogue-plural", TRANSLATIONS
    CONTEXT_UNKNOWN = "context-unknown", TRANSLATIONS
    TRANSLATION_MISSING = "translation-missing", TRANSLATIONS
    TEXT_COMPARED = "text-compared", TRANSLATIONS, "warning"
    TRANSLATION_NONE = "translation-none", TRANSLATIONS, "warning"
    TRANSLATION_STALE = "translation-stale", TRANSLATIONS
    TRANSLATION_UNUSED = "translation-unused", TRANSLATIONS, "warning"
    TRANSLATION_FORM = "translation-form", TRANSLATIONS, "warning"
    PLURAL_MISSING = "plural-missing", TRANSLATIONS
    PLACEHOLDER_LOST = "placeholder-lost", TRANSLATIONS
    PLACEHOLDER_CHANGED = "placeholder-changed", TRANSLATIONS
    TERM_LOST = "term-lost", TRANSLATIONS, "warning"
    TERM_UNUSED = "term-unused", TRANSLATIONS, "warning"
    OPPOSITE_SAID = "opposite-said", TRANSLATIONS, "warning"
    NEGATION_CHANGED = "negation-changed", TRANSLATIONS, "warning"
    NUMBER_CHANGED = "number-changed", TRANSLATIONS, "warning"
    ORDER_CHANGED = "order-changed", TRANSLATIONS, "warning"
    PLURAL_ALIKE = "plural-alike", TRANSLATIONS, "warning"
    SOURCE_LEFT = "source-left", TRANSLATIONS, "warning"
    TRANSLATION_LENGTH = "translation-length", TRANSLATIONS, "warning"
    TRANSLATIONS_ALIKE = "translations-alike", TRANSLATIONS, "warning"
    NAMES_FOREIGN = "names-foreign", TRANSLATIONS, "warning"
    WORD_UNKNOWN = "word-unknown", TRANSLATIONS, "warning"
    MARKUP_CHANGED = "markup-changed", TRANSLATIONS, "warning"


AnyCode = Code | AddedCode
"""A code of pnp or of a package."""
