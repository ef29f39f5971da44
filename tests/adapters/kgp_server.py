"""A small server of the Kalah Game Protocol, written from its specification for the tests.

It referees by the naive text of the rules, and trusts nobody: what a client does wrong is kept
in `faults`.
"""

import random
import re
import socket
import threading

from tests.games.naive_sowing import NaiveKalah

OPTIONS = {"capture": "opposite", "end": "either"}


def naive(board):
    """The naive position of [store, other store, pits, other pits]; its mover is the first."""
    store, other, *rows = board
    pits = len(rows) // 2
    mine, theirs = rows[:pits], rows[pits:]
    parts = [*mine, store], [*theirs, other], [1]
    return NaiveKalah(OPTIONS, " / ".join(" ".join(map(str, part)) for part in parts))


def seen(position, side):
    """The board of a naive position, in the eyes of `side`."""
    mine, theirs = position.places[side], position.places[1 - side]
    return [mine[-1], theirs[-1], *mine[:-1], *theirs[:-1]]


def is_over(position):
    """These servers also stop when a store holds more than half of all seeds."""
    total = sum(map(sum, position.places))
    return position.over or 2 * max(row[-1] for row in position.places) > total


def swept(position):
    """With what is left in its owners' stores, if the game is over."""
    if is_over(position):
        position.places = [[0] * position.pits + [sum(row)] for row in position.places]
    return position


def text(board):
    return f"<{(len(board) - 2) // 2},{','.join(map(str, board))}>"


def numbers(literal):
    found = re.fullmatch(r"<([0-9,]+)>", literal)
    assert found, literal
    pits, *rest = map(int, found[1].split(","))
    assert len(rest) == 2 + 2 * pits, literal
    return rest


class Server(threading.Thread):
    """Takes one client, plays with it or sets it problems, and says goodbye.

    impatient -- takes the first move that it hears, while the client still thinks
    games   -- against the server's own random player, who starts every other one
    results -- of the client: 1, 0 or -1
    faults  -- what the client did wrong
    told    -- all that it has set
    """

    def __init__(
        self,
        games=1,
        pits=6,
        seeds=4,
        problems=0,
        counts_from=1,
        greeting="kgp 1 0 0",
        impatient=False,
    ):
        super().__init__(daemon=True)
        self.impatient = impatient
        self.games, self.problems, self.counts_from = games, problems, counts_from
        self.first = [0, 0, *[seeds] * (2 * pits)]
        self.greeting, self.dice = greeting, random.Random(1)
        self.results, self.faults, self.told = [], [], {}
        self.states = self.preliminary = self.number = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def run(self):
        self.line, _address = self.socket.accept()
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.ears = self.line.makefile("r", newline="\n")
        try:
            self.say(self.greeting)
            self.serve(self.mode())
        except (ConnectionError, EOFError):
            pass
        finally:
            self.ears.close()
            self.line.close()
            self.socket.close()

    def say(self, text):
        self.line.sendall(f"{text}\r\n".encode())

    def ask(self, text):
        """Send a command with a number: the number."""
        self.number += 2
        self.say(f"{self.number} {text}")
        return self.number

    def hear(self):
        """(number, number that is answered, words) of the next line; what is set is kept."""
        while line := self.ears.readline():
            assert line.endswith("\r\n"), line
            found = re.fullmatch(r"(?:(\d+)?(?:@(\d+))? )?(.*)", line.rstrip())
            assert found, line
            number, answers = (int(found[group] or 0) for group in (1, 2))
            words = found[3].split(" ", 2)
            if words[0] == "set":
                self.told[words[1]] = words[2]
            elif words[0] == "goodbye":
                raise EOFError
            else:
                return number, answers, words
        raise EOFError

    def mode(self):
        _number, _answers, (word, *rest) = self.hear()
        return rest[0] if word == "mode" else word

    def serve(self, mode):
        if mode == "freeplay":
            self.check_that_it_is_there()
            for number in range(self.games):
                self.results.append(self.play(side=number % 2))
        elif mode == "verify":
            for _problem in range(self.problems):
                self.set_problem()
        else:
            self.say('error "Unsupported activity"')
        self.say("goodbye")

    def check_that_it_is_there(self):
        ping = self.ask("ping hello")
        assert self.hear()[1:] == (ping, ["pong", "hello"])
        self.ask("set time:mode relative")
        self.ask("ufo 1 2 3")

    def wait_for_pong(self):
        ping = self.ask("ping")
        while self.hear()[1:] != (ping, ["pong"]):
            pass

    def play(self, side):
        """A game with the client on this side: its result for the client."""
        position = naive(self.first)
        while not is_over(position):
            legal = position.moves()
            name = self.move(position, legal) if position.mover == side else None
            if name is not None and name not in legal:
                self.faults.append((text(seen(position, side)), name))
                return -1
            position = swept(position.play(name or self.dice.choice(legal)))
        mine, theirs = (sum(position.places[who]) for who in (side, 1 - side))
        return (mine > theirs) - (mine < theirs)

    def move(self, position, legal):
        """The last move that the client tells before it yields."""
        asked = self.ask(f"state {text(seen(position, position.mover))}")
        self.states += 1
        moves = []
        while True:
            _number, answers, words = self.hear()
            if self.impatient and answers != asked:
                continue  # too late
            assert answers == asked, (answers, asked)
            if words[0] == "yield":
                break
            if self.impatient:
                moves.append(words[1])
                self.wait_for_pong()
                break
            assert words[0] in ("move", "error"), words
            if words[0] == "move":
                moves.append(words[1])
        self.say(f"{self.number}@{asked} stop")
        self.preliminary += len(moves) > 1
        return moves[-1] if moves else self.dice.choice(legal)

    def set_problem(self):
        """A random board and a move; the client tells what comes of it."""
        pits = self.dice.randint(2, 7)
        board = [self.dice.randint(0, 9) for _number in range(2 + 2 * pits)]
        board[2] += 1
        board[2 + pits] += 1
        pit = self.dice.choice([pit for pit in range(pits) if board[2 + pit]])
        asked = self.ask(f"problem {text(board)} {pit + self.counts_from}")
        number, answers, (word, told, again) = self.hear()
        assert (word, answers) == ("solution", asked)
        after = naive(board).play(str(pit + 1))
        wanted = text(seen(swept(after), 0)), str(int(after.mover == 0))
        if (told, again) == wanted:
            self.say(f"{self.number}@{number} ok")
        else:
            self.faults.append((text(board), pit, told, wanted))
            self.say(f'{self.number}@{number} error "Expected state {wanted[0]}"')
