"""Files that are sent with a job: games, evaluations and players that other machines lack.

Texts such as `my_player.py(eval=my_eval.py)` name them by their path. Where the job is opened the
files have other paths, so texts are translated in both directions.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tablero.agents import PROGRAMS
from tablero.errors import OptionError, OutsideError, TableroError
from tablero.games.outside import is_path, read_source
from tablero.locale import _
from tablero.options import join_call, parse_call

PYTHON = ".py"


@dataclass(frozen=True)
class FileBundle:
    """Contents of files, by the paths with which texts name them."""

    files: Mapping[str, bytes] = field(default_factory=dict)


def bundle_files(*texts: str) -> FileBundle:
    """Return all Python files that are named in these texts of games, evaluations and agents.

    Programs are not included: they must be installed on all machines. Raise OptionError for an
    agent with a log file, which would be written on another machine.
    """
    files: dict[str, bytes] = {}

    def add(path: str) -> str:
        files[path] = read_source(path)
        return path

    for text in texts:
        if "log" in parse_call(text)[1]:
            message = _("{text}: the log file would be written on another machine")
            raise OptionError(message.format(text=text))
        _replace_paths(text, add)
    return FileBundle(files)


class UnpackedFiles:
    """The files of a bundle in a temporary folder, which `close` removes."""

    def __init__(self, bundle: FileBundle) -> None:
        self.paths: dict[str, str] = {}  # Temporary paths by original paths.
        self.folder = tempfile.mkdtemp(prefix="tablero-") if bundle.files else None
        for number, (path, content) in enumerate(bundle.files.items()):
            file = Path(str(self.folder), str(number), Path(path).name)
            file.parent.mkdir()
            file.write_bytes(content)
            self.paths[path] = str(file)

    def to_local(self, text: str) -> str:
        """Return the text of a game or an agent with the temporary paths."""
        return _replace_paths(text, lambda path: self.paths[path]) if self.paths else text

    def to_original(self, text: str) -> str:
        """Return any text with the original paths."""
        for original, local in self.paths.items():
            text = text.replace(local, original)
        return text

    @contextmanager
    def original_errors(self) -> Iterator[None]:
        """Raise errors again with the original paths in their messages."""
        try:
            yield
        except TableroError as error:
            if not self.paths:
                raise
            raise OutsideError(self.to_original(str(error))) from None

    @contextmanager
    def opening(self) -> Iterator[None]:
        """As `original_errors`, and remove the files after an error: the job cannot be opened."""
        try:
            with self.original_errors():
                yield
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove the files, once."""
        if self.folder is not None:
            shutil.rmtree(self.folder)
            self.folder = None


def _replace_paths(text: str, replace: Callable[[str], str]) -> str:
    """Return the text with other paths of Python files, except in the command of a program."""
    if PYTHON not in text:
        return text
    name, options = parse_call(text)
    if name in PROGRAMS or (is_path(name) and not name.endswith(PYTHON)):
        return text
    inner = [(option, _replace_paths(value, replace)) for option, value in options.items()]
    return join_call(replace(name) if name.endswith(PYTHON) else name, inner)
