"""The part of easyAI that its game files need, where easyAI itself cannot be imported.

The rules are in the file; from easyAI it needs a base class, and names that it refers to.
"""

from copy import deepcopy
from typing import Any

from tablero.errors import OptionError
from tablero.locale import _


class TwoPlayerGame:
    """A game whose players, 1 and 2, move in turn; `current_player` is the one to move."""

    players: Any
    current_player: int

    @property
    def opponent_index(self) -> int:
        return 3 - self.current_player

    @property
    def player(self) -> Any:
        return self.players[self.current_player - 1]

    @property
    def opponent(self) -> Any:
        return self.players[self.opponent_index - 1]

    def switch_player(self) -> None:
        self.current_player = self.opponent_index

    def copy(self) -> Any:
        return deepcopy(self)

    def play(self, *_arguments: Any, **_options: Any) -> list[Any]:
        """Return an empty list: here the commands of the package play games."""
        return []


class Human_Player:
    """A player; a game may store data in its attributes."""

    def __init__(self, name: str = "Human") -> None:
        self.name = name


class AI_Player(Human_Player):
    """A player with a search, which is not called here."""

    def __init__(self, AI_algo: Any, name: str = "AI") -> None:
        super().__init__(name)
        self.AI_algo = AI_algo


class UnavailableSearch:
    """A placeholder for a search of easyAI; calling it raises OptionError."""

    def __init__(self, *_arguments: Any, **_options: Any) -> None:
        pass

    def __call__(self, *_arguments: Any, **_options: Any) -> Any:
        message = _("easyAI cannot be imported: its searches are missing, Tablero's agents work")
        raise OptionError(message)


class Negamax(UnavailableSearch):
    pass


class NonRecursiveNegamax(UnavailableSearch):
    pass


class SSS(UnavailableSearch):
    pass


class DUAL(UnavailableSearch):
    pass


class TranspositionTable(UnavailableSearch):
    pass


TT = DictTranspositionTable = HashTranspositionTable = TranspositionTable
solve_with_iterative_deepening = solve_with_depth_first_search = id_solve = df_solve = (
    UnavailableSearch()
)
mtd = UnavailableSearch()
