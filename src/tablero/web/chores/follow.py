"""The tree of what a player's file looks at."""

import gzip
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

import tablero.games as games
from tablero.errors import OutsideError, SearchStopped
from tablero.lab.tree.calls import Calls
from tablero.lab.tree.tracer import TraceRequest
from tablero.locale import _, spoken
from tablero.position import INFINITY
from tablero.web import jobs
from tablero.web.chores import Tell
from tablero.web.chores.grow import UNCOUNTED
from tablero.web.places import last_position

GRACE = 15.0
"""Seconds to load the file, and to be still when its time is up."""


class Following:
    def __init__(self, job: jobs.Follow) -> None:
        self.job = job
        self.result = b""
        self.game = games.load_untried(job.line.game)
        self.position = last_position(self.game, job.line)
        self.stopped = False
        self.process: subprocess.Popen[str] | None = None

    def stop(self) -> None:
        self.stopped = True
        if self.process is not None:
            end_all(self.process)

    def run(self, tell: Tell) -> None:
        calls = Calls(self._watched(), self.game, self.position)
        told = told_calls(calls)
        self.result = gzip.compress(told.model_dump_json().encode(), 1)
        tell(jobs.Grown(nodes=calls.visited, visited=calls.visited))

    def _watched(self) -> dict[str, Any]:
        """What the spy tells. Raises OutsideError, or SearchStopped."""
        line, seconds = self.job.line, self.job.seconds
        text = self.game.after(line.start, line.moves, self.position)
        request = TraceRequest(self.job.player, line.game, text, self.job.nodes, seconds, spoken())
        command = [sys.executable, "-P", "-m", "tablero.lab.tree.tracer"]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        with process:
            try:
                answer = self._answer(process, json.dumps(request) + "\n")
            finally:
                end_all(process)
        if self.stopped:
            raise SearchStopped(_("the search was stopped after {nodes} nodes").format(nodes=0))
        told = json.loads(answer) if answer else {"problem": _("the player's process has died")}
        if "problem" in told:
            raise OutsideError(told["problem"])
        return dict(told)

    def _answer(self, process: "subprocess.Popen[str]", request: str) -> str:
        self.process = process
        if self.stopped:
            end_all(process)
        try:
            return process.communicate(request, self.job.seconds + GRACE)[0]
        except subprocess.TimeoutExpired:
            message = _("no answer within {seconds:g} seconds")
            raise OutsideError(message.format(seconds=self.job.seconds)) from None


def end_all(process: "subprocess.Popen[str]") -> None:
    """A process in a session of its own, and whatever it has started there."""
    with suppress(ProcessLookupError, PermissionError):  # nobody is left
        os.killpg(process.pid, signal.SIGKILL)


def told_calls(calls: Calls) -> jobs.TreeTold:
    """By columns."""
    difference = calls.difference()
    return jobs.TreeTold.model_construct(
        command="",
        max=calls.positions[0].turn() + 1,
        visited=calls.visited,
        pruned=sum(calls.skipped),
        cached=0,
        inferred=0,
        span=[1 - INFINITY, INFINITY - 1],
        minimax=None,
        differs=None if difference is None else difference.node,
        notes=_notes(calls, difference.sentence if difference else ""),
        **_columns(calls),
    )


def _columns(calls: Calls) -> dict[str, Any]:
    """One entry a node in each."""
    nodes = range(calls.count)
    deepest = max(calls.plies)
    windows = calls.windows if calls.prunes else [(None, None)] * calls.count
    turns = [position.turn() + 1 for position in calls.positions]
    return {
        "parent": calls.parents,
        "move": [calls.name(node) for node in nodes],
        "left": [deepest - ply for ply in calls.plies],
        "turn": turns,
        "again": [node > 0 and turns[node] == turns[calls.parents[node]] for node in nodes],
        "repeated": [False] * calls.count,
        "alpha": [alpha for alpha, _beta in windows],
        "beta": [beta for _alpha, beta in windows],
        "value": [0 if value is None else value for value in calls.values],
        "bound": [calls.bound(node) for node in nodes],
        "node_kind": [calls.kind(node) for node in nodes],
        "best": [_best(calls, node) for node in nodes],
        "size": calls.sizes,
        "skipped": calls.skipped,
        "unseen": [UNCOUNTED if skipped else 0 for skipped in calls.skipped],
    }


def _best(calls: Calls, node: int) -> str:
    """The move whose value it has."""
    value = calls.values[node]
    same = [child for child in calls.children[node] if calls.values[child] == value]
    return calls.name(same[0]) if same and value is not None else ""


def _notes(calls: Calls, difference: str) -> list[str]:
    """What is to be said of the whole."""
    chosen = calls.trace["chosen"]
    notes = []
    if chosen is None:
        notes.append(_("It was stopped: there was no room, or no time, for more."))
    else:
        notes.append(_("It has chosen {move}.").format(move=chosen))
    if calls.count == 1:
        notes.append(_("It has called no function of its own with a position."))
    elif calls.values[0] is None:
        notes.append(_("What its functions give back does not look like values of positions."))
    elif difference:
        notes.append(difference)
    else:
        notes.append(_("As far as can be told, alpha-beta finds the same with these judgements."))
    return notes
