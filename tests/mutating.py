"""Rules made wrong: a module as if its source said something else.

Where kernels are still compiled at run time the functions stay the objects that others have
imported, and only what they do is exchanged (:func:`mutated`). Elsewhere the package is imported
anew from its sources (:func:`sources`), beside the one that all other tests use.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from cpstudy.core.building import build

ROOT = Path(__file__).parents[1]


class _Changed(SourceFileLoader):
    """Finds and loads one module, which says ``instead`` where its source says ``says``."""

    def __init__(self, module: str, says: str, instead: str) -> None:
        super().__init__(module, str(ROOT / f"{module.replace('.', '/')}.py"))
        self._text = Path(self.path).read_text(encoding="utf-8")
        assert says in self._text, f"{module} does not say {says!r}"
        self._text = self._text.replace(says, instead)

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return spec_from_loader(name, self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec")


@contextmanager
def sources(
    module: str = "cpstudy", says: str = "", instead: str = ""
) -> Iterator[Callable[[str], ModuleType]]:
    """Import the package and its tests anew, uncompiled; one module says something else.

    Yields what imports a module by name. Raises AssertionError where the module does not say it.
    """
    changed = None if module == "cpstudy" else _Changed(module, says, instead)

    def ours() -> dict[str, ModuleType]:
        return {k: v for k, v in sys.modules.items() if k.split(".")[0] in ("cpstudy", "tests")}

    modules, finders, asked = ours(), sys.meta_path[:], os.environ.get("CPSTUDY_PURE")
    os.environ["CPSTUDY_PURE"] = "1"
    try:
        for name in modules:
            del sys.modules[name]
        import_module("cpstudy")
        if changed is not None:
            sys.meta_path.insert(0, changed)  # type: ignore[arg-type]
        yield import_module
    finally:
        for name in ours():
            del sys.modules[name]
        sys.modules.update(modules)
        sys.meta_path[:] = finders
        del os.environ["CPSTUDY_PURE"]
        if asked is not None:
            os.environ["CPSTUDY_PURE"] = asked


@contextmanager
def mutated(module: str, says: str, instead: str) -> Iterator[None]:
    """The module's functions say ``instead`` where they say ``says``.

    For tests marked ``pure``: compiled functions cannot be exchanged.
    Raises AssertionError where the module does not say it.
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
