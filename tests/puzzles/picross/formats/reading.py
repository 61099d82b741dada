"""Helpers that read texts as the commands do, and mutate them by one edit."""

import io
import random

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles.picross.record import KIND
from cpstudy.reading.door import items
from cpstudy.reading.opening import read_bytes

SIGNS = "0123456789abcdefghvwxyz:;,-#.[]\"'<>&=|*/ \n\tÄ\0"


def read(text, format_name=None, **hints):
    """The items of a text or of bytes."""
    data = text if isinstance(text, bytes) else text.encode()
    return list(items(KIND, read_bytes(io.BytesIO(data), hints), format_name))


def only(text, format_name=None, **hints):
    """The item of a text that has exactly one puzzle."""
    (item,) = read(text, format_name, **hints)
    assert not isinstance(item.puzzle, InputError), item.puzzle
    return item


def fault(text, format_name=None, **hints):
    """The line and the message of a text that has exactly one fault."""
    (item,) = read(text, format_name, **hints)
    assert isinstance(item.puzzle, InputError), item.puzzle.encode()
    assert "\n" not in str(item.puzzle)
    return item.line, str(item.puzzle)


def seen_by(text):
    """The names of the formats that recognise a text."""
    document = Document.of(text)
    forms = (form for form in KIND.formats.values() if form.recognises and not form.binary)
    return [form.name for form in forms if form.recognises(document)]


def mutated(rng: random.Random, text: str) -> str:
    """The text with one character dropped, doubled or exchanged, or the text cut off."""
    place = rng.randrange(len(text))
    edit = rng.randrange(4)
    if edit == 3:
        return text[:place]
    return text[:place] + ("", 2 * text[place], rng.choice(SIGNS))[edit] + text[place + 1 :]


def check_mutations(text, size, format_name=None, count=300, seed=3):
    """Assert that each edit gives one fault or a board of the same size. Count the boards."""
    rng = random.Random(seed)
    boards = 0
    for _ in range(count):
        edited = mutated(rng, text)
        found = read(edited, format_name)
        if not Document.of(edited).significant:
            assert not any(not isinstance(item.puzzle, InputError) for item in found)
            continue
        assert len(found) == 1, (edited, found)
        puzzle = found[0].puzzle
        if isinstance(puzzle, InputError):
            assert "\n" not in str(puzzle)
        else:
            assert (puzzle.rows, puzzle.columns) == size, edited
            boards += 1
    return boards
