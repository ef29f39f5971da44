"""A tuning from its first game to its last, and its stored state."""

import hashlib
import json
import threading
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, NamedTuple, Protocol

import tablero.games as games
from tablero.errors import OptionError
from tablero.lab.tuning.duels import Arbiter, DuelJob
from tablero.lab.tuning.linear import Effects, Linear
from tablero.lab.tuning.parameters import TuningParameters
from tablero.locale import _


class HistoryEntry(NamedTuple):
    """State after a step.

    games: games learned from so far.
    effects: effects learned from them.
    score: share of the points against the start weights, from the next openings, which have not
        been learned from yet.
    """

    games: int
    effects: list[float]
    score: float


class Learner(Protocol):
    """A learning method, which learns in steps; `state` holds everything it has learned."""

    @property
    def effects(self) -> Effects: ...

    @property
    def games_of_a_step(self) -> int: ...

    @property
    def openings_seen(self) -> int:
        """Number of openings learned from so far; later ones are new."""

    def step(self) -> None: ...

    def state(self) -> dict[str, Any]: ...

    def restore(self, state: dict[str, Any]) -> None: ...


class Tuning:
    """Weights that are being tuned.

    arbiter: plays the games by which weights are compared.
    history: an entry for every step.
    """

    def __init__(self, parameters: TuningParameters) -> None:
        self.parameters, self.game = parameters, games.load(parameters.game)
        self.linear = Linear(parameters.evaluation, self.game, parameters.seed)
        facts = parameters.depth, parameters.plies, parameters.match // 2, parameters.seed
        job = DuelJob(parameters.game, parameters.evaluation, *facts)
        self.training = job.training()
        self.arbiter = Arbiter(job, self.training)
        self.learner = self._learner()
        self.history: list[HistoryEntry] = []
        self._stop = threading.Event()

    def _learner(self) -> Learner:
        parameters = self.parameters
        if parameters.method == "td":
            from tablero.lab.tuning.td import Td

            return Td(self.linear, self.training, parameters.decay)
        try:
            from tablero.lab.tuning.evolution import Evolution
        except ImportError:
            raise OptionError(_("CMA-ES needs cmaes: pip install 'tablero[tune]'")) from None
        return Evolution(self.linear, self.arbiter, parameters.pairs, parameters.seed)

    @property
    def games(self) -> int:
        """Number of games learned from so far, without those that only measure."""
        return self.history[-1].games if self.history else 0

    @property
    def effects(self) -> Effects:
        return self.learner.effects

    @property
    def evaluation(self) -> Any:
        """The evaluation with the weights learned so far; before the first step the original."""
        return self.linear.rounded(self.effects) if self.history else self.linear.evaluation

    def run(self, games: int, keep: Callable[[], None] = lambda: None) -> None:
        """Learn from this number of games, or until stopped, but at least one step.

        keep: called after each step.
        """
        while self.games < games and not (self.history and self._stop.is_set()):
            self.step()
            keep()

    def step(self) -> None:
        """Learn for one step, and measure the score of the new weights."""
        self.learner.step()
        done = self.games + self.learner.games_of_a_step
        rivals = [(self.linear.rounded(self.effects), self.linear.evaluation)]
        (score,) = self.arbiter.scores(rivals, self.learner.openings_seen, self.parameters.pairs)
        self.history.append(HistoryEntry(done, [*map(float, self.effects)], score))

    def stop(self) -> None:
        """Make `run` end after the current step."""
        self._stop.set()

    def write(self) -> str:
        """Return the state that `read` needs to resume, as JSON."""
        state = {"state": self.learner.state(), "history": self.history}
        written_state = {"task": asdict(self.parameters), **state}
        return json.dumps({**written_state, "digest": _digest(written_state)})

    def read(self, text: str) -> None:
        """Resume from a stored state. Raise OptionError unless its parameters are these."""
        try:
            written_state = json.loads(text)
            digest = written_state.pop("digest")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            digest = None
        if digest is None or digest != _digest(written_state):
            raise OptionError(_("this is not the state of a tuning, or it is damaged"))
        for fact, here in asdict(self.parameters).items():
            if (there := written_state["task"][fact]) != here:
                message = _("this is the state of another tuning: {fact} {there!r}, here {here!r}")
                raise OptionError(message.format(fact=fact, there=there, here=here))
        self.learner.restore(written_state["state"])
        self.history = [HistoryEntry(*entry) for entry in written_state["history"]]


def _digest(written_state: dict[str, Any]) -> str:
    """Return the hash of a stored state, which reveals manual changes."""
    return hashlib.sha256(json.dumps(written_state).encode()).hexdigest()
