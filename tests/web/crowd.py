"""The closing hour: a class hands in a hundred files at once, to a real server.

    python -m tests.web.crowd

Fifty pairs sign in, and hand in two files each in the same moment. It says how it went; a file
that is refused, or that its pair does not find in its list, is an AssertionError.
"""

import csv
import json
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path

import httpx

from tests.web.live import PATIENCE, Address
from tests.web.test_arena_commands import run, running
from tests.web.test_serve import token_of
from tests.web.test_submit_api import hand_in, mine, player

GROUPS, PAIRS, PLAYERS = 5, 10, 2
NARROW = 20
"""Pairs that sign in at once: more would be told to try again."""


def made(folder: Path) -> list[dict[str, str]]:
    """A course that takes files today, and what its pairs sign in with."""
    begins = date.today() - timedelta(7)
    size = ["--groups", str(GROUPS), "--pairs", str(PAIRS)]
    done = run("init", str(folder), *size, "--begin", begins.isoformat())
    assert done.exit_code == 0, done.output
    with (folder / "secrets.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def sign_in(client: httpx.Client, who: dict[str, str]) -> None:
    asked = {key: int(who[key]) for key in ("group", "pair")} | {"password": who["password"]}
    answer = client.post("/api/arena/sign-in", json=asked)
    assert answer.is_success, answer.text
    client.headers["x-tablero-session"] = answer.json()["token"]


def files() -> Iterator[tuple[int, int, str]]:
    """Of each pair, the numbers and texts of its players."""
    for pair in range(GROUPS * PAIRS):
        for number in range(1, PLAYERS + 1):
            yield pair, number, player(alias=f"Otter {pair} {number}")


def all_at_once(clients: Sequence[httpx.Client]) -> list[float]:
    """The seconds after which each was answered."""
    everything = list(files())
    ready = threading.Barrier(len(everything))

    def send(file: tuple[int, int, str]) -> float:
        pair, number, text = file
        ready.wait(PATIENCE)
        begun = time.monotonic()
        told = hand_in(clients[pair], text, f"closing-hour-{pair}-{number}", number)
        assert told["kept"], told
        return time.monotonic() - begun

    with ThreadPoolExecutor(len(everything)) as threads:
        return sorted(threads.map(send, everything))


def main() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "course"
        pairs = made(folder)
        url = stack.enter_context(running(str(folder), "--no-rounds"))
        place = Address(url, token_of(url))
        clients = [stack.enter_context(place.client()) for _pair in pairs]
        with ThreadPoolExecutor(NARROW) as threads:
            list(threads.map(sign_in, clients, pairs))
        seconds = all_at_once(clients)
        kept = [
            each["version"]
            for client in clients
            for owned in mine(client)["players"]
            for each in owned["versions"]
        ]
    assert kept == [1] * len(seconds), kept
    told = {"handed in": len(seconds), "kept": len(kept), "slowest answer": round(seconds[-1], 1)}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
