"""How much work to hand over at a time: little at first, so that answers come at once, then enough.

A task's size doubles while tasks take less than a twentieth of a second and halves when they take
more than a fifth.
"""

_SHORT, _LONG = 0.05, 0.2


class Pace:
    """How many items the next task shall have. largest: at most."""

    def __init__(self, largest: int = 512) -> None:
        self.size = 1
        self._largest = largest

    def next_size(self) -> int:
        """``size`` as a function."""
        return self.size

    def took(self, seconds: float, items: int) -> None:
        """A task with so many items took so long."""
        if items < self.size and seconds < _LONG:
            return  # of an earlier size, or the last of its document
        if seconds < _SHORT:
            self.size = min(2 * self.size, self._largest)
        elif seconds > _LONG:
            self.size = max(1, self.size // 2)
