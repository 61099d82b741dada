"""XML of webpbn.com: colours, goals, several puzzles; no entity is expanded or fetched."""

import pytest
from hypothesis import given

from cpstudy.puzzles.picross.formats.webpbn import write_all
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.formats.reading import check_mutations, fault, only, read, seen_by
from tests.puzzles.picross.formats.test_sections import _packed
from tests.puzzles.picross.test_puzzle import PICTURES, of_rows

XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<source>by hand</source>
<puzzle type="grid" defaultcolor="black">
<title>Two &amp; one</title>
<author>N. N.</author><copyright>&copy; 2026</copyright>
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
<color name="red" char="r">FF0000</color>
<clues type="columns">
<line><count>2</count></line>
<line><count color="red">1</count></line>
<line></line>
</clues>
<clues type="rows">
<line><count>1</count><count color="red">1</count></line>
<line><count>1</count></line>
</clues>
<solution type="goal"><image>
|Xr.|
|X..|
</image></solution>
<solution type="saved"><image>|X[.X]?||...|</image></solution>
</puzzle>
</puzzleset>
"""
BOARD = Picross.decode("3x2:2/1b//1.1b/1")
CLUES = XML[XML.index("<clues") : XML.index("<solution")]


def test_a_puzzle_with_all_that_is_known():
    item = only(XML)
    assert item.puzzle == BOARD
    assert (item.line, item.title) == (5, "Two & one")
    assert item.about == {
        "author": "N. N.",
        "copyright": "© 2026",
        "colours": "a #000000, b #ff0000",
        "solution": "#b./#..",
    }
    assert seen_by(XML) == ["webpbn"]


def test_the_goal_alone():
    item = only(XML.replace(CLUES, ""))
    assert item.puzzle == BOARD
    undecided = XML.replace("|Xr.|", "|X[r.]?|")
    assert only(undecided).puzzle == BOARD
    assert "solution" not in only(undecided).about


def test_colours_by_default():
    plain = XML.replace(' color="red"', "").replace('defaultcolor="black"', "")
    plain = plain.replace("<count>1</count><count>1</count>", "<count>2</count>")
    plain = plain.replace("Xr.", "XX.")
    for text in (plain, plain.replace('<color name="black" char="X">000</color>\n', "")):
        assert only(text).puzzle == Picross.decode("3x2:2/1//2/1")
        assert only(text).about["colours"] == "a #000000"
    dark = XML.replace('defaultcolor="black"', 'backgroundcolor="night" defaultcolor="black"')
    dark = dark.replace('<color name="white" char=".">fff', '<color name="night" char=".">001')
    assert only(dark).about["background"] == "#000011"
    assert only(dark).puzzle == BOARD


@given(PICTURES)
def test_puzzles_come_back(picture):
    puzzle, cells = of_rows(picture)
    assert only(write_all([({}, puzzle)])).puzzle == _packed(puzzle)
    if _packed(puzzle) == puzzle:
        solution = puzzle.encode_solution(cells)
        about = {"title": "a <b>", "author": "& c", "solution": solution, "catalogue": "1"}
        item = only(write_all([(about, puzzle)]))
        assert item.puzzle == puzzle
        assert item.title == "a <b>"
        kept = {name: item.about[name] for name in ("author", "catalogue", "solution")}
        assert kept == {name: about[name] for name in kept}


def test_several():
    pairs = [({"title": "one"}, BOARD), ({}, Picross.decode("1x1:1/1"))]
    found = read(write_all(pairs))
    assert [item.puzzle for item in found] == [puzzle for _, puzzle in pairs]
    assert [item.title for item in found] == ["one", ""]
    cut = write_all(pairs)[:-10]
    found = read(cut)
    assert found[0].puzzle == BOARD
    assert str(found[-1].puzzle).startswith("no XML")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (XML.replace("|X..|", "|.X.|"), 23, "goal: "),
        (XML.replace("|X..|", "|X.|"), 23, "goal: its rows differ in length"),
        (XML.replace("|X..|", "|X.q|"), 23, "goal: cell 6: 'q' is not a colour"),
        (XML.replace("<count>2</count>", "<count>3</count>"), 12, "column 1: its runs need 3"),
        (XML.replace("<count>2</count>", "<count>x</count>"), 12, "column 1, run 1: 'x'"),
        (XML.replace('"grid"', '"triddler"'), 5, "type 'triddler': only grid"),
        (XML.replace('type="columns"', 'type="tops"'), 5, "clues of type 'tops'"),
        (XML.replace('type="columns"', 'type="rows"'), 16, "the clues of the rows are given twice"),
        (XML.replace('color="red"', 'color="white"'), 17, "the background colours no run"),
        (XML.replace("</puzzleset>", ""), 26, "no XML: no element found"),
        ("<puzzleset>\n</puzzleset>\n", 1, "no puzzle in the XML"),
        ("<puzzle>\n</puzzle>\n", 1, "neither clues nor a goal"),
    ],
)  # fmt: skip
def test_faults_are_on_their_line(text, line, message):
    found, words = [(item.line, str(item.puzzle)) for item in read(text)][-1]
    assert message in words
    assert found == line


def test_entities_are_not_expanded():
    laughs = "".join(
        f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(10)
    )  # fmt: skip
    bomb = XML.replace(
        'pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd"', f"pbn [{laughs}]"
    ).replace("N. N.", "&l9;")  # fmt: skip
    assert fault(bomb) == (2, "no XML: it declares the entity 'l0'")
    local = XML.replace('"http://webpbn.com/pbn-0.3.dtd"', '"file:///etc/passwd"')
    assert only(local).puzzle == BOARD
    outside = '<!DOCTYPE pbn [<!ENTITY x SYSTEM "file:///etc/passwd">]><puzzle>&x;</puzzle>'
    assert fault(outside)[1] == "no XML: it declares the entity 'x'"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_encodings(encoding):
    text = XML.replace("&copy;", "©").replace('"1.0"', '"1.0" encoding="iso-8859-1"')
    item = only(text.replace("\n", "\r\n").encode(encoding))
    assert item.puzzle == BOARD
    assert item.about["copyright"] == "© 2026"


def test_mutations():
    assert check_mutations(XML, (2, 3)) > 5
