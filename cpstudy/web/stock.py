"""New puzzles made ahead, so that the next one is ready when a person requests it.

A wish is a kind, a size, a level and a texture. The page sends its wish while a person plays, and a
separate process of the lowest priority makes puzzles of it. It may take longer than a person would
wait, so that more of them have the requested level. If no puzzle is ready, the generator gets the
question, with its clock. Each puzzle has its own seed, and none is given twice.

Cost: one core while it is idle, until each of the last wishes has its puzzles.
"""

import os
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

Answer = Mapping[str, Any]
Wish = tuple[Any, ...]

# The puzzles kept per wish, and the wishes kept.
_AHEAD, _WISHES = 2, 6
_WISHED = ("kind", "rows", "columns", "level", "way")


class Stock:
    """Answers one question at a time: new puzzles from stock, all other questions by ``ask``."""

    def __init__(self, ask: Callable[[Mapping[str, Any]], Answer], pool: Executor) -> None:
        self._ask, self._pool = ask, pool
        self._made: dict[Wish, deque[Future[Answer]]] = {}
        self._given = set[str]()

    def answer(self, question: Mapping[str, Any]) -> Answer:
        """Return the answer to a question of the page."""
        if question.get("ask") not in ("new", "ahead"):
            return self._ask(question)
        wish = tuple(question.get(name) for name in _WISHED)
        if question["ask"] == "ahead":
            self._fill(wish)
            return {}
        found = self._there(wish) or self._ask(question)
        if "entries" in found:
            self._given.add(_text(found))
            self._fill(wish)
        return found

    def _there(self, wish: Wish) -> Answer | None:
        """A puzzle that was made and not yet given, or None."""
        of = self._made.get(wish, deque())
        while of and of[0].done():
            future = of.popleft()
            found = None if future.cancelled() or future.exception() else future.result()
            if found and "entries" in found and _text(found) not in self._given:
                return found
        return None

    def _fill(self, wish: Wish) -> None:
        """Have puzzles of a wish made before all others, and forget the oldest wish."""
        self._made = {w: deque(f for f in of if not f.cancel()) for w, of in self._made.items()}
        self._made[wish] = of = self._made.pop(wish, deque())
        question = {"ask": "new", "ahead": True, **dict(zip(_WISHED, wish, strict=True))}
        try:
            while len(of) < _AHEAD:
                seed = 1 + secrets.randbelow(2**31)
                of.append(self._pool.submit(_work, self._ask, {**question, "seed": seed}))
        except BrokenExecutor:  # the process was ended: nothing is made ahead
            of.clear()
        while len(self._made) > _WISHES:
            del self._made[next(iter(self._made))]


def _text(found: Answer) -> str:
    return str(found["entries"][0]["text"])


def _work(ask: Callable[[Mapping[str, Any]], Answer], question: Mapping[str, Any]) -> Answer:
    os.nice(19)  # the lowest priority, for the rest of the process
    return ask(question)
