"""`tablero arena time`: how long a player takes in the games of a round, for whoever doubts it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablero.cli.arena.common import folder_argument, opened
from tablero.cli.arena.playing import chosen, level_option
from tablero.cli.common import Number, make_command, print_json
from tablero.errors import OptionError, UnknownName
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.arena.check.timing import Measured


def command() -> click.Command:
    text = _(
        "Measure a player in positions of his own games of a round, beside the reference of the "
        "course, as it is done when a round ends. Nothing is written down. The player is named by "
        "alias or id; exit code 1 if he is too slow.\n\n"
        "    tablero arena time mancala 3 Sower"
    )
    params: list[click.Parameter] = [
        folder_argument(),
        click.Argument(["number"], metavar=_("ROUND"), type=Number()),
        click.Argument(["player"], metavar=_("PLAYER")),
        level_option(),
    ]
    return make_command("time", text, measure, params)


def measure(folder: Path, number: int, player: str, level: str | None, as_json: bool) -> None:
    how = chosen(level, None)
    with opened(folder) as (course, store):
        from tablero.arena.check.terms import course_terms
        from tablero.arena.sandbox.warden import Warden
        from tablero.arena.season.pace import CLEARLY, Paces, pace
        from tablero.arena.season.tables import Listed
        from tablero.arena.standings.counts import count
        from tablero.arena.store.journal import record_of

        played = store.round(number)
        entered = [each for each in store.entrants(played) if each.upload is not None]
        found = [each for each in entered if player in (each.alias, each.player)]
        if not found:
            raise UnknownName(_("player"), player, [each.alias for each in entered])
        listed = [*map(Listed.of, store.entrants(played))]
        counts = count(listed, map(record_of, store.games(played)))
        (version,) = store.files_of(found[:1]).values()
        own = pace(counts, found[0].player)
        with Warden(how.level, course_terms(course).cells) as warden:
            paces = Paces(course, played, counts, warden)
            run = None if own is None else paces.measure(version, own.asked)
            if own is None or run is None:
                message = _("the time of {player} cannot be measured: there is no move of his")
                raise OptionError(message.format(player=found[0].alias))
            told, worst = run.told(paces.case(version)), paces.game.write(run.worst)
    slow = run.share > CLEARLY * paces.terms.time_share
    _tell(found[0].alias, run, told, worst, slow if as_json else None)
    if slow:
        raise click.exceptions.Exit(1)


def _tell(alias: str, run: "Measured", told: str, worst: str, slow: bool | None) -> None:
    """slow -- for programs; None: for people, who read it"""
    if slow is not None:
        facts = {"seconds": run.player, "reference_seconds": run.reference, "share": run.share}
        print_json({"player": alias, **facts, "position": worst, "slow": slow})
        return
    click.echo(told)
    click.echo(_("the longest in position {text}").format(text=worst))
