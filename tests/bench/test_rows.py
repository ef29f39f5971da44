"""What rows say: ratios, verdicts, quartiles, records."""

import json
from dataclasses import replace

import pytest

from bench.rows import (
    NODES_PER_SECOND,
    SCORES,
    SECONDS,
    Quartiles,
    Row,
    Spread,
    must_agree,
    quartiles,
)
from tablero.errors import Disagreement

pytestmark = pytest.mark.plain

ROW = Row("perft, depth {depth}", 2.0, "wanted", 6.0, SECONDS, 3, {"depth": 5})


def test_ratio_is_how_many_times_better_ours_is():
    assert ROW.ratio == 3
    assert replace(ROW, unit=NODES_PER_SECOND).ratio == pytest.approx(1 / 3)
    assert replace(ROW, unit=SCORES, ours=580, other=580).ratio == 1


def test_verdict():
    verdicts = [replace(ROW, target=target).verdict for target in (3, 3.1, None)]
    assert verdicts == ["met", "missed", ""]


def test_a_record_is_json_with_its_texts_filled_in():
    record = json.loads(json.dumps(ROW.record()))
    assert record["measure"] == "perft, depth 5"
    assert (record["ours"], record["other"], record["ratio"]) == (2, 6, 3)
    assert record["details"] == {"depth": 5}


def test_quartiles_of_a_sample():
    assert quartiles([9, 1, 3, 5, 7]) == Quartiles(1, 3, 5, 7, 9)
    assert quartiles([1, 2]) == Quartiles(1, 1.25, 1.5, 1.75, 2)


def test_the_record_of_a_spread_names_its_figures():
    spread = Spread("connect4", "stones", 8, 2, quartiles([1, 3]), quartiles([0.5, 0.5]))
    record = json.loads(json.dumps(spread.record()))
    assert record["nodes"] == {"least": 1, "lower": 1.5, "median": 2, "upper": 2.5, "most": 3}
    assert record["value"] == 8


def test_who_disagrees_is_told():
    must_agree("score", 3, 3)
    with pytest.raises(Disagreement, match="connect4 44: 3 by us, -2 by the other"):
        must_agree("connect4 44", 3, -2)
