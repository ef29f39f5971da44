"""Experiments of the lab as the page asks for them, with the commands that repeat them."""

import shlex
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import tablero.games as games
from tablero import agents
from tablero.errors import TableroError
from tablero.lab import compare, growth, pruning, regret, regret_report, round_robin
from tablero.lab.probe import deep, load_search
from tablero.lab.regret_job import run_survey
from tablero.lab.table import ResultTable
from tablero.lab.tree_sizes import TreeSizes
from tablero.locale import _
from tablero.match.openings import Openings
from tablero.position import FIRST
from tablero.web import plans
from tablero.web.chores.samples import Sampled, sample, sample_words


class Study(Protocol):
    """`run` it once; meanwhile others may look on, or stop it.

    names   -- of searches or agents, in the order asked for, as the tables call them
    command -- repeats it in a terminal
    total   -- steps in all, 0 while nobody knows; of these so many are done, and one is being
               looked at
    """

    names: list[str]
    command: str

    @property
    def total(self) -> int: ...

    @property
    def title(self) -> str: ...

    @property
    def done(self) -> int: ...

    @property
    def at(self) -> str: ...

    def run(self) -> None:
        """To the end. Raises TableroError if it comes to nothing."""

    def stop(self) -> None:
        """End soon."""

    def tables(self) -> list[ResultTable]:
        """So far; none before there is something to tell."""

    def warnings(self) -> list[str]:
        """What should not be overlooked, when it is done."""


class GrowthStudy(Sampled):
    plan: plans.Growth

    def __init__(self, plan: plans.Growth) -> None:
        super().__init__(plan, game := games.load_untried(plan.game))
        self.positions = sample(plan, game)
        searches = [load_search(text, game) for text in plan.searches]
        self.growth = growth.GrowthExperiment(game, searches, self.positions, plan.seed)
        self.theory: TreeSizes | None = None
        self.names, self.total = [*map(str, searches)], len(searches) * plan.depth
        limits = ["--depth", str(plan.depth), "--time", f"{plan.seconds:g}"]
        self.command = _command(plan, self.names, [*limits, *sample_words(plan)])

    @property
    def done(self) -> int:
        """A search that ended early counts as if it had not."""
        if not self.growth.results:
            return 0
        last = self.growth.results[-1]
        before = self.growth.searches.index(last.search)
        return before * self.plan.depth + last.depth

    @property
    def at(self) -> str:
        return self.growth.at

    def run(self) -> None:
        self.theory = TreeSizes(self.positions, self.plan.depth)
        self.growth.run(self.plan.depth, self.plan.seconds)
        if not self.growth.stopped:
            self.theory = TreeSizes(self.positions, self.growth.deepest)

    def stop(self) -> None:
        self.growth.stop()

    def tables(self) -> list[ResultTable]:
        if self.theory is None or not self.growth.results:
            return []
        title = f"{self.title}; {self.theory.summary()}"
        return [growth.growth_table(self.growth, self.theory, title, self.command)]

    def warnings(self) -> list[str]:
        """Where a search stops for want of time is the machine's affair."""
        message = _("{search} was too slow for depth {depth}: faster machines go deeper")
        reached = [(search, self.growth.of(search)[-1].depth) for search in self.growth.searches]
        return [
            message.format(search=search, depth=depth + 1)
            for search, depth in reached
            if depth < min(self.plan.depth, self.growth.deepest)
        ]


class CompareStudy(Sampled):
    def __init__(self, plan: plans.Compare) -> None:
        super().__init__(plan, game := games.load_untried(plan.game))
        searches = [deep(load_search(text, game), plan.depth) for text in plan.searches]
        self.comparison = compare.Comparison(game, searches, sample(plan, game), plan.seed)
        self.names = [*map(str, searches)]
        self.total = len(searches) * len(self.comparison.positions)
        self.command = _command(plan, self.names, sample_words(plan))

    @property
    def done(self) -> int:
        return self.comparison.done

    @property
    def at(self) -> str:
        waiting = zip(self.comparison.searches, self.comparison.found, strict=True)
        at = (each for each, found in waiting if len(found) < len(self.comparison.positions))
        return str(next(at, ""))

    def run(self) -> None:
        self.comparison.run()

    def stop(self) -> None:
        self.comparison.stop()

    def tables(self) -> list[ResultTable]:
        """Of the searches that have seen every position."""
        whole = self.comparison
        found = [each for each in whole.found if len(each) == len(whole.positions)]
        if not found:
            return []
        searches = whole.searches[: len(found)]
        part = compare.Comparison(whole.game, searches, whole.positions, whole.seed)
        part.found = found
        totals = compare.counts(part, self.title, self.command)
        return [totals, compare.ratios(part, self.command), compare.scores(part, self.command)]

    def warnings(self) -> list[str]:
        return self.comparison.warnings()


class LadderStudy:
    def __init__(self, plan: plans.Ladder) -> None:
        game = games.load_untried(plan.game)
        players = [agents.load(text) for text in plan.agents]
        for player in players:
            player.seat(game, FIRST).close()
        self.names, openings = [str(player) for player in players], Openings(plan.plies)
        self.ladder = round_robin.RoundRobinExperiment(
            str(game), self.names, plan.games, plan.seed, openings
        )
        self.total = plan.games * len(self.ladder.plans)
        counts = ["--games", str(plan.games), "--openings", f"plies={plan.plies}"]
        self.command = _command(plan, self.names, [*counts, "--seed", str(plan.seed)])

    @property
    def title(self) -> str:
        return self.ladder.title

    @property
    def done(self) -> int:
        return self.ladder.played

    @property
    def at(self) -> str:
        begun = [*self.ladder.batches]
        return " – ".join(self.ladder.agents[number] for number in begun[-1]) if begun else ""

    def run(self) -> None:
        self.ladder.run()

    def stop(self) -> None:
        self.ladder.stop()

    def tables(self) -> list[ResultTable]:
        if not self.ladder.results().any():
            return []
        ratings = self.ladder.ratings()
        return [
            round_robin.standings(self.ladder, ratings, self.command),
            round_robin.cross_table(self.ladder, ratings, self.command),
            round_robin.first_move_table(ratings, self.command),
        ]

    def warnings(self) -> list[str]:
        return self.ladder.warnings()


class RegretStudy(Sampled):
    def __init__(self, plan: plans.Regret) -> None:
        super().__init__(plan, game := games.load_untried(plan.game))
        self.seed, self.total = plan.seed, plan.positions
        oracle = regret.Oracle(game, plan.seconds)
        players = [regret.TwoSidedAgent(text, game, plan.seed) for text in plan.agents]
        self.survey = regret.Survey(oracle, players, sample(plan, game, choices=2))
        self.names = self.survey.texts
        limits = ["--time", f"{plan.seconds:g}"]
        self.command = _command(plan, self.names, [*limits, *sample_words(plan)])

    @property
    def done(self) -> int:
        return self.survey.done

    @property
    def at(self) -> str:
        return ""

    def run(self) -> None:
        run_survey(self.survey)
        if len(self.survey.skipped) == self.total:
            raise TableroError(_("no position was solved; give more time, or later positions"))

    def stop(self) -> None:
        self.survey.oracle.stop()

    def tables(self) -> list[ResultTable]:
        """Of the positions that everybody was asked about."""
        whole = self.survey
        if not (known := min(map(len, whole.compared_moves))):
            return []
        part = regret.Survey(whole.oracle, whole.agents, whole.positions)
        part.compared_moves = [moves[:known] for moves in whole.compared_moves]
        return regret_report.survey_tables(part, self.seed, self.command)

    def warnings(self) -> list[str]:
        return self.survey.warnings()


class PruningStudy:
    def __init__(self, plan: plans.Pruning) -> None:
        self.plan, self.game = plan, games.load_untried(plan.game)
        searches = [deep(load_search(text, self.game), plan.depth) for text in plan.searches]
        start = pruning.opening_position(self.game, plan.plies, plan.seed)
        self.pruning = pruning.PruningExperiment(self.game, searches, start)
        self.names = [*map(str, searches)]
        opening = ["--plies", str(plan.plies), "--seed", str(plan.seed)]
        self.command = _command(plan, self.names, opening)

    @property
    def title(self) -> str:
        return f"{self.game}: {pruning.opening_description(self.plan.plies, self.plan.seed)}"

    @property
    def total(self) -> int:
        return self.pruning.total

    @property
    def done(self) -> int:
        """How long a game takes is known when it has been played."""
        return self.pruning.done if self.total else 0

    @property
    def at(self) -> str:
        return self.pruning.at if self.total else ""

    def run(self) -> None:
        self.pruning.run()

    def stop(self) -> None:
        self.pruning.stop()

    def tables(self) -> list[ResultTable]:
        if not self.pruning.complete_turns:
            return []
        title = f"{self.title}; {self.pruning.summary()}"
        return [pruning.pruning_table(self.pruning, title, self.command)]

    def warnings(self) -> list[str]:
        return []


def study_of(plan: Any) -> Study:
    """Raises TableroError for what cannot be."""
    studies: dict[str, Callable[[Any], Study]] = {
        "growth": GrowthStudy,
        "compare": CompareStudy,
        "ladder": LadderStudy,
        "regret": RegretStudy,
        "pruning": PruningStudy,
    }
    return studies[plan.what](plan)


def _command(plan: Any, names: Any, options: Sequence[str]) -> str:
    return shlex.join(["tablero", "lab", plan.what, plan.game, *names, *options])
