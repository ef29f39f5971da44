"""An agent's move."""

import tablero.games as games
from tablero import agents
from tablero.agents.agent import RESIGN, Choice, Limits, NeedsWarmUp, Player, Stoppable
from tablero.agents.random_generator import derive
from tablero.errors import SearchStopped, TableroError
from tablero.locale import _
from tablero.match.messages import reason_names
from tablero.match.referee import Forfeit, Reason, ask
from tablero.web import jobs
from tablero.web.chores import Tell
from tablero.web.chores.kept import Kept
from tablero.web.places import last_position

PATIENCE = 60.0
"""Seconds for a move, unless the page says less."""

PLAYERS: Kept[tuple[str, str, int], Player] = Kept(4, lambda player: player.close())


class Choosing:
    """Who cannot be stopped is ended by the crew."""

    result = b""

    def __init__(self, job: jobs.Choose) -> None:
        self.job = job
        self.game = games.load_untried(job.line.game)
        self.position = last_position(self.game, job.line)
        self.agent = agents.load(job.agent)
        self.player: Player | None = None
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True
        if isinstance(self.player, Stoppable):
            self.player.stop()

    def run(self, tell: Tell) -> None:
        side = self.position.turn()
        key = str(self.game), str(self.agent), side
        tries = 1 if key in PLAYERS.things else 2
        self.player = player = PLAYERS.get(key, lambda: self.agent.seat(self.game, side))
        try:
            self._check_stopped()
            if tries > 1 and isinstance(player, NeedsWarmUp):
                player.warm_up([self.position], self._limits)
            chosen = self._ask(self.player, tries)
        except Forfeit as forfeit:
            self._check_stopped()
            if forfeit.reason != Reason.RESIGNED:
                PLAYERS.drop(key)
                raise TableroError(forfeit.detail or reason_names()[forfeit.reason]) from None
            chosen = Choice(RESIGN), 0.0
        self._check_stopped()
        tell(self._told(*chosen))

    def _check_stopped(self) -> None:
        """Raise SearchStopped if we were."""
        if self.stopped:
            raise SearchStopped(_("nobody waits for this move any more"))

    def _ask(self, player: Player, tries: int) -> tuple[Choice, float]:
        """A new player may have to be compiled, and is late then through no fault of his: he
        has another try."""
        seed = self.job.seed if self.agent.seed is None else self.agent.seed
        player.begin(derive(seed, len(self.job.line.moves)))
        try:
            return ask(player, self.position, self._limits)
        except Forfeit as forfeit:
            if tries == 1 or forfeit.reason != Reason.TIMEOUT or self.stopped:
                raise
            return self._ask(player, tries - 1)

    @property
    def _limits(self) -> Limits:
        return Limits(seconds=self.job.seconds or PATIENCE)

    def _told(self, choice: Choice, seconds: float) -> jobs.Chosen:
        counted = {name: int(number) for name, number in choice.statistics.items()}
        resigned = choice.move == RESIGN
        return jobs.Chosen(
            move=None if resigned else self.game.move_name(self.position, choice.move),
            score=choice.score,
            exact=choice.exact,
            nodes=counted.get("evaluated"),
            depth=choice.trace[-1].depth if choice.trace else None,
            seconds=round(seconds, 4),
        )
