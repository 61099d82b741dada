"""Mutate rules: a module's functions act as if its source were different.

The function objects that others have imported stay; only their code is replaced. So a mutation
needs no process and no copy of the package.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

from cpstudy.core.building import build


@contextmanager
def mutated(module: str, says: str, instead: str) -> Iterator[None]:
    """Replace the text ``says`` by ``instead`` in the source of the module's functions.

    For tests marked ``pure``: the code of compiled functions cannot be replaced.
    Raises AssertionError if the source does not have the text.
    """
    assert build() == "pure"
    original = import_module(module)
    path = str(original.__file__)
    source = Path(path).read_text(encoding="utf-8")
    assert says in source, f"{module} does not say {says!r}"
    other = ModuleType(module)
    other.__dict__.update(__file__=path, __package__=original.__package__)
    exec(compile(source.replace(says, instead), path, "exec"), other.__dict__)
    exchanged = {
        function: (function.__code__, vars(other)[name].__code__)
        for name, function in vars(original).items()
        if isinstance(function, FunctionType) and function.__module__ == module
    }
    try:
        for function, (_, changed) in exchanged.items():
            function.__code__ = changed
        yield
    finally:
        for function, (said, _) in exchanged.items():
            function.__code__ = said
