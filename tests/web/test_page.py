"""The page as a file: its security policy, its size, the same bytes each time, and no escape from
its elements.
"""

import re
from urllib.parse import quote

import pytest

from cpstudy import api, puzzles
from cpstudy.web.entries import entry
from cpstudy.web.page import STYLES, packed, page, page_of, unpacked
from cpstudy.web.sets import kept, kinds_with_a_page
from tests.web.rules import brought_along

PIPES = entry(api.puzzle("pipes", "3x3:654eb6414"))


def test_the_policy_allows_its_own_script_and_style_only():
    text = page_of([PIPES])
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy and "http" not in policy and "*" not in policy
    # Puzzles, lessons and films are plain texts; there is one script.
    marks = re.findall(r"<script\b[^>]*>", text)
    assert [mark for mark in marks if 'type="text/plain"' not in mark] == ["<script>"]


def test_nothing_in_a_puzzle_ends_its_element():
    hostile = "</script><script>alert(1)</script><!--"
    text = page_of([{**PIPES, "text": hostile, "source": hostile}], title=hostile)
    assert "alert(1)" not in text.replace("&lt;/script&gt;&lt;script&gt;alert(1)", "")
    assert re.fullmatch(r"[A-Za-z0-9+/=]*", packed([{**PIPES, "text": hostile}]))


def test_hostile_words_are_words(browser):
    hostile = "<img src=x onerror=alert(1)></script>"
    shown = browser.open([{**PIPES, "source": hostile}])
    assert hostile in shown.locator(".about").text_content()
    assert shown.locator("img").count() == 0


def test_the_same_puzzles_give_the_same_bytes():
    assert page_of([PIPES]) == page_of([PIPES])


def test_kinds_arrive_one_after_another_in_the_order_of_the_page(browser):
    """The page opens the kind of the link first, and lists all kinds in the end."""
    blobs = {name: packed(brought_along(name, 3)) for name in ("pipes", "masyu", "sudoku")}
    text = quote(brought_along("sudoku", 1)[0]["text"], safe="")
    shown = browser.show(page([*blobs], blobs), f"#sudoku;{text}")
    assert shown.evaluate("cpstudy.session.entry.kind") == "sudoku"
    kinds = shown.evaluate("cpstudy.entries.map((entry) => entry.kind)")
    assert kinds == [name for name in blobs for _ in range(3)]
    shown.evaluate("localStorage.clear()")
    shown = browser.show(page([*blobs], blobs), page=shown)
    counts = shown.locator(".card .quiet").all_text_contents()
    assert counts == ["3 puzzles"] * 3 and shown.locator(".thumbnail svg").count() == 3
    assert shown.get_by_role("button", name="Today").is_visible()
    assert shown.evaluate("cpstudy.session") is None


def test_every_set_is_kept():
    for name in kinds_with_a_page():
        assert kept(name), name


def test_what_has_no_page_says_so(monkeypatch):
    from cpstudy.puzzles import template

    record = next(iter(template.KINDS))
    monkeypatch.setitem(puzzles.PUZZLES, record.name, "cpstudy.puzzles.template.logic")
    with pytest.raises(ValueError, match="coins has no page"):
        page(["coins"], {})


def test_sheets_style_no_class_of_another():
    """All sheets are on the page at once, so only one of them may style a bare class."""
    sheets = [STYLES / "page.css", *sorted(STYLES.parent.glob("kinds/*.css"))]
    owner: dict[str, str] = {}
    for sheet in sheets:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        selectors = ",".join(re.findall(r"([^{}]+)\{", text)).split(",")
        for name in {one.strip() for one in selectors if re.fullmatch(r"\s*\.[\w-]+\s*", one)}:
            assert owner.setdefault(name, sheet.name) == sheet.name, name
    assert len(owner) > 20


def test_the_first_puzzle_of_a_kind_is_easy_where_any_is():
    easy = 0
    for name in kinds_with_a_page():
        found = unpacked(kept(name))
        if any(entry.get("level") == "easy" for entry in found):
            assert found[0]["level"] == "easy", name
            easy += 1
    assert easy > 5
