"""The tree of `tablero search`: files, an outline, and the explanation of a node."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablero.cli import complain
from tablero.cli.common import asked, number_option, print_json
from tablero.cli.progress import run_watched
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.limits import Between
from tablero.locale import _
from tablero.position import Move

if TYPE_CHECKING:
    from tablero.lab.tree.tree import Tree
    from tablero.search.log import Log
    from tablero.search.run import Search

SUFFIXES = (".jsonl", ".dot", ".svg", ".html", ".txt")
"""Formats of files with a tree."""

TERMINAL = "-"
"""The file name that stands for the terminal."""


def tree_options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--tree"],
            multiple=True,
            metavar=_("FILE"),
            help=_("Write the tree of the search (.jsonl, .dot, .svg, .html, .txt); - prints it."),
        ),
        number_option(
            "--tree-plies", _("Plies of the tree; default: all, or as many as fit in a picture.")
        ),
        number_option(
            "--tree-nodes", _("Maximum number of nodes below the root; default: 100 000.")
        ),
        click.Option(
            ["--tree-sizes"],
            is_flag=True,
            help=_("Count the nodes that minimax would visit below pruned children."),
        ),
        click.Option(
            ["--explain"],
            metavar=_("MOVES"),
            help=_("Explain the value of the node after these moves, '4 4 3'; '' is the root."),
        ),
    ]


@dataclass
class TreeRequest:
    """The options of `tablero search` for its tree.

    files: files to write; "-" is the terminal.
    plies: plies of the tree to show; None: all, or as many as fit into a picture.
    nodes: nodes that the log has room for; None: the default.
    sizes: whether to count what minimax would visit below pruned children.
    explain: the moves that lead to the node to explain, or None.
    moves: the same moves, parsed by `log`.
    """

    files: Sequence[str]
    plies: int | None
    nodes: int | None
    sizes: bool
    explain: str | None
    moves: list[Move] = field(default_factory=list)

    @classmethod
    def of(cls, choices: dict[str, Any]) -> "TreeRequest":
        """Remove the options for the tree from `choices`, and return them."""
        names = ("tree", "tree_plies", "tree_nodes", "tree_sizes", "explain")
        return cls(*(choices.pop(name) for name in names))

    def log(self, rules: Game, start: Any, threads: int) -> "Log | None":
        """Return the log for the nodes of the search, or None if no tree is requested.

        Raise TableroError for options that are not possible, before the search starts.
        """
        from tablero.search.log import DEFAULT_NODES, new_log

        log = new_log(DEFAULT_NODES if self.nodes is None else self.nodes)
        Between(0).check("tree-plies", self.plies)
        if not self.files and self.explain is None:
            self._check_needless()
            return None
        if threads > 1:
            message = _("a tree is recorded with one thread, not with {threads}")
            raise OptionError(message.format(threads=threads))
        for file in self.files:
            _check_file(file)
        for text in (self.explain or "").split():
            self.moves.append(rules.parse_move(start, text))
            start = start.play(self.moves[-1])
        return log

    def _check_needless(self) -> None:
        given = {"--tree-plies": self.plies, "--tree-nodes": self.nodes}
        for option, value in {**given, "--tree-sizes": self.sizes or None}.items():
            if value is not None:
                raise OptionError(_("{option} needs --tree FILE").format(option=option))

    def deliver(
        self,
        log: "Log | None",
        rules: Game,
        search: "Search",
        evaluation: str,
        position: str,
        as_json: bool,
    ) -> None:
        """Write the tree and print the explanation after the search. Do nothing without a log."""
        from tablero.lab.tree.tree import read_tree

        if log is None:
            return

        def read() -> "Tree":
            settings = search.settings
            return read_tree(log, rules, search.position, settings, evaluation, search.span)

        tree = _watched(read)
        if not tree.is_whole:
            message = _("the tree has the first {nodes} of {visited} nodes; --tree-nodes N: more")
            complain(message.format(nodes=tree.kept, visited=tree.visited))
        self._write(tree, position, as_json)
        if self.explain is not None:
            self._explain(tree, as_json)

    def _write(self, tree: "Tree", position: str, as_json: bool) -> None:
        """Write the tree to all requested files, or print it."""
        command = asked()
        for file in self.files:
            suffix = Path(file).suffix if file != TERMINAL else ".jsonl" if as_json else ".txt"
            text = _watched(partial(self._text, tree, suffix, command, position))
            if file == TERMINAL:
                click.echo(text if as_json else "\n" + text, nl=False)
            else:
                below = f"\n{command}\n" if suffix == ".txt" else ""
                Path(file).write_text(text + below, encoding="utf-8")

    def _text(self, tree: "Tree", suffix: str, command: str, position: str) -> str:
        """Return the contents of a file with this suffix."""
        from tablero.lab.tree import dot, outline, records, svg

        if suffix in (".svg", ".html"):
            return (svg.svg if suffix == ".svg" else svg.html)(tree, command, self.plies)
        lines = {
            ".jsonl": lambda: records.records(tree, command, position, self.plies, self.sizes),
            ".dot": lambda: dot.dot(tree, command, self.plies),
            ".txt": lambda: outline.outline(tree, self.plies, self.sizes),
        }[suffix]()
        return "\n".join(lines) + "\n"

    def _explain(self, tree: "Tree", as_json: bool) -> None:
        """Print why the node has its value.

        If the search started several times at the root, explain the last pass that it finished.
        """
        from tablero.lab.tree.explain import explain_line
        from tablero.lab.tree.tree import NONE

        roots = tree.roots
        finished = [root for root in roots if root.bound != NONE] or roots
        sentences = explain_line(tree, self.moves, finished[-1])
        if len(roots) > 1:
            message = _("The search made {passes} passes from the root. This is pass {number}.")
            number = roots.index(finished[-1]) + 1
            sentences.insert(0, message.format(passes=len(roots), number=number))
        if as_json:
            names = tree.game.line_names(tree.positions[0], self.moves)
            print_json({"explain": names, "sentences": sentences})
        else:
            click.echo("\n" + "\n".join(sentences))


def _check_file(file: str) -> None:
    """Raise OptionError for a file with an unknown suffix or without a directory."""
    if file == TERMINAL:
        return
    if Path(file).suffix not in SUFFIXES:
        message = _("{file}: the extension must be one of {known}")
        raise OptionError(message.format(file=file, known=", ".join(SUFFIXES)))
    if not Path(file).parent.is_dir():
        raise OptionError(_("{file}: there is no such directory").format(file=file))


def _watched(work: Callable[[], Any]) -> Any:
    """Run `work` and return its result; a terminal shows meanwhile that the tree is read."""
    return run_watched(work, lambda: _("reading the tree …"), lambda: None)
