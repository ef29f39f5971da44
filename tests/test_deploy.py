"""The files that a course server is set up with say what the commands understand."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from tablero.cli import program

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[1]
COMMAND = re.compile(r"tablero arena serve [^\n]*")


def command_called(group: click.Command, words: Sequence[str]) -> click.Command:
    for word in words:
        assert isinstance(group, click.Group)
        found = group.get_command(click.Context(group), word)
        assert found, word
        group = found
    return group


@pytest.mark.parametrize("name", ["Containerfile", "tablero-arena@.service"])
def test_the_server_is_started_with_options_that_it_has(name: str):
    text = (ROOT / "deploy" / name).read_text().replace('\\"', '"')
    words = shlex.split(COMMAND.findall(text)[-1].rstrip('"]'))
    serve = command_called(program(), words[1:3])
    known = {option for each in serve.params for option in each.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_extras_of_the_container_are_ours():
    text = (ROOT / "deploy/Containerfile").read_text()
    project = (ROOT / "pyproject.toml").read_text()
    (extras,) = re.findall(r"whl\)\[([\w,]+)\]", text)
    for extra in extras.split(","):
        assert re.search(rf"^{extra} = ", project, re.MULTILINE), extra
