"""Two entrants at a board: the games of a meeting, one after the other."""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar

from tablero import games
from tablero.agents.agent import Choice, Limits, Player
from tablero.arena.rounds.entrants import Entrant, Tools
from tablero.arena.rounds.keys import GameKey, seed_of
from tablero.errors import TableroError, WorkerDied
from tablero.match.journal import limits_of
from tablero.match.record import Record, new_record
from tablero.match.referee import FREE, Played, Reason, Rules, play_game
from tablero.match.seats import Absent
from tablero.position import FIRST, ONGOING, SECOND, Move, Side

T = TypeVar("T")

REPEATS = 1
"""So often a game that somebody has lost by the clock is played again."""


@dataclass(frozen=True)
class Terms:
    """All that decides how the games of a round go, in plain values: any process, on any day,
    makes the same games of it, as far as no clock decides.

    openings -- moves, by their numbers, from 1 on
    """

    game: str
    seed: int
    openings: Mapping[int, Sequence[Move]]
    rules: Rules = FREE


@dataclass(frozen=True)
class Voided:
    """A game that something of ours has spoilt: it does not count, and is played again.

    seat -- the id of the player under whom it failed; None if that is not known
    """

    key: GameKey
    why: str
    seat: str | None = None


News: TypeAlias = Record | Voided


class Spoilt(BaseException):
    """Something of ours has failed; no fault of a player, so no referee may take it for one.

    seat -- the id of the player under whom it failed
    """

    def __init__(self, why: str, seat: str) -> None:
        super().__init__(why)
        self.seat = seat


class Watched:
    """A player; if something of ours fails under him, the referee sees no fault of his."""

    compiled = None

    def __init__(self, player: Player, seat: str) -> None:
        self.player, self.seat = player, seat

    def begin(self, seed: int) -> None:
        ours(self.seat, partial(self.player.begin, seed))

    def choose(self, position: Any, limits: Limits) -> Choice:
        return ours(self.seat, partial(self.player.choose, position, limits))

    def close(self) -> None:
        self.player.close()


def ours(seat: str, act: Callable[[], T]) -> T:
    """What it gives. Raises Spoilt if something of ours has failed under this player."""
    try:
        return act()
    except WorkerDied as error:
        raise Spoilt(str(error), seat) from None


class Table:
    """A board at which meetings take place, one after the other, with this process's tools."""

    def __init__(self, terms: Terms, entrants: Sequence[Entrant]) -> None:
        self.terms, self.game = terms, games.load(terms.game)
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.tools = Tools()
        self.seated: dict[str, tuple[Player, Player]] = {}

    def play(self, keys: Sequence[GameKey]) -> Generator[News, None, None]:
        """Games of one meeting, each as soon as it is over."""
        try:
            for key in keys:
                try:
                    yield self._record(key, self._fair(key))
                except Spoilt as error:
                    self.leave()
                    self.tools.close()
                    yield Voided(key, str(error), error.seat)
        finally:
            self.leave()

    def leave(self) -> None:
        """Both players leave the board."""
        players, self.seated = self.seated, {}
        for pair in players.values():
            for player in {id(each): each for each in pair}.values():
                with suppress(TableroError):  # he has gone before
                    player.close()

    def close(self) -> None:
        self.leave()
        self.tools.close()

    def _fair(self, key: GameKey) -> Played:
        """A game. Who loses it by the clock has lost if the same happens to him again."""
        late: Counter[Side | None] = Counter()
        while True:
            played = self._once(key)
            if played.reason is not Reason.TIMEOUT or late[played.winner] == REPEATS:
                return played
            late[played.winner] += 1

    def _once(self, key: GameKey) -> Played:
        players = self._player(key, FIRST), self._player(key, SECOND)
        opening = self.terms.openings[key.opening]
        return play_game(self.game, players, self.game.start, opening, self.terms.rules)

    def _player(self, key: GameKey, side: Side) -> Player:
        """Ready for a game."""
        entrant = self.entrants[(key.first, key.second)[side]]
        player = Watched(self._seat(entrant)[side], entrant.id)
        own = entrant.seat.seed
        try:
            player.begin(seed_of(self.terms.seed if own is None else own, key, side))
        except Exception as error:  # whatever a player does wrong
            return Absent(error)
        return player

    def _seat(self, entrant: Entrant) -> tuple[Player, Player]:
        if entrant.id not in self.seated:
            try:
                players = ours(entrant.id, partial(entrant.seat.take, self.game, self.tools))
                self._warm_up(players)
            except Exception as error:  # whatever a player does wrong
                players = Absent(error), Absent(error)
            self.seated[entrant.id] = players
        return self.seated[entrant.id]

    def _warm_up(self, players: tuple[Player, Player]) -> None:
        """Where a clock runs, a move that nobody counts: what is made once is not on it."""
        if self.terms.rules.limits.seconds is None:
            return
        for side, player in enumerate(players):
            position = self.game.start
            while position.outcome() == ONGOING and position.turn() != side:
                position = position.play(next(iter(position.moves())))
            if position.outcome() == ONGOING:
                with suppress(Exception):  # it will do wrong again when it counts
                    player.begin(self.terms.seed)
                    player.choose(position, self.terms.rules.limits)

    def _record(self, key: GameKey, played: Played) -> Record:
        return new_record(
            self.game,
            self.game.start,
            played,
            (key.first, key.second),
            seed=self.terms.seed,
            number=key.opening,
            opening=len(self.terms.openings[key.opening]),
            seconds=round(sum(played.times), 9),
            limits=limits_of(self.terms.rules),
        )
