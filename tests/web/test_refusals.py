"""Refusals of what is no question of ours: every fault has its sentence, in both languages."""

import pytest

from tablero.web import jobs, models, records
from tablero.web.refusals import SENTENCES, sentence

pytestmark = pytest.mark.plain

LINE = {"game": "tictactoe"}
TAB = "a" * 20
ANALYSE = {"kind": "analyse", "line": LINE}
PLAN = {"what": "growth", "game": "tictactoe", "searches": []}
LADDER = {"what": "ladder", "game": "tictactoe", "agents": ["random", "greedy"], "games": 3}

FAULTS = {
    "bool": {"bool_type", "bool_parsing"},
    "default": set(),
    "float": {"float_type", "float_parsing", "finite_number"},
    "int": {"int_type", "int_parsing", "int_parsing_size", "int_from_float", "finite_number"},
    "list": {"list_type"},
    "literal": {"literal_error"},
    "model": {"model_type", "model_attributes_type"},
    "model-field": {"missing"},
    "model-fields": {"extra_forbidden"},
    "nullable": set(),
    "str": {"string_type", "string_unicode"},
    "tagged-union": {"union_tag_invalid", "union_tag_not_found", "model_attributes_type"},
}
"""What can be wrong with each part of pydantic's own description of a model."""

BOUNDS = {
    ("float", "ge"): "greater_than_equal",
    ("float", "gt"): "greater_than",
    ("float", "le"): "less_than_equal",
    ("int", "ge"): "greater_than_equal",
    ("int", "le"): "less_than_equal",
    ("int", "lt"): "less_than",
    ("int", "multiple_of"): "multiple_of",
    ("list", "max_length"): "too_long",
    ("list", "min_length"): "too_short",
    ("str", "max_length"): "string_too_long",
    ("str", "pattern"): "string_pattern_mismatch",
}


def job(**fields):
    return "/api/jobs", {"tab": TAB, "job": {**ANALYSE, **fields}}


def line(**fields):
    return "/api/line", {"game": "tictactoe", **fields}


BODIES = {
    "extra_forbidden": (*line(x=1), "body.x: aquí no se conoce nada con ese nombre"),
    "float_type": (*job(seconds=[]), "body.job.analyse.seconds: se espera un número"),
    "greater_than": (*job(seconds=0), "body.job.analyse.seconds: debe ser mayor que 0"),
    "greater_than_equal": (*line(since=-1), "body.since: debe ser 0 o más"),
    "int_from_float": (*line(since=0.5), "body.since: se espera un número entero"),
    "int_parsing": (*line(since="x"), "body.since: se espera un número entero"),
    "int_type": (*line(since=[]), "body.since: se espera un número entero"),
    "less_than": (
        *job(kind="choose", agent="random", seed=1 << 53),
        "body.job.choose.seed: debe ser menor que 9007199254740992",
    ),
    "less_than_equal": (*job(seconds=61), "body.job.analyse.seconds: debe ser 60 o menos"),
    "list_type": (*line(moves="44"), "body.moves: se espera una lista"),
    "literal_error": (
        *job(kind="grow", search={"order": "x"}),
        "body.job.grow.search.order: se espera uno de estos: 'natural', 'best'",
    ),
    "missing": ("/api/line", {}, "body.game: falta"),
    "multiple_of": (
        "/api/jobs",
        {"tab": TAB, "job": {"kind": "experiment", "plan": LADDER}},
        "body.job.experiment.plan.ladder.games: debe ser múltiplo de 2",
    ),
    "model_attributes_type": ("/api/line", [], "body: se espera un objeto"),
    "string_pattern_mismatch": (
        "/api/jobs",
        {"tab": "x", "job": ANALYSE},
        "body.tab: se espera un texto de la forma ^[A-Za-z0-9_-]{16,64}$",
    ),
    "string_too_long": (*line(moves=["4" * 25]), "body.moves.0: debe tener 24 letras o menos"),
    "string_type": (*line(game=4), "body.game: se espera un texto"),
    "too_long": (*line(moves=["4"] * 1001), "body.moves: debe tener 1000 elementos o menos"),
    "too_short": (
        "/api/jobs",
        {"tab": TAB, "job": {"kind": "experiment", "plan": PLAN}},
        "body.job.experiment.plan.growth.searches: hacen falta 1 o más",
    ),
    "union_tag_not_found": ("/api/jobs", {"tab": TAB, "job": {}}, "body.job: falta 'kind'"),
}
"""Where a fault is found, what is sent, and what is said of it in Spanish."""


def faults(part):
    """All kinds that can be found in what is described so."""
    if isinstance(part, dict):
        kind = part.get("type")
        if kind in FAULTS:
            yield from FAULTS[kind]
            yield from (BOUNDS[kind, name] for name in part if (kind, name) in BOUNDS)
        for name, value in part.items():
            if name != "metadata":
                yield from faults(value)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from faults(each)


def test_every_fault_has_its_sentence():
    ours = (jobs.Posted, models.LineAsked, records.RecordAsked, records.RecordText)
    found = {kind for model in ours for kind in faults(model.__pydantic_core_schema__)}
    assert found | {"json_invalid"} == set(SENTENCES)
    assert set(BODIES) <= found


@pytest.mark.parametrize("kind", BODIES)
def test_faults_are_told_in_the_language_of_the_page(client, kind):
    path, body, spanish = BODIES[kind]
    told = client.post(path, json=body, headers={"accept-language": "es"})
    assert told.status_code == 422
    assert told.json()["detail"] == spanish


def test_choices_are_told(client):
    path, body = job(kind="x")
    told = client.post(path, json=body).json()["detail"]
    assert told.startswith("body.job: 'kind' must be one of 'analyse', 'choose', ")


def test_a_fault_that_nobody_has_thought_of():
    assert sentence("date_type", {}) == "this is not what is expected here"
