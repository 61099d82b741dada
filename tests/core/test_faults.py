"""Program faults carry the text form of the user's puzzle; errors about bad input do not."""

import pickle

import pytest

from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.failures import name_puzzle
from cpstudy.puzzles.pipes.puzzle import Pipes

BOARD = Pipes.decode("2x1:11")


def crashed(fault, **variables):
    """Raise the fault two frames deep and return it.

    The outer frame has ``variables`` among its locals, the inner frame another board.
    """

    def below():
        other = Pipes.decode("1x1:0")
        assert other != BOARD
        raise fault

    try:
        given = variables["given"]
        assert given is not fault
        below()
    except Exception as error:
        return error


@pytest.mark.parametrize("given", [BOARD, Located("argument 1", BOARD)])
def test_the_first_puzzle_is_noted_once(given):
    fault = crashed(ValueError("of a library"), given=given)
    name_puzzle(fault)
    name_puzzle(fault)
    assert fault.__notes__ == [f"puzzle: --puzzle pipes '{BOARD.encode()}'"]
    assert pickle.loads(pickle.dumps(fault)).__notes__ == fault.__notes__


def test_what_has_no_puzzle_stays_as_it_is():
    for fault in (InputError("bad"), NotApplicable("too wide")):
        name_puzzle(crashed(fault, given=BOARD))
        assert not hasattr(fault, "__notes__")
    alone = ValueError("no traceback")
    name_puzzle(alone)
    assert not hasattr(alone, "__notes__")


def test_who_does_not_take_a_puzzle_says_so_to_whoever_catches_value_errors():
    assert issubclass(NotApplicable, InputError)
    assert issubclass(InputError, ValueError)
