"""The data dictionary: the types, units and meanings of the columns of rows.

It is the only source of these descriptions. Parquet files carry them in the metadata of their
columns, CSV files in a Table Schema next to them, data frames in ``attrs``; the reference page
*data* and ``datapackage.json`` (experiments/dictionary.py) are written from here. Types are those
of Frictionless Data's Table Schema (https://datapackage.org), the standard for such files.

Names of parameters, counters and further values are open: an added solver may have its own. Those
of the suite are listed; any other is described by its group.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cpstudy.core.result import Solvable, Stop, Verdict

PROFILE = "https://datapackage.org/profiles/2.0/"
# The groups of a row's open names, and the description of a column with an unlisted name.
GROUPS = {
    "params": "a parameter of the cell",
    "counters": "a counter of the solver",
    "extra": "a further value of the run",
}
_NOT_OF_THIS_ROW = "the row does not have this value"


class Field(NamedTuple):
    """One column. type: of Table Schema, "any" if values of several types are JSON text.

    missing: the meaning of an empty value; "" if no value is empty. values: all that occur, if few.
    """

    name: str
    type: str
    meaning: str
    unit: str = ""
    missing: str = ""
    values: tuple[str, ...] = ()

    def descriptor(self) -> dict[str, Any]:
        """The field in Table Schema; ``unit`` and ``missing`` are additional properties."""
        got: dict[str, Any] = {"name": self.name, "type": self.type, "description": self.meaning}
        got |= {"unit": self.unit} if self.unit else {}
        got |= {"missing": self.missing} if self.missing else {}
        constraints: dict[str, Any] = {} if self.missing else {"required": True}
        constraints |= {"enum": [*self.values]} if self.values else {}
        return got | ({"constraints": constraints} if constraints else {})


def _by_name(lines: str) -> dict[str, Field]:
    """Fields from lines ``name | type | unit | meaning | meaning of an empty value``."""
    split = [[part.strip() for part in line.split("|")] for line in lines.strip().splitlines()]
    return {n: Field(n, kind, meaning, unit, missing) for n, kind, unit, meaning, missing in split}


_UNLIMITED = "no such limit"
_CHOICES = {
    "stop": tuple(stop.value for stop in Stop),
    "solvable": tuple(solvable.value for solvable in Solvable),
    "verdict": tuple(verdict.value for verdict in Verdict),
}

# The columns that every row has, in order.
ROW = _by_name(f"""
key | object | | unique key of the row: the cell and the seed, as JSON |
kind | string | | kind of puzzle |
seed | integer | | number of the run, from 0: selects a puzzle of the cell |
budget | object | | limits by name, as JSON, in files written before budgets had columns |
budget_seconds | number | s | limit on wall-clock time | {_UNLIMITED}
budget_iterations | integer | counter | limit on the iterations of the run | {_UNLIMITED}
budget_states | integer | states | limit on stored states | {_UNLIMITED}
budget_memory | integer | bytes | limit on memory | {_UNLIMITED}
budget_cpu_seconds | number | s | limit on CPU time, for isolated runs | {_UNLIMITED}
solver | string | | solver or strategy, with its options after a colon |
solver_version | integer | | version of the solver, raised when its search changes |
versions | object | | packages and their versions, as JSON | our own engines, or older rows
generator_version | integer | | version of the generator, raised when its puzzles change |
counter | string | | the unit of iterations |
iterations | integer | counter | effort of the run, in the unit given by counter |
stop | string | | why the run ended: done and limit are answers, all others left it undecided |
solvable | string | | whether the puzzle has a solution |
verdict | string | | number of solutions; unknown also if the run did not search for it |
seconds | number | s | wall-clock time of the run |
cpstudy | string | | version of cpstudy that computed the row |
python | string | | version of Python |
machine | string | | operating system, cores and processor |
created | integer | s | time when the row was stored, in seconds since 1970 |
censored | boolean | | whether the run was stopped before it had its answer |
effort | integer | counter | iterations for medians: a lower bound if censored |
""")
ROW = {name: field._replace(values=_CHOICES.get(name, ())) for name, field in ROW.items()}

PARAMS = _by_name("""
algorithm | string | | generator of the puzzles | puzzles are given, not generated
seed | integer | | seed of the cell's puzzles, from which the run's is drawn | puzzles are given
size | integer | cells | side of the square board | given by rows and columns, or by the puzzle
rows | integer | cells | height of the board | given by size, or by the puzzle
columns | integer | cells | width of the board | given by size, or by the puzzle
inner | integer | colours | colours of inner edges | not a sweep over colours
outer | integer | colours | colours of edges at the frame; 0: one set | not a sweep over colours
distinct | boolean | | only puzzles without identical pieces | false
asymmetric | boolean | | only puzzles without rotationally symmetric pieces | false
clues | integer | pieces | pieces fixed as in the solution from which the puzzle was made | 0
wrap | boolean | | whether the board is a torus | false
unique | boolean | | only puzzles with one solution | false
grade | string | | only puzzles of this difficulty | any difficulty
puzzle | string | | text form of the puzzle | puzzles are generated
limit | integer | solutions | solutions at which a solver stops | 2, or none if null was given
options | object | | options of a strategy, as JSON | none
isolated | boolean | | whether each run has a separate process | false
texts | boolean | | whether rows store the text form of the puzzle | false
""")

COUNTERS = _by_name(f"""
backward | integer | states | states reached from the goal | {_NOT_OF_THIS_ROW}
boards | integer | boards | solved boards, every rotation counted | solutions were not counted
branches | integer | branches | decisions of CP-SAT's search | {_NOT_OF_THIS_ROW}
conflicts | integer | conflicts | conflicts of clause learning | {_NOT_OF_THIS_ROW}
cost | integer | | cost of the path found | no path was found
cuts | integer | constraints | constraints added during solving | {_NOT_OF_THIS_ROW}
cpu_ms | integer | ms | CPU time of the programs that a solver ran | {_NOT_OF_THIS_ROW}
decisions | integer | decisions | literals decided by clause learning | {_NOT_OF_THIS_ROW}
depth | integer | states | states on the path to the goal, else the longest | {_NOT_OF_THIS_ROW}
exit_code | integer | | exit code of the last program that a solver ran | {_NOT_OF_THIS_ROW}
expanded | integer | states | expanded states | {_NOT_OF_THIS_ROW}
expansions | integer | states | expanded states | {_NOT_OF_THIS_ROW}
forward | integer | states | states reached from the start | {_NOT_OF_THIS_ROW}
limit | integer | cost | bound of the last iteration of IDA* | {_NOT_OF_THIS_ROW}
lines | integer | lines | solved rows and columns of the board | {_NOT_OF_THIS_ROW}
looks | integer | cells | cells probed with both values | {_NOT_OF_THIS_ROW}
moves | integer | moves | moves of the path found | no path was found
needed_bytes | integer | bytes | estimated memory of a count | {_NOT_OF_THIS_ROW}
needed_states | integer | states | estimated states of a count | {_NOT_OF_THIS_ROW}
nodes | integer | nodes | nodes of the search tree | {_NOT_OF_THIS_ROW}
optimal | integer | | 1 if the path is known to be a shortest one | {_NOT_OF_THIS_ROW}
placements | integer | placements | pieces placed on the board | {_NOT_OF_THIS_ROW}
propagations | integer | literals | literals propagated by clause learning | {_NOT_OF_THIS_ROW}
pushes | integer | pushes | pushes of boxes | {_NOT_OF_THIS_ROW}
safe_states | integer | states | orientations without a loose end | they were not counted
searches | integer | calls | calls of the solver | {_NOT_OF_THIS_ROW}
shortest | integer | paths | number of different shortest paths | {_NOT_OF_THIS_ROW}
states | integer | states | states reached | {_NOT_OF_THIS_ROW}
steps | integer | steps | steps of the deduction | {_NOT_OF_THIS_ROW}
transitions | integer | moves | transitions between states | {_NOT_OF_THIS_ROW}
variables | integer | variables | variables of the counted formula | {_NOT_OF_THIS_ROW}
values | integer | values | values tried in cells | {_NOT_OF_THIS_ROW}
""")

EXTRA = _by_name("""
count | integer | solutions | exact number of solutions | they were not counted
cpu_seconds | number | s | CPU time of the run | it was not measured
engine | string | | engine of a portfolio that gave the answer | the solver itself
fault | string | | description of the fault | there was no fault
startup_seconds | number | s | time before the run, to start its process | it had no process
peak_bytes | integer | bytes | peak memory of the run | it was not measured
text | string | | text form of the puzzle | it was not stored
traceback | string | | where the solver crashed | it did not crash
""")

_LISTED: Mapping[str, Mapping[str, Field]] = {
    "": ROW,
    "params": PARAMS,
    "counters": COUNTERS,
    "extra": EXTRA,
}


def field(name: str, group: str = "", column: str = "", kind: str = "any") -> Field:
    """The dictionary's entry for a name of a group ("": the columns that every row has).

    column: the column's name, if it differs. kind: the type of an unlisted name.
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
    """A ``datapackage.json`` for the files next to it. tables: the columns by file name."""
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
