"""Adapters for other frameworks' games, players and servers, and ours for them: one file each.

Their packages are imported only when they are needed.
"""
