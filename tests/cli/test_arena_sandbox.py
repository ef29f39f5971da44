"""`tablero arena sandbox`: what it prints, and its exit codes."""

import json

import pytest

from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.probes import PROBES
from tablero.arena.sandbox.selftest import passes
from tablero.cli import main

pytestmark = pytest.mark.plain


@pytest.fixture
def tablero(capsys, monkeypatch):
    """Run a command: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)

    def run(words: str):
        with pytest.raises(SystemExit) as end:
            main(words.split())
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


def test_the_level_is_the_strongest_that_passes(tablero):
    code, out, _err = tablero("arena sandbox --json")
    record = json.loads(out)
    assert code == 0
    found = Level(record["level"])
    stronger = [level for level in Level if level is not found and level.reaches(found)]
    assert passes(found)
    assert not any(map(passes, stronger))
    assert [layer["name"] for layer in record["layers"]][:2] == ["process", "bubblewrap"]
    assert all(layer["does"] for layer in record["layers"])


def test_a_few_probes_as_json(tablero, monkeypatch):
    chosen = [each for each in PROBES if each.name in ("read a file", "NaN", "os._exit(0)")]
    monkeypatch.setattr("tablero.arena.sandbox.probes.PROBES", chosen)
    code, out, _err = tablero("arena sandbox --probe --level locked --json")
    record = json.loads(out)
    assert (code, record["level"]) == (0, "locked")
    assert [each["name"] for each in record["probes"]] == [each.name for each in chosen]
    assert all(each["stopped"] is True and each["by"] for each in record["probes"])


def test_what_gets_through_is_exit_code_1(tablero, monkeypatch):
    chosen = [each for each in PROBES if each.name == "read a file"]
    monkeypatch.setattr("tablero.arena.sandbox.probes.PROBES", chosen)
    code, out, _err = tablero("arena sandbox --probe --level none")
    assert code == 1
    assert "! read a file" in out
    assert "level none: 0 of 1 stopped" in out


def test_no_such_level(tablero):
    code, _out, err = tablero("arena sandbox --level strong")
    assert code == 2
    assert err == "tablero: no level named 'strong'; known: none, limits, locked, full\n"


def test_a_level_that_is_not_offered_is_refused(tablero, monkeypatch):
    monkeypatch.setattr("tablero.arena.sandbox.level.level_found", lambda: Level.NONE)
    code, _out, err = tablero("arena sandbox --probe --level locked")
    assert code == 2
    assert "level none here, and locked is asked for" in err


def test_it_speaks_spanish(tablero):
    code, out, _err = tablero("--lang es arena sandbox")
    assert code == 0
    assert out.startswith("nivel ")
    assert "uno para cada jugador" in out
