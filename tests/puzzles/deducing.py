"""What holds of every deduction on boards that brute force has solved."""

from collections import Counter


def check_sound(boards, deduce, truth, names, allows):
    """Assert it of each board; what was met, by verdict, end and rule.

    deduce: a core/deducing.py Deduction of a board, to be run. truth: all its solutions. names: of
    the rules. allows: whether a step, as a deduction keeps it, allows a solution.
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
    """Have lookahead conclude what it refuted. known: the class of what is known."""
    right = known.refuted
    monkeypatch.setattr(
        known, "refuted", lambda k, place, value, *why: right(k, place, 1 - value, *why)
    )
