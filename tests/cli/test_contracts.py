"""The command line's contracts: JSON fields, exit codes, pipes, one line for each fault."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cpstudy import puzzles
from cpstudy.cli import main
from cpstudy.puzzles import PUZZLES
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests import forking

UNIQUE = "2x1:11"
MANY = "2x1w:11"
NONE = "2x1:55"


def cpstudy(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def test_a_grade_chooses_a_generator_that_gives_it():
    result = cpstudy("generate", "--grade", "loop", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["algorithm"] == "depth-first"
    refused = cpstudy("generate", "--grade", "loop", "--algorithm", "binary-tree")
    assert refused.exit_code == 2 and refused.stdout == ""


def test_nothing_agrees_on_no_puzzle(tmp_path):
    result = cpstudy("verify", "-f", str(tmp_path / "missing"), "--solver", "all")
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.parametrize(
    "options", [["--size", "7"], ["--count", "3"], ["--algorithm", "prim"], ["--wrap"]]
)
def test_options_of_generated_puzzles_do_not_go_with_given_ones(options):
    result = cpstudy("verify", UNIQUE, *options)
    assert result.exit_code == 2
    assert result.stdout == ""


def hard_board() -> str:
    """Return an ambiguous board on which the search needs many decisions to find that out."""
    generated = cpstudy("generate", "--algorithm", "depth-first", "--size", "30")
    return generated.stdout.strip()


def test_json_lines_of_verify():
    result = cpstudy("verify", UNIQUE, MANY, NONE, "--json")
    assert result.exit_code == 1
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["verdict"] for row in rows] == ["unique", "many", "none"]
    assert [row["puzzle"] for row in rows] == [UNIQUE, MANY, NONE]
    for row in rows:
        assert list(row) == [
            "puzzle", "kind", "solver", "verdict", "solvable", "solutions", "count", "stop",
            "seconds", "counters", "cpu_seconds", "phases", "seed", "solver_version",
            "cpstudy", "build", "engine", "versions",
        ]  # fmt: skip
        assert (row["kind"], row["solver"], row["count"]) == ("pipes", "portfolio", None)
        assert row["seconds"] > 0
        assert set(row["counters"]) == {"nodes"}
        assert row["engine"] == "search"
        for text in row["solutions"]:
            assert Pipes.decode(row["puzzle"]).violation(Pipes.decode(text).tiles) == ""
    assert [row["solvable"] for row in rows] == ["yes", "yes", "no"]
    assert rows[1]["stop"] in ("done", "limit")  # no third exists; the search may know
    assert rows[0]["stop"] == rows[2]["stop"] == "done"
    assert [len(row["solutions"]) for row in rows] == [1, 2, 0]


def test_plain_lines_can_be_read_again():
    first = cpstudy("verify", UNIQUE, MANY)
    assert first.stdout == f"{UNIQUE}\tunique\n{MANY}\tmany\n"
    second = cpstudy("verify", "-f", "-", stdin=first.stdout)
    assert second.stdout == first.stdout


@pytest.mark.parametrize(
    ("puzzles", "code"),
    [
        ([UNIQUE], 0),
        ([UNIQUE, MANY], 1),
        ([NONE], 1),
        (["HARD"], 3),
        (["HARD", MANY], 3),
        ([UNIQUE, "nonsense"], 2),
        (["HARD", "nonsense", MANY], 2),
    ],
)
def test_exit_codes_of_verify(puzzles, code):
    given = [hard_board() if text == "HARD" else text for text in puzzles]
    result = cpstudy("verify", *given, "--iterations", "3")
    assert result.exit_code == code
    readable = [text for text in given if text != "nonsense"]
    assert [line.split("\t")[0] for line in result.stdout.splitlines()] == readable


def test_undecided_says_why():
    result = cpstudy("verify", hard_board(), "--iterations", "3")
    assert result.stdout.rstrip().endswith("\tunknown (stopped: iterations)")
    row = json.loads(cpstudy("verify", hard_board(), "--iterations", "3", "--json").stdout)
    assert (row["verdict"], row["solvable"], row["stop"]) == ("unknown", "unknown", "iterations")


@pytest.mark.parametrize(
    ("puzzles", "code"), [([UNIQUE, MANY], 0), ([NONE], 1), ([UNIQUE, "x"], 2), ([NONE, "x"], 2)]
)
def test_exit_codes_of_solve(puzzles, code):
    assert cpstudy("solve", *puzzles).exit_code == code
    stopped = cpstudy("solve", hard_board(), "--seconds", "0")
    assert stopped.exit_code == 3
    assert stopped.stdout == ""


def test_solve_prints_solutions():
    assert cpstudy("solve", UNIQUE).stdout == "2x1:14\n"
    assert sorted(cpstudy("solve", MANY, "--all").stdout.split()) == ["2x1w:14", "2x1w:41"]
    assert len(cpstudy("solve", MANY).stdout.split()) == 1
    three = cpstudy("solve", "2x2wg:1111", "--limit", "3").stdout.split()
    assert len(set(three)) == 3
    assert "no solution" in cpstudy("solve", NONE).stderr
    # A solution has the notation of a puzzle, so it can be verified and drawn.
    assert cpstudy("verify", *three[:1]).exit_code == 1


def test_the_issue_that_started_it_all():
    """``generate | verify --json`` gives a hundred lines in order."""
    made = cpstudy("generate", "--algorithm", "wilson", "--size", "10", "--count", "100")
    assert len(made.stdout.splitlines()) == 100
    result = cpstudy("verify", "-f", "-", "--json", stdin=made.stdout)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["puzzle"] for row in rows] == made.stdout.splitlines()
    assert {row["verdict"] for row in rows} == {"unique", "many"}
    assert result.exit_code == 1


def test_faults_name_file_line_and_cell(tmp_path):
    good = tmp_path / "good.txt"
    good.write_text(f"# boards\n{UNIQUE}\n2x1:1z\n\n{UNIQUE}\n")
    tiles = tmp_path / "tiles.txt"
    tiles.write_text("1 4\n1 99\n")
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n")
    result = cpstudy(
        "verify", "-f", str(good), "-f", str(tiles), "-f", str(empty), "-f", str(tmp_path / "no"),
        "-f", str(tmp_path),
    )  # fmt: skip
    assert result.exit_code == 2
    assert result.stdout == 2 * f"{UNIQUE}\tunique\n"
    lines = result.stderr.splitlines()
    assert lines[0] == (
        f"cpstudy: {good}:3: row 1, column 2: 'z' is not a hex digit or a barrier (v, h)"
    )
    assert lines[1] == f"cpstudy: {tiles}:2: row 2, column 2: '99' is not a tile 0…15"
    assert lines[2] == f"cpstudy: {empty}: no puzzle in it"
    assert lines[3] == f"cpstudy: {tmp_path / 'no'}: No such file or directory"
    assert lines[4] == f"cpstudy: {tmp_path}: Is a directory"
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["frobnicate"], "no command 'frobnicate': choose from verify, compare"),
        (["verify", "--frob"], "No such option"),
        (["verify", "--puzzle", "chess"], "'chess' is not"),
        (["verify", "--solver", "magic", UNIQUE], "solver 'magic' of pipes: choose from"),
        (["verify", "--algorithm", "magic"], "algorithm 'magic': choose from all, binary-tree"),
        (["verify", "--size", "0"], "'0' is not a size"),
        (["verify", "--size", "5x"], "'5x' is not a size"),
        (["verify", "--limit", "1", UNIQUE], "1 is not in the range x>=2"),
        (["verify", "--seconds", "-1", UNIQUE], "-1.0 is not in the range x>=0"),
        (["verify", "--seed", "x"], "'x' is not a valid integer"),
        (["verify", "--format", "magic", UNIQUE], "format 'magic': choose from text, tiles, types"),
        (["solve"], "no puzzle"),
        (["generate", "--algorithm", "magic"], "algorithm 'magic' of pipes"),
        (["generate", "--size", "99999", "--algorithm", "wilson"], "at most"),
        (["convert", UNIQUE], "Missing option '--to'"),
        (["convert", UNIQUE, "--to", "magic"], "format 'magic': choose from"),
        (["convert", MANY, "--to", "tiles"], "argument 1: tile numbers cannot"),
        (["convert", UNIQUE, MANY, "--to", "svg"], "argument 2: a second puzzle"),
        (["solvers", "--puzzle", "chess"], "'chess' is not one of 'pipes', "),
        (["generate", "--out", "/no/such/folder/file"], "No such file or directory"),
        (["convert", UNIQUE, "--to", "svg", "--out", "/no/dir/x"], "cpstudy: /no/dir/x: No such"),
        # A misspelt name of any table gets a suggestion.
        (["verfy", UNIQUE], "did you mean 'verify'?"),
        (["verify", "--puzzle", "sudoko", "x"], "did you mean 'sudoku'?"),
        (["verify", "--solver", "serach", UNIQUE], "did you mean 'search'?"),
        (["verify", "--solver", "smt:anlges", UNIQUE], "option 'anlges': "),
        (["verify", "--algorithm", "krushkal"], "did you mean 'kruskal'?"),
        (["generate", "--algorithm", "wilsn"], "did you mean 'wilson'?"),
        (["generate", "--preset", "hrad"], "did you mean 'hard'?"),
        (["generate", "--grade", "lokal"], "did you mean 'local'?"),
        (["generate", "--grade", "hrad"], "did you mean 'hard'?"),
        (["generate", "--symmetry", "halfturn"], "did you mean 'half-turn'?"),
        (["booklet", "--preset", "esy", "--out", "x.pdf"], "did you mean 'easy'?"),
        (["convert", UNIQUE, "--to", "dimac"], "did you mean 'dimacs'?"),
        (["hardness", "--solver", "snof"], "did you mean 'snopf'?"),
        (["explore", "sokobn", "x"], "did you mean 'sokoban'?"),
        (["explore", "bridge_torch", "1,2:9", "--strategy", "bsf"], "did you mean 'bfs'?"),
        (["reproduce", "hegemann/table5"], "did you mean 'hegeman/table5'?"),
    ],
)
def test_bad_usage_is_one_line_and_two(arguments, message):
    result = cpstudy(*arguments)
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("cpstudy: ")
    assert message in line


def test_an_argument_that_names_a_file_is_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("boards.txt").write_text(f"{UNIQUE}\nx\n")
    for verb in (["verify"], ["count"], ["convert", "--to", "text"]):
        found = cpstudy(*verb, UNIQUE, "boards.txt", "none.txt", "x" * 5000, "\0")
        assert found.exit_code == 2
        assert len(found.stdout.splitlines()) == 2
        places = [line.split(": ")[1] for line in found.stderr.splitlines()]
        assert sorted(places) == ["argument 2", "argument 3", "argument 4", "boards.txt:2"]
        assert found.stderr.count("'none.txt'; there is no file of that name") == 1
    assert cpstudy("verify", "-f", "boards.txt").stderr == cpstudy("verify", "boards.txt").stderr
    assert "no file" not in cpstudy("verify", "nurikabe/10/10/k.zzz").stderr


def test_out_keeps_the_old_file_where_there_is_no_result(tmp_path):
    out = tmp_path / "results"
    out.write_text("precious\n")
    assert cpstudy("verify", "nonsense", "--out", str(out)).exit_code == 2
    assert out.read_text() == "precious\n"
    assert cpstudy("verify", UNIQUE, "--out", str(out)).stdout == ""
    assert out.read_text() == f"{UNIQUE}\tunique\n"


def test_count():
    result = cpstudy("count", MANY, UNIQUE, "3x3:4a2d7b12c", "2x2g:9999")
    assert result.exit_code == 0
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert [line[0] for line in lines] == [MANY, UNIQUE, "3x3:4a2d7b12c", "2x2g:9999"]
    assert [line[1:] for line in lines] == [["2", "2"], ["1", "1"], ["0", "0"], ["1", "1"]]
    assert cpstudy("count", "--no-safe-states", MANY).stdout == f"{MANY}\t2\n"
    cut = ["count", "--puzzle", "slitherlink", "--iterations", "50", "slither/4/4/v"]
    ended = cpstudy(*cut)
    known = ended.stdout.removeprefix("slither/4/4/v\tat least ").strip()
    assert (ended.exit_code, known.isdigit()) == (3, True), ended.output
    row = json.loads(cpstudy(*cut, "--json").stdout)
    assert (row["at_least"], row["count"], len(row["solutions"])) == (int(known), None, 1)
    assert cpstudy("count", "--solver", "cpsat", MANY).stdout == f"{MANY}\t2\t2\n"
    row = json.loads(cpstudy("count", "--json", MANY).stdout)
    assert (row["solver"], row["count"], row["verdict"]) == ("frontier", 2, "many")
    assert row["counters"]["safe_states"] == 2
    assert len(row["solutions"]) == 1
    tilings = "14x14g:" + 196 * "1"
    assert cpstudy("count", "--no-safe-states", tilings).stdout == (
        f"{tilings}\t112202208776036178000000\n"
    )


def test_count_up_to_a_limit():
    given = (MANY, UNIQUE, "3x3:4a2d7b12c")
    for limit, numbers in ((1, ["at least 1"] * 2), (2, ["at least 2", "1"]), (3, ["2", "1"])):
        result = cpstudy("count", "--limit", str(limit), *given)
        assert (result.exit_code, result.stderr) == (0, "")
        outcome = [line.split("\t") for line in result.stdout.splitlines()]
        assert outcome == [list(row) for row in zip(given, [*numbers, "0"], strict=True)]
    both = cpstudy("count", "--limit", "1", "--safe-states", MANY).stdout
    assert both == f"{MANY}\tat least 1\t2\n"
    assert cpstudy("count", "--limit=1", "--solver=frontier", MANY).stdout == f"{MANY}\t2\n"
    rows = cpstudy("count", "--json", "--limit", "2", *given).stdout.splitlines()
    outcome = [(row["count"], row["stop"], len(row["solutions"])) for row in map(json.loads, rows)]
    assert outcome == [(None, "limit", 2), (1, "done", 1), (0, "done", 0)]
    tilings = "14x14g:" + 196 * "1"
    assert cpstudy("count", "--limit", "7", tilings).stdout == f"{tilings}\tat least 7\n"
    late = cpstudy("count", "--limit", "7", "--seconds", "0", tilings)
    assert (late.exit_code, late.stdout) == (3, f"{tilings}\tunknown\n")
    assert cpstudy("count", "--limit", "0", MANY).exit_code == 2


@pytest.mark.parametrize("kind", [name for name in PUZZLES if puzzles.kind(name).solvers])
def test_every_kind_counts_up_to_a_limit(kind):
    example = puzzles.kind(kind).example
    whole = cpstudy("count", "--puzzle", kind, "--no-safe-states", example).stdout
    number = int(whole.split("\t")[1])
    outcome = cpstudy("count", "--puzzle", kind, "--limit", str(number + 1), example)
    assert (outcome.exit_code, outcome.stdout) == (0, whole)
    few = cpstudy("count", "--puzzle", kind, "--limit", "1", example)
    assert (few.exit_code, few.stdout) == (0, f"{whole.split(chr(9))[0]}\tat least 1\n")


def test_what_is_not_counted_is_unknown_and_three():
    tilings = "14x14g:" + 196 * "1"
    for budget in ("--memory=0.0001", "--iterations=10"):
        result = cpstudy("count", budget, UNIQUE, tilings)
        assert result.exit_code == 3
        assert result.stdout == f"{UNIQUE}\t1\t1\n{tilings}\tunknown\tunknown\n"
        assert result.stderr.startswith("cpstudy: argument 2: solutions not counted")
    row = json.loads(cpstudy("count", "--json", "--memory=0.0001", tilings).stdout)
    assert (row["count"], row["stop"], row["verdict"]) == (None, "memory", "unknown")
    assert "safe_states" not in row["counters"]
    assert cpstudy("count", "nonsense", tilings, "--seconds=0").exit_code == 2


def test_count_of_edge_matching():
    board = "2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1"
    found = cpstudy("verify", "--puzzle", "edge_matching", board, "--json").stdout
    result = cpstudy("count", "--puzzle", "edge_matching", board)
    assert result.exit_code == 0
    assert result.stdout == f"{board}\t{json.loads(found)['count']}\n"
    moves = cpstudy("count", "--puzzle", "sokoban", "3x1:@$.")
    assert (moves.exit_code, moves.stdout) == (2, "")
    assert "sokoban has no solvers" in moves.stderr


def test_generate():
    same = [cpstudy("generate", "--count", "3", "--seed", "5").stdout for _ in range(2)]
    assert same[0] == same[1]
    assert same[0] != cpstudy("generate", "--count", "3", "--seed", "6").stdout
    rows = cpstudy("generate", "--json", "--count", "2", "--size", "4x3", "--wrap").stdout
    for index, line in enumerate(rows.splitlines()):
        row = json.loads(line)
        assert (row["index"], row["size"], row["algorithm"]) == (index, "4x3", "binary-tree")
        puzzle = Pipes.decode(row["puzzle"])
        assert (puzzle.columns, puzzle.rows, puzzle.wrap) == (4, 3, True)
        assert puzzle.violation(puzzle.decode_solution(row["solution"])) == ""
    solved = cpstudy("generate", "--solved", "--algorithm", "prim").stdout.strip()
    assert Pipes.decode(solved).violation(Pipes.decode(solved).tiles) == ""


def test_the_table_of_generated_mazes():
    result = cpstudy("verify", "--count", "10", "--size", "4", "--size", "3x5")
    assert result.exit_code == 0
    for name in ("binary-tree", "depth-first", "kruskal", "prim", "wilson"):
        assert result.stdout.count(name) == 2
    assert "random-joints" not in result.stdout
    rows = cpstudy("verify", "--count", "8", "--algorithm", "random-joints", "--json").stdout
    (row,) = map(json.loads, rows.splitlines())
    assert row["unique"] + row["many"] + row["none"] + row["unknown"] == row["puzzles"] == 8
    assert 0 <= row["interval"][0] <= row["share"] <= row["interval"][1] <= 1


def test_undecided_mazes_widen_the_interval():
    rows = cpstudy("verify", "--count", "10", "--seconds", "0", "--algorithm", "prim", "--json")
    row = json.loads(rows.stdout)
    assert row["unknown"] == 10
    assert row["interval"] == [0.0, 1.0]


def test_drawings():
    result = cpstudy("verify", MANY, "--draw")
    assert result.stdout == f"{MANY}\tmany\n╶─╴     ╸ ╺━\n"


def test_pictures(tmp_path):
    for name, magic in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        files = [tmp_path / f"{k}.{name}" for k in (1, 2)]
        for file in files:
            assert cpstudy("convert", MANY, "--to", name, "--out", str(file)).exit_code == 0
        assert files[0].read_bytes() == files[1].read_bytes()
        assert files[0].read_bytes().startswith(magic)


def test_conversions():
    assert cpstudy("convert", UNIQUE, "--to", "tiles").stdout == " 1  1\n"
    back = cpstudy("convert", "-f", "-", "--to", "text", stdin=" 1  1\n")
    assert back.stdout == f"{UNIQUE}\n"
    types = cpstudy("convert", "2x2g:9999", "--to", "types").stdout
    assert json.loads(types) == [["2b", "2b"], ["2b", "2b"]]
    read = cpstudy("verify", "-f", "-", "--format", "types", stdin=types)
    assert read.stdout == "2x2g:9999\tunique\n"


def test_listings():
    assert "wilson" in cpstudy("puzzles").stdout
    assert "cpsat" in cpstudy("solvers").stdout
    row = json.loads(cpstudy("solvers", "--json").stdout.splitlines()[0])
    assert (row["solver"], row["complete"], row["counter"]) == ("portfolio", True, "nodes")
    assert json.loads(cpstudy("puzzles", "--json").stdout.splitlines()[0])["kind"] == "pipes"
    assert cpstudy().stdout == cpstudy("--help").stdout
    assert cpstudy("--version").stdout.startswith("cpstudy ")


def real(*arguments: str, stdin: bytes = b"", **options) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "cpstudy", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, **options)


def test_the_real_command():
    done = real("verify", "-f", "-", stdin=b"2x1:11\n\xff\xfe:\n2x1w:11\n")
    assert done.returncode == 2
    assert done.stdout == b"2x1:11\tunique\n2x1w:11\tmany\n"
    assert done.stderr.count(b"\n") == 1
    assert b"stdin:2" in done.stderr
    assert b"Traceback" not in done.stderr


def test_results_do_not_depend_on_the_number_of_jobs():
    made = cpstudy("generate", "--algorithm", "kruskal", "--size", "12", "--count", "120").stdout
    outputs = [
        forking.run(forking.COMMAND, ["verify", "-f", "-", "--jobs", jobs], made, text=True)
        for jobs in ("1", "2")
    ]
    assert outputs[0].stdout == outputs[1].stdout
    assert outputs[0].stdout.count("\n") == 120
    assert outputs[0].returncode == outputs[1].returncode == 1
