"""Where a stranger's code runs: a process that can compute, answer, and nothing else.

warden    outside: starts a nursery, asks cells, reads their clocks, ends them
nursery   warm, inside bubblewrap where that works; forks a cell for each player and match
cell      locks itself, then compiles the player's text and answers
"""
