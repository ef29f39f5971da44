"""Rounds on a real cluster: the same games as at home, in sandboxes as strong."""

import os
from dataclasses import replace

import pytest

from tablero.arena.player.forms import Track
from tablero.arena.rounds.driver import Round
from tablero.arena.rounds.entrants import Entrant, Tools
from tablero.arena.rounds.job import RoundJob
from tablero.arena.rounds.journal import Memory
from tablero.arena.rounds.keys import GameKey
from tablero.arena.rounds.pairing import RoundRobin
from tablero.arena.sandbox.level import Level, level_found
from tablero.arena.season.seats import InCell
from tablero.arena.season.speed import speed
from tablero.errors import TableroError
from tablero.games import load
from tablero.match.record import Record
from tablero.workers.dask_pool import DaskPool
from tablero.workers.in_process import IN_PROCESS
from tests.arena.rounds.seats import GAME, Wrong, entrants, terms
from tests.arena.season.players import USUAL
from tests.cluster.grid import Grid, Hosts, wait_until

pytestmark = pytest.mark.plain

DICE = ("random", "random(seed=3)", "random")


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    found = Grid(tmp_path_factory.mktemp("grid"), Hosts())
    found.start_worker()
    yield found
    found.close()


@pytest.fixture
def pool(grid):
    with DaskPool.at(grid.address) as found:
        wait_until(found.client.nthreads)
        yield found


def games(players, pool=IN_PROCESS) -> dict[GameKey, object]:
    """All that does not depend on a clock."""
    journal = Memory()
    assert Round(terms(), players, RoundRobin(2), journal, pool).run()
    return {
        key: (record.game, record.moves, record.winner, record.reason, record.detail)
        for key, record in journal.records.items()
    }


def evaluations(level: Level) -> list[InCell]:
    texts = [USUAL.format(alias=f"p{each}", seeds=each, mobility=1) for each in (1, 2)]
    return [InCell(text, Track.EVALUATION, 1, level) for text in texts]


def test_a_round_is_the_same_as_at_home(pool):
    players = entrants(*DICE, *evaluations(Level.LIMITS), Wrong("crash"))
    assert games(players, pool) == games(players)


def test_what_is_spoilt_on_the_way_is_played_again(pool, tmp_path):
    players = entrants("random", Wrong("spoilt", str(tmp_path / "mark"), times=2))
    assert games(players, pool) == games(entrants("random", Wrong("well")))


def test_games_and_players_in_files_travel(pool, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "import tablero.games.mancala11 as m\n\n\nclass Mine(m.Mancala11):\n    name = 'mine'\n"
    (tmp_path / "my_game.py").write_text(text)
    (tmp_path / "my_player.py").write_text("def choose(moves):\n    return moves[-1]\n")
    agreed = replace(terms(), game="my_game.py")
    job = RoundJob(agreed, entrants("my_player.py", "random")).bundled()
    for file in tmp_path.iterdir():
        file.unlink()
    opened = job.open()
    ((_key, record),) = opened.run([GameKey("id1", "id2", 1)])
    opened.close()
    assert isinstance(record, Record)
    assert (record.game, record.first) == ("my_game.py", "id1")


def test_a_machine_whose_sandbox_is_too_weak_is_refused(tmp_path):
    """Its bubblewrap does not work, and so it offers less than we do."""
    if level_found() is not Level.FULL:
        pytest.skip("no bubblewrap here either")
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    other = Grid(tmp_path, Hosts())
    try:
        other.start_worker(environment={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
        with DaskPool.at(other.address) as pool:
            players = [
                Entrant(name, name, False, seat)
                for name, seat in zip("ab", evaluations(Level.FULL), strict=True)
            ]
            with pytest.raises(TableroError, match="reaches level locked here, and full is asked"):
                games(players, pool)
    finally:
        other.close()


def test_a_slower_machine_gives_more_time():
    seat = evaluations(Level.LIMITS)[0]
    assert seat._limits_here() == seat.limits
    packed = seat.packed()
    assert packed.home == speed(Level.LIMITS) > 0
    assert packed._limits_here() == seat.limits
    slow = replace(packed, home=speed(Level.LIMITS) / 4)._limits_here()
    assert (slow.cpu, slow.wall) == (4 * seat.limits.cpu, 4 * seat.limits.wall)
    fast = replace(packed, home=speed(Level.LIMITS) * 4)._limits_here()
    assert fast == seat.limits
    tools = Tools()
    both, _same = replace(packed, home=speed(Level.LIMITS) / 4).take(load(GAME), tools)
    both.close()
    tools.close()
