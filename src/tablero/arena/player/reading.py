"""From the bytes of a file to its syntax tree, without running a line of it, whatever it holds."""

import ast
import codecs
import re
import warnings

from tablero.locale import _

LONGEST = 100_000
"""Characters of a file."""

DEEPEST = 150
"""Levels of a syntax tree: whoever walks down must come back."""

BOM = "\ufeff"
"""Some editors begin a file with it."""

_NO_TEXT = re.compile("[\0\ud800-\udfff]")

_COOKIE = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*(?P<name>[-\w.]+)")
"""The comment by which a file tells its encoding, in one of its first two lines."""


class Unreadable(Exception):
    """The text is no Python that could be looked at.

    line -- 0 if no line is to blame
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


def decode(data: bytes) -> str:
    """The text of a file, which is UTF-8. Raises Unreadable."""
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(line, _("the file must be UTF-8")) from None


def parse(text: str) -> ast.Module:
    """The syntax tree of a text. Raises Unreadable."""
    text = text.removeprefix(BOM)
    _check_text(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        raise Unreadable(error.lineno or 0, _not_python(error.msg)) from None
    except (MemoryError, RecursionError):
        raise Unreadable(0, _too_deep()) from None
    except ValueError as error:
        raise Unreadable(0, _not_python(str(error))) from None
    _check_depth(tree)
    return tree


def _check_text(text: str) -> None:
    if len(text) > LONGEST:
        message = _("the file has {length} characters, {most} are allowed")
        raise Unreadable(0, message.format(length=len(text), most=LONGEST))
    if found := _NO_TEXT.search(text):
        message = _("there is a character that no text has: {sign!r}")
        line = text.count("\n", 0, found.start()) + 1
        raise Unreadable(line, message.format(sign=found[0]))
    for line, comment in enumerate(text.splitlines()[:2], 1):
        cookie = _COOKIE.match(comment)
        if cookie and not re.fullmatch(r"utf[-_]?8(-sig)?", cookie["name"].lower()):
            raise Unreadable(line, _("the file must be UTF-8"))


def _not_python(reason: str) -> str:
    return _("this is not Python: {reason}").format(reason=reason)


def _too_deep() -> str:
    return _("the text is nested too deeply")


def _check_depth(tree: ast.Module) -> None:
    """Raise Unreadable for a tree that is too deep; nothing here calls itself."""
    level: list[ast.AST] = [tree]
    for _depth in range(DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    raise Unreadable(getattr(level[0], "lineno", 0), _too_deep())
