"""The stock of puzzles made in advance: it serves only the same wish, serves no puzzle twice, and
calls the generator if it is empty.
"""

from concurrent.futures import BrokenExecutor, Executor, Future

import pytest

from cpstudy.web import stock
from cpstudy.web.stock import Stock

WISH = {"kind": "pipes", "rows": 5, "columns": 6, "level": "easy", "way": None}


class Later(Executor):
    """An executor that runs the submitted calls only when ``run`` is called."""

    def __init__(self):
        self.waiting = []

    def submit(self, function, /, *arguments, **named):
        future = Future()
        self.waiting.append((future, function, arguments))
        return future

    def run(self):
        for future, function, arguments in self.waiting:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(function(*arguments))
                except Exception as error:
                    future.set_exception(error)
        self.waiting = []


class Asked:
    """A generator that records its questions. It answers with ``texts`` first (None: a fault), then
    with numbered boards.
    """

    def __init__(self, *texts):
        self.questions, self.texts = [], list(texts)

    def __call__(self, question):
        self.questions.append(question)
        text = self.texts.pop(0) if self.texts else f"board {len(self.questions)}"
        return {"fault": "none"} if text is None else {"entries": [{"text": text}]}


@pytest.fixture
def pool(monkeypatch):
    monkeypatch.setattr(stock.os, "nice", lambda _: 19)
    return Later()


def new(found, **changes):
    return found.answer({"ask": "new", "seed": 1, **WISH, **changes})


def test_what_was_made_ahead_is_given_and_made_again(pool):
    ask = Asked()
    found = Stock(ask, pool)
    assert found.answer({"ask": "ahead", **WISH}) == {}
    assert ask.questions == [] and len(pool.waiting) == 2
    pool.run()
    made = list(ask.questions)
    assert [question["ahead"] for question in made] == [True, True]
    assert made[0]["seed"] != made[1]["seed"]
    assert all({**question, **WISH} == question for question in made)
    assert new(found) == {"entries": [{"text": "board 1"}]}
    assert ask.questions == made  # the generator was not called again
    assert len(pool.waiting) == 1


def test_without_stock_and_for_another_wish_the_generator_is_asked(pool):
    ask = Asked()
    found = Stock(ask, pool)
    assert new(found) == {"entries": [{"text": "board 1"}]}
    assert ask.questions == [{"ask": "new", "seed": 1, **WISH}]
    pool.run()
    for changes in ({"rows": 6}, {"level": "hard"}, {"way": "wilson"}, {"kind": "sudoku"}):
        new(found, **changes)
        assert ask.questions[-1] == {"ask": "new", "seed": 1, **WISH, **changes}
    assert found.answer({"ask": "film"}) and ask.questions[-1] == {"ask": "film"}


def test_no_puzzle_is_given_twice_and_what_was_not_found_is_not_given(pool):
    found = Stock(Asked("a", "a", "b"), pool)
    assert new(found)["entries"][0]["text"] == "a"
    pool.run()
    assert new(found)["entries"][0]["text"] == "b"
    found = Stock(Asked("a", None, "b", "c"), pool)
    new(found)
    pool.run()
    assert new(found)["entries"][0]["text"] == "b"


def test_a_fault_of_a_wish_has_nothing_made(pool):
    found = Stock(Asked(None), pool)
    assert new(found) == {"fault": "none"} and pool.waiting == []


def test_the_last_wish_is_made_first_and_old_ones_go(pool):
    ask = Asked()
    found = Stock(ask, pool)
    for rows in (1, 2, 3):
        found.answer({"ask": "ahead", **WISH, "rows": rows})
    pool.run()
    assert [question["rows"] for question in ask.questions] == [3, 3]
    for rows in range(4, 10):
        found.answer({"ask": "ahead", **WISH, "rows": rows})
        pool.run()
    made = len(ask.questions)
    new(found, rows=4)
    assert len(ask.questions) == made
    new(found, rows=3)
    assert len(ask.questions) == made + 1


def test_a_process_that_was_ended_is_done_without(pool, monkeypatch):
    def broken(*_):
        raise BrokenExecutor

    monkeypatch.setattr(pool, "submit", broken)
    found = Stock(Asked(), pool)
    assert new(found)["entries"][0]["text"] == "board 1"
    assert new(found)["entries"][0]["text"] == "board 2"
