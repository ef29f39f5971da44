"""Wherever one is asked, in both languages: Ctrl-C, the end of the input, and wrong answers."""

import re
from itertools import pairwise

import pytest

from tests.cli.conversations import ANSWERS, LANGUAGES, QUESTIONS, STOPS, asked
from tests.cli.terminal import CTRL_C, CTRL_D, PROMPT, Terminal

INTERRUPTED = {"en": "tablero: interrupted", "es": "tablero: interrumpido"}
NOTHING = {"en": "nothing was played", "es": "no se ha jugado nada"}
TAKEN = {"en": "; using the default, ", "es": "; se usa el valor por defecto, "}
OR_HELP = {"en": "; or type help", "es": "; o escribe ayuda"}
NEAREST = {
    "en": "{number} is not possible; the nearest is {nearest}",
    "es": "{number} no es posible; el más próximo es {nearest}",
}
PAGE = {
    "en": "{number} of 9 (Enter: next, b: back, number: that move, q: quit): ",
    "es": "{number} de 9 (Intro: siguiente, a: atrás, número: esa jugada, s: salir): ",
}
NO_PAGE = {"en": "'{key}' is not one of these: ", "es": "'{key}' no es nada de esto: "}
ENDING = {"en": "has won by|is drawn", "es": "ha ganado el|tablas"}
pytestmark = pytest.mark.plain


def said_last(text: str) -> list[str]:
    """The lines after the question, without what the terminal shows of a key."""
    return [line for line in text.splitlines() if line.strip() not in ("", "^C")]


@pytest.mark.parametrize(("words", "language", "stop"), STOPS.values())
def test_ctrl_c(terminal, words, language, stop):
    session = asked(terminal, words, language, stop)
    session.send(CTRL_C)
    code, said = session.leave()
    assert code == 130
    playing = stop == len(QUESTIONS[words][language]) - 1
    told = f"{INTERRUPTED[language]}; {NOTHING[language]}" if playing else INTERRUPTED[language]
    assert said_last(said) == [told]
    assert said.endswith("\n")


@pytest.mark.parametrize(("words", "language", "stop"), STOPS.values())
def test_the_end_of_the_input(terminal, words, language, stop):
    session = asked(terminal, words, language, stop)
    session.send(CTRL_D)
    code, said = session.leave()
    assert code == 0
    assert said_last(said) == [NOTHING[language]]
    assert said.endswith("\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", QUESTIONS)
def test_wrong_answers(terminal, words, language):
    """One line says what is wrong, and what is taken or would be right."""
    answers, questions = ANSWERS.get(words, []), QUESTIONS[words][language]
    session = asked(terminal, words, language, len(answers))
    for question, following in pairwise([*questions[len(answers) :], PROMPT[language]]):
        session.sendline("¿?")
        said = session.hear(following)
        wrong = [line for line in said.splitlines() if "'¿?'" in line]
        assert len(wrong) == 1, said
        at_the_board = question == PROMPT[language]
        assert (OR_HELP if at_the_board else TAKEN)[language] in wrong[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "stop", "numbers"),
    [
        ("play", 2, {11: 10}),
        ("play kalah", 1, {-3: 1}),
        ("play quarry", 0, {0: 1, 10**30: 200, -1: 1}),
    ],
)
def test_numbers_that_are_not_possible(terminal, words, language, stop, numbers):
    session = asked(terminal, words, language, stop)
    for number, nearest in numbers.items():
        stop += 1
        session.sendline(str(number))
        said = session.hear(QUESTIONS[words][language][stop])
        assert NEAREST[language].format(number=number, nearest=nearest) in said


@pytest.fixture(scope="module")
def nine_moves(tmp_path_factory):
    """The file of a game."""
    file = tmp_path_factory.mktemp("pages") / "games.jsonl"
    words = ("play", "tictactoe", "random", "random", "--silent", "--seed", "1")
    Terminal(*words, "--out", str(file)).leave()
    return str(file)


@pytest.fixture
def pages(terminal, nine_moves):
    """Opens the game at its first page, in one of the languages."""

    def opened(language):
        session = terminal("replay", nine_moves, language=language)
        session.hear(page(0, language))
        return session

    return opened


def page(number: int, language: str) -> str:
    return PAGE[language].format(number=number)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 3])
@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)])
def test_pages_can_be_left(pages, key, code, number, language):
    session = pages(language)
    if number:
        session.sendline(str(number))
        session.hear(page(number, language))
    session.send(key)
    found, said = session.leave()
    (told,) = said_last(said)
    assert found == code
    assert re.search(INTERRUPTED[language] if code else ENDING[language], told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_pages(pages, language):
    session = pages(language)
    for key in ("x", "10", "-1", "1.5", "¿?", "9" * 50):
        session.sendline(key)
        assert NO_PAGE[language].format(key=key) in session.hear(page(0, language)), key
