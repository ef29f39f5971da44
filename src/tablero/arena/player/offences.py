"""Forbidden constructs of a file, with their lines, found without running it."""

import ast
import io
import tokenize
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from tablero.arena.player.forms import Track
from tablero.arena.player.reading import BOM, Unreadable, parse
from tablero.arena.player.rules import RULES
from tablero.locale import _

LONGEST_WHAT = 300
MOST = 1000
"""Offences of a file that are told; it is refused for the first."""


@dataclass(frozen=True)
class Offence:
    """rule   -- its name in rules.RULES
    line   -- 0 if no line is to blame
    what   -- was found there
    cheats -- was it an attempt to cheat? Then the pair is banned
    """

    rule: str
    line: int
    what: str
    cheats: bool


def offence(rule: str, line: int, what: str) -> Offence:
    """An offence in a few words, however long a name of the file's is."""
    told = what if len(what) <= LONGEST_WHAT else f"{what[:LONGEST_WHAT]}…"
    return Offence(rule, line, told, RULES[rule].cheats)


def offences(text: str, track: Track) -> list[Offence]:
    """What is forbidden in a text, by lines, up to MOST. Whatever the text is, this has an answer,
    and soon."""
    from tablero.arena.player.agent_check import agent_offences
    from tablero.arena.player.evaluation_check import evaluation_offences

    text = text.removeprefix(BOM)
    try:
        tree = parse(text)
    except Unreadable as error:
        return [offence("text", error.line, error.reason)]
    look: Callable[[ast.Module], Iterator[Offence]] = {
        Track.EVALUATION: evaluation_offences,
        Track.AGENT: agent_offences,
    }[track]
    found = {*islice(chain(look(tree), disguises(text)), MOST)}
    return sorted(found, key=lambda each: (each.line, each.rule, each.what))


def disguises(text: str) -> Iterator[Offence]:
    """Names that Python reads as others than they are written. Letters with accents are fine."""
    if text.isascii():
        return
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError) as error:
        yield offence("text", 0, _("this is not Python: {reason}").format(reason=error))
        return
    for token in tokens:
        if token.type == tokenize.NAME and not token.string.isascii():
            yield from _disguise(token.string, token.start[0])


def _disguise(name: str, line: int) -> Iterator[Offence]:
    meant = unicodedata.normalize("NFKC", name)
    values = {"name": name, "meant": meant}
    if unicodedata.normalize("NFC", name) != meant:
        yield offence("disguise", line, _("{name!r} is read as {meant!r}").format(**values))
    elif any(sign.isalpha() and not _is_latin(sign) for sign in name):
        message = _("{name!r} has letters that only look like others; use Latin ones")
        yield offence("name", line, message.format(**values))


def _is_latin(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith("LATIN")
