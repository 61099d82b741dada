"""Restarts by the sequence of Luby: 1 1 2 1 1 2 4 1 1 2 …, in units of 16 conflicts.

Within a constant factor and a logarithm the best that a search without knowledge of its own run
time can do (Luby1993). What was learnt stays, and so do activities and phases: a restart mainly
puts the decisions in the order that their activities ask for now. So it goes back only to where
that order differs (Tak2011): levels whose decisions would be made again stay.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64

# Conflicts of the shortest run.
UNIT = 16


@entry
def luby(number: i64) -> i64:
    """The term of that number, from 1 on, of Luby's sequence."""
    size = 1
    while size < number:
        size = 2 * size + 1
    while number != size:
        size >>= 1
        if number > size:
            number -= size
    return (size + 1) >> 1
