"""``import cpstudy`` as users see it: verbs, help, examples, and displays in notebooks."""

import doctest
import importlib.util
import inspect
import pickle
import pydoc
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from types import FunctionType

import pytest

import cpstudy
from cpstudy import api, explain, explore, hardness, notebooks, puzzle, read, solve, verify
from cpstudy.core import registered
from cpstudy.core.drawing import Disc, Drawing
from cpstudy.core.result import Result
from cpstudy.puzzles import PUZZLES, kind

VERBS = (
    "puzzle", "read", "generate", "solve", "verify", "count", "explain", "explore", "hardness",
    "rows", "kinds", "solvers", "register_solver", "ambiguity", "conflict", "freedom",
)  # fmt: skip
BOARD = "3x3:654eb6414"


def test_the_package_offers_the_verbs():
    """All verbs are functions, whatever was imported before: no package has the name of a verb."""
    for name in VERBS:
        assert isinstance(getattr(cpstudy, name), FunctionType), name
        assert name in cpstudy.__all__
    assert set(dir(cpstudy)) >= set(cpstudy.__all__)
    with pytest.raises(AttributeError, match="no attribute 'magic'"):
        cpstudy.magic  # noqa: B018


def test_importing_it_loads_next_to_nothing():
    script = "import sys, cpstudy; print({'numpy', 'cpstudy.api'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_help_shows_what_there_is_and_no_more():
    shown = pydoc.plain(pydoc.render_doc(cpstudy))
    for name in VERBS:
        assert f"\n    {name}(" in shown
    assert "__getattr__" not in shown and "_Lazy" not in shown
    assert "unique 5x5:81d54bd61cab54aaa89623774" in shown  # an example with its output


@pytest.mark.parametrize("name", ["cpstudy", *VERBS])
def test_examples_are_true(name, tmp_path, monkeypatch):
    if name == "rows" and not importlib.util.find_spec("pandas"):
        pytest.skip("the example is with pandas")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registered, "_rows", {})
    given = cpstudy if name == "cpstudy" else getattr(cpstudy, name)
    names = {**vars(inspect.getmodule(given)), **{verb: getattr(cpstudy, verb) for verb in VERBS}}
    finder = doctest.DocTestFinder(recurse=False)
    (example,) = finder.find(given, name, globs=names)
    assert example.examples, f"{name} has no example"
    assert all(one.want for one in example.examples[-1:]), f"{name}: the last example shows nothing"
    result = doctest.DocTestRunner().run(example)
    assert result.failed == 0


def test_reading_files(tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text(f"# one\n{BOARD}\n\n2x1:1z\n")
    with pytest.raises(ValueError, match=r"boards.txt:4: row 1, column 2"):
        read("pipes", path)
    with pytest.raises(ValueError, match="format 'magic': choose from text"):
        read("pipes", path, "magic")
    with pytest.raises(FileNotFoundError):
        read("pipes", tmp_path / "none.txt")
    grid = tmp_path / "level.txt"
    grid.write_text("s p p\np p e\n")
    assert [level.encode() for level in read("bloxorz", grid)] == ["s p p/p p e"]


def test_a_hyphen_is_as_good_as_an_underscore():
    assert kind("edge-matching") is kind("edge_matching")
    assert puzzle("bridge-torch", "1,2,5,8") == puzzle("bridge_torch", "1,2,5,8")
    with pytest.raises(ValueError, match="puzzle kind 'edge-matches'"):
        kind("edge-matches")


def test_verbs_refuse_what_a_kind_has_not():
    for verb in (verify, cpstudy.count):
        with pytest.raises(ValueError, match="river_crossing has no solvers"):
            verb(puzzle("river_crossing", "fox,goose:fox-goose"))
    with pytest.raises(ValueError, match="edge_matching has no explanations"):
        explain(puzzle("edge_matching", kind("edge_matching").example))
    with pytest.raises(ValueError, match="pipes has no moves"):
        explore(puzzle("pipes", BOARD))
    with pytest.raises(ValueError, match="solver 'magic' of edge_matching: choose from"):
        hardness(3, "magic")
    assert cpstudy.count(puzzle("pipes", BOARD), budget=cpstudy.Budget(iterations=0)) is None


# -- notebooks ---------------------------------------------------------------------------------


def well_formed(text):
    """Return the element of a fragment; raises if tags do not match."""
    return ElementTree.fromstring(f"<div>{text}</div>")


@pytest.mark.parametrize("name", PUZZLES)
def test_boards_draw_themselves(name):
    board = puzzle(name, kind(name).example)
    shown = board._repr_svg_()
    pictures = kind(name).pictures
    assert (shown is None) == (pictures is None or pictures.drawing is None)
    if shown is not None:
        assert shown.startswith("<svg")
        assert len(well_formed(shown)) == 1
    assert pickle.loads(pickle.dumps(board)) == board


def drawings(text):
    return text.count("<svg")


def test_results_tell_and_draw_themselves():
    board = puzzle("pipes", "2x1w:11")
    outcome = solve(board)._repr_html_()
    well_formed(outcome)
    assert "<td>many</td>" in outcome and drawings(outcome) == 2
    assert drawings(solve(board, limit=1)._repr_html_()) == 1
    nobody = Result(exhausted=True)._repr_html_()  # without a solver and a puzzle
    assert "<td>none</td>" in nobody and drawings(nobody) == 0
    path = explore(puzzle("sokoban", "5x4:#####|#@$.#|#---#|#####"))._repr_html_()
    well_formed(path)
    assert "<td>found</td>" in path and drawings(path) == 2


def test_explanations_tell_and_draw_themselves():
    outcome = explain(puzzle("pipes", BOARD))
    shown = outcome._repr_html_()
    well_formed(shown)
    assert shown.count("<li>") == len(outcome.steps) and drawings(shown) == 2
    assert drawings(explain(puzzle("pipes", "2x1w:11"))._repr_html_()) == 1


def test_long_explanations_are_cut(monkeypatch):
    monkeypatch.setattr(notebooks, "_MOST_STEPS", 5)
    shown = explain(puzzle("pipes", BOARD))._repr_html_()
    assert shown.count("<li>") == 5 and "… and 16 more steps" in shown


def test_drawings_and_heatmaps_draw_themselves():
    assert drawings(Drawing(1, 1, (Disc(0.5, 0.5, 0.3, "#00ff00"),))._repr_svg_()) == 1
    sweep = hardness(3, inner=range(1, 3), outer=range(1, 3), puzzles=2, jobs=1)
    shown = sweep._repr_svg_()
    assert shown.startswith("<svg") and 'width="127mm"' in shown
    well_formed(shown)


def test_a_notebook_shows_boards(tmp_path):
    """A board, a result and an explanation are shown in a real notebook."""
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    cells = (
        "from cpstudy import explain, puzzle, solve",
        f"board = puzzle('pipes', {BOARD!r}); board",
        "solve(board)",
        "explain(board)",
    )
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    place = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(book, timeout=300, resources=place).execute()
    shown = [[*output.data] for cell in book.cells[1:] for output in cell.outputs]
    assert ["image/svg+xml" in kinds for kinds in shown] == [True, False, False]
    assert ["text/html" in kinds for kinds in shown] == [False, True, True]


def test_the_second_seed_is_the_first():
    """The default seed of the verbs is 1, as on the command line."""
    for verb in (api.solve, api.verify, api.count, api.generate, hardness):
        assert inspect.signature(verb).parameters["seed"].default == 1
