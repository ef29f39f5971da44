"""Aliases: what is shown of a player in place of who made it."""

import unicodedata

from tablero.errors import OptionError
from tablero.locale import _

MOST_SIGNS = 32


def check_alias(alias: str) -> None:
    """Raise OptionError unless this can be shown in every table and page."""
    printable = all(sign.isprintable() and not _joins(sign) for sign in alias)
    if not alias or alias != alias.strip() or len(alias) > MOST_SIGNS or not printable:
        message = _("an alias has 1 to {most} printable signs, no space at its ends, not {alias}")
        raise OptionError(message.format(most=MOST_SIGNS, alias=ascii(alias[: 2 * MOST_SIGNS])))


def alias_key(alias: str) -> str:
    """The same for aliases that people would take for the same."""
    return unicodedata.normalize("NFKC", alias).casefold().replace(" ", "")


def _joins(sign: str) -> bool:
    """Marks that pile up on other signs, and those that are not seen."""
    return unicodedata.category(sign) in ("Mn", "Me", "Cf", "Co", "Cn", "Cs")
