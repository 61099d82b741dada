"""Run lengths, XML, collections with titles, and LURD are written and read again; broken ones."""

import random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.cli import main
from cpstudy.core.documents import Document
from cpstudy.puzzles import kind
from cpstudy.puzzles.sokoban import formats, run_lengths, slc
from cpstudy.puzzles.sokoban.formats import read_xsb, write_collection, write_xsb
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.reading.door import items
from tests.puzzles.sokoban.instances import random_level

LEVEL = "6x4:######|#@$-.#|#----#|######"
TITLES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]))
LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    "<SokobanLevels><LevelCollection><Level Id='&b;'><L>#</L></Level></LevelCollection>"
    "</SokobanLevels>"
)


def levels(seed, number=3):
    rng = random.Random(seed)
    return [random_level(rng) for _ in range(number)]


def framed(level):
    """The level as it comes back from a format that needs walls around it."""
    (item,) = read_xsb(write_xsb(level).splitlines(keepends=True))
    return item.puzzle


@settings(max_examples=50)
@given(st.integers(0, 10_000), st.lists(TITLES, min_size=3, max_size=3))
def test_levels_and_titles_come_back(seed, titles):
    # XSB does not keep a title that looks like a row or like another way to name a level.
    titles = [" ".join(f"T {title}".split()) for title in titles]
    pairs = list(zip(titles, levels(seed), strict=True))
    expected = [(title, framed(level)) for title, level in pairs]
    for write, read in ((slc.write_all, slc.read), (write_collection, read_xsb)):
        known = [{"title": title, "description": "easy, made by pulled 1"} for title in titles]
        written = write([(about, level) for about, (_, level) in zip(known, pairs, strict=True)])
        found = list(read(written.splitlines(keepends=True)))
        assert [(item.title, item.puzzle) for item in found] == expected
    lines = [line for title, level in pairs for line in (f"; {title}", run_lengths.write(level))]
    found = list(run_lengths.read(lines))
    assert [item.puzzle for item in found] == [level for _, level in expected]


@given(st.text("-#@+$*._ 0123456789()|", max_size=30))
def test_run_lengths_are_written_out_or_refused(text):
    try:
        plain = run_lengths.expanded(text)
    except ValueError as error:
        assert "character" in str(error)
        return
    assert not set(plain) & set("0123456789()")
    assert len(plain) <= run_lengths.LARGEST


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("5#|#@-$.#", "#####|#@-$.#"),
        ("2(#-)|3(2-#)", "#-#-|--#--#--#"),
        ("2(2(#)-)", "##-##-"),
        ("", ""),
    ],
)
def test_what_run_lengths_mean(text, plain):
    assert run_lengths.expanded(text) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4#|#?|4#", "character 5: '?'"),
        ("#3(#|", "character 2: a group begins"),
        ("3#)|", "character 3: a group ends"),
        ("0#|", "character 1: a run of 1"),
        ("99999999#|", "character 1: a run of 1"),
        ("1000(1000(2#))", "more than 1000000 squares"),
        ("3", "character 1"),
    ],
)
def test_faulty_run_lengths_name_the_place(text, message):
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        run_lengths.expanded(text)


def test_a_faulty_level_of_run_lengths_is_a_fault_in_its_place():
    lines = [
        "; one\n",
        "4#|#@$.|6#\n",
        "\n",
        "6#|#@$x.#|6#\n",
        "6#|#@$-.#|#4-#|6#\n",
        "# no | level\n",
    ]
    first, second, third = run_lengths.read(lines)
    assert (first.line, first.title) == (2, "one")
    assert isinstance(first.puzzle, ValueError)  # the player can walk out
    assert (second.line, str(second.puzzle)) == (4, "character 7: 'x' is not a square of a level")
    assert third.puzzle == Sokoban.decode(LEVEL)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (LAUGHS, 1, "declares the entity 'a'"),
        ("<SokobanLevels>\n<Level Id='x'>\n<L>", 3, "no element found"),
        ("<SokobanLevels>\n<Level Id='x'>\n", 2, "no element found"),
        ("<a>\n</b>\n", 2, "mismatched tag"),
        ("<a>&b;</a>", 1, "undefined entity"),
        ("<a/>\n\0", 2, "no XML"),
    ],
)
def test_faulty_xml_names_the_line(text, line, message):
    *_, fault = slc.read(text.splitlines(keepends=True))
    assert fault.line == line
    assert message in str(fault.puzzle)


def test_xml_as_the_sites_have_it():
    """XML may have a document type (never fetched), other elements, blanks and bad levels."""
    text = (
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
        '<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">\n'
        "<SokobanLevels><Title>A &amp; B</Title><LevelCollection Copyright='x'>\n"
        '<Level Id="One &lt;1&gt;" Width="6" Height="4">\n<L>######</L><L>#@$ .#</L>\n'
        "<L>#    #</L><L>######</L></Level>\n"
        '<Level Id="Two"><L>####</L></Level><Level/></LevelCollection></SokobanLevels>\n'
    )
    first, second, third = slc.read(text.splitlines(keepends=True))
    assert (first.line, first.title, first.puzzle) == (4, "One <1>", Sokoban.decode(LEVEL))
    assert (second.title, str(second.puzzle)) == ("Two", "no player (@ or +)")
    assert (third.title, str(third.puzzle)) == ("", "a level of no rows")


def test_the_format_is_recognised():
    level = Sokoban.decode(LEVEL)
    for name, form in kind("sokoban").formats.items():
        text = form.write(level)
        found = [item.puzzle for item in items(kind("sokoban"), Document.of(text))]
        assert found == [level], name


def test_a_file_of_several_levels_can_be_read_again(tmp_path):
    """Converted collections keep levels apart and keep titles, in every format with titles."""
    pairs = [({"title": f"number {i}"}, framed(level)) for i, level in enumerate(levels(3))]
    source = tmp_path / "levels.xsb"
    source.write_text(write_collection(pairs), encoding="utf-8")
    run = CliRunner().invoke
    expected = run(main, ["convert", "--puzzle", "sokoban", "-f", str(source), "--to", "text"])
    for target in ("xsb", "slc", "rle"):
        out = tmp_path / f"again.{target}"
        command = ["convert", "--puzzle", "sokoban", "-f", str(source), "--to", target]
        assert run(main, [*command, "--out", str(out)]).exit_code == 0
        again = run(main, ["convert", "--puzzle", "sokoban", "-f", str(out), "--to", "text"])
        assert again.stdout == expected.stdout
    out = tmp_path / "attack.slc"
    out.write_text(LAUGHS, encoding="utf-8")
    refused = run(main, ["explore", "sokoban", str(out)])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == f"cpstudy: {out}:1: no XML: it declares the entity 'a'\n"


def test_lurd_of_letters_and_of_pushes():
    level = Sokoban.decode(LEVEL)
    assert formats.write_moves(level, ("1,2R", "1,3R")) == "RR"
    assert formats.write_moves(level, formats.read_moves(level, "1,2R 1,3R")) == "RR"
    assert formats.read_moves(level, "2R") == ("R", "R")
    assert formats.tally_moves("dlUrrR") == {"pushes": 2, "moves": 6}
    with pytest.raises(ValueError, match="move 1"):
        formats.write_moves(level, ("1,2U",))
