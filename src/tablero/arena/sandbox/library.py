"""What players find in their cells: modules and builtins."""

PURE = [
    "abc",
    "bisect",
    "collections",
    "collections.abc",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "math",
    "numbers",
    "operator",
    "statistics",
    "string",
    "tablero.arena.player",
    "types",
    "typing",
    "__future__",
]
"""What an evaluation may import: modules that compute, and the words of boards."""

LIBRARY = [
    *PURE,
    "array",
    "cmath",
    "contextlib",
    "datetime",
    "decimal",
    "gc",
    "hashlib",
    "inspect",
    "io",
    "json",
    "logging",
    "os",
    "queue",
    "random",
    "re",
    "signal",
    "struct",
    "sys",
    "textwrap",
    "time",
    "timeit",
    "traceback",
    "warnings",
    "weakref",
]
"""What an agent may import; they are in memory before the lock is shut."""

BEHIND_THE_SCENES = ["_strptime", "encodings.ascii", "encodings.idna", "encodings.latin_1"]
"""What the library loads for itself when it is first needed."""

WANTED_IF_INSTALLED = ["numpy", "numpy.fft", "numpy.linalg", "numpy.random"]

NOT_FOR_EVALUATIONS = {
    "breakpoint",
    "compile",
    "copyright",
    "credits",
    "delattr",
    "dir",
    "eval",
    "exec",
    "exit",
    "globals",
    "help",
    "input",
    "license",
    "locals",
    "memoryview",
    "open",
    "quit",
    "setattr",
    "vars",
    "__import__",
}


DANGEROUS = {
    "ctypes",
    "_ctypes",
    "socket",
    "_socket",
    "select",
    "selectors",
    "subprocess",
    "_posixsubprocess",
    "multiprocessing",
    "mmap",
    "resource",
    "fcntl",
    "pty",
    "shutil",
    "tempfile",
    "asyncio",
}
"""Taken from `import`: the naive find nothing to do harm with. The lock does not rely on it."""
