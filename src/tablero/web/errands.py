"""What the page asks for, with texts that lead to games, agents and evaluations wherever they
are; and no more of it than a machine can bear."""

from typing import Any

from tablero.errors import ImpossiblePosition, OptionError
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING
from tablero.web import jobs, models, plans
from tablero.web.places import MOST_LISTED, has_more_moves, last_position
from tablero.web.shelf import Shelf, blamed


def game_of(asked: jobs.JobAsked) -> str:
    """What a job calls the game that it is about."""
    if isinstance(asked, plans.Experiment):
        return asked.plan.game
    return (asked.grow if isinstance(asked, jobs.Explain) else asked).line.game


def real_job(shelf: Shelf, asked: jobs.JobAsked) -> jobs.JobAsked:
    """The same job as a worker understands it.

    Raises TableroError if there is no such thing, or nothing to do.
    """
    if isinstance(asked, jobs.Explain):
        return asked.model_copy(update={"grow": real_job(shelf, asked.grow)})
    if isinstance(asked, plans.Experiment):
        return _real_experiment(shelf, asked)
    game = shelf.game(asked.line.game)
    with blamed(game):
        position = last_position(game, asked.line)
        if not isinstance(asked, jobs.Review):
            _must_go_on(game, position, asked.line)
        if isinstance(asked, jobs.Analyse) and has_more_moves(game, position, MOST_LISTED):
            message = _("there are more than {most} moves here, too many to score them all")
            raise OptionError(message.format(most=MOST_LISTED))
    line = asked.line.model_copy(update={"game": str(game)})
    return asked.model_copy(update={"line": line} | _names(shelf, asked, game))


def _real_experiment(shelf: Shelf, asked: plans.Experiment) -> plans.Experiment:
    """The rest is the worker's to find out."""
    plan = asked.plan
    who = (
        "searches" if isinstance(plan, plans.Growth | plans.Compare | plans.Pruning) else "agents"
    )
    players = [shelf.agent(text) for text in getattr(plan, who)]
    real = {"game": str(shelf.game(plan.game)), who: players}
    return plans.Experiment(plan=plan.model_copy(update=real))


def _names(shelf: Shelf, asked: jobs.JobAsked, game: Game) -> dict[str, Any]:
    """Whoever is named besides the game."""
    if isinstance(asked, jobs.Follow):
        return {"player": shelf.player(asked.player)}
    if isinstance(asked, jobs.Choose):
        return {"agent": shelf.agent(asked.agent)}
    if isinstance(asked, jobs.Grow):
        from tablero.web.chores.grow import settings_of

        settings_of(asked.search)
        evaluation = {"eval": shelf.evaluation(asked.search.eval, game)}
        return {"search": asked.search.model_copy(update=evaluation)}
    if isinstance(asked, jobs.Analyse | jobs.Count):
        return {"eval": shelf.evaluation(asked.eval, game)}
    return {}


def _must_go_on(game: Game, position: Any, line: models.Line) -> None:
    if position.outcome() != ONGOING:
        message = _("the game is already over in this position: {text}")
        text = game.after(line.start, line.moves, position)
        raise ImpossiblePosition(message.format(text=text))
