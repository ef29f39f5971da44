"""Tabs and their streams, through a server that listens."""

import os
import signal
import time

import pytest

from tablero.web import crew as crew_module
from tablero.web import desk as desk_module
from tablero.web.jobs import Event
from tablero.web.tabs import REMEMBERED
from tablero.web.tabs import Tab as ServersTab
from tests.web.live import PATIENCE, Tab, line, serving, wait_until

pytestmark = pytest.mark.plain

LONG = {"kind": "analyse", "line": line("connect4(columns=9,rows=5)"), "seconds": 60}
QUICK = {"kind": "choose", "line": line("tictactoe"), "agent": "random"}


def states(events) -> list[str]:
    found = [event["state"] for event in events if event["state"] != "compiling"]
    return [state for number, state in enumerate(found) if found[number - 1 : number] != [state]]


def test_a_job_is_told_from_beginning_to_end(tab):
    events = tab.events(tab.post(**QUICK))
    assert states(events) == ["waiting", "news", "done"]
    assert events[-2]["told"]["move"] in "123456789"


def test_every_kind_of_job(tab):
    game = line("quarry", start="3x2x2")
    grow = {"kind": "grow", "line": game, "search": {"depth": 3}}
    assert tab.ask(kind="analyse", line=game)["exact"]
    assert tab.ask(kind="count", line=game, depth=3)["pruned"] > 0
    assert tab.ask(kind="explain", grow=grow, node=0)["sentences"]
    assert tab.ask(kind="review", line=line("quarry", "x-1", start="3x2x2"))["total"] == 1
    events = tab.events(tab.post(**grow))
    tree = tab.client.get(f"/api/results/{events[-1]['job']}").json()
    assert len(tree["value"]) == 1 + events[-2]["told"]["nodes"]  # the root is not counted
    assert tab.client.get("/api/results/nothing").status_code == 404


def test_problems_are_told_in_the_language_of_the_page(address):
    tab = Tab(address, language="es")
    refused = tab.client.post(
        "/api/jobs", json={"tab": tab.name, "job": {**QUICK, "agent": "nobody"}}
    )
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith("no hay agente")
    number = tab.post(kind="choose", line=line("tictactoe"), agent="minimax(eval=nothing)")
    assert "no hay" in tab.events(number)[-1]["problem"]
    tab.close()


def test_a_job_can_be_cancelled(tab):
    number = tab.post(**LONG)
    assert tab.client.delete(f"/api/jobs/{number}").status_code == 204
    assert tab.events(number)[-1]["state"] == "cancelled"
    assert tab.client.delete(f"/api/jobs/{number}").status_code == 204


def test_a_new_question_replaces_the_old_one(tab):
    first, second = tab.post(**LONG), tab.post(**LONG)
    assert tab.events(first)[-1]["state"] == "cancelled"
    tab.client.delete(f"/api/jobs/{second}")
    assert tab.events(second)[-1]["state"] == "cancelled"


def test_trees_stand_side_by_side(tab):
    grow = {"kind": "grow", "line": line("tictactoe"), "search": {"depth": 2}}
    numbers = [tab.post(**grow) for _number in range(3)]
    for number in numbers:
        assert tab.events(number)[-1]["state"] == "done"


def test_tabs_hear_of_their_own_jobs_only(address):
    one, other = Tab(address), Tab(address)
    numbers = one.post(**QUICK), other.post(**QUICK)
    assert states(one.events(numbers[0]))[-1] == states(other.events(numbers[1]))[-1] == "done"
    assert one.heard.empty()
    assert other.heard.empty()
    one.close()
    other.close()


def test_what_a_hidden_tab_has_missed_it_hears_later(tab):
    tab.events(tab.post(**QUICK))
    last = tab.numbers[-1]
    tab.hide()
    while not tab.heard.empty():
        tab.heard.get()
    number = tab.post(**QUICK)
    tab.listen(since=last)
    assert states(tab.events(number)) == ["waiting", "news", "done"]
    assert all(heard > last for heard in tab.numbers[-3:])
    tab.hide()
    while not tab.heard.empty():
        tab.heard.get()
    with tab.client.stream(
        "GET", "/api/events", params={"tab": tab.name}, headers={"last-event-id": str(last)}
    ) as again:
        assert str(last) not in next(again.iter_text())


def test_a_stream_says_what_is_under_way(address, tab):
    """After what was missed."""
    wait_until(lambda: tab.underway == [[]])
    number = tab.post(**LONG)
    tab.hide()
    tab.listen()
    wait_until(lambda: tab.underway == [[], [number]])
    tab.hide()
    tab.client.delete(f"/api/jobs/{number}")
    wait_until(lambda: not address.server.app.state.desk.tabs[tab.name].jobs)
    while not tab.heard.empty():
        tab.heard.get()
    tab.listen()
    assert tab.events(number)[-1]["state"] == "cancelled"
    wait_until(lambda: tab.underway == [[], [number], []])


def test_a_tab_that_was_forgotten_hears_that_nothing_is_under_way(address, monkeypatch):
    tab = Tab(address)
    tab.post(**LONG)
    tab.hide()
    monkeypatch.setattr(desk_module, "FORGOTTEN", 0.5)
    wait_until(lambda: tab.name not in address.server.app.state.desk.tabs)
    monkeypatch.undo()
    tab.underway.clear()
    tab.listen()
    wait_until(lambda: tab.underway == [[]])
    tab.close()


def test_two_streams_of_one_tab_hear_the_same(address, tab):
    twin = Tab(address)
    twin.hide()
    twin.heard.get()
    twin.name = tab.name
    twin.listen()
    number = tab.post(**QUICK)
    assert states(tab.events(number)) == states(twin.events(number))
    twin.hide()


def test_closing_a_tab_stops_its_search(address):
    tab = Tab(address)
    number = tab.post(**LONG)
    crew = address.crew
    wait_until(lambda: any(each.order and each.order.number == number for each in crew.workers))
    tab.close()
    wait_until(lambda: all(each.order is None for each in crew.workers))
    tab.thread.join(PATIENCE)
    assert not tab.thread.is_alive()


def test_a_tab_that_is_gone_without_a_word(address, monkeypatch):
    monkeypatch.setattr(desk_module, "GRACE", 0.5)
    tab = Tab(address)
    tab.post(**LONG)
    tab.hide()
    wait_until(lambda: all(each.order is None for each in address.crew.workers))
    monkeypatch.setattr(desk_module, "FORGOTTEN", 0.5)
    wait_until(lambda: tab.name not in address.server.app.state.desk.tabs)
    tab.close()


def test_the_page_is_told_of_a_killed_worker(address, tab):
    number = tab.post(**LONG)
    crew = address.crew
    wait_until(lambda: any(each.order and each.order.number == number for each in crew.workers))
    time.sleep(0.2)
    busy = next(each for each in crew.workers if each.order and each.order.number == number)
    os.kill(busy.process.pid, signal.SIGKILL)
    tab.wait_for(number, "again")
    tab.client.delete(f"/api/jobs/{number}")
    assert tab.events(number)[-1]["state"] == "cancelled"


def test_there_is_an_end_to_tabs_and_jobs(monkeypatch):
    monkeypatch.setattr(desk_module, "MOST_TABS", 2)
    monkeypatch.setattr(desk_module, "MOST_JOBS", 1)
    with serving(workers=1) as small:
        tabs = [Tab(small), Tab(small)]
        params = {"tab": "one-more-tab-than-allowed"}
        assert tabs[0].client.get("/api/events", params=params).status_code == 429
        tabs[0].post(**LONG)
        body = {"tab": tabs[0].name, "job": QUICK}
        assert tabs[0].client.post("/api/jobs", json=body).status_code == 429
        tabs[1].hide()
        wait_until(lambda: not small.server.app.state.desk.tabs[tabs[1].name].streams)
        third = Tab(small)
        assert tabs[1].name not in small.server.app.state.desk.tabs
        for each in (tabs[0], third):
            each.hide()
        for each in (*tabs, third):
            each.client.close()


def test_nothing_is_said_of_a_job_that_was_refused(monkeypatch):
    """Else somebody would wait for its end."""
    monkeypatch.setattr(crew_module, "MOST_WAITING", 0)
    with serving(workers=0) as full:
        tab = Tab(full)
        body = {"tab": tab.name, "job": QUICK}
        assert tab.client.post("/api/jobs", json=body).status_code == 429
        known = full.server.app.state.desk.tabs[tab.name]
        assert (known.jobs, known.events) == ({}, {})
        tab.close()


@pytest.fixture
def event_loop_tab():
    return ServersTab(iter(range(1, 10**6)))


def test_only_the_latest_news_are_kept(event_loop_tab):
    for number in range(1000):
        event_loop_tab.add(Event(job="a", state="news", problem=str(number)))
    event_loop_tab.add(Event(job="a", state="done"))
    kept = list(event_loop_tab.events.values())
    assert [(number, event.state) for number, event in kept] == [(1000, "news"), (1001, "done")]
    for number in range(1000):
        event_loop_tab.add(Event(job=str(number), state="done"))
    assert len(event_loop_tab.events) == REMEMBERED
