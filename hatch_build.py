"""Build hook: makes the compiled catalogue (.mo) beside every translation (.po)."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for path in Path(self.root, "src/tablero/locale").glob("*/LC_MESSAGES/tablero.po"):
            with path.open("rb") as source:
                catalogue = read_po(source, locale=path.parts[-3], abort_invalid=True)
            with path.with_suffix(".mo").open("wb") as target:
                write_mo(target, catalogue)
