"""Every reason why a game is over, provoked through the commands: told, kept, and shown again."""

import io
import json
from pathlib import Path

import pytest

from tablero.cli import main
from tablero.match.referee import Reason
from tests.agents.programs import EXAMPLES, nobody_is_left, write_program

pytestmark = pytest.mark.plain

FIRST_MOVE = f"{EXAMPLES}/player_first.sh"
ALWAYS = "first_time = lambda what: True"
"""At the start of a program: it does the same misdeed at every move."""

MATCHES = {
    Reason.WON: ("", f"tictactoe {FIRST_MOVE} {FIRST_MOVE}"),
    Reason.DRAWN: ("", f"kalah(pits=1,seeds=1) {FIRST_MOVE} {FIRST_MOVE}"),
    Reason.MOVE_LIMIT: ("", f"tictactoe {FIRST_MOVE} random --max-moves 3"),
    Reason.ADJUDICATED: ("", f"tictactoe {FIRST_MOVE} {FIRST_MOVE} --adjudicate solver"),
    Reason.ILLEGAL: ("say('move 99')", "tictactoe ./program random"),
    Reason.TIMEOUT: ("time.sleep(60)", "tictactoe ./program random --time 0.1"),
    Reason.CRASH: ("sys.exit(3)", "tictactoe ./program random"),
    Reason.RESIGNED: ("say('resign')", "tictactoe ./program random"),
}
"""What a program does instead of a move, and the match in which it does."""

TOLD = {
    Reason.WON: ("has won by 1", "ha ganado el"),
    Reason.DRAWN: ("the game is drawn", "tablas"),
    Reason.MOVE_LIMIT: (
        "the game reached the move limit",
        "la partida llegó al límite de jugadas",
    ),
    Reason.ILLEGAL: (
        "the opponent made an illegal move ('99'",
        "el rival hizo una jugada ilegal (",
    ),
    Reason.TIMEOUT: ("the opponent took too long (", "el rival tardó demasiado ("),
    Reason.CRASH: ("the opponent failed (it ended with exit code 3", "el rival ha fallado ("),
    Reason.RESIGNED: ("the opponent resigned", "el rival abandonó"),
    Reason.ADJUDICATED: (
        "the game was adjudicated as a draw",
        "la partida se adjudicó como tablas",
    ),
    Reason.UNFINISHED: ("left unfinished", "quedó a medias"),
}
FAULTS = Reason.ILLEGAL, Reason.TIMEOUT, Reason.CRASH, Reason.RESIGNED
ONCE = {
    "say('move 99')": Reason.ILLEGAL,
    "while True: print(end='x' * 50)": Reason.ILLEGAL,
    r"say(good + '\n' + good)": Reason.ILLEGAL,
    "os.kill(os.getpid(), 9)": Reason.CRASH,
    "os.fork() and os._exit(4)\ntime.sleep(60)": Reason.CRASH,
    "time.sleep(60)": Reason.TIMEOUT,
    "os.fork()\ntime.sleep(60)": Reason.TIMEOUT,
    "while True: sys.stderr.write('x' * 1000)": Reason.TIMEOUT,
    "time.sleep(3)\nsay(good)": Reason.TIMEOUT,
    "say('resign')": Reason.RESIGNED,
}
"""Misdeeds, and the reason that each becomes."""


@pytest.fixture
def tablero(capsys, monkeypatch, tmp_path):
    """Run a command in a folder of its own, with nobody at the terminal: what it prints."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(words: str, said: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(said))
        with pytest.raises(SystemExit) as end:
            main(words.split())
        assert not end.value.code
        return str(capsys.readouterr().out)

    return run


def expect_reason(tablero, file: str, reason: Reason) -> None:
    """Every game of the file has ended so, and is shown so in both languages."""
    records = [json.loads(line) for line in Path(file).read_text().splitlines()]
    assert {record["reason"] for record in records} == {reason}
    for language, told in zip(("en", "es"), TOLD[reason], strict=True):
        assert told in tablero(f"replay {file} --lang {language}").splitlines()[-1]


def test_every_reason_is_here():
    assert set(TOLD) == {*MATCHES, Reason.UNFINISHED} == set(Reason)


@pytest.mark.parametrize("reason", MATCHES)
def test_a_match_of_one_reason(tablero, reason, tmp_path):
    misdeed, words = MATCHES[reason]
    write_program(tmp_path, misdeed, ALWAYS)
    result = json.loads(tablero(f"match {words} --games 4 --seed 1 --out games.jsonl --json"))
    assert result["reasons"] == {reason: 4}
    faults = {reason: 4} if reason in FAULTS else {}
    assert result["faults"] == {"first": faults, "second": {}}
    if reason in FAULTS:
        assert (result["wins"], result["losses"]) == (0, 4)
    expect_reason(tablero, "games.jsonl", reason)


def test_a_game_that_is_left(tablero):
    tablero("play tictactoe human human --out games.jsonl", said="5\n1\n")
    expect_reason(tablero, "games.jsonl", Reason.UNFINISHED)


@pytest.mark.parametrize("misdeed", ONCE)
def test_a_misdeed_costs_one_game_of_a_match(tablero, misdeed, tmp_path):
    write_program(tmp_path, misdeed)
    result = json.loads(tablero("match tictactoe ./program(patience=2) random --games 6 --json"))
    assert result["faults"] == {"first": {ONCE[misdeed]: 1}, "second": {}}
    assert sum(result["reasons"].values()) == result["games"] == 6
    assert nobody_is_left(tmp_path)
