"""The page's sources: types that are the server's, checks that see faults, and their own tests."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tablero.web.site import ROOMS

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
SCHEMA = "src/api/schema.ts"

pytestmark = pytest.mark.slow


@pytest.fixture
def copy(tmp_path):
    """The page's sources in a folder where they may be changed."""
    folder = tmp_path / "frontend"
    shutil.copytree(FRONTEND, folder, ignore=shutil.ignore_patterns("node_modules"))
    (folder / "node_modules").symlink_to(FRONTEND / "node_modules")
    return folder


def npm(script: str, folder: Path = FRONTEND) -> subprocess.CompletedProcess[str]:
    command = [f"{ROOT}/scripts/npm", "--prefix", str(folder), "run", "--silent", script]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_types_are_those_of_the_server(copy):
    from tablero.web.schema import schema

    (copy / "openapi.json").write_text(schema())
    assert npm("types", copy).returncode == 0
    made, kept = (folder / SCHEMA for folder in (copy, FRONTEND))
    assert made.read_text() == kept.read_text(), "scripts/schema makes it anew"


def test_the_rooms_are_those_of_the_server():
    source = (FRONTEND / "src" / "address.svelte.ts").read_text()
    told = re.search(r"ROOMS = \[(.*?)\]", source)
    assert told is not None
    assert ["/", *(f"/{room}" for room in re.findall('"([a-z]+)"', told[1]))] == list(ROOMS)


FAULTS = {
    "fault.ts": 'export const number: number = "text";\n',
    "Fault.svelte": '<script lang="ts">let n: number = "text";</script>{n}\n',
    "Warning.svelte": '<img src="picture.png" />\n',
}


def test_the_check_sees_these_faults_and_no_others(copy):
    for file, fault in FAULTS.items():
        (copy / "src" / file).write_text(fault)
    done = npm("check", copy)
    assert done.returncode != 0
    assert [file for file in FAULTS if file not in done.stdout] == []
    assert "2 errors and 1 warning" in done.stdout, done.stdout


def test_the_logic_passes_its_tests():
    done = npm("test")
    assert done.returncode == 0, done.stdout + done.stderr
