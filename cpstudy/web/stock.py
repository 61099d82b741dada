"""New puzzles made ahead, so that the next one is there when it is wanted.

A wish is a kind, a size, a level and a texture. The page says what is wished while a person plays,
and a process of its own, of the lowest priority, makes puzzles of it: longer than a person would
wait, so that their level is met more often. Where none is there, the question goes to the
generator, with its clock. Each has a seed of its own, and none is given twice.

Cost: one core while nobody else wants it, until each of the last wishes has its puzzles.
"""

import os
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

Answer = Mapping[str, Any]
Wish = tuple[Any, ...]

# Puzzles of a wish, and wishes, that are kept.
_AHEAD, _WISHES = 2, 6
_WISHED = ("kind", "rows", "columns", "level", "way")


class Stock:
    """Answers a page's questions by ``ask``, new puzzles from stock. One question at a time."""

    def __init__(self, ask: Callable[[Mapping[str, Any]], Answer], pool: Executor) -> None:
        self._ask, self._pool = ask, pool
        self._made: dict[Wish, deque[Future[Answer]]] = {}
        self._given = set[str]()

    def answer(self, question: Mapping[str, Any]) -> Answer:
        """The answer to a question of the page."""
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
        """A puzzle that was made and not given; None where there is none yet."""
        of = self._made.get(wish, deque())
        while of and of[0].done():
            future = of.popleft()
            found = None if future.cancelled() or future.exception() else future.result()
            if found and "entries" in found and _text(found) not in self._given:
                return found
        return None

    def _fill(self, wish: Wish) -> None:
        """Have puzzles of a wish made before all others; those of the oldest wish go."""
        self._made = {w: deque(f for f in of if not f.cancel()) for w, of in self._made.items()}
        self._made[wish] = of = self._made.pop(wish, deque())
        question = {"ask": "new", "ahead": True, **dict(zip(_WISHED, wish, strict=True))}
        try:
            while len(of) < _AHEAD:
                seed = 1 + secrets.randbelow(2**31)
                of.append(self._pool.submit(_work, self._ask, {**question, "seed": seed}))
        except BrokenExecutor:  # somebody ended the process: then nothing is made ahead
            of.clear()
        while len(self._made) > _WISHES:
            del self._made[next(iter(self._made))]


def _text(found: Answer) -> str:
    return str(found["entries"][0]["text"])


def _work(ask: Callable[[Mapping[str, Any]], Answer], question: Mapping[str, Any]) -> Answer:
    os.nice(19)  # the lowest priority; it stays that
    return ask(question)
