"""Transfer of functions to other processes: by their names, with all their arguments.

Workers import modules and never run the script that called the suite: a script without ``if
__name__ == "__main__":`` would run itself again in each. So a function of the script is refused in
one line before anything is computed. So are a lambda and a nested function, which have no name that
a worker could import. Code run by ``python -m PACKAGE.MODULE`` has such a name, and travels.
"""

import io
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, Generic, TypeVar, cast

from cpstudy.core.errors import InputError

R = TypeVar("R")


def packed(value: object) -> bytes:
    """``value`` for :func:`unpacked` in another process.

    Raises InputError that names a function or class within it that cannot travel.
    """
    data = io.BytesIO()
    _Packer(data, pickle.HIGHEST_PROTOCOL).dump(value)
    return data.getvalue()


@lru_cache(maxsize=32)
def unpacked(data: bytes) -> Any:
    """The packed object; the same object for the same bytes."""
    return pickle.loads(data)


@dataclass(frozen=True)
class Packed(Generic[R]):
    """A packed function, to be called in another process."""

    data: bytes

    def __call__(self, *arguments: Any) -> R:
        """The function's result."""
        return cast(R, unpacked(self.data)(*arguments))


@contextmanager
def without_script() -> Iterator[None]:
    """Prevent processes that are started in the body from running this process's script.

    ``multiprocessing`` finds the script in ``sys.modules["__main__"]`` and has no option for that;
    loky does the same. So an empty module replaces it during the body.
    """
    with _lock:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = script


_lock = Lock()


class _Packer(pickle.Pickler):
    def reducer_override(self, obj: Any) -> Any:
        """Pickle functions and classes by names that others can import; see :mod:`pickle`."""
        if not isinstance(obj, (FunctionType, type)):
            return NotImplemented
        name = obj.__qualname__
        if "<" in name:  # <lambda>, <locals>
            where = f"{obj.__module__}: {name}"
            raise InputError(
                f"{where} cannot travel to other processes: put it at the top level of a module, "
                "or use jobs=1"
            )
        if obj.__module__ != "__main__":
            return NotImplemented
        spec = getattr(sys.modules["__main__"], "__spec__", None)
        if spec is None or spec.name.rpartition(".")[2] == "__main__":
            raise InputError(
                f"{name} is defined in the script, which other processes do not run: put it into a "
                "module, or use jobs=1"
            )
        return _imported, (spec.name, name)


def _imported(module: str, name: str) -> Any:
    return attrgetter(name)(import_module(module))
