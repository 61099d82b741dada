"""``cpstudy convert --what``; the notes of readers on standard error and in rows."""

import json

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.puzzles import PUZZLES, kind

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
# Four corners with frame colour 23.
FRAMED = "23;23;1;2\n23;23;2;1\n23;23;2;2\n23;23;1;1\n"
NOTE = "read as: frame colour 23"


def cpstudy(*arguments, stdin=None):
    return CliRunner().invoke(main, list(map(str, arguments)), input=stdin)


def what(*arguments, stdin=None):
    """Return the lines that ``--what`` prints."""
    done = cpstudy("convert", "--what", *arguments, stdin=stdin)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.fixture(name="pieces")
def _pieces(tmp_path):
    file = tmp_path / "pieces.txt"
    file.write_text(FRAMED)
    return file


def test_a_file_is_named_with_what_was_chosen(pieces):
    line = f"{pieces}: edge_matching, pieces, 1 puzzle; {NOTE}"
    assert what(pieces) == what("-f", pieces) == [line]
    assert what("--puzzle", "edge_matching", "--frame", "23", pieces) == [line]
    assert what(FRAMED) == [f"argument 1: edge_matching, pieces, 1 puzzle; {NOTE}"]
    assert what("-f", "-", stdin=FRAMED) == [f"stdin: edge_matching, pieces, 1 puzzle; {NOTE}"]


def test_every_kind_knows_its_example():
    for name in PUZZLES:
        found = what("--puzzle", name, kind(name).example)
        assert len(found) == 1 and found[0].startswith(f"argument 1: {name}, ")
        assert any(f" {name}, " in line for line in what(kind(name).example))


def test_lists_titles_and_encodings(tmp_path):
    levels = "".join(f"#####\n#@$.#\n#####\n; {title}\n\n" for title in ("One", "Zwölf"))
    file = tmp_path / "levels.txt"
    for encoding, shown in (("utf-8", ""), ("utf-8-sig", ""), ("utf-16", "utf-16, "),
                            ("latin-1", "latin-1, ")):  # fmt: skip
        file.write_bytes(levels.encode(encoding))
        assert what(file) == [f'{file}: sokoban, xsb, {shown}2 puzzles, "One", "Zwölf"']
    file.write_text("2x1:11\n2x1w:11\n")
    assert what("--puzzle", "pipes", file) == [f"{file}: pipes, list of text, 2 puzzles"]
    (row,) = [
        json.loads(line)
        for line in cpstudy("convert", "--what", "--json", "--puzzle", "pipes", file).stdout.split(
            "\n"
        )
        if line
    ]
    assert (row["kind"], row["puzzles"], row["faults"], row["encoding"]) == ("pipes", 2, 0, "utf-8")


def test_rows_say_the_same(pieces):
    row = json.loads(cpstudy("convert", "--what", "--json", pieces).stdout)
    assert row == {
        "place": str(pieces), "kind": "edge_matching", "format": "pieces", "encoding": "utf-8",
        "puzzles": 1, "faults": 0, "titles": [], "about": {}, "read_as": "frame colour 23",
    }  # fmt: skip


def test_faults_are_counted(tmp_path):
    file = tmp_path / "list.txt"
    file.write_text("2x1:11\n2x1:1\n2x1:11\n")
    done = cpstudy("convert", "--what", "--puzzle", "pipes", file)
    assert done.exit_code == 2
    assert done.stdout.endswith(", 2 puzzles, 1 fault\n")


def test_long_remarks_end_early(tmp_path):
    remark = "a remark " * 30
    record = json.dumps({"puzzle": "slither/2/2/2c", "comment": remark, "author": "A"})
    (tmp_path / "x.json").write_text(record)
    done = cpstudy("convert", "--what", tmp_path / "x.json")
    assert done.exit_code == 0 and done.stdout.endswith(" …, author A\n")
    assert len(done.stdout) - len(str(tmp_path)) < 120
    done = cpstudy("convert", "--what", "--json", tmp_path / "x.json")
    assert json.loads(done.stdout)["about"]["info"] == remark


def test_what_nobody_knows_is_one_line(tmp_path):
    files = {
        "page.html": (b"<!DOCTYPE html>\n<html>\n</html>\n", "an HTML page: no kind"),
        "none.txt": (b"", "no kind of puzzle"),
    }
    for name, (data, result) in files.items():
        (tmp_path / name).write_bytes(data)
        done = cpstudy("convert", "--what", tmp_path / name)
        assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
        assert result in done.stderr
    done = cpstudy("convert", "--what", "https://puzz.link/p?nuribou/3/3/i1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "an address of nuribou: no kind here reads it" in done.stderr
    done = cpstudy("convert", "--what", "-f", tmp_path)
    assert (done.exit_code, "Is a directory" in done.stderr) == (2, True)


def test_a_broken_container_that_is_known_says_what_is_broken(tmp_path):
    """The fault is that of the kind that the file names, or of the only kind with its format."""
    files = {
        "net.sav": (b"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n"
                    b"GAME    :3:Net\nDESC    :9:65\n", ":4: DESC: 9 bytes announced, 3 left"),
        "slither.txt": (b"pzprv3\nslither\n5\n", ":3: no rows and columns"),
        "a.opensudoku": (b'<opensudoku><game data="12"/></opensudoku>', ":1: 2 characters, exp"),
        "a.png": (PNG, ":1: a picture that cannot be read"),
    }  # fmt: skip
    for name, (data, fault) in files.items():
        (tmp_path / name).write_bytes(data)
        done = cpstudy("convert", "--what", tmp_path / name)
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"{name}{fault}" in done.stderr


def test_options_that_do_not_go_with_it():
    assert "no document" in cpstudy("convert", "--what").stderr
    assert "Missing option '--to'" in cpstudy("convert", "2x1:11").stderr
    assert "--json needs --what" in cpstudy("convert", "2x1:11", "--to", "text", "--json").stderr
    assert "does not go with" in cpstudy("convert", "2x1:11", "--what", "--to", "text").stderr
    given = ("convert", "--what", "--puzzle", "pipes", "2x1:11")
    assert "format 'magic'" in cpstudy(*given, "--format", "magic").stderr
    assert "--frame" in cpstudy(*given, "--frame", "1").stderr


def test_formats_without_a_kind(pieces):
    assert what("--format", "pieces", pieces) == [
        f"{pieces}: edge_matching, pieces, 1 puzzle; {NOTE}"
    ]


# -- notes ---------------------------------------------------------------------------------------

ADDRESS = "e2.bucas.name/#board_w=2&board_h=2&board_edges=hhbchhcbhhcchhbb"


@pytest.mark.parametrize("verb", ["verify", "solve", "count", "compare", "convert --to text"])
def test_notes_are_printed_once_a_document(verb, pieces, tmp_path):
    verb = [*verb.split(), "--puzzle", "edge_matching"]
    verb += ["--solver", "dfs"] if verb[0] == "compare" else []
    done = cpstudy(*verb, FRAMED, "-f", pieces)
    assert done.exit_code == 0, done.stderr
    assert done.stderr.splitlines() == [
        f"cpstudy: argument 1: {NOTE}",
        f"cpstudy: {pieces}:1: {NOTE}",
    ]
    assert cpstudy(*verb, "-q", FRAMED, "-f", pieces).stderr == ""
    addresses = tmp_path / "addresses.txt"
    addresses.write_text(f"{ADDRESS}\n" * 3)
    done = cpstudy(*verb, "-f", addresses)
    assert done.stderr == f"cpstudy: {addresses}:1: read as: frame colour h\n"


@pytest.mark.parametrize("verb", ["verify", "solve", "count"])
def test_rows_have_notes_where_there_are_some(verb, pieces):
    given = ("--puzzle", "edge_matching", "--json")
    rows = cpstudy(verb, *given, kind("edge_matching").example, "-f", pieces).stdout.splitlines()
    assert [json.loads(row).get("read_as") for row in rows] == [None, "frame colour 23"]
