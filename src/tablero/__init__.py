"""Two-player board games: rules, evaluations and searches, one text at two speeds."""

__version__ = "0.1.0"
