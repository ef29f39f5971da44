"""Games of the round under way, to be watched. A game takes a fraction of a second: those that
have just ended are read from the journal, and the page plays them move by move. The round has no
part in it."""

from sqlalchemy import select

import tablero.games as games
from tablero.arena.course.model import Course, Live
from tablero.arena.store.journal import record_of
from tablero.arena.store.models import Game, Round, State
from tablero.arena.store.store import Store
from tablero.web.arena import models

WATCHED = 8
"""Games that are told at a time."""


def may_be_watched(course: Course, round: Round) -> bool:
    """May everybody see its games? Whoever sees how a game ends knows its result."""
    shown = course.rounds.live
    return shown is Live.ALL or (shown is Live.TRAINING and round.phase == Live.TRAINING)


def live_games(store: Store, round: Round) -> list[models.LiveGame]:
    """The last that have been played, the latest first; none when the round is over."""
    if round.state != State.PLAYING:
        return []
    aliases = {each.player: each.alias for each in store.entrants(round)}
    with store.read() as session:
        mine = select(Game).where(Game.round == round.id)
        rows = [*session.scalars(mine.order_by(Game.id.desc()).limit(WATCHED))]
    return [_told(row, aliases) for row in rows]


def _told(row: Game, aliases: dict[str, str]) -> models.LiveGame:
    record = record_of(row)
    return models.LiveGame.model_validate(
        {
            "first": aliases[record.first],
            "second": aliases[record.second],
            "opening": record.number,
            "rules": record.game,
            "start": start_of(record.game, record.position),
            "moves": record.moves,
            "drawn": record.opening,
            "winner": record.winner,
            "reason": record.reason,
        }
    )


def start_of(rules: str, position: str) -> str:
    """As addresses tell it: nothing for the game's own start."""
    own = games.load_untried(rules)
    return "" if own.read(position) == own.start else position
