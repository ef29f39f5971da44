"""Aliases: what is shown of a player in place of who made it."""

from tablero.arena.signs import folded, is_number, is_seen
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
    if alias.startswith("-"):
        message = _("the alias {alias!r} reads like an option of a command; choose another one")
        raise OptionError(message.format(alias=alias))
    if is_number(alias):
        message = _("the alias {alias!r} reads like the number of a player; choose another one")
        raise OptionError(message.format(alias=alias))


def alias_key(alias: str) -> str:
    """The same for aliases that people would take for the same."""
    return folded(alias).translate(LOOKALIKES)
