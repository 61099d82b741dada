"""Files of one puzzle each that stand one behind the other in a document, as ``cat`` joins them."""

from collections.abc import Callable, Iterable, Iterator


def joined(lines: Iterable[str], begins: Callable[[str], bool]) -> Iterator[tuple[int, list[str]]]:
    """Each file with the number of its first line, from 1.

    begins: whether a line is the first of a file. Blank lines and comments before it are skipped.
    """
    first, kept, met = 1, list[str](), False
    for number, line in enumerate(lines, 1):
        if begins(line):
            if met:
                yield first, kept
                kept = []
            met = True
        if kept or (line.strip() and not line.lstrip().startswith("#")):
            first = first if kept else number
            kept.append(line)
    if kept or not met:
        yield first, kept
