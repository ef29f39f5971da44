"""Formats of numbers, the same in every language."""


def grouped(number: int) -> str:
    """Return the number with a space between thousands: 12 345."""
    return f"{number:,}".replace(",", " ")


def signed(score: int) -> str:
    """Return the score with its sign: +3, -3 or 0."""
    return f"{score:+}" if score else "0"


def percent(share: float | None) -> str:
    """Return the share as a percentage: 12.5 %; a dash for None."""
    return "-" if share is None else f"{100 * share:.1f} %"
