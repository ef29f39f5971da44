"""Experiments of the page: what they tell and leave, and that their command repeats them."""

import asyncio
import json
import shlex
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from tablero.cli import main
from tablero.errors import SearchStopped, TableroError
from tablero.locale import LANGUAGES, speak
from tablero.web import plans
from tablero.web.catalogue import catalogue
from tablero.web.chores.experiment import Experimenting
from tablero.web.chores.studies import CompareStudy, LadderStudy, PruningStudy, RegretStudy
from tablero.web.crew import Crew
from tablero.web.desk import FORGOTTEN, GRACE, GRANTED, Desk
from tablero.web.errands import real_job
from tablero.web.shelf import Shelf
from tests.web.customer import QUICK, Customer

pytestmark = pytest.mark.plain

SMALL = "kalah(pits=3,seeds=2)"
PLANS: dict[str, Any] = {
    "growth": plans.Growth(
        game="tictactoe", searches=["minimax", "alphabeta"], depth=3, positions=0, seconds=30
    ),
    "compare": plans.Compare(
        game="tictactoe",
        searches=["minimax", "alphabeta(depth=1)", "engine(nodes=9)"],
        depth=2,
        positions=4,
        low=1,
        high=3,
    ),
    "pruning": plans.Pruning(
        game="tictactoe", searches=["minimax", "alphabeta"], depth=3, plies=2
    ),
    "ladder": plans.Ladder(
        game="tictactoe", agents=["random", "greedy", "alphabeta(depth=1)"], games=6, plies=2
    ),
    "regret": plans.Regret(
        game=SMALL, agents=["random", "greedy"], positions=5, low=2, high=4, seconds=30
    ),
}
TIMES = ("seconds", "speed")


def experiment(plan) -> list[plans.Experimented]:
    """All that it tells."""
    told: list[plans.Experimented] = []
    chore = Experimenting(plans.Experiment(plan=plan))
    chore.run(told.append)  # type: ignore[arg-type]
    return told


def without_times(rows):
    return [
        {name: cell for name, cell in row.items() if not name.startswith(TIMES)} for row in rows
    ]


@pytest.mark.parametrize("what", PLANS)
def test_the_command_repeats_it(what, capsys, monkeypatch):
    monkeypatch.setenv("LANG", "C")
    last = experiment(PLANS[what])[-1]
    with suppress(SystemExit):
        main([*shlex.split(last.command)[1:], "--json"])
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert last.done == last.total
    tables = last.said["en"].tables
    assert [table.name for table in tables] == [each["table"] for each in printed]
    for table, again in zip(tables, printed, strict=True):
        names = [column.name for column in table.columns]
        rows = [dict(zip(names, row, strict=True)) for row in table.rows]
        assert without_times(rows) == without_times(again["rows"])
        assert table.title == again["title"]
        assert last.csv[table.name].splitlines()[0] == ",".join(names)
        assert last.csv[table.name].endswith(f"# {last.command}\n")


def test_names_are_those_of_the_tables():
    last = experiment(PLANS["compare"])[-1]
    assert last.names == ["minimax(depth=2)", "alphabeta(depth=1)", "engine(nodes=9)"]
    assert [row[0] for row in last.said["en"].tables[0].rows] == last.names


def test_the_first_search_is_told_before_the_second_is_done():
    study = CompareStudy(PLANS["compare"])
    assert (study.tables(), study.done, study.at) == ([], 0, "minimax(depth=2)")
    study.run()
    study.comparison.found[2].pop()
    assert [row[0] for row in study.tables()[0].rows] == study.names[:2]
    assert study.at == "engine(nodes=9)"


def test_a_game_is_told_move_by_move():
    """How long it is, nobody knows before it has been played."""
    study = PruningStudy(PLANS["pruning"])
    assert (study.tables(), study.total, study.done, study.at) == ([], 0, 0, "")
    study.run()
    turns = study.pruning.turns
    assert study.total == study.done == 2 * len(turns)
    for turn in turns[2:]:
        del turn.found[0]
    assert [row["turn"] for row in study.tables()[0].records()] == [1, 2]


def test_a_ladder_is_told_while_it_is_played():
    study = LadderStudy(PLANS["ladder"])
    assert study.tables() == []
    study.run()
    whole = dict(study.ladder.batches)
    del study.ladder.batches[1, 2]
    standings = study.tables()[0].records()
    assert {str(row["agent"]): row["games"] for row in standings} == {
        "random": 12,
        "greedy": 6,
        "alphabeta(depth=1)": 6,
    }
    study.ladder.batches = whole
    assert {row["games"] for row in study.tables()[0].records()} == {12}


def test_a_ladder_of_few_openings_says_so():
    plan = PLANS["ladder"].model_copy(update={"agents": ["random", "greedy"], "plies": 1})
    plan = plan.model_copy(update={"games": 20})
    study = LadderStudy(plan)
    study.run()
    assert study.warnings() == [
        "random – greedy: there are only 9 openings of 1 plies: they come again in turn"
    ]


def test_regret_is_told_of_positions_that_all_have_seen():
    study = RegretStudy(PLANS["regret"])
    assert study.tables() == []
    study.run()
    study.survey.compared_moves[0].pop()
    assert "4 positions" in study.tables()[0].title


def test_stopped_it_tells_nothing_more():
    chore = Experimenting(plans.Experiment(plan=PLANS["growth"]))
    chore.stop()
    with pytest.raises(SearchStopped):
        chore.run(lambda told: None)


def test_a_search_that_is_too_slow_is_named():
    changes = {"seconds": 1e-9, "searches": ["alphabeta", "minimax"]}
    faster = PLANS["growth"].model_copy(update=changes)
    chore = Experimenting(plans.Experiment(plan=faster))
    chore.run(lambda told: None)
    steps = chore.study.growth.results  # type: ignore[attr-defined]
    assert {step.depth for step in steps} == {1}
    steps.append(replace(steps[0], depth=2))
    assert chore.study.warnings() == [
        "minimax was too slow for depth 2: faster machines go deeper"
    ]


def accepts(plan: Any, **changes: Any) -> bool:
    try:
        plans.Experiment.model_validate({"plan": {**plan.model_dump(), **changes}})
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("what", PLANS)
def test_the_catalogue_tells_what_is_accepted(what):
    """No more, and no less."""
    told, plan = catalogue(Shelf()).experiments[what], PLANS[what]
    for name, limits in told.numbers.items():
        assert limits.most is not None
        step = limits.step or 0.01
        right = limits.least, limits.least + step, limits.most
        wrong = (
            limits.least - step,
            limits.most + step,
            *([limits.least + 0.5] * bool(limits.step)),
        )
        assert all(accepts(plan, **{name: value}) for value in right)
        assert not any(accepts(plan, **{name: value}) for value in wrong)
    who = "searches" if hasattr(plan, "searches") else "agents"
    counts = range(told.most + 2)
    fitting = [count for count in counts if accepts(plan, **{who: ["random"] * count})]
    assert fitting == [*range(told.fewest, told.most + 1)]


@pytest.mark.parametrize("what", PLANS)
def test_in_every_language(what):
    """Numbers are the same."""
    said = experiment(PLANS[what])[-1].said
    english, spanish = (said[language] for language in LANGUAGES)
    pairs = list(zip(english.tables, spanish.tables, strict=True))
    assert english.title != spanish.title
    for one, other in pairs:
        assert one.title != other.title
        assert (one.name, len(one.rows)) == (other.name, len(other.rows))
    assert any(one.columns != other.columns for one, other in pairs)


def test_files_are_in_the_language_of_programs():
    speak("es")
    last = experiment(PLANS["compare"])[-1]
    assert last.csv["counts"].startswith("search,differ,plies,nodes")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "../etc/passwd"}, "no game"),
        ({"agents": ["player.py"]}, "no agent"),
        ({"agents": ["alphabeta(eval=/tmp/judge.py)"]}, "looks like a file"),
        ({"agents": ["human"]}, "no agent"),
    ],
)
def test_nothing_leads_to_a_file(changes, reason):
    plan = PLANS["regret"].model_copy(update=changes)
    with pytest.raises(TableroError, match=reason):
        real_job(Shelf(), plans.Experiment(plan=plan))


@pytest.mark.parametrize(
    ("what", "changes", "reason"),
    [
        ("regret", {"low": 4, "high": 2}, "not 4 to 2"),
        ("growth", {"searches": ["alphabeta(depth=3)"]}, "depth is what grows"),
        ("compare", {"searches": ["random"]}, "random is not a search"),
        ("compare", {"positions": 200, "low": 1, "high": 1}, "only 9 different positions"),
        ("ladder", {"agents": ["random", "random"]}, "all different"),
        ("ladder", {"games": 3}, "even number"),
    ],
)
def test_what_cannot_be(what, changes, reason):
    plan = PLANS[what].model_copy(update=changes)
    job = real_job(Shelf(), plans.Experiment(plan=plan))
    with pytest.raises(TableroError, match=reason):
        Experimenting(job)  # type: ignore[arg-type]


LASTING = plans.Experiment(
    plan=plans.Compare(game="connect4", searches=["engine(time=1)"], positions=100, depth=1)
)


def test_one_experiment_at_a_time_and_somebody_free_for_others():
    crew = Crew(2, warm=False)
    try:
        guest = Customer(crew)
        first, second = guest.order(LASTING), guest.order(LASTING)
        guest.wait_until_begun(first)
        assert guest.states(guest.order(QUICK))[-1] == "done"
        assert [order.number for order in crew.waiting] == [second]
        crew.cancel(first)
        assert guest.states(first)[-1] == "cancelled"
        guest.wait_until_begun(second)
        crew.cancel(second)
        assert guest.states(second)[-1] == "cancelled"
    finally:
        crew.close()


def test_a_hidden_tab_keeps_its_experiment():
    async def hide() -> None:
        desk = Desk(Crew(0))
        for job in (LASTING, QUICK):
            desk.post("tab", job)
        sweeper = asyncio.create_task(desk.sweep())
        tab = desk.tab("tab")
        tab.left = time.monotonic() - GRACE - 1
        while len(tab.jobs) > 1:
            await asyncio.sleep(0.1)
        assert list(tab.jobs.values()) == ["experiment"]
        assert [order.granted for order in desk.crew.waiting] == [GRANTED["experiment"]]
        tab.left = time.monotonic() - FORGOTTEN - 1
        while "tab" in desk.tabs:
            await asyncio.sleep(0.1)
        assert not desk.crew.waiting
        sweeper.cancel()

    asyncio.run(asyncio.wait_for(hide(), 60))
