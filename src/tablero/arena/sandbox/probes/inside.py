"""Hostile players who stay in their process: they eat, sleep, crash, lie and make a mess."""

import sys

from tablero.arena.player.forms import Track
from tablero.arena.sandbox.faults import FaultKind
from tablero.arena.sandbox.probes.probe import OWN, THROUGH, Probe

EVALUATION = Track.EVALUATION
SLOW = {"cpu": 0.3}
SILENT = {"wall": 1.0}

TOO_DEEP = FaultKind.RAISES if sys.version_info >= (3, 12) else FaultKind.DIED
"""Since 3.12, Python looks after the stack of its own C too; before, the process ends."""


def _answers(name: str, kind: FaultKind, *lines: str, **limits: float) -> Probe:
    """An agent whose `choose` has these lines."""
    body = "\n".join(f"    {line}" for line in lines)
    text = f"def choose(position, moves):\n{body}\n"
    return Probe(name, text, (kind,), limits=limits)


def _numbers(name: str, value: str, kind: FaultKind = FaultKind.BAD_ANSWER) -> Probe:
    """An evaluation that says this of every position."""
    return Probe(name, f"def value(board):\n    return {value}\n", (kind,), EVALUATION)


def _says(name: str, message: str) -> Probe:
    """An agent that answers by itself, and goes on."""
    sent = len(message).to_bytes(4, "big") + message.encode()
    lines = "import time", f"os.write(3, {sent!r})", "time.sleep(1e6)"
    return _answers(name, FaultKind.BAD_ANSWER, *lines)


GREED = [
    _answers("2 GB", FaultKind.MEMORY, "return len(bytearray(2 << 30))"),
    _answers(
        "2 GB in small pieces",
        FaultKind.MEMORY,
        "kept = []",
        "for turn in range(2 << 9):",
        "    kept.append(bytearray(2 << 20))",
        f"return '{THROUGH}' + str(len(kept))",
    ),
    _answers(
        "endless loop, signals ignored",
        FaultKind.SLOW,
        "import signal",
        "for number in range(1, 32):",
        "    if number not in (9, 19):",
        "        signal.signal(number, signal.SIG_IGN)",
        "while True:",
        "    pass",
        **SLOW,
    ),
    _answers("endless sum in C", FaultKind.SLOW, "return 7 ** 7 ** 77 % 6", **SLOW),
    _answers("sleep for ever", FaultKind.SILENT, "import time", "time.sleep(1e6)", **SILENT),
    Probe("loads for ever", "while True:\n    pass\n", (FaultKind.SLOW,), limits={"load": 0.3}),
    _answers("recursion", FaultKind.RAISES, "return choose(position, moves)"),
    _answers(
        "recursion without end",
        TOO_DEEP,
        "import sys",
        "sys.setrecursionlimit(1 << 30)",
        "nest = []",
        "for turn in range(1 << 17):",
        "    nest = [nest]",
        "return repr(nest)",
    ),
]

ENDS = [
    _answers("os._exit(0)", FaultKind.DIED, "os._exit(0)"),
    _answers("exit(0)", FaultKind.RAISES, "raise SystemExit(0)"),
    _answers("Ctrl-C", FaultKind.RAISES, "raise KeyboardInterrupt"),
    _answers("abort", FaultKind.DIED, "os.abort()"),
    _answers("hangs up and goes on", FaultKind.DIED, "os.close(3)", "while True:", "    pass"),
]

MESSAGES = [
    _answers(
        "floods the line",
        FaultKind.BAD_ANSWER,
        "while True:",
        "    os.write(3, bytes(1 << 16))",
    ),
    _answers(
        "promises 4 GB", FaultKind.BAD_ANSWER, "os.write(3, b'\\xff' * 8)", "return moves[0]"
    ),
    _answers(
        "half a message and silence",
        FaultKind.SILENT,
        "import time",
        "os.write(3, b'\\0\\0\\0\\x30{')",
        "time.sleep(1e6)",
        **SILENT,
    ),
    _answers(
        "answers twice",
        FaultKind.BAD_ANSWER,
        'os.write(3, b\'\\0\\0\\0\\x11{"id":2,"ok":"0"}\' * 2)',
        "return moves[0]",
    ),
    _answers(
        "answers another question",
        FaultKind.BAD_ANSWER,
        "import time",
        'os.write(3, b\'\\0\\0\\0\\x11{"id":9,"ok":"0"}\')',
        "time.sleep(1e6)",
    ),
    _answers(
        "brackets without end",
        FaultKind.BAD_ANSWER,
        "import time",
        "os.write(3, (8000).to_bytes(4, 'big') + b'[' * 8000)",
        "time.sleep(1e6)",
    ),
    _answers(
        "digits without end",
        FaultKind.BAD_ANSWER,
        "import time",
        "os.write(3, (8000).to_bytes(4, 'big') + b'9' * 8000)",
        "time.sleep(1e6)",
    ),
    _says("a fault of no kind", '{"id":2,"fault":[]}'),
    _says("says that it was slow", '{"id":2,"fault":"slow","text":"the machine is busy"}'),
    _says("says that it was silent", '{"id":2,"fault":"silent"}'),
    _says("says that the cell is broken", '{"broken":"no room for another process"}'),
    _says("says hello again", '{"hello":1}'),
    _says("a move of kilobytes, forged", '{"id":2,"ok":"' + "x" * 8000 + '"}'),
    _says("a list for a move", '{"id":2,"ok":["0"]}'),
    _says("lists in lists", '{"id":2,"ok":' + "[" * 900 + "]" * 900 + "}"),
    Probe(
        "a move of a megabyte",
        f"def choose(position, moves):\n    return '{OWN}' + 'x' * (1 << 20)\n",
    ),
    _answers(
        "forged answers",
        FaultKind.BAD_ANSWER,
        "import json",
        "json.dumps = lambda *words, **more: '[\"forged\"]'",
        "return moves[0]",
    ),
    Probe(
        "prints without end",
        "def choose(position, moves):\n"
        "    for turn in range(100):\n"
        "        print('x' * 100000)\n"
        "        sys.stderr.write('y' * 100000)\n"
        f"    return '{OWN}printed'\n",
    ),
    _numbers("NaN", "float('nan')"),
    _numbers("infinity", "float('inf')"),
    _numbers("huge numbers", "10 ** 400"),
    _numbers("digits by the thousand", "10 ** 5000"),
    _numbers("large numbers", "1e300"),
    _numbers("no number", "'high'"),
    _numbers("a truth", "True"),
    _numbers("a list", "[1, 2]"),
    _numbers("nothing", "None"),
]

_HOSTILE_TEXT = "'\\x1b[2J\\x1b]0;owned\\x07<script>\\u202e\\0\\r\\n'"

ERRORS = [
    _answers("control characters", FaultKind.RAISES, f"raise ValueError({_HOSTILE_TEXT})"),
    _answers("an error of megabytes", FaultKind.RAISES, "raise ValueError('x' * (8 << 20))"),
    _answers(
        "an error without a text",
        FaultKind.RAISES,
        "class Dumb(Exception):",
        "    def __str__(self):",
        "        raise self",
        "raise Dumb",
    ),
    _answers(
        "an error that tells for ever",
        FaultKind.SLOW,
        "class Chatty(Exception):",
        "    def __str__(self):",
        "        while True:",
        "            pass",
        "raise Chatty",
        **SLOW,
    ),
    _answers(
        "a hostile name",
        FaultKind.RAISES,
        f"raise type({_HOSTILE_TEXT.replace(chr(92) + '0', '')} * 100, (Exception,), {{}})",
    ),
]

TRICKS = [
    _answers(
        "changes the position",
        FaultKind.RAISES,
        "position.store = 36",
        "return moves[0]",
    ),
    Probe(
        "changes the rules",
        "def choose(position, moves, game):\n"
        "    kind = type(position)\n"
        "    kind.outcome = lambda self: 36\n"
        "    kind.moves = lambda self: iter([0])\n"
        "    kind.play = lambda self, move: self\n"
        f"    return '{OWN}rules'\n",
    ),
    Probe(
        "finds everything by gc and frames",
        "def choose(position, moves):\n"
        "    found = gc.get_objects()\n"
        "    frame = sys._getframe()\n"
        "    while frame.f_back:\n"
        "        frame = frame.f_back\n"
        "        for name, value in list(frame.f_locals.items()):\n"
        "            if type(value) is dict:\n"
        "                value.clear()\n"
        "    for each in found:\n"
        "        if type(each).__name__ == 'EvaluationPlayer':\n"
        "            each.depth = 0\n"
        f"    return '{OWN}frames'\n",
        (None, FaultKind.BAD_ANSWER, FaultKind.RAISES),
    ),
    Probe(
        "replaces search, clock and dice",
        "import random, time\n"
        "def choose(position, moves):\n"
        "    time.time = time.perf_counter = time.monotonic = lambda: 0.0\n"
        "    time.clock_gettime = time.process_time = lambda *words: 0.0\n"
        "    random.random = lambda: 0.0\n"
        "    random.seed(0)\n"
        "    for module in list(sys.modules.values()):\n"
        "        for name in ('negamax', 'search', 'value', 'choose', 'best_move'):\n"
        "            try:\n"
        "                setattr(module, name, None)\n"
        "            except Exception:\n"
        "                continue\n"
        f"    return '{OWN}patched'\n",
    ),
    Probe(
        "hides its time",
        "import time\n"
        "def choose(position, moves):\n"
        "    time.process_time = lambda: 0.0\n"
        "    while True:\n"
        "        pass\n",
        (FaultKind.SLOW,),
        limits=SLOW,
    ),
]

_CHAIN = "().__class__.__mro__[1].__subclasses__()"

ESCAPES = [
    Probe("imports os", "import os\n", (FaultKind.LOADS_NOT,), EVALUATION),
    Probe("opens a file", "open('/etc/hostname')\n", (FaultKind.LOADS_NOT,), EVALUATION),
    Probe("__import__", "__import__('socket')\n", (FaultKind.LOADS_NOT,), EVALUATION),
    Probe("eval", "eval('1')\n", (FaultKind.LOADS_NOT,), EVALUATION),
    Probe(
        "a chain of attributes to os",
        f"for kind in {_CHAIN}:\n"
        "    if kind.__name__ == '_wrap_close':\n"
        "        kind.__init__.__globals__['system']('true')\n"
        "def value(board):\n    return 0\n",
        (FaultKind.FORBIDDEN,),
        EVALUATION,
    ),
    Probe(
        "a chain of attributes to open",
        "import functools\n"
        "functools.partial.__class__.__base__\n"
        "real = functools.reduce.__self__ if hasattr(functools.reduce, '__self__') else None\n"
        f"for kind in {_CHAIN}:\n"
        "    space = getattr(getattr(kind, '__init__', None), '__globals__', None)\n"
        "    if space and '__builtins__' in space:\n"
        "        known = space['__builtins__']\n"
        "        known = known if type(known) is dict else known.__dict__\n"
        "        known['open']('/etc/hostname')\n"
        "def value(board):\n    return 0\n",
        (FaultKind.FORBIDDEN,),
        EVALUATION,
    ),
]
