"""All that the page offers to choose from."""

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

import tablero
from tablero import agents
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.limits import Between
from tablero.locale import _
from tablero.options import bare_kind, describe, option_kinds, option_limits
from tablero.search import ALGORITHMS, ENGINE
from tablero.web import models, plans
from tablero.web.said import MOST_NODES, MOST_SECONDS
from tablero.web.shelf import NOT_HERE, PRIVATE, Shelf


def catalogue(shelf: Shelf, arena: bool = False) -> models.Catalogue:
    """In the language spoken.

    arena -- does the server show one?
    """
    return models.Catalogue(
        version=tablero.__version__,
        games=[_game(shelf, shelf.game(name)) for name in shelf.game_names],
        agents=[_agent(name) for name in agents.AGENTS if name not in NOT_HERE]
        + [_file(shelf, name) for name in shelf.player_files],
        algorithms=[*ALGORITHMS, ENGINE],
        seconds=MOST_SECONDS,
        tree_nodes=MOST_NODES,
        experiments=dict(map(_experiment, get_args(plans.Plan))),
        arena=arena,
    )


def _game(shelf: Shelf, game: Game) -> models.GameKind:
    return models.GameKind(
        name=game.name,
        about=_(game.about) if game.about else "",
        options=_options(type(game)),
        evaluations=evaluations.names(game),
        agents=shelf.agent_names(game),
        depth=game.depth,
    )


def _agent(name: str) -> models.AgentKind:
    cls = agents.agent_class(name)
    about, options = _(cls.about), _options(cls)
    return models.AgentKind(name=name, about=about, options=options, ours=True, chooses=True)


def _file(shelf: Shelf, name: str) -> models.AgentKind:
    about, chooses = _("your own file"), shelf.chooses(name)
    return models.AgentKind(name=name, about=about, options=[], ours=False, chooses=chooses)


def _options(cls: type[Any]) -> list[models.Option]:
    kinds, limits = option_kinds(cls), option_limits(cls)
    return [
        models.Option(
            name=field.name,
            kind=_kind(kinds[field.name]),
            default=field.default,  # type: ignore[arg-type]
            choices=describe(kinds[field.name]),
            limits=_told(limits.get(field.name), _kind(kinds[field.name])),
        )
        for field in fields(cls)
        if field.name not in PRIVATE
    ]


def _told(limits: Between | None, kind: str) -> models.Limits | None:
    step = 1 if kind == "int" else None
    return limits and models.Limits(least=limits.least, most=limits.most, step=step)


def _experiment(plan: type[BaseModel]) -> tuple[str, models.ExperimentKind]:
    """What it is called, and what its schema says."""
    fields = plan.model_json_schema()["properties"]
    (who,) = (told for told in fields.values() if told["type"] == "array")
    numbers = {
        name: models.Limits(
            least=told["minimum"],
            most=told["maximum"],
            step=told.get("multipleOf", 1 if told["type"] == "integer" else None),
        )
        for name, told in fields.items()
        if told["type"] in ("integer", "number")
    }
    kind = models.ExperimentKind(numbers=numbers, fewest=who["minItems"], most=who["maxItems"])
    return fields["what"]["const"], kind


def _kind(kind: Any) -> Literal["int", "float", "bool", "text", "choice"]:
    """Return what the page calls the type of an option; None and limits do not count."""
    kind = bare_kind(kind)
    if get_origin(kind) is Literal:
        return "choice"
    return {int: "int", float: "float", bool: "bool", str: "text"}[kind]  # type: ignore[return-value]
