"""Puzzles of moves on the page: its moves, goals and remaining costs against Python's; and play."""

from heapq import heappop, heappush

import numpy as np
import pytest

from cpstudy import api
from cpstudy.puzzles import kind
from cpstudy.state_spaces.state_graph import reached
from cpstudy.web.entries import entry
from cpstudy.web.moves import LARGEST, LARGEST_PICTURE, costs_left

from .moving import CROSSINGS, KINDS, puzzles, walk
from .rules import asked, choose_kind, hint_by_buttons, unpacked

SOKOBAN = "6x4:######|#@$-.#|#----#|######"
CARS = "6x6:oooooooooooBAAoooBCDDoooCoooooCooooo"
KLOTSKI = "4x4:AAoBAAoBCDoEoooo"
BLOCK = "s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1"
HALVES = (
    "s p p p p x x x x l1/p p t1 p p x x W1 p p/p p p p p x1 x1 p p e/"
    "x p p p l2 x x p p p/----/t1 teleports l1, l2/W1 toggles x1"
)
RIVER = "fox,goose,beans:fox-goose,goose-beans"
BRIDGE = "1,2,5,8:15"
MISSION = "3,3:2"
TILES = "3x2:4,2,3,5,1,0"
EXAMPLES = (
    ("sokoban", SOKOBAN),
    ("rush_hour", CARS),
    ("bloxorz", BLOCK),
    ("river_crossing", RIVER),
    ("bridge_torch", BRIDGE),
    ("missionaries", MISSION),
    ("sliding_tiles", TILES),
)


def record(name, text):
    return entry(api.puzzle(name, text))


# -- the entries that Python makes ----------------------------------------------------------------


def cheapest(space, state):
    """Return the least cost from a state to a goal, -1 if there is none, by a forward search from
    this state alone.
    """
    done = set()
    waiting = [(0, 0, state)]
    number = 0
    while waiting:
        cost, _, state = heappop(waiting)
        if space.is_goal(state):
            return cost
        if space.canonical(state) in done:
            continue
        done.add(space.canonical(state))
        for _, after, price in space.successors(state):
            number += 1
            heappush(waiting, (cost + price, number, after))
    return -1


@pytest.mark.parametrize("name", KINDS)
def test_what_is_left_is_the_least_cost_from_each_state(name):
    rng = np.random.default_rng(11)
    met = {"goal": 0, "left": 0, "dead": 0}
    for puzzle in puzzles(name, rng, 30):
        space = api.state_space(puzzle)
        try:
            states = reached(space, 150)
        except ValueError:
            continue
        goals = [i for i, state in enumerate(states.states) if space.is_goal(state)]
        left = costs_left(states, goals)
        for number in rng.permutation(len(left))[:12]:
            assert left[number] == cheapest(space, states.states[number]), puzzle.encode()
            met["goal" if left[number] == 0 else "left" if left[number] > 0 else "dead"] += 1
    assert min(met.values()) > 0, met


@pytest.mark.parametrize("name", KINDS)
def test_plan_and_states_of_an_entry(name):
    rng = np.random.default_rng(3)
    verdicts = set()
    for puzzle in puzzles(name, rng, 25):
        if not small(puzzle):
            continue
        result = entry(puzzle)
        verdicts.add(result["verdict"])
        graph = result["extras"]["graph"]
        states = graph["states"].split(" ")
        assert len(set(states)) == len(states) == len(graph["left"])
        assert (result["verdict"] == "found") is (graph["left"][0] >= 0)
        if result["verdict"] == "found":
            plan = result["extras"]["plan"]
            assert puzzle.replay(plan["moves"]).path is not None
            assert plan["cost"] == graph["left"][0]
        if len(states) <= LARGEST_PICTURE:
            layers = sorted(zip(graph["levels"], graph["ranks"], strict=True))
            assert len(set(layers)) == len(layers)
            assert len(graph["edges"]) == len(states)
    assert verdicts == {"found", "unreachable"}


def small(puzzle):
    try:
        return len(reached(api.state_space(puzzle), 300).states) > 0
    except ValueError:
        return False


def test_too_many_states_are_not_shipped():
    result = record("sokoban", "8x8:@-------|-$------|" + "--------|" * 5 + "-------.")
    assert result["verdict"] == "found" and "graph" not in result["extras"]
    assert LARGEST < 64 * 63


def test_an_unsolvable_puzzle_and_one_without_an_answer(monkeypatch):
    assert record("bridge_torch", "1,3,5,8:15")["verdict"] == "unreachable"
    from cpstudy import Budget
    from cpstudy.web import moves

    monkeypatch.setattr(moves, "_BUDGET", Budget(states=3))
    result = record("river_crossing", RIVER)
    assert result["verdict"] == "unknown" and result["extras"] == {}


def test_a_boat_that_can_be_loaded_in_too_many_ways_is_no_page():
    items = ",".join(f"item{i}" for i in range(40))
    with pytest.raises(ValueError, match="loaded in 618679078298 ways; a page takes 4096"):
        record("river_crossing", f"{items}::20")


# -- the rules in JavaScript ----------------------------------------------------------------------

SAID = """([name, boards]) => {
  const { rules } = cpstudy.kinds.find((kind) => kind.name === name);
  return boards.map(([entry, keys]) => keys.map((key) => {
    const state = rules.read(entry, key);
    const moves = rules.moves(entry, state)
      .map(([name, after, cost]) => [name, rules.key(entry, after), cost]);
    const goal = Boolean(rules.goal(entry, state));
    return [rules.key(entry, state), moves, goal, rules.key(entry, rules.start(entry))];
  }));
}"""


def test_moves_and_goals_are_those_of_python(judge):
    rng = np.random.default_rng(5)
    met = {name: [0, 0] for name in KINDS}
    for name in KINDS:
        drawn = kind(name).page.board
        boards = [
            (puzzle, {result[0]: result for result in walk(puzzle, rng, 50)})
            for puzzle in puzzles(name, rng, 15)
        ]
        sent = [[{**drawn(p), "board": drawn(p)}, list(positions)] for p, positions in boards]
        said = asked(judge, SAID, [name, sent])
        for (puzzle, positions), answers in zip(boards, said, strict=True):
            first = next(iter(positions))
            for result, answer in zip(positions.values(), answers, strict=True):
                assert answer == [*result, first], (puzzle.encode(), result[0])
                met[name][result[2]] += 1
    assert min(min(counts) for counts in met.values()) > 0, met
    assert sum(map(sum, met.values())) > 1500, met


REFUSED = """([entry, texts]) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === entry.kind);
  return texts.map((text) => {
    try { kind.encode(kind.decode(entry, text)); return "taken"; }
    catch (error) { return error.constructor.name + ": " + error.message; }
  });
}"""


def test_positions_of_strangers_are_refused_in_a_sentence(judge):
    entries = [record(name, text) for name, text in EXAMPLES]
    rng = np.random.default_rng(2)
    for result in entries:
        keys = result["extras"]["graph"]["states"].split(" ")
        texts = ["", "~", "1~x", "~1", keys[0] + "~1~2", keys[0] + ",", "9" * 400, "<b>", "-1,2"]
        for _ in range(60):
            texts.append("".join(rng.permutation(list(keys[-1])))[: int(rng.integers(9))])
        said = asked(judge, REFUSED, [result, texts])
        assert all(one == "taken" or one.startswith("Error: the position ") for one in said), said
        assert all(one != "taken" for one in said[:9])
        assert asked(judge, REFUSED, [result, keys]) == ["taken"] * len(keys)


# -- play -----------------------------------------------------------------------------------------


def status(page):
    return page.locator(".status").text_content()


def opened(browser, name, text):
    page = browser.open([record(name, text)])
    assert "to go at best" in status(page)
    return page


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def arrows(moves):
    return [f"Arrow{move.capitalize()}" for move in moves]


def test_sokoban_by_keys_by_taps_and_into_a_dead_end(browser):
    page = opened(browser, "sokoban", SOKOBAN)
    page.get_by_role("grid").focus()
    press(page, "ArrowRight")
    assert status(page) == "1 move to go at best; the last move was on a shortest way."
    press(page, "ArrowRight")
    assert status(page) == "Solved in 2 moves; no way is shorter."
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("gridcell").nth(6 * 2 + 2).click()  # a walk of two squares
    assert status(page) == "4 moves to go at best; the last move was a detour."
    page.get_by_role("button", name="up", exact=True).click()  # a wall behind the box: no move
    assert page.locator(".numbers").text_content().endswith("2 moves")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("gridcell").nth(6 + 2).click()  # pushes
    page.get_by_role("gridcell").nth(6 + 3).click()
    assert status(page) == "Solved in 2 moves; no way is shorter."
    page.get_by_role("button", name="Restart").click()
    drag(page, page.get_by_role("grid"), 70, 8)  # a swipe pushes
    assert status(page).startswith("1 move to go")
    page.get_by_role("button", name="Restart").click()
    for cell in ((2, 1), (2, 3), (1, 3), (1, 2)):
        page.get_by_role("gridcell").nth(6 * cell[0] + cell[1]).click()
    assert status(page) == "Dead end: the goal cannot be reached any more since the last move."
    for name in ("Hint", "Which rule?", "What follows?"):
        page.get_by_role("button", name=name, exact=True).click()
    assert not page.get_by_role("button", name="Do it").is_visible()
    assert "cannot be reached any more: undo" in page.locator(".levels").text_content()


def drag(page, node, right, down):
    """Press the mouse in the middle of a node, move it and release it."""
    box = node.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=6)
    page.mouse.up()


def test_blocks_are_dragged_and_moved_by_keys(browser):
    page = opened(browser, "rush_hour", CARS)
    # The opening says where A goes; of an outline below the cars one saw bits.
    assert [page.locator(f".sliding-{one}").count() for one in ("gate", "goal")] == [1, 0]
    cells = page.get_by_role("gridcell")
    # A drag beyond the free way stops at its end. B moves down from (1, 5) and (2, 5).
    drag(page, cells.nth(6 * 2 + 5), 0, 500)
    assert status(page).startswith("1 move to go at best; the last move was on")
    page.get_by_role("grid").focus()
    press(page, "a", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    colour = "(cursor) => getComputedStyle(cursor).stroke"
    assert page.locator(".board .cursor").evaluate(colour) == "none"  # the car has a border
    press(page, "Escape")
    assert page.locator(".numbers").text_content().endswith("1 move")
    press(page, "a", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    assert status(page) == "Solved in 2 moves; no way is shorter."


def test_klotski_by_taps_and_buttons_round_corners(browser):
    page = opened(browser, "rush_hour", KLOTSKI)
    for cell, ways in ((4 * 2 + 1, ("down", "left")), (0, ("right", "down", "down"))):
        page.get_by_role("gridcell").nth(cell).click()
        for way in ways:
            page.get_by_role("button", name=way, exact=True).click()
        page.get_by_role("button", name="put down").click()
    assert status(page) == "Solved in 2 moves; no way is shorter."


def test_bloxorz_by_keys_and_a_fall_is_no_move(browser):
    page = opened(browser, "bloxorz", BLOCK)
    page.get_by_role("grid").focus()
    press(page, "ArrowUp")
    assert page.locator(".numbers").text_content().endswith("0 moves")
    press(page, *arrows(page.evaluate("cpstudy.session.entry.extras.plan.moves")))
    assert status(page) == "Solved in 28 moves; no way is shorter."


def test_halves_are_rolled_in_turn(browser):
    page = opened(browser, "bloxorz", HALVES)
    page.get_by_role("grid").focus()
    puzzle = api.puzzle("bloxorz", HALVES)
    for key in puzzle.keys(page.evaluate("cpstudy.session.entry.extras.plan.moves")):
        press(page, " " if key == "space" else arrows([key])[0])
    assert "no way is shorter" in status(page)


def test_crossings_by_keys_and_by_clicks(browser):
    page = browser.open([record("river_crossing", text) for text in (RIVER, f"{RIVER}:2")])
    page.locator(".banks").focus()
    press(page, "f", "ArrowRight")
    why = "Not possible: goose and beans would be left alone."
    assert page.locator(".banks-note").text_content() == why
    press(page, "f")
    for number, move in enumerate(page.evaluate("cpstudy.session.entry.extras.plan.moves")):
        press(page, *([] if move == "alone" else move[0]), ("ArrowRight", "ArrowLeft")[number % 2])
    assert status(page) == "Solved in 7 moves; no way is shorter."
    page.get_by_role("button", name="Next puzzle").click()  # this size has no other puzzle
    assert page.locator(".about").text_content() == "3 items, boat for 2 · can be solved"
    page = opened(browser, "bridge_torch", BRIDGE)
    for move in page.evaluate("cpstudy.session.entry.extras.plan.moves"):
        for letter in move:
            page.locator(".token", has_text=letter).click()
        page.get_by_role("button", name="Cross to").click()
    assert status(page) == "Solved in 15 minutes; no way is shorter."
    page = opened(browser, "missionaries", MISSION)
    page.locator(".banks").focus()
    press(page, "m", "m", "ArrowRight")
    why = "Not possible: 3 cannibals would outnumber 1 missionary on the left."
    assert page.locator(".banks-note").text_content() == why
    for number, move in enumerate(page.evaluate("cpstudy.session.entry.extras.plan.moves")):
        press(page, *move.lower(), ("ArrowRight", "ArrowLeft")[number % 2])
    assert status(page) == "Solved in 11 moves; no way is shorter."


def test_tiles_slide_by_keys_and_by_taps(browser):
    page = opened(browser, "sliding_tiles", "3x3:1,2,3,0,4,6,7,5,8")
    page.get_by_role("grid").focus()
    press(page, "ArrowLeft", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowLeft")
    assert status(page).startswith("Solved in 5 moves; the shortest way takes 3.")
    page = opened(browser, "sliding_tiles", "3x3:1,2,3,0,4,5,7,8,6")
    page.get_by_role("gridcell").nth(5).click()  # two tiles at once
    page.get_by_role("gridcell").nth(8).click()
    assert status(page) == "Solved in 3 moves; no way is shorter."


def test_solved_by_hints_alone(browser):
    short = {"bloxorz": "s p p e", "missionaries": "2,2:2", "sliding_tiles": "3x2:1,0,3,4,2,5"}
    page = browser.open([record(name, short.get(name, text)) for name, text in EXAMPLES])
    titles = ("Sokoban", "Rush Hour, Klotski", "Bloxorz", "River crossing", "Bridge and torch")
    for title in (*titles, "Missionaries and cannibals", "Sliding tiles"):
        choose_kind(page, title)
        assert hint_by_buttons(page, 9, done="Solved").endswith("no way is shorter.")


def test_plan_and_states_follow(browser):
    page = browser.open([record("bridge_torch", BRIDGE), record("sokoban", SOKOBAN)])
    page.get_by_role("tab", name="Shortest plan").click()
    for _ in range(5):
        page.get_by_role("button", name="Next →").click()
    assert "Move 5 of 5" in page.locator(".words").text_content()
    assert page.locator(".banks.done").count() == 1
    assert page.locator(".numbers").text_content().endswith("0 moves")
    page.get_by_role("tab", name="States").click()  # the board shows the game again
    assert page.locator(".banks.done").count() == 0
    before = page.locator(".states-here").get_attribute("cy")
    for name in ("C", "D"):
        page.locator(".token", has_text=name).click()
    page.get_by_role("button", name="Cross to").click()
    assert page.locator(".states-here").get_attribute("cy") != before
    assert page.locator(".states-way").get_attribute("d").count("M") == 1
    assert status(page) == "Dead end: the goal cannot be reached any more since the last move."
    page.get_by_role("tab", name="Shortest plan").click()
    assert page.get_by_role("button", name="From here").is_disabled()
    choose_kind(page, "Sokoban")
    page.get_by_role("button", name="down", exact=True).click()
    page.get_by_role("tab", name="Shortest plan").click()
    page.get_by_role("button", name="From here").click()
    page.get_by_role("button", name="Play").click()
    page.locator(".words", has_text="Move 3 of 3").wait_for()


def test_a_reload_and_a_link_go_on(browser):
    result = record("bridge_torch", BRIDGE)
    page = browser.open([result])
    page.locator(".banks").focus()
    press(page, "a", "b", "ArrowRight")
    page = browser.open([result], page=page)
    assert status(page).startswith("13 minutes to go")
    assert page.locator(".banks-note").text_content() == "2 minutes have gone of 15."
    link = page.evaluate("cpstudy.session.kind.encode(cpstudy.session.position())")
    assert link == "11001,2~2"
    page = browser.open([result], f"#bridge_torch;{BRIDGE};{link}".replace(",", "%2C"))
    assert status(page) == "13 minutes to go at best."
    unreachable = page.evaluate(
        """() => { const { kind, entry } = cpstudy.session;
        return kind.status(entry, kind.decode(entry, "10101,3")).words; }"""
    )
    assert unreachable.startswith("From the start this position cannot be reached")
    page = browser.open([result], "#bridge_torch;" + BRIDGE.replace(",", "%2C") + ";zzz")
    assert "could not be restored" in page.locator(".note").text_content()


@pytest.mark.parametrize("name", KINDS)
def test_boards_that_come_along_can_be_solved(name):
    """Every bundled board is solvable, but a crossing may be bundled to show an unsolvable case."""
    verdicts = [one["verdict"] for one in unpacked(name)]
    assert verdicts[0] == "found"
    assert name in CROSSINGS or set(verdicts) == {"found"}
