"""What is remembered of types is what numba says, and options are equal where the same were set."""

import operator

import pytest
from numba.core import types
from numba.core.compiler import Flags
from numba.core.errors import TypingError
from numba.core.registry import cpu_target

from cpstudy.core import machine_typing
from cpstudy.core.machine_typing import RememberedTypes, SetOptions

ROW = types.Array(types.int64, 1, "C")


@pytest.fixture(name="asked")
def _asked(monkeypatch):
    """The typing context as kernels see it, and what it has to ask numba's own."""
    monkeypatch.setattr(machine_typing, "_answers", {})
    context = cpu_target.typing_context
    context.refresh()
    own, asked = context.resolve_function_type, []

    def noted(*question):
        asked.append(question)
        return own(*question)

    monkeypatch.setattr(context, "resolve_function_type", noted)
    return RememberedTypes(context), asked


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (operator.add, (types.int64, types.int64)),
        (operator.add, (types.uint64, types.uint64)),
        (operator.lt, (types.int64, types.intp)),
        (operator.getitem, (ROW, types.int64)),
        (len, (ROW,)),
        (range, (types.int64,)),
    ],
)
def test_what_was_asked_before_is_not_asked_again(asked, function, arguments):
    context, questions = asked
    first = context.resolve_function_type(function, arguments, {})
    number = len(questions)
    assert number > 0
    assert context.resolve_function_type(function, arguments, {}) is first
    assert len(questions) == number
    assert first == cpu_target.typing_context.resolve_function_type(function, arguments, {})


def test_a_question_without_an_answer_is_asked_again(asked):
    context, questions = asked
    for times in (1, 2):
        with pytest.raises(TypingError):
            context.resolve_function_type(len, (types.int64,), {})
        assert len(questions) == times


def test_options_are_compared_by_what_was_set():
    given = Flags()
    given.nrt = True
    one, other = SetOptions(given), SetOptions(given)
    assert (one, hash(one)) == (other, hash(other))
    assert one.copy() == one
    assert one.nrt is True
    assert one == given
    other.nrt = False
    assert one != other
    assert {one: 1}.get(other) is None
