"""`tablero arena serve`: the page, with a tournament in it."""

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import click

from tablero.cli.arena.beside import Beside
from tablero.cli.arena.common import folder_argument, opened, references_option
from tablero.cli.arena.playing import chosen, level_option
from tablero.cli.arena.run import inbox_option
from tablero.cli.common import make_command, number_option
from tablero.cli.pool import check_pool, cluster_option
from tablero.cli.serve import Place, run, where_options, workers_option
from tablero.errors import OptionError
from tablero.locale import _, spoken


def command() -> click.Command:
    text = _(
        "Open the page with the tournament of a course: standings, cross tables and games of all "
        "published rounds, by alias only, and how far the round of today is. Pairs sign in there, "
        "have their files checked and hand them in. Beside it, in a process of its own, rounds "
        "are played by the calendar, as `tablero arena run` does; until Ctrl-C.\n\n"
        "    tablero arena serve mancala\n\n"
        "    tablero arena serve mancala --host 0.0.0.0 --password 'three quiet otters'"
    )
    rounds: list[click.Parameter] = [
        click.Option(["--no-rounds"], is_flag=True, help=_("Only show; others play the rounds.")),
        number_option("--round-workers", _("Processes that play a round."), 1),
        cluster_option(_("Play rounds on a Dask cluster; local: one of --round-workers here.")),
        inbox_option(),
        level_option(),
    ]
    page = [*where_options(), workers_option(), references_option()]
    return make_command("serve", text, serve, [folder_argument(), *page, *rounds])


def serve(
    folder: Path,
    port: int,
    host: str,
    password: str,
    url: str,
    no_browser: bool,
    workers: int | None,
    references: bool,
    no_rounds: bool,
    round_workers: int,
    cluster: str | None,
    inbox: Path | None,
    level: str | None,
    as_json: bool,
) -> None:
    place = Place(port, host, password, url, not no_browser, workers)
    place.check()
    check_pool(round_workers, cluster, "--round-workers")
    if no_rounds and inbox is not None:
        raise OptionError(_("--inbox goes with rounds; --no-rounds hands nothing in"))
    with ExitStack() as stack:
        course, store = stack.enter_context(opened(folder))
        from tablero.web.arena.public import Public

        how = ["--workers", str(round_workers), "--lang", spoken()]
        how += ["--cluster", str(cluster)] * (cluster is not None)
        how += ["--level", str(level)] * (level is not None)
        public = Public(course, store, lambda: datetime.now(UTC), references, folder, how)
        if not no_rounds:
            chosen(level, None)
            words = ["arena", "run", str(folder), *how]
            words += ["--inbox", str(inbox)] * (inbox is not None)
            words += ["--json"] * as_json
            stack.enter_context(Beside(words))
        run(place, (), (), as_json, public)
