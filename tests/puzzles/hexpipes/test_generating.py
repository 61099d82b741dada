"""Test the generators of boards of hexagons: outlines, grades, presets, and refused arguments."""

import pytest
from click.testing import CliRunner

from cpstudy import api
from cpstudy.cli import main
from cpstudy.puzzles import kind
from cpstudy.puzzles.hexpipes.outlines import NAMES, cells

HEXAGON = (
    "..####.",
    ".#####.",
    ".######",
    "#######",
    ".######",
    ".#####.",
    "..####.",
)


def lines(outline, rows, columns):
    found = cells(outline, rows, columns)
    text = "".join(".#"[cell] for cell in found)
    return tuple(text[row * columns : (row + 1) * columns] for row in range(rows))


def test_outlines_of_every_name():
    assert lines("hexagon", 7, 7) == HEXAGON
    assert lines("triangle", 4, 4) == ("####", "###.", ".##.", ".#..")
    assert lines("hourglass", 5, 4) == ("####", "###.", ".##.", "###.", "####")
    assert lines("ring", 3, 3) == (".##", "#.#", ".##")
    assert lines("", 1, 2) == ("##",)
    assert lines(".##/#.#", 2, 3) == (".##", "#.#")


@pytest.mark.parametrize("side", range(1, 9))
def test_a_hexagon_of_a_side_has_its_number_of_cells(side):
    size = 2 * side - 1
    whole = cells("hexagon", size, size)
    assert sum(whole) == 3 * side * (side - 1) + 1
    hole = size // 6 + 1
    if side > 1:
        assert sum(cells("ring", size, size)) == sum(whole) - (3 * hole * (hole - 1) + 1)


def test_outlines_hang_together_and_are_drawn():
    drawn = 0
    for outline in NAMES:
        for rows in (2, 3, 5, 8):
            for columns in (2, 3, 5, 8):
                for algorithm in ("wilson", "binary-tree"):
                    try:
                        made = api.generate("hexpipes", algorithm, (rows, columns), outline=outline)
                        puzzle, _ = next(made)
                    except ValueError as error:
                        assert "cut" in str(error) or "comes before" in str(error)
                        continue
                    drawn += 1
                    holes = [not cell for cell in cells(outline, rows, columns)]
                    assert [tile == 0 for tile in puzzle.tiles] == holes or sum(holes) + 1 == len(
                        holes
                    )
    assert drawn > 80


@pytest.mark.parametrize(
    ("outline", "message"),
    [
        ("star", "outline 'star': choose from hexagon, triangle, hourglass, ring, or draw it"),
        ("##/##", "outline: 2 rows, expected 3"),
        ("###/##/###", "outline: row 2 has 2 cells, expected 3"),
        (".../.../...", "outline: nothing but holes"),
        ("#.#/#.#/#.#", r"holes cut row 1, column 3 off from row 1, column 1"),
    ],
)
def test_outlines_that_are_none(outline, message):
    with pytest.raises(ValueError, match=message):
        next(api.generate("hexpipes", "wilson", 3, outline=outline))
    done = CliRunner().invoke(
        main, ["generate", "--puzzle", "hexpipes", "--size", "3", "--outline", outline]
    )
    assert done.exit_code == 2 and len(done.stderr.splitlines()) == 1


def test_other_kinds_take_no_outline():
    with pytest.raises(ValueError, match="takes no outline hexagon; what does: none"):
        api.generate("pipes", "wilson", 3, outline="hexagon")
    done = CliRunner().invoke(main, ["generate", "--outline", "hexagon"])
    assert done.exit_code == 2 and "no generator of pipes takes --outline hexagon" in done.stderr


def test_a_grade_is_what_was_wished():
    for grade in ("local", "dead end", "lookahead"):
        puzzle, _ = next(api.generate("hexpipes", "depth-first", 5, 1, 3, grade=grade))
        assert api.explain(puzzle).grade == grade
    hexagon = CliRunner().invoke(
        main, ["generate", "--puzzle", "hexpipes", "--preset", "hexagon", "--size", "5"]
    )
    puzzle = api.puzzle("hexpipes", hexagon.stdout.strip())
    assert [tile > 0 for tile in puzzle.tiles] == [bool(cell) for cell in cells("hexagon", 5, 5)]
    with pytest.raises(ValueError, match="grade 'x'"):
        next(api.generate("hexpipes", "wilson", 5, grade="x"))


def test_presets_name_outlines_that_there_are():
    presets = kind("hexpipes").generating.presets.values()
    assert {preset.outline for preset in presets} > {"", "hexagon"}
    for preset in presets:
        assert any(cells(preset.outline, *preset.size))
