"""Test laid-out orders: the frontier entries that each tile closes and opens, and orientations."""

import itertools
import random

import numpy as np

from cpstudy.core.native import array, view
from cpstudy.puzzles.pipes.counting.layout import (
    BEGIN,
    BY_CLASS,
    END,
    FITS,
    IN,
    OUT,
    SIDES_IN,
    SIDES_OUT,
    SITE,
    TILE,
    Places,
    lay_out,
    list_orientations,
)
from cpstudy.puzzles.pipes.counting.multigraph import edge_number, unknown
from tests.puzzles.pipes.counting.bench import entries, masks_of
from tests.puzzles.pipes.counting.test_orders import grouped


def test_entries_come_and_go_as_the_frontier_does():
    rng = np.random.default_rng(43)
    kept = 0
    for g, o, first, _ in grouped(40, 5):
        p = Places(len(g.possible))
        for begin, end in itertools.pairwise(first):
            order = array(o.by_rows).copy()
            rng.shuffle(order[begin:end])  # any order can be laid out
            sites = np.full((len(order), SITE), -7, np.int64)
            cost = lay_out(g, p, view(order), begin, end, view(sites))
            assert not any(array(part).any() for part in (p.by_edge, p.by_class, p.left, p.used))
            outside = set(range(len(order))) - set(order[begin:end].tolist())
            sizes = []
            open_at: dict[object, int] = {}  # the place of each open entry
            for k in range(begin, end):
                tile = int(order[k])
                assert sites[k, TILE] == tile
                kept += _passed(g, tile, sites[k], open_at)
                sizes.append(entries(g, set(order[begin : k + 1].tolist()), outside))
                assert len(open_at) == sizes[-1] == len(set(open_at.values()))
                assert all(0 <= place < p.width for place in open_at.values())
            assert not open_at
            assert cost == sum(2.0**size for size in sizes)
    assert kept > 4


def _passed(g, tile: int, site, open_at: dict[object, int]) -> bool:
    """Close and open the entries of a tile in ``open_at``; whether it closed its class's entry."""
    sides_in = sides_out = 0
    for side in range(4):
        edge = ("edge", edge_number(g, tile, side))
        coming = unknown(g, tile, side) and edge in open_at
        assert site[IN + side] == (open_at.pop(edge) if coming else -1)
        sides_in |= coming << side
    for side in range(4):
        if site[OUT + side] >= 0:
            assert unknown(g, tile, side)
            assert not sides_in >> side & 1
            open_at["edge", edge_number(g, tile, side)] = int(site[OUT + side])
            sides_out |= 1 << side
    assert (site[SIDES_IN], site[SIDES_OUT]) == (sides_in, sides_out)
    own = ("class", g.parent[tile])
    assert site[IN + BY_CLASS] == open_at.pop(own, -1)
    if site[OUT + BY_CLASS] >= 0:
        open_at[own] = int(site[OUT + BY_CLASS])
    return bool(site[IN + BY_CLASS] >= 0)


def test_orientations_are_listed_with_what_they_fit():
    rng = random.Random(44)
    for g, o, first, _ in grouped(20, 4):
        live = first[-1]
        sites = np.zeros((live, SITE), np.int64)
        sites[:, TILE] = array(o.by_rows)[:live]
        sites[:, SIDES_IN] = [rng.randrange(16) for _ in range(live)]
        masks = np.zeros(4 * live, np.int64)
        list_orientations(g, view(sites), live, view(masks))
        assert sites[0, BEGIN] == 0
        assert sites[1:, BEGIN].tolist() == sites[:-1, END].tolist()
        for site in sites:
            listed = masks[site[BEGIN] : site[END]].tolist()
            assert listed == sorted(masks_of(g, int(site[TILE])))
            fitting = {mask & int(site[SIDES_IN]) for mask in listed}
            assert fitting == {sides for sides in range(16) if int(site[FITS]) >> sides & 1}
