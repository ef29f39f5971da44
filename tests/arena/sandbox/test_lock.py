"""Each wall alone, in a process of its own: what it stops without the others."""

import json
import signal
import subprocess
import sys

import pytest

from tablero.arena.sandbox import landlock, seccomp
from tablero.arena.sandbox.system import is_linux

pytestmark = [
    pytest.mark.plain,
    pytest.mark.skipif(not is_linux, reason="the walls are those of Linux"),
]

PRELUDE = """
import json, os, socket, sys
from tablero.arena.sandbox import landlock, lock, seccomp, system
from tablero.arena.sandbox.limits import CellLimits

found = {}

def attempt(name, act):
    try:
        act()
    except (OSError, MemoryError) as error:
        found[name] = type(error).__name__
    else:
        found[name] = "done"
"""


def run(*lines: str) -> tuple[int, dict[str, str]]:
    """The exit code of a script, and what it has found out."""
    script = "\n".join([PRELUDE, *lines, "print(json.dumps(found), flush=True)"])
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else {"error": done.stderr}


@pytest.mark.skipif(not landlock.abi(), reason="no Landlock")
def test_landlock_alone():
    code, found = run(
        "server = socket.create_server(('127.0.0.1', 0))",
        "port, call = server.getsockname()[1], socket.socket()",
        "attempt('before', lambda: open('/etc/passwd').close())",
        "system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)",
        "landlock.deny_everything(landlock.abi())",
        "attempt('read', lambda: open('/etc/passwd').close())",
        "attempt('list', lambda: os.listdir('/'))",
        "attempt('write', lambda: open('/tmp/never', 'w').close())",
        "attempt('port', lambda: call.connect(('127.0.0.1', port)))",
        "attempt('signal', lambda: os.kill(os.getppid(), 0))",
    )
    assert code == 0, found
    assert found["before"] == "done"
    assert [found[name] for name in ("read", "list", "write")] == ["PermissionError"] * 3
    if landlock.abi() >= 4:
        assert found["port"] == "PermissionError"
    if landlock.abi() >= 6:
        assert found["signal"] == "PermissionError"


@pytest.mark.skipif(not landlock.abi(), reason="no Landlock")
def test_older_kernels_are_asked_for_what_they_know():
    for version in range(1, landlock.abi() + 1):
        code, found = run(
            "system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)",
            f"landlock.deny_everything({version})",
            "attempt('read', lambda: open('/etc/passwd').close())",
        )
        assert (code, found) == (0, {"read": "PermissionError"}), version


@pytest.mark.skipif(not seccomp.supported(), reason="no list of system calls")
@pytest.mark.parametrize(
    "act",
    [
        "open('/etc/passwd')",
        "os.fork() or os._exit(0)",
        "socket.socket()",
        "os.kill(os.getppid(), 0)",
        "os.listdir('/')",
    ],
)
def test_seccomp_alone(act):
    shut = ["system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)", "seccomp.install()"]
    assert run(*shut, act)[0] == -signal.SIGSYS
    assert run(act)[0] != -signal.SIGSYS


@pytest.mark.skipif(not seccomp.supported(), reason="no list of system calls")
def test_under_seccomp_python_computes():
    code, found = run(
        "import random, time",
        "system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)",
        "seccomp.install()",
        "random.seed(1); time.sleep(0.001); time.time(); os.urandom(8)",
        "attempt('memory', lambda: [bytes(1 << 20) for _ in range(50)])",
        "attempt('look', lambda: os.stat('/'))",
        "os.write(1, json.dumps(found).encode())",
        "os._exit(0)",
    )
    assert (code, found) == (0, {"memory": "done", "look": "PermissionError"})


def test_limits_alone():
    code, found = run(
        "lock.drop_root()",
        "lock.set_limits(CellLimits(memory=512 << 20))",
        "attempt('memory', lambda: bytearray(1 << 30))",
        "attempt('fork', os.fork)",
        "import resource",
        "more = lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))",
        "found['more'] = 'done'",
        "try: more()",
        "except (ValueError, OSError): found['more'] = 'refused'",
        "found['user'] = str(os.getuid() != 0)",
    )
    assert code == 0, found
    assert found == {
        "memory": "MemoryError",
        "fork": "BlockingIOError",
        "more": "refused",
        "user": "True",
    }
