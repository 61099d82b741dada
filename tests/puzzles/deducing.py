"""Checks for the deductions of all kinds, on boards whose solutions brute force has listed."""

from collections import Counter


def check_sound(boards, deduce, truth, names, allows):
    """Assert that each deduction is sound. Count the verdicts, the ends and the steps by rule.

    deduce: makes the core/deducing.py Deduction of a board, which has not run yet. truth: lists all
    solutions of a board. names: the names of the rules. allows: whether a solution satisfies a
    step, in the form in which the deduction records it.
    """
    met = Counter()
    for board in boards:
        expected = truth(board)
        deduction = deduce(board)
        deduction.run()
        text = board.encode()
        met[f"verdict {('none', 'unique', 'many')[min(len(expected), 2)]}"] += 1
        for step in deduction.knowledge.steps:
            met[names[step[0]]] += 1
            for solution in expected:
                assert allows(step, solution), f"{text}: {names[step[0]]} excludes {solution.hex()}"
        if deduction.wrong is not None:
            met["contradiction"] += 1
            assert not expected, f"{text}: called impossible, {deduction.wrong.words}"
        elif deduction.settled:
            met["settled"] += 1
            assert expected == {deduction.knowledge.solution()}, f"{text}: settled wrongly"
        else:
            met["stuck"] += 1
    return met


def take_the_wrong_side(monkeypatch, known):
    """Make lookahead conclude the value that it refuted. known: the class of knowledge to patch."""
    right = known.refuted
    monkeypatch.setattr(
        known, "refuted", lambda k, place, value, *why: right(k, place, 1 - value, *why)
    )
