"""Solvers named by Python objects: ``package.module:function`` and ``package.module:ROW``.

A ``ROW`` is a :class:`~cpstudy.core.solving.Solver`, taken as it is, with its options. A function
is ``solve(puzzle, request) -> Result``. It declares neither a counter nor a version, so its row
takes the first counter of its results as iterations, and a checksum of its module's source as the
version: rows stored before an edit are not mixed with later ones. A row without a list of packages
gets those that its module imports.

A module that is found nowhere else is loaded from the current folder: one file there is enough.
Limits: the checksum covers that one file, not its imports.
"""

import importlib
import inspect
import sys
import traceback
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from cpstudy.core.deferred_imports import resolve
from cpstudy.core.errors import InputError
from cpstudy.core.result import Result
from cpstudy.core.solving import Request, Solve, Solver

COUNTER = "iterations"


def referred(module_name: str, name: str) -> Solver:
    """Return the row of ``MODULE:OBJECT``. Raises InputError."""
    module = _module(module_name)
    try:
        value = attrgetter(name)(module)
    except AttributeError:
        place = f" ({module.__file__})" if getattr(module, "__file__", None) else ""
        raise InputError(f"module {module_name!r}{place} has no {name!r}") from None
    return row_of(value, f"{module_name}:{name}", f"module {module_name}")


def row_of(value: object, name: str, origin: str) -> Solver:
    """Return the row of a ``Solver`` or of a function, under a name.

    origin: its source, for lists and faults. Raises InputError for any other object.
    """
    if isinstance(value, Solver):
        packages = value.packages or packages_of(_written(resolve(value.function)))
        return replace(value, name=name, origin=origin, packages=packages)
    if not callable(value) or isinstance(value, type):
        raise InputError(f"neither a Solver nor a function, but {value!r:.60}")
    if inspect.isfunction(value):
        try:
            inspect.signature(value).bind(None, None)
        except TypeError as error:
            raise InputError(f"no function of puzzle and request: {error}") from None
    words = (inspect.getdoc(value) or "").partition("\n")[0] or f"the function {name}"
    return Solver(
        name,
        words,
        CountedFunction(value),
        counter=COUNTER,
        unit="one of what the solver counts first",
        version=_checksum(_written(value)),
        packages=packages_of(_written(value)),
        origin=origin,
    )


@dataclass(frozen=True)
class CountedFunction:
    """A solver's function; the first counter of its results is repeated as iterations."""

    function: Solve

    def __call__(self, puzzle: Any, request: Request, **options: Any) -> Result:
        """Call the function; return anything but a Result unchanged."""
        result = self.function(puzzle, request, **options)
        if not isinstance(result, Result) or COUNTER in result.counters:
            return result
        first = next(iter(result.counters.values()), 0)
        return replace(result, counters={COUNTER: first, **result.counters})


def loaded(name: str) -> ModuleType:
    """Import a module. Raises a one-line InputError for any exception of the import."""
    try:
        return importlib.import_module(name)
    except Exception as error:
        message = str(error).partition("\n")[0]
        frames = traceback.extract_tb(error.__traceback__)
        places = [
            f" ({Path(frame.filename).name}:{frame.lineno})"
            for frame in frames
            if frame.filename not in (__file__, importlib.__file__) and frame.filename[:1] != "<"
        ]
        place = places[-1] if places else ""
        raise InputError(
            f"module {name!r} cannot be imported: {type(error).__name__}: {message}{place}"
        ) from error


def _module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise InputError(f"{name!r} is not a module")
    first = name.partition(".")[0]
    if first not in sys.modules and find_spec(first) is None:
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.append(here)
        importlib.invalidate_caches()
        if find_spec(first) is None:
            raise InputError(f"there is no module {first!r}, neither installed nor in {here}")
    return loaded(name)


def _written(function: object) -> Any:
    """Return the object with source code: a function, or the class of another callable."""
    return function if inspect.isfunction(function) else type(function)


@lru_cache(maxsize=256)
def packages_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the distributions that a function's module imports, except cpstudy."""
    module = inspect.getmodule(function)
    named = (
        value.__name__ if inspect.ismodule(value) else getattr(value, "__module__", None)
        for value in (vars(module).values() if module else ())
    )
    tops = {name.partition(".")[0] for name in named if isinstance(name, str)}
    own = module.__name__.partition(".")[0] if module else ""
    tops -= {*sys.stdlib_module_names, "cpstudy", "__main__", own}
    known = _distributions() if tops else {}
    return tuple(sorted({one for top in tops for one in known.get(top, ())}))


_distributions = cache(packages_distributions)


@lru_cache(maxsize=256)
def _checksum(function: Callable[..., Any]) -> int:
    """Return a checksum of the source of a function's module; in a notebook, of the function's."""
    for source in (inspect.getmodule(function), function):
        try:
            return zlib.crc32(inspect.getsource(source or function).encode())
        except (OSError, TypeError):
            continue
    return 1
