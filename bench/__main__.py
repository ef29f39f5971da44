"""The command `bench/run`: print, store and draw the rows of measurements."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

import bench
from bench.clock import stop
from bench.rows import (
    GAMES_PER_SECOND,
    KILOBYTES,
    NODES_PER_SECOND,
    SECONDS,
    Quartiles,
    Row,
    Spread,
)
from tablero.cli import complain, run
from tablero.cli.common import json_option, print_json, terminal_paint
from tablero.cli.progress import run_watched
from tablero.errors import Disagreement
from tablero.lab.machine import surroundings
from tablero.locale import speak
from tablero.numbers import grouped

THOUSAND, MILLION = 1e3, 1e6

HELP = """\
Measure how fast Tablero is on this machine: beside itself, beside a target time,
and beside other programs. Without a name the default ones (*) are measured, which
takes a minute or two; the name `all` stands for all.

    bench/run

    bench/run start speeds --json

    bench/run growth --plot growth.svg

A ratio says how many times better ours is. The measurements:

\b
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command in English and exit with its code: 0, 1, 2, 130 or 143."""
    speak("en")
    run(command(), list(sys.argv[1:] if arguments is None else arguments))


def command() -> click.Command:
    lines = [
        f"{'*' if measurement.is_default else ' '} {name:<11}  {measurement.about}"
        for name, measurement in bench.MEASUREMENTS.items()
    ]
    return click.Command(
        "bench/run", help=HELP + "\n".join(lines), callback=measure_all, params=_params()
    )


def _params() -> list[click.Parameter]:
    return [
        click.Argument(["names"], nargs=-1, metavar="[NAME …]"),
        click.Option(["--peers"], is_flag=True, help="Also beside other programs."),
        click.Option(
            ["--keep"],
            metavar="DIRECTORY",
            help="Append every row to NAME.jsonl there, with commit and machine.",
        ),
        click.Option(["--plot"], metavar="FILE", help="Draw growth: a file .svg, .png or .pdf."),
        json_option(),
    ]


def measure_all(
    names: tuple[str, ...], peers: bool, keep: str | None, plot: str | None, as_json: bool
) -> None:
    wanted = bench.chosen(names, peers)
    if plot is not None:
        bench.check_plot(plot, wanted)
    if keep is not None:
        Path(keep).mkdir(parents=True, exist_ok=True)
    missing = bench.missing_peers(wanted)
    if missing:
        complain(f"not installed: {', '.join(missing)}; bench/run --peers installs them")
    try:
        grown = _measure(filter(bench.is_possible, wanted), keep, as_json)
    except Disagreement as error:
        complain(str(error))
        raise click.exceptions.Exit(1) from None
    if plot is not None:
        from bench.growth import draw

        draw(grown, Path(plot))


def _measure(names: Iterator[str], keep: str | None, as_json: bool) -> list[Spread]:
    """Print and store every row as soon as it is ready; return the rows of growth."""
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


def append(record: dict[str, Any], file: Path) -> None:
    """Append a record to a file, as a line of JSON."""
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(record) + "\n")


def _watched(name: str) -> Iterator[Row | Spread]:
    """Yield the rows of a measurement; show at a terminal which one is being measured."""
    rows = bench.measure(name)
    ready = 0

    def progress() -> str:
        return f"measuring {name}, row {ready + 1} …"

    while (row := run_watched(lambda: next(rows, None), progress, stop)) is not None:
        yield row
        ready += 1


def _show(row: Row | Spread, shown: str | None) -> str:
    """Print a row, and before it its headline if that has changed; return the headline."""
    headline, line = _comparison(row) if isinstance(row, Row) else _spread(row)
    if headline != shown:
        click.echo(("\n" if shown else "") + terminal_paint()(headline, "label"))
    click.echo(line)
    return headline


def _comparison(row: Row) -> tuple[str, str]:
    form = "{:<36} {:>15}  {:<22} {:>15} {:>9} {:>7}  {}"
    names = "measure", "ours", "against", "theirs", "ratio", "target", ""
    cells = (
        row.measure.format(**row.details),
        _figure(row.ours, row.unit),
        row.against.format(**row.details),
        _figure(row.other, row.unit),
        f"{row.ratio:.1f}x",
        "" if row.target is None else f"{row.target:g}x",
        row.verdict,
    )
    return form.format(*names).rstrip(), form.format(*cells).rstrip()


def _figure(value: float, unit: str) -> str:
    if unit == SECONDS:
        return f"{value:.2f} s"
    if unit == KILOBYTES:
        return f"{value:.1f} kB"
    if unit == GAMES_PER_SECOND:
        return f"{grouped(int(value))} games/s"
    if unit != NODES_PER_SECOND:
        return grouped(int(value))
    if value >= MILLION:
        return f"{value / MILLION:.1f} M nodes/s"
    return f"{value / THOUSAND:.1f} k nodes/s"


def _spread(row: Spread) -> tuple[str, str]:
    form = "{:<22} {:>10} " + 2 * " {:>10} {:>10} {:>10} "
    names = "positions", "nodes 25 %", "50 %", "75 %", "ms 25 %", "50 %", "75 %"
    headline = form.format(row.x, *names).rstrip()
    nodes = [grouped(round(figure)) for figure in _middle(row.nodes)]
    times = [f"{figure * THOUSAND:.2f}" for figure in _middle(row.seconds)]
    line = form.format(row.value, row.positions, *nodes, *times).rstrip()
    return f"{row.game}\n{headline}", line


def _middle(figures: Quartiles) -> tuple[float, float, float]:
    return figures.lower, figures.median, figures.upper


if __name__ == "__main__":
    main()
