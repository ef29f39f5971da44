"""Notebooks show what their cells print."""

import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.docs.pages import ROOT

NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
VARIES = "varies"
"""The tag of a cell whose output is another one every time, or everywhere."""


def text(cell: Any) -> str:
    """What a cell has printed, and the value of its last line."""
    return "".join(
        output.text if output.output_type == "stream" else output.data["text/plain"]
        for output in cell.outputs
    )


@pytest.mark.compiled_only
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_cells_print_what_stands_below_them(path: Path, tmp_path: Path):
    written = nbformat.read(path, as_version=4)
    run = nbformat.read(path, as_version=4)
    shutil.copytree(path.parent, tmp_path, dirs_exist_ok=True)
    NotebookClient(run, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    for old, new in zip(written.cells, run.cells, strict=True):
        if old.cell_type == "code" and VARIES not in old.metadata.get("tags", []):
            assert text(new) == text(old), old.source


def test_there_are_notebooks():
    assert NOTEBOOKS
