"""Everything as files, and back: exactly the same, from any database to any other; and whatever
is not as we write it is refused."""

import json
import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from tablero.arena.course import load_course
from tablero.arena.course.default import write_course
from tablero.arena.handin.desk import Desk
from tablero.arena.rounds.keys import GameKey
from tablero.arena.store.archive import MOST_FILE, MOST_LINE, export_archive, import_archive
from tablero.arena.store.database import database_url, open_engine
from tablero.arena.store.journal import StoreJournal
from tablero.arena.store.models import TABLES, Entrant, Kind, values
from tablero.arena.store.store import TEACHER, Ruling, Store
from tablero.errors import TableroError
from tests.arena.courses import MONDAY, course, first_line_check, local, name
from tests.arena.store.conftest import DATABASES
from tests.arena.store.test_store import record

pytestmark = pytest.mark.plain

NOON = local(MONDAY, 12)


def live(store) -> None:
    """A bit of everything."""
    desk = Desk(course(), store, first_line_check)
    for pair, player, alias in (
        (1, 1, "Sower"),
        (1, 2, "Ñandú"),
        (2, 1, "Reaper"),
        (1, 1, "Sower"),
    ):
        data = f"{alias}\n{pair} {player} \x00 ü".encode()
        assert desk.hand_in(name(pair, player, MONDAY), data, NOON).kept
    assert not desk.hand_in("wrong\ud800.py", b"x", NOON).kept
    sower = store.newest()["01-01-1"]
    verdict = store.judge(Ruling(Kind.BANNED, "import", "line 3", "import os"), sower, NOON)
    store.lift(verdict.id, NOON + timedelta(microseconds=1), TEACHER, "ünfair")
    who = [Entrant(player="01-01-1", alias="Sower", upload=sower.id, agent=None)]
    opened = store.open_round(MONDAY, "graded", NOON, {"openings": [[1, 2], []]}, who)
    journal = StoreJournal(store, opened)
    journal.write(GameKey("a", "b", 1), record(1, detail="NUL \x00 \ud800", times=[0.1, 1 / 3]))
    journal.write(GameKey("b", "a", 1), record(0, scores=[None, -7]))
    store.close_round(opened, NOON, [{"id": "01-01-1", "rank": 1, "rating": 1 / 3}])


def everything(store):
    """All rows of all tables."""
    with store.read() as session:
        return {
            model.__tablename__: [
                values(row) for row in session.query(model).order_by(model.__table__.c.id)
            ]
            for model in TABLES
        }


@pytest.fixture
def folder(tmp_path):
    """Of a course."""
    write_course(tmp_path / "course", MONDAY, "Europe/Madrid", [])
    return tmp_path / "course"


@pytest.fixture
def export(folder, tmp_path):
    """Writes an archive of a store."""

    def write(store, out):
        export_archive(folder, load_course(folder), store, tmp_path / out)
        return tmp_path / out

    return write


@pytest.mark.slow
@pytest.mark.parametrize("there", DATABASES)
@pytest.mark.parametrize("back", DATABASES)
def test_round_trip(there, back, addresses, open_store, export):
    one, other = open_store(addresses(there)), open_store(addresses(back))
    live(one)
    archive = export(one, "archive")
    rows = import_archive(archive, other)
    before, after = everything(one), everything(other)
    assert before == after
    assert rows == {name: len(found) for name, found in before.items()}
    assert all(rows.values())
    again = export(other, "again")
    files = sorted(path.relative_to(archive) for path in archive.rglob("*") if path.is_file())
    assert files == sorted(p.relative_to(again) for p in again.rglob("*") if p.is_file())
    assert len(files) == 1 + 1 + len(TABLES) + 3
    assert all((archive / file).read_bytes() == (again / file).read_bytes() for file in files)


def test_new_rows_get_new_numbers(store, addresses, open_store, export, address):
    live(store)
    other = open_store(addresses("sqlite" if address.startswith("sqlite") else "postgresql"))
    import_archive(export(store, "archive"), other)
    last = other.kept()[-1].id
    answer = Desk(course(), other, first_line_check).hand_in(name(2, 1, MONDAY), b"Reaper", NOON)
    assert answer.kept
    assert (answer.upload.version, answer.upload.id > last) == (2, True)


def test_nothing_is_imported_over_something(store, export):
    live(store)
    archive, before = export(store, "archive"), everything(store)
    with pytest.raises(TableroError, match="the store is not empty; nothing was imported"):
        import_archive(archive, store)
    assert everything(store) == before
    with pytest.raises(TableroError, match="exists already"):
        export(store, "archive")


def test_files_of_references_go_along(store, folder, export, tmp_path):
    path = folder / "course.toml"
    told = path.read_text().replace('agent = "regular(depth=2)"', 'file = "references/b.py"')
    path.write_text(told.replace('database = ""', 'database = "postgresql://u:secret@h/n"'))
    (folder / "references").mkdir()
    (folder / "references" / "b.py").write_text("ALIAS = 'x'\n")
    archive = export(store, "archive")
    assert (archive / "references" / "b.py").read_text() == "ALIAS = 'x'\n"
    assert "u:secret" not in (archive / "course.toml").read_text()
    assert replace(load_course(folder), store=load_course(archive).store) == load_course(archive)


def rewrite(path: Path, change) -> None:
    """Change the first row of a table of an archive."""
    first, *others = path.read_text().splitlines()
    row = json.loads(first)
    change(row)
    path.write_text("\n".join([json.dumps(row), *others]) + "\n")


def set_field(table, field, value):
    return lambda archive: rewrite(archive / table, lambda row: row.update({field: value}))


def link_outside(archive: Path) -> None:
    player = next((archive / "players").iterdir())
    shutil.copy(player, archive.parent / "elsewhere.py")
    player.unlink()
    player.symlink_to(archive.parent / "elsewhere.py")


def link_a_folder(archive: Path) -> None:
    (archive / "players").rename(archive.parent / "elsewhere")
    (archive / "players").symlink_to(archive.parent / "elsewhere")


def change_manifest(**facts):
    def change(archive: Path) -> None:
        path = archive / "archive.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), **facts}))

    return change


HOSTILE = {
    "no manifest": (lambda a: (a / "archive.json").unlink(), "is not there, or is no plain file"),
    "no json": (lambda a: (a / "archive.json").write_text("{"), "is no archive of a course"),
    "a list": (lambda a: (a / "archive.json").write_text("[]"), "is no archive of a course"),
    "rows": (change_manifest(rows={"uploads": "5"}), "is no archive of a course"),
    "deep": (lambda a: (a / "archive.json").write_text("[" * 10**5), "is no archive of a course"),
    "format": (change_manifest(format=2), "another Tablero (format 2/'0002', here 1/0002)"),
    "revision": (change_manifest(revision="0009"), "another Tablero"),
    "no table": (lambda a: (a / "games.jsonl").unlink(), "games.jsonl is not there"),
    "fewer rows": (lambda a: (a / "events.jsonl").write_text(""), "has 0 rows, and"),
    "no row": (lambda a: (a / "uploads.jsonl").write_text("x\n"), "line 1: it is not JSON"),
    "no object": (lambda a: (a / "uploads.jsonl").write_text("[]\n"), "does not have the fields"),
    "more fields": (set_field("uploads.jsonl", "more", 1), "line 1: it does not have the fields"),
    "text": (set_field("uploads.jsonl", "size", "5"), "size cannot be '5'"),
    "bool": (set_field("uploads.jsonl", "size", True), "size cannot be True"),
    "large": (set_field("uploads.jsonl", "size", 2**31), "size cannot be '2147483648'"),
    "null": (set_field("uploads.jsonl", "way", None), "way cannot be None"),
    "a dict": (set_field("uploads.jsonl", "name", {"a": 1}), "name cannot be"),
    "NUL": (set_field("uploads.jsonl", "name", "a\x00"), "name cannot be"),
    "half": (set_field("uploads.jsonl", "alias", "\ud800"), "alias cannot be"),
    "no zone": (set_field("uploads.jsonl", "at", "2027-02-01T12:00"), "at cannot be"),
    "no time": (set_field("uploads.jsonl", "at", "soon"), "at cannot be 'soon'"),
    "no day": (set_field("uploads.jsonl", "day", "2027-02-30"), "day cannot be"),
    "climbs": (set_field("uploads.jsonl", "data", "../../secret"), "data cannot be"),
    "absolute": (set_field("uploads.jsonl", "data", "/etc/passwd"), "data cannot be"),
    "another digest": (set_field("uploads.jsonl", "data", "0" * 64), "is not there, or is no"),
    "digest": (set_field("uploads.jsonl", "digest", "x"), "digest cannot be"),
    "kind": (set_field("verdicts.jsonl", "kind", "praised"), "kind cannot be 'praised'"),
    "state": (set_field("rounds.jsonl", "state", "lost"), "state cannot be 'lost'"),
    "phase": (set_field("rounds.jsonl", "phase", "moon"), "phase cannot be 'moon'"),
    "terms": (set_field("rounds.jsonl", "terms", [1]), "terms cannot be"),
    "winner": (set_field("games.jsonl", "winner", 2), "the winner of the game is not that of"),
    "no record": (set_field("games.jsonl", "record", {}), "games.jsonl, line 1: game is missing"),
    "nobody's": (set_field("verdicts.jsonl", "upload", 99), "does not fit together"),
    "the same": (
        lambda a: rewrite(a / "games.jsonl", lambda r: r.update(first="b", second="a")),
        "does not fit together",
    ),
    "a link": (link_outside, "is not there, or is no plain file"),
    "a linked folder": (link_a_folder, "is not there, or is no plain file"),
    "other text": (
        lambda a: next((a / "players").iterdir()).write_text("evil"),
        "data cannot be",
    ),
    "no course": (lambda a: (a / "course.toml").unlink(), "course.toml is not there"),
    "a course that leads elsewhere": (
        lambda a: (a / "course.toml").write_text(
            (a / "course.toml").read_text().replace('database = ""', 'database = "sqlite:////x"')
        ),
        'store.database must be "" in an archive',
    ),
}


@pytest.fixture(scope="module")
def pristine(tmp_path_factory):
    """An archive with a bit of everything."""
    place = tmp_path_factory.mktemp("pristine")
    write_course(place / "course", MONDAY, "Europe/Madrid", [])
    told = load_course(place / "course")
    with Store.open(place / "course", told) as store:
        live(store)
        export_archive(place / "course", told, store, place / "archive")
    return place / "archive"


@pytest.fixture
def archive(pristine, tmp_path) -> Path:
    """One that may be harmed."""
    return Path(shutil.copytree(pristine, tmp_path / "archive"))


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A store that stays empty."""
    url = database_url(tmp_path_factory.mktemp("empty"), "")
    with Store(open_engine(url)) as store:
        yield store


@pytest.mark.parametrize("harm", HOSTILE)
def test_hostile_archives(harm, archive, empty):
    act, message = HOSTILE[harm]
    act(archive)
    with pytest.raises(TableroError) as error:
        import_archive(archive, empty)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert not any(everything(empty).values())


def test_huge_archives(archive, empty):
    with (archive / "uploads.jsonl").open("r+b") as file:
        file.truncate(MOST_LINE + 1)
        file.write(b"x" * (MOST_LINE + 1))
    with pytest.raises(TableroError, match="a line of more than"):
        import_archive(archive, empty)
    with (archive / "archive.json").open("ab") as file:
        file.truncate(MOST_FILE + 1)
    with pytest.raises(TableroError, match="has more than"):
        import_archive(archive, empty)
    assert not any(everything(empty).values())


@pytest.mark.slow
def test_what_does_not_fit_leaves_nothing_in_postgresql(archive, addresses, open_store):
    set_field("verdicts.jsonl", "upload", 99)(archive)
    other = open_store(addresses("postgresql"))
    with pytest.raises(TableroError, match="does not fit together"):
        import_archive(archive, other)
    assert not any(everything(other).values())
    with other.read() as session:
        assert session.execute(text("SELECT count(*) FROM uploads")).scalar() == 0


@pytest.mark.parametrize(
    ("written", "refused"),
    [
        ('database = "postgresql://u:hunter2@h/n"', False),
        ('# database = "postgresql://u:hunter2@h/n"\ndatabase = ""', False),
        ("# was postgresql://u:hunter2@h/n before\ndatabase = ''", False),
        ('"database" = "postgresql://u:hunter2@h/n"', True),
        ('database = """\\\npostgresql://u:hunter2@h/n"""', True),
    ],
)
def test_no_password_gets_into_an_archive(folder, tmp_path, empty, written, refused):
    """However it is written; if it cannot be taken out, nothing is written at all."""
    path, out = folder / "course.toml", tmp_path / "out"
    path.write_text(path.read_text().replace('database = ""', written))
    if refused:
        with pytest.raises(TableroError, match="write the address in .* as one line"):
            export_archive(folder, load_course(folder), empty, out)
        assert not out.exists()
    else:
        export_archive(folder, load_course(folder), empty, out)
        assert "hunter2" not in (out / "course.toml").read_text()
