"""Deferred imports: tables name functions, and a module loads when its function is first used.

::

    with deferred_imports():
        from cpstudy.puzzles.loops import portfolio

    SOLVERS = table(Solver("portfolio", "search, then sat", portfolio.solve, ...))

Type checkers and editors read an ordinary import. At run time ``from PACKAGE import MODULE`` in
such a block binds a name to a stand-in of the module, whose attributes are :class:`Deferred`: they
can be called, compared, hashed and pickled, and import the module on first use.

The import statement calls ``builtins.__import__`` with the globals of the module that contains it.
While a block is open, that function is replaced by one that defers only for those globals; imports
elsewhere, also in other threads, go to the original.
"""

import builtins
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from typing import Any, TypeVar, cast

T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class Deferred:
    """A module's object, given by name. A call or an attribute loads the module."""

    _module: str
    _name: str

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """The result of the object's call."""
        return resolve(self)(*arguments, **keywords)

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("__"):  # copying and inspection look these up on any object
            raise AttributeError(attribute)
        return getattr(resolve(self), attribute)

    def __repr__(self) -> str:
        return f"{self._module}:{self._name}"


def resolve(reference: T) -> T:
    """The object that a :class:`Deferred` names; any other object unchanged."""
    if isinstance(reference, Deferred):
        return cast(T, getattr(import_module(reference._module), reference._name))
    return reference


def loading_seconds(reference: object) -> float:
    """Load the module of a reference before a clock starts; return the seconds that this took.

    0 if it was loaded. Importing OR-Tools takes a hundred times as long as solving a small board.
    """
    if not isinstance(reference, Deferred) or reference._module in sys.modules:
        return 0.0
    begun = time.perf_counter()
    import_module(reference._module)
    return time.perf_counter() - begun


class Module:
    """A module that is not imported; its attributes are :class:`Deferred`."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, attribute: str) -> Deferred:
        return Deferred(self.__name__, attribute)


class _Package:
    """The stand-in of a package, from which ``from PACKAGE import MODULE`` takes its modules."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, attribute: str) -> Module:
        return Module(f"{self.__name__}.{attribute}")


_lock = Lock()
# The globals of modules with an open block, by identity.
_open: list[int] = []
_original = builtins.__import__


@contextmanager
def deferred_imports() -> Iterator[None]:
    """Defer the imports of the block, which all have the form ``from PACKAGE import MODULE``.

    A package cannot defer its own modules: others would see the stand-ins under these names. Raises
    ImportError for that, and for imports of another form.
    """
    global _original
    importing = id(sys._getframe(2).f_globals)
    with _lock:
        if not _open:
            _original, builtins.__import__ = builtins.__import__, _import
        _open.append(importing)
    try:
        yield
    finally:
        with _lock:
            _open.remove(importing)
            if not _open and builtins.__import__ is _import:
                builtins.__import__ = _original


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> Any:
    if globals is None or id(globals) not in _open:
        return _original(name, globals, locals, fromlist or (), level)
    if not fromlist or level:
        raise ImportError(f"deferred import of {name}: write 'from PACKAGE import MODULE'")
    if "__path__" in globals and globals.get("__name__") == name:
        raise ImportError(f"package {name} cannot defer modules of its own: name them in a module")
    return _Package(name)
