"""A clue as an automaton that reads the cells of its line: deterministic, a state a cell and gap."""

from __future__ import annotations

from cpstudy.puzzles.picross.puzzle import BLANK, Clue

Transition = tuple[int, int, int]


def automaton(clue: Clue) -> tuple[list[int], list[Transition]]:
    """The final states and the transitions (state, colour, state) for a clue; it begins in 0.

    Before run j it stands in a state of its own, in which blanks leave it; each cell of the run
    leads on by one state. So it has cells + runs + 1 states.
    """
    transitions = [(0, BLANK, 0)]
    before = 0  # the state in which blanks before the next run are read
    ended = -1  # that in which the run before has just ended
    for number, (length, colour) in enumerate(clue):
        first = before + 1
        transitions.append((before, colour, first))
        if number and clue[number - 1][1] != colour:
            transitions.append((ended, colour, first))
        transitions += [(s, colour, s + 1) for s in range(first, before + length)]
        ended = before + length
        before = ended + 1
        transitions += [(ended, BLANK, before), (before, BLANK, before)]
    return [before] if ended < 0 else [ended, before], transitions
