"""Deferred imports: a table holds placeholders, and the first use of one loads its module."""

import builtins
import copy
import pickle
import sys
import threading
import types

import pytest

from cpstudy.core.deferred_imports import Deferred, deferred_imports, loading_seconds, resolve

ORIGINAL = builtins.__import__


@pytest.fixture
def later(tmp_path, monkeypatch):
    """Yield the name of a module in a new package that is not imported yet."""
    package = tmp_path / "their_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "later.py").write_text(
        "LEVELS = {'one': 1}\n\n\nclass Thing:\n    kind = 'thing'\n\n\n"
        "def double(number, *, again=False):\n    return 4 * number if again else 2 * number\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield "their_package.later"
    for name in [name for name in sys.modules if name.startswith("their_package")]:
        del sys.modules[name]


def run(source: str, **more: object) -> dict[str, object]:
    """Run the source as a module and return its globals."""
    module = types.ModuleType("importing")
    vars(module).update(more)
    exec(f"from cpstudy.core.deferred_imports import deferred_imports\n{source}", vars(module))
    return vars(module)


BLOCK = "with deferred_imports():\n    from their_package import later\n"


def test_an_object_loads_its_module_when_it_is_used(later):
    double = run(BLOCK + "double = later.double\n")["double"]
    assert repr(double) == "their_package.later:double"
    assert double == Deferred(later, "double") != Deferred(later, "half")
    assert {double: 1}[copy.deepcopy(double)] == {double: 1}[pickle.loads(pickle.dumps(double))]
    assert not [name for name in sys.modules if name.startswith("their_package")]
    assert double(3) == 6
    assert double(3, again=True) == 12
    assert resolve(double) is sys.modules[later].double
    assert resolve(len) is len


def test_attributes_are_those_of_the_object(later):
    names = run(BLOCK + "levels, thing = later.LEVELS, later.Thing\n")
    assert list(names["levels"].items()) == [("one", 1)]
    assert names["thing"].kind == "thing"
    with pytest.raises(AttributeError):
        names["thing"].other  # noqa: B018
    with pytest.raises(AttributeError):
        Deferred(later, "missing")()
    with pytest.raises(ModuleNotFoundError):
        Deferred("their_package.missing", "name")()


def test_loading_is_timed_once(later):
    double = Deferred(later, "double")
    assert loading_seconds(double) > 0
    assert loading_seconds(double) == 0 == loading_seconds(len)


def test_other_names_and_other_modules_import_as_ever(later):
    source = BLOCK.replace("import later", "import later as soon")
    assert "later" not in (names := run(source)) and repr(names["soon"].double)
    run("with deferred_imports():\n    assert callable(imports())\n", imports=importing)
    assert builtins.__import__ is ORIGINAL


def importing() -> object:
    from their_package import later

    return later.double


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("import their_package", "write 'from PACKAGE import MODULE'"),
        ("import their_package.later as later", "write 'from PACKAGE import MODULE'"),
        ("from . import later", "write 'from PACKAGE import MODULE'"),
    ],
)
def test_other_forms_are_refused(later, line, message):
    with pytest.raises(ImportError, match=message):
        run(f"with deferred_imports():\n    {line}\n", __package__="their_package")
    assert builtins.__import__ is ORIGINAL


def test_a_package_does_not_hide_its_own_modules(later):
    with pytest.raises(ImportError, match="package their_package cannot defer modules of its own"):
        run(BLOCK, __name__="their_package", __path__=[])


def test_threads_import_while_a_block_is_open(later):
    met: list[object] = []

    def elsewhere() -> None:
        run(BLOCK)
        met.append(sys.modules.get(later))
        met.append(run("from their_package.later import double\n")["double"])

    with deferred_imports():
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        assert builtins.__import__ is not ORIGINAL
    assert met == [None, sys.modules[later].double]
    assert builtins.__import__ is ORIGINAL
