"""Kernels that call kernels: one piece of machine code, and no reference counts without need."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from cpstudy.core import machine_code, machine_linking
from cpstudy.core.kernels import borrowing, inlined, kernel


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """What comes from the cache has no intermediate code left to look at."""
    monkeypatch.setattr(machine_code, "cache_folder", lambda: None)


class Workspace(NamedTuple):
    """numbers int64[n], rows int64[n, 2]."""

    numbers: Any
    rows: Any


@inlined
def step(w, place):
    w.numbers[place] += 1
    return w.numbers[place]


@borrowing
def row_sum(row, factor):
    total = 0
    for value in row:
        total += factor * value
    return total


@kernel
def total(w, times):
    """Parts of arrays and workspaces of arrays that were given are borrowed."""
    sum_of_rows = 0
    halves = Workspace(w.numbers[: len(w.numbers) // 2], w.rows)
    for k in range(times):
        place = k % len(halves.numbers)
        sum_of_rows += row_sum(w.rows[place], 2) + step(halves, place)
        for limb in range(2):
            w.rows[place, limb] += 1
    return sum_of_rows


@kernel
def squares(count):
    made = np.empty(count, np.int64)
    for k in range(count):
        made[k] = k * k
    return made


@kernel
def sum_of_squares(count):
    return squares(count).sum() + len(squares(2))


@kernel
def picked(values, places):
    """The values at places: an array of its own, though nothing is called."""
    chosen = values[places]
    return chosen[0] + chosen[-1]


@borrowing
def claims_too_much(count):
    return len(squares(count))


DEBUGGING = 0


@borrowing
def perhaps(row):
    """Says that it calls another kernel, and calls none."""
    if DEBUGGING:
        return row_sum(row, 1)
    return len(row)


@borrowing
def twice(row):
    return 2 * row_sum(row, 3)


@kernel
def perhaps_first(row):
    return perhaps(row) + twice(row)


@kernel
def perhaps_last(row):
    return twice(row) + perhaps(row)


def workspace():
    return Workspace(np.arange(6), np.arange(12).reshape(6, 2))


def counts_references(dispatcher):
    (result,) = dispatcher.overloads.values()
    return bool(result.target_context.enable_nrt)


def test_one_piece_of_machine_code_with_the_results_of_plain_python():
    code = machine_code.dispatcher(total)
    plain, machine = workspace(), workspace()
    assert code(machine, 20) == total(plain, 20)
    for mine, its in zip(plain, machine, strict=True):
        assert (mine == its).all()
    assert not counts_references(code)
    (result,) = code.overloads.values()
    defined = [f.name for f in result.library._final_module.functions if not f.is_declaration]
    visible = [name for name in defined if name.startswith("_ZN7cpython")]
    assert len(visible) == 1
    assert not any("row_sum" in name and name in visible for name in defined)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(sum_of_squares, (100,)), (picked, (np.arange(5), np.array([1, 3])))],
)
def test_kernels_with_arrays_of_their_own_count_references(function, arguments):
    code = machine_code.dispatcher(function)
    assert [code(*arguments) for _ in range(100)] == [function(*arguments)] * 100
    assert counts_references(code)


@pytest.mark.parametrize("function", [perhaps_first, perhaps_last])
def test_what_one_kernel_need_not_call_another_still_finds(function):
    row = np.arange(4)
    assert machine_code.dispatcher(function)(row) == function(row) == 40


def test_a_kernel_that_is_missing_is_told(monkeypatch):
    """Machine code would call nowhere."""
    monkeypatch.setattr(machine_linking, "_link", lambda library: None)
    with pytest.raises(RuntimeError, match="is called but was not linked"):
        machine_code.dispatcher(perhaps_first)(np.arange(4))


def test_a_borrowing_kernel_has_no_array_of_its_own():
    with pytest.raises(TypeError, match="claims_too_much borrows arrays only"):
        machine_code.dispatcher(claims_too_much)(3)


def test_numbas_own_way_gives_the_same(monkeypatch):
    monkeypatch.setattr(machine_linking, "SUPPORTED", False)
    monkeypatch.setattr(machine_code, "_inner", {})
    code = machine_code.dispatcher(total)
    plain, machine = workspace(), workspace()
    assert code(machine, 20) == total(plain, 20)
    assert (plain.rows == machine.rows).all()
