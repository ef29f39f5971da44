"""Who meets whom: ways to pair the entrants of a round."""

from tablero.arena.rounds.keys import System
from tablero.arena.rounds.pairing.knockout import Knockout
from tablero.arena.rounds.pairing.plain import Gauntlet, RoundRobin
from tablero.arena.rounds.pairing.swiss import Swiss

__all__ = ["FIXED", "SYSTEMS", "Gauntlet", "Knockout", "RoundRobin", "Swiss", "System"]

SYSTEMS = {"roundrobin": RoundRobin, "swiss": Swiss, "gauntlet": Gauntlet, "knockout": Knockout}
"""By the names that a course calls them."""

FIXED = (RoundRobin, Gauntlet)
"""Those where who meets whom is known from the beginning. In the others it tells who has won."""
