"""The players of a match, and the games that they play: a job of a worker pool."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, product
from typing import Any, ClassVar

import numpy as np

from tablero.agents.agent import Choice, Limits, Player
from tablero.agents.bundle import FileBundle, UnpackedFiles, bundle_files
from tablero.match.compiled import Fixtures, play_compiled
from tablero.match.plan import MatchTerms, Plan, agents_by_side
from tablero.match.referee import Played, Rules, play_game
from tablero.match.warm_up import warm_up
from tablero.position import FIRST, SECOND, Foreign
from tablero.workers.job import TextJob


@dataclass(frozen=True)
class MatchJob(TextJob):
    """All games of a match; the keys are their numbers.

    terms: the terms of the match.
    bundle: the user's files that the game and the agents need.
    parsed: the plan of these terms, if the caller has made it.
    """

    splittable: ClassVar[bool] = True

    terms: MatchTerms
    bundle: FileBundle = FileBundle()
    parsed: Plan | None = field(default=None, compare=False)

    def open(self) -> "MatchPlayers":
        files = UnpackedFiles(self.bundle)
        with files.opening():
            return MatchPlayers(self.parsed or Plan(self._local_terms(files)), files)

    def _local_terms(self, files: UnpackedFiles) -> MatchTerms:
        """Return the terms with the paths of the unpacked files."""
        first, second = map(files.to_local, self.terms.agents)
        return replace(self.terms, game=files.to_local(self.terms.game), agents=(first, second))

    def bundled(self) -> "MatchJob":
        return MatchJob(self.terms, bundle_files(self.terms.game, *self.terms.agents))


class MatchPlayers:
    """The players of a plan: one for each agent and side, used for all games.

    files: the user's files that they need, where these were unpacked for this process.

    Raise OptionError if an agent cannot play this game.
    """

    def __init__(self, plan: Plan, files: UnpackedFiles | None = None) -> None:
        self.plan, self.files = plan, files or UnpackedFiles(FileBundle())
        self.players: dict[tuple[int, int], Player] = {}
        try:
            for agent, side in product((0, 1), (FIRST, SECOND)):
                self.players[agent, side] = plan.agents[agent].seat(plan.game, side)
            self._warm_up()
        except BaseException:
            self.close()
            raise

    def _warm_up(self) -> None:
        """Let every player compile what it needs, if its time is limited."""
        plan, rules = self.plan, self.plan.terms.rules
        if rules.are_timed:
            limits = rules.limits_with(rules.clock)
            for (_agent, side), player in self.players.items():
                warm_up(plan.game, player, side, plan.terms.seed, limits)

    def run(self, numbers: Sequence[int]) -> Iterator[tuple[int, Played]]:
        """Play the games of these numbers in their order; yield each when it is over."""
        if self.are_compiled:
            alike = self._alike(numbers)
            games: Iterator[Played] = chain.from_iterable(map(self._play_compiled, alike))
        else:
            games = map(self.play, numbers)
        for number, played in zip(numbers, games, strict=True):
            played.detail = self.files.to_original(played.detail)
            yield number, played

    def _alike(self, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
        """Divide games where they begin in another position, or have longer openings."""
        plan = self.plan
        if plan.openings.are_alike:
            yield numbers
            return
        for _beginning, games in groupby(
            numbers, lambda number: (plan.start(number), len(plan.opening(number)))
        ):
            yield [*games]

    def _play_compiled(self, numbers: Sequence[int]) -> Iterator[Played]:
        """Return games that begin in one position, with openings of one length."""
        plan, (ours, others) = self.plan, self._compiled_players()
        start, most = plan.start(numbers[0]), plan.terms.rules.move_limit(plan.game)
        return play_compiled(start, ours, others, self._fixtures(numbers), most)

    def play(self, number: int) -> Played:
        """Play one game with the referee."""
        plan, agents = self.plan, agents_by_side(number)
        first, second = (
            _begun(self.players[agent, side], plan.seed(agent, number, side))
            for side, agent in enumerate(agents)
        )
        opening, rules = plan.opening(number), plan.terms.rules
        return play_game(plan.game, (first, second), plan.start(number), opening, rules)

    @property
    def are_compiled(self) -> bool:
        """Return whether the kernel plays: it has no limits but that of the moves of a game, and
        all players are compiled."""
        rules = self.plan.terms.rules
        return (
            rules == Rules(most_moves=rules.most_moves)
            and not isinstance(self.plan.game.start, Foreign)
            and all(player.compiled is not None for player in self.players.values())
        )

    def _compiled_players(self) -> Iterator[tuple[Any, ...]]:
        """Yield the compiled players of each agent, for the first side and the second."""
        for agent in (0, 1):
            yield tuple(self.players[agent, side].compiled for side in (FIRST, SECOND))

    def _fixtures(self, numbers: Sequence[int]) -> Fixtures:
        """Return side, seeds and opening of each of these games."""
        plan, games = self.plan, np.array(numbers, np.int64)
        sides = np.array([agents_by_side(number).index(0) for number in numbers])
        seeds = np.stack([plan.seed(0, games, sides), plan.seed(1, games, 1 - sides)], axis=1)
        openings = np.array([plan.opening(number) for number in numbers], np.int64)
        plies = len(plan.opening(numbers[0]))
        return Fixtures(sides, seeds, openings.reshape(len(games), plies))

    def close(self) -> None:
        """Close all players, and remove the unpacked files."""
        for player in self.players.values():
            player.close()
        self.files.close()


class Absent:
    """A substitute for a player whose `begin` failed; `choose` raises the same error."""

    compiled = None

    def __init__(self, error: Exception) -> None:
        self.error = error

    def begin(self, seed: int) -> None:
        pass

    def choose(self, position: Any, limits: Limits) -> Choice:
        raise self.error

    def close(self) -> None:
        pass


def _begun(player: Player, seed: int) -> Player:
    """Return the player after `begin`, or an Absent if that raises an error."""
    try:
        player.begin(seed)
    except Exception as error:  # any error of a player
        return Absent(error)
    return player
