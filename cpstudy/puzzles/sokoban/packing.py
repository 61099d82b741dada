"""Positions as words: the player and the sorted boxes in equal bit fields.

A field has enough bits for every floor square. Field 0 is the player, then the boxes follow in
order; a 64-bit word contains as many fields as fit. Fields are used instead of a dense numbering,
because shifts are cheaper than divisions, and with one box a bitmap over all words is at most four
times as large. Boxes are interchangeable: they are kept sorted, so equal positions are equal words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cpstudy.core.kernel_types import Const, View, View2, i64, u64
from cpstudy.core.native import entry, kernel


@dataclass(frozen=True)
class Layout:
    """Bits a field, fields a word, and words, for boards of ``squares`` and ``boxes``."""

    bits: int
    per_word: int
    words: int

    @classmethod
    def of(cls, squares: int, boxes: int) -> Layout:
        """The layout with the fewest words."""
        bits = max(1, (squares - 1).bit_length())
        per_word = 64 // bits
        return cls(bits, per_word, -(-(boxes + 1) // per_word))


@entry
def pack(
    rows: View2[u64], at: i64, player: i64, boxes: Const[i64], bits: i64, per_word: i64
) -> None:
    """Write player and sorted boxes into a row of ``rows``."""
    word: u64 = player
    shift = 0
    field = 0
    place = 0
    for i in range(len(boxes)):
        shift += bits
        field += 1
        if field == per_word:
            rows[at, place] = word
            word = 0
            shift = 0
            field = 0
            place += 1
        word |= u64(boxes[i]) << shift
    rows[at, place] = word


@entry
def unpack(words: Const[u64], boxes: View[i64], bits: i64, per_word: i64) -> i64:
    """Read the boxes of ``words`` into ``boxes``; return the player."""
    mask: u64 = (1 << bits) - 1
    word: u64 = words[0]
    field = 0
    place = 0
    for i in range(len(boxes)):
        word >>= bits
        field += 1
        if field == per_word:
            field = 0
            place += 1
            word = words[place]
        boxes[i] = word & mask
    return words[0] & mask


def fields(words: Sequence[int], boxes: int, bits: int, per_word: int) -> list[int]:
    """The player and the boxes of a state's words, for Python code."""
    mask = (1 << bits) - 1
    return [
        words[field // per_word] >> field % per_word * bits & mask for field in range(boxes + 1)
    ]


@kernel
def sorted_push(boxes: Const[i64], box: i64, target: i64, pushed: View[i64]) -> None:
    """Write the sorted boxes into ``pushed``, with box number ``box`` moved to ``target``."""
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
