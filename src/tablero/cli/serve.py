"""`tablero serve`: run the web server of the page."""

import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

import click

from tablero.cli import POSIX_MODULES
from tablero.cli.common import Number, make_command, print_json
from tablero.errors import OptionError, TableroError
from tablero.games.outside import is_path
from tablero.limits import THREADS, Between
from tablero.locale import _, spoken

if TYPE_CHECKING:
    from types import ModuleType

    from fastapi import FastAPI

    from tablero.web.arena.public import Public
    from tablero.web.front import Front

PORT, HIGHEST_PORT = 8000, 65535
"""The default port, and the highest one."""

MOST_BY_ITSELF = 4
"""Largest default number of worker processes."""

Files: TypeAlias = tuple[str, ...]
"""Paths of files."""

SHORTEST_PASSWORD = 8
"""Smallest number of characters of a password."""

LOCAL = "127.0.0.1"
"""The default host, which only this machine can reach."""


def command() -> click.Command:
    text = _(
        "Start the page: play, analyse, and watch the search. It runs on this machine and "
        "accepts only connections from it, until Ctrl-C.\n\n"
        "    tablero serve\n\n"
        "    tablero serve --game my_game.py --player my_player.py\n\n"
        "With --host others can connect too, a class for example. They need the password.\n\n"
        "    tablero serve --host 0.0.0.0 --password 'three quiet otters'"
    )
    return make_command("serve", text, serve, [*where_options(), *_what(), workers_option()])


def where_options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--port"],
            type=Number(),
            default=PORT,
            metavar="N",
            help=_("Port to listen on; default: 8000; 0 is any free port."),
        ),
        click.Option(
            ["--host"],
            default=LOCAL,
            metavar=_("ADDRESS"),
            help=_("Address to listen on; 0.0.0.0: all addresses; default: this machine only."),
        ),
        click.Option(
            ["--password"],
            default="",
            envvar="TABLERO_PASSWORD",
            metavar=_("TEXT"),
            help=_(
                "Password of the page; default: that of TABLERO_PASSWORD, which no process list "
                "shows."
            ),
        ),
        click.Option(
            ["--url"],
            default="",
            metavar="URL",
            help=_("Public address of the page behind a reverse proxy."),
        ),
        click.Option(["--no-browser"], is_flag=True, help=_("Do not open a browser.")),
    ]


def _what() -> list[click.Parameter]:
    file = _("FILE")
    return [
        click.Option(
            ["--game", "games"],
            multiple=True,
            metavar=file,
            help=_("Your own game, to be played on the page; may be repeated."),
        ),
        click.Option(
            ["--player", "players"],
            multiple=True,
            metavar=file,
            help=_("Your own player's file; may be repeated."),
        ),
    ]


def workers_option() -> click.Option:
    return click.Option(
        ["--workers"],
        type=Number(),
        metavar="N",
        help=_("Number of worker processes; default: one per processor, up to 4."),
    )


def serve(
    port: int,
    host: str,
    password: str,
    url: str,
    no_browser: bool,
    games: Files,
    players: Files,
    workers: int | None,
    as_json: bool,
) -> None:
    place = Place(port, host, password, url, not no_browser, workers)
    place.check()
    if password:
        games, players = _from_their_folder(games, players)
    run(place, games, players, as_json)


@dataclass(frozen=True)
class Place:
    """The address, the password and the workers of the web server.

    url: the public address of the page if there is a reverse proxy, else "".
    browser: whether to open a browser.
    workers: number of worker processes; None: the default.
    """

    port: int
    host: str
    password: str
    url: str
    browser: bool
    workers: int | None

    @property
    def count(self) -> int:
        """Number of worker processes."""
        most = min(os.cpu_count() or 1, MOST_BY_ITSELF)
        return most if self.workers is None else self.workers

    @property
    def front(self) -> "Front | None":
        """The reverse proxy, if there is one. Raise OptionError for an invalid URL."""
        from tablero.web.front import read_front

        return read_front(self.url) if self.url else None

    def check(self) -> None:
        """Raise TableroError for invalid values, or if others could connect without a password."""
        server = server_module()
        alone = server.is_loopback(self.host) and self.front is None
        _check_place(self.port, self.url or self.host, self.password, alone)
        THREADS.check("workers", self.count)


def run(
    place: Place, games: Files, players: Files, as_json: bool, arena: "Public | None" = None
) -> None:
    """Serve the page until Ctrl-C."""
    server = server_module()
    app = _app(place, games, players, arena)
    host, listening = place.host, server.listen_at(place.host, place.port)
    address = place.url or server.address_of(host, listening)
    with listening:
        server.serve(app, listening, lambda: _announce(address, as_json, place.browser))


def server_module() -> "ModuleType":
    """Import the web server. Raise TableroError if a package that it needs is missing."""
    try:
        return import_module("tablero.web.server")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("tablero", *POSIX_MODULES):
            raise
        message = _("the page needs {module}: pip install 'tablero[web]'")
        raise TableroError(message.format(module=error.name)) from None


def _check_place(port: int, host: str, password: str, alone: bool) -> None:
    """Raise OptionError for an invalid port, and for a missing or short password.

    alone: whether only this machine can reach the server, so that it needs no password.
    """
    Between(0, HIGHEST_PORT).check("port", port)
    if not alone and not password:
        message = _("others can reach {host}: a password is needed, --password TEXT")
        raise OptionError(message.format(host=host))
    if password and len(password) < SHORTEST_PASSWORD:
        message = _("a password must have {least} characters or more")
        raise OptionError(message.format(least=SHORTEST_PASSWORD))


def _from_their_folder(games: Files, players: Files) -> tuple[Files, Files]:
    """Change to the common folder of all files, and return their paths relative to it.

    The page shows these paths to other users, without the location of the folder. Return the
    paths unchanged if there are none, or if a file does not exist.
    """
    paths = [os.path.abspath(file) for file in (*games, *players)]
    if not paths or not all(map(os.path.isfile, paths)):
        return games, players
    os.chdir(os.path.commonpath(map(os.path.dirname, paths)))
    names = tuple(map(_as_path, map(os.path.relpath, paths)))
    return names[: len(games)], names[len(games) :]


def _as_path(name: str) -> str:
    """Return a path in a form that differs from the names of built-in games and players."""
    return name if is_path(name) else os.path.join(os.curdir, name)


def _app(
    place: Place, games: Sequence[str], players: Sequence[str], arena: "Public | None"
) -> "FastAPI":
    from tablero.web.app import Terms, create_app
    from tablero.web.guard import LOOPBACK, name_of
    from tablero.web.server import is_any, written
    from tablero.web.shelf import Shelf

    host, front = place.host, place.front
    names = {written(host).lower()} if front is None else {name_of(front.host)}
    hosts = frozenset() if is_any(host) and front is None else LOOPBACK | names
    chosen = "--lang" in click.get_current_context().find_root().obj
    language = spoken() if chosen else ""
    shelf, count = Shelf(games, players), place.count
    return create_app(
        Terms(shelf, count, hosts, place.password, language, arena=arena, front=front)
    )


def _announce(address: str, as_json: bool, open_browser: bool) -> None:
    if as_json:
        print_json({"address": address})
    else:
        click.echo(_("Tablero is at {address} until Ctrl-C").format(address=address))
    if sys.stdout is not None:
        sys.stdout.flush()
    if open_browser and _has_display():
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_display() -> bool:
    """Return whether there is a display for a browser.

    Without a display, `webbrowser` would start a text browser in the terminal.
    """
    if sys.platform == "darwin":
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
