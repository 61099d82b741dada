"""Faults of ours carry the text form of the puzzle that they are about."""

import traceback
from contextlib import suppress
from typing import Any

from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError

_NOTE = "puzzle: "


def name_puzzle(fault: BaseException) -> None:
    """Note the text form of the first puzzle among the variables of the frames that it left.

    The first is the user's: generators and repairs make others from it. Where an exception crosses
    to another process its frames are lost, so the worker calls this too.
    """
    if isinstance(fault, InputError) or any(
        note.startswith(_NOTE) for note in getattr(fault, "__notes__", ())
    ):
        return
    for frame, _ in traceback.walk_tb(fault.__traceback__):
        for value in list(frame.f_locals.values()):
            puzzle: Any = value.puzzle if isinstance(value, Located) else value
            if all(hasattr(type(puzzle), name) for name in ("kind", "encode", "decode")):
                with suppress(Exception):  # perhaps it is its text form that fails
                    fault.add_note(f"{_NOTE}--puzzle {puzzle.kind} '{puzzle.encode()}'")
                    return
