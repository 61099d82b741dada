"""A clue as a deterministic automaton that reads the cells of its line, one state a cell."""

from __future__ import annotations

from cpstudy.puzzles.picross.puzzle import BLANK, Clue

Transition = tuple[int, int, int]


def automaton(clue: Clue) -> tuple[int, list[Transition]]:
    """The final state and the transitions (state, colour, state) for a clue; it begins in 0.

    Each cell of a run leads on by one state, and so does the blank between runs of one colour.
    Before each run, and after the last, blanks leave it where it is. So it has one state more than
    the fewest cells in which the runs find room, and no two of them mean the same.
    """
    transitions = [(0, BLANK, 0)]
    state = 0
    for number, (length, colour) in enumerate(clue):
        transitions += [(s, colour, s + 1) for s in range(state, state + length)]
        state += length
        if number + 1 < len(clue) and clue[number + 1][1] == colour:
            transitions.append((state, BLANK, state + 1))
            state += 1
        transitions.append((state, BLANK, state))
    return state, transitions
