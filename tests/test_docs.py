"""The documentation is complete and current: codes, commands, keys, filters, links; and its examples build."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, build_project, check_project, codes, one_of
from drawing import HUES, STAGES, layers
from make import MADE, command_paths, help_of
from PIL import Image
from typer.main import get_command
from typer.testing import CliRunner

from pnp import DISTRIBUTION
from pnp.check import CheckOptions, check, check_names
from pnp.commands.explain import codes_page, paragraphs
from pnp.commands.main import app
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame
from pnp.export import ExportOptions, export
from pnp.exports import EXPORTS
from pnp.exports.pieces import ManifestEntry
from pnp.expressions import compile_expression
from pnp.expressions.evaluate import SANDBOX
from pnp.expressions.sandbox import ALLOWED
from pnp.expressions.scope import game_scope
from pnp.layout.cards.drawing_context import DrawingContext
from pnp.layout.sheets.sheet import Sheet
from pnp.play.evidence.verdicts import Evidence
from pnp.play.game_bundle import GameBundle, GameSetup
from pnp.play.simulation.tally import Tally
from pnp.project.claims import ClaimHead
from pnp.project.elements import ELEMENTS, Element, TextLook
from pnp.project.examples import ExampleHead
from pnp.project.files import Files
from pnp.project.fonts import FontsFile
from pnp.project.game import BookletHead, Card, DeckHead, Expectation, Game, GameHead
from pnp.project.load import load_game
from pnp.project.measures import MeasureHead, PlayHead
from pnp.project.profile import ProfileHead, ShopProfile, SizeHead
from pnp.project.template import TemplateHead
from pnp.project.templates import Templates
from pnp.project.tree import parse_yaml
from pnp.project.values import ANCHORS, CARD_SIZES
from pnp.rulebook.blocks import Strip
from pnp.rulebook.kinds import BOXES, CONTAINERS
from pnp.rulebook.style import BookletStyle, BoxStyle, Lettering, Margins
from pnp.source_game import SourceGame
from pnp.starters import GAMES, STARTERS
from pnp.text.catalogue import Catalogue
from pnp.text.edition import Edition
from pnp.text.placeholders import FORMATTING_FILTERS, placeholders
from pnp.text.po_reader import read_entries
from pnp.ties.book import Tie, TieBook

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
ALL_PAGES = [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def without_fences(text: str) -> str:
    """The text with its code blocks blanked out; all offsets stay."""
    fence = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
    return fence.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.+)$", without_fences(text), re.MULTILINE)


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one of its level or above."""
    marks, title = heading.split(" ", 1)
    pattern = rf"^{marks} {re.escape(title)}\n(.*?)(?=^#{{1,{len(marks)}}} |\Z)"
    found = re.search(pattern, without_fences(text), re.MULTILINE | re.DOTALL)
    assert found, f"no section {heading}"
    return text[found.start(1) : found.end(1)]


def documented(text: str) -> list[str]:
    """The words in backquotes that begin the rows of the first table."""
    table = re.search(r"^\| [^\n]*\n\| ---[^\n]*\n((?:\|[^\n]*\n?)+)", text, re.MULTILINE)
    assert table, "no table"
    return [word for row in table[1].splitlines() for word in re.findall(r"`([^`]+)`", row.split("|")[1])]


def keys(model: type) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]  # type: ignore[attr-defined]


def fences(text: str, info: str) -> list[str]:
    return re.findall(rf"^```{re.escape(info)}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


# --- the first commands


def test_the_first_commands_are_the_same_everywhere_and_take_the_python_of_the_machine() -> None:
    install, develop = re.findall(r"^    (python3 -m venv .+)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert install.startswith("python3 -m venv .venv && .venv/bin/pip install --quiet . && ")
    assert re.findall(r"^    (python3 .+)$", page("README.md"), re.MULTILINE) == [install.rpartition(" && ")[0]]
    assert f"\n    {develop}\n" in (ROOT / "CONTRIBUTING.md").read_text()
    steps = develop.replace(".venv/bin/", '"$environment"/bin/').replace(".venv", '"$environment"').split(" && ")
    script = (ROOT / ".ci/run").read_text()
    assert script.splitlines()[-3:] == steps
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=")
    assert f"(Python {oldest} or newer)" in (ROOT / "README.md").read_text()
    assert f"pnp needs {oldest} or newer" in script
    assert str(tuple(map(int, oldest.split(".")))) in script


# --- codes


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_docs_are_as_the_code_makes_them(name: str) -> None:
    assert MADE[name](page(name)) == page(name), "run python docs/make.py"


def test_what_makes_the_values_is_in_the_layers() -> None:
    makers = {stage.module for stage in STAGES}
    assert makers <= {module for row in layers() for module in row}
    assert set(HUES) == makers


def test_every_code_is_told_somewhere() -> None:
    told = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "pnp").rglob("*.py"))
    assert [code for code in Code if f"Code.{code.name}" not in told] == []


def test_every_code_is_provoked_by_some_test() -> None:
    """Each is named, as a member or as it is printed, where a test says what pnp tells."""
    tests = [file for file in (ROOT / "tests").rglob("test_*.py") if file.name != "test_diagnostics.py"]
    told = "".join(file.read_text(encoding="utf-8") for file in tests)
    printed = set(re.findall(r"""["'\[({ ](?=([a-z0-9-]+)(?:["'\]@]|: ))""", told))
    members = set(re.findall(r"Code\.(\w+)", told))
    assert [code for code in Code if code not in printed and code.name not in members] == []


def test_the_page_of_codes_has_a_paragraph_for_each_code_in_its_section() -> None:
    texts = paragraphs(codes_page())
    assert list(texts) == [(code.section, code) for code in Code]
    assert [code for (_, code), text in texts.items() if len(text.split()) < 8 or "\n\n" in text] == []
    warnings = [code for (_, code), text in texts.items() if text.startswith("A warning")]
    assert warnings == [code for code in Code if code.severity == "warning"]


# --- commands


@pytest.mark.parametrize("path", list(command_paths()), ids=" ".join)
def test_help_ends_with_an_example(path: tuple[str, ...]) -> None:
    told = help_of(path)
    assert "Commands:" in told or f"Example:  {' '.join(path)} " in told.splitlines()[-1]


def typed(text: str) -> list[str]:
    """The commands of pnp in the blocks of a page, without what a shell does with them."""
    fenced = re.findall(r"^```(?:console)?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [*"".join(fenced).splitlines(), *re.findall(r"^ {4}(.*)$", without_fences(text), re.MULTILINE)]
    commands = [re.fullmatch(r"(?:\$ )?(pnp [^\[|·…]*)", line) for line in lines]
    return [command[1].split(" && ")[0].split(" > ")[0] for command in commands if command]


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_can_be_typed_as_they_stand(path: Path) -> None:
    for command in typed(path.read_text(encoding="utf-8")):
        assert not re.search(r" {2,}[^#\s]", command), f"explain it behind a #: {command}"
        words = shlex.split(command, comments=True)[1:]
        at: Any = get_command(app)
        context = at.context_class(at)
        while hasattr(at, "list_commands") and words and words[0] in at.list_commands(context):
            at = at.get_command(context, words.pop(0))
        _, rest, _ = at.make_parser(at.context_class(at)).parse_args(words)
        assert not rest, f"{command}: {rest}"


def test_exit_codes_and_formats_are_documented() -> None:
    text = section(page("diagnostics.md"), "## Exit codes")
    assert re.findall(r"^\| (\d+) \|", text, re.MULTILINE) == ["0", "1", "2", "3", "130"]
    assert documented(text[text.index("| Format") :]) == ["text", "short", "json", "github"]


def test_names_of_checks_are_documented() -> None:
    assert sorted(documented(section(page("commands.md"), "## pnp check"))) == sorted(check_names())


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pip_installs_pnp_by_its_own_name(path: Path) -> None:
    asked = re.findall(r"pip install (?:-\S+ )*['\"]?(pnp[\w-]*)", path.read_text(encoding="utf-8"))
    assert set(asked) <= {DISTRIBUTION}


# --- words


@pytest.mark.parametrize(
    "value",
    [
        *(Game, Edition, SourceGame, Catalogue, Card, DrawingContext, Frame, Sheet, Strip),
        *(GameBundle, GameSetup, Tally, Evidence, Tie, TieBook, ShopProfile),
    ],
)
def test_what_one_folder_gives_another_is_a_word_of_the_project(value: type) -> None:
    words = re.findall(r"\*(\w[\w ]*)\*", section(page("architecture.md"), "## Words"))
    assert words.count(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", value.__name__).lower()) == 1


# --- folders


def folders() -> set[str]:
    """What a checkout holds at its top, without what is hidden or made."""
    made = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    found = {f"{path.name}/" for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    return {name for name in found if not any(fnmatch(name, pattern) for pattern in made)}


def test_every_folder_is_on_the_map() -> None:
    lives = section(page("architecture.md"), "## What lives where")
    beside = documented(lives[lives.index("| Beside it") :])
    assert {"pnp/", *(f"{name.partition('/')[0]}/" for name in beside if "/" in name)} == folders()


def test_every_folder_is_in_the_source_distribution() -> None:
    included = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert {f"{name}/" for name in included["targets"]["sdist"]["include"] if (ROOT / name).is_dir()} == folders()


def test_scripts_are_told_to_who_changes_pnp() -> None:
    scripts = [path.relative_to(ROOT).as_posix() for path in (ROOT / "scripts").glob("*.py")]
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [script for script in scripts if f"`python {script}`" not in told] == []


# --- keys


TABLES = [
    ("project.md", "## game.yaml", GameHead),
    ("project.md", "## Decks", DeckHead),
    ("project.md", "## What must be true", Expectation),
    ("project.md", "## The booklet", BookletHead),
    ("project.md", "## Fonts", FontsFile),
    ("playing.md", "## play", PlayHead),
    ("playing.md", "## The report", MeasureHead),
    ("playing.md", "## Examples", ExampleHead),
    ("playing.md", "## Claims", ClaimHead),
    ("exporting.md", "### A shop of your own", ProfileHead),
    ("templates.md", "## The card", TemplateHead),
    ("templates.md", "## Keys of every element", Element),
    ("rulebook.md", "## Style", BookletStyle),
    ("rulebook.md", "### Margins", Margins),
    ("rulebook.md", "### Type", Lettering),
    ("rulebook.md", "### Boxes", BoxStyle),
]


@pytest.mark.parametrize(("name", "heading", "model"), TABLES, ids=[model.__name__ for _, _, model in TABLES])
def test_keys_are_documented_and_exist(name: str, heading: str, model: type) -> None:
    assert sorted(documented(section(page(name), heading))) == sorted(keys(model))


@pytest.mark.parametrize("kind", ELEMENTS)
def test_keys_of_each_kind_of_element_are_documented(kind: str) -> None:
    shared = TextLook if kind == "rest" else Element  # its section points to that of texts
    own = [key for key in keys(ELEMENTS[kind]) if key not in keys(shared)]
    assert sorted(documented(section(page("templates.md"), f"### {kind}"))) == sorted(own)


def test_only_known_kinds_of_elements_are_documented() -> None:
    kinds = re.findall(r"^### ([a-z]+)$", section(page("templates.md"), "## Keys of every element"), re.MULTILINE)
    assert kinds == list(ELEMENTS)


def test_sizes_and_anchors_are_documented() -> None:
    text = page("templates.md")
    for name, (width, height) in CARD_SIZES.items():
        assert re.search(rf"(?<![\w-]){name}\s{width:g}\s×\s{height:g}(?![.\d])", text), name
    assert all(f"`{anchor}`" in section(text, "## Boxes") for anchor in ANCHORS)


def test_containers_are_documented() -> None:
    assert sorted(documented(section(page("rulebook.md"), "## Containers"))) == sorted(CONTAINERS)


def test_arguments_of_containers_are_documented() -> None:
    shown = documented(section(page("rulebook.md"), "### component and cards"))
    known = {**CONTAINERS["component"].arguments, **CONTAINERS["cards"].arguments}
    assert {key.partition("=")[0] for key in shown if "=" in key} == set(known)


def test_kinds_of_boxes_are_documented() -> None:
    rows = section(page("rulebook.md"), "## Containers")
    assert tuple(re.findall(r"^\| `(\w+)` \| a box \|$", rows, re.MULTILINE)) == BOXES


def test_what_exports_make_is_documented() -> None:
    text = page("exporting.md")
    assert documented(section(text, "## Faces as files")) == [
        name for name in EXPORTS if name in ("png", "webp", "svg", "pdf")
    ]
    assert [name for name in EXPORTS if f"`pnp export {name}`" not in text] == ["png", "webp", "svg", "pdf"]
    columns = section(text, "## Faces as files")
    assert documented(columns[columns.index("| Column") :]) == list(ManifestEntry._fields)
    shops = {path.stem for path in (ROOT / "pnp/profiles").glob("*.yaml")}
    assert set(documented(section(text, "## Print shops"))) == shops
    sizes = section(text, "### A shop of your own")
    assert documented(sizes[sizes.index("Of a size") :]) == keys(SizeHead)


def test_the_shop_of_the_documentation_can_be_exported_to(tmp_path: Path) -> None:
    root = write_orchard(tmp_path)
    (path, text), (press, of_press) = PROJECT_FILE.findall(page("exporting.md"))
    (root / press).parent.mkdir(parents=True)
    (root / path).write_text(text, encoding="utf-8")
    built = export(Files(root), ExportOptions(Path(path).stem))
    assert [d.code for d in built.diagnostics if d.severity == "error"] == []
    assert built.outputs[0].path == "orchard/en/corner-shop/fruit/front-001.png"
    (root / press).write_text(of_press, encoding="utf-8")
    shutil.copy(ROOT / "pnp/profiles/presses/fogra39.icc", (root / press).with_suffix(".icc"))
    in_inks = text.replace("dpi: 300", f"dpi: 300\nfile: pdf\ncolour: cmyk\npress: {Path(press).stem}")
    (root / path).write_text(in_inks, encoding="utf-8")
    built = export(Files(root), ExportOptions(Path(path).stem))
    assert [d.code for d in built.diagnostics if d.severity == "error"] == []
    assert b"(FOGRA51)" in built.outputs[0].content


# --- expressions


def test_filters_functions_and_tests_are_documented() -> None:
    text = page("expressions.md")
    filters = {name for name in SANDBOX.filters if not name.startswith("_")}
    assert sorted(documented(section(text, "## Filters"))) == sorted(filters)
    tests = section(text, "## Tests")
    for name in [*SANDBOX.tests, *ALLOWED[str]]:
        assert f"`{name}`" in tests, name


def test_names_in_scope_are_documented() -> None:
    text = page("expressions.md")
    diagnostics = Diagnostics()
    game = load_game(Files(ROOT), Templates(Files(ROOT)), "chili", diagnostics)
    assert game is not None
    assert not diagnostics
    names = {name for name in game_scope(game) if not name.startswith("_")} - set(game.head.facts)
    functions = documented(section(text, "## Functions"))
    assert sorted(functions) == ["ngettext", "range"]
    shown = re.findall(r"^\| `(\w+)` \|", section(text, "## Names"), re.MULTILINE)
    assert set(shown) | set(functions) == names | {"card", "deck", "loop"}


def test_formatting_filters_are_documented() -> None:
    text = section(page("translations.md"), "## What a translation keeps")
    assert all(f"`{name}`" in text for name in FORMATTING_FILTERS)


# --- links


def anchor(heading: str) -> str:
    words = re.sub(r"[^\w\s-]", "", heading.replace("`", "").lower())
    return re.sub(r"\s", "-", words.strip())


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    text = without_fences(path.read_text(encoding="utf-8"))
    plain = re.sub(r"`[^`\n]*`|^    .*$", "", text, flags=re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", plain):
        if target.startswith("https://"):
            continue
        file, _, fragment = target.partition("#")
        linked = (path.parent / file).resolve() if file else path
        assert linked.exists(), target
        if fragment:
            assert fragment in map(anchor, headings(linked.read_text(encoding="utf-8"))), target


def test_every_page_is_reached_from_the_first() -> None:
    reached: set[Path] = set()
    waiting = [DOCS / "start.md"]
    while waiting:
        path = waiting.pop()
        reached.add(path)
        for target in re.findall(r"\]\(([\w./-]+\.md)", path.read_text(encoding="utf-8")):
            linked = (path.parent / target).resolve()
            if linked not in reached and linked.is_relative_to(DOCS):
                waiting.append(linked)
    assert {path for path in PAGES if path.parent == DOCS} <= reached


@pytest.mark.parametrize("path", sorted((DOCS / "decisions").glob("*.md")), ids=lambda path: path.stem)
def test_decisions_have_one_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# {int(path.name[:4])}. ")
    assert headings(text)[1:] == ["Context", "Decision", "Consequences"]
    assert len(text.split("\n")) <= 40


# --- examples

PROJECT_FILE = re.compile(r"^```\w+ title=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def parts_of_start() -> list[tuple[str, list[tuple[str, str]]]]:
    """Each section of the first page that adds to the project, with its files."""
    text = page("start.md")
    titles = re.findall(r"^## (.+)$", without_fences(text), re.MULTILINE)
    parts = [(title, PROJECT_FILE.findall(section(text, f"## {title}"))) for title in titles]
    return [(title, files) for title, files in parts if files]


def write_orchard(root: Path, last: str = "") -> Path:
    """The project of the first page, up to a section."""
    for title, files in parts_of_start():
        for path, text in files:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        if title == last:
            break
    return root


@pytest.mark.slow
def test_tokens_are_made_as_shown(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["new", "orchard", "--output", str(tmp_path)]).exit_code == 0
    root, shown = tmp_path / "orchard", section(page("templates.md"), "### Tokens")
    deck, coin = fences(shown, "yaml")
    (component,) = fences(shown, "markdown")
    game, rules = root / "data/orchard/game.yaml", root / "templates/orchard/rulebook.md"
    game.write_text(game.read_text().replace("decks:\n", deck, 1))
    rules.write_text(rules.read_text().replace("## Play", f"{component}\n## Play", 1))
    (root / "templates/orchard/coin.yaml").write_text(coin)
    assert codes(check_project(root)) == []
    (tokens,) = [made for made in build_project(root).outputs if made.path.endswith("tokens.pdf")]
    assert tokens.summary.startswith(f"{re.findall(r'sides of (.*) coins', shown)[0]} tokens on")


@pytest.mark.parametrize("last", [title for title, _ in parts_of_start()])
def test_the_first_project_builds_after_every_step(tmp_path: Path, last: str) -> None:
    built = build_project(write_orchard(tmp_path, last))
    assert codes(built) == []
    assert built.outputs[0].summary == "9 cards on 1 sheet, A4"
    assert f"{built.outputs[0].path}  {built.outputs[0].summary}" in page("start.md")


@pytest.mark.slow
def test_the_rules_of_the_documentation_play(tmp_path: Path) -> None:
    root = write_orchard(tmp_path)
    for path, text in PROJECT_FILE.findall(page("playing.md")):
        (root / path).write_text(text, encoding="utf-8")
    built = check_project(root, jobs=1)
    assert codes(built) == []
    assert built.summaries[1].startswith("orchard: 3 examples played, 2 of them only replayed from a seed, 100%")


def test_the_story_of_the_leaflets_is_that_of_the_verdicts() -> None:
    text = re.sub(r"\s+", " ", page("leaflets.md"))
    files = Files(ROOT)
    games = [
        load_game(files, Templates(files), path.parent.name, Diagnostics()) for path in ROOT.glob("data/*/claims.yaml")
    ]
    claims = [claim for game in games if game for claim in game.claims]
    false = [claim for claim in claims if claim.verdict == "contradicted"]
    told = {f"contradicted ({claim.source} {claim.section}): {claim.claim}" for claim in false}
    assert {line for line in told if line not in text} == set()
    assert text.count("contradicted (") == len(told)
    leaflet = [claim for claim in claims if claim.source == "leaflet"]
    assert f"{len(leaflet) - sum(c in leaflet for c in false)} of {len(leaflet)}." in text


README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("game", one_of(["chicken", "seventy-seven"], "seventy-seven"))
def test_verdicts_are_told_as_check_prints_them(game: str) -> None:
    """Each verdict of leaflets.md with its reason, and the lines of README from the first that names the game."""
    options = CheckOptions(games=[game], checks=frozenset({"rules", "play"}), jobs=1)
    printed = [line for text in check(Files(ROOT), options).summaries for line in text.split("\n")]
    told = re.findall(r"^    (contradicted .*\n)((?:      .*\n)*)", page("leaflets.md"), re.MULTILINE)
    verdicts = {line.strip(): at for at, line in enumerate(printed) if line.strip().startswith("contradicted")}
    of_game = [(line.strip(), reason) for line, reason in told if line.strip() in verdicts]
    assert {line for line, _ in of_game} == verdicts.keys()
    for line, reason in of_game:
        at = verdicts[line] + 1
        lines = [text.strip() for text in reason.splitlines()]
        assert [text.strip() for text in printed[at : at + len(lines)]] == lines
    (shown,) = re.findall(r"^```\n(\$ pnp check\n.*?)^```", README, re.MULTILINE | re.DOTALL)
    lines = shown.removesuffix("…\n").splitlines()
    at = next((at for at, text in enumerate(lines) if text.startswith(f"{game}:")), len(lines))
    start = next(number for number, text in enumerate(printed) if " examples played" in text)
    assert lines[at:] == printed[start : start + len(lines) - at]


@pytest.mark.parametrize("game", GAMES)
def test_readme_says_of_each_game_what_its_head_says(game: str) -> None:
    head = load_game(Files(ROOT), Templates(Files(ROOT)), game, Diagnostics()).head  # type: ignore[union-attr]
    (line,) = re.findall(rf"^\*\*.*\*\* \(`{game}`\).*$", README, re.MULTILINE)
    author = re.search(r"by (.*)", head.credits)
    design = f", based on a design by {author[1]}" if author else ""
    assert line == f"**{head.title}** (`{game}`){design} · {min(head.players)}–{max(head.players)} players"
    assert head.languages[0] == "en"


@pytest.mark.slow
def test_the_fault_in_readme_is_told_as_shown(tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".*", "tests", "output", "docs", "pnp", "benchmarks"))
    numbers = root / "data/chili/numbers.yaml"
    numbers.write_text(numbers.read_text().replace("{number: 63, chilies: 2,", "{number: 63, chilies: 4,"))
    faults = CliRunner().invoke(app, ["check", "chili", "--only", "colours", "--project", str(root)]).stderr
    (shown,) = re.findall(r"^…\n(.*?card-range.*?)^…$", README, re.MULTILINE | re.DOTALL)
    assert shown.split() == faults.split("\n\n")[0].split()


def test_the_smallest_project_has_the_files_it_lists() -> None:
    part = section(page("start.md"), "## The smallest project")
    title, files = parts_of_start()[0]
    assert title == "The smallest project"
    assert all(re.search(rf"^      {re.escape(path)}(?:\s|$)", part, re.MULTILINE) for path, _ in files)


def test_the_first_fault_is_told_as_shown(tmp_path: Path) -> None:
    root = write_orchard(tmp_path, "The smallest project")
    template = root / "templates/orchard/fruit.yaml"
    template.write_text(template.read_text().replace("card.points", "card.point"))
    result = CliRunner().invoke(app, ["build", "--project", str(root)])
    (shown,) = (text.split("\n", 1)[1] for text in fences(page("start.md"), "console") if "error[" in text)
    assert shown.split() == result.stderr.split()


@pytest.mark.slow
def test_the_first_command_makes_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = section(page("start.md"), "## In one command")
    assert documented(part) == [*STARTERS, *GAMES, "cards.xlsx", "cards.ods", "cards.csv", "deck.rb", "deck.nde"]
    monkeypatch.chdir(tmp_path)
    for command, told in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", fences(part, "console")[0], re.MULTILINE):
        name, *arguments = command.split()
        if name == "cd":
            monkeypatch.chdir(tmp_path / arguments[0])
        else:
            assert CliRunner().invoke(app, arguments).stdout == told
    for command in re.findall(r"^    pnp (\S.*?)  ", part, re.MULTILINE):
        assert CliRunner().invoke(app, command.split()).exit_code == 0, command


BLOCKS = re.compile(r"^```(\w+)(?: title=(\S+)| (more))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "game", "commands"), [("tutorial.md", "harbour", 5), ("trying.md", "cats", 5)])
def test_a_page_goes_as_it_is_written(
    name: str, game: str, commands: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file is written and every command run, in order; they say what the page shows.

    What a block marked "more" says stands at the end of the claims, in place of the block before.
    """
    ran = 0
    claims = tmp_path / game / "data" / game / "claims.yaml"
    first = ""
    monkeypatch.chdir(tmp_path)
    for kind, path, more, text in BLOCKS.findall(page(name)):
        if more:
            first = first or claims.read_text(encoding="utf-8")
            claims.write_text(f"{first.rstrip()}\n\n{text}", encoding="utf-8")
        elif path:
            assert (tmp_path / game / path).parent.is_dir(), path
            (tmp_path / game / path).write_text(text, encoding="utf-8")
        elif kind == "console":
            for command, told in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                program, *arguments = command.split()
                if program == "cd":
                    monkeypatch.chdir(tmp_path / arguments[0])
                    continue
                if program == "rm":
                    Path(arguments[0]).unlink()
                    continue
                done, ran = CliRunner().invoke(app, arguments), ran + 1
                said = done.stderr if "error[" in told else done.stdout
                if "…" in told.splitlines():
                    assert [line for line in told.splitlines() if line not in {*said.splitlines(), "…"}] == [], command
                else:
                    assert said.split() == told.split(), command
    assert ran == commands


def test_what_pages_show_of_a_starter_stands_there() -> None:
    rules, examples = (
        (ROOT / "pnp/starters/trick-taking/data/my-game" / name).read_text() for name in ("rules.py", "examples.yaml")
    )
    (python,) = fences(page("trying.md"), "python")
    (example,) = fences(page("trying.md"), "yaml")
    assert python in rules
    assert example in examples
    code = re.search(r"pnp explain\s+([\w-]+)", page("tutorial.md"))
    assert code
    assert f"error[{code[1]}]" in page("tutorial.md")


def test_the_two_languages_of_the_answers_can_be_drawn(tmp_path: Path) -> None:
    root = write_orchard(tmp_path, "The smallest project")
    (elements,) = fences(page("answers.md"), "yaml elements")
    template = root / "templates/orchard/fruit.yaml"
    template.write_text(f"size: euro-poker\nelements:\n{indented(elements)}", encoding="utf-8")
    cards = root / "data/orchard/cards.yaml"
    cards.write_text(re.sub(r"name: (\w+)", r"name: \1, name_de: ein „\1“", cards.read_text()), encoding="utf-8")
    game, (fields,) = root / "data/orchard/game.yaml", fences(page("answers.md"), "yaml")
    game.write_text(
        game.read_text().replace("orchard/fruit}", f"orchard/fruit, {fields.strip()[:-1]}, points: integer}}}}")
    )
    assert codes(build_project(root)) == []


def photo() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (600, 800), "#88aa66").save(buffer, "PNG")
    return buffer.getvalue()


def indented(text: str) -> str:
    return "".join(f"  {line}" for line in text.splitlines(keepends=True))


ELEMENT_EXAMPLES = fences(page("templates.md"), "yaml elements")
FIGURE_EXAMPLES = fences(page("templates.md"), "yaml figure")
RULES_EXAMPLES = fences(page("rulebook.md"), "markdown example")


@pytest.mark.parametrize("elements", ELEMENT_EXAMPLES, ids=lambda text: text.split(":")[0])
def test_elements_in_the_documentation_can_be_drawn(tmp_path: Path, elements: str) -> None:
    root = write_orchard(tmp_path)
    (root / "templates/orchard/photo.png").write_bytes(photo())
    head = "size: euro-poker\nicons: {leaf: orchard/leaf}\nelements:\n"
    (root / "templates/orchard/fruit.yaml").write_text(head + indented(elements), encoding="utf-8")
    assert codes(build_project(root)) == []


@pytest.mark.parametrize("elements", FIGURE_EXAMPLES)
def test_figures_in_the_documentation_can_be_drawn(tmp_path: Path, elements: str) -> None:
    root = write_orchard(tmp_path)
    figure = root / "templates/orchard/figures/shown.yaml"
    figure.parent.mkdir()
    figure.write_text("size: 100x32\nbleed: 0\nsafe: 0\nelements:\n" + indented(elements), encoding="utf-8")
    rules = root / "templates/orchard/rulebook.md"
    rules.write_text(rules.read_text() + "\n::: figure shown\nShown.\n:::\n", encoding="utf-8")
    assert codes(build_project(root)) == []


@pytest.mark.parametrize("text", RULES_EXAMPLES, ids=range(len(RULES_EXAMPLES)))
def test_rules_in_the_documentation_can_be_set(tmp_path: Path, text: str) -> None:
    root = write_orchard(tmp_path)
    (root / "templates/orchard/rulebook.md").write_text(text, encoding="utf-8")
    built = build_project(root)
    assert codes(built) == []
    assert len(built.outputs) == 4


def test_there_are_examples_of_every_kind() -> None:
    shown = "\n".join(ELEMENT_EXAMPLES + FIGURE_EXAMPLES)
    assert all(re.search(rf"(?:^|[{{ ]){kind}:", shown, re.MULTILINE) for kind in ELEMENTS)
    assert len(RULES_EXAMPLES) >= 4


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_yaml_in_the_documentation_can_be_read(path: Path) -> None:
    for text in re.findall(r"^```yaml[^\n]*\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        assert parse_yaml(text, path.name)


def test_expectations_in_the_documentation_hold_for_shipped_games() -> None:
    (shown,) = [text for text in fences(page("project.md"), "yaml") if text.startswith("expect:")]
    files = Files(ROOT)
    games = [load_game(files, Templates(files), name, Diagnostics()) for name in ("chili", "chicken")]
    scopes = [game_scope(game) for game in games if game]
    for written in parse_yaml(shown, "project.md")["expect"]:
        expectation = Expectation.model_validate(written)
        deck = re.search(r"decks\.(\w+)", expectation.each or expectation.that)
        assert deck
        scope = next(scope for scope in scopes if deck[1] in scope["decks"])
        cards = compile_expression(expectation.each)(scope) if expectation.each else [None]
        assert all(compile_expression(expectation.that)({**scope, "card": card}) for card in cards), expectation.that


def test_translations_in_the_documentation_keep_what_they_must() -> None:
    for text in fences(page("translations.md"), "po"):
        diagnostics = Diagnostics()
        entries = read_entries(text, "fr.po", diagnostics)
        assert not diagnostics
        for entry in entries:
            assert all(placeholders(string) == placeholders(entry.text) for string in entry.strings)
