"""A process of many threads that all hand in at once: `python -m tests.arena.store.crowd ADDRESS
NUMBER THREADS`. It begins when it is sent a line."""

import os
import sys
import threading
from pathlib import Path

from tablero.arena.handin.desk import Desk
from tablero.arena.store.database import database_url, open_engine
from tablero.arena.store.store import Store
from tests.arena.courses import MONDAY, alias_check, course, local, name


def main() -> None:
    address, number, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rules = course()
    print("ready", flush=True)
    sys.stdin.readline()
    store = Store(open_engine(database_url(Path(), address)))
    desk = Desk(rules, store, alias_check("Sower"))
    start = threading.Barrier(threads)

    def hand_in(count: int) -> None:
        start.wait()
        data = f"{number} {count}".encode()
        answer = desk.hand_in(name(1, 1, MONDAY), data, local(MONDAY, 12), "page")
        assert answer.kept, answer.message
        os.write(sys.stdout.fileno(), b"kept\n")  # whole, whoever else writes

    crowd = [threading.Thread(target=hand_in, args=[count]) for count in range(threads)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    store.close()


if __name__ == "__main__":
    main()
