"""Boards drawn until one is as wished: a hook that reports how many were drawn.

A generator that draws until a puzzle has a grade, or is new, calls :func:`attempt` before each
draw. Whoever shows progress, or limits it, listens. Without a listener it costs nothing; what is
drawn never depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[], None]] = []


def attempt() -> None:
    """A board is about to be drawn. Raises what a listener raises, to end the drawing."""
    for listener in _listeners:
        listener()


@contextmanager
def listening(listener: Callable[[], None]) -> Iterator[None]:
    """Call ``listener`` at each attempt while the body runs."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
