"""The commands at the prompt of a game."""

from tablero.locale import in_every_language, mark

COMMANDS = {
    mark("undo"): mark("back to your turn before"),
    mark("hint"): mark("a hint; the second time, the move"),
    mark("best"): mark("the best move, its score and the principal variation"),
    mark("auto"): mark("let the machine move for you"),
    mark("save"): mark("save FILE: to resume it with tablero play --resume FILE"),
    mark("resign"): mark("resign the game"),
    mark("help"): mark("this list, and the legal moves"),
    mark("quit"): mark("leave the game unfinished"),
}
"""Each command with its meaning."""


def command_of(text: str) -> tuple[str, str]:
    """Split a line into its command, in any language, and the rest; "" stands for no command."""
    word, _blank, rest = text.partition(" ")
    for command in COMMANDS:
        if word.lower() in in_every_language(command):
            return command, rest.strip()
    return ("help", "") if text == "?" else ("", text)
