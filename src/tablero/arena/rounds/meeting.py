"""Two entrants at a board: the games of a meeting, one after the other."""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar

import tablero.games as games
from tablero.agents.agent import Choice, Limits, Player, TimeIsUp
from tablero.arena.rounds.entrants import Doubtful, Entrant, Tools
from tablero.arena.rounds.keys import GameKey, seed_of
from tablero.errors import TableroError, WorkerDied
from tablero.match.players import Absent
from tablero.match.record import Record, limits_of, new_record
from tablero.match.referee import FREE, Played, Reason, Rules, play_game
from tablero.position import FIRST, ONGOING, SECOND, Move, Side

T = TypeVar("T")

REPEATS = 1
"""So often in a meeting a game that somebody has lost by the clock is played again: no oftener,
or whoever sees that he loses would wait for another game. Never if only he can be to blame."""

DOUBTS = 3
"""So often in a meeting a game that somebody has lost in a doubtful way is played again."""

MOST_LATE = 2
"""Who has lost so many games of a meeting by the clock has lost the others too: nobody waits for
him a hundred times."""


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
    """A player; if something of ours fails under him, the referee sees no fault of his.

    to_blame -- he was late, and nobody else can have been the reason
    doubtful -- he has failed in a way that may be none of his doing
    """

    compiled = None

    def __init__(self, player: Player, seat: str) -> None:
        self.player, self.seat = player, seat
        self.to_blame = self.doubtful = False

    def begin(self, seed: int) -> None:
        ours(self.seat, partial(self.player.begin, seed))

    def choose(self, position: Any, limits: Limits) -> Choice:
        try:
            return ours(self.seat, partial(self.player.choose, position, limits))
        except TimeIsUp as error:
            self.to_blame = error.certain
            raise
        except Doubtful:
            self.doubtful = True
            raise

    def close(self) -> None:
        self.player.close()


def ours(seat: str, act: Callable[[], T]) -> T:
    """What it gives. Raises Spoilt if something of ours has failed under this player."""
    try:
        return act()
    except WorkerDied as error:
        raise Spoilt(str(error), seat) from None


def _excuses(played: Played, loser: Watched | Absent) -> int:
    """How often in a meeting a game that was lost like this is played again."""
    if isinstance(loser, Watched) and loser.doubtful:
        return DOUBTS
    certain = isinstance(loser, Watched) and loser.to_blame
    return REPEATS if played.reason is Reason.TIMEOUT and not certain else 0


class Table:
    """A board at which meetings take place, one after the other, with this process's tools.

    seated -- players by the ids of their entrants
    absent -- ids of those who do not come any more in this meeting
    late   -- games that each has lost by the clock in this meeting
    again  -- games that were played again for each in this meeting
    """

    def __init__(self, terms: Terms, entrants: Sequence[Entrant]) -> None:
        self.terms, self.game = terms, games.load(terms.game)
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.tools = Tools()
        self.seated: dict[str, tuple[Player, Player]] = {}
        self.absent: set[str] = set()
        self.late: Counter[str] = Counter()
        self.again: Counter[str] = Counter()

    def play(self, keys: Sequence[GameKey]) -> Generator[News, None, None]:
        """Games of one meeting, each as soon as it is over."""
        self.late.clear()
        self.again.clear()
        try:
            for key in keys:
                try:
                    yield self._record(key, self._fair(key))
                except Spoilt as error:
                    self._discard()
                    yield Voided(key, str(error), error.seat)
        finally:
            self.leave()

    def leave(self) -> None:
        """Both players leave the board."""
        for name in [*self.seated]:
            self._dismiss(name)
        self.absent.clear()

    def _dismiss(self, name: str) -> None:
        """This player leaves the board: after a fault, a new one takes his place."""
        for player in {id(each): each for each in self.seated.pop(name, ())}.values():
            with suppress(TableroError):  # he has gone before
                player.close()

    def _discard(self) -> None:
        """Nothing of ours can be relied upon any more: the next game has new players and tools."""
        self.leave()
        with suppress(TableroError):  # what has failed may fail again
            self.tools.close()

    def close(self) -> None:
        self.leave()
        self.tools.close()

    def _fair(self, key: GameKey) -> Played:
        """A game. Who loses it in a way that may be none of his doing has lost it if that has
        happened to him in this meeting before."""
        while True:
            played, loser, excuses = self._once(key)
            if loser is None:
                return played
            if self.again[loser] < excuses:
                self.again[loser] += 1
                continue
            if played.reason is Reason.TIMEOUT:
                self.late[loser] += 1
                if self.late[loser] == MOST_LATE:
                    self._excuse(loser, TimeIsUp(played.detail))
            return played

    def _once(self, key: GameKey) -> tuple[Played, str | None, int]:
        """A game, who has lost it by a fault of his own, and how often in a meeting such a game
        is played again. He is seated anew."""
        players = self._player(key, FIRST), self._player(key, SECOND)
        opening = self.terms.openings[key.opening]
        played = play_game(self.game, players, self.game.start, opening, self.terms.rules)
        if played.winner is None or played.reason is Reason.WON:
            return played, None, 0
        side = 1 - played.winner
        loser = (key.first, key.second)[side]
        if loser not in self.absent:
            self._dismiss(loser)
        return played, loser, _excuses(played, players[side])

    def _player(self, key: GameKey, side: Side) -> Watched | Absent:
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
        for attempt in range(REPEATS + 1):
            if entrant.id in self.seated:
                break
            try:
                players = ours(entrant.id, partial(entrant.seat.take, self.game, self.tools))
                self._warm_up(players)
                self.seated[entrant.id] = players
            except Exception as error:  # whatever a player does wrong
                if attempt == REPEATS or not isinstance(error, TimeIsUp):
                    self._excuse(entrant.id, error)
        return self.seated[entrant.id]

    def _excuse(self, name: str, error: Exception) -> None:
        """This player is absent for the rest of the meeting."""
        self._dismiss(name)
        self.absent.add(name)
        self.seated[name] = Absent(error), Absent(error)

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
