"""Faults of the papers' programs: what is wrong, how it shows in the numbers, what is correct."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from textwrap import indent

from tablero.errors import UnknownName
from tablero.lab.table import Column, ResultTable, as_text
from tablero.locale import _


@dataclass(frozen=True)
class ProgramFault:
    """A fault of a paper's program, explained so that a student can find it.

    paper: p1 to p5.
    key: the fault's name in every language; no other fault has it.
    title: the fault in a few words.
    what: what the program does, and what it should do instead.
    effect: how the fault shows in the program's numbers.
    faulty, correct: the line of the algorithm as the program has it, and as it should be; one
        line each.
    compare: runs the faulty and the correct program, and returns their numbers side by side.
    """

    paper: str
    key: str
    title: str
    what: str
    effect: str
    faulty: str
    correct: str
    compare: Callable[[], ResultTable]

    @property
    def command(self) -> str:
        """The command that shows the faulty and the correct program side by side."""
        return f"tablero lab faults {self.key}"

    @cached_property
    def table(self) -> ResultTable:
        """The table that `compare` returns; it runs once."""
        return self.compare()


def find_fault(key: str, faults: Iterable[ProgramFault]) -> ProgramFault:
    """Return the fault named `key`, or raise UnknownName."""
    known = {fault.key: fault for fault in faults}
    if key not in known:
        raise UnknownName(_("fault"), key, known)
    return known[key]


def fault_titles() -> dict[str, str]:
    """Return the headings of a fault's texts by field, in the current language."""
    return {
        "what": _("the fault"),
        "effect": _("in the numbers"),
        "faulty": _("the program"),
        "correct": _("correct"),
    }


def fault_text(fault: ProgramFault) -> str:
    """Return the explanation of a fault and its comparison, for a terminal."""
    titles = fault_titles()
    width = max(map(len, titles.values()))
    lines = [f"  {title:<{width}}  {getattr(fault, name)}" for name, title in titles.items()]
    comparison = indent(f"{fault.table.title}\n\n{as_text(fault.table)}", "  ")
    return "\n".join([fault.title, *lines, f"  $ {fault.command}", "", comparison])


def fault_table(faults: Iterable[ProgramFault], command: str) -> ResultTable:
    """Return all explanations as a table, one fault a row."""
    names = "paper", "key", "title", *fault_titles(), "command"
    titles = _("no."), _("key"), _("title"), *fault_titles().values(), _("command")
    rows = [
        [fault.paper.upper(), *(str(getattr(fault, name)) for name in names[1:])]
        for fault in faults
    ]
    columns = [*map(Column, names, titles)]
    return ResultTable(_("The faults of the papers' programs"), columns, rows, command, "faults")
