"""`tablero kgp`: let an agent play on a server of the Kalah Game Protocol."""

from typing import Any

import click

from tablero import agents
from tablero.agents.agent import Limits
from tablero.cli.common import (
    check_time,
    make_command,
    number_option,
    print_json,
    print_table,
    time_option,
)
from tablero.errors import OptionError, system_reason
from tablero.limits import Between
from tablero.locale import _
from tablero.numbers import grouped


def command() -> click.Command:
    text = _(
        "Let an agent play Kalah on a server of the Kalah Game Protocol, until the server closes "
        "the connection. With --verify, the server checks our rules instead.\n\n"
        "    tablero kgp 'engine(time=2)' --server kalah.example.org:2671 --name Ada\n\n"
        "    tablero kgp random --server localhost --verify 100"
    )
    who = click.Argument(["agent"], metavar=_("AGENT"))
    return make_command("kgp", text, play, [who, *_options()])


def _options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--server"], required=True, metavar="HOST[:PORT]", help=_("Address of the server.")
        ),
        time_option(_("Seconds that the agent may take per move.")),
        number_option("--states", _("Close the connection after this number of moves.")),
        number_option(
            "--verify", _("Solve this number of the server's problems instead of playing.")
        ),
        click.Option(["--name"], default="", help=_("Name of the agent on the server.")),
        click.Option(["--authors"], default="", help=_("Authors of the agent.")),
        click.Option(
            ["--token"],
            default="",
            envvar="TABLERO_KGP_TOKEN",
            help=_(
                "Token that identifies the agent across connections; also in TABLERO_KGP_TOKEN."
            ),
        ),
    ]


def play(
    agent: str,
    server: str,
    seconds: float | None,
    states: int | None,
    verify: int | None,
    name: str,
    authors: str,
    token: str,
    as_json: bool,
) -> None:
    from tablero.adapters.kgp import FREEPLAY, VERIFY, Client, KgpAgent

    check_time(seconds)
    Between(1).check("states", states)
    Between(1).check("verify", verify)
    player = KgpAgent(agents.load(agent), Limits(seconds=seconds))
    mode, max_answers = (FREEPLAY, states) if verify is None else (VERIFY, verify)
    client = Client(_connected(server), player, mode, max_answers)
    client.introduce(info_name=name, info_authors=authors, auth_token=token)
    report = client.run()
    record = {
        "server": server,
        "asked": report.asked,
        "moved": report.moved,
        "refused": report.refused,
        "slowest": round(report.slowest, 6),
    }
    (print_json if as_json else _print)(record)
    if report.refused:
        raise click.exceptions.Exit(1)


def _connected(server: str) -> Any:
    from tablero.adapters.kgp_protocol import DEFAULT_PORT, KgpConnection

    host, _colon, port = server.partition(":")
    if not host or (port and not (port.isdecimal() and 1 <= int(port) <= 65535)):
        message = _("not a server: {server!r}, expected host or host:port")
        raise OptionError(message.format(server=server))
    try:
        return KgpConnection(host, int(port or DEFAULT_PORT))
    except OSError as error:
        message = _("cannot reach {server}: {reason}")
        raise OptionError(message.format(server=server, reason=system_reason(error))) from None


def _print(record: dict[str, Any]) -> None:
    rows = [
        (_("requests"), grouped(record["asked"])),
        (_("moves"), grouped(record["moved"])),
        (_("refused"), grouped(len(record["refused"]))),
        (_("slowest move, seconds"), f"{record['slowest']:.3f}"),
    ]
    print_table(rows)
    for reason in record["refused"][:3]:
        click.echo(f"  {reason}")
