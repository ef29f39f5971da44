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

NOTABLE = {
    "open": (2, NONE),
    "openat": (257, 56),
    "openat2": (437, 437),
    "creat": (85, NONE),
    "unlink": (87, NONE),
    "unlinkat": (263, 35),
    "rename": (82, NONE),
    "renameat2": (316, 276),
    "mkdir": (83, NONE),
    "mkdirat": (258, 34),
    "chmod": (90, NONE),
    "fchmodat": (268, 53),
    "truncate": (76, 45),
    "chdir": (80, 49),
    "pipe2": (293, 59),
    "dup": (32, 23),
    "dup2": (33, NONE),
    "dup3": (292, 24),
    "fcntl": (72, 25),
    "sendfile": (40, 71),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "sendto": (44, 206),
    "sendmsg": (46, 211),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "fork": (57, NONE),
    "vfork": (58, NONE),
    "clone": (56, 220),
    "clone3": (435, 435),
    "execve": (59, 221),
    "execveat": (322, 281),
    "wait4": (61, 260),
    "kill": (62, 129),
    "tkill": (200, 130),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "setrlimit": (160, 164),
    "setpriority": (141, 140),
    "sched_setaffinity": (203, 122),
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setsid": (112, 157),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "chroot": (161, 51),
    "seccomp": (317, 277),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "memfd_create": (319, 279),
    "io_uring_setup": (425, 425),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "shmctl": (31, 195),
    "setitimer": (38, 103),
    "alarm": (37, NONE),
    "timer_create": (222, 107),
    "clock_settime": (227, 112),
}
"""Forbidden calls that evidence can name; others are told by their numbers."""
