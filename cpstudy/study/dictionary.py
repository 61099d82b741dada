"""What the columns of rows mean: their types, units, and what an empty value says.

The one source of the data dictionary. Parquet files carry these words in the metadata of their
columns, CSV files have a Table Schema beside them, data frames in ``attrs``; the reference page
*data* and ``datapackage.json`` (experiments/dictionary.py) are written from here. Types are those
of Frictionless Data's Table Schema (https://datapackage.org), the standard of such files.

Names of parameters, counters and further values are open: a solver that somebody adds brings its
own. Those of the suite are listed; any other is described by its group.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cpstudy.core.result import Solvable, Stop, Verdict

PROFILE = "https://datapackage.org/profiles/2.0/"
# The groups of a row's open names, and what a column of an unlisted name is.
GROUPS = {
    "params": "a parameter of the cell",
    "counters": "a counter of the solver",
    "extra": "a further value of the run",
}
_NOT_OF_THIS_ROW = "the row has no such value"


class Field(NamedTuple):
    """One column. type: of Table Schema, "any" where several types are JSON text.

    missing: what an empty value says; "" where none is empty. values: all that occur, if few can.
    """

    name: str
    type: str
    meaning: str
    unit: str = ""
    missing: str = ""
    values: tuple[str, ...] = ()

    def descriptor(self) -> dict[str, Any]:
        """The field as Table Schema has it; ``unit`` and ``missing`` are further properties."""
        got: dict[str, Any] = {"name": self.name, "type": self.type, "description": self.meaning}
        got |= {"unit": self.unit} if self.unit else {}
        got |= {"missing": self.missing} if self.missing else {}
        constraints: dict[str, Any] = {} if self.missing else {"required": True}
        constraints |= {"enum": [*self.values]} if self.values else {}
        return got | ({"constraints": constraints} if constraints else {})


def _by_name(lines: str) -> dict[str, Field]:
    """Fields of lines ``name | type | unit | meaning | what an empty value says``."""
    split = [[part.strip() for part in line.split("|")] for line in lines.strip().splitlines()]
    return {n: Field(n, kind, meaning, unit, missing) for n, kind, unit, meaning, missing in split}


_UNLIMITED = "no such limit"
_CHOICES = {
    "stop": tuple(stop.value for stop in Stop),
    "solvable": tuple(solvable.value for solvable in Solvable),
    "verdict": tuple(verdict.value for verdict in Verdict),
}

# What every row has, in the order of the columns.
ROW = _by_name(f"""
key | object | | what no other row has: the cell and the seed, as JSON |
kind | string | | kind of puzzle |
seed | integer | | number of the run: which puzzle of its cell, from 0 on |
budget | object | | limits by name, as JSON, in files written before budgets had columns |
budget_seconds | number | s | limit on wall-clock time | {_UNLIMITED}
budget_iterations | integer | counter | limit on the iterations of the run | {_UNLIMITED}
budget_states | integer | states | limit on states that are kept | {_UNLIMITED}
budget_memory | integer | bytes | limit on memory | {_UNLIMITED}
budget_cpu_seconds | number | s | limit on processor time, of runs in processes | {_UNLIMITED}
solver | string | | solver or strategy, with its options after a colon |
solver_version | integer | | raised when the solver would search otherwise |
versions | object | | packages and their versions, as JSON | our own engines, or older rows
generator_version | integer | | raised when a seed would give another puzzle |
counter | string | | what the solver counts as iterations |
iterations | integer | counter | effort of the run, in the unit that counter names |
stop | string | | why the run ended: done and limit are answers, all others left it open |
solvable | string | | whether the puzzle has a solution |
verdict | string | | how many solutions: unknown too where that was not asked |
seconds | number | s | wall-clock time of the run |
cpstudy | string | | version of cpstudy that computed the row |
python | string | | version of Python |
machine | string | | operating system, cores and processor |
created | integer | s | when the row was stored, in seconds since 1970 |
censored | boolean | | whether the run was stopped before it had its answer |
effort | integer | counter | iterations as medians take them: at least so many where censored |
""")
ROW = {name: field._replace(values=_CHOICES.get(name, ())) for name, field in ROW.items()}

PARAMS = _by_name("""
algorithm | string | | generator of the puzzles | puzzles are given, not generated
seed | integer | | seed of the cell's puzzles: seed and number name one | puzzles are given
size | integer | cells | side of the square board | the size is in rows and columns or the puzzle
rows | integer | cells | height of the board | the size is in size or the puzzle
columns | integer | cells | width of the board | the size is in size or the puzzle
inner | integer | colours | colours of inner edges | not a sweep over colours
outer | integer | colours | colours of edges beside the frame; 0: one set | not a sweep over colours
distinct | boolean | | only puzzles without identical pieces | false
asymmetric | boolean | | only puzzles without pieces that look the same turned | false
clues | integer | pieces | pieces fixed as in the solution that the puzzle is from | 0
wrap | boolean | | whether the board is a torus | false
unique | boolean | | only puzzles with one solution | false
grade | string | | only puzzles of this difficulty | any difficulty
puzzle | string | | text form of the puzzle | puzzles are generated
limit | integer | solutions | solutions at which a solver stops | 2, or none where null was given
options | object | | options of a strategy, as JSON | none
isolated | boolean | | whether each run has a process of its own | false
texts | boolean | | whether rows keep the text form of the puzzle | false
""")

COUNTERS = _by_name(f"""
backward | integer | states | states met from the goal | {_NOT_OF_THIS_ROW}
boards | integer | boards | solved boards, every rotation counted | not all were counted
branches | integer | branches | decisions of CP-SAT's search | {_NOT_OF_THIS_ROW}
conflicts | integer | conflicts | dead ends of clause learning | {_NOT_OF_THIS_ROW}
cost | integer | | cost of the path that was found | no path was found
cuts | integer | constraints | constraints that were added while solving | {_NOT_OF_THIS_ROW}
cpu_ms | integer | ms | processor time of the programs that a solver ran | {_NOT_OF_THIS_ROW}
decisions | integer | decisions | literals that clause learning assumed | {_NOT_OF_THIS_ROW}
depth | integer | moves | greatest distance from the start of a state | {_NOT_OF_THIS_ROW}
exit_code | integer | | exit code of the last program that a solver ran | {_NOT_OF_THIS_ROW}
expanded | integer | states | states whose moves were made | {_NOT_OF_THIS_ROW}
expansions | integer | states | states whose moves were made | {_NOT_OF_THIS_ROW}
forward | integer | states | states met from the start | {_NOT_OF_THIS_ROW}
limit | integer | cost | bound of the last iteration of IDA* | {_NOT_OF_THIS_ROW}
lines | integer | lines | rows and columns of the board that were solved | {_NOT_OF_THIS_ROW}
looks | integer | cells | cells whose two values were tried | {_NOT_OF_THIS_ROW}
moves | integer | moves | moves of the path that was found | no path was found
needed_bytes | integer | bytes | memory that a count was estimated to need | {_NOT_OF_THIS_ROW}
needed_states | integer | states | states that a count was estimated to need | {_NOT_OF_THIS_ROW}
nodes | integer | nodes | nodes of the search tree | {_NOT_OF_THIS_ROW}
optimal | integer | | 1 where the path is known to be the shortest | {_NOT_OF_THIS_ROW}
placements | integer | placements | pieces put on the board | {_NOT_OF_THIS_ROW}
propagations | integer | literals | literals that clause learning inferred | {_NOT_OF_THIS_ROW}
pushes | integer | pushes | pushes of boxes | {_NOT_OF_THIS_ROW}
safe_states | integer | states | orientations without a loose end | they were not counted
searches | integer | calls | calls of the solver | {_NOT_OF_THIS_ROW}
shortest | integer | moves | moves that any solution needs at least | {_NOT_OF_THIS_ROW}
states | integer | states | states met | {_NOT_OF_THIS_ROW}
steps | integer | steps | steps of the deduction | {_NOT_OF_THIS_ROW}
transitions | integer | moves | moves made between states | {_NOT_OF_THIS_ROW}
variables | integer | variables | variables of the formula that was counted | {_NOT_OF_THIS_ROW}
values | integer | values | values tried in cells | {_NOT_OF_THIS_ROW}
""")

EXTRA = _by_name("""
count | integer | solutions | exact number of solutions | they were not counted
cpu_seconds | number | s | processor time of the run | it was not measured
engine | string | | which engine of a portfolio gave the answer | the solver itself
fault | string | | what went wrong | nothing went wrong
startup_seconds | number | s | before the run, in a process of its own | it had no process
peak_bytes | integer | bytes | most memory that the run held | it was not measured
text | string | | text form of the puzzle | it was not kept
traceback | string | | where the solver crashed | it did not crash
""")

_LISTED: Mapping[str, Mapping[str, Field]] = {
    "": ROW,
    "params": PARAMS,
    "counters": COUNTERS,
    "extra": EXTRA,
}


def field(name: str, group: str = "", column: str = "", kind: str = "any") -> Field:
    """What the dictionary says of a name of a group ("": what every row has).

    column: the column's name, where another has this one. kind: the type where it is not listed.
    """
    known = _LISTED[group].get(name)
    if known is None:
        known = Field(name, kind, f"{name}: {GROUPS[group]}", "", _NOT_OF_THIS_ROW)
    return known._replace(name=column or name)


def table_schema(fields: Iterable[Field]) -> dict[str, Any]:
    """A Table Schema as JSON."""
    return {
        "$schema": f"{PROFILE}tableschema.json",
        "fields": [one.descriptor() for one in fields],
        "missingValues": [""],
    }


def package(name: str, title: str, tables: Mapping[str, Iterable[Field]]) -> dict[str, Any]:
    """A ``datapackage.json`` of files beside it. tables: the columns by file name."""
    resources = [
        {
            "name": path.rpartition(".")[0].lower().replace(" ", "-"),
            "path": path,
            "format": path.rpartition(".")[2],
            "schema": table_schema(fields),
        }
        for path, fields in sorted(tables.items())
    ]
    return {
        "$schema": f"{PROFILE}datapackage.json",
        "name": name,
        "title": title,
        "resources": resources,
    }
