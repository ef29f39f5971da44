"""What people see in a name, and what they take it for."""

import re
import unicodedata

_NUMBER = re.compile(r"[0-9]+-[0-9]+-[0-9]+|reference-[0-9]+")
"""As course.model numbers players and references."""


def is_seen(sign: str) -> bool:
    """Does a sign take a place of its own? Marks pile up on others, and Korean has letters that
    stand for none."""
    stands = unicodedata.category(sign) not in ("Mn", "Me", "Cf", "Co", "Cn", "Cs")
    return sign.isprintable() and stands and "FILLER" not in unicodedata.name(sign, "")


def folded(name: str) -> str:
    """The same for names that differ by capitals, blanks and ways to write the same letters."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


def is_number(name: str) -> bool:
    """Would people take it for the number of a player, theirs or another's?"""
    return bool(_NUMBER.fullmatch(folded(name)))
