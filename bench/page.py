"""The page in a browser: its size, and the times to load, to respond and to draw.

The server is a separate process, started by the command `tablero serve`, and warmed up.
"""

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import tablero.games as games
from bench.clock import TABLERO
from bench.positions import random_position, stones
from bench.rows import KILOBYTES, SECONDS, Row
from tablero.errors import OptionError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

TIMES = 5
"""Repetitions of a measurement."""

TIMEOUT_MS = 300_000
"""Milliseconds for the first answer: the server may have to compile."""

MAX_STONES, EACH = 11, 3
"""Stones, as far as the opening book has all moves, and positions for each number."""

NODES = 100_000
CANVAS = 3
"""Frames until a canvas is drawn: it is inserted, sized and painted."""

FREE = ".field button[aria-disabled=false]"
WATCH = """{
const watch = new MutationObserver(() => {
  if (!document.querySelector("SELECTOR")) return;
  watch.disconnect();
  const later = (frames) => {
    if (frames) requestAnimationFrame(() => later(frames - 1));
    else setTimeout(() => (window.drawn = performance.now()));
  };
  later(FRAMES);
});
watch.observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Script that stores the time, in ms, at which an element is drawn: FRAMES after it appears."""

SCORES = """async (starts) => {
  const tab = crypto.randomUUID();
  const token = document.querySelector("meta[name=tablero-token]").content;
  const headers = { "x-tablero-token": token, "content-type": "application/json" };
  const events = new EventSource(`/api/events?tab=${tab}`);
  await new Promise((done) => (events.onopen = done));
  const times = [];
  for (const start of starts) {
    const begun = performance.now();
    let exact = false;
    const ended = new Promise((done) => (events.onmessage = ({ data }) => {
      const { state, told } = JSON.parse(data);
      exact = told ? told.exact : exact;
      if (["done", "failed", "cancelled"].includes(state)) done();
    }));
    const job = { kind: "analyse", line: { game: "connect4", start }, seconds: 3 };
    await fetch("/api/jobs", { method: "POST", headers, body: JSON.stringify({ tab, job }) });
    await ended;
    times.push(exact ? performance.now() - begun : Infinity);
  }
  events.close();
  return times;
}"""
"""Function that returns, by start, the ms until all moves have exact scores, or Infinity."""


def measure() -> Iterator[Row]:
    """Yield all rows after the browser is closed, as only one thread may use it."""
    with _served() as address, _browser() as browser:
        page = browser.new_page()
        page.goto(f"{address}play?lang=en&second=you")
        page.get_by_text("Red wins in 41 moves").first.wait_for(timeout=TIMEOUT_MS)
        rows = [*_load(browser, address), _clicks(page), _scores(page), _tree(browser, address)]
    yield from rows


@contextmanager
def _served() -> Iterator[str]:
    """Start a server; yield its address."""
    words = ["serve", "--no-browser", "--port", "0", "--json"]
    with subprocess.Popen([*TABLERO, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["address"]
        finally:
            process.terminate()


@contextmanager
def _browser() -> "Iterator[Browser]":
    """Start the system's Chromium. Raise OptionError if there is none."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise OptionError("page needs Chromium, which is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def _load(browser: "Browser", address: str) -> Iterator[Row]:
    """Yield size and time of several first visits, until a board can be clicked."""
    sizes, times = zip(*(_visit(browser, address) for _i in range(TIMES)), strict=True)
    wanted, details = "wanted", {"visits": TIMES}
    name = "first load, gzipped"
    yield Row(name, max(sizes) / 1000, wanted, 120, KILOBYTES, 1, details)
    name = "first visit to a board to play on"
    yield Row(name, min(times) / 1000, wanted, 1, SECONDS, 1, details)


def _visit(browser: "Browser", address: str) -> tuple[int, float]:
    """Return bytes and milliseconds of a visit with an empty browser cache."""
    loaded: list[Request] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("requestfinished", lambda request: loaded.append(request))
        taken = _drawn(page, f"{address}play?lang=en&second=you", _watch(FREE))
        return sum(each.sizes()["responseBodySize"] for each in loaded), taken


def _watch(selector: str, frames: int = 1) -> str:
    return WATCH.replace("SELECTOR", selector).replace("FRAMES", str(frames))


def _drawn(page: "Page", address: str, watch: str) -> float:
    """Return the milliseconds from the request until the watched element is drawn."""
    page.add_init_script(watch)
    page.goto(address)
    return float(page.evaluate(WAIT))


WAIT = """() => new Promise((done) => {
  const look = () => (window.drawn ? done(window.drawn) : setTimeout(look, 10));
  look();
})"""


def _clicks(page: "Page") -> Row:
    """Return the slowest response to a click, over all columns."""
    times = []
    for column in range(1, 8):
        here = page.get_by_role("button", name=f"Column {column}, row 1").bounding_box()
        assert here is not None
        page.evaluate("window.drawn = 0")
        page.evaluate("addEventListener('pointerdown', (e) => (window.begun = e.timeStamp))")
        page.evaluate(_watch(f"[aria-label^='Column {column}, row 2']"))
        page.mouse.click(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
        times.append(page.evaluate(WAIT) - page.evaluate("window.begun"))
    name = "click to stone, slowest of {clicks}"
    details = {"clicks": len(times)}
    return Row(name, max(times) / 1000, "wanted", 0.1, SECONDS, 1, details)


def _scores(page: "Page") -> Row:
    """Return the slowest exact scores of opening positions, after a warm-up of the workers."""
    game, generator = games.load("connect4"), random.Random(1)
    counts = [count for count in range(MAX_STONES + 1) for _i in range(EACH)]
    starts = [game.write(random_position(generator, game.start, stones, each)) for each in counts]
    page.evaluate(SCORES, starts)
    times: list[Any] = page.evaluate(SCORES, starts)
    name = "opening scores, slowest of {positions}"
    details = {"positions": len(times), "stones": MAX_STONES}
    return Row(name, max(times) / 1000, "wanted", 0.1, SECONDS, 1, details)


def _tree(browser: "Browser", address: str) -> Row:
    """Return the time from the last byte of a tree until it is drawn."""
    times = []
    for _i in range(TIMES):
        with browser.new_context() as context:
            page = context.new_page()
            place = f"{address}tree?lang=en&search=minimax&plies=6"
            drawn = _drawn(page, place, _watch(".view canvas", CANVAS))
            times.append(drawn - page.evaluate(ARRIVED))
    name = "tree of {nodes} nodes drawn"
    return Row(name, min(times) / 1000, "wanted", 1, SECONDS, 1, {"nodes": NODES})


ARRIVED = """performance.getEntriesByType("resource")
  .filter((each) => each.name.includes("/api/results/")).at(-1).responseEnd"""
