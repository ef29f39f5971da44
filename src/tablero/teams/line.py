"""Our line to the scheduler of a Dask cluster: who listens there, and is everybody like us?"""

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
from tablero.teams.versions import differences, facts
from tablero.threads import ctrl_c_waits, deaf_to_ctrl_c

ANSWER = 10.0
"""Seconds that we wait for a scheduler, or for the answers of all its workers."""

HERE = "127.0.0.1"
"""Where a cluster of our own listens."""

FRUGAL = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}
"""For a cluster of our own: nobody looks at the profiles that Dask takes a hundred times a second,
nor at how late its loops are, fifty times a second. Both cost most while others need the time."""


def line_to(address: str) -> Client:
    """Raises OptionError if nobody answers at this address, or may be talked to."""
    _be_quiet()
    _check_security(address)
    try:
        with ThreadPoolExecutor(1) as thread:  # here a notebook may have a loop of its own
            thread.submit(asyncio.run, _knock(address)).result()
        return Client(address, timeout=ANSWER, set_as_default=False)
    except OSError as error:
        message = _("no cluster answers at {address}: {reason}")
        reason = str(error) or _("it is silent")
        raise OptionError(message.format(address=address, reason=reason)) from None


async def _knock(address: str) -> None:
    """Raise OSError if nobody is there or answers, and OptionError if a stranger does: a client
    would wait for ever for the one, and believe whatever the other says."""
    ways = Security().get_connection_args("client")
    try:
        line = await asyncio.wait_for(connect(address, timeout=ANSWER, **ways), 2 * ANSWER)
        await line.close()
    except OSError:
        raise
    except Exception as error:  # a stranger may say anything
        message = _("at {address} is no scheduler of Dask's: {reason}")
        reason = f"{type(error).__name__}: {error}"
        raise OptionError(message.format(address=address, reason=reason)) from None


def cluster_here(workers: int) -> LocalCluster:
    """So many processes of this machine, with a scheduler in this one. Other users of the machine
    reach them too, and would be obeyed: so they talk in TLS, with a key that nobody else has.
    Raises WorkerDied if they do not start. Ctrl-C waits until they have."""
    _be_quiet()
    try:
        with dask.config.set(FRUGAL), ctrl_c_waits(), deaf_to_ctrl_c():
            return LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host=HERE,
                dashboard_address=f"{HERE}:0",
                worker_dashboard_address=f"{HERE}:0",
                silence_logs=logging.CRITICAL,
                security=Security.temporary(),
                preload=["tablero.teams.deaf"],
            )
    except RuntimeError as error:
        message = _("a cluster on this machine does not start: {reason}")
        raise WorkerDied(message.format(reason=error)) from None


def compare(client: Client) -> None:
    """Raise TableroError if results of a worker could differ from ours, or if the scheduler does
    not understand us. Who has died meanwhile, or does not answer in time, is not asked again: all
    compare themselves before they work."""
    try:
        told = client.run_on_scheduler(facts, callback_timeout=ANSWER)
        _compare(_("the scheduler"), told)
    except (ImportError, AttributeError) as error:
        raise unlike(error) from None
    try:
        answers = ask_workers(client, facts)
    except TimeoutError:
        return
    for address, told in answers.items():
        if isinstance(told, ImportError | AttributeError):
            raise unlike(told)
        if isinstance(told, dict):
            _compare(_("worker {address}").format(address=address), told)


def _compare(who: str, told: dict[str, str]) -> None:
    if differing := differences(told, facts()):
        message = _("{who} is another one than we are: {unlike}")
        raise OptionError(message.format(who=who, unlike="; ".join(differing)))


def ask_workers(client: Client, function: Callable[..., Any], *words: Any) -> dict[str, Any]:
    """What every worker answers to a call, or the error that it met. Raises TimeoutError if
    somebody takes too long: he may be stopped, and would be waited for for ever."""
    told: dict[str, Any] = client.run(function, *words, on_error="return", callback_timeout=ANSWER)
    return told


def unlike(error: Exception) -> OutsideError:
    message = _("the cluster has another Tablero than we are, or none: {reason}")
    return OutsideError(message.format(reason=error))


def _check_security(address: str) -> None:
    """Raise OptionError if an address and Dask's configuration do not go together."""
    ours = Security()
    if not address.startswith("tls://"):
        if ours.require_encryption:
            raise OptionError(
                _("Dask's configuration requires encryption: tls:// in place of tcp://")
            )
        return
    try:
        ready = ours.get_connection_args("client")["ssl_context"] is not None
    except OSError as error:
        message = _("the certificates of Dask's configuration cannot be used: {reason}")
        raise OptionError(message.format(reason=system_reason(error))) from None
    if not ready:
        raise OptionError(
            _("tls:// needs certificates in Dask's configuration: distributed.comm.tls")
        )


def _be_quiet() -> None:
    """What matters is told by us, in one line."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
