"""The page of hardness sweeps: its map by mouse and by keys, its table, its puzzles."""

import shlex
from contextlib import redirect_stdout
from io import StringIO

import pytest

from cpstudy.core.errors import InputError
from cpstudy.jobs.hardness.maps_page import KEPT, figures_page, maps
from cpstudy.jobs.hardness.sweep import compute, sweep
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.store import Store
from tests.web.rules import hint_by_buttons
from tests.web.test_frame import axe_finds


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    path = tmp_path_factory.mktemp("sweeps") / "rows.sqlite"
    with Store(path) as store:
        compute([sweep(3, SOLVERS["snopf"], puzzles=3, limit=1_000)], store, jobs=1)
        compute([sweep(4, SOLVERS["dfs"], puzzles=3, limit=30)], store, jobs=1)
    return maps([path])


@pytest.fixture
def page(browser, seen):
    return browser.show(figures_page(seen))


def choose_4x4(page):
    page.get_by_label("Sweep", exact=True).select_option("1")


def cell(page, inner, outer):
    return page.locator(f'.heatmap [aria-label^="{inner} inner, {outer} outer colours:"]')


def test_every_cell_has_its_figures(page, seen):
    for at, one in enumerate(seen["sweeps"]):
        page.get_by_label("Sweep", exact=True).select_option(str(at))
        labels = page.locator(".heatmap [role=gridcell]").evaluate_all(
            "(cells) => cells.map((cell) => cell.getAttribute('aria-label'))"
        )
        cells = one["cells"]
        assert len(labels) == len(cells["median"])
        for inner, outer, median, censored in zip(
            cells["inner"], cells["outer"], cells["median"], cells["censored"], strict=True
        ):
            words = f"median {'at least ' if censored else ''}{median:g},"
            about = f"{inner} inner, {outer} outer colours: {words}"
            assert sum(label.startswith(about) for label in labels) == 1
        assert page.locator(".heatmap .hatch").count() == sum(cells["censored"])
        page.locator("summary", has_text="All cells").click()
        # The browser reports an opened table a moment later.
        page.locator(".cells tbody tr").nth(len(labels) - 1).wait_for()
        assert page.locator(".cells tbody tr").count() == len(labels)


def test_hovering_tells_and_clicking_opens_or_tells_the_command(page, seen):
    choose_4x4(page)
    held = {(one["inner"], one["outer"]) for one in seen["puzzles"] if one["size"] == 4}
    cell(page, 1, 1).hover()
    assert "1 inner, 1 outer" in page.locator("aside").text_content()
    assert (12, 12) not in held
    cell(page, 12, 12).click()
    command = page.locator("aside .text").text_content()
    shell = shlex.split(command.removeprefix("cpstudy play --puzzle edge_matching "))
    (_, code) = shell[0].removeprefix("$(python ").removesuffix(")").split(" ", 1)
    out = StringIO()
    with redirect_stdout(out):
        exec(code.strip("'"), {})
    wanted = next(puzzles(4, 4, 12, 12, 1, 1))[0]
    assert out.getvalue().strip() == wanted.encode()
    (inner, outer), *_ = held
    cell(page, inner, outer).click()
    assert page.evaluate("cpstudy.session.entry.text") in {one["text"] for one in seen["puzzles"]}


def test_keys_walk_and_watch(page, seen):
    choose_4x4(page)
    page.get_by_role("grid").focus()
    page.keyboard.press("Enter")  # the peak's puzzle, by the sweep's solver
    assert page.get_by_label("Solver").input_value() == "dfs"
    assert page.get_by_role("grid", name="Board, 4 by 4").count() == 1
    page.get_by_role("button", name="Next ▶").click()
    assert page.locator(".desk > .board .piece").count() == 1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_role("button", name="Back to the map").click()
    assert page.locator(".heatmap").is_visible() and not page.locator(".desk").is_visible()
    before = page.locator("aside table").first.text_content()
    page.keyboard.press("ArrowRight")
    assert page.locator("aside table").first.text_content() != before


def test_a_puzzle_of_a_map_is_solved_by_hints(page, seen):
    one = next(one for one in seen["puzzles"] if one["size"] == 3)
    cell(page, one["inner"], one["outer"]).click()
    page.get_by_role("tab", name="Hints").click()
    assert hint_by_buttons(page, 9).startswith("Complete")


def test_axe_finds_nothing(browser, seen):
    page = browser.show(figures_page(seen), color_scheme="dark")
    page.locator("summary", has_text="All cells").click()
    assert axe_finds(page) == []


def test_what_is_kept_opens_on_a_phone(browser):
    text = figures_page(KEPT.read_text())
    assert len(text) < 600_000
    page = browser.show(text, viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.get_by_label("Sweep", exact=True).locator("option").count() == 12
    # On the largest map the labels are legible, and a cell's figures stand right below it.
    page.get_by_label("Sweep", exact=True).select_option("11")
    for label in page.locator(".heatmap .tick, .heatmap .axis").all()[:4]:
        assert label.bounding_box()["height"] > 10
    place, axis = (page.locator(part).bounding_box() for part in (".place", ".axis >> nth=0"))
    assert axis["x"] + axis["width"] < 390
    below = page.get_by_role("region", name="Cell").bounding_box()
    assert below["y"] - (place["y"] + place["height"]) < 20 and below["y"] < 700
    # A playback shows the board and its controls together.
    page.get_by_role("button", name="Watch lowest-connectivity on it").click()
    page.get_by_role("button", name="Next ▶").click()
    board, controls = (page.locator(part).bounding_box() for part in (".desk > .board", ".depth"))
    assert 0 <= board["y"] < board["y"] + board["height"] < controls["y"] < 800


def test_a_cell_that_was_not_measured_says_so(browser, seen):
    (first, *_), puzzles = seen["sweeps"], seen["puzzles"]
    cells = {name: values[:-1] for name, values in first["cells"].items()}
    page = browser.show(figures_page({"sweeps": [{**first, "cells": cells}], "puzzles": puzzles}))
    inner, outer = (first["cells"][name][-1] for name in ("inner", "outer"))
    page.evaluate(
        "([inner, outer]) => figures.map.board.activate([figures.map.top - outer, "
        "inner - figures.map.left])",
        [inner, outer],
    )
    words = f"{inner} inner, {outer} outer colours: not measured."
    assert words in page.locator("aside").text_content()


def test_sweeps_without_placements_are_refused_in_a_line(tmp_path):
    path = tmp_path / "rows.sqlite"
    with Store(path) as store:
        compute([sweep(2, SOLVERS["cdcl"], puzzles=1, limit=10)], store, jobs=1)
    with pytest.raises(InputError, match="no sweep by a search of placements"):
        maps([path])
