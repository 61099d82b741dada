"""Objects go to other processes by importable names; the other processes do not run the script."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from cpstudy.core.errors import InputError
from cpstudy.core.pickling import Packed, packed, unpacked, without_script


def double(number):
    return 2 * number


def of_the_script(monkeypatch, spec):
    script = ModuleType("__main__")
    script.__spec__ = spec and ModuleSpec(spec, None)
    script.double = lambda number: 3 * number
    script.double.__module__, script.double.__qualname__ = "__main__", "double"
    monkeypatch.setitem(sys.modules, "__main__", script)
    return script.double


def test_a_function_of_a_module_travels():
    assert unpacked(packed(double)) is double
    assert Packed(packed(double))(4) == 8


def test_what_is_run_as_a_module_travels_by_its_name(monkeypatch):
    function = of_the_script(monkeypatch, __name__)
    assert function(4) == 12
    assert unpacked(packed([function])) == [double]


@pytest.mark.parametrize("spec", [None, "package.__main__"])
def test_a_function_of_the_script_does_not(monkeypatch, spec):
    function = of_the_script(monkeypatch, spec)
    with pytest.raises(InputError, match=r"^double is defined in the script, which other"):
        packed({"solver": function})


def test_what_has_no_name_does_not():
    with pytest.raises(InputError, match=r"test_pickling: .*<lambda> cannot travel"):
        packed((1, lambda: None))


def test_the_script_is_back_after_a_fault():
    script = sys.modules["__main__"]
    with pytest.raises(ZeroDivisionError), without_script():
        assert not hasattr(sys.modules["__main__"], "__file__")
        1 / 0  # noqa: B018
    assert sys.modules["__main__"] is script
