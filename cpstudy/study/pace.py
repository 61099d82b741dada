"""The size of the next task: small at first, so that answers come at once, then larger.

A task's size doubles while tasks take less than a twentieth of a second and halves when they take
more than a fifth.
"""

_SHORT, _LONG = 0.05, 0.2


class Pace:
    """The number of items of the next task. largest: its maximum."""

    def __init__(self, largest: int = 512) -> None:
        self.size = 1
        self._largest = largest

    def next_size(self) -> int:
        """``size`` as a function."""
        return self.size

    def took(self, seconds: float, items: int) -> None:
        """Record the seconds that a task with this number of items took."""
        if items < self.size and seconds < _LONG:
            return  # it had an earlier size, or was the last of its document
        if seconds < _SHORT:
            self.size = min(2 * self.size, self._largest)
        elif seconds > _LONG:
            self.size = max(1, self.size // 2)
