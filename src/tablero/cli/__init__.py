"""The command line, which prints text or JSON. Slow imports are made inside the commands."""

import os
import shlex
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import zip_longest
from keyword import iskeyword
from typing import Any

import click

from tablero.errors import TableroError, UnknownName, system_reason
from tablero.locale import LANGUAGES, _, language_of_the_system, speak

COMMANDS = (
    "games",
    "serve",
    "show",
    "play",
    "replay",
    "match",
    "search",
    "solve",
    "perft",
    "lab",
    "check",
    "check-game",
    "arena",
    "export",
    "kgp",
    "ugi",
)
POSIX_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
"""Modules that Python has on POSIX systems only."""

WRONG_INPUT, INTERRUPTED, TERMINATED = 2, 130, 143
"""Exit codes."""


class Commands(click.Group):
    """A group of commands, each of which is imported when it is first used.

    package: the package with one module per command. A module has the name of its command, with
        `_` for `-`, followed by `_` if that name is a keyword of Python.
    names: the names of the commands.
    aliases: commands by other names, which the help does not list.
    """

    def __init__(
        self,
        name: str,
        package: str,
        names: Sequence[str],
        aliases: Mapping[str, str] | None = None,
        **ways: Any,
    ) -> None:
        super().__init__(
            name,
            params=[language_option()],
            options_metavar=_("[OPTIONS]"),
            subcommand_metavar=_("COMMAND [ARGUMENTS] …"),
            **ways,
        )
        self.package, self.names, self.aliases = package, names, aliases or {}

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        name = self.aliases.get(name, name)
        if name not in self.names:
            if context.resilient_parsing:  # Shell completion.
                return None
            raise UnknownName(_("command"), name, self.names)
        file = name.replace("-", "_") + "_" * iskeyword(name)
        module = import_module(f"{self.package}.{file}")
        return module.command()  # type: ignore[no-any-return]


def program() -> click.Group:
    """Return the command `tablero`, with texts in the current language."""
    group = Commands(
        "tablero",
        __name__,
        COMMANDS,
        help=_("Two-player board games: rules, evaluations and searches, at C speed."),
        invoke_without_command=True,
        callback=_guide,
    )
    group.params += [
        click.Option(["--version"], is_flag=True, help=_("Show the version and exit.")),
        click.Option(
            ["--verbose"],
            is_flag=True,
            help=_("With --version: also print what a bug report needs."),
        ),
    ]
    return group


def language_option() -> click.Option:
    """Return the option `--lang`. `main` has already applied it; click checks and documents it."""
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        help=_("The language of all texts; default: that of LANG."),
        expose_value=False,
    )


def _guide(version: bool, verbose: bool) -> None:
    """Show the version if it is requested, or the guide if there is no command."""
    context = click.get_current_context()
    if version:
        import_module("tablero.cli.version").show_version(verbose)
        context.exit()
    if verbose:
        raise click.UsageError(_("--verbose goes with --version"))
    if context.invoked_subcommand is None:
        import_module("tablero.cli.guide").show_guide()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command of `tablero`, in the language of `--lang` or of the system."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    speak(_language(words))
    run(program(), words)


def run(command: click.Command, words: list[str]) -> None:
    """Run a command and exit with its code: 0, 1, 2, 130 or 143. Print an error as one line."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(TERMINATED))
    try:
        _invoke(command, words)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except click.ClickException as error:
        _leave(error.format_message(), WRONG_INPUT)
    except TableroError as error:
        _leave(str(error), WRONG_INPUT)
    except (KeyboardInterrupt, click.Abort):
        _leave(_("interrupted"), INTERRUPTED)
    except BrokenPipeError:  # The reader has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _leave(with_file(error), WRONG_INPUT)
    except MemoryError:
        _leave(_("there is not enough memory"), WRONG_INPUT)
    sys.exit(0)


def _invoke(command: click.Command, words: list[str]) -> None:
    with command.make_context(command.name, list(words)) as context:
        context.obj = shlex.join([str(command.name), *words])
        try:
            context.command.invoke(context)
            if sys.stdout is not None:  # Python sets it to None if it is closed.
                sys.stdout.flush()
        except (TableroError, click.ClickException, click.exceptions.Exit, OSError, MemoryError):
            raise
        except Exception as error:
            raise _explained(error) from error


def _explained(error: Exception) -> Exception:
    """Return an error of one line where the system or the user's code is at fault."""
    if isinstance(error, ModuleNotFoundError) and error.name in POSIX_MODULES:
        message = _("this command needs Linux: Python has no module {name} on this system")
        return TableroError(message.format(name=error.name))
    from tablero.games.outside import blame_any

    return blame_any(error)


def _language(words: Sequence[str]) -> str:
    """Return the language of the last valid `--lang`, as click does; else that of the system."""
    language = language_of_the_system()
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        wanted = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and wanted in LANGUAGES:
            language = wanted
    return language


def with_file(error: Exception) -> str:
    """Return the message of an error, after the name of the file if the system reports one."""
    file = getattr(error, "filename", None)
    return system_reason(error) if file is None else f"{file}: {system_reason(error)}"


def complain(message: str) -> None:
    """Print a message as one line on stderr."""
    click.echo("tablero: " + " ".join(message.split("\n")), err=True)


def _leave(message: str, code: int) -> None:
    complain(message)
    sys.exit(code)
