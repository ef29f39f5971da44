"""Connect-4 positions in digits, with the scores that other solvers have published for them."""

import io

import pytest

from tablero.cli import main

PUBLISHED = """\
2252576253462244111563365343671351441 -1
7422341735647741166133573473242566 1
23163416124767223154467471272416755633 0
65214673556155731566316327373221417 -1
"""
"""From a public file of positions near the end, which many solvers are tested with."""


@pytest.fixture
def solve(capsys, monkeypatch):
    """Answers lines of input: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")

    def run(lines, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        with pytest.raises(SystemExit) as end:
            main(["solve", "connect4", "-", "--threads", "1", *words])
        return end.value.code, *capsys.readouterr()

    return run


def test_scores_that_others_have_published(solve):
    scores = [line.split()[1] for line in PUBLISHED.splitlines()]
    assert solve(PUBLISHED, "--compare") == (0, "\n".join(scores) + "\n", "")


def test_another_score_is_told_and_the_rest_goes_on(solve):
    code, out, err = solve(PUBLISHED.replace(" 1\n", " 2\n"), "--compare")
    assert code == 1
    assert out.split() == ["-1", "1", "0", "-1"]
    line = "line 2 of the input: 7422341735647741166133573473242566 has the score +1, not +2"
    assert err == f"tablero: {line}\n"


def test_a_line_without_a_score(solve):
    code, out, err = solve("4453\n", "--compare")
    assert (code, out) == (2, "")
    assert err.startswith("tablero: line 1 of the input: '4453' does not end with a score")
