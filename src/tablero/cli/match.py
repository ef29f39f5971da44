"""`tablero match`: many games between two agents, and their statistics."""

import os
import random
import re
import time
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import (
    check_max_moves,
    check_seed,
    check_time,
    depth_option,
    file_option,
    game_argument,
    load_machine,
    make_command,
    max_moves_option,
    number_option,
    openings_option,
    option_values,
    print_json,
    time_option,
)
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.cli.progress import run_counted, run_watched
from tablero.errors import OptionError, TableroError, WorkerDied, system_reason
from tablero.games import load
from tablero.limits import Between
from tablero.locale import _
from tablero.numbers import grouped

if TYPE_CHECKING:
    from tablero.match.adjudication import Adjudication
    from tablero.match.batch import Batch
    from tablero.match.journal import MatchJournal
    from tablero.match.opening_file import ListedOpenings
    from tablero.match.openings import Openings
    from tablero.match.plan import Plan
    from tablero.match.tally import Tally

LARGEST_SEED = 10**9
"""Upper bound of seeds drawn at random: these are short enough to read and to type."""

MOST = 10**9
"""Largest number of games, or of nodes per move."""

LISTS = ("--sprt", "--openings", "--adjudicate")
"""Options whose value is a list of `name=value`."""

VALUE = re.compile(r"\w+=[^()]*")
"""An item of such a list."""


def command() -> click.Command:
    text = _(
        "Play many games between two agents, half of them started by each: wins, draws and "
        "losses of the first, the difference in Elo and its confidence interval. Games come in "
        "pairs with the same opening and sides swapped.\n\n"
        "    tablero match kalah minimax random --games 100 --seed 1\n\n"
        "    tablero match connect4 'alphabeta(depth=4)' 'alphabeta(depth=2)' --games 200 "
        "--openings plies=4 --workers 2\n\n"
        "    tablero match connect4 'alphabeta(depth=4)' 'alphabeta(depth=3)' --games 10000 "
        "--openings plies=6 --sprt elo0=0,elo1=50 --out games.jsonl"
    )
    who: list[click.Parameter] = [
        game_argument(),
        click.Argument(["first"], metavar=_("FIRST")),
        click.Argument(["second"], metavar=_("SECOND")),
    ]
    return make_command("match", text, match, [*who, *_options(), *_limits()], Spaced)


class Spaced(click.Command):
    """A command in which `--sprt elo0=0 elo1=5` is the same as `--sprt elo0=0,elo1=5`."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        words: list[str] = []
        for word in args:
            if VALUE.fullmatch(word) and len(words) > 1 and words[-2] in LISTS:
                words[-1] += f",{word}"
            else:
                words.append(word)
        return super().parse_args(context, words)


def _options() -> list[click.Parameter]:
    return [
        number_option(
            "--games", _("Number of games, even; with --sprt, the maximum."), required=True
        ),
        number_option("--seed", _("Seed of the random generator; default: drawn and shown.")),
        *pool_options(),
        openings_option(
            help=_("Openings of pairs: plies=N, so many random moves; or a file, one in a line."),
            metavar=_("plies=N|FILE"),
        ),
        click.Option(
            ["--sprt"],
            metavar="elo0=A,elo1=B",
            help=_(
                "Stop as soon as the sequential test accepts a hypothesis; also alpha=, beta= "
                "and model=normalized|logistic."
            ),
        ),
        file_option("--out", _("Write a line of JSON for each game.")),
        click.Option(
            ["--resume"],
            is_flag=True,
            help=_("Play only the games that are missing in that file."),
        ),
    ]


def _limits() -> list[click.Parameter]:
    return [
        depth_option(_("Depth limit of an agent, in plies.")),
        number_option("--nodes", _("Nodes that an agent may visit per move.")),
        time_option(_("Seconds that an agent may take per move.")),
        click.Option(
            ["--clock"],
            metavar=_("SECONDS+INCREMENT"),
            help=_(
                "Clock of a game: seconds for all moves of an agent, and seconds that it gets "
                "after each."
            ),
        ),
        max_moves_option(),
        click.Option(
            ["--adjudicate"],
            metavar="solver,win=N,draw=N",
            help=_(
                "End a game when an exact search proves its result (solver), or both agents "
                "score it as won or drawn for a number of moves; also moves= and after=."
            ),
        ),
    ]


def match(
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
    """Play the match and print its results.

    If it is interrupted, print the results so far and how to resume.
    """
    from tablero.match.batch import Batch
    from tablero.match.journal import seed_of
    from tablero.match.sprt import Sprt

    check_pool(workers, cluster)
    test = None if sprt is None else Sprt(**option_values(sprt, Sprt))
    if choices["seed"] is None:
        known = seed_of(out, game) if out and resume else None
        choices["seed"] = random.randrange(LARGEST_SEED) if known is None else known
    plan = _plan(game, (first, second), **choices)
    journal = _journal(out, resume, plan)
    with closing(journal) if journal else nullcontext(), open_pool(workers, cluster) as pool:
        batch, start = Batch(plan, pool, journal, test), time.perf_counter()
        tally, total = batch.tally, plan.terms.games
        try:
            run_counted(
                batch.run, lambda: tally.played, total, batch.stop, lambda: _standing(tally)
            )
        except KeyboardInterrupt:
            _show(batch, time.perf_counter() - start, as_json)
            complain(_how_to_resume(batch))
            raise click.exceptions.Exit(INTERRUPTED) from None
        except WorkerDied as error:
            raise WorkerDied(f"{error}; {_how_to_resume(batch)}") from None
        except OSError as error:  # The journal cannot be written.
            _show(batch, time.perf_counter() - start, as_json)
            raise TableroError(f"{system_reason(error)}; {_how_to_resume(batch)}") from None
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
    clock: str | None,
    max_moves: int | None,
    adjudicate: str | None,
) -> "Plan":
    """Return the plan of the match. Raise TableroError for options that are not allowed."""
    from tablero.agents.agent import Limits
    from tablero.match.clock import parse_clock
    from tablero.match.plan import MatchTerms, Plan
    from tablero.match.referee import Rules
    from tablero.search.state import DEPTHS

    Between(1, MOST).check("nodes", nodes)
    check_max_moves(max_moves)
    Between(2, MOST).check("games", games)
    check_seed(seed)
    DEPTHS.check("depth", depth)
    check_time(seconds)
    rules = Rules(
        Limits(depth, nodes, seconds),
        max_moves,
        None if clock is None else parse_clock(clock),
        None if adjudicate is None else _adjudication(adjudicate),
    )
    first, second = map(load_machine, players)
    moves = _openings(openings)
    rules_of_game = load(game)
    names = str(first), str(second)
    terms = MatchTerms(str(rules_of_game), names, games, seed, moves, rules)
    return Plan(terms, rules_of_game, (first, second))


def _openings(text: str) -> "Openings | ListedOpenings":
    """Return the openings of a file, or the options of random openings."""
    from tablero.match.opening_file import ListedOpenings
    from tablero.match.openings import Openings

    if "=" not in text and ("." in text or os.sep in text or Path(text).is_file()):
        return ListedOpenings.in_file(text)
    return Openings(**option_values(text, Openings))


def _adjudication(text: str) -> "Adjudication":
    from tablero.match.adjudication import SOLVER_NODES, Adjudication

    words = text.replace(",", " ").split()
    named = [f"solver={SOLVER_NODES}" if word == "solver" else word for word in words]
    return Adjudication(**option_values(" ".join(named), Adjudication))


def _journal(out: Path | None, resume: bool, plan: "Plan") -> "MatchJournal | None":
    from tablero.match.journal import MatchJournal

    if out is None:
        if resume:
            raise OptionError(_("--resume needs --out FILE, the file to resume"))
        return None
    try:
        if not resume and out.exists() and out.stat().st_size:
            message = _("{path} exists already; --resume plays what is missing in it")
            raise OptionError(message.format(path=out))
        reading = _("reading {path} …").format(path=out)
        journal = run_watched(lambda: MatchJournal(out, plan), lambda: reading, lambda: None)
    except OSError as error:
        message = _("cannot write {path}: {reason}")
        raise OptionError(message.format(path=out, reason=system_reason(error))) from None
    for line in journal.damaged:
        complain(line)
    return journal


def _standing(tally: "Tally") -> str:
    lost, drawn, won = tally.games
    return f"+{won} ={drawn} -{lost}"


def _how_to_resume(batch: "Batch") -> str:
    counts = {"done": grouped(batch.tally.played), "total": grouped(batch.plan.terms.games)}
    if batch.journal:
        message = _("{done} of {total} games played; the same command with --resume continues")
    else:
        message = _("{done} of {total} games played; with --out FILE they would have been saved")
    return message.format(**counts)


def _show(batch: "Batch", seconds: float, as_json: bool) -> None:
    from tablero.cli.report import match_record, print_match
    from tablero.match.messages import interval_warnings, match_warnings

    if as_json:
        print_json(match_record(batch, seconds))
    else:
        print_match(batch, seconds)
    for warning in (*match_warnings(batch), *interval_warnings(batch)):
        complain(warning)
