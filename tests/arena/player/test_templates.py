"""Shipped players and templates: they pass our own checks, play, and are what they say."""

import ast
from importlib.resources import files
from pathlib import Path

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.agents.plain import PlainSearch
from tablero.arena.player.forms import Track, read_form
from tablero.arena.player.offences import offences
from tablero.arena.player.templates import FOLDER, TEMPLATES, template
from tablero.errors import UnknownName
from tablero.games import evaluations
from tablero.games.student.functions import PlainEvaluation, evaluate, final_score, find_evaluation
from tablero.locale import LANGUAGES
from tablero.match.referee import Reason
from tablero.position import ONGOING
from tests.agents.programs import play, seated
from tests.games.setups import Setup
from tests.search.cases import random_positions

pytestmark = pytest.mark.plain

SHIPPED = ("regular", "good")


def evaluation_in(name: str, game) -> PlainEvaluation:
    """The evaluation of a shipped file."""
    names: dict[str, object] = {"__name__": name}
    exec(compile(template(name).text("en"), name, "exec"), names)
    evaluation = find_evaluation(names, game)
    assert evaluation is not None
    return evaluation


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TEMPLATES)
def test_they_pass_our_own_checks(name, language):
    text = TEMPLATES[name].text(language)
    form = read_form(text, f"{name}.py")
    assert form.track == TEMPLATES[name].track
    assert offences(text, form.track) == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_both_languages_are_the_same_player(name):
    def bones(language: str) -> str:
        """The tree without its documentation."""
        tree = ast.parse(TEMPLATES[name].text(language))
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value.value = ""
        return ast.dump(tree)

    assert bones("en") == bones("es")
    assert TEMPLATES[name].text("en") != TEMPLATES[name].text("es")


def test_every_file_is_a_template():
    names = [path.name for path in files(FOLDER).iterdir()]
    found = {name.removesuffix(".py") for name in names if name.endswith(".py")} - {"__init__"}
    assert found == {each + end for each in TEMPLATES for end in ("", "_es")}


def test_an_unknown_one_is_told():
    with pytest.raises(UnknownName, match="no template named 'bad'; known: evaluation, greedy"):
        template("bad")


@pytest.mark.parametrize("name", TEMPLATES)
def test_they_play(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TEMPLATES[name].text("es"), encoding="utf-8")
    with seated("mine.py", "mancala11") as player:
        played = play(player, game="mancala11")
        again = play(player, game="mancala11")
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail
    assert again.moves == played.moves


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_files_are_the_shipped_agents(name):
    """Move, score and line, near the end of games too."""
    game = games.load("mancala11")
    evaluation, agent = evaluation_in(name, game), agents.load(name).seat(game, 0)
    for position in random_positions(game.start, 40, 5, 60):
        found, choice = PlainSearch(evaluation).run(position, 2), agent.choose(position, NO_LIMITS)
        assert (found.move, found.score) == (choice.move, choice.score), game.write(position)
        assert found.line == choice.trace[0].line


@pytest.mark.parametrize("options", ["", "(passes=true)", "(sow_rival_store=false,limit=30)"])
@pytest.mark.parametrize("name", SHIPPED)
def test_they_think_what_our_evaluations_think(name, options):
    game = games.load(f"mancala11{options}")
    plain, evaluation = evaluation_in(name, game), evaluations.load(name, game)
    over = 0
    for seed in range(5):
        for position in Setup(f"mancala11{options}").whole_game(bytes(range(seed, 200, 7))):
            outcome = position.outcome()
            if outcome == ONGOING:
                assert evaluate(plain, position) == evaluation.value(position)
            else:
                over += 1
                assert final_score(plain, position, outcome) == evaluation.final(outcome)
    assert over == 5


def test_random_is_an_agent():
    assert TEMPLATES["random"].track == Track.AGENT
    assert [each.name for each in TEMPLATES.values() if each.shipped] == ["random", *SHIPPED]
