"""The material of the report: items and experiments are found automatically, and rows are kept."""

import json

import pytest

from cpstudy.reproducing import kamies_growth
from cpstudy.reproducing.items import ITEMS
from cpstudy.study.store import Store
from paper import collecting

FIGURES = ["kamies/figure1", "kamies/figure3"]


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A separate directory for results and figures, with one experiment."""
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "__init__.py").touch()
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "old.csv").write_text("x\n")
    (tmp_path / "experiments" / "01_one.py").write_text(
        '"""Why not?\n\nMore."""\n'
        "import pathlib, sys\n"
        'assert sys.argv[1:4] == ["--scale", "small", "--rows"]\n'
        'assert sys.argv[4].endswith("paper-small.sqlite")  # what items have measured is there\n'
        "folder = pathlib.Path(sys.argv[6])\n"
        '(folder / "new.csv").write_text("a,b\\n1,2\\n")\n'
        '(folder / "new.svg").write_text("<svg/>")\n'
    )
    monkeypatch.setattr(collecting, "ROOT", tmp_path)
    return tmp_path


def test_items_and_experiments(root):
    folder = root / "out"
    names = list(collecting.collect("small", FIGURES, collecting.experiments(), folder))
    assert names == [*FIGURES, "01_one"]
    found = json.loads((folder / "collection.json").read_text())
    first, third = found["items"]
    assert first["parts"][0]["verdict"] == "equal"
    assert first["figures"] == ["kamies_figure1.svg"]
    assert (folder / "figures" / "kamies_figure1.svg").is_file()
    assert (root / "figures" / "new.csv").is_file()
    assert (third["parts"], third["note"]) == ([], ITEMS["kamies/figure3"].note)
    (one,) = found["experiments"]
    assert (one["question"], one["figures"]) == ("Why not?", ["new.svg"])
    assert one["tables"] == {"new": [["a", "b"], ["1", "2"]]}
    assert found["provenance"]["rows"] == 0


def test_an_experiment_that_fails_ends_it(root):
    (root / "experiments" / "02_two.py").write_text('"""Two."""\nraise SystemExit("no rows")\n')
    with pytest.raises(ChildProcessError, match="02_two: no rows"):
        list(collecting.collect("small", [], collecting.experiments(), root / "out"))


def test_rows_that_came_along_are_not_run_again(root, monkeypatch):
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(kamies_growth, "_PIECES", {"small": {1: (3, 4), 2: (4, 5)}})
    folder = root / "out"
    list(collecting.collect("small", ["kamies/pieces"], [], folder))
    rows = root / "results" / "paper-small.sqlite"
    with Store(rows) as store:
        before = [(row.key, row.created, row.seconds) for row in store.rows()]
    first = (folder / "collection.json").read_bytes()
    rows.unlink()
    list(collecting.collect("small", ["kamies/pieces"], [], folder))
    with Store(rows) as store:
        again = [(row.key, row.seconds) for row in store.rows()]
    assert sorted(again) == sorted((key, seconds) for key, _, seconds in before)
    assert (folder / "collection.json").read_bytes() == first


def test_from_rows_alone_nothing_is_solved(root, monkeypatch):
    """Items with stored rows are as they were collected; the others are reported as missing."""
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(kamies_growth, "_PIECES", {"small": {1: (3, 4), 2: (4, 5)}})
    items = ["kamies/pieces", "kamies/table3", "kamies/figure3"]
    list(collecting.collect("small", items[:1], [], root / "data"))
    whole = json.loads((root / "data" / "collection.json").read_text())
    (root / "experiments" / "02_two.py").write_text(
        '"""Who?"""\n'
        "import pathlib, sys\n"
        'assert sys.argv[3::3] == ["--rows", "--figures"], sys.argv\n'
        'assert sys.argv[5] == "--stored" and sys.argv[4].endswith("/02_two.sqlite")\n'
        '(pathlib.Path(sys.argv[7]) / "tree-small.csv").write_text("a,b\\n1,2\\n")\n'
    )
    monkeypatch.setattr(collecting, "DATA", root / "data")
    list(collecting.collect_stored("small", items, ["02_two"], root / "out"))
    found = json.loads((root / "out" / "collection.json").read_text())
    assert found["items"][0] == whole["items"][0]
    assert [item["note"] for item in found["items"]] == ["", collecting.MISSING, "an illustration"]
    assert found["items"][1]["parts"] == []
    assert found["provenance"]["rows"] == whole["provenance"]["rows"]
    (experiment,) = found["experiments"]
    assert experiment["tables"] == {"tree-small": [["a", "b"], ["1", "2"]]}
    assert (root / "figures" / "tree-small.csv").read_text() == "a,b\n1,2\n"


def test_one_picture_of_several_formats():
    names = ["b.png", "a.svg", "a.png", "a.dot", "c.csv"]
    assert collecting.one_a_picture(names) == ["a.svg", "b.png"]
