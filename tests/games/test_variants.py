"""Classes by options: made again after they were forgotten, for memory is not for ever."""

import gc
import pickle
import weakref

import pytest

from tablero.games.connect4 import rules as connect4
from tablero.games.variants import KEPT

pytestmark = pytest.mark.plain


def test_the_same_options_have_the_same_class():
    assert connect4.position_class(5, 4, 3) is connect4.position_class(5, 4, 3)
    assert connect4.position_class(5, 4, 3) is not connect4.position_class(5, 4, 4)


def test_a_class_is_found_by_its_name():
    cls = connect4.position_class(5, 4, 3)
    assert getattr(connect4, cls.__name__) is cls
    assert type(pickle.loads(pickle.dumps(cls(0, 0, 0)))) is cls


def test_what_nobody_asks_for_is_forgotten():
    made = weakref.ref(connect4.position_class(5, 4, 3))
    kept = connect4.position_class(7, 6, 4)
    written = pickle.dumps(connect4.position_class(5, 4, 3)(0, 0, 0))
    for number in range(KEPT):
        connect4.position_class(1, 1 + number % 60, 1000 + number)
        connect4.position_class(7, 6, 4)
    gc.collect()
    assert made() is None
    assert connect4.position_class(7, 6, 4) is kept
    assert pickle.loads(written) == (0, 0, 0)
