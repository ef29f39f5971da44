"""The server at its address: it listens, and leaves when it is told to."""

import asyncio
import ipaddress
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI

from tablero.errors import OptionError, system_reason
from tablero.locale import _
from tablero.web.connection import AT_ONCE, Connection, ask_for_files, pass_over

LEAVE = 1
"""Seconds that answers may still take when the server ends. Streams end at once."""


class Server(uvicorn.Server):
    """begun -- is called when it listens"""

    def __init__(self, app: FastAPI, begun: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            server_header=False,
            ws="none",
            http=Connection,
            backlog=AT_ONCE,
            proxy_headers=False,
            timeout_graceful_shutdown=LEAVE,
        )
        super().__init__(config)
        self.app, self.begun = app, begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(pass_over)
        await super().startup(sockets)
        if self.started:
            self.begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.desk.leave()
        if self.app.state.private is not None:
            await self.app.state.private.leave()
        await self.app.state.clerk.leave()
        await super().shutdown(sockets)


def listen_at(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any that is free. Raises OptionError."""
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return _listening(family, address)
    except OSError as error:
        message = _("cannot listen at {host}, port {port}: {reason}")
        reason = system_reason(error)
        raise OptionError(message.format(host=host, port=port, reason=reason)) from None


def _listening(family: socket.AddressFamily, address: Any) -> socket.socket:
    """One that says it is TCP: asyncio has answers sent without delay on such alone."""
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        found.bind(address)
        found.listen()
    except OSError:
        found.close()
        raise
    return found


def serve(app: FastAPI, listening: socket.socket, begun: Callable[[], None]) -> None:
    """Until Ctrl-C or SIGTERM, which are told on when everything has ended."""
    ask_for_files()
    Server(app, begun).run(sockets=[listening])


def is_loopback(host: str) -> bool:
    """Can only this machine reach it?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_any(host: str) -> bool:
    """Does it stand for all addresses of this machine?"""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def written(host: str) -> str:
    """As it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def address_of(host: str, listening: socket.socket) -> str:
    """The URL to type. Where all addresses are meant, it is the one that others reach us at."""
    port = listening.getsockname()[1]
    shown = own_address(listening.family) if is_any(host) else host
    return f"http://{written(shown)}:{port}/"


def own_address(family: Any) -> str:
    """Of this machine in its network. Nothing is sent: the system says which way it would go."""
    elsewhere = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"
    with socket.socket(family, socket.SOCK_DGRAM) as way:
        try:
            way.connect((elsewhere, 9))
            return str(way.getsockname()[0])
        except OSError:
            return socket.gethostname()
