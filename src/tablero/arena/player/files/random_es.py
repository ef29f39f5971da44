"""El jugador *random* de la casa: cualquier jugada legal."""

import random

ALIAS = "random"


def choose(moves):
    return random.choice(moves)
