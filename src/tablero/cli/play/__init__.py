"""`tablero play`: play a game at the terminal, between any two agents."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import Number, check_max_moves, make_command, max_moves_option
from tablero.cli.positions import SeveralMoves, moves_option
from tablero.cli.prompt import Leave, at_a_terminal
from tablero.errors import OptionError
from tablero.locale import _
from tablero.options import parse_call

if TYPE_CHECKING:
    from tablero.cli.play.output import OutputOptions
    from tablero.cli.play.session import PlaySession
    from tablero.cli.play.setup import Setup

OUTPUT_SWITCHES = ("events", "board", "marker", "trace", "statistics")
"""Options that switch on the fields of `OutputOptions` with the same names."""


def command() -> click.Command:
    text = _(
        "Play a game. An agent is a name with options, `alphabeta(depth=8)`, and `human` is you. "
        "Tablero asks for a game and agents that are left out.\n\n"
        "    tablero play\n\n"
        "    tablero play connect4 human 'alphabeta(depth=8)'\n\n"
        "    tablero play kalah random random --debug\n\n"
        "    tablero play quarry --from 5x4x3\n\n"
        "    tablero play my_game.py human mcts --play 4 4 5"
    )
    arguments: list[click.Parameter] = [
        click.Argument(["game"], metavar=_("[GAME]"), default=""),
        click.Argument(["first"], metavar=_("[FIRST]"), default=""),
        click.Argument(["second"], metavar=_("[SECOND]"), default=""),
    ]
    params = [*arguments, *_start_options(), *_view_options()]
    return make_command("play", text, play, params, SeveralMoves)


def _start_options() -> list[click.Parameter]:
    file = click.Path(dir_okay=False, path_type=Path)
    return [
        click.Option(
            ["--from", "start"],
            default="",
            metavar=_("POSITION"),
            help=_("Position to start from."),
        ),
        moves_option(),
        click.Option(
            ["--resume"],
            type=file,
            metavar=_("FILE"),
            help=_("Resume the last unfinished game of this file."),
        ),
        click.Option(["--ask"], is_flag=True, help=_("Ask even if there is no terminal.")),
        click.Option(
            ["--seed"],
            type=Number(),
            metavar="N",
            help=_("Seed of the random generator, for reproducible games."),
        ),
        click.Option(
            ["--out"],
            type=file,
            metavar=_("FILE"),
            help=_("Append the record of the game, finished or not."),
        ),
        max_moves_option(),
    ]


def _view_options() -> list[click.Parameter]:
    helps = {
        "debug": _(
            "Show every turn: the player, the board, the move, the evaluation of the board."
        ),
        "silent": _("Show only the first position and the result."),
        "events": _("Show the player and the move of every turn."),
        "board": _("Show the board after every move."),
        "marker": _("Show the markers of both players."),
        "trace": _("Show the result of every search, depth by depth."),
        "statistics": _("Show the statistics of every search."),
    }
    flags = [click.Option([f"--{name}"], is_flag=True, help=help) for name, help in helps.items()]
    evaluation = click.Option(
        ["--eval", "eval_text"],
        metavar=_("NAME"),
        default="",
        help=_("Evaluation function for --debug; default: the game's first."),
    )
    return [*flags, evaluation]


def play(
    game: str,
    first: str,
    second: str,
    start: str,
    moves: tuple[str, ...],
    resume: Path | None,
    ask: bool,
    seed: int | None,
    out: Path | None,
    max_moves: int | None,
    eval_text: str,
    as_json: bool,
    **view: bool,
) -> None:
    from tablero.cli.play import setup
    from tablero.cli.play.output import GameOutput
    from tablero.cli.play.session import PlaySession
    from tablero.cli.records import check_file
    from tablero.match.referee import Rules

    _check(view, bool(first), ask)
    check_max_moves(max_moves)
    try:
        if resume is not None:
            _check_resumed(ask, start or " ".join(moves), seed, max_moves)
            chosen = setup.from_record(resume, game, first, second)
        else:
            seed = secrets.randbits(31) if seed is None else seed
            if (ask or (not first and at_a_terminal())) and not as_json:
                chosen = setup.from_questions(game, start, moves, seed)
            else:
                chosen = setup.from_arguments(game, (first, second), start, moves, seed)
            chosen = replace(chosen, rules=Rules(most_moves=max_moves))
    except Leave:
        click.echo(_("nothing was played"))
        return
    if out is not None:
        check_file(out, [parse_call(str(chosen.game))[0]])
    output = GameOutput(
        chosen.game, chosen.agents, _output_options(view, as_json, chosen), eval_text
    )
    session = PlaySession(chosen, output)
    if chosen.record is not None:
        session.repeat(chosen.record)
    _play(session, out, as_json)


def _check(view: dict[str, bool], agents: bool, ask: bool) -> None:
    """Raise OptionError for options that conflict."""
    if view["silent"] and sum(view.values()) > 1:
        raise OptionError(_("--silent shows nothing else; leave it out, or the other switches"))
    if ask and agents:
        raise OptionError(_("--ask asks for the agents; leave them out"))


def _check_resumed(ask: bool, start: str, seed: int | None, max_moves: int | None) -> None:
    """Raise OptionError for options that a resumed game keeps."""
    if ask or start or seed is not None or max_moves is not None:
        message = _(
            "--resume keeps the game's settings; leave out --ask, --from, --play, --seed and "
            "--max-moves"
        )
        raise OptionError(message)


def _output_options(view: dict[str, bool], as_json: bool, chosen: "Setup") -> "OutputOptions":
    """Return what to print of the game. Raise OptionError for `--json` with people.

    If the user was asked for the options of a search, its statistics are shown by default.
    """
    from tablero.cli.play.output import DEBUG_OUTPUT, DEFAULT_OUTPUT, NO_OUTPUT, SUMMARY_ONLY

    if as_json and chosen.people:
        raise OptionError(_("--json is for games without people"))
    if as_json:
        return NO_OUTPUT
    wanted = {name: True for name in OUTPUT_SWITCHES if view[name]}
    if view["silent"] or wanted:
        return replace(DEBUG_OUTPUT if view["debug"] else SUMMARY_ONLY, **wanted)
    if view["debug"]:
        return DEBUG_OUTPUT
    return replace(
        DEFAULT_OUTPUT, statistics=chosen.from_questions and chosen.game.asks_search_options
    )


def _play(session: "PlaySession", out: Path | None, as_json: bool) -> None:
    """Play the game. Append its record to `out`, if given, also after an interruption or error."""
    from tablero.cli.records import append
    from tablero.match.record import write_record
    from tablero.match.referee import Reason

    played = None
    try:
        played = session.run()
    except KeyboardInterrupt:
        complain(_("interrupted; {left}").format(left=_left(session)))
        raise click.exceptions.Exit(INTERRUPTED) from None
    finally:
        if out is not None and session.steps:
            append(out, session.record(played))
    if as_json:
        click.echo(write_record(session.record(played)))
    elif played.reason == Reason.UNFINISHED:
        click.echo(_left(session))


def _left(session: "PlaySession") -> str:
    if not session.steps:
        return _("nothing was played")
    return _("moves played: {moves}").format(moves=" ".join(session.names))
