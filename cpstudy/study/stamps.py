"""A digest of a whole result file, written when it is closed, so that opening it costs little.

Checking every record takes seconds for a million of them; a digest of all pages of the file takes a
tenth of one. So closing a file writes its *stamp*, and a file whose pages match the stamp is as it
was closed. Any other file, such as one whose writer was killed, is checked completely. The stamp
proves nothing more: it covers the records that its writer found and added (:mod:`.integrity` says
when damage is detected).

The stamp covers every page but its own. Of the file's header it covers the bytes that SQLite does
not change when it counts changes and switches the log on and off.

Cost: about 0.25 s for a million rows, and twice the file's size in memory for a moment. Limits:
files larger than 512 MiB have no stamp, nor have files of a program whose SQLite cannot serialise.
"""

import hashlib
import sqlite3

_LARGEST = 1 << 29

# Constant bytes of the header: not the log's (18, 19), not the change counters (24 …, 92 …).
_HEADER = (slice(0, 18), slice(20, 24), slice(28, 92))
_HEADER_END = 100


def prepare(connection: sqlite3.Connection) -> None:
    """Create the table of the stamp if it does not exist; inside the caller's transaction."""
    connection.execute("CREATE TABLE IF NOT EXISTS stamp (pages INTEGER)")


def leave(connection: sqlite3.Connection) -> None:
    """Stamp the current contents of the file; inside the caller's transaction, which may write."""
    connection.execute("DELETE FROM stamp")
    connection.execute("INSERT INTO stamp VALUES (?)", (_pages(connection),))


def matches(connection: sqlite3.Connection) -> bool:
    """Whether the file matches its stamp; inside the caller's transaction."""
    if not _place(connection):
        return False
    stamped = connection.execute("SELECT pages FROM stamp").fetchall()
    return len(stamped) == 1 and stamped[0][0] is not None and stamped[0][0] == _pages(connection)


def _place(connection: sqlite3.Connection) -> int:
    """The number of the page that holds the stamp; 0 if there is none."""
    found = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'stamp'").fetchone()
    return int(found[0]) if found else 0


def _pages(connection: sqlite3.Connection) -> int | None:
    """The digest of all pages but the stamp's; None if the file is too large."""
    names = ("page_size", "page_count")
    size, number = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    if size * number > _LARGEST or not hasattr(connection, "serialize"):
        return None
    own = _place(connection)
    with memoryview(connection.serialize()) as image:
        parts = [image[part] for part in _HEADER]
        parts += [image[_HEADER_END : (own - 1) * size], image[own * size :]]
        digest = hashlib.blake2b(digest_size=8)
        for part in parts:
            digest.update(part)
    return int.from_bytes(digest.digest(), "big", signed=True)
