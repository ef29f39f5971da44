"""What a file tells about itself before it is run: alias and track."""

import ast
from dataclasses import dataclass
from enum import StrEnum

from tablero.errors import OutsideError
from tablero.locale import _


class Track(StrEnum):
    """What is handed in: what a position is worth, or who moves."""

    EVALUATION = "evaluation"
    AGENT = "agent"


@dataclass(frozen=True)
class Form:
    """What a text tells without being run."""

    alias: str
    track: Track
    text: str


def read_form(text: str, origin: str) -> Form:
    """The form of a text. Raises OutsideError: file, line, what is wrong."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        reason = _("this is not Python: {reason}").format(reason=error)
        raise OutsideError(f"{origin}: {reason}") from None
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    track = Track.AGENT if "choose" in names else Track.EVALUATION
    return Form(_alias(tree, origin), track, text)


def _alias(tree: ast.Module, origin: str) -> str:
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name("ALIAS")], ast.Constant(str(alias))):
                return alias
    reason = _('there is no alias; expected a line like ALIAS = "Sower"')
    raise OutsideError(f"{origin}: {reason}")
