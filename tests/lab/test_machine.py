"""What is kept beside the figures."""

import subprocess
from pathlib import Path

import pytest

import tablero
from tablero.lab import machine

pytestmark = pytest.mark.plain


def git(directory: Path, *words: str) -> str:
    command = ["git", "-C", str(directory), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def pretend_package(directory: Path, monkeypatch) -> Path:
    """A package somewhere else, which is taken for ours."""
    directory.mkdir()
    file = directory / "__init__.py"
    file.write_text("")
    monkeypatch.setattr(tablero, "__file__", str(file))
    return file


def test_no_commit_outside_of_a_checkout(tmp_path, monkeypatch):
    pretend_package(tmp_path / "package", monkeypatch)
    assert machine.commit() == {}
    git(tmp_path, "init", "--quiet")
    assert machine.commit() == {}


def test_the_commit_and_whether_the_sources_differ(tmp_path, monkeypatch):
    file = pretend_package(tmp_path / "package", monkeypatch)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    who = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
    git(tmp_path, *who, "commit", "--quiet", "--message", "one")
    known = git(tmp_path, "rev-parse", "--short=12", "HEAD")
    assert machine.commit() == {"commit": known, "changed": False}
    file.write_text("changed = True\n")
    assert machine.commit() == {"commit": known, "changed": True}


def test_no_commit_without_git(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert machine.commit() == {}


def test_the_machine():
    found = machine.surroundings()["machine"]
    assert found["cores"] >= 1
    assert found["numba"]
