"""Other people's games, players and servers, and ours for them: one ecosystem per file.

Their packages are imported when they are needed, never before.
"""
