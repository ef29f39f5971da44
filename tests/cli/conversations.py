"""What is asked at a terminal, one question after the other, in both languages."""

from itertools import zip_longest

from tests.cli.terminal import PROMPT, Terminal

LANGUAGES = ("en", "es")

QUESTIONS = {
    "play": {
        "en": ["game (", "opponent", "level (", "who starts", PROMPT["en"]],
        "es": ["juego (", "rival", "nivel (", "quién empieza", PROMPT["es"]],
    },
    "play kalah": {
        "en": ["opponent", "depth (", "who starts", PROMPT["en"]],
        "es": ["rival", "profundidad (", "quién empieza", PROMPT["es"]],
    },
    "play quarry": {
        "en": [
            *("side x", "side y", "side z", "search", "children"),
            *("transposition table", "small blocks", PROMPT["en"]),
        ],
        "es": [
            *("lado x", "lado y", "lado z", "búsqueda", "hijos"),
            *("tabla de transposición", "bloques pequeños", PROMPT["es"]),
        ],
    },
}

ANSWERS = {"play kalah": ["alphabeta"]}
"""To the first questions, where Enter would lead elsewhere: whoever looks ahead has a depth."""

STOPS = {
    (language, question): (words, language, stop)
    for words, languages in QUESTIONS.items()
    for language, questions in languages.items()
    for stop, question in enumerate(questions)
}
"""Where every question is asked, in every language."""


def asked(terminal, words: str, language: str, stop: int) -> Terminal:
    """At the question number `stop`, with the usual answers before it."""
    session: Terminal = terminal(*words.split(), "--seed", "1", language=language)
    *before, last = QUESTIONS[words][language][: stop + 1]
    answers = ANSWERS.get(words, [])[:stop]
    for question, answer in zip_longest(before, answers, fillvalue=""):
        session.answer(question, answer)
    session.hear(last)
    return session
