"""Names of files: a pattern of the course's, names read by it, and written.

    grupo{group:2}pareja{pair:2}{player:1}{secret:2}{day:2}{month:2}.py

Text stands for itself. `{field:N}` is a field of exactly N signs: digits, with zeros to the left,
or for the secret letters and digits.
"""

import re
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any, NamedTuple

from tablero.arena.course.keys import PASSWORD_SIGNS
from tablero.errors import NotationError
from tablero.locale import _, mark

NUMBERS = {
    "group": mark("the group"),
    "pair": mark("the pair"),
    "player": mark("the number of the player"),
    "day": mark("the day"),
    "month": mark("the month"),
    "year": mark("the year"),
}
SECRET = "secret"
NEEDED = ("group", "pair", "player", SECRET)
MASK = "*"
MOST_SIGNS = 32
SLIP = 2
"""So many signs too many or too few are nothing unusual."""

LITERAL = re.compile(r"[A-Za-z0-9_.+@=-]+")
_PARTS = re.compile(r"\{(?P<name>[^{}:]*):(?P<width>[^{}]*)\}|(?P<text>[^{}]+)|(?P<wrong>[{}])")


class Name(NamedTuple):
    """What the name of a file tells. Day, month and year are 0 where the pattern has none."""

    group: int
    pair: int
    player: int
    secret: str
    day: int = 0
    month: int = 0
    year: int = 0


class Part(NamedTuple):
    """A field of so many signs, or a text that stands for itself."""

    field: str
    text: str
    width: int


@dataclass(frozen=True)
class Pattern:
    """How files of a course are called."""

    text: str
    parts: tuple[Part, ...]

    def read(self, name: str) -> Name:
        """What `name` tells. Raises NotationError that says what does not fit, and where; where
        the secret may stand, no sign is shown."""
        told: dict[str, Any] = {}
        place, veiled = 0, self.veiled(name)
        for part in self.parts:
            found = name[place : place + part.width]
            if part.field:
                shown = veiled[place : place + part.width]
                told[part.field] = self._value(part, found, place, shown)
            elif found != part.text:
                message = _("expected {text!r} at sign {place}, not {found!r}")
                found = veiled[place : place + part.width]
                raise self._misfit(message, text=part.text, place=place + 1, found=found)
            place += part.width
        if name[place:]:
            message = _("nothing may follow after sign {place}, but {found!r} does")
            raise self._misfit(message, place=place, found=veiled[place:][:MOST_SIGNS])
        return Name(**told)

    def _value(self, part: Part, found: str, place: int, shown: str) -> int | str:
        secret = part.field == SECRET
        signs = r"[A-Za-z0-9]*" if secret else r"[0-9]*"
        if len(found) == part.width and re.fullmatch(signs, found):
            return found if secret else int(found)
        kind = _("{width} letters or digits") if secret else _("{width} digits")
        what = _("the secret") if secret else _(NUMBERS[part.field])
        message = _("expected {what}, {kind}, at sign {place}, not {found!r}")
        shown = MASK * len(found) if secret else shown
        kind = kind.format(width=part.width)
        raise self._misfit(message, what=what, kind=kind, place=place + 1, found=shown)

    def _misfit(self, message: str, **values: object) -> NotationError:
        template = _("the name must be {pattern}: {reason}")
        reason = message.format(**values)
        return NotationError(template.format(pattern=self.example(), reason=reason))

    def write(self, name: Name) -> str:
        """The name of a file that tells this; `read` reads it. Raises NotationError for what
        has no room in its field."""
        values = name._asdict()
        texts = []
        for part in self.parts:
            text = part.text
            if part.field:
                value = values[part.field]
                text = value if part.field == SECRET else f"{value:0{part.width}}"
            texts.append(text)
            if len(text) != part.width:
                message = _("{value!r} does not fit into {width} signs of {pattern}")
                values = {"value": text, "width": part.width, "pattern": self.text}
                raise NotationError(message.format(**values))
        return "".join(texts)

    def masked(self, name: Name) -> str:
        """The name of a file as it may be kept: without its secret."""
        return self.write(name._replace(secret=MASK * len(name.secret)))

    def veiled(self, name: str) -> str:
        """Any name as it may be kept. One that begins with something else has its secret, or its
        password, after the same signs as others; one that is wrong by a sign or two, somewhere
        near its place."""
        before = self.parts[: [part.field for part in self.parts].index(SECRET)]
        begins = "".join(
            f"[0-9]{{{part.width}}}" if part.field else re.escape(part.text) for part in before
        )
        found = re.search(begins, name, re.IGNORECASE)
        slip = 0 if found else SLIP
        usual = sum(part.width for part in before)
        place = found.end() if found else usual
        is_long = len(name) - place > self.size - usual + SLIP
        width = PASSWORD_SIGNS if is_long else self.width(SECRET)
        begin, end = max(0, place - slip), place + width + slip
        return name[:begin] + MASK * len(name[begin:end]) + name[end:]

    def with_password(self) -> "Pattern":
        """The same with room for a password where the secret stands."""
        parts = (
            part._replace(width=PASSWORD_SIGNS) if part.field == SECRET else part
            for part in self.parts
        )
        return Pattern(self.text, tuple(parts))

    @property
    def size(self) -> int:
        """Signs of a name."""
        return sum(part.width for part in self.parts)

    def example(self) -> str:
        """The pattern as people write it: grupoGGparejaPPNccDDMM."""
        signs = {"group": "G", "pair": "P", "player": "N", SECRET: "c"}
        signs |= {"day": "D", "month": "M", "year": "Y"}
        return "".join(
            signs[part.field] * part.width if part.field else part.text for part in self.parts
        )

    def width(self, field: str) -> int:
        """Signs of a field; 0 if the pattern does not have it."""
        return sum(part.width for part in self.parts if part.field == field)

    def tells_day(self, name: Name, day: date) -> bool:
        """Does nothing in the name speak against this day?"""
        century = 10 ** self.width("year")
        expected = {"day": day.day, "month": day.month, "year": day.year % century}
        told = name._asdict()
        return all(not self.width(key) or told[key] == value for key, value in expected.items())


def parse_pattern(text: str) -> Pattern:
    """The pattern that is written so. Raises NotationError."""
    parts = tuple(_part(found, text) for found in _PARTS.finditer(text))
    fields = [part.field for part in parts if part.field]
    for field in NEEDED:
        if field not in fields:
            message = _("the pattern {text!r} lacks {{{field}:N}}")
            raise NotationError(message.format(text=text, field=field))
    for field in fields:
        if fields.count(field) > 1:
            message = _("the pattern {text!r} has {{{field}:N}} twice")
            raise NotationError(message.format(text=text, field=field))
    assert not any(one.text and other.text for one, other in pairwise(parts)), parts
    return Pattern(text, parts)


def _part(found: re.Match[str], text: str) -> Part:
    field, width, literal = found["name"], found["width"], found["text"]
    if literal is not None and LITERAL.fullmatch(literal):
        return Part("", literal, len(literal))
    if field is None:
        message = _(
            "the pattern {text!r} cannot have {part!r}, only letters, digits and . _ + @ = -"
        )
        raise NotationError(message.format(text=text, part=found[0]))
    known = [*NUMBERS, SECRET]
    if field not in known:
        message = _("the pattern {text!r} has a field {field!r}; known: {known}")
        raise NotationError(message.format(text=text, field=field, known=", ".join(known)))
    if not re.fullmatch(r"[0-9]{1,2}", width) or not 1 <= int(width) <= MOST_SIGNS:
        message = _("the pattern {text!r}: {part} needs a width from 1 to {most}")
        raise NotationError(message.format(text=text, part=found[0], most=MOST_SIGNS))
    return Part(field, "", int(width))
