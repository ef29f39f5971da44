"""`tablero lab faults`: the faults of the papers' programs, beside the correct programs."""

import click

from tablero.cli.common import asked, make_command
from tablero.cli.progress import run_counted
from tablero.lab.table import write_tables
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "The faults of the five papers' programs. Without a name the command lists them; with "
        "one it explains that fault, shows the faulty and the correct line, and runs both "
        "programs side by side.\n\n"
        "    tablero lab faults\n\n"
        "    tablero lab faults p5-wrong-side"
    )
    name = click.Argument(["key"], required=False, metavar=_("[FAULT]"))
    return make_command("faults", text, faults, [name])


def faults(key: str | None, as_json: bool) -> None:
    from tablero.lab.papers import all_faults
    from tablero.lab.papers.faults import fault_table, fault_text, find_fault

    known = all_faults()
    if key is None:
        listed = write_tables([fault_table(known, asked())], ".json")
        width = max(len(fault.key) for fault in known)
        lines = "".join(f"  {fault.key:<{width}}  {fault.title}\n" for fault in known)
        click.echo(listed if as_json else lines, nl=False)
        return
    fault = find_fault(key, known)
    table = run_counted(lambda: fault.table, lambda: 0, 1, lambda: None)
    if as_json:
        click.echo(write_tables([fault_table([fault], asked()), table], ".json"), nl=False)
    else:
        click.echo(fault_text(fault))
