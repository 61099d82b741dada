"""The served page: questions are answered, requests of strangers are refused."""

import base64
import json
import random
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from cpstudy import api
from cpstudy.puzzles import kind
from cpstudy.web import questions
from cpstudy.web.entries import entry
from cpstudy.web.page import page_of
from cpstudy.web.questions import answer
from cpstudy.web.server import HOST, PageServer
from cpstudy.web.sets import kinds_with_a_page
from tests.samples import sample
from tests.web.rules import NOW

AKARI = "akari:3x3:.../.4./..."
UNIQUE = "5x5:28b58bdc165751a55193137e2"


@pytest.fixture(scope="module")
def server():
    page = page_of([entry(api.puzzle("pipes", UNIQUE))], served=True)
    with PageServer(page, answer, 0) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


def sent(server, method, path, body=b"", **headers):
    connection = HTTPConnection(HOST, server.server_port, timeout=20)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def ours(server):
    return {"Origin": f"http://{HOST}:{server.server_port}"}


def test_the_page_is_at_its_address(server):
    status, page = sent(server, "GET", f"/{server.token}/")
    assert status == 200
    assert "connect-src 'self'" in page and "data-served" in page
    assert len(server.token) > 20
    assert server.server_address[0] == HOST


def test_questions_are_answered(server):
    question = json.dumps({"ask": "read", "text": f"pipes {UNIQUE}", "kind": "pipes"}).encode()
    status, text = sent(server, "POST", f"/{server.token}/ask", question, **ours(server))
    assert status == 200 and "fault" in json.loads(text)
    question = json.dumps({"ask": "read", "text": UNIQUE, "kind": "pipes"}).encode()
    status, text = sent(server, "POST", f"/{server.token}/ask", question, **ours(server))
    (found,) = json.loads(text)["entries"]
    assert (status, found["verdict"], found["level"]) == (200, "unique", "easy")


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status"),
    [
        ("GET", "/", b"", {}, 404),
        ("GET", "/wrong/", b"", {}, 404),
        ("GET", "/{}/../../etc/passwd", b"", {}, 404),
        ("GET", "/{}/", b"", {"Host": "evil.example"}, 403),
        ("POST", "/{}/ask", b"{}", {"Origin": "http://evil.example"}, 403),
        ("POST", "/{}/ask", b"{}", {"Origin": ""}, 403),
        ("POST", "/wrong/ask", b"{}", {"Origin": "{}"}, 404),
        ("POST", "/{}/ask", b"[1]", {"Origin": "{}"}, 400),
        ("POST", "/{}/ask", b"[" * 5000, {"Origin": "{}"}, 400),
        ("POST", "/{}/ask", b"", {"Origin": "{}", "Content-Length": "10485760"}, 413),
        ("POST", "/{}/ask", b"", {"Origin": "{}", "Content-Length": "-1"}, 411),
        ("POST", "/{}/ask", bytes(10 << 20), {"Origin": "{}"}, 413),
        ("POST", "/wrong/ask", bytes(10 << 20), {"Origin": "{}"}, 404),
        ("PUT", "/{}/", b"", {}, 501),
    ],
)
def test_strangers_are_refused_in_a_line(server, method, path, body, headers, status):
    headers = {
        name: ours(server)["Origin"] if value == "{}" else value for name, value in headers.items()
    }
    found, text = sent(server, method, path.format(server.token), body, **headers)
    assert found == status
    assert "Traceback" not in text
    assert sent(server, "GET", f"/{server.token}/")[0] == 200


def test_our_fault_is_a_line_on_the_page_and_a_traceback_in_the_terminal(
    server, capfd, monkeypatch
):
    def broken(question):
        raise RuntimeError("broken")

    monkeypatch.setattr(server, "ask", broken)
    status, text = sent(server, "POST", f"/{server.token}/ask", b"{}", **ours(server))
    assert (status, text) == (500, "a fault of cpstudy: see its terminal\n")
    assert "RuntimeError: broken" in capfd.readouterr().err


@pytest.mark.parametrize("name", kinds_with_a_page())
def test_an_example_of_every_kind_is_read(name):
    text = kind(name).example
    (found,) = answer({"ask": "read", "text": text, "kind": name})["entries"]
    assert found["kind"] == name
    data = base64.b64encode(f"{text}\n".encode()).decode()
    assert (
        answer({"ask": "read", "data": data, "kind": name})["entries"][0]["text"] == found["text"]
    )


def test_the_kind_is_found_or_asked_for():
    address = "https://puzz.link/p?slither/5/5/g2dgbdg510bh27"
    assert answer({"ask": "read", "text": address})["entries"][0]["kind"] == "slitherlink"
    assert answer({"ask": "read", "text": "sokoban?"})["fault"].startswith(
        "no kind of puzzle takes"
    )
    assert answer({"ask": "read", "text": "3,3:2"})["kinds"] == ["bridge_torch", "missionaries"]


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_new_puzzles_are_of_their_level(level):
    question = {"ask": "new", "kind": "pipes", "rows": 6, "columns": 7, "level": level}
    (found,) = answer({**question, "seed": 5})["entries"]
    assert (found["rows"], found["columns"]) == (6, 7)
    assert (found["verdict"], found["level"]) == ("unique", level)
    assert answer({**question, "seed": 5})["entries"][0]["text"] == found["text"]
    assert answer({**question, "seed": 6})["entries"][0]["text"] != found["text"]


def test_new_puzzles_of_kinds_without_levels_and_in_a_way():
    question = {"ask": "new", "kind": "rush_hour", "rows": 6, "columns": 6, "level": "medium"}
    (found,) = answer({**question, "seed": 1})["entries"]
    assert (found["verdict"], found.get("level")) == ("found", None)
    texts = set()
    for way in ("wilson", "binary-tree", "no such way"):
        asked = {"ask": "new", "kind": "pipes", "rows": 5, "columns": 5, "seed": 1, "way": way}
        texts.add(answer(asked)["entries"][0]["text"])
    assert len(texts) >= 2


def test_a_verdict_comes_before_the_whole_deduction(monkeypatch):
    monkeypatch.setattr(questions, "_AT_FIRST", 0.0)
    asked = {"kind": "nurikabe", "text": kind("nurikabe").example}
    (first,) = answer({"ask": "read", **asked})["entries"]
    assert (first["verdict"], first["cut"]) == ("unique", True) and first["answer"]
    (whole,) = answer({"ask": "deduce", **asked})["entries"]
    assert "cut" not in whole and len(whole["steps"]) > len(first["steps"])
    assert whole["answer"] == first["answer"]


@pytest.mark.parametrize("name", ["edge_matching", "bloxorz"])
def test_a_board_comes_before_a_verdict_that_takes_long(monkeypatch, name):
    """The board of a kind without an explainer comes first, too; it once took three seconds."""
    monkeypatch.setattr(questions, "_AT_FIRST", 0.0)
    asked = {"kind": name, "text": kind(name).example}
    (first,) = answer({"ask": "read", **asked})["entries"]
    assert (first["verdict"], first["cut"]) == ("unknown", True)
    (whole,) = answer({"ask": "deduce", **asked})["entries"]
    assert whole["verdict"] != "unknown" and "cut" not in whole


def test_puzzles_made_ahead_have_time_for_their_verdict(monkeypatch):
    monkeypatch.setattr(questions, "SECONDS", 0.0)
    monkeypatch.setattr(questions, "_AT_FIRST", 0.0)
    question = {"ask": "new", "kind": "rush_hour", "rows": 6, "columns": 6, "seed": 1}
    found = [answer({**question, "ahead": ahead})["entries"][0] for ahead in (False, True)]
    assert [one["verdict"] for one in found] == ["unknown", "found"]


def test_engines_are_loaded_once_the_page_is_there(monkeypatch):
    monkeypatch.setattr("cpstudy.web.server._UNTIL_DRAWN", 0)
    asked = []
    with PageServer("page", lambda question: asked.append(question) or {}, 0, [{"a": 1}]) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        assert asked == []
        sent(found, "GET", f"/{found.token}/")
        sent(found, "GET", f"/{found.token}/")
        for _ in range(100):
            if asked:
                break
            time.sleep(0.01)
        found.shutdown()
    assert asked == [{"a": 1}]


@pytest.mark.parametrize(
    "question",
    [
        {}, {"ask": "x"}, {"ask": "read"}, {"ask": "read", "text": 5}, {"ask": "read", "text": ""},
        {"ask": "read", "text": "2x1:11", "kind": "chess"}, {"ask": "read", "data": "AAAA"},
        {"ask": "new", "kind": "pipes"}, {"ask": "new", "kind": "chess"},
        {"ask": "new", "kind": "pipes", "rows": 0, "columns": 5, "seed": 1},
        {"ask": "new", "kind": "pipes", "rows": 5, "columns": 5, "seed": 1, "level": "odd"},
    ],
)  # fmt: skip
def test_bad_questions_are_one_line(question):
    fault = answer(question)["fault"]
    assert fault and "\n" not in fault


@sample(60, 1000)
def test_malformed_puzzles_are_one_line(number):
    rng = random.Random(4)
    texts = [kind(name).example for name in kinds_with_a_page()]
    for _ in range(number):
        characters = list(rng.choice(texts))
        for _ in range(rng.randint(1, 4)):
            characters[rng.randrange(len(characters))] = rng.choice(
                "0123456789abcxyz/:.,|#-\x00é\n"
            )
        found = answer({"ask": "read", "text": "".join(characters)})
        assert set(found) in ({"fault"}, {"kinds"}, {"entries"})
        assert "\n" not in found.get("fault", "")


SERVING = """
import sys
from cpstudy import api
from cpstudy.web.entries import entry
from cpstudy.web.page import page_of
from cpstudy.web.questions import answer
from cpstudy.web.server import PageServer
page = page_of([entry(api.puzzle("pipes", sys.argv[1]))], served=True)
with PageServer(page, answer, int(sys.argv[2])) as server:
    print(server.address, flush=True)
    server.serve_forever()
"""


@contextmanager
def serving(port):
    """Run a separate program that serves the page, yield its address, and kill it at the end."""
    command = [sys.executable, "-c", SERVING, UNIQUE, str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            yield program.stdout.readline().strip()
        finally:
            program.kill()


@pytest.mark.slow
def test_killed_and_started_again_it_continues(chromium):
    """The new server has the same port and another token; the old tab gets a sentence."""
    page = chromium.new_context().new_page()
    make = page.get_by_role("button", name="New puzzle")
    with serving(0) as first:
        page.goto(first)
        page.get_by_role("gridcell").nth(2).click()
        position = page.evaluate(NOW)
    make.click()
    page.get_by_text("cpstudy does not answer").wait_for()
    with serving(urlsplit(first).port) as again:
        assert urlsplit(again).port == urlsplit(first).port and again != first
        make.click()
        page.get_by_text("cpstudy was started again").wait_for()
        page.goto(again)
        page.wait_for_selector("html[data-ready]")
        assert page.evaluate(NOW) == position
        assert page.evaluate("cpstudy.session.history.done") == 1
    page.context.close()


def test_pasted_made_and_changed_in_a_browser(server, chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text))
    page.goto(server.address)
    page.wait_for_selector("html[data-ready]")
    page.get_by_role("button", name="New puzzle").click()
    page.locator(".about", has_text="new").wait_for()
    page.get_by_role("button", name="Change it").click()
    area = page.get_by_label("A puzzle of yours")
    assert area.input_value() == page.evaluate("cpstudy.session.entry.text")
    area.fill("https://puzz.link/p?slither/5/5/g2dgbdg510bh27")
    page.get_by_role("button", name="Open it").click()
    page.locator("h2", has_text="Slitherlink").wait_for()
    assert "one solution" in page.locator(".about").text_content()
    page.get_by_role("button", name="Hint", exact=True).click()
    assert page.locator(".levels").text_content().startswith("Look at ")
    page.get_by_role("button", name="Change it").click()
    area.fill("no puzzle at all")
    page.get_by_role("button", name="Open it").click()
    page.get_by_text("no kind of puzzle takes").wait_for()
    # A reload resumes the game, with a puzzle that is not in the page.
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("cpstudy.session.entry.kind") == "slitherlink"
    page.locator(".about", has_text="one solution").wait_for()
    # Only the server can read a link to a declared kind; an invalid one gives one line.
    page.evaluate(f"location.hash = '#akari;{AKARI}'")
    page.locator("h2", has_text="Akari").wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    assert page.locator(".levels").text_content().startswith("Look at ")
    page.reload()
    page.locator("h2", has_text="Akari").wait_for()
    page.evaluate("location.hash = '#akari;3x3'")
    page.get_by_text("This link cannot be opened: ").wait_for()
    context.close()
    assert faults == []


def test_the_form_for_new_puzzles_asks_for_what_it_says(server, chromium, monkeypatch):
    """By touch on a phone, the form sends size, level and texture, and keeps them afterwards."""
    asked = []

    def ask(question):
        asked.append(question)
        return answer(question)

    def made():
        before = about()
        make.tap()
        changed = "(before) => document.querySelector('.about').textContent !== before"
        page.wait_for_function(changed, arg=before)
        return [question for question in asked if question["ask"] == "new"][-1]

    monkeypatch.setattr(server, "ask", ask)
    monkeypatch.setattr("cpstudy.web.questions._LEVEL_SECONDS", 60)
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector("html[data-ready]")
    make = page.get_by_role("button", name="New puzzle")
    about = page.locator(".about").text_content
    page.get_by_text("choose size, level, texture").tap()
    page.get_by_label("columns").fill("7")
    page.get_by_label("rows").fill("6")
    page.get_by_label("level", exact=True).select_option("hard")
    page.get_by_label("texture").select_option("wilson")
    wish = {"kind": "pipes", "rows": 6, "columns": 7, "level": "hard", "way": "wilson"}
    first = made()
    assert first == {**wish, "ask": "new", "seed": first["seed"]}
    shape = "(({rows, columns, level}) => [rows, columns, level])(cpstudy.session.entry)"
    assert page.evaluate(shape) == [6, 7, "hard"]
    # An invalid side becomes the nearest valid one, and another puzzle has another seed.
    page.get_by_text("choose size, level, texture").tap()
    page.get_by_label("rows").fill("0")
    page.get_by_label("rows").press("Tab")
    page.get_by_label("level", exact=True).select_option("easy")
    second = made()
    assert second == {**wish, "ask": "new", "rows": 1, "level": "easy", "seed": second["seed"]}
    assert second["seed"] != first["seed"]
    context.close()
