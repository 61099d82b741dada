"""Numbers of stored benchmarks in texts: of one row, of two rows, and places that name no row."""

import json
import re

import pytest

from paper import stored


@pytest.fixture(autouse=True)
def results(tmp_path, monkeypatch):
    rows = [
        {"board": "a", "method": "x", "boards": 12, "median_ms": {"build": 1.0, "total": 0.0042}},
        {"board": "a", "method": "y", "median_ms": 6.0},
        {"board": "b", "method": "x", "ms": {"50%": 3.0, "100%": 5057.28}},
    ]
    text = json.dumps({"benchmark": "speed", "rows": rows}, indent=1)
    (tmp_path / "speed.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr(stored, "RESULTS", tmp_path)


@pytest.mark.parametrize(
    ("place", "result"),
    [
        ("speed | a | x", "[0.0042](../speed.json#L4)"),
        ("speed | a | y over x", "[1,400](../speed.json#L13)"),
        ("speed | a | y over x : 1", "[1,000](../speed.json#L13)"),
        ("speed | a | x # boards", "[12](../speed.json#L4)"),
        ("speed | b # 100%", "[5,100](../speed.json#L18)"),
    ],
)
def test_a_place_is_a_number_with_its_line(place, result):
    assert stored.filled(f"{{{{{place}}}}}", "..") == result


@pytest.mark.parametrize(
    "place", ["speed | c", "speed | x", "speed | a | z over x", "speed | a | x | y"]
)
def test_what_names_no_single_row_is_an_error_with_its_text(place):
    with pytest.raises(ValueError, match=re.escape(place)):
        stored.filled(f"{{{{{place}}}}}", "..")
