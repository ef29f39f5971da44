"""`tablero arena template`: prints a file to begin with, or writes it where nothing is lost."""

import json
from pathlib import Path

import pytest

from tablero.arena.player.templates import TEMPLATES
from tablero.cli import main

pytestmark = pytest.mark.plain


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(capsys, *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["arena", "template", *words])
    printed = capsys.readouterr()
    return int(end.value.code or 0), printed.out, printed.err


def test_it_prints_the_usual_one_in_the_language_spoken(capsys):
    assert run(capsys, "--lang", "en") == (0, TEMPLATES["evaluation"].text("en"), "")
    assert run(capsys, "--lang", "es") == (0, TEMPLATES["evaluation"].text("es"), "")
    assert run(capsys, "good", "--lang", "en") == (0, TEMPLATES["good"].text("en"), "")


def test_it_writes_a_file_and_overwrites_none(capsys):
    assert run(capsys, "greedy", "--out", "mine.py", "--lang", "en") == (0, "", "")
    assert Path("mine.py").read_text() == TEMPLATES["greedy"].text("en")
    code, out, err = run(capsys, "--out", "mine.py", "--lang", "en")
    assert (code, out) == (2, "")
    assert err == "tablero: mine.py is there already; give another name, or remove it\n"
    assert Path("mine.py").read_text() == TEMPLATES["greedy"].text("en")


def test_json_lists_them(capsys):
    code, out, _err = run(capsys, "--json", "--lang", "en")
    told = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["kind"] for each in told] == [*TEMPLATES]
    assert [each["text"] for each in told] == [each.text("en") for each in TEMPLATES.values()]
    assert {each["track"] for each in told} == {"evaluation", "agent"}
    assert [each["kind"] for each in told if each["shipped"]] == ["random", "regular", "good"]
    _code, out, _err = run(capsys, "good", "--json", "--lang", "es")
    assert json.loads(out)["about"].startswith("lo mejor que regular")


def test_what_is_wrong_is_told(capsys):
    code, _out, err = run(capsys, "bad", "--lang", "en")
    assert code == 2
    assert "no template named 'bad'; known: evaluation, greedy, minimax" in err
    code, _out, err = run(capsys, "--out", "nowhere/mine.py", "--lang", "en")
    assert code == 2
    assert "nowhere/mine.py: no such file or directory" in err
