"""`tablero search`: the best move, and the statistics of the search."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

import tablero.games as games
from tablero.cli.common import (
    check_threads,
    check_time,
    depth_option,
    game_argument,
    make_command,
    number_option,
    place_record,
    position_argument,
    print_json,
    print_table,
    terminal_paint,
    threads_option,
    time_option,
)
from tablero.cli.positions import SeveralMoves, moves_option, unfinished_place
from tablero.cli.progress import NO_LINES, run_watched
from tablero.cli.tree import TreeRequest, tree_options
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.limits import Between
from tablero.locale import _
from tablero.numbers import grouped, signed
from tablero.search import ALGORITHMS, ENGINE

if TYPE_CHECKING:
    from tablero.search.run import Settings


def command() -> click.Command:
    text = _(
        "Search a position: the best move, its score for the side to move, the principal "
        "variation, and the statistics of the search.\n\n"
        "    tablero search connect4 4453 --depth 10\n\n"
        "    tablero search my_game.py --play 4 4 5\n\n"
        "    tablero search quarry 4x4x4 --algorithm minimax --cache\n\n"
        "    tablero search kalah --eval 'composite(stores=20)' --order best\n\n"
        "    tablero search kalah --algorithm engine --time 5 --threads 2\n\n"
        "    tablero search tictactoe xox.ox... --depth 3 --tree tree.svg --explain '7 4'"
    )
    params = [game_argument(), position_argument(), moves_option()]
    params += [*_ways(), *_limits(), *tree_options()]
    return make_command("search", text, search, params, SeveralMoves)


def _ways() -> list[click.Parameter]:
    """Return the options for the algorithm."""
    return [
        _choice("--algorithm", "alphabeta", _("NAME"), ", ".join((*ALGORITHMS, ENGINE)) + "."),
        click.Option(
            ["--eval", "eval_text"],
            metavar=_("NAME"),
            help=_("Evaluation function: a name listed by `tablero games`, or a file."),
        ),
        _choice(
            "--order",
            "natural",
            "natural|best",
            _("natural: moves sorted by name; best: the game's own move ordering."),
        ),
        _switch("cache", False, _("Use a transposition table.")),
        _switch("lazy", True, _("Generate each child only when it is visited.")),
        _switch("infer", False, _("Use the game's theoretical values where they are known.")),
        _choice(
            "--root-window",
            "shared",
            "full|shared",
            _(
                "full: search every root move with the full window; shared: with that of the "
                "best so far."
            ),
        ),
    ]


def _limits() -> list[click.Parameter]:
    """Return the options that limit the search."""
    return [
        depth_option(
            _("Depth in plies; default: the game's own, or what --time or --nodes allow.")
        ),
        time_option(_("Engine: time limit; the result is the best move so far.")),
        number_option(
            "--nodes", _("Engine: node limit; the result is that of the last complete depth.")
        ),
        threads_option(_("Engine: number of threads; default: 1.")),
    ]


def _choice(name: str, default: str, metavar: str, help: str) -> click.Option:
    return click.Option([name], default=default, show_default=True, metavar=metavar, help=help)


def _switch(name: str, default: bool, help: str) -> click.Option:
    words = [f"--{name}/--no-{name}"]
    return click.Option(words, default=default, show_default=True, help=help)


def search(
    game: str,
    position: str,
    moves: tuple[str, ...],
    eval_text: str | None,
    as_json: bool,
    seconds: float | None,
    nodes: int | None,
    threads: int | None,
    **choices: Any,
) -> None:
    from tablero.search.deepening import Deepening
    from tablero.search.run import Search
    from tablero.search.state import NO_LIMIT

    wanted, rules = TreeRequest.of(choices), games.load(game)
    settings = _settings(rules, seconds, nodes, threads, **choices)
    place = unfinished_place(rules, position, moves)
    start = place.position
    eval_text = eval_text or evaluations.default_name(rules)
    evaluation, log = evaluations.load(eval_text, rules), wanted.log(rules, start, threads or 1)
    record = place_record(rules, start, place.text)
    record |= {"algorithm": settings.algorithm, "depth": settings.depth, "eval": eval_text}
    show = partial(_show, rules, start, record, as_json)
    if settings.algorithm == ENGINE:
        engine = Deepening(start, evaluation, settings, threads or 1, log)
        _deepen(engine, engine.results(seconds, nodes or NO_LIMIT), show, rules, as_json)
        task = engine.searches[0]
    else:
        task = Search(start, evaluation, settings, log=log)
        show(run_watched(task.run, lambda: _progress(task.nodes), task.stop))
    wanted.deliver(log, rules, task, eval_text, record["position"], as_json)


def _settings(
    rules: Game,
    seconds: float | None,
    nodes: int | None,
    threads: int | None,
    depth: int | None,
    **choices: Any,
) -> "Settings":
    """Return the settings of the search. Raise OptionError for invalid ones.

    The default depth is MAX_PLY if time or nodes are limited, else the default of the game.
    """
    from tablero.agents.searches import load_algorithm
    from tablero.search.run import Settings
    from tablero.search.state import MAX_PLY

    if depth is None:
        depth = rules.depth if seconds is None and nodes is None else MAX_PLY
    choices["algorithm"] = load_algorithm(choices["algorithm"])
    settings = Settings(depth=depth, **choices)
    _check_limits(settings.algorithm, seconds, nodes, threads)
    return settings


def _check_limits(
    algorithm: str, seconds: float | None, nodes: int | None, threads: int | None
) -> None:
    """Raise OptionError for invalid limits, and for limits that only the engine supports."""
    given = {"--time": seconds, "--nodes": nodes, "--threads": threads}
    for option, value in given.items():
        if value is not None and algorithm != ENGINE:
            message = _("{option} is for --algorithm engine, not for {algorithm}")
            raise OptionError(message.format(option=option, algorithm=algorithm))
    check_time(seconds)
    check_threads(1 if threads is None else threads)
    Between(1).check("nodes", nodes)


def _deepen(
    engine: Any, results: Iterator[Any], show: Callable[[Any], None], rules: Game, as_json: bool
) -> None:
    """Print a line for every depth, then the result of the last one.

    If interrupted, print the result of the last finished depth.
    """
    found: list[Any] = []
    lines = NO_LINES if as_json else deque([trace_heading()])

    def work() -> None:
        for result in results:
            found.append(result)
            lines.append(trace_row(rules, engine.position, result))

    try:
        run_watched(work, lambda: _progress(engine.nodes), engine.stop, lines)
    except KeyboardInterrupt:
        if found:
            show(found[-1])
        raise
    show(found[-1])


UNKNOWN = "–"
"""What a table shows for a number that a program has not told."""


def trace_heading() -> str:
    """Return the headings of the columns of `trace_row`."""
    return _line(_("plies"), _("score"), _("nodes"), _("seconds"), _("principal variation"))


def trace_row(rules: Game, start: Any, result: Any) -> str:
    """Return the line for the result of a search at one depth."""
    counted = (result.statistics.get(name) for name in ("evaluated", "seconds"))
    nodes, seconds = (UNKNOWN if value is None else _number(value) for value in counted)
    line = " ".join(rules.line_names(start, result.line))
    return _line(result.depth, signed(result.score), nodes, seconds, line)


def _line(depth: object, score: str, nodes: str, seconds: str, line: str) -> str:
    return f"{depth:>7} {score:>7} {nodes:>15} {seconds:>9}  {line}"


def _show(rules: Game, start: Any, record: dict[str, Any], as_json: bool, result: Any) -> None:
    record |= {
        "depth": result.depth,
        "move": rules.move_name(start, result.move),
        "score": result.score,
        "line": rules.line_names(start, result.line),
        "exact": result.exact,
        "statistics": result.statistics,
    }
    if as_json:
        print_json(record)
    else:
        click.echo(rules.draw(start, terminal_paint()) + "\n")
        _print(record)


def _progress(nodes: int) -> str:
    return _("{nodes} nodes").format(nodes=grouped(nodes)) if nodes else _("compiling …")


def _print(record: dict[str, Any]) -> None:
    kind = _("exact") if record["exact"] else record["eval"]
    found = _("best move {move}, score {score} ({kind})")
    click.echo(found.format(move=record["move"], score=signed(record["score"]), kind=kind))
    click.echo(_("principal variation {line}").format(line=" ".join(record["line"])) + "\n")
    print_table(statistics_rows(record["statistics"]))


def statistics_rows(statistics: Mapping[str, int | float]) -> list[tuple[str, str]]:
    """Return the labels and values of the statistics of a search, as texts."""
    labels = statistics_labels()
    return [(labels.get(name, name), _number(value)) for name, value in statistics.items()]


def statistics_labels() -> dict[str, str]:
    """Return the labels of the statistics of a search, by their names."""
    return {
        "created": _("nodes generated"),
        "evaluated": _("nodes visited"),
        "lazy_savings": _("children pruned"),
        "cuts": _("cutoffs"),
        "inferred": _("theoretical values"),
        "cache_hits": _("transposition table hits"),
        "leaves": _("terminal nodes"),
        "depth": _("greatest depth"),
        "distinct": _("transposition table entries"),
        "seconds": _("seconds"),
    }


def _number(value: float) -> str:
    return grouped(value) if isinstance(value, int) else f"{value:.3f}"
