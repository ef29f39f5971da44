"""What the commands print, and the JSON that others rely on."""

import io
import json
import math
import platform
from importlib.metadata import version
from pathlib import Path

import pytest

from tablero import __version__
from tablero.cli import main
from tablero.sources import package_digest

pytestmark = pytest.mark.plain


@pytest.fixture
def tablero(capsys, monkeypatch):
    """Run a command: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)

    def run(*words):
        with pytest.raises(SystemExit) as end:
            main(words)
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


@pytest.fixture
def answer(tablero):
    """Run a command with --json: what it answers."""

    def run(*words):
        code, out, err = tablero(*words, "--json")
        assert (code, err) == (0, "")
        assert out.count("\n") == 1
        return json.loads(out)

    return run


def test_without_arguments_there_is_a_guide(tablero):
    code, out, err = tablero()
    assert (code, err) == (0, "")
    assert "tablero search quarry 4x4x4" in out


@pytest.mark.compiled_only
def test_every_command_of_the_guide_works(tablero):
    """But for `serve`, which does not end by itself; it has tests of its own."""
    _code, guide, _err = tablero()
    commands = [line.split("  ")[1] for line in guide.splitlines() if line.startswith("  tablero")]
    assert len(commands) == 9
    commands.remove("tablero serve")
    for command in commands:
        code, out, err = tablero(*command.split()[1:])
        assert (code, err) == (0, "")
        assert out


def test_games(answer):
    games = {record["name"]: record for record in answer("games")["games"]}
    assert set(games) >= {"connect4", "kalah", "mancala11", "quarry", "tictactoe"}
    assert games["kalah"]["options"]["seeds"] == {"default": 4, "choices": []}
    assert games["kalah"]["options"]["capture"]["choices"] == [
        "opposite",
        "empty",
        "leave",
        "none",
    ]
    assert games["connect4"]["evaluations"] == ["lines", "table", "potential", "zero"]
    assert "regular" in games["mancala11"]["agents"]
    assert "regular" not in games["connect4"]["agents"]
    assert {"random", "perfect", "level"} <= set(games["connect4"]["agents"])
    assert all(record["about"] for record in games.values())


def test_games_as_text(tablero):
    _code, out, _err = tablero("games")
    assert "    passes=false  (true | false)" in out
    assert "evaluations: simple, stores, composite, tuned, zero" in out
    assert "    agents: random, minimax, " in out


def test_show(answer):
    record = answer("show", "connect4", "44", "--play", "5", "3")
    assert list(record) == ["game", "position", "turn", "moves", "over", "score", "drawing"]
    assert record["position"] == "4453"
    assert record["turn"] == 1
    assert record["moves"] == list("1234567")
    assert (record["over"], record["score"]) == (False, None)
    assert record["drawing"].splitlines()[-2] == ". . o x x . ."


@pytest.mark.parametrize(
    "words",
    [
        ("--play", "5", "--play", "3"),
        ("--play", "5", "3"),
        ("--play=5", "--play=3"),
        ("--play=5", "3"),
    ],
)
def test_show_plays_one_move_after_the_other(answer, words):
    assert answer("show", "connect4", *words)["position"] == "53"


def test_show_of_a_finished_game(answer, tablero):
    record = answer("show", "connect4", "1212121")
    assert (record["over"], record["score"], record["moves"]) == (True, -18, [])
    assert "the first player has won by 18" in tablero("show", "connect4", "1212121")[1]
    assert "drawn" in tablero("show", "tictactoe", "xoxxoooxx")[1]


def test_show_writes_the_block_as_its_sides(answer):
    record = answer("show", "quarry", "3x4x5", "--play", "x-1")
    assert (record["position"], record["turn"]) == ("2x4x5", 2)


def test_show_names_the_options_that_are_not_usual(answer):
    assert answer("show", "kalah( seeds=5, pits=6 )")["game"] == "kalah(seeds=5)"
    commas = answer("show", "kalah", "4,4,4,4,4,4,0/4,4,4,4,4,4,0/2")
    assert commas["position"] == "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 / 2"
    assert commas["turn"] == 2


def test_solve(answer):
    record = answer("solve", "connect4", "1654131641256261466353252233125")
    fields = "game position turn score moves best line whole_line nodes seconds"
    assert list(record) == fields.split()
    assert record["moves"][record["best"][0]] == record["score"] == max(record["moves"].values())
    assert record["line"][0] == record["best"][0]
    assert record["whole_line"]


def test_solve_of_a_game_without_a_solver_of_its_own(answer):
    """x wins at 3. At 6 it saves the draw, for o has to answer at 3; else o wins at 6."""
    record = answer("solve", "tictactoe", "xx.oo....")
    fields = "game position turn score moves best line whole_line nodes seconds"
    assert list(record) == fields.split()
    assert (record["score"], record["best"], record["line"]) == (1, ["3"], ["3"])
    assert record["moves"] == {"3": 1, "6": 0, "7": -1, "8": -1, "9": -1}
    assert record["whole_line"]


def test_solve_of_what_is_too_large(tablero):
    for words in ((), ("--time", "60")):
        code, out, err = tablero("solve", "tictactoe", "--nodes", "100", *words)
        assert (code, out) == (1, "")
        line = "tictactoe has no solver, and an exhaustive search would take more than 100 nodes"
        assert err == f"tablero: {line}; --nodes N allows more\n"
    assert tablero("solve", "tictactoe", "--nodes", "100000")[0] == 0


@pytest.mark.parametrize(
    "words",
    [
        ["search", "--depth", "3"],
        ["search", "--algorithm", "engine", "--depth", "3"],
        ["solve"],
        ["perft", "--depth", "3"],
        ["show"],
    ],
)
def test_a_position_is_named_by_its_moves(answer, words):
    """The moves are one text, several words, or follow a position."""
    command, *options = words
    expected = answer(command, "tictactoe", "x.o.x....", *options)
    assert expected["position"] == "x.o.x...."
    expected.pop("seconds", None)
    ways = [["--play", "1", "3", "5"], ["--play", "1 3 5"], ["x.o......", "--play=5"]]
    for way in ways:
        found = answer(command, "tictactoe", *way, *options)
        found.pop("seconds", None)
        found.get("statistics", {})["seconds"] = expected.get("statistics", {}).get("seconds")
        expected.setdefault("statistics", {})
        found.setdefault("statistics", {})
        assert found == expected


def test_a_game_is_played_from_a_position_named_by_its_moves(answer):
    record = answer("play", "tictactoe", "random", "random", "--play", "1 3", "5", "--seed", "1")
    assert record["position"] == "x.o.x...."


def test_a_move_whose_name_has_a_blank_is_one_move(answer):
    whole = answer("show", "mancala11", "--play", "R 3")
    assert whole["position"] == answer("show", "mancala11", "--play", "3")["position"]
    two = answer("show", "mancala11", "--play", "3", "2")["position"]
    assert answer("show", "mancala11", "--play", "3 2")["position"] == two


def test_solve_of_the_score_alone(answer, tablero):
    record = answer("solve", "quarry", "200x200x199", "--score-only", "--threads", "1")
    assert (record["score"], record["moves"], record["best"], record["line"]) == (1, {}, [], [])
    assert "score -1 (exact)" in tablero("solve", "quarry", "7x7x1")[1]


def test_solve_gives_up_in_time(tablero):
    code, out, err = tablero("solve", "connect4", "--no-book", "--time", "0.2")
    assert (code, out) == (1, "")
    assert err.startswith("tablero: not solved within 0.2 seconds and ")


def test_solve_builds_a_table_and_asks_it(answer, tablero, monkeypatch, tmp_path):
    monkeypatch.setattr(
        "tablero.games.connect4.solver.book_locations.user_data_path", lambda _name: tmp_path
    )
    game, word = "connect4(columns=4,rows=4)", "44333321121"
    plain = answer("solve", game, word, "--threads", "1", "--score-only")
    record = answer("solve", game, "--build-book", "11", "--threads", "1")
    assert list(record) == ["game", "stones", "positions", "file", "bytes", "seconds"]
    path = tmp_path / "books" / "connect4-4x4x4-11.book"
    assert (record["file"], record["bytes"]) == (str(path), path.stat().st_size)
    asked = answer("solve", game, word, "--threads", "1", "--score-only")
    assert asked["score"] == plain["score"]
    assert asked["nodes"] == 0 < plain["nodes"]
    short = answer("solve", game, word[:-2])
    assert (len(short["line"]), short["whole_line"]) == (2, False)
    assert (
        f"principal variation {' '.join(short['line'])} …\n"
        in tablero("solve", game, word[:-2])[1]
    )
    whole = answer("solve", game, word[:-2], "--whole-line")
    assert (whole["line"][:2], whole["whole_line"]) == (short["line"], True)
    assert "…" not in tablero("solve", game, word[:-2], "--whole-line")[1]
    line = f"{record['positions']} positions of 11 stones in {record['bytes']} bytes: {path}\n"
    assert tablero("solve", game, "--build-book", "11") == (0, line, "")


def test_solve_gives_up_a_table_in_time(tablero, tmp_path):
    words = ["--build-book", "0", "--out", str(tmp_path / "a.book"), "--time", "0.2"]
    code, out, err = tablero("solve", "connect4", *words)
    assert (code, out) == (1, "")
    assert err.startswith("tablero: not solved within 0.2 seconds and ")
    assert [file.name for file in tmp_path.iterdir()] == ["a.book.journal"]


def test_solve_of_every_line(tablero, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("4x4x4\n\n 5x5x1 \n"))
    assert tablero("solve", "quarry", "-") == (0, "1\n-1\n", "")
    monkeypatch.setattr("sys.stdin", io.StringIO("4x4x4\n5x5x1\n"))
    _code, out, _err = tablero("solve", "quarry", "-", "--json")
    assert [json.loads(line)["score"] for line in out.splitlines()] == [1, -1]


def test_search(answer):
    record = answer("search", "quarry", "4x4x4", "--algorithm", "minimax")
    fields = ["game", "position", "turn", "algorithm", "depth", "eval", "move", "score", "line"]
    assert list(record) == [*fields, "exact", "statistics"]
    assert record["score"] == 1
    assert record["move"] == record["line"][0]
    counted = {name: value for name, value in record["statistics"].items() if name != "seconds"}
    assert counted == {
        "created": 24135,
        "evaluated": 24135,
        "lazy_savings": 0,
        "cuts": 0,
        "inferred": 0,
        "cache_hits": 0,
        "leaves": 9918,
        "depth": 9,
        "distinct": 0,
    }
    assert math.isfinite(record["statistics"]["seconds"])


def test_search_takes_every_option(answer):
    words = "--algorithm mtdf --depth 5 --order best --cache --no-lazy --infer --root-window full"
    plain = answer("search", "kalah", "--algorithm", "minimax", "--depth", "5")
    record = answer("search", "kalah", *words.split())
    assert record["score"] == plain["score"]
    assert record["eval"] == "simple"
    assert record["statistics"]["distinct"] > 0
    assert record["statistics"]["created"] > record["statistics"]["evaluated"]


def test_engine(answer):
    plain = answer("search", "kalah", "--algorithm", "minimax", "--depth", "4")
    words = ("search", "kalah", "--algorithm", "engine")
    record = answer(*words, "--depth", "4", "--threads", "2")
    assert list(record) == list(plain)
    assert (record["score"], record["depth"], len(record["line"])) == (plain["score"], 4, 4)
    within = answer(*words, "--nodes", "300")
    assert within["statistics"]["evaluated"] <= 300
    assert within["depth"] == len(within["line"]) == 4
    again = answer(*words, "--nodes", str(within["statistics"]["evaluated"]))
    assert (again["depth"], again["line"]) == (within["depth"], within["line"])


def test_engine_says_how_deep_it_went(answer):
    words = ("search", "tictactoe", "xx.oo....", "--algorithm", "engine", "--time", "60")
    record = answer(*words)
    assert (record["exact"], record["depth"]) == (True, 5)


def test_search_as_text(tablero):
    code, out, err = tablero("search", "tictactoe", "xx.oo....")
    assert (code, err) == (0, "")
    assert "best move 3, score +1 (exact)" in out
    assert "principal variation 3" in out
    assert "nodes visited" in out


def test_weights_are_options_of_the_evaluation(answer):
    light, heavy = (
        answer("search", "kalah", "--depth", "3", "--eval", f"stores(stores={weight})")["score"]
        for weight in (1, 7)
    )
    assert heavy == 7 * light != 0


def test_perft(answer, tablero):
    record = answer("perft", "connect4", "--depth", "6")
    assert record["counts"] == [7, 49, 343, 2401, 16807, 117649]
    assert record["leaves"] == 117649
    assert "117 649" in tablero("perft", "connect4", "--depth", "6")[1]


def test_version(tablero):
    assert tablero("--version")[1] == f"tablero {__version__}\n"


def test_all_that_a_report_of_a_fault_needs(tablero):
    code, told, _errors = tablero("--version", "--verbose")
    assert code == 0
    facts = dict(line.split(maxsplit=1) for line in told.splitlines())
    assert facts["python"].startswith(platform.python_version())
    assert package_digest() in facts["sources"]
    assert f"numpy {version('numpy')}" in facts["core"]
    assert str(Path.home()) not in told


def test_verbose_alone_is_refused(tablero):
    assert tablero("--verbose") == (2, "", "tablero: --verbose goes with --version\n")


@pytest.mark.parametrize("command", ["games", "show", "play", "replay", "search", "perft"])
def test_help_teaches_by_example(tablero, command):
    code, out, _err = tablero(command, "--help")
    assert code == 0
    assert "--json" in out
    assert "--lang" in out
    assert command == "games" or f"tablero {command}" in out.split("Options:")[0].split("\n", 1)[1]
