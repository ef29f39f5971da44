"""Files that travel with a job: games, evaluations and players of the user's, which another
machine has not got.

Texts name them, `my_player.py(eval=my_eval.py)`. Where the job is opened, the files lie elsewhere,
and so texts are told in two ways: as they are said at home, and as they are said here.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tablero.errors import OptionError, OutsideError, TableroError
from tablero.games.options import join_call, parse_call
from tablero.games.outside import is_path, read_source
from tablero.locale import _

PYTHON = ".py"


@dataclass(frozen=True)
class Parcel:
    """files -- by their paths at home"""

    files: Mapping[str, bytes] = field(default_factory=dict)


def pack(*texts: str) -> Parcel:
    """Every file that is named in these texts. A program stays where it is: whoever has it on all
    machines may use it. Raises OptionError for a log, which would be written elsewhere."""
    files: dict[str, bytes] = {}

    def carry(path: str) -> str:
        files[path] = read_source(path)
        return path

    for text in texts:
        if "log" in parse_call(text)[1]:
            message = _("{text}: a log is written by another machine, where nobody looks for it")
            raise OptionError(message.format(text=text))
        _with_paths(text, carry)
    return Parcel(files)


class Unpacked:
    """The files of a parcel in a folder of their own, until we are closed.

    paths -- here, by those at home
    """

    def __init__(self, parcel: Parcel) -> None:
        self.paths: dict[str, str] = {}
        self.folder = tempfile.mkdtemp(prefix="tablero-") if parcel.files else None
        for number, (path, content) in enumerate(parcel.files.items()):
            file = Path(str(self.folder), str(number), Path(path).name)
            file.parent.mkdir()
            file.write_bytes(content)
            self.paths[path] = str(file)

    def here(self, text: str) -> str:
        """A game or an agent, as it is called here."""
        return _with_paths(text, lambda path: self.paths[path]) if self.paths else text

    def at_home(self, text: str) -> str:
        """Whatever is told here, as it would be told at home."""
        for home, here in self.paths.items():
            text = text.replace(here, home)
        return text

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What goes wrong within is told as at home."""
        try:
            yield
        except TableroError as error:
            if not self.paths:
                raise
            raise OutsideError(self.at_home(str(error))) from None

    def close(self) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder)


def _with_paths(text: str, change: Callable[[str], str]) -> str:
    """The same text with other paths of files; a program's are its own."""
    if PYTHON not in text:
        return text
    name, options = parse_call(text)
    if name == "program" or (is_path(name) and not name.endswith(PYTHON)):
        return text
    inner = [(option, _with_paths(value, change)) for option, value in options.items()]
    return join_call(change(name) if name.endswith(PYTHON) else name, inner)
