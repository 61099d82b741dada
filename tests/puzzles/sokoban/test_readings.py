"""Levels in other letters than XSB, and levels with more goals than boxes."""

import random
from itertools import combinations

import pytest

from cpstudy.api import explore
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.core.result import Reachability
from cpstudy.puzzles import kind
from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, Sokoban
from cpstudy.reading.door import items
from tests.cases import cases_dir
from tests.edits import edits
from tests.puzzles.sokoban.instances import random_level

KIND = kind("sokoban")
FOUND = cases_dir("found")
XSB = "########\n#@ $. .#\n# #$*  #\n########\n"
MORE = "########\n#@ $ ..#\n########\n"


def read(text, **hints):
    return list(items(KIND, Document.of(text, hints)))


def level(text, **hints):
    (item,) = read(text, **hints)
    assert isinstance(item.puzzle, Sokoban), str(item.puzzle)
    return item.puzzle


def fault(text, **hints):
    (item,) = read(text, **hints)
    assert isinstance(item.puzzle, InputError)
    return str(item.puzzle)


def in_letters(text, letters):
    return text.translate(str.maketrans(dict(letters)))


@pytest.mark.parametrize(
    ("letters", "outcome"),
    [
        ({"$": "B", "@": "&", "*": "X"}, "& player, B box, X box on goal"),
        ({"$": "b", "@": "p", "*": "B"}, "B box on goal, b box, p player"),
        ({"$": "b", "@": "p", "*": "B", ".": "o", " ": "."},
         ". floor, B box on goal, b box, o goal, p player"),
        ({"#": "W", "@": "P"}, "W wall, P player"),
        ({" ": "_"}, None),
    ],
)  # fmt: skip
def test_other_letters_are_recognised_and_reported(letters, outcome):
    (item,) = read(in_letters(XSB, letters))
    assert item.puzzle == level(XSB)
    assert item.about.get("read as") == outcome


def test_letters_that_may_be_several_things_are_refused():
    """A level is refused if two letters are equally frequent: either may be the box."""
    text = "#######\n#@ O o#\n#  O o#\n#######\n"
    outcome = fault(text)
    assert "letters: " in outcome and "--reading letters=" in outcome
    for letters in ("o$,O.", "O$,o."):
        read_so = level(text, letters=letters)
        assert (read_so.cells[10] & BOX > 0) is (letters[0] == "O")
        assert sum(code & BOX > 0 for code in read_so.cells) == text.count(letters[0])
    assert "expected a sign" in fault(text, letters="o")
    assert "is none of" in fault(XSB.replace("$", "q", 1))


def test_one_level_in_letters_among_others():
    text = (
        f"# no level: words\n\n; one\n\n{XSB}\n; two\n\n{in_letters(XSB, {'$': 'b', '@': 'p'})}\n"
    )
    found = read(text)
    assert [item.title for item in found] == ["one", "two"]
    assert found[0].puzzle == found[1].puzzle


def test_more_goals_than_boxes():
    assert "--reading goals=more: solved when all boxes are on goals" in fault(MORE)
    puzzle = level(MORE, goals="more")
    assert puzzle.encode() == "8x3m:########|#@-$-..#|########"
    assert Sokoban.decode(puzzle.encode()) == puzzle
    assert level("8x3:########|#@-$-..#|########", goals="more") == puzzle
    assert level("8#|#@-$-..#|8#", goals="more") == puzzle
    assert not level(XSB, goals="more").more_goals
    assert "goals 'many': choose from equal, more" in fault(MORE, goals="many")
    with pytest.raises(InputError, match="1 goals and 2 boxes"):
        Sokoban.decode("8x3m:########|#@-$$-.#|########")
    found = {name: explore(puzzle, name) for name in KIND.strategies}
    assert {result.verdict for result in found.values()} == {Reachability.FOUND}
    assert found["move-optimal"].engine == found["portfolio"].engine == "live"


def fewest(puzzle):
    """The moves and pushes of shortest solutions, by sets of squares; None if there is none."""
    best = []
    for cost in (lambda pushed: 1, int):
        seen, level_now = {}, {puzzle.start: 0}
        found = None
        distance = 0
        while level_now and found is None:
            here = [p for p, d in level_now.items() if d == distance]
            for position in here:
                del level_now[position]
                if position in seen:
                    continue
                seen[position] = distance
                if position.boxes <= puzzle.goals:
                    found = distance
                    break
                for side in range(4):
                    after = puzzle.step(position, side)
                    if after is not None and after not in seen:
                        there = distance + cost(after.boxes != position.boxes)
                        level_now[after] = min(level_now.get(after, there), there)
            if not any(d == distance for d in level_now.values()):
                distance += 1
        best.append(found)
    return best


def test_more_goals_against_plain_search():
    rng = random.Random(3)
    met = {True: 0, False: 0}
    while min(met.values()) < 12:
        plain = random_level(rng, 5, 2, 3)
        if not plain.start.boxes:
            continue
        cells = bytearray(plain.cells)
        for _ in range(rng.randint(1, 2)):
            place = rng.randrange(len(cells))
            if cells[place] == 0:
                cells[place] = GOAL
        puzzle = Sokoban(plain.rows, plain.columns, bytes(cells), more_goals=True)
        if not puzzle.more_goals:
            continue
        moves, pushes = fewest(puzzle)
        met[moves is not None] += 1
        for name in ("bfs", "live", "astar", "portfolio", "move-optimal", "bidirectional"):
            path = explore(puzzle, name).path
            assert (None if path is None else len(path)) == moves, (name, puzzle.encode())
        for name in ("areas", "push-optimal"):
            assert explore(puzzle, name).cost == pushes, (name, puzzle.encode())


def test_goals_of_the_space_are_all_ways_to_be_solved():
    puzzle = level(MORE.replace("#\n", "#\n", 1), goals="more")
    space = KIND.space.of(puzzle)
    homes = set(map(frozenset, combinations(puzzle.goals, 1)))
    assert {goal.boxes for goal in space.goals()} == homes


def test_a_box_out_of_reach_that_is_on_no_goal_leaves_no_way_to_be_solved():
    found = explore(Sokoban.decode("4x1m:+#.$"), "bidirectional")
    assert found.verdict is Reachability.UNREACHABLE


def test_one_edit():
    """An edited text is one fault, or one level that differs in at most the edited square."""
    text = in_letters(XSB, {"$": "B", "@": "&", "*": "X"})
    puzzle, levels = level(text), 0
    for edited in edits(text, 1000):
        found = read(edited)
        assert len(found) == 1, edited
        other = found[0].puzzle
        same_size = isinstance(other, Sokoban) and len(edited) == len(text)
        if same_size and other.columns == puzzle.columns and edited.count("\n") == 4:
            differing = [a != b for a, b in zip(other.cells, puzzle.cells, strict=True)]
            assert sum(differing) <= 1, edited
            levels += 1
    assert 20 < levels < 950, levels


@pytest.mark.skipif(FOUND is None, reason="no public instances here")
def test_what_was_found():
    letters = (FOUND / "moves" / "11-sokoban-letters.txt").read_text(encoding="utf-8")
    assert len(explore(level(letters), "portfolio").path) == 34
    more = (FOUND / "moves" / "19-soko-more-goals.txt").read_text(encoding="utf-8")
    assert "--reading goals=more" in fault(more)
    assert explore(level(more, goals="more"), "portfolio").path == ("r", "R", "R")


def test_stars_are_boxes_where_nothing_else_is():
    """If all boxes are stars and there are separate goals, stars are not on goals.

    Otherwise the level would be solved before the first move.
    """
    text = "######\n# *  #\n#@ . #\n######\n"
    assert level(text).encode() == level(text.replace("*", "$")).encode()
    assert level(text.replace("#", "X")) == level(text)
    assert "letters=*$" in fault(text, goals="more")
    assert level("####\n#@*#\n####\n").cells.count(BOX | GOAL) == 1


DIGITS = "111111\n103021\n140001\n111111\n"


def test_digits_have_to_be_said():
    assert "--reading letters=0-,1#" in fault(DIGITS)
    said = level(DIGITS, letters="0-,1#,2.,3$,4@")
    assert said == level("######\n# $ .#\n#@   #\n######\n")
    assert level(DIGITS, letters="0-,1#,2$,3.,4@") != said


@pytest.mark.parametrize("before", ["1\n\n", "1\n", "8 4\n", "8x4\n", "12.\n"])
def test_numbers_before_a_level(before):
    assert level(before + XSB) == level(XSB)
