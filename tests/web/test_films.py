"""Films of solvers on the page: the page shows the recorded search, in a file and when served."""

import json
import threading
import zlib

import pytest

from cpstudy import api, puzzles
from cpstudy.cdcl.recording import counters
from cpstudy.core.errors import InputError
from cpstudy.web import films
from cpstudy.web.entries import entry
from cpstudy.web.page import page_of
from cpstudy.web.questions import answer
from cpstudy.web.server import PageServer
from cpstudy.web.sets import kinds_with_a_page
from tests.cdcl.test_recording import BOARDS
from tests.web.rules import asked
from tests.web.test_frame import axe_finds

SLITHERLINK = api.puzzle("slitherlink", BOARDS["slitherlink"])
LEARNING = [name for name in kinds_with_a_page() if films.learning_of(puzzles.kind(name))]


def test_which_kinds_show_their_learning():
    assert set(LEARNING) == {*BOARDS, "jigsaw"}


@pytest.mark.parametrize("name", BOARDS)
def test_variables_have_words_and_places(name):
    puzzle = api.puzzle(name, BOARDS[name])
    board = puzzles.kind(name).page.board(puzzle)
    shown = films.film(puzzle)
    drawn = [meaning for meaning in shown["meanings"] if meaning["at"]]
    assert len({(meaning["at"], meaning["look"]) for meaning in drawn}) == len(drawn) > 0
    assert len({meaning["true"] for meaning in shown["meanings"] if meaning["true"]}) >= len(drawn)
    for meaning in drawn:
        assert meaning["true"] != meaning["false"] and "row " in meaning["true"]
        assert len(meaning["at"]) == (2 if meaning["look"] == ("line", "gap") else 1)
        for row, column in meaning["at"]:
            assert -0.5 <= row < board["rows"] and -0.5 <= column < board["columns"]
    if shown["whole"]:
        assert shown["events"][-1]["what"] in ("refute", "model")
    json.dumps(shown)


def test_words_are_true_of_the_solution():
    """On a board with one solution, each variable's words for its value state what holds there."""
    result = {"slitherlink": "runs along", "masyu": "joins", "nurikabe": "is sea"}
    for name, words in result.items():
        puzzle = api.puzzle(name, BOARDS[name])
        (solution,) = api.solve(puzzle, limit=2).solutions
        meanings = puzzles.kind(name).page.learning.meanings(puzzle)
        for value, meaning in zip(solution, meanings, strict=False):
            assert (words in (meaning.true if value else meaning.false)) == bool(value)


def test_large_boards_and_other_kinds_are_refused_in_a_line():
    large, _ = next(api.generate("pipes", "wilson", (21, 20), 1, 1))
    with pytest.raises(InputError, match="400 cells"):
        films.film(large)
    with pytest.raises(InputError, match="no clause learning"):
        films.film(api.puzzle("sokoban", puzzles.kind("sokoban").example))
    with pytest.raises(InputError, match="not solved by CP-SAT"):
        films.cpsat_film(api.puzzle("sokoban", puzzles.kind("sokoban").example))


def test_the_log_of_cp_sat():
    shown = films.cpsat_film(SLITHERLINK)
    words = [event["words"] for event in shown["events"]]
    assert [event["search"] for event in shown["events"]] == sorted(
        event["search"] for event in shown["events"]
    )
    assert words[0].startswith("the model as it was stated: ")
    assert any(word.startswith("a solution, found by") for word in words)
    assert any(word.startswith("the end, INFEASIBLE: ") for word in words)
    (found,) = [event["answer"] for event in shown["events"] if "answer" in event]
    assert found == list(api.solve(SLITHERLINK).solutions[0])
    assert shown["verdict"] == "unique" and any("CP-SAT" in line for line in shown["log"])


def test_questions_of_films():
    asked_for = {"kind": "slitherlink", "text": SLITHERLINK.encode()}
    assert answer({"ask": "film", **asked_for})["film"]["verdict"] == "unique"
    assert answer({"ask": "cpsat", **asked_for})["film"]["verdict"] == "unique"
    for ask in ("film", "cpsat"):
        assert "fault" in answer({"ask": ask, "kind": "slitherlink", "text": "x"})
        assert "fault" in answer({"ask": ask, "kind": "x", "text": "x"})
        assert "fault" in answer({"ask": ask})


def test_files_have_films_of_small_hard_puzzles():
    records = [entry(SLITHERLINK), entry(api.puzzle("pipes", BOARDS["pipes"]))]
    records.append(entry(api.puzzle("sokoban", puzzles.kind("sokoban").example)))
    found = films.filmed(records)
    assert [one["kind"] for one in found] == ["slitherlink", "pipes"]
    assert found[0]["film"]["counters"]["conflicts"] > 3
    assert len(zlib.compress(json.dumps(found).encode())) < 12_000


COURSE = """([events, moments]) => moments.map((moment) => {
  const { literals, conflicts, decisions, propagations } = cpstudy.momentAt(events, moment);
  return [literals, conflicts, decisions, propagations];
})"""


def trail_after(events):
    """Return the literals on the trail after the events, by a replay in this file."""
    trail = []
    for event in events:
        if event.what not in ("decide", "imply", "conflict"):
            trail = [one for one in trail if one[1] <= event.level]
        if event.what in ("decide", "imply"):
            trail.append((event.literals[0], event.level))
        elif event.what == "probe":
            trail += [(literal, 0) for literal in event.literals]
    return [literal for literal, _ in trail]


def test_a_film_is_the_search_step_by_step(browser):
    """A film in a file needs no server: the page steps forward and back, by buttons and by keys,
    and over each implication, and its trails and counters are those that Python computes.
    """
    records = [entry(SLITHERLINK)]
    events = films.recorded(SLITHERLINK).events
    page = browser.show(page_of(records, films=films.filmed(records)))
    page.evaluate("cpstudy.session.play(['paint', 1, [0]])")
    page.get_by_role("tab", name="Clause learning").click()
    moments = [*range(0, len(events), 7), len(events)]
    rows = [films._row(event) for event in events]
    for moment, result in zip(moments, asked(page, COURSE, [rows, moments]), strict=True):
        sums = counters(events[:moment])
        wanted = [sums["conflicts"], sums["decisions"], sums["propagations"]]
        assert result == [trail_after(events[:moment]), *wanted], moment
    slider = page.get_by_label("Step of the search")
    step = lambda: int(slider.input_value())  # noqa: E731
    jump = page.get_by_role("button", name="Next conflict")
    jump.click()
    assert page.locator(".search h3").text_content() == "Conflict" and step() > 1
    assert page.locator(".film .conflict").count() >= 1
    before = step()
    page.keyboard.press(".")
    assert step() == before + 1
    assert page.locator(".search h3").text_content().startswith("Learnt: ")
    assert page.locator(".clauses li").count() == 1
    page.keyboard.press(",")
    page.keyboard.press("c")
    assert step() > before + 1 and page.locator(".clauses li").count() == 1
    page.get_by_label("each implication").check()
    assert int(slider.get_attribute("max")) == len(events)
    slider.fill(str(len(events)))
    assert "No other solution is left" in page.locator(".search .words").text_content()
    assert axe_finds(page) == []
    assert page.locator(".axes").text_content().startswith("↑ level (decisions), 0 to ")
    # On a phone the buttons stay below the board while the words are scrolled.
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("cpstudy.host.classList.add('asking')")
    page.locator(".clauses").scroll_into_view_if_needed()
    place, button = page.locator(".game").bounding_box(), jump.bounding_box()
    assert place["y"] + place["height"] <= button["y"] + 1 and button["y"] < 600
    page.get_by_role("tab", name="Help").click()
    assert page.locator(".film").count() == 0
    assert page.evaluate("cpstudy.session.history.moves") == [["paint", 1, [0]]]


def test_films_are_asked_for_where_they_are_served(chromium):
    """The server records the films on request, and the board shows CP-SAT's solution."""
    with PageServer(page_of([entry(SLITHERLINK)], served=True), answer, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = chromium.new_page()
        faults = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(server.address)
        page.get_by_role("tab", name="Clause learning").click()
        page.get_by_role("button", name="Next conflict").click()
        page.locator(".film .conflict").first.wait_for()
        page.get_by_role("tab", name="CP-SAT").click()
        page.get_by_role("button", name="Run CP-SAT").click()
        slider = page.get_by_label("Line of the log")
        slider.wait_for()
        assert page.evaluate("document.activeElement.textContent") == "Run CP-SAT"
        slider.fill(slider.get_attribute("max"))
        assert page.locator(".edge.line").count() == sum(api.solve(SLITHERLINK).solutions[0])
        page.get_by_role("tab", name="Hints").click()
        assert page.locator(".edge.line").count() == 0
        page.close()
        server.shutdown()
    assert faults == []
