"""Kamies's tables: depths are as published, what he gave up is not judged, laws hold or fail."""

import pytest

from cpstudy.reproducing import kamies, kamies_figures, kamies_growth
from cpstudy.study.store import Store


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "rows.sqlite") as opened:
        yield opened


def cells(parts):
    return {(part, cell.what): cell for part, comparison in parts for cell in comparison.cells}, {
        part: comparison.verdict for part, comparison in parts
    }


def test_table_2_and_the_bridge_of_the_text(store):
    found, verdicts = cells(list(kamies.table_2("small", store)))
    bridge = "bridge and torch, times of the text"
    assert verdicts.pop(bridge) == "differs"
    assert {verdicts[name] for name in kamies.TABLE_2} == {"equal"}
    assert {verdicts[name] for name in ("jigsaw", "kenken", "nurikabe")} == {"equal"}
    assert found["fox, goose and beans", "bfs, states"].ours == "10"
    assert found[bridge, "bfs, states"].ours == found[bridge, "dfs, states"].ours  # all of them


def test_depths_and_what_was_given_up(store, monkeypatch):
    monkeypatch.setattr(kamies, "BLOXORZ", {10: kamies.BLOXORZ[10], 12: ((13, 58), ("", ""))})
    monkeypatch.setattr(kamies, "SOKOBAN", {5: ((None, None), (">30m", ">30m"))})
    _, verdicts = cells(list(kamies.table_3("small", store)))
    assert verdicts == {"10x10": "equal", "12x12": "differs"}
    found, verdicts = cells(list(kamies.table_4("small", store)))
    assert verdicts == {"5x5 by steps": "", "5x5 by areas": ""}
    assert found["5x5 by steps", "bfs, depth"].ours == "10"
    assert found["5x5 by areas", "breadth first, pushes"].ours == "6"
    assert found["5x5 by areas", "fewest pushes, A*, pushes"].ours == "6"


def test_picross_by_substitutes(store, monkeypatch):
    monkeypatch.setattr(kamies, "PICROSS", {5: ("1s", "2s"), 30: ("", "")})
    found, verdicts = cells(list(kamies.table_5("small", store)))
    assert verdicts == {"5x5": ""}  # 30 is not in the small scale
    assert found["5x5", "bfs, solved in time"].ours == "3 of 3"
    assert found["5x5", "dfs, seconds"].published == "2s"


def test_rows_are_kept(store, monkeypatch):
    monkeypatch.setattr(kamies, "BLOXORZ", {10: kamies.BLOXORZ[10]})
    first = list(kamies.table_3("small", store))
    monkeypatch.setattr(kamies, "measure", None)  # nothing is run again
    assert list(kamies.table_3("small", store)) == first


def test_laws_and_exponents(store, monkeypatch):
    monkeypatch.setattr(kamies_growth, "_BLOXORZ", {"small": (3, 4, 6)})
    monkeypatch.setattr(kamies_growth, "_STEPS", {"small": (3, 4)})
    monkeypatch.setattr(kamies_growth, "_AREAS", {"small": (3, 4)})
    monkeypatch.setattr(kamies_growth, "_PIECES", {"small": {1: (3, 4), 2: (4, 5)}})
    _, verdicts = cells(list(kamies_growth.growth("small", store)))
    # On 3 × 3 one state of Bloxorz cannot be reached, so the law fails there, and that is detected.
    assert verdicts == {
        "Bloxorz": "differs", "Sokoban by steps": "equal", "Sokoban by areas": "equal",
    }  # fmt: skip
    found, verdicts = cells(list(kamies_growth.pieces("small", store)))
    assert set(verdicts.values()) == {"equal"}
    assert found["2 boxes", "4x4, states by steps"].ours == "1,676"
    assert float(found["1 box", "exponent of n at the largest"].ours) > 4


def test_figures_are_what_the_text_says(store, tmp_path):
    for number, lines in ((1, "30"), (2, "15")):
        found, verdicts = cells(list(kamies_figures.figure("small", store, number)))
        assert verdicts == {"fox, goose and beans": "equal"}
        assert found["fox, goose and beans", "allowed states"].ours == "10"
        written = list(kamies_figures.draw("small", store, tmp_path, number))
        assert [path.suffix for path in written] == [".svg", ".png", ".dot"]
        before = [path.read_bytes() for path in written]
        list(kamies_figures.draw("small", store, tmp_path, number))
        assert [path.read_bytes() for path in written] == before
        assert found["fox, goose and beans", "lines"].ours == lines
