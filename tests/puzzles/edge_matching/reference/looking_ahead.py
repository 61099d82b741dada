"""The look-aheads of the plain search after a placement: partial look-ahead, and matchings.

Each function returns whether the board may still be completed, and may narrow the domains of empty
cells in place; a domain is a set of oriented pieces (``tables.py``). Cost: some 50 µs on 5×5 for
partial look-ahead, 200 µs with matchings.

Sources: Ansotegui2008, Ansotegui2013, Regin1994.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpstudy.puzzles.edge_matching.puzzle import FRAME
from tests.puzzles.edge_matching.reference.tables import EMPTY, Tables, members


def partial_look_ahead(
    tables: Tables, placement: list[int], domains: list[int], available: int
) -> bool:
    """Forward checking, then one pass of arc consistency between empty cells (Ansotegui2008).

    First the pieces on the board are removed from all domains. Then each empty cell, row by row,
    loses the candidates that have, towards some empty neighbour, a colour that no candidate of the
    neighbour has on its facing side; domains that are already narrowed are used as such. False if
    a domain becomes empty.

    Reading: the paper names Haralick and Elliott's partial look-ahead, which compares a variable
    only with later ones; here a cell is compared with all its neighbours, once. A candidate may be
    supported by its own piece.
    """
    empty = [cell for cell, oriented in enumerate(placement) if oriented == EMPTY]
    for cell in empty:
        domains[cell] &= available
    for cell in empty:
        for side, other in enumerate(tables.neighbours[cell]):
            if other is not None and placement[other] == EMPTY:
                facing = tables.with_colour[side ^ 2]
                supported = 0
                for colour, oriented in tables.with_colour[side].items():
                    if facing.get(colour, 0) & domains[other]:
                        supported |= oriented
                domains[cell] &= supported
        if not domains[cell]:
            return False
    return True


def matching_look_ahead(
    tables: Tables, placement: list[int], domains: list[int], available: int
) -> bool:
    """Partial look-ahead, then all-different pieces, then one matching of colours to edges.

    First :func:`partial_look_ahead`, which is cheap compared with the rest and leaves it less work.
    Then the domains lose every piece that is in no perfect matching of empty cells to remaining
    pieces (Regin1994); False if there is no such matching.

    Then the sides of each colour are counted: the sides on the board that face empty cells must be
    met by sides of remaining pieces. On a framed board all other sides meet in pairs on the *open*
    edges, between two empty cells: each open edge takes one colour for which both its cells have a
    candidate, and each colour takes as many open edges as it has pairs. False if a colour has an
    odd number of sides, or if no such assignment exists. On an unframed board sides may lie at the
    border, and only the first count is made.

    This differs from Ansotegui2013, which matches the sides of each colour among themselves without
    regard to where they can meet.
    """
    if not partial_look_ahead(tables, placement, domains, available):
        return False
    empty = [cell for cell, oriented in enumerate(placement) if oriented == EMPTY]
    return _different_pieces(domains, empty, available) and _colours_meet(
        tables, placement, domains, empty, available
    )


def _different_pieces(domains: list[int], empty: list[int], available: int) -> bool:
    """The first part of :func:`matching_look_ahead`.

    A piece stays in a cell's domain if the cell has it in the matching found, or could get it by
    passing pieces along a cycle of cells. Cost: the transitive closure of "could take the piece
    of", cubic in the cells but on bit sets.
    """
    pieces = [list(dict.fromkeys(o // 4 for o in members(domains[cell]))) for cell in empty]
    holders = assignment(pieces, dict.fromkeys((o // 4 for o in members(available)), 1))
    if holders is None:
        return False
    # There are as many pieces as cells, so each piece is held by one cell.
    holder = {piece: places[0] for piece, places in holders.items()}
    reaches = [sum(1 << holder[piece] for piece in choices) for choices in pieces]
    for middle in range(len(empty)):
        for place in range(len(empty)):
            if reaches[place] >> middle & 1:
                reaches[place] |= reaches[middle]
    for place, cell in enumerate(empty):
        for piece in pieces[place]:
            if not reaches[holder[piece]] >> place & 1:
                domains[cell] &= ~(15 << 4 * piece)
    return True


def _colours_meet(
    tables: Tables, placement: list[int], domains: list[int], empty: list[int], available: int
) -> bool:
    """The second part of :func:`matching_look_ahead`."""
    spare = {colour: tables.sides_with(colour, available) for colour in tables.with_colour[0]}
    open_edges: list[list[int]] = []
    for cell in empty:
        for side, other in enumerate(tables.neighbours[cell]):
            if other is None:
                continue
            if placement[other] != EMPTY:
                spare[tables.oriented[placement[other]][side ^ 2]] -= 1
            elif cell < other:
                facing = tables.with_colour[side ^ 2]
                open_edges.append(
                    [
                        colour
                        for colour, oriented in tables.with_colour[side].items()
                        if oriented & domains[cell] and facing.get(colour, 0) & domains[other]
                    ]
                )
    if any(sides < 0 for sides in spare.values()):
        return False
    if not tables.framed:
        return True
    spare.pop(FRAME, None)
    if any(sides % 2 for sides in spare.values()):
        return False
    pairs = {colour: sides // 2 for colour, sides in spare.items()}
    return sum(pairs.values()) == len(open_edges) and assignment(open_edges, pairs) is not None


def assignment(
    choices: Sequence[Sequence[int]], capacities: Mapping[int, int]
) -> dict[int, list[int]] | None:
    """Give every item one of its choices, each choice at most as often as its capacity allows.

    Returns the items that hold each choice, or None if there is no such assignment. Shortest
    augmenting paths, one item at a time; choices without a capacity are not given.
    """
    holders: dict[int, list[int]] = {choice: [] for choice in capacities}
    for start in range(len(choices)):
        found_by: dict[int, int] = {}  # choice -> the item that would take it
        given_up: dict[int, int] = {}  # item on a path -> the choice that it would give up
        queue = [start]
        free: int | None = None
        for item in queue:  # the queue grows while it is read
            for choice in choices[item]:
                if choice not in capacities or choice in found_by:
                    continue
                found_by[choice] = item
                if len(holders[choice]) < capacities[choice]:
                    free = choice
                    break
                given_up |= dict.fromkeys(holders[choice], choice)
                queue += holders[choice]
            if free is not None:
                break
        if free is None:
            return None
        choice, item = free, found_by[free]
        while item != start:
            holders[choice].append(item)
            choice = given_up[item]
            holders[choice].remove(item)
            item = found_by[choice]
        holders[choice].append(start)
    return holders
