"""Bit fields in the words of a key, reused once they are free.

A field does not cross words. Free fields hold 0, so equal states have equal keys.
"""

from typing import NamedTuple

BITS = 62


class Field(NamedTuple):
    """A number of ``bits`` bits in a word, from ``shift`` on."""

    word: int
    shift: int
    bits: int


class Fields:
    """The fields of a key."""

    def __init__(self) -> None:
        self._used = [0]
        self._free: list[Field] = []

    @property
    def words(self) -> int:
        """The number of words of a key."""
        return len(self._used)

    def take(self, bits: int) -> Field:
        """Allocate a field of ``bits`` bits, at most a word."""
        for field in self._free:
            if field.bits == bits:
                self._free.remove(field)
                return field
        word = next((w for w, used in enumerate(self._used) if used + bits <= BITS), self.words)
        self._used += [0] * (word + 1 - self.words)
        self._used[word] += bits
        return Field(word, self._used[word] - bits, bits)

    def give(self, field: Field) -> None:
        """Free a field."""
        self._free.append(field)
