"""A web server in front of ours: browsers speak https with it, and it passes on what they ask."""

import ipaddress
import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers

from tablero.errors import OptionError
from tablero.locale import _

FORWARDED = "x-forwarded-for"
ADDRESS = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:]+\])(?::([0-9]{1,5}))?/?")
USUAL = {"http": 80, "https": 443}
"""Ports that browsers do not tell."""


@dataclass(frozen=True)
class Front:
    """The address that browsers know.

    scheme -- http or https
    name   -- of the machine
    """

    scheme: str
    name: str
    port: int

    @property
    def host(self) -> str:
        """As browsers say it in `Host`, with a port that is not the usual one."""
        return self.name if self.port == USUAL[self.scheme] else f"{self.name}:{self.port}"

    def seen(self, scope: MutableMapping[str, Any], headers: Headers) -> MutableMapping[str, Any]:
        """A request as the browser has sent it. Who does not ask for the front's host, as this
        machine may, does not speak its scheme."""
        seen = {**scope, "client": _client(scope["client"], headers)}
        if headers.get("host", "").lower() == self.host:
            seen |= {"scheme": self.scheme, "server": (self.name, self.port)}
        return seen


def _client(peer: tuple[str, int] | None, headers: Headers) -> tuple[str, int] | None:
    """Where the browser is. The front says it last, in a line of its own or not; who comes from
    elsewhere is not believed."""
    told = ",".join(headers.getlist(FORWARDED)).rpartition(",")[2].strip()
    try:
        near = peer is not None and ipaddress.ip_address(peer[0]).is_private
        found = ipaddress.ip_address(told)
    except ValueError:
        return peer
    return (str(getattr(found, "ipv4_mapped", None) or found), 0) if near else peer


def read_front(url: str) -> Front:
    """The front at this address, `https://arena.example`. Raises OptionError."""
    found = ADDRESS.fullmatch(url.lower())
    if found is None:
        message = _("the address of the page is like https://arena.example, not {url!r}")
        raise OptionError(message.format(url=url))
    scheme, name, port = found.groups()
    return Front(scheme, name, int(port or USUAL[scheme]))
