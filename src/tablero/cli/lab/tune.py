"""`tablero lab tune`: learn the weights of an evaluation from games."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.cli import INTERRUPTED, complain
from tablero.cli.common import (
    Float,
    check_seed,
    check_time,
    file_option,
    game_argument,
    make_command,
    number_option,
    seed_option,
)
from tablero.cli.lab.output import check_out, check_writable, deliver, out_option
from tablero.cli.pool import check_pool, open_pool, pool_options
from tablero.cli.progress import run_counted
from tablero.errors import OptionError, system_reason
from tablero.lab.tuning.parameters import METHODS, TuningParameters
from tablero.limits import Between
from tablero.locale import _
from tablero.numbers import percent

if TYPE_CHECKING:
    from tablero.lab.tuning.run import Tuning
    from tablero.match.batch import Batch

GAMES, GENERATIONS = 20_000, 50
"""Defaults: games of temporal differences, generations of CMA-ES."""


def command() -> click.Command:
    text = _(
        "Learn the weights of an evaluation by play. It must be linear: a sum of weights times "
        "features. At the end the learned weights play a match against the initial ones, from "
        "openings that were not used for learning.\n\n"
        "    tablero lab tune kalah composite --out tune.svg\n\n"
        "    tablero lab tune mancala11 composite --method td --games 50000\n\n"
        "    tablero lab tune kalah my_eval.py --generations 100 --resume state.json"
    )
    evaluation = click.Argument(["evaluation"], metavar=_("EVALUATION"))
    options = [*_learning_options(), *_length_options(), *pool_options(), out_option()]
    return make_command("tune", text, tune, [game_argument(), evaluation, *options])


def _learning_options() -> list[click.Parameter]:
    """Return the options on which the learned weights depend, apart from the length."""
    return [
        click.Option(
            ["--method"],
            type=click.Choice(METHODS),
            default=TuningParameters.method,
            help=_("cma: CMA-ES, scores of matches; td: temporal differences, TD-leaf(λ)."),
        ),
        number_option("--depth", _("Depth of every search, in plies."), TuningParameters.depth),
        number_option("--pairs", _("Pairs of games to compare weights."), TuningParameters.pairs),
        number_option(
            "--plies", _("Number of random moves that open each game."), TuningParameters.plies
        ),
        number_option("--match", _("Games of the last match; 0: none."), TuningParameters.match),
        click.Option(
            ["--decay"],
            type=Float(),
            default=TuningParameters.decay,
            show_default=True,
            metavar="λ",
            help=_("λ of td: 0 learns from the next evaluation; 1, from the result alone."),
        ),
        seed_option(),
    ]


def _length_options() -> list[click.Parameter]:
    """Return the options for the length of the learning, and for its state."""
    return [
        number_option(
            "--games", _("Number of games to learn from; default: 20 000, or 50 generations.")
        ),
        number_option("--generations", _("Number of generations of CMA-ES.")),
        click.Option(
            ["--seconds"],
            type=Float(),
            metavar="S",
            help=_("Time limit: no step begins after it."),
        ),
        file_option(
            "--resume", _("Save the state in this file, and resume from it if it exists.")
        ),
    ]


def tune(
    games: int | None,
    generations: int | None,
    seconds: float | None,
    match: int,
    resume: Path | None,
    workers: int,
    cluster: str | None,
    out: tuple[Path, ...],
    as_json: bool,
    **choices: Any,
) -> None:
    from tablero.lab.tuning.report import draw, match_table, reproducing_command, weights_table

    check_out(out)
    check_time(seconds)
    check_pool(workers, cluster)
    tuning = _tuning(match=match, **choices)
    total = _total(tuning, games, generations)
    if resume is not None:
        _check_state(tuning, resume)
    with open_pool(workers, cluster) as pool:
        tuning.arbiter.pool = pool
        _learn(tuning, total, seconds, resume)
        batch = _last_match(tuning) if match else None
    command = reproducing_command(tuning, out)
    tables = [weights_table(tuning, command), *([match_table(batch)] if batch else [])]
    deliver(tables, out, as_json, lambda: draw(tuning, batch, command))


def _tuning(
    game: str,
    evaluation: str,
    method: str,
    depth: int,
    pairs: int,
    plies: int,
    match: int,
    decay: float,
    seed: int,
) -> "Tuning":
    """Return the tuning of these options. Raise TableroError for invalid ones."""
    from tablero.games import load
    from tablero.lab.tuning.run import Tuning
    from tablero.search.state import DEPTHS

    Between(1).check("pairs", pairs)
    Between(0).check("plies", plies)
    Between(0).check("match", match)
    Between(0, 1).check("decay", decay)
    check_seed(seed)
    if match % 2:
        message = _("games must be an even number, 2 or more, not {games}: each starts half")
        raise OptionError(message.format(games=match))
    DEPTHS.check("depth", depth)
    facts = {"depth": depth, "seed": seed, "plies": plies, "pairs": pairs, "match": match}
    parameters = TuningParameters(str(load(game)), evaluation, method, decay=decay, **facts)  # type: ignore[arg-type]
    return Tuning(parameters)


def _total(tuning: "Tuning", games: int | None, generations: int | None) -> int:
    """Return the number of games to learn from. Raise OptionError for invalid numbers."""
    Between(1).check("games", games)
    Between(1).check("generations", generations)
    if generations is not None and (games is not None or tuning.parameters.method == "td"):
        raise OptionError(_("--generations goes with --method cma, and without --games"))
    step = tuning.learner.games_of_a_step
    if generations is None and tuning.parameters.method == "cma":
        generations = GENERATIONS
    if games is not None:
        return games
    return GAMES if generations is None else generations * step


def _check_state(tuning: "Tuning", file: Path) -> None:
    """Load the state from the file, if it exists.

    Raise OptionError if the file cannot be used, for example if its parameters differ.
    """
    check_writable(file)
    if file.exists():
        try:
            tuning.read(file.read_text(encoding="utf-8"))
        except (OptionError, UnicodeDecodeError) as error:
            raise OptionError(f"{file}: {error}") from None
        except OSError as error:
            raise OptionError(f"{file}: {system_reason(error)}") from None


def _keeper(tuning: "Tuning", file: Path | None) -> Callable[[], None]:
    """Return a function that replaces the file, if there is one, atomically by the new state."""

    def keep() -> None:
        if file is not None:
            fresh = file.with_name(file.name + ".new")
            fresh.write_text(tuning.write(), encoding="utf-8")
            os.replace(fresh, file)

    return keep


def _learn(tuning: "Tuning", total: int, seconds: float | None, file: Path | None) -> None:
    """Learn from `total` games, or for this many seconds. If interrupted, print how to resume."""
    clock = threading.Timer(seconds or 0, tuning.stop)
    clock.daemon = True
    if seconds is not None:
        clock.start()
    try:
        run_counted(
            lambda: tuning.run(total, _keeper(tuning, file)),
            lambda: tuning.games,
            total,
            tuning.stop,
            lambda: _standing(tuning),
        )
    except KeyboardInterrupt:
        complain(_how_to_go_on(tuning, file))
        raise click.exceptions.Exit(INTERRUPTED) from None
    finally:
        clock.cancel()


def _standing(tuning: "Tuning") -> str:
    return percent(tuning.history[-1].score) if tuning.history else ""


def _how_to_go_on(tuning: "Tuning", file: Path | None) -> str:
    if file is None:
        message = _("{games} games, {tuned}; with --resume FILE it could be resumed")
    else:
        message = _("{games} games, {tuned}; the same command resumes")
    return message.format(games=tuning.games, tuned=tuning.linear.written(tuning.evaluation))


def _last_match(tuning: "Tuning") -> "Batch":
    from tablero.lab.tuning.report import last_match

    batch = last_match(tuning)
    run_counted(batch.run, lambda: batch.tally.played, tuning.parameters.match, batch.stop)
    return batch
