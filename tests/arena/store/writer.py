"""Writes games of a round, and tells each one that is written: `python -m
tests.arena.store.writer ADDRESS`. Until it is killed."""

import sys
from itertools import count
from pathlib import Path

from tablero.arena.rounds.keys import GameKey
from tablero.arena.store.database import database_url, open_engine
from tablero.arena.store.journal import StoreJournal
from tablero.arena.store.store import Store
from tests.arena.store.test_store import record


def main() -> None:
    store = Store(open_engine(database_url(Path(), sys.argv[1])))
    journal = StoreJournal(store, store.round(1))
    known = journal.known()
    for opening in count(1):
        key = GameKey("a", "b", opening)
        if key not in known:
            journal.write(key, record(opening % 3, number=opening))
            print(opening, flush=True)


if __name__ == "__main__":
    main()
