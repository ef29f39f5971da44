"""A server that listens, and tabs that ask it, as a browser does."""

import json
import os
import queue
import re
import socket
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import httpx

from tablero.web.app import Terms, create_app
from tablero.web.server import Server, listen_at
from tablero.web.shelf import Shelf

PATIENCE = 100
"""Seconds: something may have to be compiled first, on a machine that has much to do."""

ENDINGS = ("done", "failed", "cancelled")
NAME = "0123456789abcdef-tab-{}"


class Address:
    """Where a server is, and what its page knows. `server` is there if it runs here."""

    def __init__(self, url: str, token: str, server: Server | None = None) -> None:
        self.url, self.token, self.server = url, token, server

    @property
    def crew(self) -> Any:
        assert self.server is not None
        return self.server.app.state.desk.crew

    @property
    def clerk(self) -> Any:
        assert self.server is not None
        return self.server.app.state.clerk

    def client(self, language: str = "en") -> httpx.Client:
        headers = {"x-tablero-token": self.token, "accept-language": language}
        brief = httpx.Limits(keepalive_expiry=1)  # not when the server is about to close it
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE, limits=brief)


@contextmanager
def serving(host: str = "127.0.0.1", port: int = 0, **terms: Any):
    """A server in this process, with workers of its own; without the page, unless one is named."""
    usual = {"shelf": Shelf(), "workers": 2, "warm": False, "page": None}
    app = create_app(Terms(**{**usual, **terms}))
    listening, begun = listen_at(host, port), threading.Event()
    server = Server(app, begun.set)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    assert begun.wait(PATIENCE)
    try:
        yield Address(f"http://{host}:{listening.getsockname()[1]}", app.state.token, server)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive()


def wait_until(happened: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.01)


class Tab:
    """A tab of a browser: it posts jobs and hears of them."""

    count = 0

    def __init__(self, address: Address, language: str = "en") -> None:
        Tab.count += 1
        self.name = NAME.format(f"{os.getpid()}-{Tab.count}")
        self.client = address.client(language)
        self.heard: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.kept: dict[str, list[dict[str, Any]]] = {}
        self.numbers: list[int] = []
        self.underway: list[list[str]] = []
        self.response: Any = None
        self.listen()

    def listen(self, since: int = 0) -> None:
        """Open the stream."""
        ready = threading.Event()
        self.thread = threading.Thread(target=self._hear, args=(since, ready), daemon=True)
        self.thread.start()
        assert ready.wait(PATIENCE)

    def _hear(self, since: int, ready: threading.Event) -> None:
        asked: dict[str, str | int] = {"tab": self.name, "since": since}
        try:
            with self.client.stream("GET", "/api/events", params=asked) as self.response:
                assert self.response.status_code == 200, self.response.read()
                ready.set()
                for line in self.response.iter_lines():
                    if number := re.fullmatch(r"id: ([0-9]+)", line):
                        self.numbers.append(int(number[1]))
                    if line.startswith("data: "):
                        self._take(json.loads(line.removeprefix("data: ")))
        except httpx.HTTPError:
            pass
        finally:
            ready.set()
            self.heard.put(None)

    def _take(self, told: dict[str, Any]) -> None:
        if "jobs" in told:
            self.underway.append(told["jobs"])
        else:
            self.heard.put(told)

    def hide(self) -> None:
        """Close the stream."""
        stream = self.response.extensions["network_stream"]
        stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self.thread.join(PATIENCE)

    def post(self, **job: Any) -> str:
        """Its number."""
        answer = self.client.post("/api/jobs", json={"tab": self.name, "job": job})
        assert answer.status_code == 202, answer.text
        return str(answer.json()["job"])

    def events(self, number: str) -> list[dict[str, Any]]:
        """Of this job, up to its end."""
        found = self.kept.pop(number, [])
        while not found or found[-1]["state"] not in ENDINGS:
            event = self.heard.get(timeout=PATIENCE)
            assert event is not None, "the stream has ended"
            mine = event["job"] == number
            (found if mine else self.kept.setdefault(event["job"], [])).append(event)
        return found

    def wait_for(self, number: str, state: str) -> None:
        """Until this job is in this state."""
        while self.heard.get(timeout=PATIENCE) != {
            "job": number,
            "state": state,
            "told": None,
            "problem": None,
        }:
            pass

    def ask(self, **job: Any) -> Any:
        """What a job has told at last."""
        *_others, told, end = self.events(self.post(**job))
        assert end["state"] == "done", end
        return told["told"]

    def close(self) -> None:
        self.client.post(f"/api/tabs/{self.name}/close")
        self.client.close()


def line(game: str, *moves: str, start: str = "") -> dict[str, Any]:
    return {"game": game, "start": start, "moves": list(moves)}
