"""Connections to Dask schedulers, and the checks before a cluster is used."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import dask
from distributed import Client, LocalCluster
from distributed.comm.core import connect
from distributed.security import Security

from tablero.errors import OptionError, OutsideError, WorkerDied, system_reason
from tablero.locale import _
from tablero.workers.interrupts import interrupts_blocked, interrupts_delayed
from tablero.workers.versions import Versions, differences, own_versions

ANSWER_TIMEOUT_S = 10.0
"""Seconds to wait for a scheduler, or for the answers of all its workers."""

LOOPBACK = "127.0.0.1"

LOCAL_CONFIG = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
}
"""Dask's settings for a local cluster: no profiles of running tasks (100 per second by default),
and few measurements of how late event loops are (50 per second by default)."""


def connect_client(address: str) -> Client:
    """Return a client of the scheduler at `address`.

    Raise OptionError if no Dask scheduler answers there, or if the connection is not allowed.
    """
    _silence_logs()
    _check_security(address)
    try:
        with ThreadPoolExecutor(1) as thread:  # A notebook runs an event loop in this one.
            thread.submit(asyncio.run, _check_scheduler(address)).result()
        return Client(address, timeout=ANSWER_TIMEOUT_S, set_as_default=False)
    except OSError as error:
        message = _("no cluster answers at {address}: {reason}")
        reason = str(error) or _("no answer in time")
        raise OptionError(message.format(address=address, reason=reason)) from None


async def _check_scheduler(address: str) -> None:
    """Raise OSError if nothing answers at `address`, and OptionError if it is not a scheduler.

    A Dask client would wait for the former without end, and trust the answers of the latter.
    """
    arguments = Security().get_connection_args("client")
    connecting = connect(address, timeout=ANSWER_TIMEOUT_S, **arguments)
    try:
        connection = await asyncio.wait_for(connecting, 2 * ANSWER_TIMEOUT_S)
        await connection.close()
    except OSError:
        raise
    except Exception as error:  # Dask's parser fails in many ways on other protocols.
        message = _("no Dask scheduler at {address}: {reason}")
        reason = f"{type(error).__name__}: {error}"
        raise OptionError(message.format(address=address, reason=reason)) from None


def start_local_cluster(workers: int) -> LocalCluster:
    """Start worker processes on this machine, with a scheduler in this process.

    They use TLS with a temporary key, since other users of the machine can open connections to
    them. Ctrl-C is delayed until they have started. Raise WorkerDied if they do not start.
    """
    _silence_logs()
    try:
        with dask.config.set(LOCAL_CONFIG), interrupts_delayed(), interrupts_blocked():
            return LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host=LOOPBACK,
                dashboard_address=f"{LOOPBACK}:0",
                worker_dashboard_address=f"{LOOPBACK}:0",
                silence_logs=logging.CRITICAL,
                security=Security.temporary(),
                preload=["tablero.workers.interrupts"],
            )
    except RuntimeError as error:
        message = _("a cluster on this machine does not start: {reason}")
        raise WorkerDied(message.format(reason=error)) from None


def check_versions(client: Client) -> None:
    """Raise TableroError if results of the cluster could differ from those of this process.

    Workers that have exited or do not answer in time are skipped: every worker compares its
    versions again before it runs a task.
    """
    try:
        versions = client.run_on_scheduler(own_versions, callback_timeout=ANSWER_TIMEOUT_S)
        _check_same(_("the scheduler"), versions)
    except (ImportError, AttributeError) as error:
        raise wrong_version(error) from None
    try:
        answers = call_workers(client, own_versions)
    except TimeoutError:
        return
    for address, answer in answers.items():
        if isinstance(answer, ImportError | AttributeError):
            raise wrong_version(answer)
        if isinstance(answer, dict):
            _check_same(_("worker {address}").format(address=address), answer)


def _check_same(process: str, versions: Versions) -> None:
    if differing := differences(versions, own_versions()):
        message = _("{process} has other versions: {differences}")
        raise OptionError(message.format(process=process, differences="; ".join(differing)))


def call_workers(client: Client, function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
    """Call a function in every worker; return its result, or the exception, by address.

    Raise TimeoutError if a worker does not answer in time, for example one that was suspended.
    """
    answers: dict[str, Any] = client.run(
        function, *arguments, on_error="return", callback_timeout=ANSWER_TIMEOUT_S
    )
    return answers


def wrong_version(error: Exception) -> OutsideError:
    """Return the error for a cluster on which this Tablero cannot be imported."""
    message = _("the cluster has another version of Tablero, or none: {reason}")
    return OutsideError(message.format(reason=error))


def _check_security(address: str) -> None:
    """Raise OptionError if Dask's configuration does not allow, or cannot open, a connection."""
    security = Security()
    if not address.startswith("tls://"):
        if security.require_encryption:
            raise OptionError(
                _("Dask's configuration requires encryption: tls:// in place of tcp://")
            )
        return
    try:
        ready = security.get_connection_args("client")["ssl_context"] is not None
    except OSError as error:
        message = _("the certificates of Dask's configuration cannot be used: {reason}")
        raise OptionError(message.format(reason=system_reason(error))) from None
    if not ready:
        raise OptionError(
            _("tls:// needs certificates in Dask's configuration: distributed.comm.tls")
        )


def _silence_logs() -> None:
    """Show no log messages of Dask: Tablero reports errors itself, in one line."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
