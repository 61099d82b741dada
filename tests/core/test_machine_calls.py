"""Kernels that call kernels: what is handed over arrives, what is returned or raised comes back."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from cpstudy.core import machine_code
from cpstudy.core.kernels import borrowing, kernel


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """What comes from the cache was not lowered now."""
    monkeypatch.setattr(machine_code, "cache_folder", lambda: None)


class Inside(NamedTuple):
    """A workspace in a workspace, an array of three dimensions, and a number."""

    cube: Any
    factor: Any


class Workspace(NamedTuple):
    """One array of every order, and what is no array."""

    row: Any
    columns: Any
    strided: Any
    inside: Any


@kernel
def looked_at(w, scale, negate, pair):
    """All that is known of an array: its lengths, its size, its parts, its rows."""
    cube = w.inside.cube
    total = cube.size + cube.shape[1] + len(w.columns) + w.strided.size
    for part in cube[1]:
        total += part[-1] + part[1:][0]
    total += cube[0].T[1, 0] + w.columns[1, 2] + w.columns[:, 1][2] + w.strided[-1]
    total = total * w.inside.factor + pair[0] * pair[1]
    part = w.row[::2]
    for k in range(len(part)):
        part[k] += 1
    return scale * total, negate


@borrowing
def ends(w, flag):
    """Kernels that cut no array raise nothing."""
    cube, columns = w.inside.cube, w.columns
    return cube[0, 0, 0] + cube[-1, -1, -1] + columns[2, -1] + cube.shape[2], not flag


@borrowing
def positive(number):
    if number < 0:
        raise ValueError("less than nothing")
    return number


@borrowing
def perhaps(number):
    return None if number < 0 else number


@borrowing
def nothing(row):
    row[0] += 1


@kernel
def twice(row):
    made = np.empty(2 * len(row), row.dtype)
    made[: len(row)] = row
    made[len(row) :] = row
    return made


@kernel
def given_back(row):
    return row


@kernel
def everything(w, number):
    result, negated = looked_at(w, 0.5, number > 3, (number, 7))
    nothing(w.row)
    sum_of_ends, negated = ends(w, negated)
    result += sum_of_ends
    told = perhaps(number)
    if told is None:
        result += 100
    both = twice(given_back(w.row))
    return result, negated, both, positive(number + 1)


def workspace():
    return Workspace(
        np.arange(5),
        np.asfortranarray(np.arange(12).reshape(3, 4)),
        np.arange(30)[::4],
        Inside(np.arange(24).reshape(2, 3, 4), 3),
    )


def test_kernels_call_kernels():
    code = machine_code.dispatcher(everything)
    for number in (-1, 0, 5):
        plain, machine = workspace(), workspace()
        expected, got = everything(plain, number), code(machine, number)
        assert got[:2] == expected[:2]
        assert got[2].tolist() == expected[2].tolist()
        assert got[3] == expected[3]
        assert machine.row.tolist() == plain.row.tolist()
    with pytest.raises(ValueError, match="less than nothing"):
        code(workspace(), -2)
    inner = {name: _library(name) for name in (looked_at, ends, positive, perhaps, nothing)}
    assert {f.__name__: library.raises_nothing for f, library in inner.items()} == {
        "looked_at": False,
        "ends": True,
        "positive": False,
        "perhaps": False,
        "nothing": True,
    }


def _library(function):
    (result,) = machine_code._inner[function].overloads.values()
    return result.library
