"""Bloxorz: the level as data, its text form and its rules.

A block of 1×1×2 rolls over tiles: it stands on one tile or lies on two, and the level is solved
when it stands on the end tile. Rules beyond rolling:

- The block must rest on tiles; a *fragile* tile supports a lying block or a half, but not a
  standing block.
- *Bridges* are groups of tiles that are present or absent. Anything that comes to rest on a *soft*
  switch presses it; only a standing block presses a *heavy* switch. A press toggles, opens or
  closes groups; anything that rests on a bridge that closes falls.
- A *teleport*, pressed like a heavy switch, splits the block: one half goes to each of two places.
  Halves roll separately, press only soft switches, and become one block again as soon as they are
  side by side. Either half may roll next. In the game a key passes control to the other half; the
  known numbers of moves do not count it, so it is not a move here: the move names the half that
  rolls, and :meth:`Bloxorz.keys` returns the keys to press.

A tile acts when it is entered, so a part that does not move presses nothing; a half that arrives by
teleport enters. Support is checked before a switch acts and again after it. Two switches that are
entered at once act in reading order.

Text form: tile codes row by row, ``----``, switch lines; ``/`` is the end of a line. A code is a
letter, then digits if the tile has a name (the whole code); if a switch line names it, a letter may
precede the digits or replace them (``Wb``, ``xb2``): ``x`` none, ``p`` plain, ``l`` plain (a
landing place), ``s`` start, ``e`` end, ``w`` fragile, ``W`` soft switch, ``S`` heavy switch, ``t``
teleport. Switch lines: ``W1 toggles x1, p2`` (``opens``, ``closes``) and ``t1 teleports l1, s1``. A
group named by a switch is a bridge, initially present if its letter is ``p``, absent if it is
``x``. A switch without a line has no effect.

Tiles are numbered on a board with an empty margin: two rows above and below, and four tiles between
the end of a row and the next, two for each. So rolling is an addition, no step from the board
leaves the array, and a block that hangs over the edge still has a place.

Sources: Kamies2016 (block and boards without switches), the game's stages for the rest.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar, NamedTuple, Self, cast

from cpstudy.core import wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.puzzle import PuzzleOfMoves
from cpstudy.puzzles.bloxorz.switches import ACTIONS, TELEPORTS, Switch, check_switches, switch_of

MARGIN = 2
DIRECTIONS = ("up", "down", "left", "right")
HALVES = ("first", "second")
# Moves of a block, and of halves: the first half is the one that comes first in reading order.
MOVES = DIRECTIONS
HALF_MOVES = tuple(f"{half}-{direction}" for half in HALVES for direction in DIRECTIONS)
SPACE = "space"
# By move: the half that rolls ("" for the block), whether up or down, and the direction's sign.
_ROLLS = {
    move: (half, direction in ("up", "down"), 1 if direction in ("down", "right") else -1)
    for move in (*MOVES, *HALF_MOVES)
    for half, _, direction in [move.rpartition("-")]
}
_CODE = re.compile(r"[xplsewWSt][0-9]{0,3}")
_NAMED_CODE = re.compile(r"[xplsewWSt][A-Za-z][0-9]{0,2}")
_RULE = re.compile(r"-{2,}")


class State(NamedTuple):
    """The place of the block and the open bridges.

    first, second: tile numbers in order. Equal: standing. Side by side: lying. Else two halves.
    bridges: bit g for the g-th group.
    """

    first: int
    second: int
    bridges: int


@dataclass(frozen=True)
class Bloxorz(PuzzleOfMoves[State]):
    """One level. ``tiles``: rows × columns codes, row by row; see the module's docstring.

    Raises an InputError that names the tile (row, column) or the switch line.
    """

    rows: int
    columns: int
    tiles: tuple[str, ...]
    switches: tuple[Switch, ...] = ()

    kind: ClassVar[str] = "bloxorz"

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise InputError("a level needs at least one row and one tile a row")
        if len(self.tiles) != self.rows * self.columns:
            raise InputError(f"{len(self.tiles)} tiles, expected {self.rows * self.columns}")
        codes = dict.fromkeys(self.tiles)  # in order, so that every run reports the same fault
        for code in codes:
            if not _CODE.fullmatch(code) and not self._is_named(code):
                place = self._place(self.tiles.index(code))
                raise InputError(f"{place}: {shortened(code)} is not a tile code")
        for what in ("start", "end"):
            mine = {code for code in codes if code[0] == what[0]}
            places = [place for place, code in enumerate(self.tiles) if code in mine]
            if not places:
                raise InputError(f"no {what} tile ({what[0]})")
            if len(places) > 1:
                first, second = map(self._place, places[:2])
                raise InputError(f"{second}: a second {what}, after {first}")
        check_switches(self.tiles, self.switches, self._place)

    def _is_named(self, code: str) -> bool:
        """Whether the name of a code contains a letter, and a switch line names it."""
        named = (name for switch in self.switches for name in (switch.name, *switch.targets))
        return _NAMED_CODE.fullmatch(code) is not None and code in named

    # -- the board -----------------------------------------------------------------------------

    def _place(self, index: int) -> str:
        return wording.place(divmod(index, self.columns))

    @property
    def stride(self) -> int:
        """The difference between the numbers of tiles above each other."""
        return self.columns + 2 * MARGIN

    def number(self, row: int, column: int) -> int:
        """The tile number of a cell of the board."""
        return (row + MARGIN) * self.stride + column

    def cell(self, number: int) -> tuple[int, int]:
        """The (row, column) of a tile number; columns -1 and -2 are left of the board."""
        row, column = divmod(number + MARGIN, self.stride)
        return row - MARGIN, column - MARGIN

    def _at(self, number: int) -> str:
        return wording.place(self.cell(number))

    @cached_property
    def board(self) -> tuple[str, ...]:
        """The codes by tile number, margin included."""
        gap = ("x",) * (2 * MARGIN)
        edge = ("x",) * (MARGIN * self.stride)
        rows = (
            code
            for start in range(0, len(self.tiles), self.columns)
            for code in self.tiles[start : start + self.columns] + gap
        )
        return (*edge, *rows, *edge)

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The bridges: the groups that switches act on, in the order of their first mention."""
        named = (t for s in self.switches if s.action in ACTIONS for t in s.targets)
        return tuple(dict.fromkeys(named))

    @cached_property
    def supports(self) -> tuple[int, ...]:
        """By tile number: -1 for a permanent tile, 0 for no tile, else its bridge's bit."""
        bits = {name: 1 << place for place, name in enumerate(self.groups)}
        return tuple(bits.get(code, 0 if code[0] == "x" else -1) for code in self.board)

    @cached_property
    def effects(self) -> dict[str, tuple[int, int]]:
        """By switch: (keep, flip). A press turns ``bridges`` into ``bridges & keep ^ flip``."""
        bits = {name: 1 << place for place, name in enumerate(self.groups)}
        everything = (1 << len(self.groups)) - 1
        found: dict[str, tuple[int, int]] = {}
        for name, action, targets in self.switches:
            if action != TELEPORTS:
                mask = 0
                for target in targets:
                    mask |= bits[target]
                keep = everything if action == "toggles" else everything & ~mask
                flip = 0 if action == "closes" else mask
                before_keep, before_flip = found.get(name, (everything, 0))
                found[name] = (before_keep & keep, before_flip & keep ^ flip)
        return found

    @cached_property
    def landings(self) -> dict[str, tuple[int, int]]:
        """By teleport: the tile numbers of the two places, in the order of the switch line."""
        found = {}
        for name, action, targets in self.switches:
            if action == TELEPORTS:
                first, second = (
                    place
                    for target in targets
                    for place, code in enumerate(self.board)
                    if code == target
                )
                found[name] = (first, second)
        return found

    @cached_property
    def start(self) -> State:
        """The block stands on the start tile; bridges that begin with ``p`` are open."""
        place = next(place for place, code in enumerate(self.board) if code[0] == "s")
        there = sum(1 << place for place, name in enumerate(self.groups) if name[0] == "p")
        return State(place, place, there)

    @cached_property
    def end(self) -> int:
        """The number of the end tile."""
        return next(place for place, code in enumerate(self.board) if code[0] == "e")

    # -- the rules -----------------------------------------------------------------------------

    def is_split(self, state: State) -> bool:
        """Whether the block is two halves."""
        return state.second - state.first not in (0, 1, self.stride)

    def is_goal(self, state: State) -> bool:
        """Whether the block stands on the end tile."""
        return state.first == state.second == self.end

    def moves(self, state: State) -> tuple[str, ...]:
        """The moves to try, in order."""
        return HALF_MOVES if self.is_split(state) else MOVES

    def rolled(self, state: State, move: str) -> tuple[State, str]:
        """The state after one of ``moves`` and ""; or the place of the fall and the reason."""
        first, second, bridges = state
        half, upright, sign = _ROLLS[move]
        distance = self.stride if upright else 1
        step = sign * distance
        if half:
            moved = (first if half == HALVES[0] else second) + step
            other = second if half == HALVES[0] else first
            return self._settled(moved, other, bridges, (moved,))
        if first == second:
            first, second = first + step, first + 2 * step
        elif second - first == distance:
            first = second = (second if step > 0 else first) + step
            return self._settled(first, second, bridges, (first,))
        else:
            first, second = first + step, second + step
        return self._settled(first, second, bridges, (min(first, second), max(first, second)))

    def _settled(
        self, first: int, second: int, bridges: int, entered: tuple[int, ...]
    ) -> tuple[State, str]:
        """The state of a block that comes to rest on two tiles and enters some of them."""
        fault = self._unsupported(first, second, bridges)
        standing = first == second
        if not fault and standing:
            code = self.board[first]
            if code[0] == "w":
                fault = f"the fragile tile in {self._at(first)} breaks under a standing block"
            elif code in self.landings:
                entered = first, second = self.landings[code]
                standing = False
                fault = self._unsupported(first, second, bridges)
        if not fault and self.effects:
            for place in entered:
                code = self.board[place]
                if code in self.effects and (standing or code[0] == "W"):
                    keep, flip = self.effects[code]
                    bridges = bridges & keep ^ flip
            fault = self._unsupported(first, second, bridges)
        return State(min(first, second), max(first, second), bridges), fault

    def _unsupported(self, first: int, second: int, bridges: int) -> str:
        for place in (first, second):
            support = self.supports[place]
            if support >= 0 and not support & bridges:
                return f"nothing to rest on at {self._at(place)}"
        return ""

    def after(self, state: State, move: str) -> tuple[State, int]:
        """The state after a move, and its cost. Raises InputError if the block falls."""
        if move not in self.moves(state):
            raise InputError(f"{shortened(move)} is none of {', '.join(self.moves(state))}")
        following, fault = self.rolled(state, move)
        if fault:
            raise InputError(fault)
        return following, 1

    def keys(self, moves: Sequence[str]) -> tuple[str, ...]:
        """The keys to press in the game: the directions, and ``space`` to change the half.

        After a teleport, the half at the place named first is controlled. Raises InputError like
        :meth:`replay`.
        """
        pressed: list[str] = []
        controlled = -1
        states = cast(tuple[State, ...], self.replay(moves).trace)
        for state, move, after in zip(states, moves, states[1:], strict=False):
            half, _, direction = move.rpartition("-")
            if half and controlled != (state.first if half == HALVES[0] else state.second):
                pressed.append(SPACE)
            controlled = self.controlled(state, move, after)
            pressed.append(direction)
        return tuple(pressed)

    def controlled(self, state: State, move: str, after: State) -> int:
        """The place of the controlled half after a move; -1 if the block is whole."""
        if not self.is_split(after):
            return -1
        half, upright, sign = _ROLLS[move]
        step = sign * (self.stride if upright else 1)
        if half:
            return (state.first if half == HALVES[0] else state.second) + step
        reached = state.second + step if step > 0 else state.first + step
        return self.landings[self.board[reached]][0]

    def describe(self, state: State) -> str:
        """``(2, 1) standing``, ``(2, 1)-(2, 2) x1``: the tiles under it, the open bridges."""
        there = [name for place, name in enumerate(self.groups) if state.bridges >> place & 1]
        if state.first == state.second:
            where = f"{self.cell(state.first)} standing"
        else:
            between = " | " if self.is_split(state) else "-"
            where = f"{self.cell(state.first)}{between}{self.cell(state.second)}"
        return " ".join((where, *there))

    # -- the text form -------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The lines of a level file."""
        for start in range(0, len(self.tiles), self.columns):
            yield " ".join(self.tiles[start : start + self.columns])
        if self.switches:
            yield "----"
            for name, action, targets in self.switches:
                yield f"{name} {action} {', '.join(targets)}"

    def encode(self) -> str:
        """The level file with ``/`` for line ends."""
        return "/".join(self.lines())

    @classmethod
    def decode(cls, text: str) -> Self:
        """The level of a text form. Raises an InputError naming the tile or the switch line."""
        return cls.from_lines(text.split("/"))

    @classmethod
    def from_lines(cls, lines: Iterable[str]) -> Self:
        """The level of the lines of a level file; blank lines are ignored. Raises InputError."""
        rows: list[list[str]] = []
        switches: list[Switch] = []
        in_switches = False
        for line in map(str.strip, lines):
            if not line:
                continue
            if _RULE.fullmatch(line):
                if in_switches:
                    raise InputError("a second line ---- after the board")
                in_switches = True
            elif in_switches:
                switches.append(switch_of(line, len(switches) + 1))
            else:
                rows.append(line.split())
                if len(rows[-1]) != len(rows[0]):
                    raise InputError(
                        f"row {len(rows)} has {len(rows[-1])} tiles, row 1 has {len(rows[0])}"
                    )
        if not rows:
            raise InputError("no tiles")
        tiles = tuple(chain.from_iterable(rows))
        return cls(len(rows), len(rows[0]), tiles, tuple(switches))
