"""Switch lines of a Bloxorz level: the effect of entering a tile, as data and as text.

``W1 toggles x1, p2`` (``opens``, ``closes``) changes bridges, ``t1 teleports l1, s1`` names the
places of the halves; :mod:`.puzzle` has the rules.
"""

import re
from collections.abc import Callable, Sequence, Set
from typing import NamedTuple

from cpstudy.core.errors import InputError, shortened

ACTIONS = ("toggles", "opens", "closes")
TELEPORTS = "teleports"

_SWITCH_LINE = re.compile(r"(\S+)\s+([a-z]+)\s+(.*\S)")


class Switch(NamedTuple):
    """One switch line: the effect of entering the tiles ``name`` on the tiles ``targets``."""

    name: str
    action: str
    targets: tuple[str, ...]


def switch_of(line: str, number: int) -> Switch:
    """The switch of a line of a level file. Raises InputError with the line's number."""
    match = _SWITCH_LINE.fullmatch(line)
    if match is None:
        raise InputError(
            f"switch line {number}: {shortened(line)} is not 'NAME ACTION NAME, NAME …'"
        )
    targets = tuple(target.strip() for target in match[3].split(","))
    return Switch(match[1], match[2], targets)


def check_switches(
    tiles: Sequence[str], switches: Sequence[Switch], place: Callable[[int], str]
) -> None:
    """Raise InputError if a switch names a missing tile, or one that it cannot act on.

    tiles: the codes, row by row. place: returns the name of a tile by its index, for messages.
    """
    names = set(tiles)
    for number, switch in enumerate(switches, 1):
        reason = _switch_violation(switch, tiles, names)
        if reason:
            raise InputError(f"switch line {number}: {reason}")
    teleports = [name for name, action, _ in switches if action == TELEPORTS]
    for code in sorted(name for name in names if name[0] == "t"):
        if teleports.count(code) != 1:
            raise InputError(
                f"{place(tiles.index(code))}: {code} needs one line that says "
                f"where it teleports to, there are {teleports.count(code)}"
            )


def _switch_violation(switch: Switch, tiles: Sequence[str], names: Set[str]) -> str:
    """Why a switch is invalid; "" if it is valid. names: the set of all codes."""
    name, action, targets = switch
    for code in (name, *targets):
        if code not in names:
            return f"no tile is called {shortened(code)}"
    if action == TELEPORTS:
        if name[0] != "t":
            return f"{name} is not a teleport (t)"
        places = sum(tiles.count(target) for target in targets)
        if places != 2 or len(set(targets)) != len(targets):
            return f"{name} teleports to two places, not to {places}"
        return ""
    if action not in ACTIONS:
        return f"{shortened(action)} is none of {', '.join((*ACTIONS, TELEPORTS))}"
    if name[0] not in "WS":
        return f"{name} is not a switch (W, S)"
    bad = [target for target in targets if target[0] not in "xp"]
    return f"{bad[0]} is not a bridge (x, p)" if bad else ""
