"""Answers that take longer than anybody waits for."""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Later(Generic[T]):
    """Each is found once, by a thread of its own; whoever asks is told what is known by now."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[Any, T] = {}
        self._asked: dict[Any, threading.Thread] = {}

    def ask(self, key: Any, find: Callable[[], T], wait: bool = False) -> T | None:
        """None: it is being looked for, unless somebody waits. Who fails is asked again next
        time."""
        with self._lock:
            if key not in self._found and key not in self._asked:
                looking = threading.Thread(target=self._find, args=(key, find), daemon=True)
                self._asked[key] = looking
                looking.start()
            running = self._asked.get(key)
        if wait and running is not None:
            running.join()
        return self._found.get(key)

    def _find(self, key: Any, find: Callable[[], T]) -> None:
        try:
            self._found[key] = find()
        finally:
            with self._lock:
                del self._asked[key]
