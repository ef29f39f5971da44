"""The options `--workers` and `--cluster`, and the worker pool that they select."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from tablero.cli import complain
from tablero.cli.common import check_workers, workers_option
from tablero.errors import OptionError, OutsideError
from tablero.locale import _

if TYPE_CHECKING:
    from tablero.workers.pool import WorkerPool

LOCAL = "local"
"""The value of `--cluster` for a cluster that is started on this machine."""

SCHEMES = ("tcp", "tls")
"""Protocols of Dask schedulers."""


def pool_options() -> list[click.Parameter]:
    """Return the options `--workers` and `--cluster`."""
    help = _("Run on the Dask cluster of this scheduler; local: one of --workers processes here.")
    return [workers_option(), cluster_option(help)]


def cluster_option(help: str) -> click.Option:
    """Return the option `--cluster`."""
    return click.Option(["--cluster"], metavar="tcp://HOST:PORT|local", help=help)


def check_pool(workers: int, cluster: str | None, option: str = "--workers") -> None:
    """Raise OptionError for invalid values of the two options, or for conflicting ones.

    option: the name of the option for the number of workers.
    """
    check_workers(workers)
    if cluster is not None:
        _check_address(cluster)
    if cluster not in (None, LOCAL) and workers != 1:
        message = _("{option} is for this machine; a cluster has its own workers")
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


def open_pool(workers: int, cluster: str | None) -> "WorkerPool":
    """Return the pool of these options. Raise TableroError if there is no such cluster."""
    check_pool(workers, cluster)
    if cluster is not None:
        return open_cluster(cluster, workers)
    from tablero.workers.processes import local_pool

    return local_pool(workers)


def open_cluster(address: str, workers: int) -> "WorkerPool":
    """Connect to the scheduler at an address, or start a cluster of `workers` for LOCAL."""
    _check_address(address)
    try:
        from tablero.workers.dask_pool import DaskPool
    except ImportError as error:
        message = _(
            "a cluster needs the extra `cluster`: pip install 'tablero[cluster]' ({reason})"
        )
        raise OutsideError(message.format(reason=error)) from None
    pool = DaskPool.local(workers) if address == LOCAL else DaskPool.at(address)
    if not pool.threads:
        complain(_("the cluster has no workers yet; waiting for the first"))
    return pool
