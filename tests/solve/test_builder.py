"""Tables of our own making: exact, the same whatever happens, and damaged ones are refused."""

import os
import pty
import random
import signal
import subprocess
import sys
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablero.errors import DamagedTable, OptionError, SearchStopped
from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.solver import book_locations, bookfile
from tablero.games.connect4.solver.book_locations import LazyBook, file_name, find_books
from tablero.games.connect4.solver.bookfile import read_book, write_book
from tablero.games.connect4.solver.builder import BookBuilder
from tablero.games.connect4.solver.journal import BLOCK, BookJournal
from tablero.games.connect4.solver.solver import Connect4Solver
from tablero.solve import solve, solver_of
from tablero.workers.in_process import InProcessPool
from tests.solve.plain import exact
from tests.solve.test_connect4 import a_game, walk

HEADER = b"a header"
SMALL = a_game((4, 4, 4))
FEW = 11
"""Stones of a table of the small board that is made at once, at both speeds."""


def built(path: Path, game: Connect4Game = SMALL, stones: int = FEW, threads: int = 1) -> bytes:
    BookBuilder(game, stones, path, InProcessPool(threads)).build()
    return path.read_bytes()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("books") / "small.book"
    built(path)
    return path


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where `solve` looks for tables now."""
    monkeypatch.setattr(book_locations, "user_data_path", lambda _name: tmp_path)
    (tmp_path / "books").mkdir()
    return tmp_path / "books"


@pytest.mark.parametrize(
    ("size", "stones"),
    [
        ((4, 4, 4), FEW),
        pytest.param((3, 4, 3), 5, marks=pytest.mark.plain),
        pytest.param((4, 3, 4), 7, marks=pytest.mark.plain),
        pytest.param((3, 3, 3), 0, marks=pytest.mark.plain),
    ],
)
def test_scores_are_those_of_a_plain_search(
    size: tuple[int, int, int], stones: int, tmp_path: Path
):
    game = a_game(size)
    builder = BookBuilder(game, stones, tmp_path / "a.book")
    builder.build()
    book = read_book(builder.path, game, stones)
    assert builder.done == builder.total == len(book.values) > 0
    assert (book.names == builder.parts.positions.keys).all()
    _keys, mine, full = builder.parts.positions
    for place in random.Random(1).sample(range(builder.total), min(builder.total, 60)):
        position = type(game.start)(int(mine[place]), int(full[place]), stones)
        assert book.values[place] == exact(position)


@pytest.mark.plain
def test_where_all_games_are_over_there_is_nothing(tmp_path: Path):
    game = a_game((2, 2, 2))
    built(tmp_path / "a.book", game, 3)
    assert len(read_book(tmp_path / "a.book", game, 3).values) == 0


@pytest.mark.parametrize("stones", [-1, 16, 17])
def test_a_number_of_stones_that_does_not_fit(stones: int, tmp_path: Path):
    with pytest.raises(OptionError, match=f"0 to 15 stones, not {stones}"):
        BookBuilder(SMALL, stones, tmp_path / "a.book")


@pytest.mark.parametrize("stones", range(FEW + 1))
def test_the_solver_asks_the_table(small: Path, stones: int):
    lazy = LazyBook(FEW, False, lambda: read_book(small, SMALL, FEW))
    with_book = Connect4Solver(SMALL, bits=16, books=[lazy])
    without = Connect4Solver(SMALL, bits=16)
    dice = random.Random(stones)
    for _i in range(3):
        position = walk(dice, SMALL, stones)
        assert with_book.score(position) == without.score(position)
    assert "book" in vars(lazy)
    if stones == FEW:
        assert with_book.nodes == 0


@pytest.mark.parametrize("stones", range(FEW - 3, FEW + 1))
def test_a_line_that_begins_in_the_table_ends_with_it(small: Path, stones: int):
    lazy = LazyBook(FEW, False, lambda: read_book(small, SMALL, FEW))
    solver = Connect4Solver(SMALL, bits=16, books=[lazy])
    position = walk(random.Random(stones), SMALL, stones)
    found, whole = solve(solver, position), solve(solver, position, whole_line=True)
    few = len(whole.line) if stones == FEW else FEW - stones
    assert (found.line, found.whole) == (whole.line[:few], stones == FEW)
    end = reduce(lambda here, move: here.play(move), whole.line, position)
    assert whole.whole
    assert (1 if end.turn() == position.turn() else -1) * end.outcome() == found.score


def test_a_position_of_more_stones_does_not_open_the_table():
    solver = Connect4Solver(SMALL, bits=16, books=[unread(FEW)])
    solver.score(walk(random.Random(1), SMALL, FEW + 1))


def test_the_nearest_table_is_asked(small: Path):
    near = LazyBook(FEW, False, lambda: read_book(small, SMALL, FEW))
    books = [unread(FEW + 3), near, unread(FEW - 2)]
    solver = Connect4Solver(SMALL, bits=16, books=books)
    position = walk(random.Random(1), SMALL, FEW - 1)
    assert solver.score(position) == exact(position)


def unread(stones: int) -> LazyBook:
    """A table that must not be opened."""
    return LazyBook(stones, False, lambda: pytest.fail("opened"))


def test_tables_are_found_with_few_stones_first(folder: Path, small: Path):
    assert find_books(SMALL) == []
    for stones in (FEW, 5, 3):
        (folder / file_name(SMALL, stones)).write_bytes(small.read_bytes())
    (folder / "connect4-4x4x4-012.book").write_bytes(b"")
    (folder / "connect4-4x4x4-99.book.journal").write_bytes(b"")
    found = find_books(SMALL)
    assert [book.stones for book in found] == [3, 5, FEW]
    assert (found[-1].book.values == read_book(small, SMALL, FEW).values).all()
    assert find_books(a_game((4, 4, 3))) == []


def test_whoever_does_not_want_it_is_not_told(folder: Path):
    (folder / file_name(SMALL, 14)).write_bytes(b"damaged")
    position = walk(random.Random(1), SMALL, 14)
    assert solver_of(SMALL, book=False).score(position) == exact(position)
    with pytest.raises(DamagedTable, match="damaged"):
        solver_of(SMALL).score(position)


@pytest.mark.plain
def test_every_damage_is_found_out(tmp_path: Path):
    game, damaged = a_game((3, 3, 3)), tmp_path / "damaged.book"
    content = built(damaged, game, 2)
    assert len(read_book(damaged, game, 2).values) > 0
    for place in range(len(content)):
        wrong = bytearray(content)
        wrong[place] ^= 1 << place % 8
        for part in (bytes(wrong), content[:place]):
            damaged.write_bytes(part)
            with pytest.raises(DamagedTable, match="damaged"):
                read_book(damaged, game, 2)
    damaged.write_bytes(content + b"\0")
    with pytest.raises(DamagedTable, match="damaged"):
        read_book(damaged, game, 2)


def test_a_table_of_something_else(small: Path, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(
        DamagedTable, match=r"not the opening book of connect4\(.*\) with 10 stones"
    ):
        read_book(small, SMALL, 10)
    with pytest.raises(DamagedTable, match="not the opening book of connect4"):
        read_book(small, a_game((4, 4, 3)), FEW)
    monkeypatch.setattr(bookfile, "VERSION", bookfile.VERSION + 1)
    with pytest.raises(DamagedTable, match="not the opening book of connect4"):
        read_book(small, SMALL, FEW)


def test_a_table_that_is_there_is_left_alone(small: Path, tmp_path: Path):
    path = tmp_path / "a.book"
    content = built(path)
    builder = BookBuilder(SMALL, FEW, path)
    builder.build()
    assert builder.nodes == 0
    assert path.read_bytes() == content == small.read_bytes()
    path.write_bytes(b"a letter to grandmother")
    with pytest.raises(DamagedTable, match="move it away"):
        builder.build()
    assert path.read_bytes() == b"a letter to grandmother"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path):
    (tmp_path / "a.book").mkdir()
    with pytest.raises(IsADirectoryError):
        write_book(tmp_path / "a.book", SMALL, FEW, np.zeros(0, np.int64), b"")
    assert (tmp_path / "a.book").is_dir()


def test_a_stopped_builder_goes_on(small: Path, tmp_path: Path):
    path = tmp_path / "a.book"
    builder = BookBuilder(SMALL, FEW, path)
    journal = BookJournal(builder.journal_path, bookfile.header_of(bookfile.JOURNAL, SMALL, FEW))
    journal.append(2, builder.parts.scores(2, builder.parts.new_solver()))
    journal.close()
    builder.stop()
    with pytest.raises(SearchStopped):
        builder.build()
    assert builder.done == BLOCK
    assert not path.exists()
    assert built(path) == small.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["a.book"]


def test_a_full_disk_stops_all_threads_and_is_told(tmp_path: Path, monkeypatch: Any):
    def full(_journal: BookJournal, number: int, _scores: bytes) -> None:
        raise OSError(f"no space left for block {number}")

    builder = BookBuilder(SMALL, FEW, tmp_path / "a.book", InProcessPool(3))
    monkeypatch.setattr(BookJournal, "append", full)
    with pytest.raises(OSError, match="no space left"):
        builder.build()
    assert [solver.stopped for solver in builder.parts.solvers] == [True] * 3


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_make_the_same_file(small: Path, tmp_path: Path, threads: int):
    assert built(tmp_path / "a.book", threads=threads) == small.read_bytes()


def test_a_journal_is_read_back_up_to_its_torn_end(tmp_path: Path):
    path = tmp_path / "a.journal"
    journal = BookJournal(path, HEADER)
    blocks = {7: b"\1" * BLOCK, 0: b"\2" * BLOCK, 9: b"\3" * 5}
    lengths = [len(HEADER)]
    for number, scores in blocks.items():
        journal.append(number, scores)
        lengths.append(path.stat().st_size)
    journal.close()
    content = path.read_bytes()
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        journal = BookJournal(path, HEADER)
        whole = sum(length >= end for end in lengths[1:])
        assert list(journal.blocks) == list(blocks)[:whole]
        journal.append(3, b"\4")
        journal.close()
        journal = BookJournal(path, HEADER)
        assert list(journal.blocks) == [*list(blocks)[:whole], 3]
        journal.close()


def test_a_damaged_block_and_all_behind_it_are_dropped(tmp_path: Path):
    path = tmp_path / "a.journal"
    journal = BookJournal(path, HEADER)
    for number in range(4):
        journal.append(number, bytes([number]) * BLOCK)
    journal.close()
    content = bytearray(path.read_bytes())
    content[len(HEADER) + 2 * (len(content) - len(HEADER)) // 4 + 6] ^= 1
    path.write_bytes(content)
    journal = BookJournal(path, HEADER)
    assert list(journal.blocks) == [0, 1]
    journal.close()


@pytest.mark.parametrize("other", [b"another header", b"a head of cattle", b"another"])
def test_the_journal_of_something_else_is_left_alone(other: bytes, tmp_path: Path):
    path = tmp_path / "a.journal"
    path.write_bytes(other)
    with pytest.raises(DamagedTable, match="of another opening book or version"):
        BookJournal(path, HEADER)
    assert path.read_bytes() == other


def start(
    path: Path, threads: int, board: str = "(columns=5,rows=5)", stderr: int = subprocess.PIPE
) -> "subprocess.Popen[Any]":
    """The command that builds a table of seven stones; it hears Ctrl-C."""
    words = ["solve", f"connect4{board}", "--build-book", "7", "--out", str(path)]
    return subprocess.Popen(
        [sys.executable, "-m", "tablero", *words, "--threads", str(threads)],
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def stopped_by(signal_number: int, path: Path, threads: int, journal_size: int) -> tuple[int, str]:
    """Exit code and errors of a builder that gets a signal when its journal has this size."""
    journal = path.with_name(path.name + ".journal")
    builder = start(path, threads)
    while builder.poll() is None and not path.exists():
        if journal.exists() and journal.stat().st_size >= journal_size:
            builder.send_signal(signal_number)
            break
    _out, errors = builder.communicate()
    return builder.returncode, errors.decode()


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return built(tmp_path_factory.mktemp("books") / "a.book", a_game((5, 5, 4)), 7)


@pytest.mark.compiled_only
def test_killed_at_any_moment_it_goes_on(uninterrupted: bytes, tmp_path: Path):
    path = tmp_path / "a.book"
    sizes = sorted(random.Random(2).sample(range(3000), 3))
    codes = [stopped_by(signal.SIGKILL, path, 2, size)[0] for size in sizes]
    assert codes == [-signal.SIGKILL] * 3
    assert not path.exists()
    assert start(path, 2).communicate()[1] == b""
    assert path.read_bytes() == uninterrupted


@pytest.mark.compiled_only
def test_ctrl_c_says_how_to_go_on(uninterrupted: bytes, tmp_path: Path):
    path = tmp_path / "a.book"
    code, errors = stopped_by(signal.SIGINT, path, 1, 1000)
    assert code == 130
    assert errors.startswith("tablero: interrupted with ")
    assert errors.endswith(" positions done; the same command resumes\n")
    assert start(path, 1).communicate()[1] == b""
    assert path.read_bytes() == uninterrupted


@pytest.mark.compiled_only
def test_a_terminal_sees_how_much_is_done(tmp_path: Path):
    terminal, stderr = pty.openpty()
    builder = start(tmp_path / "a.book", 1, board="", stderr=stderr)
    shown = b""
    while b"/25718" not in shown:
        shown += os.read(terminal, 1000)
    builder.send_signal(signal.SIGINT)
    assert builder.wait() == 130
    os.close(terminal)
    os.close(stderr)
