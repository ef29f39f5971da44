"""Every way to fail, with its verdict and its evidence; and those who pass."""

from dataclasses import replace
from pathlib import Path

import pytest

import tablero.games as games
from tablero.agents.plain import Leaves
from tablero.arena.check.findings import QUICK, Kind, Stage
from tablero.arena.check.probes import FINISHED, positions
from tablero.arena.check.terms import PAPER
from tablero.arena.check.timing import POSITIONS, measured_seed
from tablero.arena.player.forms import Track
from tablero.arena.player.templates import TEMPLATES
from tablero.arena.sandbox.faults import is_cheating
from tablero.locale import LANGUAGES
from tablero.position import ONGOING
from tests.arena.check import texts
from tests.arena.check.conftest import SMALL, Checked

pytestmark = pytest.mark.plain

GAME = games.load("mancala11")


@pytest.mark.parametrize("name", ["evaluation", "minimax", "regular", "good"])
def test_templates_are_in(warden, name):
    checked = Checked(TEMPLATES[name].text("en"), warden)
    assert checked.verdict.kind is Kind.IN, checked.verdict.findings
    assert checked.verdict.complete
    assert list(checked.reports) == [str(stage) for stage in Stage if stage != "name"]
    assert all(report.passed for report in checked.reports.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_regular_does_as_well_as_regular(warden, language):
    """In each seat exactly as well: it is the same player."""
    checked = Checked(TEMPLATES["regular"].text(language), warden, replace(SMALL, games=6))
    for seat in checked.reports["entry"].facts.values():
        assert seat["points"] == seat["measure"]


def test_an_alias_that_cannot_be_shown(warden):
    checked = Checked(texts.FAIR.replace("Sower", "<b>"), warden)
    assert checked.told == ("disqualified", "form", 0)
    assert checked.finding.what.startswith("my.py, line 3: '<b>' is no alias")
    assert checked.finding.command == "tablero check my.py"
    assert list(checked.reports) == ["form"]


def test_what_is_no_text_has_no_form(warden):
    assert Checked(b"ALIAS = \xff", warden).told == ("disqualified", "form", 0)


def test_a_track_that_is_not_taken(warden):
    terms = replace(SMALL, tracks=("evaluation",))
    assert "of the track 'agent'" in Checked(texts.ILLEGAL, warden, terms).finding.what


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import time\n\n" + texts.FAIR, ("disqualified", "import", 1)),
        ("import socket\n\n" + texts.FAIR, ("banned", "system", 1)),
        (texts.FAIR + "    board.turn = 1\n", ("banned", "board", 8)),
        (texts.REMEMBERS, ("disqualified", "state", 10)),
    ],
)
def test_forbidden_constructs_are_found_before_anything_runs(warden, text, told):
    checked = Checked(text, warden)
    found = [(str(each.kind), each.rule, each.line) for each in checked.verdict.findings]
    assert told in found
    assert checked.verdict.kind == told[0]
    assert list(checked.reports) == ["form", "rules"]
    assert f"({told[1]}: {told[0]})" in " ".join(checked.reports["rules"].told)


def test_one_that_does_not_load(warden):
    checked = Checked(f"{texts.FAIR}\n\nTOP = max((), default=1 // 0)\n", warden)
    assert checked.verdict.kind is Kind.DISQUALIFIED
    checked = Checked(f"{texts.FAIR}\n\nTOP = 1 // 0\n", warden)
    assert checked.told == ("disqualified", "loads", 10)
    assert checked.finding.what.startswith("ZeroDivisionError: ")  # Pythons differ in the rest


def test_an_error_is_shown_with_board_line_and_command(warden):
    checked = Checked(texts.RAISES, warden)
    number = checked.reports["probes"].facts["probe"]
    assert checked.told == ("disqualified", "error", 7)
    finding = checked.finding
    position = positions(GAME, SMALL.seed, SMALL.probes, finished=False)[number - 1]
    assert GAME.read(finding.position) == position
    assert position.their_store == 0
    assert finding.drawing == GAME.draw(position)
    assert finding.command == f"tablero check my.py --seed 1 --probe {number}"
    again = Checked(texts.RAISES, warden, shown=number)
    assert again.finding == finding


def test_finished_games_are_asked_about(warden):
    checked = Checked(texts.BLUNT_END, warden)
    assert checked.told == ("disqualified", "error", 11)
    assert checked.reports["probes"].facts["probe"] == FINISHED
    assert GAME.read(checked.finding.position).outcome() != ONGOING


def test_one_that_remembers(warden):
    """The rules would tell it; here they are left out, as if it had outwitted them."""
    checked = Checked(texts.REMEMBERS, warden, stages=(Stage.FORM, Stage.PROBES))
    assert checked.told == ("disqualified", "state", 6)
    number = checked.reports["probes"].facts["probe"]
    assert f"asked after {number - 1} others" in checked.finding.what
    assert checked.finding.command.endswith(f"--probe {number}")
    assert checked.finding.position


def test_what_is_no_number(warden):
    checked = Checked(texts.NAN, warden)
    assert checked.told == ("disqualified", "answer", 6)
    assert checked.finding.what.startswith("nan is no number")


def test_one_that_hangs(hasty):
    checked = Checked(texts.HANGS, hasty)
    assert checked.told == ("disqualified", "time", 0)
    assert "0.3 are allowed" in checked.finding.what


def test_one_that_sleeps(waking):
    checked = Checked(texts.SLEEPS, waking)
    assert checked.told == ("disqualified", "time", 0)
    assert checked.finding.what == "no answer within 1 seconds"


def test_one_that_is_slower_than_its_share_and_goes_on(warden):
    """Three thousand times the work of *regular*, at a share that *regular* keeps by far."""
    terms = replace(SMALL, probes=2, games=2, entry="", time_agent="good(depth=2)")
    checked = Checked(texts.TOO_DEEP, warden, terms)
    assert checked.told == ("disqualified", "time", 6)
    facts = checked.reports["time"].facts
    assert facts["share"] > facts["limit"] == 0.5
    assert facts["repeated"]
    assert checked.finding.position
    assert "games" in checked.reports


def test_the_time_of_an_agent_of_ours(warden):
    terms = replace(SMALL, probes=1, games=2, time_agent="negamax(depth=2)", time_share=100.0)
    assert Checked(texts.FAIR, warden, terms).reports["time"].passed


@pytest.mark.parametrize("text", [texts.ILLEGAL, texts.READS])
def test_an_agent_that_does_not_move(warden, text):
    rule = {texts.ILLEGAL: "illegal move", texts.READS: "system"}[text]
    checked = Checked(text, warden)
    assert (checked.verdict.kind, checked.finding.rule) == (Kind.DISQUALIFIED, rule)
    assert checked.finding.line in (4, 5)
    assert checked.finding.position


@pytest.mark.skipif(
    Path("/proc/sys/kernel/randomize_va_space").read_text().strip() == "0",
    reason="memory is the same every time on this system",
)
def test_an_evaluation_has_no_dice(warden):
    """Not even the places in memory, which cells of one nursery have in common."""
    checked = Checked(texts.THROWS_DICE, warden)
    assert checked.told == ("disqualified", "state", 6)
    assert "in a fresh process" in checked.finding.what


def test_nobody_can_be_quick_where_it_is_measured_and_slow_elsewhere(warden):
    """The positions of one version are of no use to the next."""
    seed = measured_seed(texts.TOO_DEEP)
    assert seed == measured_seed(texts.TOO_DEEP) != measured_seed(texts.FAIR)
    leaves = Leaves()
    for position in positions(GAME, seed, POSITIONS, finished=False):
        leaves.expand(position, PAPER.depth)
    known = ", ".join(repr(GAME.write(leaf)) for leaf in leaves.open)
    sly = texts.TOO_DEEP.replace(
        "    total = 0\n", "    total = 0\n    if board.text in KNOWN:\n        return 0\n"
    )
    sly = f"{sly}\n\nKNOWN = frozenset(({known}))\n"
    checked = Checked(sly, warden, stages=(*QUICK, Stage.TIME))
    assert [(each.kind, each.rule) for each in checked.verdict.findings] == [
        (Kind.DISQUALIFIED, "time")
    ]


def test_an_agent_that_starts_a_thread(warden):
    """No version of Python may make an attempt to cheat of it."""
    checked = Checked(texts.THREADS, warden)
    assert checked.told == ("disqualified", "system", 7)
    assert checked.finding.what == "_thread.start_new_thread()"


def test_an_agent_that_spies(warden):
    checked = Checked(texts.SPIES, warden)
    assert checked.told == ("banned", "system", 5)
    assert "/etc/passwd" in checked.finding.what


@pytest.mark.parametrize(
    ("evidence", "careless"),
    [
        ("line 3: open('weights.txt', 'r')", True),
        ("line 3: _thread.start_new_thread()", True),
        ("line 3: open('/etc/passwd')", False),
        ("line 3: open('x/../../y')", False),
        ('line 3: open("/etc/a: open(\'b")', False),
        ("ended by SIGSYS: a system call that is not allowed", False),
        ("line 3: socket.connect()", False),
    ],
)
def test_careless_is_not_cheating(evidence, careless):
    assert is_cheating(evidence, Track.AGENT) != careless
    assert is_cheating(evidence, Track.EVALUATION)


def test_nothing_runs_where_there_are_no_cells():
    checked = Checked(texts.FAIR, None)
    assert checked.verdict.kind is Kind.IN
    assert not checked.verdict.complete
    assert checked.verdict.level == ""
    passed = {stage: report.passed for stage, report in checked.reports.items()}
    assert passed["rules"] is True
    assert {passed[stage] for stage in ("loads", "probes", "time", "games")} == {None}
    assert "no cells" in checked.reports["loads"].told[0]


def test_positions_are_those_of_their_seed():
    several = [positions(GAME, seed, 40, finished=True) for seed in (1, 1, 2)]
    assert several[0] == several[1] != several[2]
    over = [place for place, each in enumerate(several[0], 1) if each.outcome() != ONGOING]
    assert over == [*range(FINISHED, 41, FINISHED)]


def test_the_papers_terms():
    assert (PAPER.depth, PAPER.probes, PAPER.time_share) == (2, 200, 0.5)
    assert (PAPER.entry, PAPER.time_agent) == ("regular", "good(depth=4)")
