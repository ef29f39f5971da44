"""Hostile players who want out: files, network, other processes, the kernel."""

from tablero.arena.sandbox.faults import FaultKind
from tablero.arena.sandbox.probes.probe import Probe

SHUT = (FaultKind.FORBIDDEN,)


def _act(name: str, *lines: str) -> Probe:
    body = "\n".join(f"    {line}" for line in lines)
    return Probe(name, f"def act():\n{body}\n", SHUT)


FILES = [
    _act("read a file", "return open(SECRET).read()"),
    _act("write a file", "return open(WRITABLE + '/written', 'w').write('x')"),
    _act("delete a file", "return os.unlink(WRITABLE + '/victim')"),
    _act("list a directory", "return os.listdir(WRITABLE)"),
    _act("open by system call", "return kernel('openat', -100, SECRET.encode(), 0)"),
    _act("read /proc/self/environ", "return open('/proc/self/environ').read()"),
    _act("read /proc/1/environ", "return open('/proc/1/environ').read()"),
    _act("read /proc/self/mem", "return open('/proc/self/mem', 'rb').seek(4096)"),
    _act("make a file in memory", "return os.memfd_create('x')"),
    _act("change the directory", "os.chdir('/')", "return 'done'"),
    Probe(
        "read the environment",
        "def act():\n"
        "    if not os.environ and not os.getenv('HOME'):\n"
        "        raise OSError('it is empty')\n"
        "    return dict(os.environ)\n",
    ),
    Probe(
        "look for files",
        "def act():\n"
        "    if os.path.exists(SECRET) or os.path.exists('/'):\n"
        "        return 'found'\n"
        "    raise OSError('there is nothing')\n",
    ),
    Probe(
        "write to inherited descriptors",
        "def act():\n"
        "    open_ones = []\n"
        "    for number in [0, 1, 2, *range(4, 64)]:\n"
        "        try:\n"
        "            os.write(number, b'x')\n"
        "            open_ones.append(number)\n"
        "        except OSError as error:\n"
        "            last = error\n"
        "    if not open_ones:\n"
        "        raise last\n"
        "    return open_ones\n",
    ),
]

_CONNECT = "s = module('socket')"

NETWORK = [
    _act("inet socket", _CONNECT, "return s.socket(2, 1).connect((b'127.0.0.1', PORT))"),
    _act("datagram", _CONNECT, "return s.socket(2, 2).sendto(b'x', (b'127.0.0.1', PORT))"),
    _act("unix socket", _CONNECT, "return s.socket(1, 1).connect(UNIX)"),
    _act("abstract socket", _CONNECT, "return s.socket(1, 1).connect('\\0' + ABSTRACT)"),
    _act("socket by system call", "return kernel('socket', 2, 1, 0)"),
]

PROCESSES = [
    _act(
        "fork bomb",
        "born = 0",
        "for turn in range(20):",
        "    if os.fork() == 0:",
        "        os._exit(0)",
        "    born += 1",
        "return born",
    ),
    _act("fork by system call", "return kernel('clone', 17, 0, 0, 0, 0) or os._exit(0)"),
    _act("clone3", "return kernel('clone3', None, 0)"),
    Probe(
        "thread bomb",
        "def act():\n"
        "    import _thread, time\n"
        "    for turn in range(20):\n"
        "        _thread.start_new_thread(time.sleep, (0.2,))\n"
        "    return 20\n",
        SHUT,
    ),
    _act("start a program", "os.execv('/bin/sh', ['sh', '-c', f'echo x > {WRITABLE}/written'])"),
    _act(
        "a shell",
        "if os.system(f'echo x > {WRITABLE}/written') != 0:",
        "    raise OSError('no shell')",
        "return 'done'",
    ),
    _act("kill the parent", "os.kill(os.getppid(), 9)", "return 'done'"),
    _act("kill the group", "os.killpg(0, 9)", "return 'done'"),
    _act("signal everybody", "os.kill(-1, 0)", "return 'done'"),
    _act("signal the opponent", "os.kill(OPPONENT, 0)", "return 'done'"),
    _act("kill by system call", "return kernel('kill', OPPONENT, 0)"),
    _act("trace the parent", "return kernel('ptrace', 16, os.getppid(), 0, 0)"),
    _act("trace the opponent", "return kernel('ptrace', 16, OPPONENT, 0, 0)"),
    _act(
        "read the opponent's memory",
        "c = module('ctypes')",
        "class Piece(c.Structure):",
        "    _fields_ = [('base', c.c_void_p), ('size', c.c_size_t)]",
        "room = c.create_string_buffer(8)",
        "here, there = Piece(c.addressof(room), 8), Piece(id(None), 8)",
        "kernel('process_vm_readv', OPPONENT, c.byref(here), 1, c.byref(there), 1, 0)",
        "return room.raw",
    ),
    _act("read /proc/OPPONENT/mem", "return open(f'/proc/{OPPONENT}/mem', 'rb').read(0)"),
    _act("hold the opponent", "return kernel('pidfd_open', OPPONENT, 0)"),
    _act(
        "read the opponent's clock",
        "import time",
        "return time.clock_gettime(~OPPONENT << 3 | 2)",
    ),
    _act(
        "who else is there, by clocks",
        "import time",
        "found = []",
        "for pid in range(1, 1000):",
        "    try:",
        "        found += [pid] * bool(time.clock_getres(~pid << 3 | 2))",
        "    except OSError:",
        "        continue",
        "return found[:20]",
    ),
    _act("be more important", "return os.setpriority(0, 0, -10)"),
    _act("sit on one processor", "return os.sched_setaffinity(0, {0})"),
]

KERNEL = [
    _act(
        "io_uring",
        "return kernel('io_uring_setup', 1, module('ctypes').create_string_buffer(120))",
    ),
    _act("bpf", "return kernel('bpf', 0, module('ctypes').create_string_buffer(64), 64)"),
    _act("userfaultfd", "return kernel('userfaultfd', 1)"),
    _act("keyctl", "return kernel('keyctl', 0, -3, 0, 0, 0)"),
    _act("perf_event_open", "return kernel('perf_event_open', None, 0, -1, -1, 0)"),
    _act("shared memory", "return kernel('shmctl', kernel('shmget', 0, 4096, 0o1777), 0, 0)"),
    _act(
        "a lock that is handed on",
        "return kernel('futex', module('ctypes').create_string_buffer(64), 6, 0, None, None, 0)",
    ),
    _act("namespaces", "return kernel('unshare', 0x10000000)"),
    _act("mount", "return kernel('mount', b'none', b'/tmp', b'tmpfs', 0, None)"),
    _act("become root", "os.setuid(0)", "return os.getuid()"),
    _act(
        "raise the limits",
        "many = module('ctypes').create_string_buffer(b'\\xff' * 16, 16)",
        "return kernel('prlimit64', 0, 9, many, None)",
    ),
    _act(
        "machine code of its own",
        "c = module('ctypes')",
        "libc = c.CDLL(None, use_errno=True)",
        "libc.mmap.restype = c.c_void_p",
        "place = libc.mmap(None, c.c_size_t(4096), 7, 0x22, -1, c.c_long(0))",
        "if place in (None, c.c_void_p(-1).value):",
        "    raise OSError('refused')",
        "return hex(place)",
    ),
]
