"""The automaton of a cage, which reads the values of its cells in order.

A state is the sum and the product so far, each None if the operation excludes it or if it can no
longer give the target: a sum by values of 1 … N for the other cells, a product by dividing the
target. A cage of two cells has its first value as the state instead, which serves all operations.

Size: a state for each divisor of the target that some values of the first cells give, at most N
transitions per state; a table of all ways would grow with their number.
"""

from collections.abc import Iterator

from cpstudy.puzzles.latin.rules import ADD, MULTIPLY, Cage

# Sum and product.
_State = tuple[int | None, int | None]


def layers(cage: Cage, order: int) -> Iterator[list[list[int]]]:
    """For each cell of a cage, by state, the state after each value, -1 if it is impossible.

    The states after each cell are numbered from 0.
    """
    span = range(1, order + 1)
    if len(cage.cells) == 2:
        firsts = [a for a in span if any(cage.holds((a, b)) for b in span)]
        yield [[firsts.index(a) if a in firsts else -1 for a in span]]
        yield [[0 if cage.holds((a, b)) else -1 for b in span] for a in firsts]
        return
    start = (0 if ADD in cage.operations else None, 1 if MULTIPLY in cage.operations else None)
    states: dict[_State, int] = {start: 0}
    for left in range(len(cage.cells) - 1, -1, -1):
        after: dict[_State, int] = {(None, None): -1}
        yield [
            [
                after.setdefault(
                    (
                        _added(total, value, cage.target, left, order),
                        _multiplied(together, value, cage.target, left, order),
                    ),
                    len(after) - 1,
                )
                for value in span
            ]
            for total, together in states
        ]
        del after[None, None]
        states = after


def _added(total: int | None, value: int, target: int, left: int, order: int) -> int | None:
    """The sum with one more value, if the remaining cells can bring it to the target."""
    if total is None or not left <= target - total - value <= left * order:
        return None
    return total + value


def _multiplied(together: int | None, value: int, target: int, left: int, order: int) -> int | None:
    """The product with one more value, if the remaining cells may bring it to the target."""
    if together is None or target % (together * value):
        return None
    return together * value if 1 <= target // (together * value) <= order**left else None
