"""UCT: sound counts, forced wins, limits; and much better than chance."""

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS, Limits
from tablero.agents.random_generator import new_generator
from tablero.agents.uct import ALL_WON, DRAW, MISSING, VICTORY, UctTree, new_tree, reset, simulate
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.jit import INTERPRETED
from tablero.match.referee import play_game
from tablero.position import ONGOING
from tablero.search.state import NO_LIMIT
from tests.games.setups import OUTSIDE


def grown(game: Game, position, simulations: int, seed: int = 1) -> UctTree:
    tree, generator = new_tree(simulations + 1), new_generator(seed)
    reset(tree, position, generator)
    simulate(position, tree, generator, 1.0, NO_LIMIT, simulations)
    return tree


def children(tree: UctTree, node: int) -> list[int]:
    found, child = [], int(tree.last_child[node])
    while child != MISSING:
        found.append(child)
        child = int(tree.previous_sibling[child])
    return found


def position_at(tree: UctTree, node: int, root):
    if node == 0:
        return root
    before = position_at(tree, int(tree.parent[node]), root)
    assert before.turn() == tree.mover[node]
    return before.play(int(tree.move[node]))


@pytest.mark.parametrize(
    ("text", "place"),
    [("kalah(pits=3,seeds=2)", "start"), ("tictactoe", "x.o.x...."), ("quarry", "3x2x2")],
)
def test_the_tree_adds_up(text: str, place: str):
    """Visits and points of a node are those of its children and of the one game that began it,
    seen by whoever moved there: the same side may have moved twice."""
    game = games.load(text)
    root = game.read(place)
    tree = grown(game, root, 300)
    again = 0
    for node in range(int(tree.size[0])):
        position, below = position_at(tree, node, root), children(tree, node)
        over = position.outcome() != ONGOING
        moves = [] if over else list(position.moves())
        assert tree.choices[node] == len(moves)
        assert tree.tried[node] == len(below)
        assert len({int(tree.move[child]) for child in below} & set(moves)) == len(below)
        own_visits = tree.visits[node] - sum(tree.visits[child] for child in below)
        own_points = tree.points[node]
        for child in below:
            same = tree.mover[child] == tree.mover[node]
            again += bool(same) and node > 0
            points = tree.points[child]
            own_points -= points if same else VICTORY * tree.visits[child] - points
        assert 0 <= own_points <= VICTORY * own_visits
        assert over or own_visits == (1 if node else 0)
    assert tree.visits[0] == 300
    assert bool(again) == (game.name == "kalah")


def test_a_finished_game_is_no_guess():
    """Of 3x1x1 one cut wins at once, the other loses at once."""
    game = games.load("quarry(dimensions=1,side=3)")
    tree = grown(game, game.start, 200)
    won, lost = sorted(children(tree, 0), key=lambda child: -tree.visits[child])
    assert game.move_name(game.start, int(tree.move[won])) == "x-2"
    assert tree.points[won] == VICTORY * tree.visits[won]
    assert tree.points[lost] == 0
    choice = agents.load("mcts(200)").seat(game, 0).choose(game.start, NO_LIMITS)
    assert choice.score == ALL_WON


@pytest.mark.parametrize(
    ("text", "place", "names"),
    [
        ("tictactoe", "xx.oo....", "3"),  # wins at once
        ("tictactoe", "x...o...x", "2 4 6 8"),  # corners lose to a fork
        ("tictactoe", "xo.......", "4 5 7"),  # forks
        ("connect4", "112233", "4"),
        ("connect4", "4455", "3 6"),  # three in a row with both ends open
        ("kalah(pits=2,seeds=2)", "0 1 4 / 1 0 2 / 1", "2"),
    ],
)
def test_forced_wins(text: str, place: str, names: str):
    game = games.load(text)
    position = game.read(place)
    for seed in range(2 if INTERPRETED else 20):
        player = agents.load("mcts(2000)").seat(game, position.turn())
        player.begin(seed)
        choice = player.choose(position, NO_LIMITS)
        assert game.move_name(position, choice.move) in names.split()


def points_against_random(game: Game, simulations: int, pairs: int) -> list[float]:
    """Of UCT, which begins every other game."""
    points = []
    players = [agents.load(text) for text in (f"mcts({simulations})", "random")]
    for number in range(2 * pairs):
        side = number % 2
        seats = [player.seat(game, side) for player in players]
        for seat, player in enumerate(seats):
            player.begin(1000 * number + seat)
        played = play_game(game, (seats[side], seats[1 - side]), game.start)
        points.append(0.5 if played.winner is None else float(played.winner == side))
    return points


def test_tictactoe_is_never_lost():
    points = points_against_random(games.load("tictactoe"), 1000, 3 if INTERPRETED else 100)
    assert min(points) >= 0.5


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    "text", ["connect4", "kalah", "mancala11", "quarry(side=6)", "tictactoe", OUTSIDE]
)
def test_better_than_chance(text: str):
    points = points_against_random(games.load(text), 300, 20)
    assert sum(points) / len(points) > 0.9


def test_limits_bound_simulations():
    game = games.load("tictactoe")
    player = agents.load("mcts(100)").seat(game, 0)
    for limits, expected in (
        (NO_LIMITS, 100),
        (Limits(nodes=7), 7),
        (Limits(nodes=500), 100),
    ):
        player.begin(1)
        counted = player.choose(game.start, limits).statistics
        assert (counted["simulations"], counted["created"]) == (expected, expected)


def test_without_time_there_is_a_move_all_the_same():
    game = games.load("tictactoe")
    player = agents.load("mcts(100000)").seat(game, 0)
    player.begin(1)
    choice = player.choose(game.start, Limits(seconds=0.0))
    assert choice.move in list(game.start.moves())
    assert 0 < choice.statistics["simulations"] < 100000


def test_slices_do_not_change_the_tree():
    game = games.load("tictactoe")
    whole = grown(game, game.start, 90)
    tree, generator = new_tree(91), new_generator(1)
    reset(tree, game.start, generator)
    for count in (1, 32, 50, 7):
        simulate(game.start, tree, generator, 1.0, NO_LIMIT, count)
    assert [list(column) for column in tree] == [list(column) for column in whole]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mcts(0)", "simulations"),
        ("mcts(10000001)", "10000000"),
        ("mcts(exploration=-1)", "exploration"),
        ("mcts(many)", "integer"),
    ],
)
def test_bad_options(text: str, words: str):
    with pytest.raises(OptionError, match=words):
        agents.load(text)


def test_a_draw_is_half_of_both():
    assert VICTORY - DRAW == DRAW
