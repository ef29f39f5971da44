"""Two-player board games: rules, evaluations and searches, interpreted or compiled."""

__version__ = "0.1.0"
