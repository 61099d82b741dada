"""Positions as words: the player and the sorted boxes in equal bit fields.

A field is wide enough for every floor square; field 0 is the player, then come the boxes in order,
as many fields to a 64-bit word as fit. Fields instead of a dense numbering: shifts are cheaper
than divisions, and with one box a bitmap over all words is at most four times as large. Boxes are
not told apart: they are kept sorted, so equal positions are equal words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel

_ZERO = np.uint64(0)


@dataclass(frozen=True)
class Layout:
    """Bits a field, fields a word, words, for boards of ``squares`` and ``boxes``."""

    bits: int
    per_word: int
    words: int

    @classmethod
    def of(cls, squares: int, boxes: int) -> Layout:
        """The layout with the fewest words."""
        bits = max(1, (squares - 1).bit_length())
        per_word = 64 // bits
        return cls(bits, per_word, -(-(boxes + 1) // per_word))


@kernel
def pack(words: Any, player: Any, boxes: Any, bits: Any, per_word: Any) -> None:
    """Write player and sorted boxes into ``words``, uint64[W]."""
    words[:] = _ZERO
    words[0] = np.uint64(player)
    for i in range(len(boxes)):
        field = i + 1
        words[field // per_word] |= np.uint64(boxes[i]) << np.uint64(field % per_word * bits)


@kernel
def unpack(words: Any, boxes: Any, bits: Any, per_word: Any) -> Any:
    """Read the boxes of ``words`` into ``boxes``; returns the player."""
    mask = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    for i in range(len(boxes)):
        field = i + 1
        word = words[field // per_word] >> np.uint64(field % per_word * bits)
        boxes[i] = np.int64(word & mask)
    return np.int64(words[0] & mask)


def fields(words: Sequence[int], boxes: int, bits: int, per_word: int) -> list[int]:
    """The player and the boxes of a state's words, outside of kernels."""
    mask = (1 << bits) - 1
    return [
        words[field // per_word] >> field % per_word * bits & mask for field in range(boxes + 1)
    ]


@kernel
def sorted_push(boxes: Any, box: Any, target: Any, pushed: Any) -> None:
    """Write the sorted boxes, with number ``box`` of them on ``target``, into ``pushed``."""
    k = len(boxes)
    at = 0
    for j in range(k):
        if j != box:
            pushed[at] = boxes[j]
            at += 1
    at = k - 1
    while at > 0 and pushed[at - 1] > target:
        pushed[at] = pushed[at - 1]
        at -= 1
    pushed[at] = target
