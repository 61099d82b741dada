"""What Python calls: arguments taken apart, values put together, references as they were."""

import sys
from typing import Any, NamedTuple

import numpy as np
import pytest

from cpstudy.core import machine_code, machine_lowering
from cpstudy.core.kernels import borrowing, kernel


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """What comes from the cache was not made now."""
    monkeypatch.setattr(machine_code, "cache_folder", lambda: None)


class Inside(NamedTuple):
    """An array that has gaps, and a number."""

    strided: Any
    factor: Any


class Workspace(NamedTuple):
    """Arrays of two orders, a workspace, and a pair."""

    row: Any
    cube: Any
    columns: Any
    inside: Any
    pair: Any


@borrowing
def looked_at(w, scale, negate, nothing):
    w.row[-1] += 1
    total = w.cube[1, 0, 2] + w.columns[1, 2] + w.inside.strided[1] * w.inside.factor
    if nothing is None:
        total += w.pair[0] - w.pair[1]
    return scale * total, not negate, w.row[0]


@kernel
def halved(row, count):
    """An array of its own, one that was given, or neither; numbers below none are refused."""
    if count < 0:
        raise ValueError("less than nothing")
    kept = np.empty(count, row.dtype)
    for k in range(count):
        kept[k] = row[k] // 2
    return kept, row


@borrowing
def last(row):
    return row[-1]


@borrowing
def three(row, more=0):
    return 3 + more


@kernel
def sum_of_last(row, times):
    total = 0
    for _ in range(times):
        total += last(row)
    return total


def workspace():
    cube = np.arange(24).reshape(2, 3, 4)
    columns = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    return Workspace(np.arange(3), cube, columns, Inside(np.arange(9)[::3], 5), (7, 2))


def test_arguments_of_every_kind_arrive():
    code = machine_code.dispatcher(looked_at)
    plain, machine = workspace(), workspace()
    for _ in range(3):
        assert code(machine, 0.5, True, None) == looked_at(plain, 0.5, True, None)
    assert (plain.row == machine.row).all()


def test_references_are_as_they_were():
    """Whether the kernel ends well or raises."""
    code = machine_code.dispatcher(halved)
    row = np.arange(6)
    kept, given = code(row, 3)
    assert kept.tolist() == [0, 0, 1]
    assert np.shares_memory(given, row)
    del given
    before = sys.getrefcount(row)
    for _ in range(50):
        code(row, 2)
        with pytest.raises(ValueError, match="less than nothing"):
            code(row, -1)
    assert sys.getrefcount(row) == before


@pytest.mark.parametrize("function", [looked_at, halved])
def test_what_is_no_array_is_refused(function):
    """Which the types that were asked before rule out."""
    code = machine_code.dispatcher(function)
    good = workspace() if function is looked_at else np.arange(4)
    further = (0.5, True, None) if function is looked_at else (1,)
    code(good, *further)
    (result,) = code.overloads.values()
    bad = good._replace(row="text", cube=None) if function is looked_at else "text"
    for _ in range(3):
        with pytest.raises(TypeError):
            result.entry_point(bad, *further)
    assert result.entry_point(good, *further)


def test_defaults_are_the_kernels():
    code = machine_code.dispatcher(three)
    row = np.arange(2)
    assert (code(row), code(row, 5), code(row, more=6), code(row)) == (3, 8, 9, 3)


def test_a_list_is_no_argument():
    with pytest.raises(TypeError, match="kernels take numbers, arrays and tuples"):
        machine_code.dispatcher(three)([1, 2, 3])


def test_a_kernel_that_others_call_too_is_lowered_once(monkeypatch):
    monkeypatch.setattr(machine_code, "_inner", {})
    lowered = []
    lower = machine_lowering._Lower.lower_normal_function

    def counted(self, description):
        lowered.append(description.qualname)
        lower(self, description)

    monkeypatch.setattr(machine_lowering._Lower, "lower_normal_function", counted)
    row = np.arange(5)
    assert machine_code.dispatcher(sum_of_last)(row, 3) == 12
    assert machine_code.dispatcher(last)(row) == 4
    assert lowered == ["last", "sum_of_last"]
