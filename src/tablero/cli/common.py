"""Options, arguments, colours and JSON output that several commands share."""

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.cli import language_option
from tablero.errors import OptionError
from tablero.games.game import Game, Paint, plain
from tablero.limits import THREADS, Between
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.agents.agent import Agent

COLOURS = {
    "first": {"fg": "red", "bold": True},
    "second": {"fg": "yellow", "bold": True},
    "edge": {"dim": True},
    "label": {"fg": "cyan"},
}
"""Arguments of `click.style` for each role of a painted text."""

MOST_SEED = 1 << 61
"""Largest absolute value of a seed: seeds are stored as numbers of 62 bits."""

MOST_MOVES = 10**9
"""Largest move limit of a game."""


def asked() -> str:
    """Return the command line of this run, quoted for a shell."""
    return str(click.get_current_context().find_root().obj)


def json_option() -> click.Option:
    return click.Option(["--json", "as_json"], is_flag=True, help=_("Print JSON."))


def game_argument() -> click.Argument:
    return click.Argument(["game"], metavar=_("GAME"))


def position_argument() -> click.Argument:
    return click.Argument(["position"], metavar=_("[POSITION]"), default="")


class Number(click.types.IntParamType):
    """An integer parameter with a translated type name."""

    @property
    def name(self) -> str:  # type: ignore[override]
        return _("integer")


class Float(click.types.FloatParamType):
    """A float parameter, for example of seconds, with a translated type name."""

    @property
    def name(self) -> str:  # type: ignore[override]
        return _("number")


def number_option(
    name: str, help: str, default: int | None = None, required: bool = False
) -> click.Option:
    """Return an option with an integer value. Its help shows the default, if there is one."""
    ways: dict[str, Any] = {"required": required}
    if default is not None:  # click would treat None as a default value.
        ways |= {"default": default, "show_default": True}
    return click.Option([name], type=Number(), metavar="N", help=help, **ways)


def file_option(name: str, help: str) -> click.Option:
    """Return an option for a file, which need not exist."""
    return click.Option(
        [name],
        type=click.Path(dir_okay=False, path_type=Path),
        metavar=_("FILE"),
        help=help,
    )


def depth_option(help: str, required: bool = False) -> click.Option:
    return number_option("--depth", help, required=required)


def threads_option(help: str, default: int | None = None) -> click.Option:
    return click.Option(["--threads"], type=Number(), default=default, metavar="N", help=help)


def seed_option() -> click.Option:
    return number_option("--seed", _("Seed of the random generator."), 1)


def openings_option(default: str = "", help: str = "", metavar: str = "plies=N") -> click.Option:
    return click.Option(
        ["--openings"],
        default=default,
        show_default=bool(default),
        metavar=metavar,
        help=help or _("Number of random moves that open each pair of games."),
    )


def max_moves_option() -> click.Option:
    return number_option(
        "--max-moves",
        _(
            "Move limit: a game of this length is a draw; 0: no limit. Default: 1000 in games "
            "that have no limit of their own and need not end by their rules."
        ),
    )


def workers_option() -> click.Option:
    return number_option("--workers", _("Number of processes, this one included."), 1)


def time_option(help: str) -> click.Option:
    return click.Option(["--time", "seconds"], type=Float(), metavar=_("SECONDS"), help=help)


def check_threads(threads: int) -> None:
    """Raise OptionError for a number of threads that is too small or too large."""
    THREADS.check("threads", threads)


def check_workers(workers: int) -> None:
    """Raise OptionError for a number of worker processes that is too small or too large."""
    THREADS.check("workers", workers)


def check_seed(seed: int) -> None:
    """Raise OptionError for a seed whose absolute value is above MOST_SEED."""
    Between(-MOST_SEED, MOST_SEED).check("seed", seed)


def check_max_moves(moves: int | None) -> None:
    """Raise OptionError for a move limit that is negative or too large."""
    Between(0, MOST_MOVES).check("max-moves", moves)


def check_time(seconds: float | None) -> None:
    """Raise OptionError for a time that is not positive, or too long for a timer."""
    if seconds is not None and not 0 < seconds <= threading.TIMEOUT_MAX:
        message = _("time must be more than 0 and at most {most:g} seconds, not {seconds:g}")
        raise OptionError(message.format(most=threading.TIMEOUT_MAX, seconds=seconds))


def make_command(
    name: str,
    help: str,
    callback: Callable[..., None],
    params: list[click.Parameter],
    kind: type[click.Command] = click.Command,
) -> click.Command:
    """Return a command with these parameters and those of every command."""
    shared: list[click.Parameter] = [json_option(), language_option()]
    return kind(
        name,
        help=help,
        callback=callback,
        params=params + shared,
        options_metavar=_("[OPTIONS]"),
    )


def load_machine(text: str) -> "Agent":
    """Return the agent of this notation. Raise OptionError for `human`, which needs a user."""
    from tablero import agents

    agent = agents.load(text)
    if agent.name == "human":
        raise OptionError(_("human plays in `tablero play`; this command is for machines"))
    return agent


def option_values(text: str, cls: type[Any]) -> dict[str, Any]:
    """Return the options of `cls` in a text, separated by commas or spaces: `elo0=0,elo1=5`."""
    from tablero.options import convert, option_kinds, parse_call

    _name, options = parse_call(f"options({','.join(text.replace(',', ' ').split())})")
    return convert(options, option_kinds(cls))


def place_record(rules: Game, position: Any, text: str) -> dict[str, Any]:
    """Return the first fields of every JSON record; `text` is the notation of the position."""
    return {"game": str(rules), "position": text, "turn": position.turn() + 1}


def print_json(record: dict[str, Any]) -> None:
    click.echo(json.dumps(record, ensure_ascii=False))


def terminal_paint() -> Paint:
    """Return a function that colours text if the output is a terminal with colours."""
    if (
        sys.stdout is None
        or not sys.stdout.isatty()
        or os.environ.get("NO_COLOR")
        or os.environ.get("TERM") == "dumb"
    ):
        return plain
    return lambda text, role: click.style(text, **COLOURS[role])  # type: ignore[arg-type]


def player_name(side: int) -> str:
    return [_("first player"), _("second player")][side]


def print_table(rows: list[tuple[str, str]]) -> None:
    """Print two columns: names aligned to the left, values to the right."""
    left = max(len(name) for name, _value in rows)
    right = max(len(value) for _name, value in rows)
    for name, value in rows:
        click.echo(f"  {name:<{left}}  {value:>{right}}")
