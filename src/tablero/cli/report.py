"""The results of a match, as JSON and as a table."""

import math
from typing import Any

import click

from tablero.cli.common import print_table
from tablero.locale import _
from tablero.match.batch import Batch
from tablero.match.elo import SURE
from tablero.match.messages import reason_names
from tablero.match.referee import Reason
from tablero.match.result import MatchResult
from tablero.numbers import grouped, percent


def match_record(batch: Batch, seconds: float) -> dict[str, Any]:
    """Return the JSON record of a match, from the side of the agent named first.

    Infinite or unknown values are null.
    """
    result = vars(MatchResult.of(batch, seconds))
    record = {name: value for name, value in result.items() if name != "warnings"}
    return record | ({"sprt": _test_record(batch)} if batch.sprt else {})


def _test_record(batch: Batch) -> dict[str, Any]:
    assert batch.sprt
    return vars(batch.sprt) | {
        "llr": batch.sprt.llr(batch.tally.pairs),
        "lower": batch.sprt.lower,
        "upper": batch.sprt.upper,
        "accepted": batch.accepted,
    }


def print_match(batch: Batch, seconds: float) -> None:
    """Print the results of a match as a table. Of the reasons, show those of games that did not
    end by the rules."""
    terms = batch.plan.terms
    heading = _("{game}: {first} against {second}, seed {seed}")
    first, second = terms.agents
    click.echo(heading.format(game=terms.game, first=first, second=second, seed=terms.seed) + "\n")
    faults = [
        (f"{terms.agents[agent]}: {reason_names()[reason]}", grouped(number))
        for (agent, reason), number in sorted(batch.tally.forfeits.items())
    ]
    others = [
        (reason_names()[reason], grouped(number))
        for reason, number in batch.tally.reasons.items()
        if reason in (Reason.MOVE_LIMIT, Reason.ADJUDICATED)
    ]
    print_table([*_counts(batch), *faults, *others, (_("seconds"), f"{seconds:.3f}")])
    if batch.sprt:
        click.echo("\n" + _verdict(batch))


def _counts(batch: Batch) -> list[tuple[str, str]]:
    lost, drawn, won = batch.tally.games
    found = batch.tally.estimate
    interval = _("{low} to {high}").format(low=_elo(found.low), high=_elo(found.high))
    return [
        (_("games"), grouped(batch.tally.played)),
        (_("won"), grouped(won)),
        (_("drawn"), grouped(drawn)),
        (_("lost"), grouped(lost)),
        *_by_side(batch),
        (_("score"), percent(found.score)),
        (_("Elo"), _elo(found.elo)),
        (_("{percent:.0f} % confidence interval").format(percent=100 * SURE), interval),
        (_("likelihood of superiority"), percent(found.los)),
        (_("pairs of 0, ½, 1, 1½, 2 points"), " ".join(map(str, batch.tally.pairs))),
    ]


def _by_side(batch: Batch) -> list[tuple[str, str]]:
    """Return wins, draws and losses of the games that the agent began, and of the others."""
    labels = _("won drawn lost, playing first"), _("won drawn lost, playing second")
    counts = (" ".join(map(grouped, reversed(games))) for games in batch.tally.by_side)
    return [*zip(labels, counts, strict=True)]


def _elo(number: float) -> str:
    return f"{number:+.1f}" if math.isfinite(number) else "+∞" if number > 0 else "-∞"


def _verdict(batch: Batch) -> str:
    assert batch.sprt
    verdicts = {
        "H0": _("H0 accepted: a difference of {elo0:g} Elo fits better than {elo1:g}"),
        "H1": _("H1 accepted: a difference of {elo1:g} Elo fits better than {elo0:g}"),
        None: _("no verdict yet between {elo0:g} and {elo1:g} Elo"),
    }
    where = _("; log-likelihood ratio {llr:.2f} of {lower:.2f} to {upper:.2f}")
    return (verdicts[batch.accepted] + where).format(**_test_record(batch))
