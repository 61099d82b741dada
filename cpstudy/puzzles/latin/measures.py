"""Measures that characterize a Sudoku, jigsaw or KenKen."""

from collections import Counter

from cpstudy.puzzles.latin.rules import ADD, DIVIDE, MULTIPLY, SUBTRACT, Latin


def places(puzzle: Latin) -> list[int]:
    """The cells with clues."""
    return [cell for cell, clue in enumerate(puzzle.clues) if clue]


def measures(puzzle: Latin, solution: bytes) -> dict[str, float]:
    """The share of clues, unused values, the most frequent value; sizes and operations of cages."""
    found: dict[str, float] = {}
    given = Counter(clue for clue in puzzle.clues if clue)
    if given:
        found["share of clues"] = given.total() / puzzle.order**2
        found["most of a value"] = max(given.values()) / puzzle.order
        found["values not shown"] = puzzle.order - len(given)
    if puzzle.cages:
        cages = len(puzzle.cages)
        sizes = Counter(len(cage.cells) for cage in puzzle.cages)
        operations = Counter(cage.operation for cage in puzzle.cages)
        found["cells a cage"] = puzzle.order**2 / cages
        found["share of single cells"] = sizes[1] / cages
        found["largest cage"] = max(sizes)
        for name in (ADD, SUBTRACT, MULTIPLY, DIVIDE):
            found[f"share of {name}"] = operations[name] / cages
    return found
