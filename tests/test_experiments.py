"""Manners of the experiments: two scales, and files named by them, so that none is overwritten."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "experiments"
NAMES = sorted(path.stem for path in FOLDER.glob("[0-9][0-9]_*.py"))
WRITERS = {"Store", "write_table", "write_figure"}


def test_there_are_experiments():
    assert len(NAMES) >= 12


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_has_the_two_scales(name):
    options = {option.name: option for option in import_module(f"experiments.{name}").main.params}
    assert (*options["scale"].type.choices,) == ("small", "paper")
    assert options["scale"].default == "small"


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_named_by_its_scale(name):
    source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert "--scale paper" in ast.get_docstring(ast.parse(source))
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in WRITERS
    ]
    assert calls
    for call in calls:
        texts = [node for node in ast.walk(call) if isinstance(node, ast.JoinedStr)]
        named = {
            getattr(part.value, "id", "")
            for text in texts
            for part in text.values
            if isinstance(part, ast.FormattedValue)
        }
        assert "scale" in named, ast.unparse(call)


def test_small_results_are_not_committed():
    ignored = (FOLDER.parent / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/results/", "/figures/*-small.*"} <= {*ignored}
