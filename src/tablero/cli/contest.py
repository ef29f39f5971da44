"""A match as the command line asks for it."""

import random
import time
from pathlib import Path
from typing import Any

import click

from tablero import agents
from tablero.agents.agent import Agent, Limits, check_least, check_most
from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import check_seed, check_time, print_json
from tablero.cli.progress import run_counted, run_watched
from tablero.cli.report import match_record, print_match
from tablero.cli.team import check_team, team_of
from tablero.errors import OptionError, TableroError, WorkerDied, system_reason
from tablero.games import load
from tablero.games.options import convert, option_kinds, parse_call
from tablero.locale import _
from tablero.match.batch import Batch
from tablero.match.doubts import doubts, warnings
from tablero.match.journal import Journal, seed_of
from tablero.match.openings import Openings
from tablero.match.plan import Plan, Terms
from tablero.match.referee import Rules
from tablero.match.sprt import Sprt
from tablero.match.tally import Tally
from tablero.numbers import grouped
from tablero.search.notes import check_depth

LARGEST_SEED = 10**9
"""Of those that we draw: easy to read and to type."""

MOST = 10**9
"""Games, nodes of a move or moves of a game: more than anybody waits for."""


def play_match(
    game: str,
    first: str,
    second: str,
    sprt: str | None,
    workers: int,
    cluster: str | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
    **choices: Any,
) -> None:
    """Check what was asked for, play it, and show what it has come to."""
    check_team(workers, cluster)
    test = None if sprt is None else Sprt(**option_values(sprt, Sprt))
    if choices["seed"] is None:
        known = seed_of(out, game) if out and resume else None
        choices["seed"] = random.randrange(LARGEST_SEED) if known is None else known
    plan = Plan(_terms(game, (first, second), **choices))
    journal = _journal(out, resume, plan)
    try:
        with team_of(workers, cluster) as team:
            _play(Batch(plan, team, journal, test), as_json)
    finally:
        if journal:
            journal.close()


def _play(batch: Batch, as_json: bool) -> None:
    """To the end, or until we are interrupted; then we say how to go on."""
    tally, total, start = batch.tally, batch.plan.terms.games, time.perf_counter()
    try:
        run_counted(batch.run, lambda: tally.played, total, batch.stop, lambda: _standing(tally))
    except KeyboardInterrupt:
        _show(batch, time.perf_counter() - start, as_json)
        complain(_how_to_go_on(batch))
        raise click.exceptions.Exit(INTERRUPTED) from None
    except WorkerDied as error:
        raise WorkerDied(f"{error}; {_how_to_go_on(batch)}") from None
    except OSError as error:  # the file takes no more
        _show(batch, time.perf_counter() - start, as_json)
        raise TableroError(f"{system_reason(error)}; {_how_to_go_on(batch)}") from None
    _show(batch, time.perf_counter() - start, as_json)


def _terms(
    game: str,
    players: tuple[str, str],
    games: int,
    seed: int,
    openings: str,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    max_moves: int | None,
) -> Terms:
    """What is to be played. Raises TableroError for what cannot be."""
    for name, value in {"nodes": nodes, "max-moves": max_moves}.items():
        check_least(name, value, 1)
        check_most(name, value, MOST)
    check_most("games", games, MOST)
    check_seed(seed)
    if depth is not None:
        check_depth(depth)
    check_time(seconds)
    rules = Rules(Limits(depth, nodes, seconds), max_moves)
    first, second = (str(load_machine(text)) for text in players)
    moves = Openings(**option_values(openings, Openings))
    return Terms(str(load(game)), (first, second), games, seed, moves, rules)


def load_machine(text: str) -> Agent:
    """Raises OptionError for one that cannot play alone."""
    agent = agents.load(text)
    if agent.name == "human":
        raise OptionError(_("human plays in tablero play; this is for machines"))
    return agent


def option_values(text: str, cls: type[Any]) -> dict[str, Any]:
    """The options of a text: `elo0=0,elo1=5`, or with spaces in between."""
    _name, options = parse_call(f"options({','.join(text.replace(',', ' ').split())})")
    return convert(options, option_kinds(cls))


def _journal(out: Path | None, resume: bool, plan: Plan) -> Journal | None:
    if out is None:
        if resume:
            raise OptionError(_("--resume needs --out FILE, the file to go on with"))
        return None
    try:
        if not resume and out.exists() and out.stat().st_size:
            message = _("{path} exists already; --resume plays what is missing in it")
            raise OptionError(message.format(path=out))
        reading = _("reading {path} …").format(path=out)
        journal = run_watched(lambda: Journal(out, plan), lambda: reading, lambda: None)
    except OSError as error:
        message = _("cannot write {path}: {reason}")
        raise OptionError(message.format(path=out, reason=system_reason(error))) from None
    for line in journal.damaged:
        complain(line)
    return journal


def _standing(tally: Tally) -> str:
    lost, drawn, won = tally.games
    return f"+{won} ={drawn} -{lost}"


def _how_to_go_on(batch: Batch) -> str:
    counts = {"done": grouped(batch.tally.played), "total": grouped(batch.plan.terms.games)}
    if batch.journal:
        message = _("{done} of {total} games played; the same command with --resume goes on")
    else:
        message = _("{done} of {total} games played; with --out FILE they would have been kept")
    return message.format(**counts)


def _show(batch: Batch, seconds: float, as_json: bool) -> None:
    if as_json:
        print_json(match_record(batch, seconds))
    else:
        print_match(batch, seconds)
    for warning in (*warnings(batch), *doubts(batch)):
        complain(warning)
