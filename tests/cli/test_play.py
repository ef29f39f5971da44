"""Games in a pipe: what is shown, what is asked, what is kept."""

import io
import json

import pytest

import tablero.games as games
from tablero.cli import main
from tablero.cli.play.coach import Coach
from tablero.cli.play.commands import COMMANDS, command_of
from tablero.match.reading import read_record

pytestmark = pytest.mark.plain


@pytest.fixture
def tablero(capsys, monkeypatch):
    """Run a command with these lines as its input: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)

    def run(*words, said=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in said)))
        with pytest.raises(SystemExit) as end:
            main(words)
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


def test_silent_shows_header_and_result(tablero):
    code, out, err = tablero("play", "kalah", "random", "random", "--silent", "--seed", "1")
    assert (code, err) == (0, "")
    header, result = out.splitlines()
    assert header == "kalah: random against random"
    told, _colon, text = result.partition(": ")
    end = games.load("kalah").read(text)
    winner = end.turn() if end.outcome() > 0 else 1 - end.turn()
    player = ("first player", "second player")[winner]
    assert told == f"the {player} (random) has won by {abs(end.outcome())}"


def test_debug_shows_every_turn(tablero):
    _code, out, _err = tablero("play", "kalah(seeds=5)", "random", "random", "--debug")
    moves = out.count("\nmove ")
    assert moves > 10
    boards = out.count("      6  5  4  3  2  1\n")
    assert boards == out.count("\nevaluation ") == moves + 1
    assert "evaluation 0 for the first player (simple)" in out


def test_the_evaluation_is_seen_by_the_first_player(tablero):
    """In kalah, 28 seeds against 20, whoever moves."""
    for turn in "12":
        text = f"4,4,4,4,4,4,4/4,4,4,4,4,0,0/{turn}"
        words = ("play", "kalah", "human", "human", "--from", text, "--debug", "--eval", "simple")
        assert "evaluation +8 for the first player (simple)" in tablero(*words)[1]


@pytest.mark.parametrize(
    ("switch", "shown"),
    [
        ("--events", "move 1, first player (random): "),
        ("--board", "*     3  3  3  3  3  3      marker 18  Ac: 0\n"),
        ("--marker", "marker 18 : 18\n"),
    ],
)
def test_switches_show_one_thing_each(tablero, switch, shown):
    texts = {"--events": "move 1, ", "--board": "Ac: ", "--marker": "marker 18 : 18\n"}
    _code, out, _err = tablero("play", "mancala11", "random", "random", switch)
    assert shown in out
    assert [other for other, text in texts.items() if text in out] == [switch]


def test_trace_and_statistics(tablero):
    words = ("play", "tictactoe", "engine(depth=3)", "alphabeta(depth=2)", "--seed", "1")
    _code, out, _err = tablero(*words, "--trace")
    heading = "  plies   score           nodes   seconds  principal variation\n"
    depths = [[line.split()[0] for line in part.splitlines()] for part in out.split(heading)[1:3]]
    assert [part[:3] for part in depths] == [["1", "2", "3"], ["2"]]
    assert "nodes generated" not in out
    _code, out, _err = tablero(*words, "--statistics")
    assert heading not in out
    assert out.count("nodes generated") >= 5


def test_a_person_is_asked_and_the_end_of_the_input_leaves(tablero):
    code, out, err = tablero("play", "tictactoe", "human", "human", said=["5", "5", "1"])
    assert (code, err) == (0, "")
    assert "'5' is not a legal move here; legal: 1 2 3 4 6 7 8 9; or type help\n" in out
    assert out.endswith("first player, your move: \nmoves played: 5 1\n")


def test_closed_input_is_an_end_too(tablero, monkeypatch):
    assert "nothing was played" in tablero("play", "tictactoe", "human", "human")[1]
    monkeypatch.setattr("io.StringIO", lambda _text: None)
    assert "nothing was played" in tablero("play", "tictactoe", "human", "human")[1]


def test_a_wrong_number_of_layers_becomes_the_nearest(tablero):
    said = ["x-9", "y--3", "w-1", "x-1"]
    _code, out, _err = tablero("play", "quarry", "human", "human", "--from", "4x3x2", said=said)
    assert "x-9 is not possible; the nearest is x-3\n" in out
    assert "y--3 is not possible; the nearest is y-1\n" in out
    assert "not a move: 'w-1'" in out
    assert "'x-1' is not a legal move here" in out  # x is one layer thick by now
    assert out.endswith("moves played: x-3 y-1\n")


def test_nearest_moves_are_legal():
    quarry, kalah = games.load("quarry"), games.load("kalah")
    block = quarry.read("4x3x1")
    for text, name in {"x-0": "x-1", "x-4": "x-3", "y-99999999": "y-2"}.items():
        assert quarry.nearest_move(block, text) == quarry.parse_move(block, name)
    for text in ("z-1", "x", "x-", "x-two", "q-1"):
        assert quarry.nearest_move(block, text) is None
    assert kalah.nearest_move(kalah.start, "7") is None


def test_hint_then_the_move_then_best(tablero):
    said = ["hint", "pista", "mejor"]
    words = ("play", "tictactoe", "human", "human", "--from", "xx.oo....")
    _code, out, _err = tablero(*words, said=said)
    assert "best score +1 (exact), by 1 of 5 moves\n" in out
    assert "try 3\n" in out
    assert "best move 3, score +1 (exact)\nprincipal variation 3\n" in out


def test_the_coach_is_exact_where_the_game_is_solved():
    game = games.load("quarry")
    advice = Coach(game).advise(game.read("5x4x1"))
    assert (advice.score, advice.kind) == (1, "exact")
    assert [game.move_name(game.read("5x4x1"), move) for move in advice.best] == ["x-1"]


def test_the_coach_knows_whose_turn_comes_after():
    """In kalah, pit 3 gives another move: both sides count for the mover."""
    game = games.load("kalah(pits=2,seeds=1)")
    advice = Coach(game).advise(game.start)
    play = game.start
    for move in advice.line:
        play = play.play(move)
    sign = 1 if play.turn() == game.start.turn() else -1
    assert sign * play.outcome() == advice.score


def test_auto_moves_for_you_as_the_opponent_would(tablero):
    words = ("play", "quarry", "human", "minimax", "--from", "2x2x2", "--statistics")
    _code, out, _err = tablero(*words, "--events", said=["auto"])
    assert "move 1, first player (human): x-1, score +1 (exact)\n  nodes generated " in out


def test_auto_against_a_person(tablero):
    _code, out, _err = tablero("play", "tictactoe", "human", "human", said=["auto"])
    assert "move 1, first player (human): 1, score 0 (exact)\n" in out


def test_resigning_is_a_reason(tablero, tmp_path):
    file = tmp_path / "games.jsonl"
    words = ("play", "tictactoe", "human", "human", "--out", str(file))
    _code, out, _err = tablero(*words, said=["5", "resign"])
    assert out.endswith("the first player (human) has won: the opponent resigned: ....x....\n")
    record = read_record(file.read_text())
    assert (record.winner, record.reason, record.moves) == (1, "resigned", ["5"])
    assert (record.scores, len(record.times)) == ([None], 1)


def test_undo_leaves_no_trace_in_the_record(tablero, tmp_path):
    file = tmp_path / "games.jsonl"
    words = ("play", "tictactoe", "human", "random(seed=1)", "--out", str(file), "--seed", "4")
    _code, out, _err = tablero(*words, said=["5", "undo", "1", "undo", "9", "quit"])
    record = read_record(file.read_text())
    assert out.endswith(f"moves played: {' '.join(record.moves)}\n")
    assert (record.moves[0], len(record.moves), record.seed) == ("9", 2, 4)
    assert len(record.scores) == len(record.times) == 2


def test_a_file_of_something_else_is_left_alone(tablero, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader\n")
    _code, out, _err = tablero("play", "tictactoe", "human", "human", said=["5", f"save {file}"])
    assert f"{file} has lines that are not games; nothing was written\n" in out
    code, _out, err = tablero("play", "tictactoe", "random", "random", "--out", str(file))
    assert (code, "lines that are not games" in err) == (2, True)
    assert file.read_text() == "Dear reader\n"
    nowhere = tmp_path / "nowhere" / "games.jsonl"
    _code, out, _err = tablero("play", "tictactoe", "human", "human", said=[f"save {nowhere}"])
    assert "no such file" in out
    assert "no file; type: save FILE" in tablero("play", "kalah", "human", said=["save"])[1]


def test_resume_takes_the_last_unfinished_game(tablero, tmp_path):
    file = tmp_path / "games.jsonl"
    words = ("play", "connect4", "human", "human", "--from", "44", "--out", str(file))
    tablero(*words, said=["3", "2", "quit"])
    tablero(*words, said=["1", "quit"])
    tablero("play", "tictactoe", "random", "random", "--silent", "--out", str(file))
    _code, out, _err = tablero("play", "--resume", str(file), said=["5"])
    assert out.startswith("connect4: human against human\n")
    assert out.endswith("moves played: 1 5\n")


def test_resume_runs_code_only_if_it_is_named(tablero, tmp_path):
    file, mark = tmp_path / "games.jsonl", tmp_path / "mark"
    player = tmp_path / "player.py"
    player.write_text(f"open({str(mark)!r}, 'w')\ndef choose(moves): return moves[0]\n")
    words = ("play", "tictactoe", "human", str(player))
    tablero(*words, "--out", str(file), said=["5", "quit"])
    mark.unlink()
    code, _out, err = tablero("play", "--resume", str(file), said=["quit"])
    assert (code, f"{str(player)!r} would be run" in err, mark.exists()) == (2, True, False)
    code, _out, err = tablero(*words[:3], "random", "--resume", str(file), said=["quit"])
    assert (code, "not 'random'" in err, mark.exists()) == (2, True, False)
    code, _out, err = tablero("play", "kalah", *words[2:], "--resume", str(file), said=["quit"])
    assert (code, "has 'tictactoe', not 'kalah'" in err, mark.exists()) == (2, True, False)
    code, out, _err = tablero(*words, "--resume", str(file), said=["quit"])
    assert (code, mark.exists()) == (0, True)
    assert out.endswith("moves played: 5 1\n")


def test_best_play_at_tictactoe_is_a_draw(tablero):
    code, out, err = tablero("play", "tictactoe", "minimax", "minimax", "--silent")
    assert (code, err, out.count("\n")) == (0, "", 2)
    assert "the game is drawn: " in out


@pytest.mark.compiled_only
def test_where_nobody_can_be_asked_a_game_is_shown(tablero):
    code, out, err = tablero("play")
    assert (code, err) == (0, "")
    assert out.startswith("connect4: alphabeta against alphabeta(depth=4)\n")
    word = out.splitlines()[-1].rpartition(": ")[2]
    assert games.load("connect4").read(word).outcome() < 0


def test_json_is_the_record(tablero):
    code, out, _err = tablero("play", "kalah", "random", "random", "--json", "--seed", "7")
    assert (code, out.count("\n")) == (0, 1)
    assert read_record(out).seed == 7
    again = json.loads(tablero("play", "kalah", "random", "random", "--json", "--seed", "7")[1])
    assert again["moves"] == json.loads(out)["moves"]


def test_seats_of_one_agent(tablero):
    assert tablero("play", "kalah", "random", "--seed", "1")[1].startswith(
        "kalah: random against human"
    )
    assert tablero("play", "kalah", "human")[1].startswith("kalah: human against level")
    assert tablero("play", "kalah")[1].startswith("kalah: human against level")


CONVERSATION = ["3", "abc", "0", "m", "c", "s", "l"]


def test_the_second_papers_conversation(tablero):
    _code, out, _err = tablero("play", "quarry", "--ask", "--seed", "1", said=CONVERSATION)
    assert "side x of the block (1 - 200) [4]: 3\n" in out
    assert "'abc' is not an integer; using the default, 4\n" in out
    assert "0 is not possible; the nearest is 1\n" in out
    assert "minimax(lazy=false)" in out
    assert "3 x 4 x 1\n" in out


def test_defaults_are_alpha_beta_lazy_cache_infer(tablero):
    _code, out, _err = tablero("play", "quarry", "--ask", "--seed", "1", said=["", "", *["?"] * 5])
    assert out.count("using the default") == 5
    assert "alphabeta(cache=true,infer=true)" in out


def test_a_random_side_begins(tablero):
    begun = set()
    for seed in range(8):
        _code, out, _err = tablero("play", "quarry", "--ask", "--seed", str(seed), said=[""] * 7)
        begun.add("you begin\n" in out)
        assert ("quarry: human against" in out) == ("you begin\n" in out)
    assert begun == {True, False}


def test_whoever_begins_has_the_side_to_move(tablero):
    words = ("play", "quarry", "--ask", "--seed", "1", "--from")
    for start, header in {
        "3x3x3": "human against",
        "3x3x3 / 2": "infer=true) against human",
    }.items():
        _code, out, _err = tablero(*words, start, said=[""] * 4)
        assert "you begin\n" in out
        assert header in out


def test_a_single_cube_cannot_be_asked_for(tablero):
    _code, out, _err = tablero("play", "quarry", "--ask", said=["1", "1", "1"])
    assert "side z of the block (2 - 200) [4]: 1\n1 is not possible; the nearest is 2\n" in out


def test_the_conversation_of_other_games(tablero):
    said = ["kalah(pits=4)", "minimax", "2", "maquina", "m"]
    _code, out, _err = tablero("play", "--ask", said=said)
    assert "kalah(pits=4): human against minimax(depth=2)" in out
    _code, out, _err = tablero("play", "tictactoe", "--ask", said=["random", "m"])
    assert "depth" not in out
    assert "tictactoe: random against human" in out
    given = tablero("play", "quarry", "--ask", "--from", "3x3x3", said=[""] * 4)[1]
    assert "side x" not in given
    assert "3 x 3 x 3" in given


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (
            "regular",
            "regular needs an evaluation named regular, which connect4 does not have; "
            "using the default, level\n",
        ),
        ("alphabeta(eval=simple)", "potential, zero; using the default, level\n"),
        (
            "./nobody",
            "cannot start './nobody': no such file or directory; using the default, level\n",
        ),
        (
            "nobody.py",
            "cannot read 'nobody.py': no such file or directory; using the default, level\n",
        ),
    ],
)
def test_whoever_cannot_play_this_game_is_not_taken(tablero, agent, told):
    _code, out, _err = tablero("play", "connect4", "--ask", said=[agent, "2", ""])
    assert told in out
    assert "connect4: human against level(2)" in out


def test_commands_are_understood_in_every_language():
    assert command_of("guardar mi partida.jsonl") == ("save", "mi partida.jsonl")
    assert command_of("HINT") == ("hint", "")
    assert command_of("?") == ("help", "")
    assert command_of("x-2") == ("", "x-2")
    assert [command_of(command)[0] for command in COMMANDS] == list(COMMANDS)


def test_help_lists_moves_and_commands(tablero):
    _code, out, _err = tablero("play", "kalah", "human", "human", said=["help"])
    assert "legal moves: 1 2 3 4 5 6\n" in out
    assert all(f"  {command} " in out for command in COMMANDS)


def test_markers_are_what_decides():
    for name, held in {"kalah": (24, 24), "mancala11": (18, 18), "quarry": None}.items():
        game = games.load(name)
        assert game.markers(game.start) == held
    kalah = games.load("kalah")
    assert kalah.markers(kalah.start.play(5)) == (21, 27)
