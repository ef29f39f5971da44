"""The documentation shows what the commands print, and speaks of all there is."""

import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tablero.games as games
from tablero import agents
from tablero.cli import main
from tablero.cli.search import command as search_command
from tablero.cli.search import statistics_labels
from tablero.games import evaluations
from tablero.options import describe, option_kinds
from tablero.search import ALGORITHMS, ENGINE
from tests.docs.pages import PACKAGE, ROOT, Command, agrees, changed_package, pages, steps

pytestmark = pytest.mark.plain

WORKSHOP = re.compile(r"make |git |scripts/|bench/|.*\.venv/bin/(pytest|python) ")
"""Commands that are not run: these very tests are part of them."""

NEEDS = {"openspiel.md": "pyspiel", "pettingzoo.md": "pettingzoo"}
"""Pages of adapters whose commands need another package."""

LINK = re.compile(r"\[[^]]*\]\((?!https?:)(?P<file>[^)#]*)(?:#(?P<heading>[^)]*))?\)")


class Terminal:
    """Runs what a page says one can type."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def type(self, text: str) -> str:
        """The output and the messages of a command; `printf 'a\\n' |` before it is its input."""
        printed, _bar, text = text.rpartition(" | ")
        said = "".join(shlex.split(printed)[1:]).replace("\\n", "\n")
        self.monkeypatch.setattr("sys.stdin", io.StringIO(said))
        words = shlex.split(text, comments=True)
        if "=" in words[0] or PACKAGE.exists():
            return self._process(words)
        program = words[0].removeprefix(".venv/bin/")
        if program == "tablero":
            with pytest.raises(SystemExit):
                main(words[1:])
        elif program == "python":
            runpy.run_path(words[1], run_name="__main__")
        elif program == "cc":
            if shutil.which("cc") is None:
                pytest.skip("there is no C compiler")
            subprocess.run(words, check=True)
        else:
            assert program == "cp", f"nobody knows how to run {text!r}"
            shutil.copy(ROOT / words[1], words[2])
        return "".join(self.capsys.readouterr())

    def _process(self, words: list[str]) -> str:
        """Run a command in a process, with variables of its own or a changed package."""
        environment = dict(os.environ)
        if PACKAGE.exists():
            environment |= changed_package(Path())
        while "=" in words[0]:
            variable, _, environment[variable] = words.pop(0).partition("=")
        assert words[0] == "tablero", words
        command = [sys.executable, "-m", *words]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr


@pytest.fixture
def terminal(capsys, monkeypatch, tmp_path) -> Terminal:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    return Terminal(capsys, monkeypatch)


def differences(page: Path, terminal: Terminal) -> list[str]:
    """What a page says and what is printed, where they are not the same."""
    found = []
    for step in steps(page):
        if not isinstance(step, Command):
            step.write(Path())
        elif not WORKSHOP.match(step.text):
            printed = terminal.type(step.text)
            if not agrees(step.output, printed):
                place = f"{page.name}, line {step.line}"
                found.append(f"{place}: $ {step.text}\n{printed}\ninstead of\n{step.output}")
    return found


@pytest.mark.compiled_only
@pytest.mark.parametrize("shown", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_show_what_is_printed(shown: Path, terminal: Terminal):
    if package := NEEDS.get(shown.name):
        pytest.importorskip(package)
    wrong = differences(shown, terminal)
    assert not wrong, "\n\n".join(wrong)


def test_a_wrong_page_is_found_out(terminal: Terminal, tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ tablero show tictactoe\n…\nlegal moves: 1 2 3 4 5 6 7 8 9\n```\n"
        "```console\n$ tablero show tictactoe\n…\nlegal moves: 1 2 3 4 5 6 7 8\n```\n"
    )
    assert [text.partition(":")[0] for text in differences(page, terminal)] == ["page.md, line 7"]


@pytest.mark.parametrize(
    ("written", "printed", "same"),
    [
        ("one\ntwo", "one\ntwo\n", True),
        ("one\ntwo", "one\nthree\n", False),
        ("one", "one\ntwo\n", False),
        ("one\ntwo", "one\n", False),
        ("", "", True),
        ("", "one\n", False),
        ("one", "", False),
        ("…\ntwo", "zero\none\ntwo\n", True),
        ("…\ntwo", "zero\none\ntwo\nthree\n", False),
        ("one\n  …", "one\n", True),
        ("nodes … seen", "nodes 12 345 seen\n", True),
        ("nodes …\ntwo", "nodes 12\n345\ntwo\n", False),
        ("seconds  0.001", "seconds    12.5\n", True),
        ("seconds    …", "seconds  12.5\n", True),
        ('{"seconds": 0.001}', '{"seconds": 2.5}\n', True),
        ("nodes  1.5", "nodes  2.5\n", False),
        ("1.5", "125\n", False),
    ],
)
def test_agreement(written: str, printed: str, same: bool):
    assert agrees(written, printed) == same


def test_every_page_is_on_the_map():
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / link["file"]).resolve() for link in LINK.finditer(text_of(index))}
    assert {*(ROOT / "docs").rglob("*.md")} - linked == {index}


@pytest.mark.parametrize("shown", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(shown: Path):
    for link in LINK.finditer(text_of(shown)):
        target = shown.parent / link["file"] if link["file"] else shown
        assert target.exists(), link[0]
        assert not link["heading"] or link["heading"] in headings(target), link[0]


@pytest.mark.parametrize("name", games.GAMES)
def test_a_page_tells_all_about_its_game(name: str):
    text = text_of(ROOT / "docs" / "games" / f"{name}.md")
    game = games.load(name)
    for word in [*option_kinds(type(game)), *evaluations.names(game)]:
        assert f"`{word}" in text, word
    for option, kind in option_kinds(type(game)).items():
        for choice in describe(kind):
            assert f"`{option}={choice}`" in text, (option, choice)
    for evaluation in evaluations.names(game):
        for weight in evaluations.load(evaluation, game)._fields:
            assert weight == "max_side" or f"`{weight}" in text, (evaluation, weight)


@pytest.mark.parametrize("name", [*ALGORITHMS, ENGINE])
def test_every_search_has_a_page(name: str):
    assert f"--algorithm {name}" in text_of(ROOT / "docs" / "searches" / f"{name}.md")


def test_every_option_and_number_of_a_search_is_explained():
    text = text_of(ROOT / "docs" / "searches" / "options.md")
    for option in search_command().params:
        assert option.param_type_name == "argument" or f"`{option.opts[0]}" in text, option
    for name, label in statistics_labels().items():
        assert f"`{name}`" in text, name
        assert label in text, label


@pytest.mark.parametrize("name", [*agents.AGENTS, "easyai", "kaggle", "openspiel"])
def test_every_agent_is_explained(name: str):
    (row,) = (
        line
        for line in text_of(ROOT / "docs" / "agents.md").splitlines()
        if line.startswith("|") and f"`{name}`" in line.split("|")[1]
    )
    for option in option_kinds(agents.agent_class(name)):
        assert f"`{option}`" in row, option


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def headings(page: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
