"""Kernels as machine code compute what they compute as Python, and no more than is asked for."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from llvmlite import ir as llvm
from numba import typeof
from numba.core.runtime import _nrt_python, rtsys

from cpstudy.core import machine_code, machine_lowering
from cpstudy.core.kernels import borrowing, kernel


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """What comes from the cache was not lowered now."""
    monkeypatch.setattr(machine_code, "cache_folder", lambda: None)


class Arrays(NamedTuple):
    """Every kind of element and order that an index may meet."""

    bytes: Any
    flags: Any
    words: Any
    table: Any
    columns: Any
    strided: Any


def arrays():
    return Arrays(
        np.arange(-4, 4, dtype=np.int8),
        np.arange(8) % 3 == 0,
        np.arange(8, dtype=np.uint64) << np.uint64(40),
        np.arange(24).reshape(4, 6),
        np.asfortranarray(np.arange(24).reshape(4, 6)),
        np.arange(48)[1::3],
    )


@borrowing
def indexed(a, k, found):
    """Elements by negative, narrow and unsigned indices, in one and two dimensions, and kept."""
    found[0] = a.bytes[k] + a.bytes[-k - 1]
    found[1] = a.flags[k] or a.flags[-1]
    found[2] = np.int64(a.words[k] >> np.uint64(40))
    found[3] = a.table[k, -2] + a.table[-k % 4][k]
    found[4] = a.columns[-1, k] + a.columns[k % 4, 1]
    found[5] = a.strided[k] + a.strided[-k - 1]
    found[6] = a.bytes[a.bytes[k]]
    found[7] = a.table[a.words[0], a.words[0]]
    a.bytes[-k - 1] = 3 + k
    a.flags[k] = k > 1
    a.words[k] = 1 << 20
    a.table[-1, k] = -k
    a.columns[k, -1] = k * k
    a.strided[-k] = a.bytes[k]


@borrowing
def carried(numbers, most):
    """Variables set once and used in other blocks, set again in loops, and set on one way only."""
    first = numbers[0]
    best = first
    place = -1
    total = 0
    for k in range(len(numbers)):
        value = numbers[k]
        twice = 2 * value
        if value > best:
            best = value
            place = k
        if k % 2:
            before = numbers[k - 1]
            while twice > before and total < most:
                total += 1
                twice -= 1
        elif twice < first:
            continue
        total += twice - value
    last = numbers[len(numbers) - 1]
    return best, place, total, first + last


@kernel
def gathered(rows, times):
    """Arrays of its own, in variables that are used in several blocks and made again in a loop."""
    kept = np.zeros(3, np.int64)
    total = 0
    for k in range(times):
        made = np.full(4, k)
        row = rows[k % len(rows)]
        if k % 3 == 0:
            kept = made
            continue
        other = kept
        total += other[k % 3] + made[0] + row[0]
        if total > 50:
            return other
    return kept


def test_elements_are_found_where_python_finds_them():
    code = machine_code.dispatcher(indexed)
    for k in range(4):
        plain, machine = arrays(), arrays()
        found = np.zeros((2, 8), np.int64)
        indexed(plain, k, found[0])
        code(machine, k, found[1])
        assert found[0].tolist() == found[1].tolist()
        for mine, its in zip(plain, machine, strict=True):
            assert (mine == its).all()


def test_variables_keep_what_was_assigned():
    code = machine_code.dispatcher(carried)
    numbers = np.array([3, 9, 1, 14, 0, 5, 27, 2])
    for most in (0, 7, 100):
        assert code(numbers, most) == carried(numbers, most)


def test_arrays_of_a_kernel_are_freed_and_not_before():
    code = machine_code.dispatcher(gathered)
    rows = np.arange(6).reshape(3, 2)
    code(rows, 1)
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        results = [code(rows, times) for times in range(40)]
        assert [r.tolist() for r in results] == [gathered(rows, t).tolist() for t in range(40)]
        del results
        after = rtsys.get_allocation_stats()
    finally:
        _nrt_python.memsys_disable_stats()
    assert after.alloc - before.alloc == after.free - before.free > 0


def test_what_nobody_uses_is_left_out():
    number = llvm.IntType(64)
    function = llvm.Function(
        llvm.Module(), llvm.FunctionType(number, [number, number.as_pointer()]), "f"
    )
    given, elsewhere = function.args
    builder = machine_lowering._Builder(function.append_basic_block())
    unread, read = builder.alloca(number), builder.alloca(number)
    builder.store(given, unread)
    builder.store(builder.add(given, number(1)), read)
    builder.store(given, elsewhere)
    builder.mul(given, builder.load(elsewhere))
    pair = llvm.LiteralStructType([number, number])
    packed = builder.insert_value(pair(llvm.Undefined), builder.load(read), 0)
    packed = builder.insert_value(packed, given, 1)
    assert builder.extract_value(packed, 1) is given
    builder.ret(builder.extract_value(packed, 0))
    machine_lowering._sweep(function)
    (block,) = function.blocks
    names = [one.opname for one in block.instructions]
    # alloca's own clearing is not written by llvmlite, so two stores are left: read and elsewhere
    assert names == ["alloca", "add", "store", "store", "load", "ret"]


def test_a_workspace_is_neither_put_together_nor_taken_apart():
    code = machine_code.dispatcher(indexed, inner=True)
    code.compile((typeof(arrays()), typeof(1), typeof(np.zeros(8, np.int64))))
    (result,) = code.overloads.values()
    text = str(result.library._final_module)
    assert "insertvalue" not in text
    assert "extractvalue" not in text
