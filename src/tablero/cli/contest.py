"""A match with the options of the command line."""

import random
import time
from pathlib import Path
from typing import Any

import click

from tablero import agents
from tablero.agents.agent import Agent, Limits
from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import check_seed, check_time, print_json
from tablero.cli.pool import check_pool, open_pool
from tablero.cli.progress import run_counted, run_watched
from tablero.cli.report import match_record, print_match
from tablero.errors import OptionError, TableroError, WorkerDied, system_reason
from tablero.games import load
from tablero.games.options import convert, option_kinds, parse_call
from tablero.limits import Between
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
from tablero.search.notes import DEPTHS

LARGEST_SEED = 10**9
"""Upper bound of seeds drawn at random: these are short enough to read and to type."""

MOST = 10**9
"""Largest number of games, of nodes per move, or of moves per game."""


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
    """Check the options, play the match, and print its results."""
    check_pool(workers, cluster)
    test = None if sprt is None else Sprt(**option_values(sprt, Sprt))
    if choices["seed"] is None:
        known = seed_of(out, game) if out and resume else None
        choices["seed"] = random.randrange(LARGEST_SEED) if known is None else known
    plan = _plan(game, (first, second), **choices)
    journal = _journal(out, resume, plan)
    try:
        with open_pool(workers, cluster) as pool:
            _play(Batch(plan, pool, journal, test), as_json)
    finally:
        if journal:
            journal.close()


def _play(batch: Batch, as_json: bool) -> None:
    """Play the match and print its results.

    If it is interrupted, print the results so far and how to resume.
    """
    tally, total, start = batch.tally, batch.plan.terms.games, time.perf_counter()
    try:
        run_counted(batch.run, lambda: tally.played, total, batch.stop, lambda: _standing(tally))
    except KeyboardInterrupt:
        _show(batch, time.perf_counter() - start, as_json)
        complain(_how_to_go_on(batch))
        raise click.exceptions.Exit(INTERRUPTED) from None
    except WorkerDied as error:
        raise WorkerDied(f"{error}; {_how_to_go_on(batch)}") from None
    except OSError as error:  # The journal cannot be written.
        _show(batch, time.perf_counter() - start, as_json)
        raise TableroError(f"{system_reason(error)}; {_how_to_go_on(batch)}") from None
    _show(batch, time.perf_counter() - start, as_json)


def _plan(
    game: str,
    players: tuple[str, str],
    games: int,
    seed: int,
    openings: str,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    max_moves: int | None,
) -> Plan:
    """Return the plan of the match. Raise TableroError for options that are not allowed."""
    for name, value in {"nodes": nodes, "max-moves": max_moves}.items():
        Between(1, MOST).check(name, value)
    Between(2, MOST).check("games", games)
    check_seed(seed)
    DEPTHS.check("depth", depth)
    check_time(seconds)
    rules = Rules(Limits(depth, nodes, seconds), max_moves)
    first, second = map(load_machine, players)
    moves = Openings(**option_values(openings, Openings))
    rules_of_game = load(game)
    names = str(first), str(second)
    terms = Terms(str(rules_of_game), names, games, seed, moves, rules)
    return Plan(terms, rules_of_game, (first, second))


def load_machine(text: str) -> Agent:
    """Return the agent of this notation. Raise OptionError for `human`, which needs a user."""
    agent = agents.load(text)
    if agent.name == "human":
        raise OptionError(_("human plays in `tablero play`; this command is for machines"))
    return agent


def option_values(text: str, cls: type[Any]) -> dict[str, Any]:
    """Return the options of `cls` in a text, separated by commas or spaces: `elo0=0,elo1=5`."""
    _name, options = parse_call(f"options({','.join(text.replace(',', ' ').split())})")
    return convert(options, option_kinds(cls))


def _journal(out: Path | None, resume: bool, plan: Plan) -> Journal | None:
    if out is None:
        if resume:
            raise OptionError(_("--resume needs --out FILE, the file to resume"))
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
        message = _("{done} of {total} games played; the same command with --resume continues")
    else:
        message = _("{done} of {total} games played; with --out FILE they would have been saved")
    return message.format(**counts)


def _show(batch: Batch, seconds: float, as_json: bool) -> None:
    if as_json:
        print_json(match_record(batch, seconds))
    else:
        print_match(batch, seconds)
    for warning in (*warnings(batch), *doubts(batch)):
        complain(warning)
