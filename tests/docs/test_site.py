"""The documentation as a site: built from the very pages, every link checked."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.site.docstrings import listed
from scripts.site.prepare import API, page_text, uri_of, write_site
from tests.docs.pages import ROOT

pytestmark = pytest.mark.plain

NAV = re.compile(r"^ +- (?:[^:\n]+: )?(\S+\.md)$", re.MULTILINE)


@pytest.fixture
def workshop(tmp_path: Path) -> Path:
    """A copy of all that the site is built from."""
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    for name in ("src", "scripts"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "build").mkdir()
    write_site(tmp_path / "build/docs")
    return tmp_path


def build(workshop: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("zensical")
    command = [str(program), "build", "--strict"]
    return subprocess.run(command, cwd=workshop, capture_output=True, text=True, check=False)


def test_the_site_is_built(workshop: Path):
    done = build(workshop)
    assert done.returncode == 0, done.stdout + done.stderr
    site = workshop / "build/site"
    assert (
        "Return the names of all games, built-in and of other packages."
        in (site / "api/games.html").read_text()
    )
    listing = (site / "project/src/tablero/search/negamax.py.html").read_text()
    assert "minimax as one rule for both sides" in listing


def test_a_link_that_leads_nowhere_is_found_out(workshop: Path):
    with (workshop / "build/docs/start.md").open("a") as page:
        page.write("\n[nowhere](nowhere.md)\n")
    assert build(workshop).returncode


def test_every_page_has_its_place_in_the_menu(workshop: Path):
    folder = workshop / "build/docs"
    pages = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
    menu = NAV.findall((ROOT / "mkdocs.yml").read_text())
    assert len(menu) == len({*menu})
    assert {page for page in pages - {*menu} if not page.startswith("project/")} == set()
    assert {*menu} <= pages


def test_links_out_of_the_pages_lead_to_the_site():
    page = ROOT / "docs/searches/negamax.md"
    assert "(../project/src/tablero/search/negamax.py.md)" in page_text(page)
    assert "(options.md#extra-turns)" in page_text(page)
    assert uri_of(ROOT / "CONTRIBUTING.md") == "project/CONTRIBUTING.md"


def test_every_module_of_the_reference_is_there():
    for modules in API.values():
        for module in modules:
            path = ROOT / "src/tablero" / module.replace(".", "/")
            assert path.with_suffix(".py").exists() or (path / "__init__.py").exists(), module


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("What it is.", "What it is."),
        ("path -- where\nall  -- or not", "- `path`: where\n- `all`: or not"),
        ("It is.\npath -- where\n        it lies", "It is.\n\n- `path`: where it lies"),
        ("path -- where\nAnd more.", "- `path`: where\n\nAnd more."),
        ("a -- b -- c", "- `a`: b -- c"),
        (
            "It is.\n\npath: where\n    it lies.\nall: or not.",
            "It is.\n\n- `path`: where it lies.\n- `all`: or not.",
        ),
    ],
)
def test_what_a_docstring_tells_of_names_is_a_list(text: str, shown: str):
    assert listed(text) == shown
