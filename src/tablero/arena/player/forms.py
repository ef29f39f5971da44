"""The two tracks of a tournament."""

from enum import StrEnum


class Track(StrEnum):
    """EVALUATION -- positions in, numbers out; the search is ours
    AGENT      -- a position in, a move out
    """

    EVALUATION = "evaluation"
    AGENT = "agent"
