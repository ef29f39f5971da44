"""Who does the work, as the command line asks for it: `--workers` and `--cluster`."""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from tablero.cli import complain
from tablero.cli.common import check_workers, workers_option
from tablero.errors import OptionError, OutsideError
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.teams.team import Team

LOCAL = "local"
"""A cluster of our own, on this machine."""

SCHEMES = ("tcp", "tls")
"""How schedulers are talked to."""


def team_options() -> list[click.Parameter]:
    told = _("Work on a Dask cluster, whose scheduler is there; local: one of --workers here.")
    return [workers_option(), cluster_option(told)]


def cluster_option(help: str) -> click.Option:
    return click.Option(["--cluster"], metavar="tcp://HOST:PORT|local", help=help)


def check_team(workers: int, cluster: str | None, option: str = "--workers") -> None:
    """Raise OptionError for who cannot work together.

    option -- that told how many workers
    """
    check_workers(workers)
    if cluster is not None:
        _check_address(cluster)
    if cluster not in (None, LOCAL) and workers != 1:
        message = _("{option} is for this machine; a cluster has workers of its own")
        raise OptionError(message.format(option=option))


def _check_address(cluster: str) -> None:
    if cluster != LOCAL and not _is_address(cluster):
        message = _("a cluster is local or its scheduler's address, tcp://host:8786; not {text!r}")
        raise OptionError(message.format(text=cluster))


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in SCHEMES and bool(parts.hostname and parts.port)
    except ValueError:
        return False


def team_of(workers: int, cluster: str | None) -> "Team":
    """Whoever leaves it, ends it. Raises TableroError if a cluster is not to be had."""
    check_team(workers, cluster)
    if cluster is not None:
        return cluster_of(cluster, workers)
    from tablero.teams.processes import team_here

    return team_here(workers)


def helpers(workers: int, cluster: str | None) -> AbstractContextManager["Team | None"]:
    """Who shares the work of this process; None: nobody else was asked for."""
    check_team(workers, cluster)
    return nullcontext() if (workers, cluster) == (1, None) else team_of(workers, cluster)


def cluster_of(address: str, workers: int) -> "Team":
    """The one at an address, or LOCAL: one of so many workers."""
    _check_address(address)
    try:
        from tablero.teams.cluster import Cluster
    except ImportError as error:
        message = _(
            "a cluster needs the extra `cluster`: pip install 'tablero[cluster]' ({reason})"
        )
        raise OutsideError(message.format(reason=error)) from None
    found = Cluster.local(workers) if address == LOCAL else Cluster.at(address)
    if not found.threads:
        complain(_("the cluster has no worker yet; we wait for one"))
    return found
