"""A watched folder in a process of its own: `python -m tests.arena.handin.watcher DIR`, with the
course's store in DIR and files in DIR/inbox. It ends when nothing is left."""

import os
import sys
from pathlib import Path

from tablero.arena.handin.desk import Desk
from tablero.arena.handin.folder import Folder
from tablero.arena.store.store import Store
from tests.arena.courses import MONDAY, course, first_line_check, local


def main() -> None:
    place, rules = Path(sys.argv[1]), course()
    with Store.open(place, rules) as store:
        desk = Desk(rules, store, first_line_check)
        watched = Folder(place / "inbox", desk, lambda: local(MONDAY, 12))
        print("begins", flush=True)
        while any(entry.is_file() for entry in os.scandir(place / "inbox")) or any(
            (place / "inbox" / ".taken").iterdir()
        ):
            for _answer in watched.look():
                pass


if __name__ == "__main__":
    main()
