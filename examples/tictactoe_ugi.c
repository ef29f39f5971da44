/* An engine for tic-tac-toe that speaks UGI, the Universal Game Interface:
 *
 *     cc -O2 -o tictactoe_ugi tictactoe_ugi.c
 *     tablero match tictactoe 'ugi(./tictactoe_ugi)' 'alphabeta(depth=2)' --games 20
 *
 * A move is the number of a square, 1 to 9. A position is its nine squares, as x, o or a dot.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char board[9];
static int stones;
static long nodes;

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static void reset(void) {
    memset(board, '.', sizeof board);
    stones = 0;
}

static void put(int square) { board[square] = stones++ % 2 ? 'o' : 'x'; }

static void take(int square) {
    board[square] = '.';
    stones--;
}

static char winner(void) {
    for (int i = 0; i < 8; i++) {
        char stone = board[LINES[i][0]];
        if (stone != '.' && stone == board[LINES[i][1]] && stone == board[LINES[i][2]])
            return stone;
    }
    return 0;
}

/* The score of the side to move: 10 - plies to a win, the negative for a loss, 0 for a draw. */
static int negamax(int plies, int *best) {
    if (winner()) return plies - 10;
    int greatest = stones == 9 ? 0 : -100;
    for (int square = 0; square < 9; square++) {
        if (board[square] != '.') continue;
        nodes++;
        put(square);
        int score = -negamax(plies + 1, NULL);
        take(square);
        if (score > greatest) {
            greatest = score;
            if (best) *best = square;
        }
    }
    return greatest;
}

static void set_position(char *text) {
    reset();
    int in_moves = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        if (!strcmp(word, "moves")) {
            in_moves = 1;
        } else if (in_moves) {
            put(atoi(word) - 1);
        } else if (strlen(word) == 9 && strspn(word, "xo.") == 9) {
            memcpy(board, word, 9);
            for (int square = 0; square < 9; square++) stones += board[square] != '.';
        }
    }
}

static void search(void) {
    if (winner() || stones == 9) {
        puts("bestmove 0000");
        return;
    }
    int best = 0, depth = 9 - stones;
    nodes = 0;
    int score = negamax(0, &best);
    printf("info depth %d score cp %d nodes %ld time 0 pv %d\n", depth, score, nodes, best + 1);
    printf("bestmove %d\n", best + 1);
}

static void answer(const char *question) {
    char stone = winner();
    int over = stone || stones == 9;
    if (!strcmp(question, "p1turn"))
        printf("response %s\n", stones % 2 ? "false" : "true");
    else if (!strcmp(question, "gameover"))
        printf("response %s\n", over ? "true" : "false");
    else if (!strcmp(question, "result"))
        printf("response %s\n", stone == 'x' ? "p1win" : stone ? "p2win" : over ? "draw" : "none");
}

int main(void) {
    char line[4096];
    setvbuf(stdout, NULL, _IOLBF, 0);
    reset();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strcmp(line, "ugi"))
            puts("id name tictactoe_ugi\nid author Tablero\nugiok");
        else if (!strcmp(line, "isready"))
            puts("readyok");
        else if (!strcmp(line, "uginewgame"))
            reset();
        else if (!strncmp(line, "position ", 9))
            set_position(line + 9);
        else if (!strncmp(line, "go", 2))
            search();
        else if (!strncmp(line, "query ", 6))
            answer(line + 6);
        else if (!strcmp(line, "quit"))
            break;
    }
    return 0;
}
