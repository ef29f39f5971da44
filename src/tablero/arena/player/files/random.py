"""The shipped player *random*: any legal move."""

import random

ALIAS = "random"


def choose(moves):
    return random.choice(moves)
