"""Generators of declared kinds: unique, of the wished grade and symmetry, the same by seed."""

from random import Random
from weakref import ref

import pytest

from cpstudy import api
from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.collecting import uncollected
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request
from cpstudy.declared.board import Board
from cpstudy.declared.clauses import encoded
from cpstudy.declared.clued import Clued
from cpstudy.declared.deducing import LONG, ONE, SHORT, Deduction
from cpstudy.declared.explaining import EXPLAINER
from cpstudy.declared.generating import Maker, Thinning
from cpstudy.declared.growing import Growing
from cpstudy.declared.kinds.numberlink import Numberlink
from cpstudy.declared.layouts import paths, rooms
from cpstudy.declared.model import model_of
from cpstudy.declared.puzzle import Answer, Declared
from cpstudy.declared.reasoning import Facts
from cpstudy.declared.solving import solve_cdcl
from cpstudy.declared.tetrominoes import Left
from cpstudy.puzzles import DECLARED, kind
from cpstudy.web import questions

ABLE = [name for name in DECLARED if kind(name).generators]
SMALL = {"binairo": 4, "hashi": 6, "killer_sudoku": 4, "futoshiki": 4, "skyscrapers": 4}


def made(name: str, size: int, count: int = 1, seed: int = 1, **wanted: object) -> list[Declared]:
    row = kind(name).generators["answers"]
    asked = Wanted("answers", size, size, count, seed, **wanted)  # type: ignore[arg-type]
    return [puzzle for puzzle, _ in row.unique(asked)]


def test_all_kinds_have_generators():
    assert list(DECLARED) == ABLE


@pytest.mark.parametrize("name", ABLE)
def test_a_puzzle_has_one_solution_by_another_solver(name):
    (puzzle,) = made(name, SMALL.get(name, 5))
    result = solve_cdcl(puzzle, Request(limit=2))
    assert result.verdict is Verdict.UNIQUE


def test_a_seed_gives_the_same_puzzles_alone_and_in_a_batch():
    first, second = made("akari", 6, 2, seed=3)
    assert made("akari", 6, 1, seed=3) == [first]
    assert second != first
    assert made("akari", 6, 1, seed=4) != [first]


def test_the_wished_grade():
    for grade in ("one rule", "two rules"):
        (puzzle,) = made("akari", 6, grade=grade)
        assert EXPLAINER.grade(puzzle) == grade


def test_a_board_that_is_too_hard_with_all_its_clues_is_none_of_the_level():
    puzzle = api.puzzle("akari", "akari:4x4:..1./..2./.1../.0..")
    full = (puzzle, {}, api.solve(puzzle).solutions[0])
    maker = Maker(puzzle, UNLIMITED)
    assert maker.eased(full, "short supposition", Random(0)) is None
    assert maker.eased(full, "supposition", Random(0)) == full


def test_clues_are_symmetric_where_that_is_wished():
    (puzzle,) = made("akari", 6, options={"symmetry": "half-turn"})
    (walls,) = puzzle.texts
    shown = [token.isdigit() for token in walls]
    assert shown == shown[::-1]


def test_no_clue_is_needless():
    (puzzle,) = made("binairo", 4, options={"symmetry": "none"})
    digits = puzzle.texts[0]
    for place in (place for place, token in enumerate(digits) if token != "."):
        fewer = (*digits[:place], ".", *digits[place + 1 :])
        other = type(puzzle)(puzzle.rows, puzzle.columns, (fewer, *puzzle.texts[1:]))
        assert solve_cdcl(other, Request(limit=2)).verdict is Verdict.MANY


@pytest.mark.parametrize(
    ("text", "changes", "after"),
    [
        ("akari:3x3:.../.#./...", ((1, 1),), "akari:3x3:.../.4./..."),
        ("akari:3x3:.../.4./...", (), "akari:3x3:.../.4./..."),
        ("fillomino:4x2:...2/22..", ((0, 0),), "fillomino:4x2:3..2/22.."),
        ("fillomino:7x1:.2.....", ((0, 4),), "fillomino:7x1:.2..2.."),  # 1 2 2 1 2 2 1
        ("hashi:3x5:.?./.5?/..1/1?./...", ((1, 2),), "hashi:3x5:.?./.52/..1/1?./..."),
    ],
)
def test_repair_adds_the_clues_that_are_lacking(text, changes, after):
    name = text.partition(":")[0]
    found = kind(name).explaining.repair(api.puzzle(name, text), None)
    assert (found.changes, found.puzzle.encode(), found.proved) == (changes, after, True)
    assert api.solve(found.puzzle).solutions == (found.solution,)


def test_boards_that_take_more_than_rules_have_one_solution():
    """The clues ``..1....`` alone also allow larger numbers than those of the known answer."""
    full = api.puzzle("fillomino", "fillomino:7x1:2213331")
    groups = [[("numbers", (0, column))] for column in range(7)]
    thinning = Thinning(full, api.solve(full).solutions[0], groups, UNLIMITED)
    thinning.thin()
    board, _ = thinning.of_level(("all cases", "search"))
    assert api.verify(board).verdict is Verdict.UNIQUE


def test_repair_finds_nothing_where_no_clue_may_change():
    assert kind("hitori").explaining.repair(api.puzzle("hitori", "hitori:2x2:12/21"), None) is None
    beside = api.puzzle("kakuro", "kakuro:1x1:")  # clues of its runs would lie outside the board
    assert kind("kakuro").explaining.repair(beside, None) is None
    with pytest.raises(api.InputError, match="no clue makes it one"):
        kind("akari").explaining.repair(api.puzzle("akari", "akari:2x2:3./.."), None)


@pytest.mark.parametrize(
    ("name", "size", "words"),
    [("binairo", (3, 3), "even length"), ("star_battle", (3, 4), "is a square"),
     ("futoshiki", (3, 4), "is a square")],
)  # fmt: skip
def test_a_size_that_no_board_has_is_refused_in_its_words(name, size, words):
    with pytest.raises(api.InputError, match=words):
        next(api.generate(name, "answers", size))


@pytest.mark.parametrize("text", ["kakuro:1x1:#", "numberlink:1x1:", "numberlink:2x1:"])
def test_a_board_without_a_place_to_fill(text):
    name, size, _ = text.split(":")
    (board, _) = next(api.generate(name, "answers", (1, int(size[0]))))
    assert board.encode() == text


def test_the_api_makes_a_puzzle_of_a_level():
    grade = api.named_grade(kind("akari"), "medium")
    assert grade == "medium"


def test_each_clue_has_its_own_rules():
    """The signs to the right of a cell and below it are separate clues with separate rules."""
    puzzle = kind("futoshiki").puzzle.decode(kind("futoshiki").example)
    (answer,) = api.solve(puzzle).solutions
    clues = [(b.name, place) for b in puzzle.blocks for place in puzzle.board.clues(b.name)]
    clued = Clued(puzzle, clues, answer, UNLIMITED)
    assert len(clued.rules[None]) == 8  # the rows and the columns
    assert all(len(clued.rules[clue]) == (clue not in clued.given) for clue in clues)
    assert clued.other(clues) != answer and isinstance(clued.other([]), bytes)
    words = clued.model.rules[clued.rules["beside", (0, 0)][0]].words
    assert words == "row 1, column 1 is larger than row 1, column 2"


def test_levels_are_those_of_the_explainer():
    """A puzzle of a level has that level by the explainer's grade.

    All clues of a Yajilin seldom suffice for an easy board; then the board is changed to have
    more.
    """
    for name, level, size in (("akari", "easy", 4), ("akari", "medium", 5), ("yajilin", "easy", 5)):
        (puzzle,) = made(name, size, seed=2, grade=level)
        assert EXPLAINER.levels[EXPLAINER.grade(puzzle)] == level


@pytest.mark.parametrize("name", ["heyawake", "hitori", "lits", "star_battle", "tents"])
def test_levels_are_settled_as_the_explainer_grades(name):
    """``Deduction.settles``, which computes no reasons, agrees with the grade of the explainer."""
    for puzzle in map(kind(name).puzzle.decode, kind(name).puzzle.unique):
        grade = EXPLAINER.grades.index(EXPLAINER.grade(puzzle))
        settled = [Deduction(puzzle).settles(way) for way in (ONE, SHORT, LONG)]
        assert settled == [grade <= way for way in (ONE, SHORT, LONG)]


def used_of(answer: Answer) -> set[object]:
    return {ends for ends, used in answer["rectangles"].items() if used}


def test_a_number_of_shikaku_goes_where_another_answer_does_not_reach():
    puzzle = kind("shikaku").puzzle.decode("shikaku:4x2:2.2./2..2")
    one, other = map(model_of(puzzle).by_group, solve_cdcl(puzzle, Request(limit=2)).solutions)
    for mine, theirs in ((one, other), (other, one)):
        numbers = puzzle.board["numbers"] | puzzle.repaired(mine, theirs, Random(1))["numbers"]
        changed = puzzle.of_blocks(2, 4, {"numbers": numbers})
        found = solve_cdcl(changed, Request()).solutions
        used = [used_of(model_of(changed).by_group(solution)) for solution in found]
        assert used_of(mine) in used and used_of(theirs) not in used


def test_a_loop_of_yajilin_is_cut_short_where_another_passes_the_same_cells():
    """No clue could exclude the other loop, so the answer itself is changed."""
    puzzle = kind("yajilin").puzzle.decode("yajilin:4x4:")
    answers = map(model_of(puzzle).by_group, solve_cdcl(puzzle, Request(limit=99)).solutions)
    one, other = [answer for answer in answers if not any(answer["shaded"].values())][:2]
    changed = puzzle.varied(one, other, Random(1))
    board = puzzle.changed(
        {("arrows", c): token for c, token in puzzle.clues(changed, Random(1))["arrows"].items()}
    )
    assert sum(changed["shaded"].values()) == len(board.board.clues("arrows")) == 1
    assert not board.violation(model_of(board).solution(changed))


def test_an_arrow_of_yajilin_points_where_fewest_ways_are_left():
    puzzle = kind("yajilin").puzzle.decode("yajilin:5x3:")
    answer = {"shaded": {(0, 2): 1, (0, 4): 1, (2, 0): 1}, "loop": {}}
    assert puzzle.clues(answer, Random(1))["arrows"][0, 0] == "2e"


def test_the_nearest_that_was_met_where_the_time_ends():
    wanted = Wanted("answers", 4, 4, grade="expert", clock=Clock(0.05))
    with pytest.raises(OutOfTimeError):
        next(kind("binairo").generators["answers"].unique(wanted))
    for puzzle, answer in wanted.near:
        assert solve_cdcl(puzzle, Request(limit=2)).solutions == (answer,)


def test_the_page_answers_with_the_nearest_level(monkeypatch):
    monkeypatch.setattr(questions, "_LEVEL_SECONDS", 0)
    asked = {"ask": "new", "kind": "binairo", "rows": 4, "columns": 4, "seed": 1}
    (entry,) = questions.answer({**asked, "level": "expert"})["entries"]
    assert entry["verdict"] == "unique"
    assert entry["source"].endswith("the nearest to expert in 0 seconds")


def test_paths_touch_themselves_nowhere_and_fill_the_board():
    board = Board(6, 6, ())
    for found in (paths(Random(seed), board) for seed in range(4)):
        assert sorted(c for path in found for c in path) == board.cells
        for path in found:
            beside = sum(d in path for c in path for d in board.around[c])
            assert len(path) > 2 and beside == 2 * (len(path) - 1)


def _numberlinks(size: int, count: int) -> list[Declared]:
    layouts = (Numberlink.layout(Random(seed), Board(size, size, ())) for seed in range(count))
    return [Numberlink.of_blocks(size, size, tokens) for tokens in layouts]


def test_boards_that_propagation_settles_have_that_answer_alone():
    settled = 0
    for puzzle in _numberlinks(5, 8):
        if answer := Growing(UNLIMITED).at_once(puzzle):
            result = solve_cdcl(puzzle, Request(limit=2))
            assert result.solutions == (model_of(puzzle).solution(answer),)
            settled += result.verdict is Verdict.UNIQUE
    assert settled > 1


def test_a_numberlink_is_harder_where_ends_give_up_cells():
    (puzzle,) = _numberlinks(6, 1)
    answer = model_of(puzzle).by_group(solve_cdcl(puzzle, Request(limit=2)).solutions[0])
    given_up = 0
    for place in puzzle.board.clues("numbers"):
        if changed := puzzle.harder(answer, place):
            board = puzzle.changed(
                {("numbers", c): t for c, t in puzzle.clues(changed, Random(0))["numbers"].items()}
            )
            assert board.violation(model_of(board).solution(changed)) == ""
            assert [*board.board.groups("numbers")] == [*puzzle.board.groups("numbers")]
            puzzle, answer, given_up = board, changed, given_up + 1
    free = [c for c, number in answer["numbers"].items() if not number]
    assert len(free) == given_up > 2
    assert not any(d in free for c in free for d in puzzle.board.around[c])


def test_growing_hands_out_facts_that_keep_oracles_of_rules_that_stay():
    (puzzle,) = _numberlinks(5, 1)
    growing = Growing(UNLIMITED)
    answer = growing.at_once(puzzle)
    before = growing.facts()
    places = [c for c in puzzle.board.clues("numbers") if puzzle.harder(answer, c)]
    changed = puzzle.clues(puzzle.harder(answer, places[0]), Random(0))["numbers"]
    board = puzzle.changed({("numbers", c): t for c, t in changed.items()})
    growing.at_once(board)
    after, fresh = growing.facts(), Facts(encoded(board))
    shared = {*map(id, before.rules)} & {*map(id, after.rules)}
    assert len(shared) == len(before.rules) < len(after.rules)
    for way in (ONE, SHORT):
        deduction = Deduction(board, after)
        assert deduction.settles(way) is Deduction(board, fresh).settles(way)


def test_grown_boards_are_freed_without_a_collection():
    """Draws defer garbage collection, so a cycle would keep each board of a draw."""
    (puzzle,) = _numberlinks(5, 1)
    growing = Growing(UNLIMITED)
    growing.at_once(puzzle)
    there = ref(growing)
    with uncollected():
        del growing
        assert there() is None


def test_a_medium_numberlink_is_made():
    (puzzle,) = made("numberlink", 6, grade="medium")
    assert EXPLAINER.levels[EXPLAINER.grade(puzzle)] == "medium"


def test_numbers_do_not_crowd_a_numberlink():
    numberlink = kind("numberlink").puzzle
    pairs = [len(numberlink.layout(Random(s), Board(6, 6, ()))["numbers"]) / 2 for s in range(12)]
    assert 3 < max(pairs) <= 7, pairs


def test_regions_of_lits_move_until_there_is_one_answer():
    lits = kind("lits").puzzle
    for seed in range(3):
        puzzle = lits.of_blocks(6, 6, lits.layout(Random(seed), Board(6, 6, ())))
        assert solve_cdcl(puzzle, Request(limit=2)).verdict is Verdict.UNIQUE


def test_tetrominoes_that_regions_leave_are_those_of_all_answers_or_more():
    lits, board, met = kind("lits").puzzle, Board(5, 5, ()), 0
    left = Left(board)
    for seed in range(12):
        regions = rooms(Random(seed), board, 4, 7)
        puzzle, found = lits.of_blocks(5, 5, {"regions": regions}), left.of(regions)
        answers = map(model_of(puzzle).by_group, solve_cdcl(puzzle, Request(limit=50)).solutions)
        shaded = [sum(left.bit[c] for c, on in a["shaded"].items() if on) for a in answers]
        masks = [{mask for mask, *_ in ways} for ways in found]
        assert all(any(m & one == m for m in of) for one in shaded for of in masks)
        assert found or not shaded
        met += len(shaded)
    assert met > 3


def test_a_region_of_lits_beside_one_2x2_is_two_rules():
    """The four cells and their shape used to be two rules, and the board's grade ``all cases``."""
    puzzle = kind("lits").puzzle.decode("lits:5x5:22233/22330/22330/12210/11110")
    assert EXPLAINER.grade(puzzle) == "two rules"


def test_a_killer_sudoku_has_small_cages_and_no_digits():
    for puzzle in made("killer_sudoku", 6, 2):
        sizes = [len(cage) for cage in puzzle.board.groups("cages").values()]
        assert not puzzle.board.clues("digits")
        assert len(puzzle.board.clues("sums")) == len(sizes)
        assert sum(sizes) < 3 * len(sizes)


def test_a_repaired_killer_sudoku_gets_digits_where_it_has_sums():
    puzzle = api.puzzle("killer_sudoku", kind("killer_sudoku").puzzle.many)
    found = kind("killer_sudoku").explaining.repair(puzzle, None)
    assert found is not None and found.puzzle.board.clues("digits")


def test_two_bridges_become_one_where_another_answer_has_not_two():
    puzzle = api.puzzle("hashi", "hashi:3x3:3.3/.../3.3")
    mine, other = (model_of(puzzle).by_group(a) for a in solve_cdcl(puzzle, Request()).solutions)
    bridges, theirs = puzzle.varied(mine, other, Random(1))["bridges"], other["bridges"]
    changed = {ends for ends, number in bridges.items() if number != mine["bridges"][ends]}
    assert changed and all(bridges[ends] == 1 for ends in changed)
    assert any(theirs[ends] != 2 for ends in changed)
