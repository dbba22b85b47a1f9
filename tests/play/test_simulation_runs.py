"""pnp simulate: reports, traces, tapes, options, and what is said of wrong ones."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import Done, pnp
from conftest import GAME, WriteProject
from duels import BOTS, RULES, changed

from pnp.core.diagnostics import Diagnostics
from pnp.play.game_bundle import GameSetup
from pnp.play.simulate import open_playable, trace
from pnp.project.files import Files
from pnp.serve.project_worker import ProjectWorker
from pnp.workers.limits import Limits

pytestmark = pytest.mark.process

CARDS = "- each: {number: 1..9, colour: [red, blue]}\n"
PLAY = GAME.replace("  hand: 5\n", "  rounds: 3\n") + (
    "languages: [en, fr]\nplay: {decisions: 3..3, scores: 0..3, seconds: 20, names: {hands: hand, seat: 'Seat {n}'}}\n"
)
PO = 'msgid ""\nmsgstr "Language: fr\\nContent-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Small"\nmsgstr "Petit"\n\n'
PO += 'msgid "hand"\nmsgstr "main"\n\nmsgid "Seat {n}"\nmsgstr "Place {n}"\n'


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    return write_project(project())


def project(rules: str = RULES, game: str = PLAY) -> dict[str, str | bytes | None]:
    return {
        "data/small/game.yaml": game,
        "data/small/cards.yaml": CARDS,
        "data/small/rules.py": rules,
        "data/small/bots.py": BOTS,
        "data/small/locale/fr.po": PO,
    }


def simulate(root: Path, *arguments: str) -> Done:
    return pnp(root, "simulate", "small", "--jobs", "1", *arguments)


def test_a_report_for_each_number_of_players(root: Path) -> None:
    done = simulate(root, "--games", "300")
    assert (done.code, done.err) == (0, "")
    assert [f"Small · {players} players" in done.out for players in (2, 3, 4)] == [True] * 3
    assert "300 games · bots: random · seed 7" in done.out
    assert "1 minute a game at 20 seconds a decision" in " ".join(done.out.split())
    assert max(len(line) for line in done.out.splitlines()) <= 100


def test_the_only_game_of_a_project_need_not_be_named(root: Path) -> None:
    done = pnp(root, "simulate", "--games", "20", "--players", "2", "--jobs", "1")
    assert (done.code, done.err) == (0, "")
    assert "Small · 2 players" in done.out
    (root / "data/other").mkdir()
    (root / "data/other/game.yaml").write_text("title: Other\n")
    done = pnp(root, "simulate", "--games", "20")
    assert done.code == 2
    assert "is missing, and the project has several: other, small" in " ".join(done.err.replace("│", " ").split())
    (root / "data/other/game.yaml").unlink()
    (root / "data/small/game.yaml").unlink()
    assert "error[game-none]" in pnp(root, "simulate").err


def test_the_report_as_json_is_the_same_every_time_and_in_any_number_of_processes(root: Path) -> None:
    arguments = ("--players", "3", "--games", "600", "--format", "json", "--bots", "highest,random")
    one = simulate(root, *arguments)
    two = pnp(root, "simulate", "small", "--jobs", "2", *arguments)
    assert one.out == two.out
    (report,) = json.loads(one.out)
    assert (report["players"], report["games"], report["bots"]) == (3, 600, ["highest", "random"])
    shares = {result["bot"]: result["share"]["value"] for result in report["bot_results"]}
    assert set(shares) == {"highest", "random"}


def test_it_goes_on_until_it_is_certain(root: Path) -> None:
    done = simulate(root, "--players", "2", "--games", "certain", "--format", "json")
    (report,) = json.loads(done.out)
    assert report["fairness"]["verdict"] in ("fair", "nearly fair", "unfair")
    assert report["games"] % 250 == 0


@pytest.mark.nightly
def test_it_goes_on_until_cards_would_have_been_seen(root: Path) -> None:
    done = simulate(root, "--players", "2", "--games", "certain:cards", "--format", "json")
    (report,) = json.loads(done.out)
    assert 0.05 < report["visible_lift"] <= 0.07  # two points beyond a tenth of the usual rate, one half
    assert report["fairness"]["verdict"] != "open"


def test_luck_is_told_from_skill(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "skill.html"
    named = ("--players", "2", "--skill", "--bots", "random,highest,search:4", "--games", "60")
    done = simulate(root, *named, "--report", str(path))
    assert (done.code, done.err) == (0, "")
    assert "One stronger player" in done.out
    assert "highest among random" in done.out
    assert "<svg" in path.read_text(encoding="utf-8")
    (report,) = json.loads(simulate(root, *named, "--format", "json").out)
    assert [level["bot"] for level in report["levels"]] == ["random", "highest", "search:4"]
    assert [level["report"]["games"] for level in report["levels"]] == [60, 60, 3]
    assert [(step["stronger"], step["weaker"]) for step in report["steps"]] == [
        ("highest", "random"),
        ("search:4", "highest"),
        ("search:4", "random"),
    ]


@pytest.mark.parametrize(
    "more", [["--trace"], ["--fixed-seats"], ["--games", "certain"], ["--people"], ["--bots", "x"]]
)
def test_strengths_cannot_be_compared_with_everything(root: Path, more: list[str]) -> None:
    done = simulate(root, "--players", "2", "--skill", *more)
    assert done.code != 0
    assert more[0].removeprefix("--") in done.err or "no bot x" in done.err


def test_people_stand_beside_bots(root: Path) -> None:
    asked = ("--players", "2", "--games", "50", "--people")
    assert "has no such game of people" in simulate(root, *asked).err
    end = {"why": "three rounds", "scores": [2, 1], "winners": [0]}
    line = {
        "game": "small", "seats": ["person", "highest"], "seed": "7", "values": {}, "decisions": 3, "taken_back": 0,
        "thought": [[number, 0, 40.0] for number in range(3)], "end": end,
    }  # fmt: skip
    diary = root / "output/tables/diary.jsonl"
    diary.parent.mkdir(parents=True)
    diary.write_text("".join(json.dumps({**line, "table": f"t{n}"}) + "\n" for n in range(12)), encoding="utf-8")
    done = simulate(root, *asked)
    assert (done.code, done.err) == (0, "")
    assert "People beside bots" in done.out
    assert "write seconds: 40 in play:" in " ".join(done.out.split())
    assert "2 minutes a game at 40 seconds a decision" in " ".join(done.out.split())
    assert "People" not in simulate(root, *asked[:-1]).out  # the same seed gives the same report


def test_reports_with_charts(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "small.html"
    done = simulate(root, "--players", "3", "--games", "250", "--report", str(path))
    assert done.code == 0
    assert done.out.endswith(f"{path}\n")
    content = path.read_bytes()
    assert "250 games" in content.decode() and "<svg" in content.decode()
    simulate(root, "--players", "3", "--games", "250", "--report", str(path))
    assert path.read_bytes() == content


def test_verdicts_are_kept_for_the_preview_until_the_game_changes(root: Path) -> None:
    done = simulate(root, "--players", "3", "--games", "250", "--keep")
    assert done.code == 0
    assert done.out.splitlines()[-1].endswith(str(Path("output/small/simulation/report.html")))
    assert "<svg" in (root / "output/small/simulation/report.html").read_text(encoding="utf-8")
    worker = ProjectWorker(root)
    cards = worker.cards("small", "en", "numbers") or ()
    verdicts = {card.name: card.verdicts for card in cards}
    assert len(verdicts) == 18
    report = json.loads(simulate(root, "--players", "3", "--games", "250", "--format", "json").out)[0]
    for card in report["cards"]:
        [verdict] = verdicts[card["name"]]
        assert (verdict.title, verdict.is_old) == ("3 players, 250 games", False)
        assert bool(verdict.mark) == bool(card["flag"])
        if card["difference"]:
            assert dict(verdict.facts)["picked by"] == f"{card['picked']:,}"
            assert f"{100 * card['difference']['value']:+.1f}".replace("-", "\u2212") in dict(verdict.facts)["lift"]
    assert any(verdict.facts for [verdict] in verdicts.values())
    rules = root / "data/small/rules.py"
    rules.write_text(rules.read_text() + "# changed\n")
    worker.refresh()
    assert all(verdict.is_old for card in worker.cards("small", "en", "numbers") or () for verdict in card.verdicts)
    (root / "output/small/simulation/cards.json").write_text('{"cards": []}')
    assert not any(card.verdicts for card in worker.cards("small", "en", "numbers") or ())


@pytest.mark.parametrize("other", [("--set", "rounds=2"), ("--trace",), ("--skill",), ("--against", "rounds=2")])
def test_only_games_as_they_are_are_kept(root: Path, other: tuple[str, ...]) -> None:
    done = simulate(root, "--players", "3", "--games", "20", "--keep", *other)
    assert (done.code, f"cannot be combined with {other[0]}" in " ".join(done.err.split())) == (2, True)
    assert not (root / "output").exists()


def test_a_report_needs_a_font(write_project: WriteProject, tmp_path: Path) -> None:
    root = write_project(project() | {"fonts/fonts.yaml": "families: {}\n"})
    done = simulate(root, "--players", "3", "--games", "20", "--report", str(tmp_path / "small.html"))
    assert (done.code, "fonts.yaml names no families" in done.err) == (1, True)
    assert "20 games" in done.out
    assert not (tmp_path / "small.html").exists()


def test_a_game_is_told_in_either_language(root: Path) -> None:
    english = simulate(root, "--players", "2", "--seed", "7:3", "--trace")
    french = simulate(root, "--players", "2", "--seed", "7:3", "--trace", "--lang", "fr")
    assert english.out.startswith("Small · 2 · random · 7:3\n")
    assert french.out.startswith("Petit · 2 · hasard · 7:3\n")
    assert "hand (Seat 1)" in english.out
    assert "main (Place 1)\u00a0: " in french.out
    assert simulate(root, "--players", "2", "--seed", "7", "--trace").out.startswith("Small · 2 · random · 7:0\n")


def test_a_tape_tells_what_is_picked(root: Path) -> None:
    done = simulate(root, "--players", "2", "--seed", "7:3", "--picks", "2,0", "--trace")
    hands = [line.partition(": ")[2].split(", ") for line in done.out.splitlines() if line.startswith("      hand")][:2]
    assert f"   1  Seat 1: {hands[0][2]}, Seat 2: {hands[1][0]}" in done.out


def test_values_are_set_before_the_game(write_project: WriteProject) -> None:
    rules = changed(
        "    return End(", "    table.round += table.bonus[1]\n    assert table.round == 7\n    return End("
    )
    root = write_project(project(changed("    round = 0", "    round = 0\n    bonus = ()", rules)))
    assert simulate(root, "--players", "2", "--games", "10", "--set", "bonus=1,4").code == 0
    done = simulate(root, "--players", "2", "--games", "10", "--set", "bonus=1,5")
    assert done.code == 1
    assert "--set bonus=1,5" in done.err


def test_facts_are_changed_for_a_simulation_and_its_traces(root: Path) -> None:
    game = (root / "data/small/game.yaml").read_text()
    (root / "data/small/game.yaml").write_text(game.replace("3..3", "2..3"))
    done = simulate(root, "--players", "2", "--games", "10", "--set", "rounds=2", "--format", "json")
    (report,) = json.loads(done.out)
    assert (report["decisions"]["mean"], report["options"]) == (2, ["rounds=2"])
    assert "   2  Seat 1" in (told := simulate(root, "--players", "2", "--set", "rounds=2", "--trace").out)
    assert "   3  Seat 1" not in told
    wrong = simulate(root, "--players", "2", "--games", "10", "--set", "rounds=two")
    assert "error[set-value]: rounds is a number, and two is a text" in wrong.err


def test_two_variants_and_two_states_of_a_project_are_compared(root: Path, tmp_path: Path) -> None:
    page = tmp_path / "variants.html"
    game = (root / "data/small/game.yaml").read_text()
    (root / "data/small/game.yaml").write_text(game.replace("3..3", "2..3").replace("scores: 0..3", "scores: 0..6"))
    done = simulate(root, "-n", "2", "--games", "120", "--against", "rounds=2", "--report", str(page))
    assert "as it is beside rounds=2" in done.out
    assert "Certain to differ: decisions −1.00" in done.out
    assert "Two variants" in page.read_text()
    before = tmp_path / "before"
    shutil.copytree(root, before)
    (before / "data/small/rules.py").write_text(changed("table.points[seat] += 1", "table.points[seat] += 2"))
    done = simulate(root, "-n", "2", "--games", "120", "--against", str(before), "--format", "json")
    (report,) = json.loads(done.out)
    points = next(row for row in report["rows"] if row["name"] == "points")
    assert points["is_certain"]
    assert points["other"] == pytest.approx(2 * points["one"])
    assert report["other"] == str(before)


def test_cards_and_options_are_a_table(root: Path) -> None:
    lines = simulate(root, "-n", "2", "--games", "40", "--format", "csv").out.splitlines()
    assert lines[0].startswith("game,players,seed,bots,options,games,kind,question,deck,name,flag")
    assert lines[1].startswith("Small,2,7,random,,40,card,,")
    assert len(lines) == 1 + 18


def test_a_failing_game_ends_with_the_command_that_shows_it(write_project: WriteProject) -> None:
    root = write_project(
        project(changed("    table.round += 1", "    table.round += 1\n    assert best < 9, 'a nine'"))
    )
    done = simulate(root, "--players", "4", "--games", "500")
    assert (done.code, done.out) == (1, "")
    assert "error[rules-error]: AssertionError: a nine" in done.err
    command = done.err.partition("see it with pnp simulate small ")[2].splitlines()[0].split()
    again = simulate(root, *command)
    assert again.code == 1
    assert "a nine" in again.err
    assert again.out.startswith("Small · 4 · random · 7:")


def test_json_stands_alone_beside_a_report_on_file(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "small.html"
    done = simulate(root, "-n", "2,3", "--games", "10", "--format", "json", "--report", str(path))
    assert [report["players"] for report in json.loads(done.out)] == [2, 3]
    assert done.err == f"{path}\n"


WRONG = [
    (["--players", "5"], 1, "error[players-number]: Small is not for 5 players"),
    (["--bots", "higest"], 1, "error[bots-unknown]: no bot higest in data/small/bots.py"),
    (["--lang", "de", "--trace"], 1, "error[language-unavailable]"),
    (["--games", "many"], 2, "must be a number up to 200,000, certain, or certain:cards"),
    (["--games", "0"], 2, "must be a number up to 200,000, certain, or certain:cards"),
    (["--report", "a.png"], 2, "a.png must end in .html"),
    (["--report", "a.pdf"], 2, "a.pdf must end in .html; write a.html, which a browser prints or saves as a PDF"),
    (["--set", "bonus"], 2, "bonus is not a name=value"),
    (["--picks", "a"], 2, "must be numbers, such as 0,3,1"),
    (["--players", "2,x"], 2, "must be numbers, such as 3 or 3,4"),
    (["--set", "ruond=2"], 1, "error[set-unknown]: neither a fact nor a value of the table is called ruond"),
    (
        ["--against", "ruond=2"],
        1,
        "--against: error[set-unknown]: neither a fact nor a value of the table is called ruond",
    ),
    (["--against", "rounds=2", "--trace"], 2, "compares two variants in a number of games, and nothing else"),
    (["--against", "rounds=2", "--format", "csv"], 2, "has rows of cards"),
    (["--cost", "price"], 2, "no deck has a field price with numbers"),
    (["--seed", "7:3"], 2, "7:3 names one game; add --trace"),
    (["--trace", "--format", "json"], 2, "prints one game as text"),
    (["--trace", "--report", "a.html"], 2, "prints one game as text"),
    (
        ["--bots", "random,highest,random,random,random", "--fixed-seats"],
        1,
        "[bots-seats]: 5 bots keep their seats, but the table has 4 seats",
    ),
]


@pytest.mark.parametrize(("arguments", "code", "what"), WRONG, ids=[" ".join(wrong[0]) for wrong in WRONG])
def test_wrong_options_are_told(root: Path, arguments: list[str], code: int, what: str) -> None:
    done = simulate(root, *arguments)
    assert done.code == code
    assert what in " ".join(done.err.replace("│", " ").split())


def test_games_that_are_not_there_or_have_no_rules_are_told(write_project: WriteProject) -> None:
    root = write_project()
    assert "error[rules-missing]" in simulate(root).err
    assert "error[game-unknown]" in pnp(root, "simulate", "smal").err


def test_a_report_that_cannot_be_written_is_told(root: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    done = simulate(root, "--players", "2", "--games", "10", "--report", str(tmp_path / "taken/report.html"))
    assert done.code == 1
    assert "error[" in done.err


def test_a_trace_says_who_sits_where(root: Path) -> None:
    arguments = ("--players", "3", "--bots", "highest,random", "--trace", "--seed")
    heads = [simulate(root, *arguments, f"7:{number}").out.splitlines()[0] for number in range(3)]
    assert heads == [
        "Small · 3 · highest, random, highest · 7:0",
        "Small · 3 · highest, highest, random · 7:1",
        "Small · 3 · random, highest, highest · 7:2",
    ]


def test_a_game_that_all_lose_is_told_without_winners(write_project: WriteProject) -> None:
    root = write_project(project(changed("table.points)", "winners=[])")))
    done = simulate(root, "--players", "2", "--trace")
    assert (done.code, done.out.splitlines()[-1]) == (0, "three rounds")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal")
@pytest.mark.parametrize("seconds", [0.3, 0.6, 0.9, 1.2])
def test_ctrl_c_at_the_very_start_ends_in_words(root: Path, seconds: float) -> None:
    arguments = ["simulate", "small", "--players", "2", "--games", "200000", "--jobs", "2", "--project", str(root)]
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert "spawn_main" not in err
    assert "multiprocessing" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal")
def test_ctrl_c_tells_what_is_known_so_far(root: Path) -> None:
    begun = root / "begun"
    rules = changed("    best = max", f"    open({str(begun)!r}, 'a').write('.')\n    best = max")
    (root / "data/small/rules.py").write_text(rules)
    code = "import sys; from pnp.commands import main; sys.argv[0] = 'pnp'; main()"
    arguments = ["simulate", "small", "--players", "2", "--games", "200000", "--jobs", "1", "--project", str(root)]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )
    while not begun.exists() or begun.stat().st_size < 3 * 500 + 1:  # two blocks, of games with three decisions
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == "stopped; this is what is known so far\n"
    assert "Small · 2 players" in out


NAMED_PO = PO + '\nmsgid "red"\nmsgstr "rouge"\n\nmsgid "blue"\nmsgstr "bleu"\n'
NAMED_PO += (
    '\nmsgid "Play {{ examples.round.picks[0]|listed }}."\nmsgstr "Jouez {{ examples.round.picks[0]|named|listed }}."\n'
)


def test_a_booklet_names_the_cards_of_an_example_in_its_language(write_project: WriteProject) -> None:
    game = PLAY.replace("fields: {", "named: '{{ words[card.colour] }} {{ card.number }}', fields: {")
    files = project(game=game.replace("play: {", "words: {red: red, blue: blue}\nplay: {"))
    files["data/small/examples.yaml"] = "round: {players: 2, picks: [[red 9, blue 8]]}\n"
    files["templates/small/rulebook.md"] = "Play {{ examples.round.picks[0]|listed }}.\n"
    files["data/small/locale/fr.po"] = NAMED_PO
    root = write_project(files)
    assert pnp(root, "build").code == 0
    told = {language: (root / f"output/small/{language}/rules.html").read_text() for language in ("en", "fr")}
    assert "Play red 9 and blue 8." in told["en"]
    assert "Jouez rouge 9 et bleu 8." in told["fr"]


def test_a_trace_may_take_no_longer_than_its_limit(write_project: WriteProject) -> None:
    slow = "    import time\n    end = time.monotonic() + 1\n    while time.monotonic() < end:\n        pass\n"
    root = write_project(project(changed("    best = max", slow + "    best = max")))
    diagnostics = Diagnostics()
    playable = open_playable(Files(root), "small", "", diagnostics)
    assert playable is not None
    assert trace(playable, GameSetup(2, "7:0"), None, diagnostics)
    assert not diagnostics
    trace(playable, GameSetup(2, "7:0"), None, diagnostics, Limits(game_seconds=0.3))
    assert [fault.code for fault in diagnostics] == ["rules-hang"]
