"""Numbers as people read them, the same in every language."""


def grouped(number: int) -> str:
    """Thousands set apart: 12 345."""
    return f"{number:,}".replace(",", " ")


def signed(score: int) -> str:
    """+3, -3 or 0."""
    return f"{score:+}" if score else "0"


def percent(share: float | None) -> str:
    """12.5 %; where there is no number, a dash."""
    return "-" if share is None else f"{100 * share:.1f} %"
