"""`tablero games`: list the games with their options, evaluations and agents."""

from dataclasses import fields
from typing import Any

import click

import tablero.games as games
from tablero import agents
from tablero.cli import complain
from tablero.cli.common import make_command, print_json, terminal_paint
from tablero.errors import OutsideError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.locale import _
from tablero.options import describe, option_kinds


def command() -> click.Command:
    text = _(
        "List the games, their options with the default values, and the evaluations and agents "
        "that fit.\n\n"
        "A game is written with its options, `kalah(pits=6,seeds=5,capture=empty)`, or as the "
        "path of a file of your own."
    )
    return make_command("games", text, list_games, [])


def list_games(as_json: bool) -> None:
    records = []
    for name in games.names():
        try:
            records.append(_record(games.game_class(name)))
        except OutsideError as error:  # The other games are still listed.
            complain(str(error))
    if as_json:
        print_json({"games": records})
        return
    paint = terminal_paint()
    for record in records:
        click.echo(paint(record["name"], "label"))
        click.echo(_indented(record["about"]))
        for option, facts in record["options"].items():
            choices = f"  ({' | '.join(facts['choices'])})" if facts["choices"] else ""
            click.echo(f"    {option}={str(facts['default']).lower()}{choices}")
        for text, names in (
            (_("evaluations: {names}"), record["evaluations"]),
            (_("agents: {names}"), record["agents"]),
        ):
            click.echo(_indented(text.format(names=", ".join(names))))


def _indented(text: str) -> str:
    return click.wrap_text(text, 90, "    ", "    ")


def _record(cls: type[Game]) -> dict[str, Any]:
    game = cls()
    kinds = option_kinds(cls)
    options = {
        field.name: {
            "default": field.default,
            "choices": describe(kinds[field.name]),
        }
        for field in fields(cls)
    }
    return {
        "name": cls.name,
        "about": _(cls.about) if cls.about else "",
        "options": options,
        "evaluations": evaluations.names(game),
        "agents": agents.names(game),
    }
