"""A person at a real terminal, who types and reads."""

import os
import re
import sys
import termios
from typing import Any

import pexpect

import tablero.games as games

PATIENCE = 60
"""Seconds: something may have to be compiled first."""

PROMPT = {"en": "your move: ", "es": "tu jugada: "}
MOVED = re.compile(r"^(?:move|jugada) [0-9]+, .*?\): (?P<move>[^,\r\n]+)", re.MULTILINE)
CTRL_C, CTRL_D = "\x03", "\x04"


class Terminal(pexpect.spawn):  # type: ignore[misc]
    """`tablero` with these words, in one of the languages."""

    def __init__(self, *words: str, language: str = "en", **variables: str) -> None:
        system = {key: value for key, value in os.environ.items() if key not in ("LC_ALL",)}
        names = {"en": "C.UTF-8", "es": "es_ES.UTF-8"}
        environment = {"TERM": "dumb", "LANG": names[language], "PYTHONUTF8": "1", **variables}
        super().__init__(
            sys.executable,
            ["-m", "tablero", *words],
            env={**system, **environment},
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(50, 200),
        )
        self.language = language
        self.modes = termios.tcgetattr(self.child_fd)

    def answer(self, question: str, text: str) -> None:
        """Wait for the question, and type a line."""
        self.hear(question)
        self.sendline(text)

    def hear(self, question: str) -> str:
        """Wait for the whole of a question that begins so: what was said before it."""
        self.expect_exact(question)
        before = str(self.before)
        if not question.endswith(": "):
            self.expect_exact(": ")
        return before

    def leave(self) -> tuple[int | None, str]:
        """Wait for its end: (exit code, all that was still said)."""
        self.expect(pexpect.EOF)
        said = self.before.replace("\r\n", "\n")
        assert termios.tcgetattr(self.child_fd)[:4] == self.modes[:4], (
            "the terminal is not as it was"
        )
        self.close()
        return self.exitstatus, said

    def play(self, game: str, position: Any) -> tuple[Any, str]:
        """Answer every prompt with the last legal move: the last position, and the last line.

        We follow the game by what is told of the moves, and by the rules.
        """
        rules = games.load(game)
        while True:
            over = self.expect_exact([PROMPT[self.language], pexpect.EOF])
            said = self.before.replace("\r\n", "\n")
            for told in MOVED.finditer(said):
                position = position.play(rules.parse_move(position, told["move"]))
            if over:
                self.close()
                return position, said.strip().splitlines()[-1]
            self.sendline(list(rules.move_names(position))[-1])
