"""The commands at the prompt of a game."""

from tablero.locale import in_every_language, mark

COMMANDS = {
    mark("undo"): mark("back to your turn before"),
    mark("hint"): mark("a nudge; said again, the move"),
    mark("best"): mark("the best move, its score and its line"),
    mark("auto"): mark("let the machine move for you"),
    mark("save"): mark("save FILE: go on later with tablero play --resume FILE"),
    mark("resign"): mark("give the game up"),
    mark("help"): mark("this list, and the legal moves"),
    mark("quit"): mark("leave the game as it is"),
}
"""Each command with its meaning."""


def command_of(text: str) -> tuple[str, str]:
    """Split a line into its command, in any language, and the rest; "" stands for no command."""
    word, _blank, rest = text.partition(" ")
    for command in COMMANDS:
        if word.lower() in in_every_language(command):
            return command, rest.strip()
    return ("help", "") if text == "?" else ("", text)
