"""What a file tells about itself before it is run: alias and track."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tablero.agents.agent import CHOOSE_PARAMETERS
from tablero.arena.player.reading import BOM, Unreadable, decode, parse
from tablero.arena.signs import is_number, is_seen
from tablero.errors import OutsideError
from tablero.locale import _

LONGEST_ALIAS = 24
_ALIAS = re.compile(r"[^\W_][\w .!'-]*")
"""Letters of any language and digits, a few signs; a letter or a digit first."""


class Track(StrEnum):
    """What is handed in: what a position is worth, or who moves."""

    EVALUATION = "evaluation"
    AGENT = "agent"


@dataclass(frozen=True)
class Form:
    """What a text tells without being run.

    finished -- does an evaluation value finished games itself? Else the search's own final
                scores count
    """

    alias: str
    track: Track
    text: str
    finished: bool = False


def read_file(data: bytes, origin: str) -> Form:
    """The form of a file. Raises OutsideError."""
    try:
        return read_form(decode(data), origin)
    except Unreadable as error:
        raise fault(origin, error.line, error.reason) from None


def read_form(text: str, origin: str) -> Form:
    """The form of a text. Raises OutsideError: file, line, what is wrong."""
    text = text.removeprefix(BOM)
    try:
        tree = parse(text)
    except Unreadable as error:
        raise fault(origin, error.line, error.reason) from None
    alias = _alias(tree, origin)
    functions = _functions(tree)
    judges = [node for node in tree.body if isinstance(node, ast.ClassDef) and _is_judge(node)]
    _check_count([*map(functions.get, ("choose", "value")), *judges], origin)
    if "choose" in functions:
        _check_choose(functions["choose"], origin)
        return Form(alias, Track.AGENT, text)
    if judges:
        return Form(alias, Track.EVALUATION, text, "final" in _verbs(judges[0]))
    for name in sorted({"value", "finished"} & {*functions}):
        _check_one_parameter(functions[name], origin)
    return Form(alias, Track.EVALUATION, text, "finished" in functions)


def _check_count(players: Sequence[ast.FunctionDef | ast.ClassDef | None], origin: str) -> None:
    """Raise OutsideError unless there is one player."""
    found = [node for node in players if node is not None]
    if not found:
        message = _("expected def value(board), a NamedTuple with the verb value, or def choose")
        raise fault(origin, 0, message)
    if len(found) > 1:
        message = _("one player is expected, not {count}: {names}")
        names = ", ".join(node.name for node in found)
        line = max(node.lineno for node in found)
        raise fault(origin, line, message.format(count=len(found), names=names))


def fault(origin: str, line: int, reason: str) -> OutsideError:
    """What is wrong with a file, and in which line if there is one."""
    place = _("{file}, line {line}").format(file=origin, line=line) if line else origin
    return OutsideError(f"{place}: {reason}")


def _alias(tree: ast.Module, origin: str) -> str:
    told = [node for node in tree.body for name in _assigned(node) if name == "ALIAS"]
    if not told:
        raise fault(origin, 0, _('there is no alias; expected a line like ALIAS = "Sower"'))
    if len(told) > 1:
        raise fault(origin, told[1].lineno, _("the alias is told twice"))
    value = getattr(told[0], "value", None)
    alias = value.value if isinstance(value, ast.Constant) else None
    line = told[0].lineno
    if not isinstance(alias, str):
        raise fault(origin, line, _('the alias must be a plain text: ALIAS = "Sower"'))
    check_alias(alias, origin, line)
    return alias


def check_alias(alias: str, origin: str, line: int) -> None:
    """Raise OutsideError for what cannot stand in a table."""
    if len(alias) > LONGEST_ALIAS:
        message = _("the alias has {length} characters, {most} are allowed")
        raise fault(origin, line, message.format(length=len(alias), most=LONGEST_ALIAS))
    seen = _ALIAS.fullmatch(alias) and all(map(is_seen, alias))
    if not seen or alias != " ".join(alias.split()):
        message = _("{alias!r} is no alias: letters and digits, single blanks and . ! ' - _")
        raise fault(origin, line, message.format(alias=alias))
    if is_number(alias):
        message = _("the alias {alias!r} reads like the number of a player; choose another one")
        raise fault(origin, line, message.format(alias=alias))


def _assigned(node: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a value to."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        targets = [node.target]
    for target in targets:
        yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))


def _functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _verbs(node: ast.ClassDef) -> set[str]:
    return {each.name for each in node.body if isinstance(each, ast.FunctionDef)}


def _is_judge(node: ast.ClassDef) -> bool:
    """A NamedTuple with the verb `value`."""
    bases = {getattr(base, "id", getattr(base, "attr", "")) for base in node.bases}
    return "NamedTuple" in bases and "value" in _verbs(node)


def _check_choose(node: ast.FunctionDef, origin: str) -> None:
    """Raise OutsideError if it asks for what nobody gives."""
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    required = plain[: len(plain) - len(arguments.defaults)]
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    required += [each for each, default in keywords if default is None]
    for each in required:
        if each.arg not in CHOOSE_PARAMETERS:
            message = _("choose asks for {name!r}; it may ask for {known}")
            told = message.format(name=each.arg, known=", ".join(CHOOSE_PARAMETERS))
            raise fault(origin, each.lineno, told)


def _check_one_parameter(node: ast.FunctionDef, origin: str) -> None:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    required = len(plain) - len(arguments.defaults)
    needed = [default for default in arguments.kw_defaults if default is None]
    if required > 1 or not (plain or arguments.vararg) or needed:
        message = _("{name} is given one thing: def {name}(board)")
        raise fault(origin, node.lineno, message.format(name=node.name))
