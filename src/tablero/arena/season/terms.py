"""All that the games of a round depend on, as a round keeps it from its beginning: whoever goes
on with it, and whenever, plays the same games. Pure JSON, and back.

    game, depth, seed    of the course on that day
    openings             with their certificates
    system               who meets whom: its name and options
    order                ids of the entrants, the best first
    level, limits        of the sandbox
    references           by id: {"agent": text}, or {"text", "track"} of a file
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tablero.games as games
from tablero.arena.course.model import Course, LimitsTable, Pairing, Reference
from tablero.arena.player.forms import Track, read_file
from tablero.arena.player.reading import decode
from tablero.arena.rounds.entrants import ByText, Entrant, Seat
from tablero.arena.rounds.meeting import Terms
from tablero.arena.rounds.openings import Balanced, read_opening, write_opening
from tablero.arena.rounds.pairing import SYSTEMS, System
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import MEGABYTE, CellLimits
from tablero.arena.season.seats import InCell
from tablero.arena.store.models import Entrant as Entered
from tablero.arena.store.models import Round, Upload
from tablero.errors import OutsideError, system_reason
from tablero.locale import _

FURTHER_STAGES = 2
"""Stages of a Swiss round beyond those that a knockout would need."""


def new_system(course: Course, players: int, openings: int) -> dict[str, Any]:
    """Who meets whom, in a round of so many players."""
    told: dict[str, Any] = {"name": course.rounds.pairing.value, "openings": openings}
    if course.rounds.pairing is Pairing.SWISS:
        stages = (players - 1).bit_length() + FURTHER_STAGES
        told["stages"] = max(1, min(stages, players // 2))
    if course.rounds.pairing is Pairing.GAUNTLET:
        told["runners"] = [id for id, _reference in course.reference_ids()]
    return told


def read_system(told: dict[str, Any]) -> System:
    options = {key: value for key, value in told.items() if key != "name"}
    if "runners" in options:
        options["runners"] = tuple(options["runners"])
    found: System = SYSTEMS[told["name"]](**options)
    return found


def new_terms(
    course: Course,
    folder: Path,
    level: Level,
    system: dict[str, Any],
    openings: Sequence[Balanced],
    facts: Mapping[str, Any],
) -> dict[str, Any]:
    """facts: seed and order. Raises OutsideError if a reference's file cannot be read."""
    game = games.load(course.game.rules)
    return {
        "game": course.game.rules,
        "depth": course.game.depth,
        "seed": facts["seed"],
        "openings": [write_opening(game, opening) for opening in openings],
        "system": system,
        "order": facts["order"],
        "level": level.value,
        "limits": _limits(course.limits),
        "references": {
            id: reference_terms(folder, reference) for id, reference in course.reference_ids()
        },
    }


def _limits(table: LimitsTable) -> dict[str, Any]:
    return {"cpu": table.cpu, "wall": table.wall, "memory": table.memory * MEGABYTE}


def reference_terms(folder: Path, reference: Reference) -> dict[str, str]:
    """Who a reference is. Raises OutsideError if its file is no player's."""
    if reference.agent:
        return {"agent": reference.agent}
    form = read_file(reference_data(folder, reference), str(folder / reference.file))
    return {"text": form.text, "track": form.track.value}


def reference_data(folder: Path, reference: Reference) -> bytes:
    """What its file holds. Raises OutsideError if it cannot be read."""
    path = folder / reference.file
    try:
        return path.read_bytes()
    except OSError as error:
        message = _("cannot read {path}: {reason}")
        values = {"path": path, "reason": system_reason(error)}
        raise OutsideError(message.format(**values)) from None


def read_terms(round: Round) -> Terms:
    """What every game is played by."""
    told = round.terms
    game = games.load(told["game"])
    drawn = [read_opening(game, opening) for opening in told["openings"]]
    return Terms(told["game"], told["seed"], {each.number: each.moves for each in drawn})


def read_entrants(
    round: Round, entered: Sequence[Entered], files: Mapping[int, Upload], level: Level
) -> list[Entrant]:
    """Who plays, in the order of their seeds.

    files -- what they have handed in, by the number of the upload
    level -- how strongly they are shut in
    """
    told = round.terms
    limits = CellLimits(**told["limits"])

    def seat(each: Entered) -> Seat:
        if each.upload is not None:
            upload = files[each.upload]
            text, track = decode(upload.data or b""), upload.track or ""
        elif "agent" in (reference := told["references"][each.player]):
            return ByText(reference["agent"])
        else:
            text, track = reference["text"], reference["track"]
        return InCell(text, Track(track), told["depth"], level, limits)

    by_id = {
        each.player: Entrant(each.player, each.alias, each.upload is None, seat(each))
        for each in entered
    }
    return [by_id[id] for id in told["order"]]
