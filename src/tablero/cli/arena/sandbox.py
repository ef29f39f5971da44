"""`tablero arena sandbox`: how strongly strangers' players are shut in on this machine."""

from dataclasses import asdict

import click

from tablero.cli.common import make_command, print_json
from tablero.locale import _


def command() -> click.Command:
    text = _(
        "How strongly strangers' players are shut in on this machine: the level that a "
        "self-test reaches, and what each layer does.\n\n"
        "With --probe every hostile act that we know is tried in a real cell, without the watch "
        "that would tell it before; the exit code is 1 if one was not stopped."
    )
    params: list[click.Parameter] = [
        click.Option(["--probe"], is_flag=True, help=_("Try every hostile act.")),
        click.Option(
            ["--level"],
            metavar="none|limits|locked|full",
            help=_("Try at this level; the usual one is the strongest that there is."),
        ),
    ]
    return make_command("sandbox", text, sandbox, params)


def sandbox(probe: bool, level: str | None, as_json: bool) -> None:
    from tablero.arena.sandbox.level import level_found, parse_level, require

    chosen = parse_level(level) if level is not None else level_found()
    require(chosen)
    if probe:
        _probe(chosen, as_json)
    else:
        _describe(chosen, as_json)


def _describe(level: str, as_json: bool) -> None:
    from tablero.arena.sandbox.layers import layers
    from tablero.arena.sandbox.level import Level

    found = layers(Level(level))
    if as_json:
        print_json({"level": str(level), "layers": [asdict(layer) for layer in found]})
        return
    click.echo(_("level {level}").format(level=level) + "\n")
    for layer in found:
        sign = "+" if layer.holds else "-"
        click.echo(f"  {sign} {layer.name:<11} {layer.does}")


def _probe(level: str, as_json: bool) -> None:
    from tablero.arena.sandbox.level import Level
    from tablero.arena.sandbox.probes import PROBES
    from tablero.arena.sandbox.probes.prober import Prober

    prober, trials = Prober(Level(level)), []
    width = max(len(probe.name) for probe in PROBES)
    try:
        for trial in prober.run(PROBES):
            trials.append(trial)
            if not as_json:
                sign = "+" if trial.stopped else "!"
                click.echo(f"  {sign} {trial.name:<{width}}  {trial.by}")
    finally:
        prober.close()
    stopped = sum(trial.stopped for trial in trials)
    if as_json:
        told = [{"name": each.name, "stopped": each.stopped, "by": each.by} for each in trials]
        print_json({"level": str(level), "probes": told})
    else:
        message = _("level {level}: {stopped} of {count} stopped")
        values = {"level": level, "stopped": stopped, "count": len(trials)}
        click.echo("\n" + message.format(**values))
    if stopped < len(trials):
        raise click.exceptions.Exit(1)
