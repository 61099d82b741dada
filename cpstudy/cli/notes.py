"""What readers had to choose, on standard error: each choice once for each document."""

from collections import Counter
from collections.abc import Iterable, Iterator

from cpstudy.cli.terminal import complain
from cpstudy.core.documents import Located

# Notes of one document.
_MOST_NOTES = 5


class Notes:
    """Prints notes of puzzles. quiet: prints nothing."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._printed: Counter[tuple[str, str]] = Counter()

    def take(self, place: str, note: str) -> None:
        """Print a note, unless the document had it before, or had many."""
        argument = place.startswith("argument ")
        before, after = place.partition(":")[0], place.rpartition(":")[0]
        document = before if argument else after or place
        new = not self._printed[document, note] and self._printed[document, ""] < _MOST_NOTES
        if new and not self._quiet:
            self._printed.update(((document, note), (document, "")))
            complain(f"{place}: read as: {note}")

    def taken(self, found: Iterable[Located]) -> Iterator[Located]:
        """The puzzles, their notes printed."""
        for item in found:
            if note := item.about.get("read as"):
                self.take(item.place, note)
            yield item
