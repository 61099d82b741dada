"""The vocabulary of kernels: decorators, and the memory behind views.

A *kernel* is a plain loop over numbers and arrays. It is ordinary Python, which a debugger steps
through; ``cpstudy/kernel_translation.py`` translates it to Cython when the package is installed.
Annotations give the compiler the types (their names: ``core/kernel_types.py``); a type checker
reads them as numbers:

``@workspace``  a class of typed fields: the state of a search. Its ``__init__`` is ordinary Python.
                A number may begin with 0 in the class (``depth: i64 = 0``).
``@kernel``     a function or method that only kernels call: it runs without the interpreter's lock,
                and compiled it has no name in Python.
``@entry``      a kernel that Python can call too.
``@inlined``    a kernel whose body is compiled into its callers, also in other files.

Widths: ``i8 … i64``, ``u8 … u64``, ``f64``, ``bool``. A local without an annotation is an ``i64``;
one of another width, a float, a view or a workspace is annotated where it is first assigned. A
width called as a function is a cast (``i64(w.state[cell])``): products and large shifts of narrow
elements need one, since C computes them in 32 bits. Sums, differences, products and left shifts of
u64 are masked by ``& WORD``: compiled code wraps anyway, but Python's integers do not.

Views: ``View[u8]``, ``View2[i32]``, ``View3[...]`` are arrays of one, two and three dimensions;
``Const[...]`` and so on are read-only. ``row(view, k)`` is a part of the next lower dimension.
Indices begin at 0 and are never negative; lengths are ``len(view)`` or ``view.shape[1]``.

A global number (``LIMIT = 1 << 20``) is a constant in kernels; a global table is annotated
(``TURNED: Const[u8] = table(rows, "u8")``).

Uncompiled (``CPSTUDY_PURE=1``, or no compiler when the package was installed) the same files run
as Python, with the same counters, about fifty times as slowly.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeVar, cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.building import build

Width = Literal["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f64"]

# All ones: the mask for sums and shifts of u64.
WORD = 0xFFFFFFFFFFFFFFFF

DTYPES: dict[str, type[np.generic]] = {
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "f64": np.float64,
}  # fmt: skip

F = TypeVar("F", bound=Callable[..., object])
C = TypeVar("C", bound=type)
M = TypeVar("M", bound=Callable[..., object] | type)


def kernel(function: F) -> F:
    """Mark a kernel."""
    return _uncompiled(function)


def entry(function: F) -> F:
    """Mark a kernel that Python can call too."""
    return _uncompiled(function)


def inlined(function: F) -> F:
    """Mark a kernel whose body is compiled into its callers."""
    return _uncompiled(function)


def workspace(cls: C) -> C:
    """Mark a class of typed fields."""
    return _uncompiled(cls)


def _uncompiled(marked: M) -> M:
    # Compiled files contain no decorators, so this module runs as a source.
    if marked.__module__.startswith("cpstudy.") and build() == "compiled":
        raise ImportError(f"{marked.__module__} is not compiled: 'make build', or CPSTUDY_PURE=1")
    return marked


_memory: Callable[[Any], Any] = memoryview


def zeros(shape: int | tuple[int, ...], width: Width) -> Any:
    """Memory of zeros, as a view of that many dimensions."""
    return _memory(np.zeros(shape, DTYPES[width]))


def filled(shape: int | tuple[int, ...], value: float, width: Width) -> Any:
    """Memory with the same number everywhere."""
    return _memory(np.full(shape, value, DTYPES[width]))


def table(values: npt.ArrayLike, width: Width) -> Any:
    """A copy of numbers, as a view of the same dimensions."""
    return _memory(np.array(values, DTYPES[width], order="C"))


def view(values: npt.NDArray[Any] | bytes | memoryview) -> Any:
    """The memory of an array itself, for a kernel to read or to write; nothing is copied."""
    return _memory(values)


def array(memory: object) -> npt.NDArray[Any]:
    """A view as a NumPy array; nothing is copied."""
    return np.asarray(cast(Any, memory))


def doubled(memory: object, fresh: float = 0) -> Any:
    """Memory of twice as many rows: the old ones, then rows of ``fresh``."""
    values = array(memory)
    return view(np.concatenate([values, np.full_like(values, fresh)]))


def row(memory: Any, place: int) -> Any:
    """``memory[place]`` of two or three dimensions, as a view of one dimension less."""
    return _memory(np.asarray(memory)[place])
