"""`tablero lab scale`: a book and a large Kalah on many machines, foretold from small runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.agents.agent import check_least, check_most
from tablero.cli.common import asked, file_option, make_command, number_option
from tablero.cli.lab.output import check_out, check_writable, deliver, out_option
from tablero.cli.progress import run_watched
from tablero.errors import OptionError
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.lab.scale.records import Measured

STONES, MACHINES, CORES = 12, 100, 8
MOST_MACHINES, MOST_CORES = 1000, 256


def command() -> click.Command:
    text = _(
        "What the book of Connect-4, and Kalah with six seeds in six pits, would take on many "
        "machines. The work is known from samples that were solved, the machine is fitted to real "
        "runs with one worker and two; a cluster of workers is then simulated order by order, and "
        "compared with a larger run that the fit has not seen. The figures measured come with "
        "Tablero; --measure makes new ones on this machine.\n\n"
        "    tablero lab scale\n\n"
        "    tablero lab scale --stones 10 --machines 20 --cores 4 --out scale.svg\n\n"
        "    tablero lab scale --measure figures.json\n\n"
        "    tablero lab scale --data figures.json"
    )
    params: list[click.Parameter] = [
        number_option("--stones", _("Of the positions of the book."), STONES),
        number_option("--machines", _("How many there are."), MACHINES),
        number_option("--cores", _("Of every machine; each has a worker."), CORES),
        file_option("--data", _("Figures that --measure has kept; else those of Tablero.")),
        file_option(
            "--measure",
            _("Measure anew, on a cluster of this machine, eight minutes; keep it there."),
        ),
        out_option(),
    ]
    return make_command("scale", text, scale, params)


def scale(
    stones: int,
    machines: int,
    cores: int,
    data: Path | None,
    measure: Path | None,
    out: tuple[Path, ...],
    as_json: bool,
) -> None:
    from tablero.lab.scale.kalah_report import KALAH_TABLES, Sowing
    from tablero.lab.scale.records import CONNECT4, read
    from tablero.lab.scale.report import BOOK_TABLES, Scale

    check_out(out)
    for name, number, most in (
        ("machines", machines, MOST_MACHINES),
        ("cores", cores, MOST_CORES),
    ):
        check_least(name, number, 1)
        check_most(name, number, most)
    if measure is not None and data is not None:
        raise OptionError(_("--measure makes the figures that --data reads; give one of them"))
    figures = read(data) if measure is None else _measured(measure)
    known = [each.stones for each in figures.samples if each.game == CONNECT4]
    if stones not in known:
        message = _("there are figures of books of {known} stones, not of {stones}")
        raise OptionError(message.format(known=", ".join(map(str, known)), stones=stones))
    book, sowing = Scale(figures, stones, machines, cores), Sowing(figures, machines, cores)
    tables = [make(book, asked()) for make in BOOK_TABLES]
    tables += [make(sowing, asked()) for make in KALAH_TABLES]

    def draw() -> Any:
        from tablero.lab.scale.picture import draw_scale

        return draw_scale(book, sowing, asked())

    deliver(tables, out, as_json, draw)


def _measured(file: Path) -> "Measured":
    """New figures, kept in a file."""
    from tablero.bench.machine import surroundings
    from tablero.cli.team import LOCAL, cluster_of
    from tablero.lab.scale.measure import USUAL, measure
    from tablero.lab.scale.records import write

    check_writable(file)
    at = [""]

    def work() -> "Measured":
        return measure(USUAL, surroundings(), lambda hands: cluster_of(LOCAL, hands), at.append)

    found = run_watched(work, lambda: at[-1], lambda: None)
    write(found, file)
    return found
