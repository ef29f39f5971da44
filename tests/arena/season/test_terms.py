"""What a round keeps of its players' files."""

import codecs

import pytest

from tablero.arena.course.model import Reference
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import USUAL
from tablero.arena.season.seats import InCell
from tablero.arena.season.terms import read_entrants, reference_terms
from tablero.arena.store.models import Entrant, Round, Upload
from tablero.errors import OutsideError
from tests.arena.season import players

pytestmark = pytest.mark.plain

TEXT = players.usual("Sower")
LIMITS = {"cpu": USUAL.cpu, "wall": USUAL.wall, "memory": USUAL.memory}


def test_the_mark_that_some_editors_begin_a_file_with_is_no_part_of_it(tmp_path):
    """The check does not mind it; so a round must not either."""
    marked = codecs.BOM_UTF8 + TEXT.encode()
    (tmp_path / "mine.py").write_bytes(marked)
    mine = reference_terms(tmp_path, Reference("Mine", file="mine.py"))
    assert mine == {"text": TEXT, "track": "evaluation"}
    terms = {
        "depth": 2,
        "limits": LIMITS,
        "order": ["01-01-1", "reference-1"],
        "references": {"reference-1": mine},
    }
    entered = [
        Entrant(player="01-01-1", alias="Sower", upload=7, agent=None),
        Entrant(player="reference-1", alias="Mine", upload=None, agent="mine.py"),
    ]
    upload = Upload(id=7, data=marked, track="evaluation")
    found = read_entrants(Round(terms=terms), entered, {7: upload}, Level.FULL)
    assert [each.seat for each in found] == [InCell(TEXT, Track.EVALUATION, 2, Level.FULL)] * 2


def test_a_reference_that_cannot_be_read(tmp_path):
    (tmp_path / "mine.py").write_bytes(b"ALIAS = '\xff'")
    for file, reason in (("mine.py", "line 1: the file must be UTF-8"), ("no.py", "no such file")):
        with pytest.raises(OutsideError, match=reason):
            reference_terms(tmp_path, Reference("Mine", file=file))
