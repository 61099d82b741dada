"""Puzzles for print: graded and ordered, with answers that the rules allow; faults are reported."""

from collections import Counter
from dataclasses import replace

import pytest

from cpstudy import Budget, api
from cpstudy.core.documents import Located
from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon
from cpstudy.core.result import Reachability, Result, Stop
from cpstudy.jobs.printing.booklets import (
    Print,
    Settings,
    from_presets,
    layout,
    not_printed_reason,
    solved,
)
from cpstudy.plot.booklet import sheets
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.edge_matching.puzzle import least_turn
from tests.plot.test_booklet import assert_in_order

SETTINGS = Settings(Budget())
PRINTED = [name for name in PUZZLES if not not_printed_reason(kind(name))]
PIPES = {
    "unique": "3x3:654eb6414",
    "none": "2x1:55",
    "many": "2x1w:11",
}


def located(name, *texts):
    return [Located(f"argument {n}", api.puzzle(name, text)) for n, text in enumerate(texts, 1)]


def summary(name, *texts, settings=SETTINGS):
    return [one for _, one in solved(kind(name), located(name, *texts), settings, jobs=1)]


def test_all_kinds_that_are_drawn_have_rules_and_are_printed():
    assert len(PRINTED) >= 10
    assert {name for name in PUZZLES if name not in PRINTED} == {"river_crossing", "bridge_torch"}
    for name in PUZZLES:
        words = kind(name).rules
        assert 40 < len(words) < 400
        assert words.endswith(".")


@pytest.mark.parametrize("name", PRINTED)
def test_the_example_of_each_kind_is_printed_with_its_answer(name):
    record = kind(name)
    (one,) = summary(name, record.example)
    if record.solvers:
        assert one.puzzle.violation(one.shown) == ""
    else:
        assert one.puzzle.replay(one.moves).verdict is Reachability.FOUND
        assert len(one.moves) == len(api.explore(one.puzzle, "bfs").path)
        assert one.level == f"{len(one.moves)} moves"
    laid = layout([(record, [one])], Print(), 1)
    (entry,) = laid.entries
    assert entry.text == record.example
    assert laid.chapters[0].example.drawing == replace(entry, number=0).drawing
    pages = sheets(laid)
    assert_in_order(pages, "a4")
    placed = [place.name for page in pages for place in page.placed]
    assert placed.count("puzzle 1") == 1
    assert placed.count("answer 1") == bool(record.solvers)
    words = [text.text for page in pages for text in page.texts]
    assert record.rules.split()[0] in " ".join(words)
    if not record.solvers:
        assert f"fewest moves: {len(one.moves)}" in words
        answer = [text.text for text in pages[-1].texts]
        separator = "" if all(len(move) == 1 for move in one.moves) else " "
        moves = separator.join(one.moves).replace(" ", "")
        assert moves in "".join(answer).replace(" ", "")


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_stays_on_its_drawing(name):
    record = kind(name)
    laid = layout([(record, summary(name, record.example))], Print(), 1)
    (entry,) = laid.entries
    for picture in (entry.drawing, entry.answer, *entry.pieces):
        for shape in picture.shapes if isinstance(picture, Drawing) else ():
            match shape:
                case Polygon(points):
                    pass
                case Line(x1, y1, x2, y2):
                    points = ((x1, y1), (x2, y2))
                case Disc(x, y) | Label(x, y):
                    points = ((x, y),)
            assert all(-0.01 <= x <= picture.width + 0.01 for x, _ in points)
            assert all(-0.01 <= y <= picture.height + 0.01 for _, y in points)


def test_faults_are_told_and_several_solutions_may_be_allowed():
    texts = PIPES.values()
    unique, none, many = summary("pipes", *texts)
    assert (unique.level, str(none)) == ("easy", "no solution")
    assert "--allow-ambiguous" in str(many)
    allowed = summary("pipes", *texts, settings=replace(SETTINGS, ambiguous=True))
    assert allowed[0].level == "easy"
    assert str(allowed[1]) == "no solution"
    assert allowed[2].level == "several solutions"
    assert allowed[2].puzzle.violation(allowed[2].shown) == ""
    (unknown,) = summary("pipes", PIPES["many"], settings=Settings(Budget(iterations=0)))
    assert "not decided within the budget (stopped: iterations)" in str(unknown)
    row = replace(kind("pipes").solvers["search"], function=first_only)
    (perhaps,) = summary("pipes", PIPES["many"], settings=replace(SETTINGS, solver=row))
    assert "perhaps several (stopped: iterations)" in str(perhaps)
    (printed,) = summary(
        "pipes", PIPES["many"], settings=replace(SETTINGS, solver=row, ambiguous=True)
    )
    assert printed.level == "several solutions"


def first_only(puzzle, request):
    """Return the result of a search whose budget ends between the first solution and the second."""
    whole = api.solve(puzzle, limit=1)
    return Result(whole.solutions, stop=Stop.ITERATIONS, counters={"nodes": 1})


def test_moves_that_there_are_not():
    empty = "o" * 6
    for row, words in (
        ("AAxooo", "the goal cannot be reached"),
        ("ooooAA", "already solved"),
    ):
        (fault,) = summary("rush_hour", empty * 2 + row + empty * 3)
        assert str(fault) == words
    example = kind("rush_hour").example
    (unknown,) = summary("rush_hour", example, settings=Settings(Budget(seconds=0.0)))
    assert str(unknown) == "not decided within the budget (stopped: time)"


def test_puzzles_by_grade_then_size():
    """Puzzles of one grade and size keep the given order; several solutions come last."""
    wanted = [
        ("4x4:87c4ce85adb94164", "easy"),
        ("5x5:c63d4a3e99e956c555d118234", "easy"),
        ("4x4:2da617144ed81db1", "easy"),
        ("4x4:2ba34e842bb14bd1", "easy"),
        ("5x5:88211a6ebaee4aaac855c55b6", "easy"),
        ("5x5:821926d6773355447ee21eaa4", "medium"),
        (PIPES["many"], "several solutions"),
    ]
    texts = [wanted[i][0] for i in (6, 2, 5, 4, 1, 3, 0)]
    ones = summary("pipes", *texts, settings=replace(SETTINGS, ambiguous=True))
    entries = layout([(kind("pipes"), ones)], Print(), 1).entries
    assert [(one.text, one.level) for one in entries] == wanted
    assert [one.number for one in entries] == [1, 2, 3, 4, 5, 6, 7]


def test_presets_pass_over_what_cannot_be_printed():
    record = kind("rush_hour")
    found = [*from_presets(record, ["classic"], 3, SETTINGS, jobs=1)]
    assert len(found) == 3
    assert all(one.moves for _, one in found)
    places = [item.place for item, _ in found]
    assert places != [f"preset classic, puzzle {n}" for n in (1, 2, 3)], "one was passed over"
    hopeless = Settings(Budget(seconds=0.0))
    ((item, fault),) = from_presets(record, ["classic"], 1, hopeless, jobs=1)
    assert item.place == "preset classic"
    assert str(fault) == "0 of 20 can be printed, 1 are wanted"
    with pytest.raises(ValueError, match="preset 'no' of rush_hour: classic"):
        [*from_presets(record, ["no"], 1, SETTINGS)]


def test_pieces_are_shuffled_by_the_seed_and_all_there():
    record = kind("edge_matching")
    puzzle = next(api.generate("edge_matching", "two-set", 4, 1, 1))[0]
    cut = record.pictures.cutouts
    board, pieces = cut(puzzle, 1)
    assert (board.width, board.height, len(pieces)) == (4, 4, 16)
    assert not [shape for shape in board.shapes if isinstance(shape, Label)]
    assert pieces == cut(puzzle, 1)[1]
    assert pieces != cut(puzzle, 2)[1]

    def colours(piece):
        """Return the colours at top, right, bottom and left from the labels; the frame has none."""
        labels = {
            (round(3 * s.x - 1.5), round(3 * s.y - 1.5)): int(s.text)
            for s in piece.shapes
            if isinstance(s, Label)
        }
        return tuple(labels.get(place, 0) for place in ((0, -1), (1, 0), (0, 1), (-1, 0)))

    seen = [colours(piece) for piece in pieces]
    assert Counter(map(least_turn, seen)) == Counter(map(least_turn, puzzle.pieces))
    assert seen != list(puzzle.pieces)


def test_pipes_are_printed_with_their_tiles_and_nothing_of_the_solution():
    puzzle = api.puzzle("pipes", "3x3w:654ebv6410")
    picture = kind("pipes").pictures.printed(puzzle)
    strokes = [s for s in picture.shapes if isinstance(s, Line) and not s.dashed]
    walls = 1
    assert len(strokes) == sum(tile.bit_count() for tile in puzzle.tiles) + walls
    assert [s for s in picture.shapes if isinstance(s, Line) and s.dashed], "it wraps"
    for tile, here in enumerate(puzzle.tiles):
        row, column = divmod(tile, 3)
        own = [
            (round(s.x2 - s.x1, 3), round(s.y2 - s.y1, 3))
            for s in strokes
            if column < s.x1 < column + 1 and row < s.y1 < row + 1
        ]
        steps = ((1, 0), (0, -1), (-1, 0), (0, 1))
        open_sides = {steps[side] for side in range(4) if here >> side & 1}
        assert {((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)) for dx, dy in own} == open_sides
