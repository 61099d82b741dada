"""Our passes leave out work, not meaning: machine code does what Python does."""

import itertools

import numpy as np
import pytest
from numba.core import errors

from cpstudy.core import machine_code
from cpstudy.core.kernels import borrowing, kernel


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """What comes from the cache went through no pass now."""
    monkeypatch.setattr(machine_code, "cache_folder", lambda: None)


@borrowing
def wanders(numbers, pair, limit):
    """Ways that meet: back to the head of a loop from three places, out of it from two."""
    total, at = pair[0] ** 2, 0
    least = numbers[0]
    while at < len(numbers):
        number = numbers[at]
        at += 1
        if number < 0:
            continue
        if 2 < number <= limit:
            total += number**3
            continue
        for down in range(number, 0, -1):
            if down == limit:
                break
            total -= down
        else:
            found = total
            total = 2 * found
        if total > 1000:
            break
        least = min(least, number) if at % 2 else least
    numbers[-1] = total
    numbers[0] = least
    return total + pair[1] * at if total != least else -1


@kernel
def of_many(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p):  # noqa: E741
    return a + 2 * b + 3 * c - d + e * f + g - h + i * j - k + l + m * n - o + p


@kernel
def gathered(count):
    """Arrays of its own, one dropped in each turn, and a call with many arguments."""
    made = np.zeros(count, np.int64)
    for at in range(count):
        other = made if at % 2 else np.zeros(count, np.int64)
        made[at] = of_many(
            at, 1, other[0], 3, 4, 5, 6, 7, other[-1], 9, 10, 11, 12, 13, 14, j_of(at)
        )
    return made


@kernel
def j_of(at):
    return at - 1 if at else 7


@kernel
def strange(numbers):
    total = numbers[0]
    return total + len("a word") + numbers.no_such_thing


def test_the_same_as_python():
    ours = machine_code.dispatcher(wanders)
    met = set()
    for numbers in itertools.product((-1, 0, 2, 3, 9), repeat=4):
        for limit in (1, 3, 8):
            told = []
            for function in (wanders, ours):
                array = np.array(numbers)
                told.append((int(function(array, (3, 5), limit)), array.tolist()))
            assert told[0] == told[1], (numbers, limit)
            met.add(told[0][0])
    assert -1 in met
    assert len(met) > 50


def test_arrays_of_their_own_end_where_they_should():
    ours = machine_code.dispatcher(gathered)
    for count in range(1, 7):
        assert ours(count).tolist() == gathered(count).tolist()


def test_what_cannot_be_typed_is_said():
    with pytest.raises(errors.TypingError, match="no_such_thing"):
        machine_code.dispatcher(strange)(np.arange(3))
