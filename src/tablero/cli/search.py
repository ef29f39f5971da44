"""`tablero search`: the best move, and what it took to find it."""

from typing import Any

import click

from tablero import evals, games
from tablero.cli.common import (
    depth_option,
    game_argument,
    grouped,
    make_command,
    place_record,
    position_argument,
    print_json,
    print_table,
    signed,
    terminal_paint,
)
from tablero.cli.progress import run_watched
from tablero.games.game import must_go_on
from tablero.locale import _
from tablero.search import ALGORITHMS, ENGINE


def command() -> click.Command:
    text = _(
        "Search a position: the best move, its score for the side to move, the best line, and the "
        "statistics of the search.\n\n"
        "    tablero search connect4 4453 --depth 10\n\n"
        "    tablero search quarry 4x4x4 --algorithm minimax --cache\n\n"
        "    tablero search kalah --eval 'composite(stores=20)' --order best"
    )
    return make_command(
        "search", text, search, [game_argument(), position_argument(), *_options()]
    )


def _options() -> list[click.Parameter]:
    return [
        _choice("--algorithm", "alphabeta", _("NAME"), ", ".join((*ALGORITHMS, ENGINE)) + "."),
        depth_option(_("Plies to look ahead; else the game's own number.")),
        click.Option(
            ["--eval", "evaluation"],
            metavar=_("NAME"),
            help=_("Who judges unfinished games: a name of `tablero games`, or a file."),
        ),
        _choice(
            "--order",
            "natural",
            "natural|best",
            _("natural: moves by name; best: the game's own guess first."),
        ),
        _switch("cache", False, _("Positions already valued are not searched again.")),
        _switch("lazy", True, _("Children are made only when they are visited.")),
        _switch("infer", False, _("Positions that the game's theory knows are not searched.")),
        _choice(
            "--root-window",
            "shared",
            "full|shared",
            _("full: every root move gets the whole window; shared: it must beat the others."),
        ),
    ]


def _choice(name: str, default: str, metavar: str, help: str) -> click.Option:
    return click.Option([name], default=default, show_default=True, metavar=metavar, help=help)


def _switch(name: str, default: bool, help: str) -> click.Option:
    words = [f"--{name}/--no-{name}"]
    return click.Option(words, default=default, show_default=True, help=help)


def search(
    game: str,
    position: str,
    depth: int | None,
    evaluation: str | None,
    as_json: bool,
    **choices: Any,
) -> None:
    from tablero.search.deepening import Deepening
    from tablero.search.run import Search, Settings

    rules = games.load(game)
    settings = Settings(depth=rules.depth if depth is None else depth, **choices)
    start = rules.read(position)
    must_go_on(rules, start)
    evaluation = evaluation or evals.names(rules)[0]
    kind = Deepening if settings.algorithm == ENGINE else Search
    task = kind(start, evals.load(evaluation, rules), settings)
    result = run_watched(task.run, lambda: _progress(task.nodes), task.stop)
    record = place_record(rules, start, rules.after(position, [], start)) | {
        "algorithm": settings.algorithm,
        "depth": settings.depth,
        "eval": evaluation,
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
    click.echo(_("best line {line}").format(line=" ".join(record["line"])) + "\n")
    labels = statistics_labels()
    print_table([(labels[name], _number(value)) for name, value in record["statistics"].items()])


def statistics_labels() -> dict[str, str]:
    """What the numbers of a search are called."""
    return {
        "created": _("nodes made"),
        "evaluated": _("nodes visited"),
        "lazy_savings": _("children never visited"),
        "cuts": _("cuts"),
        "inferred": _("valued by theory"),
        "cache_hits": _("valued by the cache"),
        "leaves": _("finished games reached"),
        "depth": _("greatest depth"),
        "distinct": _("positions in the cache"),
        "seconds": _("seconds"),
    }


def _number(value: float) -> str:
    return grouped(value) if isinstance(value, int) else f"{value:.3f}"
