"""Every row of ``--json`` has exactly one type of its verb, according to the bundled schemas."""

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpstudy import generate, schemas
from cpstudy.cli import main, verbs
from cpstudy.puzzles import PUZZLES, kind
from tests.undrawn import undrawn

BOARD, MANY = "3x3:654eb6414", "2x1w:11"
LEVEL = "5x4:#####|#@$.#|#---#|#####"
# The frame colour is 7, so the row has the field "read_as".
FRAMED = "7 7 1 2\n7 7 2 1\n7 7 2 2\n7 7 1 1"
SUDOKU, CLASH = "1...3.....2...4.", "11.............."
SWEEP = ["--size", "3", "--inner", "1..2", "--outer", "1", "--puzzles", "2", "--jobs", "1", "-q"]

# For each verb, command lines whose rows have all of its types.
COMMANDS = {
    "verify": (
        [BOARD, MANY], [BOARD, "--solver", "cpsat"], [BOARD, "--iterations", "0"],
        ["--size", "3", "--count", "3", "--algorithm", "prim"],
        ["--puzzle", "sudoku", SUDOKU],
        ["--puzzle", "edge_matching", kind("edge_matching").example],
        [BOARD, "--features"], [BOARD, "--isolated"],
    ),
    "compare": ([BOARD, "--solver", "search,deduce"],),
    "solve": (
        [BOARD], [MANY, "--all"], ["2x1:12"],
        ["--puzzle", "edge_matching", FRAMED, "--iterations", "2", "--trace", "--solver", "dfs"],
    ),
    "count": ([BOARD, MANY], ["--puzzle", "sudoku", SUDOKU]),
    "generate": (
        ["--size", "4", "--count", "2"],
        ["--puzzle", "sokoban", "--algorithm", "empty-room", "--size", "4"],
        ["--size", "3", "--wrap"], ["--size", "3", "--table"],
        ["--puzzle", "jigsaw", "--size", "4", "--algorithm", "once", "--beside", "JIGSAW"],
    ),
    "explore": (
        ["sokoban", LEVEL], ["bridge_torch", "1,2,5,8", "--strategy", "astar"],
        ["bridge_torch", "1,2:1"], ["river_crossing", "fox,goose:fox-goose", "--states", "1"],
        ["bridge_torch", "1,2,5,8", "--strategy", "dfs"], ["sokoban", LEVEL, "--count"],
    ),
    "explain": (
        [BOARD], [MANY], [BOARD, MANY, "--table"],
        *(
            ["--puzzle", name, kind(name).example]
            for name in PUZZLES if kind(name).explaining and name != "pipes"
        ),
    ),
    "hint": ([BOARD], ["3x3:243eca43c"]),
    "mistake": ([BOARD, "--against", BOARD],),
    "ambiguity": ([MANY],),
    "freedom": (["--puzzle", "nurikabe", "nurikabe/5/5/j2k.o.i1"],),
    "conflict": (["--puzzle", "sudoku", CLASH],),
    "check": (
        ["--puzzle", "sokoban", LEVEL, "--moves", "RR"],
        ["--puzzle", "sokoban", LEVEL, "--moves", "R"],
    ),
    "repair": ([BOARD], ["6x6:6aa7485847e97d6c315517d82a39128ebaa6"], [MANY, "--seconds", "0"]),
    "convert": (["--what", BOARD], ["--what", "--puzzle", "edge_matching", FRAMED]),
    "hardness": (SWEEP, [*SWEEP, "--solver", "dfs", "--estimate", "--probes", "2"]),
    "plot": ([],),
    "reproduce": ([],),
    "study": (["--compare"],),
    "puzzles": ([],),
    "solvers": ([],),
}  # fmt: skip


def types_of(row, verb):
    """Return the row types of a verb with these fields, by the names alone, without jsonschema."""
    found = []
    for name in schemas.ROWS[verb]:
        schema = schemas.schema(name)
        named = set(schema["properties"])
        const = {
            key: what["const"] for key, what in schema["properties"].items() if "const" in what
        }
        more = schema["additionalProperties"] is not False
        fits = set(schema["required"]) <= set(row) and (more or set(row) <= named)
        if fits and all(row[key] == value for key, value in const.items()):
            found.append(name)
    return found


def validators():
    jsonschema = pytest.importorskip("jsonschema")
    made = {name: jsonschema.Draft202012Validator(schemas.schema(name)) for name in schemas.NAMES}
    for validator in made.values():
        validator.check_schema(validator.schema)
    return made


@pytest.fixture(scope="module", name="rows")
def _rows(tmp_path_factory):
    """Return the rows of all command lines as (verb, row)."""
    folder = tmp_path_factory.mktemp("rows")
    sweep = str(folder / "rows.sqlite")
    study = folder / "study.toml"
    study.write_text(
        '[study]\nkind = "bridge_torch"\npuzzles = ["1,2", "1,2:1"]\nstrategies = ["bfs", "dfs"]\n'
    )
    jigsaw = folder / "jigsaw.txt"
    jigsaw.write_text(next(generate("jigsaw", "once", 4, 1))[0].encode())
    found = []
    for verb, commands in COMMANDS.items():
        for asked in commands:
            arguments = [str(jigsaw) if one == "JIGSAW" else one for one in asked]
            more = {"hardness": ["--out", sweep], "plot": [sweep], "study": [str(study)]}.get(
                verb, []
            )
            with undrawn():
                done = CliRunner().invoke(main, [verb, *arguments, *more, "--json"])
            assert done.exit_code in (0, 1, 3), (verb, arguments, done.stderr)
            found += [(verb, json.loads(line)) for line in done.stdout.splitlines()]
    return found


def test_every_row_is_of_one_type(rows):
    met = set()
    for verb, row in rows:
        found = types_of(row, verb)
        assert len(found) == 1, (verb, found, row)
        met.update(found)
    # These need minutes, or a SAT solver: see below; or a faulty solver:
    # tests/jobs/test_campaigns.py.
    left = {"certificate", "published-cell", "published-verdict", "study-fault"}
    assert met == set(schemas.NAMES) - left


def test_every_row_is_valid(rows):
    found = validators()
    for verb, row in rows:
        (name,) = types_of(row, verb)
        faults = [error.message for error in found[name].iter_errors(row)]
        assert not faults, (verb, row, faults)


def test_wrong_rows_are_refused(rows):
    """The schemas reject a row without a required field, or with one of another type."""
    found = validators()
    for verb, row in rows:
        (name,) = types_of(row, verb)
        for field in found[name].schema["required"]:
            assert not found[name].is_valid({key: row[key] for key in row if key != field})
            assert not found[name].is_valid({**row, field: {"wrong": [None]}})


def test_rows_of_certificates(tmp_path):
    pytest.importorskip("pysat.solvers")
    run = CliRunner().invoke
    assert run(main, ["verify", BOARD, "--proof", str(tmp_path / "proofs"), "-q"]).exit_code == 0
    row = json.loads(run(main, ["check", str(tmp_path / "proofs"), "--json"]).stdout)
    assert types_of(row, "check") == ["certificate"]
    assert validators()["certificate"].is_valid(row)


def test_rows_of_published_tables():
    """The verb takes minutes, so the test prints the rows of a given comparison."""
    from cpstudy.cli.reproduce import _print
    from cpstudy.reproducing.items import ITEMS
    from cpstudy.study.agreement import Cell, Comparison

    printed = io.StringIO()
    cells = (Cell("a", "1", "2"), Cell("b", "0.5", "0.4", "0.3 – 0.5", 10, 20, 0.25, 1.1, None))
    item = next(iter(ITEMS.values()))
    for verdict in (("by a rule", 0.25, "not rejected"), ("by none", None, "")):
        _print(item, "part", Comparison(cells, *verdict), "small", True, printed)
    found = validators()
    for line, name in zip(
        printed.getvalue().splitlines(),
        ("published-cell", "published-cell", "published-verdict") * 2,
        strict=True,
    ):
        assert types_of(json.loads(line), "reproduce") == [name]
        assert not [*found[name].iter_errors(json.loads(line))]


def test_every_schema_is_told_and_listed():
    folder = Path(schemas.__file__).parent
    assert {path.stem for path in folder.glob("*.json")} == set(schemas.NAMES)
    run = CliRunner().invoke
    listed = run(main, ["schema"]).stdout.splitlines()
    assert [line.split()[0] for line in listed] == [*schemas.NAMES]
    for name in schemas.NAMES:
        schema = schemas.schema(name)
        assert json.loads(run(main, ["schema", name]).stdout) == schema
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["$id"] == f"urn:cpstudy:schema:{schemas.VERSION}:{name}"
        for field, what in schema["properties"].items():
            assert what.get("description") or "const" in what, (name, field)
    with pytest.raises(ValueError, match="schema 'magic': choose from trace, result"):
        schemas.schema("magic")


def test_verbs_with_rows_have_schemas():
    outcome = {
        name
        for name, command in verbs().items()
        if any(option.name == "as_json" for option in command.params)
    }
    assert outcome == set(schemas.ROWS)
    assert len(list(generate("pipes", "prim", 3, 1))) == 1
