"""The command line: text in, text or JSON out. Heavy imports stay inside the commands."""

import os
import shlex
import signal
import sys
import threading
from collections.abc import Sequence
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
    "arena",
    "export",
    "kgp",
    "bench",
)
WRONG_INPUT, INTERRUPTED, TERMINATED = 2, 130, 143


class Commands(click.Group):
    """Imports a command when it is asked for: a module of that name in a package of commands, or
    of that name and `_` where it is a word of Python's."""

    def __init__(self, name: str, package: str, names: Sequence[str], **ways: Any) -> None:
        super().__init__(
            name,
            params=[language_option()],
            options_metavar=_("[OPTIONS]"),
            subcommand_metavar=_("COMMAND [ARGUMENTS] …"),
            **ways,
        )
        self.package, self.names = package, names

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.names:
            if context.resilient_parsing:  # a shell asks how a word may go on
                return None
            raise UnknownName(_("command"), name, self.names)
        module = import_module(f"{self.package}.{name}{'_' * iskeyword(name)}")
        return module.command()  # type: ignore[no-any-return]


def program() -> click.Group:
    """The command `tablero`, in the language spoken now."""
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
            help=_("With --version: all that a report of a fault needs."),
        ),
    ]
    return group


def language_option() -> click.Option:
    """`main` has read it already; here it is checked and explained."""
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        help=_("The language of all texts; else that of LANG."),
        expose_value=False,
    )


def _guide(version: bool, verbose: bool) -> None:
    """What is done without a command."""
    context = click.get_current_context()
    if version:
        import_module("tablero.cli.version").show_version(verbose)
        context.exit()
    if verbose:
        raise click.UsageError(_("--verbose goes with --version"))
    if context.invoked_subcommand is None:
        import_module("tablero.cli.guide").show_guide()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code: 0, 1, 2, 130 or 143."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(TERMINATED))
    speak(_language(words))
    try:
        _run(words)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except click.ClickException as error:
        _leave(error.format_message(), WRONG_INPUT)
    except TableroError as error:
        _leave(str(error), WRONG_INPUT)
    except (KeyboardInterrupt, click.Abort):
        _leave(_("interrupted"), INTERRUPTED)
    except BrokenPipeError:  # whoever read us has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _leave(with_file(error), WRONG_INPUT)
    except MemoryError:
        _leave(_("there is not enough memory"), WRONG_INPUT)
    sys.exit(0)


def _run(words: list[str]) -> None:
    with program().make_context("tablero", list(words)) as context:
        context.obj = shlex.join(["tablero", *words])
        try:
            context.command.invoke(context)
            if sys.stdout is not None:  # it may have been closed
                sys.stdout.flush()
        except (TableroError, click.ClickException, click.exceptions.Exit, OSError, MemoryError):
            raise
        except Exception as error:
            from tablero.games.outside import blame_any

            raise blame_any(error) from error


def _language(words: Sequence[str]) -> str:
    """That of the last --lang, as click understands it; else the system's."""
    language = language_of_the_system()
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        wanted = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and wanted in LANGUAGES:
            language = wanted
    return language


def with_file(error: Exception) -> str:
    """What an error says; the system's own name the file."""
    file = getattr(error, "filename", None)
    return system_reason(error) if file is None else f"{file}: {system_reason(error)}"


def complain(message: str) -> None:
    """One line on stderr."""
    click.echo("tablero: " + " ".join(message.split("\n")), err=True)


def _leave(message: str, code: int) -> None:
    complain(message)
    sys.exit(code)
