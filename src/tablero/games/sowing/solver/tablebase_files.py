"""Endgame tablebases on disk, so that they are computed once.

    NAME.values  one byte per configuration, by its number
    NAME.json    the game, and a checksum for every complete layer

A layer is written first and entered in the index after, so an interrupted computation
leaves a valid tablebase of the layers in the index, and resumes from there.
"""

import json
import os
import zlib
from pathlib import Path
from threading import get_ident
from typing import Any

from platformdirs import user_data_path

from tablero.errors import DamagedTable
from tablero.games.sowing.solver.configurations import configurations_up_to
from tablero.locale import _

FORMAT = 1
TOO_MUCH = RecursionError, OverflowError
"""Exceptions that an index with too deep nesting, or too large a number, causes."""


class TablebaseFiles:
    """The files of one tablebase."""

    def __init__(self, name: str, pits: int, folder: Path | None = None) -> None:
        self.pits = pits
        self.title = {"format": FORMAT, "table": name}
        folder = folder or user_data_path("tablero") / "endgame"
        self.values_path, self.index_path = folder / f"{name}.values", folder / f"{name}.json"
        self.checksums: list[int] = []

    def read(self, values: Any) -> int:
        """Fill `values` with the layers on disk, and return their number.

        Raise DamagedTable if the checksum of a layer is wrong.
        """
        indexed = self._indexed()
        self.checksums = []
        if not indexed:
            return 0
        with self.values_path.open("rb") as file:
            for seeds, checksum in enumerate(indexed):
                start, stop = self.place(seeds)
                if stop > len(values):
                    break
                layer = values[start:stop]
                file.readinto(layer.data)
                if zlib.crc32(layer.data) != checksum:
                    raise self._damaged()
                self.checksums.append(checksum)
        return len(self.checksums)

    def write(self, values: Any, seeds: int) -> None:
        """Save the layer of `seeds` seeds; all layers of fewer seeds must be saved already.

        A layer that is on disk already stays: another process may compute the same tablebase.
        """
        assert len(self.checksums) == seeds
        start, stop = self.place(seeds)
        layer = values[start:stop].data
        self.checksums.append(zlib.crc32(layer))
        if len(self._indexed()) > seeds:
            return
        self.values_path.parent.mkdir(parents=True, exist_ok=True)
        self.values_path.touch()
        with self.values_path.open("r+b") as file:
            file.seek(start)
            file.write(layer)
            file.flush()
            os.fsync(file.fileno())
        index = json.dumps({**self.title, "checksums": self.checksums})
        draft = self.index_path.with_suffix(f".{os.getpid()}-{get_ident()}.draft")
        draft.write_text(index)
        draft.replace(self.index_path)

    def place(self, seeds: int) -> tuple[int, int]:
        """Return the first number of the layer of `seeds` seeds, and the number after its last."""
        start = configurations_up_to(self.pits, seeds - 1) if seeds else 0
        return start, configurations_up_to(self.pits, seeds)

    def _indexed(self) -> list[int]:
        """Return the checksums in the index. Raise DamagedTable if the files are invalid."""
        if not self.index_path.exists():
            return []
        try:
            index = json.loads(self.index_path.read_text())
            checksums = [int(number) for number in index.pop("checksums")]
        except (ValueError, LookupError, TypeError, AttributeError, *TOO_MUCH) as error:
            raise self._damaged() from error
        if index != self.title or not self.values_path.exists():
            raise self._damaged()
        return checksums

    def _damaged(self) -> DamagedTable:
        message = _("{values} or {index} is damaged; delete both, and they are computed again")
        return DamagedTable(message.format(values=self.values_path, index=self.index_path.name))
