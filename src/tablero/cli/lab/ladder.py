"""`tablero lab ladder`: everybody against everybody, with ratings."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from tablero import games as all_games
from tablero.agents.agent import check_least, check_most
from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import Number, game_argument, grouped, make_command
from tablero.cli.lab.output import asked, check_out, deliver, out_option
from tablero.cli.lab.positions import check_seed, seed_option
from tablero.cli.progress import run_counted
from tablero.errors import OptionError, system_reason
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import FIRST
from tablero.threads import MOST_THREADS

MOST_GAMES = 10**6


def command() -> click.Command:
    text = _(
        "Everybody against everybody, in pairs of games with the same opening and swapped seats: "
        "ratings with intervals, who cannot be told apart yet, what it is worth to start, and the "
        "points of all against all.\n\n"
        "    tablero lab ladder connect4 'level(2)' 'level(4)' 'level(6)' --games 40\n\n"
        "    tablero lab ladder kalah random 'alphabeta(depth=1)' 'alphabeta(depth=3)' "
        "--workers 2 --keep games --out ladder.svg"
    )
    agents = click.Argument(["agents"], metavar=_("AGENT …"), nargs=-1, required=True)
    return make_command("ladder", text, ladder, [game_argument(), agents, *_options()])


def _options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--games"],
            type=Number(),
            default=100,
            show_default=True,
            metavar="N",
            help=_("Between every two agents, an even number."),
        ),
        click.Option(
            ["--openings"],
            default="plies=4",
            show_default=True,
            metavar="plies=N",
            help=_("Begin each pair of games with other random moves, so many."),
        ),
        seed_option(),
        click.Option(
            ["--workers"],
            type=Number(),
            default=1,
            show_default=True,
            metavar="N",
            help=_("Processes that play; one is this one."),
        ),
        click.Option(
            ["--keep"],
            type=click.Path(file_okay=False, path_type=Path),
            metavar=_("DIRECTORY"),
            help=_(
                "Keep the games here, a file a match; those that are here are not played again."
            ),
        ),
        out_option(),
    ]


def ladder(
    game: str,
    agents: Sequence[str],
    games: int,
    openings: str,
    seed: int,
    workers: int,
    keep: Path | None,
    out: Sequence[Path],
    as_json: bool,
) -> None:
    from tablero.cli.contest import option_values
    from tablero.lab.ladder import Ladder, cross_table, seat_table, standings
    from tablero.match.openings import Openings

    check_out(out)
    check_seed(seed)
    check_most("games", games, MOST_GAMES)
    check_least("workers", workers, 1)
    check_most("workers", workers, MOST_THREADS)
    rules = all_games.load(game)
    names = [_agent(text, rules) for text in agents]
    moves = Openings(**option_values(openings, Openings))
    found = Ladder(str(rules), names, games, seed, moves)
    _play(found, workers, _folder(keep))
    ratings, again = found.ratings(), asked()
    told = _("{game}: {agents} agents, {games} games between every two, seed {seed}")
    title = told.format(game=rules, agents=len(names), games=games, seed=seed)

    def draw() -> Any:
        from tablero.lab.ladder_picture import draw_ladder

        return draw_ladder(found, ratings, title, again)

    ranked = standings(found, ratings, title, again)
    tables = [ranked, cross_table(found, ratings, again), seat_table(ratings, again)]
    deliver(tables, out, as_json, draw)
    _warn(found)


def _agent(text: str, rules: Game) -> str:
    """As it is called everywhere. Raises TableroError for one that cannot play this, or not
    alone: before any game is played."""
    from tablero import agents

    agent = agents.load(text)
    if agent.name == "human":
        raise OptionError(_("human plays in tablero play; a match is between machines"))
    agent.seat(rules, FIRST).close()
    return str(agent)


def _folder(keep: Path | None) -> Path | None:
    if keep is not None:
        try:
            keep.mkdir(exist_ok=True)
        except OSError as error:
            message = _("cannot write {path}: {reason}")
            values = {"path": keep, "reason": system_reason(error)}
            raise OptionError(message.format(**values)) from None
    return keep


def _play(found: Any, workers: int, folder: Path | None) -> None:
    """To the end, or until we are interrupted; then we say how to go on."""
    total = found.games * len(found.plans)
    try:
        run_counted(partial(found.run, workers, folder), lambda: found.played, total, found.stop)
    except KeyboardInterrupt:
        counts = {"done": grouped(found.played), "total": grouped(total)}
        if folder:
            message = _("{done} of {total} games played; the same command goes on")
        else:
            message = _("{done} of {total} games played; with --keep DIRECTORY they would stay")
        complain(message.format(**counts))
        raise click.exceptions.Exit(INTERRUPTED) from None


def _warn(found: Any) -> None:
    """Of every match, what should not be overlooked."""
    from tablero.cli.report import warnings

    for batch in found.batches.values():
        for line in batch.journal.damaged if batch.journal else []:
            complain(line)
        for line in warnings(batch):
            first, second = batch.plan.terms.agents
            complain(f"{first} – {second}: {line}")
