"""Texts with one edit, which test readers with typing errors."""

import random
from collections.abc import Iterator


def edits(text: str, number: int, seed: int = 1) -> Iterator[str]:
    """Yield the text with one random character replaced, removed, inserted or doubled."""
    rng = random.Random(seed)
    signs = sorted(set(text)) + list("AXRrox.#0123 \n\tK>@$*-")
    for _ in range(number):
        at, sign = rng.randrange(len(text)), rng.choice(signs)
        way = rng.randrange(4)
        if way == 0:
            yield text[:at] + sign + text[at + 1 :]
        elif way == 1:
            yield text[:at] + text[at + 1 :]
        elif way == 2:
            yield text[:at] + sign + text[at:]
        else:
            yield text[:at] + text[at] + text[at:]
