"""`tablero bench`: how fast it is, beside others."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero import bench as room
from tablero.cli import complain
from tablero.cli.common import make_command, print_json, terminal_paint
from tablero.cli.progress import run_watched
from tablero.errors import Disagreement
from tablero.locale import _
from tablero.numbers import grouped

if TYPE_CHECKING:
    from tablero.bench.rows import Quartiles, Row, Spread

THOUSAND, MILLION = 1e3, 1e6


def command() -> click.Command:
    text = _(
        "Measure how fast Tablero is on this machine: beside itself, beside a time that we want, "
        "and beside other programs. Without a name the usual ones (*) are measured, which "
        "takes a minute or two; the name `all` stands for all.\n\n"
        "    tablero bench\n\n"
        "    tablero bench start speeds --json\n\n"
        "    tablero bench growth --plot growth.svg\n\n"
        "A ratio says how many times better ours is. The measurements:"
    )
    return make_command("bench", f"{text}\n\n\b\n{_listing()}", bench, _params())


def _listing() -> str:
    lines = []
    for name, measurement in room.MEASUREMENTS.items():
        star, about = "*" if measurement.usual else " ", _(measurement.about)
        lines.append(f"{star} {name:<11}  {about}")
    return "\n".join(lines)


def _params() -> list[click.Parameter]:
    return [
        click.Argument(["names"], nargs=-1, metavar=_("[NAME …]")),
        click.Option(
            ["--peers"], is_flag=True, help=_("Also beside other programs that are installed.")
        ),
        click.Option(
            ["--keep"],
            metavar=_("DIRECTORY"),
            help=_("Append every row to NAME.jsonl there, with commit and machine."),
        ),
        click.Option(
            ["--plot"], metavar=_("FILE"), help=_("Draw growth: a file .svg, .png or .pdf.")
        ),
    ]


def bench(
    names: tuple[str, ...], peers: bool, keep: str | None, plot: str | None, as_json: bool
) -> None:
    wanted = room.chosen(names, peers)
    if plot is not None:
        room.check_plot(plot, wanted)
    if keep is not None:
        Path(keep).mkdir(parents=True, exist_ok=True)
    missing = room.missing_peers(wanted)
    if missing:
        message = _("not installed: {peers}; bench/run of the source tree installs them")
        complain(message.format(peers=", ".join(missing)))
    try:
        grown = _measure(filter(room.is_possible, wanted), keep, as_json)
    except Disagreement as error:
        complain(str(error))
        raise click.exceptions.Exit(1) from None
    if plot is not None:
        from tablero.bench.plot import draw_growth

        draw_growth(grown, Path(plot))


def _measure(names: Iterator[str], keep: str | None, as_json: bool) -> "list[Spread]":
    """Print every row as soon as it is ready, and keep it; the rows of growth are returned."""
    from tablero.bench.machine import append, surroundings
    from tablero.bench.rows import Spread

    grown, shown = [], None
    for name in names:
        for row in _watched(name):
            record = {"measurement": name, **row.record(), **surroundings()}
            if as_json:
                print_json(record)
            else:
                shown = _show(row, shown)
            if keep is not None:
                append(record, Path(keep, f"{name}.jsonl"))
            if isinstance(row, Spread):
                grown.append(row)
    return grown


def _watched(name: str) -> "Iterator[Row | Spread]":
    """The rows of a measurement; a terminal tells what is going on."""
    from tablero.bench.clock import stop

    rows = room.measure(name)
    ready = 0

    def tell() -> str:
        return _("measuring {name}, row {row} …").format(name=name, row=ready + 1)

    while (row := run_watched(lambda: next(rows, None), tell, stop)) is not None:
        yield row
        ready += 1


def _show(row: "Row | Spread", shown: str | None) -> str:
    """Print a row, below its headline unless that is the one shown last; answers the headline."""
    from tablero.bench.rows import Row

    headline, line = _comparison(row) if isinstance(row, Row) else _spread(row)
    if headline != shown:
        click.echo(("\n" if shown else "") + terminal_paint()(headline, "label"))
    click.echo(line)
    return headline


def _comparison(row: "Row") -> tuple[str, str]:
    form = "{:<36} {:>15}  {:<22} {:>15} {:>9} {:>7}  {}"
    names = _("ours"), _("against"), _("theirs"), _("ratio"), _("target")
    target = "" if row.target is None else f"{row.target:g}x"
    cells = (
        _(row.measure).format(**row.details),
        _figure(row.ours, row.unit),
        _(row.against).format(**row.details),
        _figure(row.other, row.unit),
        f"{row.ratio:.1f}x",
        target,
        {"met": _("met"), "missed": _("missed"), "": ""}[row.verdict],
    )
    return form.format(_("measure"), *names, "").rstrip(), form.format(*cells).rstrip()


def _figure(value: float, unit: str) -> str:
    from tablero.bench.rows import GAMES_PER_SECOND, KILOBYTES, NODES_PER_SECOND, SECONDS

    if unit == SECONDS:
        return f"{value:.2f} s"
    if unit == KILOBYTES:
        return f"{value:.1f} kB"
    if unit == GAMES_PER_SECOND:
        return _("{value} games/s").format(value=grouped(int(value)))
    if unit != NODES_PER_SECOND:
        return grouped(int(value))
    if value >= MILLION:
        return _("{value:.1f} M nodes/s").format(value=value / MILLION)
    return _("{value:.1f} k nodes/s").format(value=value / THOUSAND)


def _spread(row: "Spread") -> tuple[str, str]:
    form = "{:<22} {:>10} " + 2 * " {:>10} {:>10} {:>10} "
    names = _("positions"), _("nodes 25 %"), "50 %", "75 %", _("ms 25 %"), "50 %", "75 %"
    headline = form.format(_(row.x), *names).rstrip()
    nodes = [grouped(round(figure)) for figure in _middle(row.nodes)]
    times = [f"{figure * THOUSAND:.2f}" for figure in _middle(row.seconds)]
    line = form.format(row.value, row.positions, *nodes, *times).rstrip()
    return f"{row.game}\n{headline}", line


def _middle(figures: "Quartiles") -> tuple[float, float, float]:
    return figures.lower, figures.median, figures.upper
