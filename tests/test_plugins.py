"""Packages that do something wrong: the fault names the package, its file and line, and the rest goes on."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from command_line import pnp
from conftest import FACE, GAME, Install, WriteProject, build_project, check_project
from starlette.testclient import TestClient

from pnp import api
from pnp.cache import record_build, state, unchanged_build
from pnp.commands.doctor import examine
from pnp.commands.table import CommandTable
from pnp.core import plugins
from pnp.core.contracts import CONTRACTS
from pnp.core.printing import PAPERS, paper_size, parse_paper
from pnp.project.files import Files
from pnp.serve.app import Preview, make_app


def test_each_group_has_a_contract() -> None:
    assert set(CONTRACTS) == set(get_args(plugins.PluginGroup)) - plugins.OWN_GROUPS


MODEL = "class Odd(api.Element):\n    kind = 'odd'\n    odd: str\n"


@pytest.mark.parametrize(
    ("group", "code", "line", "told"),
    [
        ("bots", "THING = api.BotKind(3)", 3, "has an int as seat, not a function"),
        ("checks", "THING = api.Check('other', 'game', 'odd:x')", 3, "is a Check called other"),
        ("checks", "THING = (api.Check('odd', 'editions', 'odd:x'),)", 3, "is a Check of 'editions'"),
        (
            "checks",
            "THING = api.Check('odd', 'game', 'odd:x', 'books')",
            3,
            "needs 'books', not one of: words, booklet",
        ),
        ("checks", "def THING(): ...", 3, "is a function, not a Check"),
        ("checks", "THING = api.Check('odd', 'game', print)", 3, "not written as “module:function”"),
        ("checks", "THING = ()", 3, "is an empty tuple"),
        ("checks", "TH = 1", 0, "cannot be imported: AttributeError: module 'odd' has no attribute 'THING'"),
        ("checks", "\n\nimport nothing_like_it", 5, "cannot be imported: ModuleNotFoundError"),
        ("checks", "\nTHING = = 1", 4, "cannot be imported: SyntaxError"),
        ("checks", "raise SystemExit(3)", 3, "cannot be imported: SystemExit: 3"),
        ("checks", "CODE = api.AddedCode('name-long', 'fatal')", 3, "write a name like title-shouts"),
        ("checks", "THING = api.Check('odd', 'game', 'odd:x', is_built=True)", 3, "builds run no checks of packages"),
        ("commands", "THING = 3", 3, "is an int, no function"),
        ("commands", "THING = api.CommandEntry('odd:x', 'x')", 3, "is a CommandEntry, no function"),
        ("elements", MODEL + "THING = api.ElementKind(Odd, None)", 6, "has None as draw, not a function"),
        ("elements", MODEL.replace("'odd'", "'even'") + "THING = api.ElementKind(Odd, print)", 6, "kind 'even'"),
        ("elements", MODEL.replace("    kind = 'odd'\n", "") + "THING = api.ElementKind(Odd, print)", 5, "kind ''"),
        (
            "elements",
            MODEL.replace("odd:", "even:") + "THING = api.ElementKind(Odd, print)",
            6,
            "without the field odd",
        ),
        ("elements", "THING = api.ElementKind(dict, print)", 3, "not a class of Element"),
        ("exports", "THING = api.Export('x', 3)", 3, "has an int as make, not a function"),
        ("importers", "THING = api.Importer('odd:x', None, '')", 3, "has None as summary, not a text"),
        ("importers", "THING = api.Importer('odd:x', '', '', 'qty')", 3, "has 'qty' as copies, not an option such as"),
        ("importers", "THING = api.Importer('odd.x', '', '')", 3, "has 'odd.x' as function, not “module:function”"),
        ("pages", "THING = api.AddedPages('', print)", 3, "has no title"),
        ("papers", "THING = (1, 2, 3)", 3, "is (1, 2, 3), not a tuple of its width and height in mm"),
        ("papers", "THING = (300.0, 200.0)", 3, "is 300 × 200 mm; width and height in portrait"),
        ("products", "THING = []", 3, "is a list, not a function"),
        ("renderers", "def THING(): ...", 3, "is a function, not a Renderer"),
        ("stages", "THING = api.Stage('odd', 1)", 3, "has an int as run, not a function"),
        ("stages", "THING = api.Stage('other', print)", 3, "is a Stage called other; a stage has the name of its"),
        ("stages", "THING = api.Stage('odd', print, 3)", 3, "is a Stage whose covers is no set of names"),
        ("starts", "THING = None", 3, "is None, not a FileStart"),
        ("tables", "THING = 1", 3, "is an int, not a TableFormat"),
    ],
)
def test_an_object_of_another_kind_is_refused(install: Install, group: Any, code: str, line: int, told: str) -> None:
    file = install(code, **{group: "odd"})
    with pytest.raises(api.Fault) as raised:
        plugins.load_plugin(f"pnp.{group}", "odd")  # type: ignore[arg-type]
    about = raised.value.diagnostic
    assert (about.code, told in about.what) == ("plugin-faulty", True), about.what
    assert "odd of the package odd-package" in about.what
    assert about.fix == "update odd-package, or remove it: pip uninstall odd-package"
    assert about.place == api.Place(str(file), line)


CONTEXT = SimpleNamespace(
    layout=SimpleNamespace(edition=SimpleNamespace(game=SimpleNamespace(name="small"))),
    made=(api.Output("small/en/cards.pdf", b"", ""),),
)
TABLE = (b"", "x.odd", "", api.Place("game.yaml"), api.Diagnostics(), 0)


@pytest.mark.parametrize(
    ("group", "part", "returned", "arguments", "told"),
    [
        ("bots", "seat", "None", (), "returns None, not a function"),
        ("bots", "pick", "'wild'", (["a", "b"],), "picks 'wild', which is no option"),
        ("checks", "summary", "7", (), "returns an int, and should yield a str for each"),
        ("elements", "draw", "None", (), "returns None, and should yield an Item for each"),
        ("elements", "draw", "iter(['x'])", (), "yields a str, not an Item"),
        ("elements", "draw", "[api.Path((), 'red')]", (), "yields a Path in the colour 'red', not #rrggbb"),
        ("elements", "draw", "[api.Path((), None, api.Stroke('red', 1))]", (), "in the colour 'red'"),
        ("elements", "draw", "[api.Path(('M', 1, 1), '#ff0000')]", (), "with the segment 'M'"),
        ("elements", "draw", "[api.Path((('M', 1, float('nan')),), '#ff0000')]", (), "with the segment ('M', 1, nan)"),
        ("elements", "draw", "[api.Group((api.Path((), 'red'),))]", (), "in the colour 'red'"),
        ("elements", "draw", "[api.Group((3,))]", (), "yields a Group with an int, not an Item"),
        ("elements", "aspect", "0", (), "returns 0, not width divided by height"),
        ("elements", "expand", "{}", (), "returns a dict, not a Map"),
        ("exports", "make", "None", (CONTEXT,), "returns None, and should yield"),
        ("exports", "make", "[api.Output('en/x.txt', b'', '')]", (CONTEXT,), "makes a file en/x.txt; paths begin with"),
        ("exports", "prepare", "None", (), "returns None, not an ExportRequest"),
        ("exports", "gather", "[3]", (None, "small"), "yields an int, not an Output"),
        ("exports", "gather", "[]", (None, "small", (), None, api.Diagnostics()), "returns no files"),
        ("importers", "read", "None", (), "returns None, not a tuple of a list of FoundDeck and a text"),
        ("importers", "read", "([{}], '')", (), "returns a dict, not a FoundDeck, among the decks"),
        ("importers", "read", "([api.FoundDeck([])], '')", (), "returns a list, not rows as"),
        ("importers", "read", "([api.FoundDeck(ROWS, copies='2')], '')", (), "returns a FoundDeck with '2' copies"),
        ("importers", "read", "([api.FoundDeck(ROWS, None)], '')", (), "with None as copies_column, not a text"),
        ("importers", "read", "([api.FoundDeck(ROWS, size=('a', 1))], '')", (), "of the size ('a', 1), not width and"),
        ("importers", "read", "([api.FoundDeck(ROWS, left_out='x')], '')", (), "whose left_out is no list of lines"),
        ("pages", "routes", "None", (), "returns None, and should yield a PageRoute for each"),
        ("pages", "routes", "[api.PageRoute('/x', 'nobody', '', print)]", (), "with the line '/x'; write GET or POST"),
        ("pages", "routes", "[api.PageRoute('GET /x', 'all', '', print)]", (), "for 'all', not one of: everybody"),
        ("pages", "answer", "None", (), "returns None, not a Response"),
        ("products", "make", "iter('a')", (CONTEXT,), "yields a str, not an Output"),
        (
            "products",
            "make",
            "[api.Output('small/x', 'a', '')]",
            (CONTEXT,),
            "gives small/x a str as content, not bytes",
        ),
        ("products", "make", "[api.Output('../x', b'', '')]", (CONTEXT,), "makes a file ../x; paths begin with"),
        ("products", "make", "[api.Output('small/../x', b'', '')]", (CONTEXT,), "makes a file small/../x; paths begin"),
        (
            "products",
            "make",
            "[api.Output('small/en/cards.pdf', b'', '')]",
            (CONTEXT,),
            "has been made by pnp or another",
        ),
        ("products", "make", "[api.Output('small/en/a', b'', 3)]", (CONTEXT,), "a summary that is not a text"),
        ("renderers", "prepare", "None", (), "returns None, not a Frame"),
        (
            "stages",
            "run",
            "None",
            (),
            "returns None, not a context manager: decorate it with contextlib.contextmanager",
        ),
        ("stages", "enter", "None", (), "yields None, not a function that returns lines of the summary"),
        ("stages", "finish", "3", (), "returns an int, and should yield a str for each"),
        ("starts", "read", "None", (), "returns None, not a tuple of files and notes"),
        ("tables", "read", "None", TABLE, "returns None, not rows as read_table and parse_csv make them"),
        ("tables", "read", "[{}]", TABLE, "returns a list, not rows as read_table and parse_csv make them"),
    ],
)
def test_a_function_that_returns_something_else_is_a_fault(
    install: Install, group: Any, part: str, returned: str, arguments: tuple[Any, ...], told: str
) -> None:
    file = install(f"\ndef take(*_):\n    return {returned}\nTHING, ROWS = 1, api.Seq('x', (1, 1))", **{group: "odd"})
    with pytest.raises(api.Fault) as raised:
        plugins.call_plugin(f"pnp.{group}", "odd", part, "odd:take", *arguments)  # type: ignore[arg-type]
    about = raised.value.diagnostic
    assert about.code == "plugin-faulty"
    assert "take of the package odd-package" in about.what and told in about.what, about.what
    assert about.place == api.Place(str(file), 4)


@pytest.mark.parametrize(
    ("reference", "line", "told"),
    [
        ("odd:nowhere", 5, "odd of the package odd-package cannot be imported: AttributeError"),
        ("even:take", 0, "odd of the package odd-package cannot be imported: ModuleNotFoundError"),
        ("odd:take", 4, "odd of the package odd-package has failed: TypeError: take() takes 0 positional"),
        ("odd:fails", 8, "the package odd-package has failed: ZeroDivisionError"),
        ("odd:ends", 10, "the package odd-package has failed: SystemExit"),
    ],
)
def test_a_function_that_cannot_be_called_is_a_fault(install: Install, reference: str, line: int, told: str) -> None:
    code = "\ndef take(): ...\nTHING = 3\n\ndef fails(_):\n    1 / 0\ndef ends(_):\n    raise SystemExit"
    file = install(code, checks="odd")
    with pytest.raises(api.Fault) as raised:
        plugins.call_plugin("pnp.checks", "odd", "check", reference, None)
    assert told in raised.value.diagnostic.what
    place = raised.value.diagnostic.place
    assert place.line == line
    assert not line or place.file == str(file)


def test_a_command_without_sense_is_a_fault(install: Install) -> None:
    install("def THING(size: int | str): ...", commands="odd")
    with pytest.raises(api.Fault, match="odd of the package odd-package has failed: AssertionError"):
        CommandTable({})["odd"]


def test_a_path_that_is_none_is_a_fault(install: Install) -> None:
    install("def take(*_):\n    return [api.PageRoute('GET /{a}/{a}', 'nobody', '', print)]\nTHING = 1", pages="odd")
    with pytest.raises(api.Fault, match="has failed: ValueError: Duplicated param name"):
        plugins.call_plugin("pnp.pages", "odd", "routes", "odd:take")


def test_a_file_of_a_package_that_is_not_utf_8_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "codes.md").write_bytes(b"## Odd\n\n\xe9t\xe9\n")
    with pytest.raises(api.Fault, match="byte 0xe9 of a package's file is not UTF-8") as raised:
        plugins.read_data(tmp_path / "codes.md")
    assert raised.value.diagnostic.place == api.Place(str(tmp_path / "codes.md"), 3)


def test_own_functions_are_called_as_they_are() -> None:
    with pytest.raises(ZeroDivisionError):
        plugins.call_plugin("pnp.checks", "rules", "check", lambda: 1 / 0)


# --- in a project


def told(made: Any) -> list[str]:
    return [f"{each.code} {each.what}" for each in made.diagnostics]


EXPECT = GAME + "expect: [{that: 1 == 2, why: it is not}]\n"
UNMET = "expectation 1 == 2 does not hold (it is 1)"


@pytest.mark.parametrize(
    "code",
    [
        "def check(subject, diagnostics):\n    diagnostics.report(CODE, None, what='x')",
        "def check(subject, diagnostics):\n    diagnostics.report('odd', subject.game.source.place, what='x')",
        "def check(subject, diagnostics):\n    diagnostics.report(CODE, api.Place('x', '3'), what='x')",
        "def check(subject, diagnostics):\n    diagnostics.report(CODE, api.Place('x'), what='x', fix=None)",
        "def check(subject):\n    pass",
        "",
    ],
)
def test_other_checks_go_on(install: Install, write_project: WriteProject, code: str) -> None:
    more = "CODE = api.AddedCode('odd-code')\nTHING = api.Check('odd', 'game', 'odd:check')"
    install(f"{code}\n{more}", checks="odd")
    faults = told(check_project(write_project({"data/small/game.yaml": EXPECT})))
    assert UNMET in faults
    assert sum("plugin-faulty" in fault for fault in faults) == 1


@pytest.mark.parametrize(
    "code",
    [
        "def run(request, diagnostics): ...",
        "def run(request, diagnostics):\n    yield print",
        "@contextmanager\ndef run(request, diagnostics):\n    yield",
        "@contextmanager\ndef run(request, diagnostics):\n    yield lambda progress: 3",
        "@contextmanager\ndef run(request, diagnostics):\n    1 / 0\n    yield lambda progress: []",
        "@contextmanager\ndef run(request, diagnostics):\n    yield lambda progress: ['line']\n    1 / 0",
        "@contextmanager\ndef run(request, diagnostics):\n    yield lambda progress: 1 / 0",
    ],
)
def test_other_stages_go_on(install: Install, write_project: WriteProject, code: str) -> None:
    file = install(f"{code}\nTHING = api.Stage('odd', run)", stages="odd")
    checked = check_project(write_project({"data/small/game.yaml": EXPECT}))
    faulty = [each for each in checked.diagnostics if each.code == "plugin-faulty"]
    assert UNMET in told(checked)
    assert [each.place.file for each in faulty] == [str(file)]
    assert 3 <= faulty[0].place.line <= 6
    assert any("expectation" in line for line in checked.summaries)


def test_a_table_that_is_not_read_is_no_silence(install: Install, write_project: WriteProject) -> None:
    install("def read(*_): ...\nTHING = api.TableFormat('odd:read')", tables="odd")
    game = GAME.replace("cards: cards.yaml", "cards: cards.odd")
    assert game != GAME
    checked = check_project(write_project({"data/small/game.yaml": game, "data/small/cards.odd": "x"}))
    assert ["plugin-faulty" in each for each in told(checked)] == [True]


def test_a_faulty_paper_matters_to_nobody_who_does_not_name_it(install: Install) -> None:
    install("THING = (1, 2, 3)", papers="odd")
    assert parse_paper("a4") == "a4"
    assert parse_paper("210x297mm") == "a4"
    assert paper_size("letter") == PAPERS["letter"]
    with pytest.raises(api.Fault):
        parse_paper("odd")
    with pytest.raises(api.Mistake, match="no paper old"):
        parse_paper("old")


def test_a_product_replaces_no_file_of_pnp(install: Install, write_project: WriteProject) -> None:
    file = install("\ndef THING(context):\n    yield api.Output('small/en/cards.pdf', b'', '')", products="odd")
    built = build_project(write_project())
    assert [each.place for each in built.diagnostics] == [api.Place(str(file), 4)]
    assert [len(each.content) > 0 for each in built.outputs if each.path == "small/en/cards.pdf"] == [True]


def test_values_of_an_element_are_evaluated(install: Install, write_project: WriteProject) -> None:
    code = (
        "class Odd(api.Element):\n    kind = 'odd'\n    odd: str\n    number: int = 0\n    size: float | None = None\n"
        "def draw(element, box, context, node):\n"
        "    context.report(CODE, node.place(), what=f'{element.odd!r} {element.number!r} {element.size!r}')\n"
        "    return []\n"
        "CODE = api.AddedCode('odd-code', 'warning')\nTHING = api.ElementKind(Odd, draw)"
    )
    install(code, elements="odd")
    face = FACE + "  odd: {odd: 'no. {{ card.number }}', number: '{{ card.number }}', size: '{{ card.number / 2 }}'}\n"
    faults = told(build_project(write_project({"templates/small/face.yaml": face})))
    assert "odd-code 'no. 1' 1 0.5" in faults
    wrong = face.replace("number: '{{ card.number }}'", "number: '{{ card.number / 2 }}'")
    faults = told(build_project(write_project({"templates/small/face.yaml": wrong})))
    assert "wrong-value number must be a whole number, not 0.5" in faults


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("code", ["yield hang", "hang()"])
def test_a_stage_has_a_limit_of_time(install: Install, write_project: WriteProject, code: str) -> None:
    hang = "def hang(*_):\n    while True: ...\n@contextmanager\ndef run(request, diagnostics):\n    "
    install(f"{hang}{code}\nTHING = api.Stage('odd', run)", stages="odd")
    done = pnp(write_project(), "check", "--only", "odd", "--time-limit", "1")
    assert "error[time-limit]: this takes more than 1 s: the stage odd of the package odd-package" in done.err


def test_pages_that_fail_leave_the_others(install: Install, write_project: WriteProject) -> None:
    code = (
        "from starlette.responses import PlainTextResponse\nfrom starlette.exceptions import HTTPException\n"
        "async def fails(request):\n    1 / 0\nasync def nothing(request): ...\n"
        "async def lacks(request):\n    raise HTTPException(404, 'no such card')\n"
        "async def answers(request):\n    return PlainTextResponse('fine')\n"
        "PAGES = {'GET /fails': fails, 'GET /nothing': nothing, 'GET /lacks': lacks, 'GET /answers': answers}\n"
        "THING = api.AddedPages('Odd', lambda files: [api.PageRoute(line, 'nobody', '', answer)"
        " for line, answer in PAGES.items()])"
    )
    file = install(code, pages="odd")
    lines: list[str] = []
    preview = Preview(Files(write_project()), lambda question: None, lambda question: None)
    app = make_app(preview, report=lines.append, added=["odd"])
    client = TestClient(app, base_url="http://127.0.0.1:8137")  # which raises what the server would
    answers = [client.get(f"/{name}") for name in ("fails", "nothing", "lacks", "answers")]
    assert [answer.status_code for answer in answers] == [409, 409, 404, 200]
    assert lines == [
        f"{file}:6: error[plugin-faulty]: the package odd-package has failed: ZeroDivisionError: division by zero",
        f"{file}:7: error[plugin-faulty]: nothing of the package odd-package returns None, not a Response",
    ]
    lines.clear()
    install("THING = api.AddedPages('Odd', lambda files: None)", pages="odd")
    make_app(preview, report=lines.append, added=["odd"])
    assert len(lines) == 1
    assert "odd of the package odd-package returns None, and should yield a PageRoute for each" in lines[0]


@pytest.mark.process
def test_files_of_a_build_are_not_those_of_an_earlier_export(install: Install, write_project: WriteProject) -> None:
    code = (
        "def make(context, request):\n    yield api.Output('small/en/x.txt', b'x', '')\nTHING = api.Export('x', make)"
    )
    install(code, exports="odd")
    root = write_project()
    assert pnp(root, "build").code == 0
    done = pnp(root, "export", "odd")
    assert (done.code, done.err) == (0, "")


@pytest.mark.process
def test_a_changed_package_is_built_with(
    install: Install, write_project: WriteProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    code = "def THING(context):\n    yield api.Output('small/en/x.txt', b'old', '')"
    root = write_project()
    file = install(code, products="odd")
    arguments = ["build", str(root)]
    built = [build_project(root)]
    began = time.time_ns() + 10**10  # long after the files were written
    record_build(arguments, root, state(root), began, [], ["built"])
    assert unchanged_build(arguments) == ["built"]
    built.append(build_project(root))
    assert not built[1].inputs  # it was kept
    file.write_text(file.read_text().replace("old", "new text"))
    assert unchanged_build(arguments) is None
    install(file.read_text(), products="odd")
    built.append(build_project(root))
    made = [{each.path: each.content for each in each_built.outputs}["small/en/x.txt"] for each_built in built]
    assert made == [b"old", b"old", b"new text"]


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("lambda seated: lambda options: 'wild'", "odd of the package odd-package picks 'wild', which is no option"),
        ("lambda seated: None", "odd of the package odd-package returns None, not a function"),
        ("lambda seated: lambda options: 1 / 0", "the package odd-package has failed: ZeroDivisionError"),
    ],
)
@pytest.mark.process
@pytest.mark.slow
def test_a_bot_that_fails_is_not_the_games_fault(
    install: Install, write_project: WriteProject, bot: str, told: str
) -> None:
    file = install(f"THING = api.BotKind({bot})", bots="odd")
    rules = (
        "from pnp.rules import End, ask\ndef game(table):\n"
        "    yield from ask(0, [1, 2])\n    return End('over', winners=[0])\n"
    )
    root = write_project({"data/small/rules.py": rules})
    done = pnp(root, "simulate", "small", "--games", "10", "--players", "2", "--bots", "odd")
    assert f"{file}:3" in done.err and "error[plugin-faulty]" in done.err and told in done.err, done.err


def test_the_doctor_tells_what_a_package_adds(install: Install, write_project: WriteProject) -> None:
    code = "CODE = api.AddedCode('odd-code')\nTHING = (216.0, 340.0)"
    install(code, papers="oficio", exports="odd", exporters="other")
    found = [
        (each.text, each.fix, each.is_wrong) for each in examine(Files(write_project()), {}) if each.topic == "packages"
    ]
    assert (found[0][0].startswith("odd-package"), found[0][2]) == (True, False)
    assert ("odd-package: there is no group pnp.exporters", "did you mean pnp.exports?", True) in found
    assert any("odd of the package odd-package is a tuple, not an Export" in text and wrong for text, _, wrong in found)
    fix = "write a paragraph below ### odd-code in its codes.md"
    assert ("odd-package: nothing explains the code odd-code", fix, False) in found
    assert len(found) == 4


def test_groups_between_wings_take_nothing_of_packages(install: Install) -> None:
    install("THING = 1", api="odd", analyses="odd")
    assert plugins.load_plugin("pnp.api", "odd") is None
    assert plugins.load_plugin("pnp.analyses", "odd") is None
