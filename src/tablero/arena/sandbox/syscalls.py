"""Names and numbers of system calls: those that Python needs to compute and to answer.

Numbers are (x86_64, aarch64); NONE where a machine has no such call.
"""

NONE = -1

ALLOWED = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "munmap": (11, 215),
    "brk": (12, 214),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
    "sched_yield": (24, 124),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, NONE),
    "times": (100, 153),
    "getrusage": (98, 165),
    "getrandom": (318, 278),
    "getpid": (39, 172),
    "gettid": (186, 178),
    "getppid": (110, 173),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "exit": (60, 93),
    "exit_group": (231, 94),
}
"""Memory, own signals, clocks, dice, and the one socket that is open."""

NOT_EXECUTABLE = {"mmap": (9, 222), "mprotect": (10, 226)}
"""Allowed as long as the third argument, the protection, asks for no machine code."""

OF_ALL = {
    "clock_nanosleep": (230, 115),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
}
"""Allowed for the clocks that all processes share, and one's own. Other numbers are the clocks of
other processes: who else is there, and how long does he think?"""

PLAIN_WAITING = {"futex": (202, 98)}
"""Allowed to wait and to wake, as Python's own locks do; whoever inherits and hands on such locks
has found errors in the kernel more than once."""

TO_ITSELF = {"tgkill": (234, 131)}
"""Allowed to end itself by SIGABRT, as C's `abort` does: a crash is to look like one."""

REFUSED = {
    "stat": (4, NONE),
    "fstat": (5, 80),
    "lstat": (6, NONE),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, NONE),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, NONE),
    "readlinkat": (267, 78),
    "getcwd": (79, 17),
    "lseek": (8, 62),
    "ioctl": (16, 29),
    "poll": (7, NONE),
    "ppoll": (271, 73),
    "select": (23, NONE),
    "pselect6": (270, 72),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "getdents64": (217, 61),
    "sched_getaffinity": (204, 123),
    "getpriority": (140, 141),
}
"""Answered with an error and no more: honest libraries look around with them, as `traceback`
does for the lines it prints. They learn nothing."""
