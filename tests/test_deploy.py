"""The files that a course server is set up with say what the commands understand."""

import re
import shlex
from pathlib import Path

import pytest

from tablero.cli import program

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[1]
COMMAND = re.compile(r"tablero arena serve [^\n]*")


@pytest.mark.parametrize("name", ["Containerfile", "tablero-arena@.service"])
def test_the_server_is_started_with_options_that_it_has(name: str):
    text = (ROOT / "deploy" / name).read_text().replace('\\"', '"')
    words = shlex.split(COMMAND.findall(text)[-1].rstrip('"]'))
    command = program()
    with command.make_context("tablero", [], resilient_parsing=True) as context:
        for word in words[1:3]:
            command = command.get_command(context, word)
    known = {option for each in command.params for option in each.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_extras_of_the_container_are_ours():
    text = (ROOT / "deploy/Containerfile").read_text()
    project = (ROOT / "pyproject.toml").read_text()
    (extras,) = re.findall(r"whl\)\[([\w,]+)\]", text)
    for extra in extras.split(","):
        assert re.search(rf"^{extra} = ", project, re.MULTILINE), extra
