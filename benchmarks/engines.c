/* The loop of engines.py around the engine of eternity2.dev, which is included from a checkout.
 *
 * Arguments: one that is not read, placements at most. Standard input: rows, columns, and four
 * colours a piece clockwise, 0 at the frame. Prints placements and solutions; a board that is found
 * is undone by a step, so that the search goes on as it does behind any dead end.
 */
#include <stdlib.h>

#define main golden
#include "engine.c"
#undef main

static void undo(Solver *s) {
    Frame *last = &s->frames[--s->depth];
    s->board[last->pos] = -1;
    bit_clear(s->used, (int)(last->placed / 4));
    s->status = ST_RUNNING;
}

int main(int argc, char **argv) {
    const u64 most = strtoull(argv[argc > 2 ? 2 : 0], 0, 10);
    int rows, columns, colour, solutions = 0;
    if (scanf("%d %d", &rows, &columns) != 2) return 1;
    g_puzzle.height = rows;
    g_puzzle.width = columns;
    g_puzzle.n_pieces = rows * columns;
    for (int side = 0; side < 4 * rows * columns; side++) {
        if (scanf("%d", &colour) != 1) return 1;
        g_puzzle.pieces[side / 4][side % 4] = colour;
    }
    const int cells = build_path(path_kind_index("row-major"), columns, rows, 0, g_path);
    if (solver_new(&g_solver, &g_puzzle, g_path, cells, 0, 0, 0)) return 1;
    while (g_solver.status != ST_EXHAUSTED && g_solver.nodes < most) {
        const u64 left = most - g_solver.nodes;
        solver_step(&g_solver, left < 1000 ? 1 : 1000);
        if (g_solver.status == ST_SOLVED) {
            solutions++;
            undo(&g_solver);
        }
    }
    printf("%llu %d\n", g_solver.nodes, solutions);
    return 0;
}
