"""What a file may not do, and what an evaluation may: the rules as data. docs/arena/player.md
shows the same table."""

import ast
from typing import NamedTuple

from tablero.locale import mark


class Rule(NamedTuple):
    """cheats -- does breaking it show that somebody tried to cheat? Then the pair is banned;
    else the file can be repaired and handed in again."""

    cheats: bool
    about: str


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RULES = {
    "text": Rule(False, mark("the file is UTF-8, Python, of bounded length and depth")),
    "import": Rule(False, mark("an evaluation imports only modules that are allowed")),
    "name": Rule(
        False, mark("an evaluation uses only its own names and builtins that are allowed")
    ),
    "construct": Rule(False, mark("an evaluation is made of constants and plain functions")),
    "state": Rule(False, mark("an evaluation remembers nothing from one position to the next")),
    "underscore": Rule(False, mark("no attribute begins with an underscore")),
    "except": Rule(False, mark("an evaluation catches only errors that it names")),
    "string": Rule(False, mark("no text names one of Python's insides, none is a template")),
    "annotation": Rule(False, mark("annotations are names, not texts or calls")),
    "insides": Rule(True, mark("nobody reaches for Python's insides: frames, classes, scopes")),
    "system": Rule(True, mark("nobody reaches for the operating system, files or the network")),
    "patch": Rule(True, mark("nobody changes a module: the search, the clock, the dice")),
    "board": Rule(True, mark("nobody changes the board that he was given")),
    "disguise": Rule(True, mark("no name is written in letters that turn into others")),
}

AGENT_RULES = ("text", "insides", "system", "patch", "disguise")
"""Those that hold in the agent track too."""

MODULES: dict[str, frozenset[str] | None] = {
    "math": None,
    "itertools": None,
    "functools": frozenset({"reduce"}),
    "typing": frozenset({"Any", "NamedTuple"}),
    "tablero.arena.player": frozenset({"ME", "RIVAL", "Board"}),
    "__future__": frozenset({"annotations"}),
}
"""What an evaluation may import; None: all of it. None of these leads on to another module."""

ERRORS = words(
    "ArithmeticError IndexError KeyError LookupError OverflowError StopIteration TypeError "
    "ValueError ZeroDivisionError"
)
BUILTINS = ERRORS | words(
    "False None True abs all any bool dict divmod enumerate filter float frozenset int "
    "isinstance iter len list map max min next pow range reversed round set slice sorted "
    "str sum tuple zip"
)
"""Names that an evaluation need not define."""

PURE = words("abs bool float frozenset int len max min pow range round str sum tuple all any")
"""Builtins whose answer cannot be changed, if what they are given cannot."""

DANGEROUS_NAMES = {
    **dict.fromkeys(("open", "input", "breakpoint", "exit", "quit", "help"), "system"),
    **dict.fromkeys(("exec", "eval", "compile", "globals", "locals", "vars"), "insides"),
    **dict.fromkeys(("setattr", "delattr", "memoryview"), "insides"),
    **dict.fromkeys(("__import__", "__builtins__", "__loader__", "__spec__"), "insides"),
}
"""Builtins by which one gets out, and the rule that each breaks."""

HARMLESS_DUNDERS = frozenset({"__name__", "__file__", "__doc__"})

SYSTEM_MODULES = words(
    "_ctypes _posixsubprocess _socket asyncio cffi concurrent ctypes fcntl ftplib http mmap "
    "multiprocessing nt os pathlib pickle posix pty requests resource shutil signal smtplib "
    "socket socketserver ssl subprocess tempfile termios threading urllib _thread"
)
INSIDES_MODULES = words(
    "builtins code codeop dis gc imp importlib inspect marshal opcode pdb runpy sysconfig "
    "trace tracemalloc types _frozen_importlib"
)

INSIDES_ATTRIBUTES = words(
    "gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await ag_frame ag_code tb_frame "
    "tb_next tb_lasti f_back f_builtins f_code f_globals f_locals f_trace co_code co_consts "
    "co_names func_globals func_code func_closure mro with_traceback"
)

TEMPLATE_ATTRIBUTES = frozenset({"format", "format_map"})

NODES: tuple[type[ast.AST], ...] = (
    ast.Module,
    ast.FunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.Return,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.For,
    ast.While,
    ast.If,
    ast.Raise,
    ast.Try,
    ast.ExceptHandler,
    ast.Assert,
    ast.Import,
    ast.ImportFrom,
    ast.Global,
    ast.Nonlocal,
    ast.Expr,
    ast.Pass,
    ast.Break,
    ast.Continue,
    ast.BoolOp,
    ast.NamedExpr,
    ast.BinOp,
    ast.UnaryOp,
    ast.IfExp,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.Compare,
    ast.Call,
    ast.FormattedValue,
    ast.JoinedStr,
    ast.Constant,
    ast.Attribute,
    ast.Subscript,
    ast.Starred,
    ast.Name,
    ast.List,
    ast.Tuple,
    ast.Slice,
    ast.arguments,
    ast.arg,
    ast.keyword,
    ast.alias,
    ast.comprehension,
    ast.expr_context,
    ast.boolop,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
)
"""What an evaluation may be made of; whatever Python learns later is not among it."""

WORDS = {
    "AsyncFunctionDef": "async def",
    "AsyncFor": "async for",
    "AsyncWith": "async with",
    "Delete": "del",
    "YieldFrom": "yield from",
    "TryStar": "except*",
    "TypeAlias": "type",
    "AugAssign": "+=",
    "Expr": "an expression",
}
"""What constructs are called; others by the word that they begin with."""


def word_of(node: ast.AST) -> str:
    """What a construct is called."""
    kind = type(node).__name__
    return WORDS.get(kind, kind.lower())


_SYSTEM = (
    "abort _exit chmod chown chroot closerange dup dup2 execl execle execlp execlpe execv execve "
    "execvp execvpe fork forkpty ftruncate kill killpg link memfd_create mkfifo open pidfd_open "
    "pipe pipe2 popen posix_spawn posix_spawnp ptrace putenv remove removedirs rename renames "
    "replace rmdir sched_setaffinity setegid seteuid setgid setns setpgid setpriority setregid "
    "setresgid setresuid setreuid setsid setuid spawnl spawnle spawnlp spawnv spawnve spawnvp "
    "symlink system truncate unlink unshare"
)
ATTACKS = {
    **dict.fromkeys(("os", "posix", "nt"), _SYSTEM),
    "asyncio": "create_subprocess_exec create_subprocess_shell open_connection "
    "open_unix_connection start_server start_unix_server",
    "numpy": "ctypeslib",
    "resource": "prlimit setrlimit",
    "urllib": "request",
    "signal": "pthread_kill raise_signal pidfd_send_signal",
    "sys": "_getframe _current_exceptions _current_frames addaudithook settrace setprofile",
    "gc": "get_objects get_referrers get_referents",
    "inspect": "currentframe stack trace getouterframes",
    "shutil": "rmtree move",
}
"""Functions of otherwise harmless modules that are plainly an attack, in either track."""

ATTACK_MODULES = words(
    "_ctypes _posixsubprocess _socket aiohttp cffi ctypes ftplib http httpx imaplib "
    "multiprocessing nntplib paramiko poplib pty requests smtplib socket socketserver ssl "
    "subprocess telnetlib urllib3 websockets xmlrpc"
)
ATTACK_SUBMODULES = ("numpy.ctypeslib", "urllib.request")
SECRET_PLACES = ("/proc", "/sys", "/etc", "/root", "/home", "/dev", "/var", "..", "~")
OPENERS = words("Path PosixPath open")
SEARCHERS = words("glob iglob listdir scandir walk")
DESCRIPTORS = words("close read write")
"""Functions of os by which one talks to whoever is behind a number, beside the player itself."""

AGENT_INSIDES = (INSIDES_ATTRIBUTES - {"mro", "with_traceback"}) | words(
    "__builtins__ __globals__ __loader__ __subclasses__"
)
INSIDES_NAMES = words("__builtins__ __loader__ __spec__")
