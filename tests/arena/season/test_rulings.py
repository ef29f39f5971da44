"""Verdicts for what happened in a round."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tablero.arena.handin.desk import Desk
from tablero.arena.season.ending import _judge
from tablero.arena.season.rulings import rulings
from tablero.arena.standings.counts import count
from tablero.arena.store.models import Entrant, Kind, Round, Upload
from tablero.arena.store.store import TEACHER, Ruling
from tablero.match.record import Record
from tablero.match.referee import Reason
from tests.arena.courses import MONDAY, course, first_line_check, local, name, open_copy

pytestmark = pytest.mark.plain

ROUND = Round(number=3, day=MONDAY)
ENTRANTS = [
    Entrant(player="01-01-1", alias="Sower & Co.", upload=7, agent=None),
    Entrant(player="reference-1", alias="Alba", upload=None, agent="regular"),
]


def kind_and_rule(detail: str, track: str, reason: Reason = Reason.CRASH):
    """Of a game that Sower has lost."""

    class Listed:
        def __init__(self, id: str) -> None:
            self.id, self.alias, self.reference = id, id, False

    lost = Record(
        "mancala11", "", "01-01-1", "reference-1", [], 2, None, reason, number=1, detail=detail
    )
    counts = count([Listed(each.player) for each in ENTRANTS], [lost])
    uploads = {7: Upload(id=7, pair="01-01", player=1, version=1, track=track)}
    ((ruling, upload),) = rulings(ROUND, ENTRANTS, uploads, counts)
    assert upload.id == 7
    assert ruling.command == "tablero arena again DIR 3 1 'Sower & Co.' Alba"
    return ruling.kind, ruling.rule


@pytest.mark.parametrize(
    ("detail", "track", "kind"),
    [
        ("forbidden: line 6: open('/etc/passwd', 'r', 0)", "agent", Kind.BANNED),
        ("forbidden: ended by SIGSYS: a system call that is not allowed", "agent", Kind.BANNED),
        ("forbidden: line 6: open('diary.txt', 'a', 525377)", "agent", Kind.DISQUALIFIED),
        ("forbidden: line 6: _thread.start_new_thread()", "agent", Kind.DISQUALIFIED),
        ("forbidden: line 6: open('diary.txt', 'a', 525377)", "evaluation", Kind.BANNED),
    ],
)
def test_careless_agents_are_not_banned_in_a_round_either(detail, track, kind):
    assert kind_and_rule(detail, track) == (kind, "forbidden")


@pytest.mark.parametrize(
    ("reason", "rule"),
    [(Reason.CRASH, "crash"), (Reason.ILLEGAL, "illegal move"), (Reason.TIMEOUT, "time")],
)
def test_what_can_be_repaired(reason, rule):
    assert kind_and_rule("raises: forbidden: it only says so", "agent", reason) == (
        Kind.DISQUALIFIED,
        rule,
    )


def test_two_who_end_a_round_at_once_give_each_verdict_once(tmp_path):
    """Also one that somebody has lifted since; and none when it is over."""
    with open_copy(tmp_path) as store:
        desk = Desk(course(), store, first_line_check)
        upload = desk.hand_in(name(1, 1, MONDAY), b"Sower", local(MONDAY, 12)).upload
        found = [(Ruling(Kind.DISQUALIFIED, rule, command=rule), upload) for rule in "ab"]
        begun = store.open_round(MONDAY, "training", local(MONDAY, 20), {}, [])
        with ThreadPoolExecutor(8) as pool:
            for each in [
                pool.submit(_judge, store, begun, found, local(MONDAY, 21)) for _one in range(8)
            ]:
                assert each.result()
        store.lift(store.verdicts()[0].id, local(MONDAY, 22), TEACHER, "our fault")
        assert _judge(store, begun, found, local(MONDAY, 23))
        store.close_round(begun, local(MONDAY, 23), [])
        late = [(Ruling(Kind.DISQUALIFIED, "c", command="c"), upload)]
        assert not _judge(store, begun, late, local(MONDAY, 23))
        assert [each.rule for each in store.verdicts()] == ["a", "b"]
