"""Signs that people see."""

import unicodedata


def is_seen(sign: str) -> bool:
    """Does a sign take a place of its own? Marks pile up on others, and Korean has letters that
    stand for none."""
    stands = unicodedata.category(sign) not in ("Mn", "Me", "Cf", "Co", "Cn", "Cs")
    return sign.isprintable() and stands and "FILLER" not in unicodedata.name(sign, "")
