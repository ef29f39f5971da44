"""A game of a round played once more: so every verdict can be seen again."""

from contextlib import closing

from tablero.arena.rounds.keys import GameKey, key_of
from tablero.arena.rounds.meeting import Table, Voided
from tablero.arena.sandbox.level import Level
from tablero.arena.season.terms import read_entrants, read_terms
from tablero.arena.store.journal import record_of
from tablero.arena.store.models import Round
from tablero.arena.store.store import Store
from tablero.errors import UnknownName, WorkerDied
from tablero.locale import _
from tablero.match.record import Record


def play_again(
    store: Store, round: Round, names: tuple[str, str], opening: int, level: Level
) -> tuple[Record, Record]:
    """The game that the round has kept, and the same played now; nothing is written.

    names -- aliases or ids, who starts first
    """
    entered = store.entrants(round)
    ids = {each.alias: each.player for each in entered}
    ids |= {each.player: each.player for each in entered}
    for name in names:
        if name not in ids:
            raise UnknownName(_("player"), name, [each.alias for each in entered])
    key = GameKey(ids[names[0]], ids[names[1]], opening)
    games = {key_of(record): record for record in map(record_of, store.games(round))}
    if key not in games:
        known = sorted(str(each.opening) for each in games if each[:2] == key[:2])
        raise UnknownName(_("opening"), str(opening), known)
    entrants = read_entrants(round, entered, store.files_of(entered), level)
    with closing(Table(read_terms(round), entrants)) as table:
        (news,) = table.play([key])
    if isinstance(news, Voided):
        raise WorkerDied(news.why)
    return games[key], news
