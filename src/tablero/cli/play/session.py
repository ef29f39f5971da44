"""One game at the terminal, in which the user can take back turns."""

from dataclasses import replace
from typing import Any

from tablero import agents as roster
from tablero.agents.agent import Agent, Choice, Limits, Player
from tablero.agents.human import Human, HumanPlayer
from tablero.agents.random_generator import derive
from tablero.cli.play.output import GameOutput
from tablero.cli.play.person import Person, TakeBack
from tablero.cli.play.setup import Setup
from tablero.cli.progress import run_watched
from tablero.cli.prompt import Leave
from tablero.locale import _
from tablero.match.record import NO_MATCH, Record, limits_of, new_record
from tablero.match.referee import GameEvent, MovePlayed, Played, Reason, play_game
from tablero.position import FIRST, SECOND, Side

SUBSTITUTE = "alphabeta"
"""The agent that moves for the user if both sides are human."""


class BackgroundPlayer:
    """A player that runs in another thread, so that progress is shown and Ctrl-C works."""

    compiled = None

    def __init__(self, player: Player) -> None:
        self.player = player
        self.begin, self.close = player.begin, player.close

    def choose(self, position: Any, limits: Limits) -> Choice:
        return run_watched(
            lambda: self.player.choose(position, limits), lambda: _("thinking …"), lambda: None
        )


class PlaySession:
    """A game of two agents, with the moves so far.

    rules: the limits that the referee enforces.
    steps: every move, as an event of the referee.
    person: the user, asked for the moves of human agents.
    """

    def __init__(self, setup: Setup, output: GameOutput) -> None:
        self.game, self.agents, self.start = setup.game, setup.agents, setup.start
        self.seed, self.rules, self.output = setup.seed, setup.rules, output
        self.steps: list[MovePlayed] = []
        self.person = Person(self)
        first = self._new_player(FIRST)
        try:
            self.players = first, self._new_player(SECOND)
        except BaseException:
            first.close()
            raise

    @property
    def position(self) -> Any:
        return self.steps[-1].after if self.steps else self.start

    @property
    def names(self) -> list[str]:
        """The names of the moves so far."""
        return self.game.line_names(self.start, [step.move for step in self.steps])

    def repeat(self, record: Record) -> None:
        """Play the moves of a record without output."""
        count = len(record.moves)
        scores = [None] * (count - len(record.scores)) + record.scores
        times = [0.0] * (count - len(record.times)) + record.times
        for name, score, seconds in zip(record.moves, scores, times, strict=True):
            before = self.position
            move = self.game.parse_move(before, name)
            after = before.play(move)
            self.steps.append(
                MovePlayed(self.game, before, move, after, Choice(move, score), seconds)
            )

    def run(self) -> Played:
        """Play until the game ends or the user quits; return the result."""
        for side, player in enumerate(self.players):
            player.begin(self._seed_of(self.agents[side], side))
        self.output.open(self.position)
        try:
            played = self._play()
        finally:
            for player in self.players:
                player.close()
        if played.reason != Reason.UNFINISHED:
            text = self.game.after(self.game.write(self.start), self.names, self.position)
            self.output.close(text, played)
        return played

    def _play(self) -> Played:
        while True:
            moves = [step.move for step in self.steps]
            try:
                return play_game(
                    self.game, self.players, self.start, moves, self.rules, self._on_event
                )
            except TakeBack:
                del self.steps[self.own_turn_before() :]
                self.output.show(self.position)
            except Leave:
                return Played(reason=Reason.UNFINISHED)

    def _on_event(self, event: GameEvent) -> None:
        """Store and show a new move. Moves without a choice are replayed ones, and are ignored."""
        if isinstance(event, MovePlayed) and event.choice is not None:
            self.steps.append(event)
            self.output.moved(len(self.steps), event)

    def own_turn_before(self) -> int | None:
        """Return the index of the last move of a human agent, or None if there is none."""
        for number in reversed(range(len(self.steps))):
            if isinstance(self.agents[self.steps[number].before.turn()], Human):
                return number
        return None

    def substitute(self, side: Side) -> Player:
        """Return a player for this side: the other side's agent; SUBSTITUTE if that is human."""
        other = self.agents[1 - side]
        agent = roster.load(SUBSTITUTE) if isinstance(other, Human) else other
        player = BackgroundPlayer(agent.seat(self.game, side))
        player.begin(self._seed_of(agent, side))
        return player

    def _seed_of(self, agent: Agent, side: Side) -> int:
        """Return the seed of an agent from this move on, derived from its own or the game's."""
        own = self.seed if agent.seed is None else agent.seed
        return int(derive(own, len(self.steps), side))

    def record(self, played: Played | None = None) -> Record:
        """Return the record of the game, unfinished if there is no result."""
        choices = [step.choice for step in self.steps]
        whole = replace(
            played or Played(reason=Reason.UNFINISHED),
            moves=[step.move for step in self.steps],
            scores=[choice.score if choice else None for choice in choices],
            times=[step.seconds for step in self.steps],
        )
        first, second = map(str, self.agents)
        return new_record(
            self.game,
            self.start,
            whole,
            (first, second),
            seed=self.seed,
            number=NO_MATCH,
            seconds=round(sum(whole.times), 6),
            limits=limits_of(self.rules),
        )

    def _new_player(self, side: Side) -> Player:
        agent = self.agents[side]
        if isinstance(agent, Human):
            return HumanPlayer(self.person.ask)
        return BackgroundPlayer(agent.seat(self.game, side))
