"""Exact counting by dynamic programming over the frontier: solutions and safe states.

After contraction (``contraction.py``) each group of undetermined tiles is counted on its own. The
tiles of a group are taken one after another; the *frontier* is the set of unknown edges between
tiles taken and tiles still to come. Two ways of placing the tiles taken so far can be completed in
the same ways when the same frontier edges are open and the same of them are connected with each
other. So a *state* is one label an edge: 0 for closed, else the number of its component, numbered
by first appearance; with it goes the number of ways that lead there. Taking a tile tries its
possible orientations against each state: open edges towards taken tiles must have different labels
(else there is a cycle), their components become one, and it must keep an edge to go on by, except
at the last tile (else a component is cut off). After the last tile one state is left, and its
number is the count. For free graphs and safe states every label is 1 and nothing is refused.

Classes of more than one undetermined tile need one more frontier entry, always open: from each
tile of the class to the next one taken. So contracted components cost one entry while they
straddle the frontier, and no vertices of a second sort are needed. Nothing here supposes a plane:
wrapping boards, double edges and edges from a tile to itself are counted as they stand.

The order of the tiles decides the width. Three are laid out without counting (by rows, by columns,
and greedily by the smallest growth of the frontier) and the one with the smallest sum of 2^width
is taken.

Packing: labels of b bits, 63 // b to a 64-bit word and as many words as the width needs, so that
no sign bit is ever set; an entry keeps its place from the tile that opens it to the tile that
closes it. Open addressing; slots of the table hold numbers of states that grow through the whole
run, so a layer starts empty without clearing. Numbers of ways are sums only: little-endian limbs
of 62 bits, one more for all as soon as a carry leaves the last one. So counts are exact at any
size. A kernel stops after any number of states and goes on, which serves clocks and limits.

Witnesses: a second run records each transition (target, orientation); backwards, the states that
lead to the end are marked; forwards, every marked path is one solution, without dead ends.

Sources: connectivity states after Sekine1995; the name and the view after Kawahara2017. Cost: the
counter ``states`` times 50 to 100 ns; benchmarks/pipes_count.py. Limits: widths above some 30
undetermined edges may need more memory than allowed; then the answer is unknown (MEMORY, STATES).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting.contraction import (
    POSSIBLE,
    contract,
    possible_orientations,
)
from cpstudy.puzzles.pipes.puzzle import Pipes

# Bytes that the tables of one count may take, where the budget does not say.
DEFAULT_MEMORY = 2**30

# The same for safe states as a by-product: they are soon counted or soon given up.
SAFE_STATES_MEMORY = 2**26

# States between two looks at the clock: a few milliseconds.
_SLICE = 2**15
# The same of an uncompiled sweep, before it is asked whether to compile.
_PLAIN_STATES = 200

# Columns of a site, one row a tile of the order. Places of the entries that come in and go out by
# side (-1: none) and by class; where its orientations begin and end in the list of masks; the
# sides with entries in and out; the sets of open incoming sides that some orientation fits.
_IN, _OUT, _CLASS_IN, _CLASS_OUT, _BEGIN, _END, _SIDES_IN, _SIDES_OUT, _FITS, _TILE = (
    0, 4, 8, 9, 10, 11, 12, 13, 14, 15,
)  # fmt: skip
_SITE = 16

# Fields of the progress of a sweep.
_STATUS, _AT, _INDEX, _NOW, _NEXT, _BASE, _EXPANDED, _RECORDED = range(8)
_PROGRESS = 8

# Status of a sweep.
_DONE, _PAUSED, _NO_MEMORY, _NO_STATES = range(4)

_LIMB = 62
_LIMB_MASK = (1 << _LIMB) - 1

_LOW = 0xFFFFFFFF
# Odd multipliers below 2^31: products with 32-bit halves stay within 63 bits.
_MIX_LOW, _MIX_HIGH = 0x5BD1E995, 0x45D9F3B3


# -- the plan: groups, orders, places --------------------------------------------------------


@kernel
def _lay_out(
    order: Any, neighbours: Any, possible: Any, tree: Any, roots: Any, sites: Any,
    place_of: Any, class_place: Any, class_left: Any, used: Any,
) -> Any:  # fmt: skip
    """Give each frontier entry of a group a place, for one order of its tiles.

    order int64[k]. Fills the places and sides of sites int64[k, _SITE]; returns (width, cost):
    the number of places, and the sum of 2^(entries in use). Scratch: place_of int64[tiles, 4] and
    class_left int64[tiles] all 0, class_place int64[tiles] all -1, used bool[…] all False; left
    like that again.
    """
    width = 0
    cost = 0.0
    in_use = 0
    for k in range(len(order)):
        class_left[roots[order[k]]] += 1
    for k in range(len(order)):
        tile = order[k]
        root = roots[tile]
        site = sites[k]
        site[_TILE] = tile
        sides_in = 0
        sides_out = 0
        now = possible[tile]
        for side in range(4):
            site[_IN + side] = place_of[tile, side] - 1
            if site[_IN + side] >= 0:
                sides_in |= 1 << side
                used[site[_IN + side]] = False
                in_use -= 1
                place_of[tile, side] = 0
        for side in range(4):
            site[_OUT + side] = -1
            other = neighbours[tile, side]
            if other < 0 or other == tile or sides_in >> side & 1:
                continue
            opened = now & _with(side)
            if opened in (0, now):
                continue
            place = _free_place(used)
            in_use += 1
            site[_OUT + side] = place
            sides_out |= 1 << side
            place_of[other, side ^ 2] = place + 1
            width = max(width, place + 1)
        site[_SIDES_IN] = sides_in
        site[_SIDES_OUT] = sides_out
        site[_CLASS_IN] = class_place[root]
        site[_CLASS_OUT] = -1
        class_left[root] -= 1
        if tree and class_left[root] > 0:
            if class_place[root] < 0:
                class_place[root] = _free_place(used)
                in_use += 1
                width = max(width, class_place[root] + 1)
            site[_CLASS_OUT] = class_place[root]
        elif class_place[root] >= 0:
            used[class_place[root]] = False
            class_place[root] = -1
            in_use -= 1
        cost += 2.0 ** min(in_use, 1000)
    return width, cost


@kernel
def _with(side: Any) -> Any:
    """The set of masks in which a side is open, as a bit set: 0xAAAA, 0xCCCC, 0xF0F0, 0xFF00."""
    if side == 0:
        return 0xAAAA
    if side == 1:
        return 0xCCCC
    if side == 2:
        return 0xF0F0
    return 0xFF00


@kernel
def _free_place(used: Any) -> Any:
    place = 0
    while used[place]:
        place += 1
    used[place] = True
    return place


@kernel
def _greedy(
    tiles: Any, neighbours: Any, possible: Any, tree: Any, roots: Any, group: Any, taken: Any,
    class_left: Any, class_taken: Any, order: Any,
) -> None:  # fmt: skip
    """An order of a group's tiles by the smallest growth of the frontier, the oldest first.

    Scratch: taken bool[tiles] all False, class_left and class_taken int64[tiles] all 0; left
    like that again.
    """
    count = len(tiles)
    ready = np.empty(count, np.int64)
    number = 0
    for k in range(count):
        class_left[roots[tiles[k]]] += 1
    for k in range(count):
        # ``taken`` of a tile: 0 untouched, 1 ready, 2 taken.
        if number == 0:
            ready[0] = tiles[0]
            taken[tiles[0]] = 1
            number = 1
        best = 0
        least = 99
        for r in range(number):
            tile = ready[r]
            growth = 0
            for side in range(4):
                other = neighbours[tile, side]
                opened = possible[tile] & _with(side)
                if other >= 0 and other != tile and opened != 0 and opened != possible[tile]:
                    growth += -1 if taken[other] == 2 else 1
            if tree:
                root = roots[tile]
                if class_taken[root] > 0:
                    growth -= class_left[root] == 1
                else:
                    growth += class_left[root] > 1
            if growth < least:
                least = growth
                best = r
        tile = ready[best]
        number -= 1
        for r in range(best, number):
            ready[r] = ready[r + 1]
        order[k] = tile
        taken[tile] = 2
        root = roots[tile]
        class_left[root] -= 1
        class_taken[root] += 1
        for side in range(4):
            other = neighbours[tile, side]
            if other < 0 or group[other] != group[tile] or taken[other] != 0:
                continue
            opened = possible[tile] & _with(side)
            if opened != 0 and opened != possible[tile]:
                ready[number] = other
                taken[other] = 1
                number += 1
        if number == 0 and k + 1 < count:
            for j in range(count):
                if taken[tiles[j]] == 0:
                    ready[0] = tiles[j]
                    taken[tiles[j]] = 1
                    number = 1
                    break
    for k in range(count):
        taken[tiles[k]] = 0
        class_taken[roots[tiles[k]]] = 0


@kernel
def _orientations(possible: Any, sites: Any, masks: Any) -> None:
    """List the possible orientations of each site and which open incoming sides they fit."""
    size = 0
    for k in range(len(sites)):
        site = sites[k]
        site[_BEGIN] = size
        site[_FITS] = 0
        for mask in range(16):
            if possible[site[_TILE]] >> mask & 1:
                masks[size] = mask
                size += 1
                site[_FITS] |= 1 << (mask & site[_SIDES_IN])
        site[_END] = size


@kernel
def _plan(columns: Any, neighbours: Any, possible: Any, tree: Any) -> Any:
    """Contract a board and lay its groups out.

    possible int64[tiles] is narrowed in place. Returns (groups or -1, first int64[groups + 1],
    widths int64[groups], sites int64[…, _SITE], masks int64[…]).
    """
    n = len(possible)
    parent = np.empty(n, np.int64)
    group = np.empty(n, np.int64)
    groups = contract(neighbours, possible, tree, parent, group)
    count = 0
    for tile in range(n):
        count += group[tile] >= 0
    if groups < 0:
        count = 0
    first = np.zeros(max(groups, 0) + 1, np.int64)
    widths = np.zeros(max(groups, 0), np.int64)
    sites = np.empty((count, _SITE), np.int64)
    masks = np.empty(16 * count, np.int64)
    if groups <= 0:
        return groups, first, widths, sites, masks

    by_rows = np.empty(count, np.int64)
    by_columns = np.empty(count, np.int64)
    by_growth = np.empty(count, np.int64)
    for tile in range(n):
        if group[tile] >= 0:
            first[group[tile] + 1] += 1
            while parent[parent[tile]] != parent[tile]:
                parent[tile] = parent[parent[tile]]
    for g in range(groups):
        first[g + 1] += first[g]
    place = first.copy()
    for tile in range(n):
        if group[tile] >= 0:
            by_rows[place[group[tile]]] = tile
            place[group[tile]] += 1
    place = first.copy()
    for column in range(columns):
        for tile in range(column, n, columns):
            if group[tile] >= 0:
                by_columns[place[group[tile]]] = tile
                place[group[tile]] += 1

    place_of = np.zeros((n, 4), np.int64)
    class_place = np.full(n, -1)
    class_left = np.zeros(n, np.int64)
    class_taken = np.zeros(n, np.int64)
    taken = np.zeros(n, np.int64)
    used = np.zeros(4 * count + 1, np.bool_)
    for g in range(groups):
        here = slice(first[g], first[g + 1])
        _greedy(
            by_rows[here], neighbours, possible, tree, parent, group, taken, class_left,
            class_taken, by_growth[here],
        )  # fmt: skip
        best = 0
        least = 0.0
        for choice in range(3):
            order = by_rows if choice == 0 else (by_columns if choice == 1 else by_growth)
            width, cost = _lay_out(
                order[here], neighbours, possible, tree, parent, sites[here], place_of,
                class_place, class_left, used,
            )  # fmt: skip
            if choice == 0 or cost < least:
                best = choice
                least = cost
        if best != 2:
            order = by_rows if best == 0 else by_columns
            width, cost = _lay_out(
                order[here], neighbours, possible, tree, parent, sites[here], place_of,
                class_place, class_left, used,
            )  # fmt: skip
        widths[g] = width
    _orientations(possible, sites, masks)
    return groups, first, widths, sites, masks


# -- the sweep -------------------------------------------------------------------------------


@kernel
def _bits(width: Any, tree: Any) -> Any:
    """Bits of a label: enough for as many components as there are entries."""
    bits = 1
    while tree and 1 << bits <= width:
        bits += 1
    return bits


@kernel
def _words(width: Any, tree: Any) -> Any:
    per_word = 63 // _bits(width, tree)
    return max(1, (width + per_word - 1) // per_word)


@kernel
def _slot(key: Any, words: Any, mask: Any) -> Any:
    """The first slot of the table to look at for a key."""
    mixed = 0
    for w in range(words):
        word = key[w] ^ mixed
        mixed = ((word & _LOW) * _MIX_LOW) ^ ((word >> 32) * _MIX_HIGH)
        mixed ^= mixed >> 29
    return mixed & mask


# Loops, not slices: numba takes seconds to compile the assignment of a slice.


@kernel
def _grown(rows: Any, count: Any) -> Any:
    """A table of twice the rows with the first ``count`` copied."""
    grown = np.empty((2 * rows.shape[0], rows.shape[1]), np.int64)
    for row in range(count):
        for column in range(rows.shape[1]):
            grown[row, column] = rows[row, column]
    return grown


@kernel
def _longer(values: Any) -> Any:
    """An array of twice the length that begins alike."""
    longer = np.empty(2 * len(values), np.int64)
    for place in range(len(values)):
        longer[place] = values[place]
    return longer


@kernel
def _wider(ways: Any, count: Any) -> Any:
    """Numbers with one more limb, 0 in the first ``count`` rows."""
    limbs = ways.shape[1]
    wider = np.empty((ways.shape[0], limbs + 1), np.int64)
    for row in range(count):
        for limb in range(limbs):
            wider[row, limb] = ways[row, limb]
        wider[row, limbs] = 0
    return wider


@kernel
def _sweep(
    sites: Any, masks: Any, width: Any, tree: Any, progress: Any, work: Any, most_states: Any,
    most_bytes: Any, record: Any, keys: Any, ways: Any, next_keys: Any, next_ways: Any, table: Any,
    steps: Any, starts: Any,
) -> Any:  # fmt: skip
    """Take tiles of one group until all are taken, ``work`` states were expanded, or memory ends.

    progress int64[_PROGRESS]: status, site, index of the next state in the layer, states in this
    and in the next layer, states in the layers before, states expanded, transitions recorded.
    keys int64[…, words] and ways int64[…, limbs] hold the layer, next_keys and next_ways the one
    that is made, table int64[power of two] the slots. With ``record``, steps int64[…] gets the
    transitions by source (16 times the target state, plus the orientation) and starts int64[…] the
    first transition of each source. All tables may be replaced by larger ones: they are returned.
    After the last tile the layer holds one state or none.
    """
    words = keys.shape[1]
    bits = _bits(width, tree)
    label_mask = (1 << bits) - 1
    per_word = 63 // bits
    labels = np.zeros(width + 1, np.int64)
    renamed = np.zeros(width + 2, np.int64)
    fresh = width + 1
    key = np.zeros(words, np.int64)
    mask = len(table) - 1
    at = progress[_AT]
    index = progress[_INDEX]
    now = progress[_NOW]
    made = progress[_NEXT]
    base = progress[_BASE]
    expanded = progress[_EXPANDED]
    recorded = progress[_RECORDED]
    work += expanded
    status = _DONE
    while at < len(sites):
        site = sites[at]
        last = at + 1 == len(sites)
        begin = site[_BEGIN]
        end = site[_END]
        sides_in = site[_SIDES_IN]
        sides_out = site[_SIDES_OUT]
        fits = site[_FITS]
        class_in = site[_CLASS_IN]
        class_out = site[_CLASS_OUT]
        while index < now:
            if expanded >= work:
                status = _PAUSED
                break
            # Room for all successors of a state is made before it is looked at. Old and new tables
            # are held together for a moment.
            larger_layer = made + 16 > next_keys.shape[0]
            larger_table = 2 * (made + 16) > len(table)
            larger_steps = record and recorded + 16 > len(steps)
            larger_starts = record and base + index + 2 > len(starts)
            if larger_layer or larger_table or larger_steps or larger_starts:
                held = keys.size + ways.size + next_keys.size + next_ways.size
                held += len(table) + len(steps) + len(starts)
                held += 2 * (next_keys.size + next_ways.size) * larger_layer
                held += 2 * (len(table) * larger_table + len(steps) * larger_steps)
                held += 2 * len(starts) * larger_starts
                if 8 * held > most_bytes:
                    status = _NO_MEMORY
                    break
            if larger_layer:
                next_keys = _grown(next_keys, made)
                next_ways = _grown(next_ways, made)
            if larger_table:
                table = np.full(2 * len(table), -1)
                mask = len(table) - 1
                for target in range(made):
                    slot = _slot(next_keys[target], words, mask)
                    while table[slot] >= 0:
                        slot = (slot + 1) & mask
                    table[slot] = base + now + target
            if larger_steps:
                steps = _longer(steps)
            if larger_starts:
                starts = _longer(starts)
            if record:
                starts[base + index] = recorded
                starts[base + index + 1] = recorded

            state = index
            index += 1
            expanded += 1
            entry = 0
            for w in range(words):
                word = keys[state, w]
                stop = min(width, entry + per_word)
                while entry < stop:
                    labels[entry] = word & label_mask
                    word >>= bits
                    entry += 1

            open_in = 0
            for side in range(4):
                if sides_in >> side & 1 and labels[site[_IN + side]] != 0:
                    open_in |= 1 << side
            if fits >> open_in & 1 == 0:
                continue
            own = 0
            cycle = False
            for side in range(5):
                if side < 4:
                    if sides_in >> side & 1 == 0:
                        continue
                    entry = site[_IN + side]
                else:
                    entry = class_in
                    if entry < 0:
                        continue
                label = labels[entry]
                labels[entry] = 0
                if label == 0 or not tree:
                    continue
                if label == own:
                    cycle = True
                    break
                if own != 0:
                    for other in range(width):
                        if labels[other] == label:
                            labels[other] = own
                else:
                    own = label
            if cycle:
                continue
            goes_on = last or not tree or class_out >= 0
            if not goes_on:
                for other in range(width):
                    if own != 0 and labels[other] == own:
                        goes_on = True
                        break
            if not tree:
                own = 1
            elif own == 0:
                own = fresh

            for option in range(begin, end):
                orientation = masks[option]
                if orientation & sides_in != open_in:
                    continue
                open_out = orientation & sides_out
                if open_out == 0 and not goes_on:
                    continue
                for side in range(4):
                    if sides_out >> side & 1:
                        labels[site[_OUT + side]] = own if open_out >> side & 1 else 0
                if class_out >= 0:
                    labels[class_out] = own
                if tree:
                    for label in range(width + 2):
                        renamed[label] = 0
                number = 0
                entry = 0
                for w in range(words):
                    word = 0
                    shift = 0
                    stop = min(width, entry + per_word)
                    while entry < stop:
                        label = labels[entry]
                        if tree and label != 0:
                            if renamed[label] == 0:
                                number += 1
                                renamed[label] = number
                            label = renamed[label]
                        word |= label << shift
                        shift += bits
                        entry += 1
                    key[w] = word
                for side in range(4):
                    if sides_out >> side & 1:
                        labels[site[_OUT + side]] = 0
                if class_out >= 0:
                    labels[class_out] = 0

                slot = _slot(key, words, mask)
                target = -1
                while table[slot] >= base + now:
                    target = table[slot] - base - now
                    same = True
                    for w in range(words):
                        if next_keys[target, w] != key[w]:
                            same = False
                            break
                    if same:
                        break
                    target = -1
                    slot = (slot + 1) & mask
                if record:
                    reached = base + now + (made if target < 0 else target)
                    steps[recorded] = 16 * reached + orientation
                    recorded += 1
                    starts[base + state + 1] = recorded
                if target < 0:
                    table[slot] = base + now + made
                    for w in range(words):
                        next_keys[made, w] = key[w]
                    for limb in range(ways.shape[1]):
                        next_ways[made, limb] = ways[state, limb]
                    made += 1
                    continue
                carry = 0
                for limb in range(ways.shape[1]):
                    total = next_ways[target, limb] + ways[state, limb] + carry
                    next_ways[target, limb] = total & _LIMB_MASK
                    carry = total >> _LIMB
                if carry != 0:
                    ways = _wider(ways, now)
                    next_ways = _wider(next_ways, made)
                    next_ways[target, ways.shape[1] - 1] = carry
            if made > most_states:
                status = _NO_STATES
                break
        if status != _DONE:
            break
        keys, next_keys = next_keys, keys
        ways, next_ways = next_ways, ways
        base += now
        now = made
        made = 0
        index = 0
        at += 1
    progress[_STATUS] = status
    progress[_AT] = at
    progress[_INDEX] = index
    progress[_NOW] = now
    progress[_NEXT] = made
    progress[_BASE] = base
    progress[_EXPANDED] = expanded
    progress[_RECORDED] = recorded
    return keys, ways, next_keys, next_ways, table, steps, starts


@kernel
def _tables(width: Any, tree: Any, room: Any) -> Any:
    """The tables of a sweep before its first tile: one state, no edge, one way."""
    words = _words(width, tree)
    keys = np.zeros((room, words), np.int64)
    ways = np.ones((room, 1), np.int64)
    next_keys = np.empty((room, words), np.int64)
    next_ways = np.empty((room, 1), np.int64)
    table = np.full(4 * room, -1)
    progress = np.zeros(_PROGRESS, np.int64)
    progress[_NOW] = 1
    return progress, keys, ways, next_keys, next_ways, table


@kernel
def _count_boards(
    columns: Any, neighbours: Any, possible: Any, tree: Any, most_bytes: Any, counts: Any
) -> None:
    """Count a batch: possible int64[boards, tiles], narrowed; counts int64[boards].

    A count is -1 where it is above 2^62 or the memory did not do.
    """
    nothing = np.empty(0, np.int64)
    for board in range(len(counts)):
        groups, first, widths, sites, masks = _plan(columns, neighbours, possible[board], tree)
        product = 1 if groups >= 0 else 0
        for g in range(groups):
            here = sites[first[g] : first[g + 1]]
            progress, keys, ways, next_keys, next_ways, table = _tables(widths[g], tree, 64)
            keys, ways, _, _, _, _, _ = _sweep(
                here, masks, widths[g], tree, progress, _LIMB_MASK, _LIMB_MASK, most_bytes, False,
                keys, ways, next_keys, next_ways, table, nothing, nothing,
            )  # fmt: skip
            if progress[_STATUS] == _DONE and progress[_NOW] == 0:
                product = 0
                break
            if progress[_STATUS] != _DONE or ways.shape[1] > 1:
                product = -1
            elif product >= 0:
                product = product * ways[0, 0] if product <= _LIMB_MASK // ways[0, 0] else -1
        counts[board] = product


@kernel
def _mark(steps: Any, starts: Any, leads: Any) -> None:
    """Mark the states that lead to a marked one; a target's number is above its source's."""
    for source in range(len(leads) - 2, -1, -1):
        for k in range(starts[source], starts[source + 1]):
            if leads[steps[k] >> 4]:
                leads[source] = True
                break


class _Sweep:
    """One group under way."""

    def __init__(self, plan: _Plan, group: int, record: bool) -> None:
        self.sites = plan.sites[plan.first[group] : plan.first[group + 1]]
        self.masks = plan.masks
        self.width = int(plan.widths[group])
        self.tree = plan.tree
        self.progress, *self.tables = _tables(self.width, self.tree, 64)
        self.record = record
        self.made = 0  # states in the last call
        self.tables += [np.zeros(256 if record else 0, np.int64) for _ in range(2)]

    def go(self, work: int, most_states: int, most_bytes: int) -> int:
        """Expand up to ``work`` states; returns the status."""
        before = self.expanded
        sweep = prepared(_sweep, 4 * self.made)
        if sweep is _sweep:
            work = min(work, _PLAIN_STATES)
        self.tables = list(
            sweep(
                self.sites, self.masks, self.width, self.tree, self.progress, work, most_states,
                most_bytes, self.record, *self.tables,
            )
        )  # fmt: skip
        self.made = self.expanded - before
        return int(self.progress[_STATUS])

    def forget(self) -> None:
        """Go on without a record."""
        self.record = False
        self.tables[5:] = [np.zeros(0, np.int64) for _ in range(2)]

    @property
    def expanded(self) -> int:
        """States expanded so far."""
        return int(self.progress[_EXPANDED])

    @property
    def count(self) -> int:
        """The number of ways, after the last tile."""
        if not self.progress[_NOW]:
            return 0
        limbs = self.tables[1][0].tolist()
        return sum(limb << _LIMB * k for k, limb in enumerate(limbs))

    def placements(self) -> Iterator[tuple[int, ...]]:
        """All ways as orientations in the order of the sites, from the record."""
        steps, starts = self.tables[5:]
        end = int(self.progress[_BASE])
        leads = np.zeros(end + 1, np.bool_)
        leads[end] = bool(self.progress[_NOW])
        prepared(_mark, len(steps) // 4)(steps, starts, leads)
        if not leads[0]:
            return
        chosen: list[int] = []
        branches = [iter(steps[starts[0] : starts[1]].tolist())]
        while branches:
            step = next((step for step in branches[-1] if leads[step >> 4]), None)
            if step is None:
                branches.pop()
                if chosen:
                    chosen.pop()
                continue
            chosen.append(step & 15)
            state = step >> 4
            if state == end:
                yield tuple(chosen)
                chosen.pop()
            else:
                branches.append(iter(steps[starts[state] : starts[state + 1]].tolist()))


# -- from Python -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plan:
    """A board contracted and laid out; ``groups`` is -1 where it has no solution."""

    groups: int
    first: npt.NDArray[np.int64]
    widths: npt.NDArray[np.int64]
    sites: npt.NDArray[np.int64]
    masks: npt.NDArray[np.int64]
    possible: npt.NDArray[np.int64]
    tree: bool


def _planned(puzzle: Pipes, possible: npt.NDArray[np.uint16] | None, tree: bool) -> _Plan:
    every = possible_orientations(puzzle)
    if possible is None:
        possible = every
    elif possible.shape != (len(puzzle.tiles),):
        raise ValueError(f"possible: shape {possible.shape}, expected ({len(puzzle.tiles)},)")
    left = (possible & every).astype(np.int64)
    neighbours = neighbours_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers)
    return _laid_out(puzzle.columns, neighbours, left, tree)


def _laid_out(
    columns: int, neighbours: npt.NDArray[np.int64], left: npt.NDArray[np.int64], tree: bool
) -> _Plan:
    plan = prepared(_plan, 10 * len(left))
    groups, first, widths, sites, masks = plan(columns, neighbours, left, tree)
    return _Plan(groups, first, widths, sites, masks, left, tree)


_STOPS = {_NO_MEMORY: Stop.MEMORY, _NO_STATES: Stop.STATES}


class _Spending:
    """What is left of a budget; the states expanded so far."""

    def __init__(self, budget: Budget) -> None:
        self.end = None if budget.seconds is None else time.perf_counter() + budget.seconds
        self.iterations = budget.iterations
        self.most_states = _LIMB_MASK if budget.states is None else budget.states
        self.most_bytes = DEFAULT_MEMORY if budget.memory is None else budget.memory
        self.states = 0

    def run(self, sweep: _Sweep) -> Stop:
        """Take a sweep to its end, or to the end of the budget."""
        while True:
            work = _SLICE
            if self.iterations is not None:
                work = min(work, self.iterations - self.states)
            if self.end is not None and time.perf_counter() >= self.end:
                return Stop.TIME
            before = sweep.expanded
            status = sweep.go(work, self.most_states, self.most_bytes)
            self.states += sweep.expanded - before
            if status == _DONE:
                return Stop.DONE
            if status == _NO_MEMORY and sweep.record:
                sweep.forget()
            elif status in _STOPS:
                return _STOPS[status]
            elif self.iterations is not None and self.states >= self.iterations:
                return Stop.ITERATIONS


def _counted(plan: _Plan, budget: Budget, limit: int | None) -> Result:
    """Count by groups; ``limit`` witnesses (None: all, 0: none)."""
    if plan.groups < 0:
        return Result(count=0, exhausted=True, counters={"states": 0})
    spending = _Spending(budget)
    sweeps = []
    count = 1
    for group in range(plan.groups):
        sweep = _Sweep(plan, group, limit != 0)
        stop = spending.run(sweep)
        counters = {"states": spending.states}
        if stop is not Stop.DONE:
            return Result(stop=stop, counters=counters)
        count *= sweep.count
        if not count:
            return Result(count=0, exhausted=True, counters=counters)
        sweeps.append(sweep)
    return Result(
        solutions=tuple(islice(_witnesses(plan, sweeps, limit), limit)),
        count=count,
        exhausted=True,
        counters={"states": spending.states},
    )


def _witnesses(plan: _Plan, sweeps: Sequence[_Sweep], limit: int | None) -> Iterator[bytes]:
    """Solutions from the records; none where a record was given up for want of memory."""
    if limit == 0 or not all(sweep.record for sweep in sweeps):
        return
    tiles = np.zeros(len(plan.possible), np.uint8)
    for mask in range(16):
        tiles[plan.possible == 1 << mask] = mask
    choices = [list(islice(sweep.placements(), limit)) for sweep in sweeps]
    for placements in product(*choices):
        for sweep, placement in zip(sweeps, placements, strict=True):
            tiles[sweep.sites[:, _TILE]] = placement
        yield tiles.tobytes()


def solve(puzzle: Pipes, budget: Budget, rng: np.random.Generator, limit: int | None) -> Result:
    """The exact number of solutions, and up to ``limit`` of them (None: all).

    Counters: states (the iterations), states of the frontier expanded. ``budget.states`` bounds
    the states of one layer, ``budget.memory`` the bytes of the tables (default DEFAULT_MEMORY).
    """
    if not puzzle.free and puzzle.tree_impossible():
        return Result(count=0, exhausted=True, counters={"states": 0})
    return _counted(_planned(puzzle, None, not puzzle.free), budget, limit)


def safe_states(puzzle: Pipes, budget: Budget) -> Result:
    """The exact number of safe states as ``count``: every edge meets its like, no tree is asked.

    Counters and budget as in ``solve``, but for the default memory, SAFE_STATES_MEMORY; no
    witnesses.
    """
    if budget.memory is None:
        budget = replace(budget, memory=SAFE_STATES_MEMORY)
    return _counted(_planned(puzzle, None, False), budget, 0)


def _number(result: Result, what: str) -> int:
    if result.count is None:
        raise MemoryError(f"too wide: the {what} do not fit into {DEFAULT_MEMORY} bytes")
    return result.count


def count(puzzle: Pipes, possible: npt.NDArray[np.uint16] | None = None) -> int:
    """The exact number of solutions.

    possible: uint16[tiles], bit m set where open-side mask m is still possible for the tile, e.g.
    after deduction; all rotations by default. Masks that are no rotation of the tile are passed
    over. Raises MemoryError where the board is too wide for DEFAULT_MEMORY, ValueError where
    ``possible`` has another shape.
    """
    if not puzzle.free and puzzle.tree_impossible():
        return 0
    return _number(_counted(_planned(puzzle, possible, not puzzle.free), Budget(), 0), "solutions")


def count_safe_states(puzzle: Pipes) -> int:
    """The exact number of safe states. Raises MemoryError as ``count`` does."""
    return _number(_counted(_planned(puzzle, None, False), Budget(), 0), "safe states")


def counts(
    tiles: npt.NDArray[np.uint8],
    rows: int,
    columns: int,
    *,
    wrap: bool = False,
    free: bool = False,
    barriers: bytes = b"",
    possible: npt.NDArray[np.uint16] | None = None,
) -> list[int]:
    """The numbers of solutions of many boards of one shape: tiles uint8[boards, rows * columns].

    barriers and possible (uint16[boards, tiles]) as in ``count``. One call of compiled code; only
    counts above 2^62 are done again one by one. Raises ValueError for other shapes, MemoryError
    as ``count`` does.
    """
    if tiles.ndim != 2 or tiles.shape[1] != rows * columns:
        raise ValueError(f"tiles: shape {tiles.shape}, expected (boards, {rows * columns})")
    if possible is None:
        possible = POSSIBLE[tiles]
    elif possible.shape != tiles.shape:
        raise ValueError(f"possible: shape {possible.shape}, expected {tiles.shape}")
    neighbours = neighbours_of(rows, columns, wrap, barriers)
    numbers = np.empty(len(tiles), np.int64)
    left = (possible & POSSIBLE[tiles]).astype(np.int64)
    count_boards = prepared(_count_boards, 50 * tiles.size)
    count_boards(columns, neighbours, left, not free, DEFAULT_MEMORY, numbers)
    found: list[int] = numbers.tolist()
    for board in np.flatnonzero(numbers < 0).tolist():
        puzzle = Pipes(rows, columns, tiles[board].tobytes(), wrap, free, barriers)
        found[board] = count(puzzle, possible[board])
    return found
