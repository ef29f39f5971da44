"""Aliases: what is shown of a player in place of who made it."""

import unicodedata

from tablero.arena.signs import is_seen
from tablero.errors import OptionError
from tablero.locale import _

MOST_SIGNS = 32

LOOKALIKES = str.maketrans(
    "авеёікмнорстухѕјӏԁһԛԝαβεζηικμνορτυχϲ",
    "abeeikmhopctyxsjldhqwabezhikmnoptuxc",
)
"""Small Cyrillic and Greek letters that people take for Latin ones, or whose capitals they do."""


def check_alias(alias: str) -> None:
    """Raise OptionError unless this can be shown in every table and page."""
    printable = all(map(is_seen, alias))
    if not alias or alias != alias.strip() or len(alias) > MOST_SIGNS or not printable:
        message = _("an alias has 1 to {most} printable signs, no space at its ends, not {alias}")
        raise OptionError(message.format(most=MOST_SIGNS, alias=ascii(alias[: 2 * MOST_SIGNS])))


def alias_key(alias: str) -> str:
    """The same for aliases that people would take for the same."""
    folded = unicodedata.normalize("NFKC", alias).casefold().replace(" ", "")
    return folded.translate(LOOKALIKES)
