"""The student's page says what the code says."""

import re

import pytest

from tablero.arena.player import rules
from tablero.arena.player.forms import LONGEST_ALIAS, Track, read_form
from tablero.arena.player.offences import offences
from tablero.arena.player.reading import DEEPEST, LONGEST
from tablero.arena.player.templates import TEMPLATES
from tablero.games.connect4.student import Connect4Board
from tablero.games.sowing.student import SowingBoard, SowingScratch
from tablero.games.student.board import Board, Scratch
from tablero.position import WIN
from tests.docs.pages import ROOT, File, steps

pytestmark = pytest.mark.plain

PATH = ROOT / "docs/arena/player.md"
PAGE = PATH.read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The cells of the table whose first column has this heading."""
    lines = PAGE[PAGE.index(f"| {heading} |") :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_rules_are_those_of_the_check():
    written = [
        (name.strip("*`"), name.startswith("**"), about, track)
        for name, about, track in table("rule")
    ]
    assert written == [
        (name, rule.cheats, rule.about, "both" if name in rules.AGENT_RULES else "evaluation")
        for name, rule in rules.RULES.items()
    ]


@pytest.mark.parametrize(
    ("heading", "cls", "base"),
    [
        ("every game", Board, object),
        ("Mancala11 and Kalah", SowingBoard, Board),
        ("Connect-4", Connect4Board, Board),
    ],
)
def test_all_that_can_be_asked_is_told(heading, cls, base):
    told = {name for row in table(heading) for name in re.findall(r"`(\w+)", row[0])}
    public = {name for name in dir(cls) if not name.startswith("_")}
    assert told == public - {*dir(base)}


def test_a_scratch_board_can_do_what_is_told():
    more = {name for name in dir(SowingScratch) if not name.startswith("_")} - {*dir(SowingBoard)}
    assert more == {"play", "reset", "put", "put_store", "fill"}
    told = {name for row in table("scratch board") for name in re.findall(r"`(\w+)", row[0])}
    assert told == more
    assert {name for name in vars(Scratch) if not name.startswith("_")} == {"play", "reset"}


def test_lists_and_numbers_are_told():
    part = PAGE[PAGE.index("- **Length**") : PAGE.index("## The agent track")]
    length, modules, builtins, *_rest = part.split("\n- ")
    assert re.findall(r"\d+", length) == [str(LONGEST), str(DEEPEST)]
    named = {name for names in rules.MODULES.values() for name in names or ()} | {*rules.MODULES}
    assert {*re.findall(r"`([\w.]+)`", modules.partition("Not `random`")[0])} == named
    assert {*re.findall(r"`(\w+)`", builtins)} - {"print"} == rules.BUILTINS
    assert f"1 to {LONGEST_ALIAS} letters" in PAGE
    assert f"Beyond ±{WIN - 1}" in PAGE


def test_the_templates_are_told():
    assert table("kind") == [
        [f"`{each.name}`", str(each.track), each.about] for each in TEMPLATES.values()
    ]


def test_the_files_of_the_page_could_be_handed_in():
    files = [step for step in steps(PATH) if isinstance(step, File)]
    assert len(files) >= 3
    for file in files:
        form = read_form(file.text, file.name)
        assert form.track == Track.EVALUATION
        assert form.finished == (file.name == "brave.py")
        assert offences(file.text, form.track) == []
