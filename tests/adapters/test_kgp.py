"""The Kalah Game Protocol, spoken with a real server on loopback."""

import json
import random

import pytest

import tablero.games as games
from tablero import agents
from tablero.adapters.kgp import Client, KgpAgent
from tablero.adapters.kgp_protocol import (
    Command,
    KgpConnection,
    parse_board,
    parse_command,
    position_of,
    rules_of,
    solution_of,
)
from tablero.agents.agent import Limits
from tablero.cli import main
from tablero.errors import NotationError, OutsideError
from tests.adapters.kgp_server import Server, is_over, naive, numbers, seen, swept, text

pytestmark = pytest.mark.plain


def test_lines_are_read_and_written():
    line = '12@4 set info:comment "said \\"so\\"" 3 -1.5 <2,1,0,3,0,4,5>'
    command = parse_command(line + "\r\n")
    assert (command.name, command.number, command.answers) == ("set", 12, 4)
    comment, *others = command.arguments[1:]
    assert comment == 'said "so"'
    assert others == [3, -1.5, parse_board("2,1,0,3,0,4,5")]
    assert str(command) == line
    assert parse_command("kgp 1 0 0") == Command("kgp", (1, 0, 0))
    assert parse_command("@8 yield") == Command("yield", answers=8)


@pytest.mark.parametrize("line", ["", "12", "@", "state <3,0,0,3>", 'set a "open', "state <a>"])
def test_lines_that_are_none(line):
    if line == "12":  # by its grammar, a name
        assert parse_command(line).name == "12"
        return
    with pytest.raises(NotationError):
        parse_command(line)


GOLDEN = [
    ("<3,0,0,3,3,3,3,3,3>", 0, "<3,1,0,0,4,4,3,3,3>", True),
    ("<4,0,0,5,5,5,5,5,5,5,5>", 2, "<4,1,0,5,5,0,6,6,6,6,5>", False),
    ("<3,0,0,3,3,3,3,3,3>", 2, "<3,1,0,3,3,0,4,4,3>", False),
    ("<3,1,1,3,3,3,3,3,3>", 1, "<3,2,1,3,0,4,4,3,3>", False),
    ("<3,0,0,9,9,9,9,9,9>", 0, "<3,1,0,1,11,11,10,10,10>", False),
    ("<3,0,0,1,0,3,3,3,3>", 0, "<3,4,0,0,0,3,3,0,3>", False),
    ("<3,0,0,7,3,3,3,3,3>", 0, "<3,6,0,0,4,4,4,4,0>", False),
    ("<3,0,0,1,0,1,0,0,1>", 0, "<3,0,0,0,1,1,0,0,1>", False),
]
"""Boards, moves and what comes of them, as the tests of the public server have it (go-kgp's
board_test.go). The last one: nothing opposite, nothing captured."""


@pytest.mark.parametrize(("before", "pit", "after", "again"), GOLDEN)
def test_the_rule_check_of_the_public_server(before, pit, after, again):
    board, moves_again = solution_of(parse_board(before[1:-1]), pit)
    assert (str(board), moves_again) == (after, again)
    position = naive(numbers(before)).play(str(pit + 1))
    assert text(seen(position, 0)) == after


def test_two_thousand_random_games_by_both_texts():
    dice, played, early = random.Random(1), 0, 0
    for _game in range(2000):
        pits, seeds = dice.choice([(6, 4), (4, 3), (3, 5), (6, 6), (8, 2)])
        position = naive([0, 0, *[seeds] * (2 * pits)])
        while not is_over(position):
            board = seen(position, position.mover)
            ours = position_of(
                parse_board(text(board)[1:-1]), rules_of(parse_board(text(board)[1:-1]))
            )
            assert [str(move + 1) for move in ours.moves()] == position.moves()
            name, mover = dice.choice(position.moves()), position.mover
            after = position.play(name)
            again = after.mover == mover
            early += is_over(after) and not after.over
            position = swept(after)
            told, moves_again = solution_of(parse_board(text(board)[1:-1]), int(name) - 1)
            assert (str(told), moves_again) == (text(seen(position, mover)), again)
            played += 1
    assert played > 20_000
    assert early > 100


def session(server, agent="random", mode="freeplay", limits=None, most=None):
    """A whole one: (server, report)."""
    server.start()
    mind = KgpAgent(agents.load(agent), limits or Limits())
    client = Client(KgpConnection("127.0.0.1", server.port), mind, mode, most)
    client.introduce(info_name="Ada L.", auth_token="secret")
    report = client.run()
    server.join(10)
    assert not server.is_alive()
    return server, report


@pytest.mark.parametrize("agent", ["greedy", "alphabeta(depth=2)"])
def test_two_hundred_games_on_a_server(agent):
    server, report = session(Server(games=200, pits=4, seeds=3), agent)
    assert server.faults == []
    assert len(server.results) == 200
    assert sum(server.results) > 50
    assert report.refused == []
    assert report.asked == report.moved == server.states
    assert server.preliminary > 0
    assert server.told == {"info:name": '"Ada L."', "auth:token": "secret"}


def test_boards_of_other_sizes_and_a_clock():
    limits = Limits(seconds=0.05)
    server, report = session(Server(games=2, pits=3, seeds=2), "mcts", limits=limits)
    assert (server.faults, report.refused, len(server.results)) == ([], [], 2)


def test_a_server_that_does_not_wait():
    """It pings and stops while the agent thinks, who would think for hours."""
    server = Server(games=2, pits=3, seeds=2, impatient=True)
    server, report = session(server, "mcts(simulations=200000)")
    assert (server.faults, report.refused, len(server.results)) == ([], [], 2)
    assert report.asked >= server.states - 1


def test_a_board_that_is_too_large_is_told_and_left_to_the_server():
    server, report = session(Server(games=1, pits=30, seeds=9), "random", most=None)
    assert "option pits must be 1 to 12, not 30" in report.refused[0]
    assert server.faults == []


@pytest.mark.parametrize("counts_from", [0, 1])
def test_its_rule_check(counts_from):
    server = Server(problems=300, counts_from=counts_from)
    server, report = session(server, mode="verify", most=None)
    assert report.asked == 300
    assert len(report.refused) == len(server.faults) <= (0 if counts_from else 3)


def test_another_version_of_the_protocol():
    server = Server(greeting="kgp 2 0 0")
    server.start()
    client = Client(KgpConnection("127.0.0.1", server.port), KgpAgent(agents.load("random")))
    with pytest.raises(OutsideError, match="version 2 0 0 of the protocol, expected 1.x"):
        client.run()
    server.join(10)


@pytest.fixture
def tablero(capsys, monkeypatch):
    monkeypatch.setenv("LANG", "C")

    def run(*words):
        with pytest.raises(SystemExit) as end:
            main(["kgp", *words])
        return end.value.code or 0, *capsys.readouterr()

    return run


def test_the_command(tablero):
    server = Server(games=2, pits=3, seeds=2)
    server.start()
    code, out, err = tablero("greedy", "--server", server.address, "--name", "Ada", "--json")
    server.join(10)
    assert (code, err) == (0, "")
    record = json.loads(out)
    assert record["asked"] == record["moved"] == server.states > 2
    assert server.told == {"info:name": "Ada"}


def test_the_command_leaves_when_it_was_told_to(tablero):
    server = Server(games=50)
    server.start()
    code, out, _err = tablero("random", "--server", server.address, "--states", "3")
    server.join(10)
    assert code == 0
    assert out.splitlines()[1].split() == ["moves", "3"]
    assert server.states in (3, 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("random", "--server", "127.0.0.1:99999"), "expected host or host:port"),
        (("random", "--server", "127.0.0.1:1"), "cannot reach 127.0.0.1:1"),
        (("rondom", "--server", "127.0.0.1:1"), "no agent named 'rondom'"),
        (("random", "--server", "x", "--verify", "0"), "verify must be 1 or more, not 0"),
    ],
)
def test_wrong_input(tablero, words, said):
    code, out, err = tablero(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_kalah_of_these_servers_is_ours():
    """The usual options, but for the end: with more than half of the seeds a game is decided."""
    rules = rules_of(parse_board("6,0,0,4,4,4,4,4,4,4,4,4,4,4,4"))
    assert rules == games.load("kalah(pits=6,seeds=4,capture=opposite,end=either)")
