"""Messages for the user: warnings about a match, and the reasons why games ended."""

from collections.abc import Iterator

from tablero.locale import _
from tablero.match.batch import Batch
from tablero.match.openings import Opening
from tablero.match.referee import Reason

FEW = 20
"""Pairs of games: a confidence interval from fewer of them is too narrow."""

VARIED = 0.9
"""Smallest share of different games without a warning: some games repeat others by chance."""


def match_warnings(batch: Batch) -> Iterator[str]:
    """Yield warnings about the first forfeit of an agent, few openings, and repeated games."""
    tally, forfeit = batch.tally, batch.tally.first_forfeit
    if forfeit:
        message = _("game {number}, {agent}: {reason}: {detail}")
        agent, reason = batch.plan.terms.agents[forfeit.agent], reason_names()[forfeit.reason]
        values = {"number": forfeit.number, "agent": agent, "reason": reason}
        yield message.format(detail=forfeit.detail, **values).removesuffix(": ")
    openings = len(openings_of(batch))
    if batch.plan.terms.openings.plies and 2 * openings < tally.played:
        message = _("there are only {openings} openings of {plies} plies: they come again in turn")
        yield message.format(openings=openings, plies=batch.plan.terms.openings.plies)
    if tally.different < VARIED * tally.compared:
        message = _(
            "only {different} of {played} games are different: the others prove nothing, unless "
            "the agents are random; --openings plies=N makes more"
        )
        yield message.format(different=tally.different, played=tally.compared)


def interval_warnings(batch: Batch) -> Iterator[str]:
    """Yield warnings about a confidence interval that rests on few pairs."""
    if sum(batch.tally.pairs) < FEW and batch.tally.estimate.score not in (None, 0, 1):
        message = _("fewer than {few} pairs of games: the interval is only a rough guide")
        yield message.format(few=FEW)


def reason_names() -> dict[Reason, str]:
    """Return the names of the reasons why a game ended, in the user's language."""
    return {
        Reason.WON: _("won"),
        Reason.DRAWN: _("drawn"),
        Reason.MOVE_LIMIT: _("move limit"),
        Reason.ILLEGAL: _("illegal move"),
        Reason.TIMEOUT: _("timeout"),
        Reason.CRASH: _("crash"),
        Reason.RESIGNED: _("resigned"),
        Reason.ADJUDICATED: _("adjudicated"),
    }


def openings_of(batch: Batch) -> list[Opening]:
    """Return the different openings of the pairs that were begun."""
    return batch.plan.openings.first((batch.tally.played + 1) // 2)
