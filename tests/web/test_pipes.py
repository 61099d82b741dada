"""Pipes on the page: its rules against Python's and networkx; play by clicks, keys and hints."""

from itertools import islice

import networkx as nx
import numpy as np
import pytest

from cpstudy import api
from cpstudy.puzzles.pipes.drawing import board
from cpstudy.puzzles.pipes.puzzle import Pipes, turned
from cpstudy.web.entries import entry
from tests.web.rules import asked, hint_by_buttons, middles

UNIQUE = "5x5:28b58bdc165751a55193137e2"

# The page's status of positions: whether each is complete, and the words.
JUDGED = """(boards) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === "pipes");
  return boards.map(([entry, positions]) =>
      positions.map((text) => kind.status(entry, kind.decode(entry, text))));
}"""
# What the page draws: tiles with water, and tiles on a loop.
DRAWN = """([entry, positions]) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === "pipes");
  const tiles = (look) => Array.from(document.querySelectorAll(".board [role=gridcell]"),
      (cell, tile) => (cell.classList.contains(look) ? tile : -1)).filter((tile) => tile >= 0);
  cpstudy.open({...entry, text: String(Math.random())});
  return positions.map((text) => {
    const position = kind.decode(entry, text);
    cpstudy.view.show(position, kind.status(entry, position));
    return [tiles("wet"), tiles("loop")];
  });
}"""


def record_of(puzzle):
    return {
        "kind": "pipes",
        "text": puzzle.encode(),
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "board": board(puzzle),
    }


def digits(position):
    return "".join("0123456789abcdef"[sides] for sides in position)


def meeting(puzzle, position):
    """Return the graph of the sides that meet. Each edge has inner nodes of its own, so that no two
    edges are parallel.
    """
    graph = nx.Graph()
    graph.add_nodes_from(range(len(position)))
    for tile, side, other, _ in puzzle.edges():
        if position[tile] >> side & 1 and position[other] >> (side + 2) % 4 & 1:
            nx.add_path(graph, [tile, (tile, side), (tile, side, 2), other])
    return graph


def lit_and_looped(puzzle, position):
    graph = meeting(puzzle, position)
    first = next((tile for tile, sides in enumerate(puzzle.tiles) if sides), 0)
    source = puzzle.centre if puzzle.tiles[puzzle.centre] else first
    wet = nx.node_connected_component(graph, source)
    cut = graph.copy()
    cut.remove_edges_from(list(nx.bridges(graph)))
    looped = [] if puzzle.free else [tile for tile in range(len(position)) if cut.degree(tile)]
    return [sorted(tile for tile in wet if isinstance(tile, int)), looped]


def boards(rng):
    """Yield boards with a position: mazes, wrapping boards, free graphs, walls, empty tiles,
    crosses; solvable or not.
    """
    for index in range(250):
        algorithm = ("wilson", "depth-first", "kruskal", "prim")[index % 4]
        size = (int(rng.integers(1, 6)), int(rng.integers(2, 6)))
        wrap = bool(index % 3 == 0)
        drawn = api.generate("pipes", algorithm, size, 1, index, wrap=wrap)
        puzzle, solution = next(iter(drawn))
        yield puzzle, bytes(solution)
        barriers = bytes(rng.integers(0, 4, len(solution), np.uint8))
        tiles = bytes(rng.integers(0, 16, len(solution), np.uint8))
        free = bool(index % 2)
        yield (
            Pipes(*size, bytes(solution), wrap, free, barriers if index % 5 == 0 else b""),
            solution,
        )
        yield Pipes(*size, tiles, wrap, free, barriers), tiles
        yield Pipes(*size, bytes(len(tiles)), wrap, free), bytes(len(tiles))


def positions(puzzle, solution, rng):
    """Yield the solution, the solution with one tile turned, and random turns of all tiles."""
    yield bytes(solution)
    for _ in range(4):
        nearly = bytearray(solution)
        at = int(rng.integers(len(nearly)))
        nearly[at] = turned(nearly[at], int(rng.integers(1, 4)))
        yield bytes(nearly)
    for _ in range(5):
        yield bytes(turned(tile, int(rng.integers(4))) for tile in puzzle.tiles)


def test_ten_thousand_positions_are_complete_where_python_says_so(judge):
    rng = np.random.default_rng(7)
    met = {True: 0, False: 0}
    given = [(puzzle, list(positions(puzzle, result, rng))) for puzzle, result in boards(rng)]
    sent = [[record_of(puzzle), [digits(one) for one in shown]] for puzzle, shown in given]
    for (puzzle, shown), said in zip(given, asked(judge, JUDGED, sent), strict=True):
        for one, status in zip(shown, said, strict=True):
            assert status["complete"] is (puzzle.violation(one) == ""), (puzzle.encode(), one.hex())
            met[status["complete"]] += 1
    assert sum(met.values()) == 10_000 and min(met.values()) > 500


@pytest.mark.parametrize("every", [31, pytest.param(1, marks=pytest.mark.slow)])
def test_water_and_loops_are_what_networkx_says(judge, every):
    rng = np.random.default_rng(3)
    loops = 0
    many_sides = [
        (Pipes(*shape, bytes(tiles), wrap), bytes(tiles))
        for shape in ((2, 2), (2, 5), (3, 3), (1, 4), (5, 4))
        for wrap in (False, True)
        for tiles in rng.choice(np.uint8([3, 5, 7, 15, 0]), (6, shape[0] * shape[1]))
    ]
    for puzzle, solution in [*islice(boards(rng), 0, None, every), *many_sides]:
        shown = list(positions(puzzle, solution, rng))
        drawn = asked(judge, DRAWN, [record_of(puzzle), [digits(one) for one in shown]])
        for one, found in zip(shown, drawn, strict=True):
            assert found == lit_and_looped(puzzle, one), (puzzle.encode(), one.hex())
            loops += bool(found[1])
    assert loops > 100


def turns_to(start, target):
    return next(quarters for quarters in range(4) if turned(start, -quarters) == target)


def test_solved_by_clicks(browser):
    record = entry(api.puzzle("pipes", UNIQUE))
    page = browser.open([record])
    cells = middles(page)
    for tile, (start, target) in enumerate(
        zip(record["board"]["tiles"], record["answer"], strict=True)
    ):
        for _ in range(turns_to(start, target)):
            page.mouse.click(*cells[tile])
    assert page.locator(".status").text_content() == "Complete: every tile has water."
    assert page.locator("#app.complete").count() == 1


def test_solved_by_keys(browser):
    record = entry(api.puzzle("pipes", UNIQUE))
    page = browser.open([record])
    page.get_by_role("grid").focus()
    for row in range(5):
        for column in range(5):
            tile = 5 * row + column
            turns = turns_to(record["board"]["tiles"][tile], record["answer"][tile])
            page.keyboard.press("ad"[turns != 3]) if turns in (1, 3) else None
            page.keyboard.press("f") if turns == 2 else None
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    assert "Complete" in page.locator(".status").text_content()


@pytest.mark.parametrize("text", [UNIQUE, "4x4:195ce72154716ab2"])
def test_solved_by_hints_alone(browser, text):
    page = browser.open([entry(api.puzzle("pipes", text))])
    assert "Complete" in hint_by_buttons(page)


def test_a_reload_goes_on(browser):
    record = entry(api.puzzle("pipes", UNIQUE))
    page = browser.open([record])
    page.get_by_role("gridcell").first.click()
    page.get_by_role("gridcell").nth(3).click(button="right")
    before = page.evaluate("cpstudy.session.kind.encode(cpstudy.session.position())")
    page = browser.open([record], page=page)
    assert page.evaluate("cpstudy.session.kind.encode(cpstudy.session.position())") == before
    assert page.locator(".numbers").text_content().endswith("2 moves")
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("Control+y")
    assert page.evaluate("cpstudy.session.kind.encode(cpstudy.session.position())") == before
