"""The data dictionary of the experiments' files: ``paper/data/*.parquet``, ``figures/*.csv``.

The package's dictionary (``cpstudy/study/dictionary.py``) describes the columns of all rows; this
one adds those of experiments and reproductions, and every column of their tables. ``python -m
experiments.dictionary`` writes both as Frictionless data packages, ``datapackage.json`` next to the
files; tests compare these, and every value with the type of its column.

A new column of a table needs a line here: its heading (a regular expression that matches all of it,
after ``TABLE:`` if tables differ), type, unit, meaning, and the meaning of an empty field.
"""

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from cpstudy.core.files import write_whole
from cpstudy.study.dictionary import Field, field, package

ROOT = Path(__file__).parents[1]
DATA, FIGURES = ROOT / "paper" / "data", ROOT / "figures"
PACKAGE = "datapackage.json"

# group | name | type | unit | meaning | meaning of null
_VALUES = """
params | boards | any | | a batch's boards, or their family: as drawn or repaired | the row has none
params | cars | integer | cars | cars on the board, the red one included | the row has none
params | clues | integer | pieces | clue pieces of the puzzle | the row has none
params | place | string | | where clue pieces lie | the row has none
params | mazes | integer | mazes | mazes of a batch; the row has sums over them | the row is a maze
params | probes | integer | probes | random descents of the search tree a puzzle | it was searched
params | puzzles | integer | puzzles | puzzles that an estimate is of | it was searched
params | question | string | | safe states, trees, or safe states tested in turn | another question
params | solutions | integer | solutions | solutions at which the listing stops | another question
params | steps | integer | steps | most steps of a climb | the row has none
counters | cpu_ms | integer | ms | processor time of all runs of a program | it is not a program
counters | exit_code | integer | | how the last run of a program ended | it is not a program, or was killed
counters | peak_bytes | integer | bytes | most that a run of a program held | not seen
counters | border | integer | turns | turns of a player who starts at the border | not measured
counters | rows | integer | turns | turns of a player who goes by rows | not measured
counters | planned | integer | turns | turns of a player who knows the solution | several solutions
counters | grade | integer | | hardest rule: 0 local, 1 loop … 5 search | several solutions
counters | local | integer | boards | boards of the batch that need no rule but local ones |
counters | loop | integer | boards | boards of the batch whose hardest rule is loops |
counters | dead end | integer | boards | boards of the batch whose hardest rule is dead ends |
counters | parity | integer | boards | boards of the batch whose hardest rule is parity |
counters | lookahead | integer | boards | boards of the batch that need one step ahead |
counters | search | integer | boards | boards of the batch that one step ahead leaves open |
counters | go | integer | orientations | wrong ones that a look refutes, on the hardest board |
counters | stay | integer | orientations | wrong ones that a look leaves, on the hardest board |
counters | tried | integer | steps | steps of the climb |
counters | looked ahead | integer | boards | boards of the climb that needed to look ahead |
counters | unique | integer | mazes | mazes of the batch with one solution | the row is a maze
counters | many | integer | mazes | mazes of the batch with several solutions | the row is a maze
counters | regions | integer | regions | connected regions of tiles that differ | the row is a batch
counters | tiles | integer | tiles | tiles that differ between solutions | the row is a batch
counters | undecided | integer | tiles | tiles on which the search ran out | the row is a batch
counters | (raw|repaired) (T|corner|dead end|straight) | integer | tiles | such tiles of the maze |
params | source | string | | who rated the puzzles: people |
params | method | string | | all trees listed, trees drawn, or fields drawn | another experiment
counters | drawn | integer | | trees or fields of the batch |
counters | plain | integer | | of them those without a cross |
counters | fields | integer | fields | different fields of all trees | trees or fields were drawn
counters | number | integer | | number of the puzzle in its collection |
counters | rater | integer | | number of the person who rated it; of Rush Hour how many people solved it |
counters | rating | integer | tenths | stars, one to five; of Rush Hour the median of people's moves |
counters | level | integer | | 0 easy … 3 expert | several solutions, or no time
counters | moves | integer | moves | fewest moves | the kind has no moves
counters | last rule | integer | | number of the last rule, from 0 | several solutions, or no time
counters | by rules | integer | | score of the steps without suppositions | several solutions, or no time
counters | suppositions | integer | steps | steps by a supposition | several solutions, or no time
counters | supposed | integer | steps | steps from suppositions to their contradictions | several solutions, or no time
counters | searched | integer | | 1 where deduction is stuck | several solutions, or no time
counters | chain | integer | steps | longest row of steps that rest on each other | several solutions, or no time
counters | cells | integer | cells | cells of the board | several solutions, or no time
extra | beyond | array | | text forms of boards that one step ahead leaves open | none
extra | board | string | | text form of the hardest board that the climb met |
extra | differing | integer | tiles | tiles that differ between two solutions | not asked
extra | solutions | integer | solutions | solutions that were listed | not asked
extra | (median|low|high) | number | placements | estimate to a first solution, 95 % | searched
extra | tree( low| high)? | number | placements | estimate of the tree, 95 % | searched
extra | least | integer | steps | least eccentricity of the other solutions | no other, or not asked
extra | moved | integer | tiles | tiles that repair changed |
extra | puzzle | string | | text form of the puzzle |
extra | sizes | array | | pairs (tiles of a region, regions of that size) | the row is a batch
extra | numbers | array | | pairs (number of regions, mazes of the batch that have so many) | another experiment
extra | within | array | pairs | ordered pairs of regions of a maze by distance, summed over the batch | a torus, or another experiment
extra | between | array | pairs | the same of a maze and the next one | a torus, or another experiment
extra | tested | integer | states | safe states examined until one but the first is a tree | not asked
extra | valid | boolean | | whether none but the first is a tree, of 200 | not asked
"""

# heading | type | unit | meaning | meaning of an empty field
_TABLES = r"""
# what rows are about
algorithm | string | | generator of the mazes; all: of all of them together |
(grades|methods.*|baselines|random_fields|repaired_distributions|safe_states|pieces.*|stronger_pruning.*|willems_table1|other_solvers.*):size | string | | board, columns x rows |
(one_step_ahead_climbs|ridge_law_distances|tree_estimates_held):size | string | | side of the square board; all: of every size |
clues:place | string | | where the clue pieces lie |
clues | integer | pieces | clue pieces |
prediction | string | | what predicts the hardest number of inner colours |
may be the hardest | integer | | of these, for how many the prediction, rounded, may be the hardest |
size | integer | cells | side of the square board |
sizes | integer | sizes | sizes that the line is fitted to |
solver | string | | search |
random_fields:method | string | | all trees listed, trees drawn, or fields drawn |
method | string | | solver, with its options |
versions | string | | packages that the solver rests on, with versions | a search of ours
drawn | integer | | trees or fields |
without a cross | integer | trees | of them those without a cross | fields were drawn
random_fields:unique | integer | | fields with one solution |
unique of those without a cross | number | | share of trees whose puzzle is unique | fields were drawn, or all listed
share of fields | number | | share of all fields that have one solution |
share with two dead ends more than Ts | number | | the same among fields that a tree may have |
fields for one | number | fields | fields drawn for one that has one solution, mean |
limit s | integer | s | seconds of the clock that a board may take |
median CPU ms | string | ms | median of processor time, ≥: a bound |
over ours | string | | that over the median of the first solver, ours | the first solver itself
region | string | | where puzzles can be hard: ridge, few inner colours, one outer colour, elsewhere |
inner | integer | colours | colours of inner edges |
outer | integer | colours | colours of edges beside the frame |
cars | integer | cars | cars on the board |
pieces | string | | what all pieces must be |
part | string | | part of the published table or figure |
what | string | | what is compared |
less | string | | what is subtracted from the hardest number of inner colours |
over | string | | the search in the denominator |
table | integer | | number of the published table |
board | string | | text form of the board |
one_step.*:boards | string | | flat or wrapping |
# numbers of things
(mazes|cells|boards|puzzles|probes|climbs|degrees|compared|ridge cells) | integer | | how many of them the row rests on |
(unique boards|unique boards met|mazes compared|mazes timed|from puzzles a cell) | integer | | how many of them the row rests on |
n | integer | runs | runs that ours rests on | a single value
exact medians | integer | cells | cells whose median is exact |
open | integer | | cells, or runs, that are not decided |
(undecided|mazes not decided|undecided there) | integer | | those that were not decided |
held | integer | cells | cells whose measured median lies in the interval |
several solutions | integer | mazes | mazes with several solutions |
missed \((half|table 3)\) | integer | mazes | of those, mazes that the bound calls valid |
numbers of outer colours | integer | | numbers of outer colours that the row is a mean over |
cells at the limit | integer | cells | cells whose median is at the limit |
looked ahead | integer | boards | boards that needed to look ahead |
beyond one step | integer | boards | boards that one step ahead leaves open |
puzzles a cell | integer | puzzles | puzzles of each cell |
runs that are bounds there | integer | runs | runs of that cell that were stopped | no median is exact yet
left out | integer | mazes | pairs of which one was not decided |
(up to 5 outer colours|more than 5), (cells|bounds|both open) | integer | cells | cells of the mean, those of them that are bounds, those left out |
# shares
eight:(unique|ambiguous|undecided) | integer | puzzles | puzzles with one solution, with several, not decided | not searched for a second one
mazes that take longer to prove | string | | share of mazes, in % |
local_ambiguity_model:unique | number | | share of mazes with one solution |
largest error | string | | of the predictions of -ln P, relative |
error within intervals | string | | largest error that the 95 % intervals of both sides allow |
one_step.*:unique | integer | boards | unique boards that the row rests on |
grades:unique | integer | boards | unique boards that the row rests on |
large_mazes_shares:unique | number | | share of mazes with one solution |
grades:dead end | number | | share of unique boards that rules up to this one settle |
one_step_ahead_grades:up to .* | number | | share of unique boards that rules up to this one settle |
(local|loop|parity|lookahead|search) | number | | share of unique boards that rules up to this one settle |
unique as drawn | number | | share of mazes that are unique before repair |
tiles moved | number | | share of tiles that repair changed |
of four tiles | number | | share of regions of four tiles | no region
covered | integer | | 1 where the interval holds the measured median | not measured
solvable | number | | share of boards that can be solved |
censored runs | number | | share of runs that were stopped |
(unique there|unique low|unique high) | number | | share of unique puzzles there, with its 95 % |
unique at the hardest | string | | share of unique puzzles at the hardest number of inner colours, in % |
share | string | | share of cells held, in % |
peak: .* | string | | share of resamples with the peak in that region, in % |
resamples with the peak at | string | | likely numbers of colours with their shares |
valid, %( \(published\))? | number | % | share of mazes called valid |
≥ 200, %( \(published\))? | number | % | share of mazes with 200 safe states or more |
valid of 100 in table 1 \(published\) | integer | mazes | published valid ones of 100 |
(valid \(published\)|unique safe state|unique solution) | string | | share of mazes, in % |
(dead end|straight|corner|T), (raw|natural|repaired) | number | | share of such tiles, of mazes as drawn, of unique ones as drawn, of repaired ones | too few unique mazes
distance (raw|natural|repaired), .* | number | | total variation between the two distributions | too few unique mazes
± \(95 %\) (raw|natural|repaired), .* | number | | half of the 95 % interval of the column before | too few unique mazes
(dead end|straight|corner|T)( \(published\))? | number | tiles | such tiles of a maze, mean |
# what people say
kind | string | | kind of puzzle |
people:puzzles | integer | puzzles | puzzles that the row rests on |
raters | integer | | people who rated them |
people:score | number | | Spearman's rank correlation of score and rating |
Kendall | number | | Kendall's tau-b of score and rating |
ties | number | | largest correlation that the ratings' ties allow |
people:level | number | | Spearman's of level and rating | the kind has no levels
score before | number | | the same of the score that counts all steps of lookahead alike | the kind has no levels
fitted | number | | of weights chosen on one half, on the other, mean | the kind has no levels
with chain and open steps | number | | of a model of ranks fitted on one half, on the other, mean | the kind has no levels
# efforts
clues:highest median | string | placements | highest of the medians of cells; ≥: a bound |
eight:measured | string | placements | median; ≥: a bound | not searched
within | integer | cells | those whose median lies in the interval of the estimate |
its median at least | number | placements | the hardest median is at least that, with 95 % |
largest exact median | integer | placements | the largest of the exact medians | no median is exact yet
exact median | number | placements | median of the cell's puzzles |
(median placements|measured) | number | placements | median of the cell's puzzles | the cell is open, or was not searched
(placements over scan order's|over scan order's) | number | | median ratio to the scan in row order | not compared, or scan order itself
placements | integer | placements | placements of all runs |
(peak|highest median|peak of all|peak of the first 20|peak of 20, median) | integer | placements | highest of the medians of cells |
two sets, from 3 outer colours on | integer | placements | highest median of two sets of colours |
peak \(published\) | integer | placements | published highest median | not published
median over that of any pieces | number | | ratio of medians | any pieces themselves
(tree|median|low|high|tree low|tree high) | number | placements | estimates of the tree and of the median, with their 95 % |
estimated over measured | number | | median ratio of estimated to measured medians | no cell
(ridge|highest cell) | number | | median ratio of placements, run by run |
(up to 5 outer colours|more than 5) | string | | ratio of median seconds, mean of cells; ≤, ≥: a bound | bounds on both sides
states \d+% | integer | states | quantile of reachable boards |
states, (mean|largest) | number | states | reachable boards |
moves a state | number | moves | moves of a reachable board, mean |
moves to solve, (median|most) | integer | moves | moves of a shortest solution |
(turns, .*) | integer | turns | median of the turns of a player | not measured at this size
safe states, (median|mean) | number | states | orientations without a loose end |
(grade|rows|border|planned)(, several safe states)? | number | | rank correlation with the number of safe states | not measured, or constant
# times
seconds | number | s | search time of all runs |
seconds \(published\) | number | s | published search time | not published
seconds \(published, Lingeling\) | string | s | published seconds; <: below | not published
seconds \(CaDiCaL, corrected formula\) | number | s | mean of our seconds | not timed
median seconds | number | s | median of the cell's puzzles | the cell is open
median ms | string | ms | median; ≥: a bound |
(as drawn|repaired) | string | ms | median of these mazes; ≥: a bound | none of them
slowest ms | number | ms | the slowest run |
repaired over drawn | number | | geometric mean of ratios of processor seconds, maze by maze |
# the law of large mazes
drawn trees | string | | all trees alike, or Wilson's mazes, which have no crosses |
quantity | string | | what is exact of all trees, of Wilson's of those without crosses |
local_ambiguity_exact:exact | number | | its mean over all trees |
as a fraction | string | | the same |
local_ambiguity_exact:drawn | number | | its mean over drawn trees |
(defects a maze|a hundred tiles|variance / mean) | number | defects | ambiguous regions, mean, mean by area, dispersion |
tiles, (median|95 %|largest) | integer | tiles | tiles of an ambiguous region | no region
√\(-ln P\) | number | | root of minus the logarithm of the share | no maze was unique
predicted e\^-m | number | | share predicted from the mean number of defects | not counted at this size
(slope|slope by density) | number | | of √(-ln P) by n, fitted, and from the density of defects |
zero at n | number | cells | where the fitted line is zero |
density at n | integer | cells | size whose density is taken |
hypothesis | string | | what is tested |
distance | integer | tiles | the larger of rows and columns between centres |
range in tiles | integer | tiles | largest distance at which pairs are not as independent ones |
pairs over independent | number | | pairs of regions of one maze over those of two mazes |
(variance / mean up to here|from pairs in range) | number | | variance over mean as pairs up to a distance give it |
−ln P | number | | of the share of unique mazes |
by (binomial|e\^-m) | number | | −ln P as numbers of regions of other mazes give it |
(binomial|e\^-m) over measured | number | | predicted over measured −ln P |
p by (Holm|Benjamini-Hochberg) | string | | p adjusted for its family; <: below |
χ² | number | | of the line's residues, or of a hypothesis |
p | string | | probability of so large a deviation; <: below | not tested
# the ridge
(half unique at|line) | number | colours | inner colours where half are unique; where one further solution is expected |
eight_hardest:half unique at | number | colours | inner colours where half are unique | not known
Owen's formula | number | colours | inner colours where one board of a random puzzle is expected |
mean distance | number | colours | from the numbers that may be the hardest, mean |
(ridge_law|clues|eight_hardest):(low|high|hardest inner) | integer | colours | inner colours of the highest median, with 95 % |
mean of resamples | number | colours | mean over resamples of the hardest number |
mean | number | colours | mean distance |
colours at the peak | integer | colours | colours of the highest median |
one further solution expected at | number | colours | number of colours at which that is so |
± \(95 %\) | number | colours | half of the 95 % interval of the column before |
unit | string | | what the medians are in: placements, conflicts of this solver, CPU ms |
other_solvers:highest median | number | unit | highest of the medians of cells |
rank correlation with scan order | number | | Spearman's, of medians of cells | scan order itself, or all medians equal
less (the line|scan order's) | number | colours | hardest number of inner colours less that, mean | no such number
# places and judgements
(at \(inner, outer\)|place|place \(published\)|highest cell at) | string | | inner and outer colours of the cells | not published
(height agrees|place agrees) | string | | yes, no: by the rule of the experiment | not published
verdict | string | | equal, agrees, differs, not judged: by the rule that was fixed before |
(published|ours) | string | | the value as printed | not published
interval | string | | 95 % interval of ours, low – high | exact
(standard errors apart|apart) | number | | standard errors between ours and the published value |
95 % upper limit | number | | one-sided 95 % limit of the share beyond one step |
least refuted: stay | integer | orientations | wrong ones that a look leaves, on the hardest board |
go | integer | orientations | wrong ones that a look refutes, on the same board |
# what Hegeman counts
average( \(published\))? | number | | mean of safe states, or of bounds |
largest( \(published\))? | integer | | largest of safe states, or of bounds |
hegeman_table3:bound( \(published\))? | integer | steps | bound that the table takes | not published
bound.* | integer | steps | bound of the formula |
(variables|clauses)( \(published\))? | integer | | of the formula, mean |
standard deviation of a mean of 100 | number | clauses | of the clauses |
# intervals, of whatever precedes them
(95 %.*|.*, 95 %) | string | | 95 % interval of the column before: low – high; ≥: a bound | not measured, or certain
"""


class Line(NamedTuple):
    """A line of the dictionary: the tables and headings that it matches, and the field."""

    table: re.Pattern[str]
    heading: re.Pattern[str]
    field: Field


def _parts(line: str) -> list[str]:
    """Return the cells of a line, which are separated by bars between spaces."""
    return [part.strip() for part in re.split(r"(?<=\s)\|(?=\s|$)", line)]


@cache
def values() -> list[Line]:
    """Return the lines for values that only rows of experiments have."""
    found = []
    for line in _VALUES.strip().splitlines():
        group, name, kind, unit, meaning, missing = _parts(line)
        described = Field(name, kind, meaning, unit, missing)
        found.append(Line(re.compile(group), re.compile(name), described))
    return found


@cache
def tables() -> list[Line]:
    """Return the lines for columns of tables; those for single tables come first."""
    found = []
    for line in _TABLES.strip().splitlines():
        if line.startswith("#"):
            continue
        heading, kind, unit, meaning, missing = _parts(line)
        table, colon, rest = heading.partition(":")
        if not colon or rest.startswith(" "):
            table, rest = ".*", heading
        described = Field(heading, kind, meaning, unit, missing)
        found.append(Line(re.compile(table), re.compile(rest), described))
    return sorted(found, key=lambda line: line.table.pattern == ".*")


def line_of(lines: list[Line], table: str, heading: str) -> Line | None:
    """Return the first line that matches a heading of a table, or a name of a group."""
    fits = (x for x in lines if x.table.fullmatch(table) and x.heading.fullmatch(heading))
    return next(fits, None)


def of_table(table: str, heading: str) -> Field:
    """Return the field of a table's column. Raises KeyError if the dictionary lacks it."""
    line = line_of(tables(), table, heading)
    if line is None:
        raise KeyError(f"{table}.csv: no {heading!r} in experiments/dictionary.py")
    return line.field._replace(name=heading)


def of_rows(path: Path) -> Iterator[Field]:
    """Yield the columns of a file in ``paper/data/``; their metadata give group and name."""
    for column in import_module("pyarrow.parquet").read_schema(path):
        result = {key.decode(): text.decode() for key, text in (column.metadata or {}).items()}
        group, name = result.get("group", ""), result.get("name", column.name)
        line = line_of(values(), group, name)
        found = (line.field if line else field(name, group))._replace(name=column.name)
        mixed = "json" in result and found.type not in ("array", "object")
        yield found._replace(type="any") if mixed else found


def data_package() -> dict[str, Any]:
    """Return the package of ``paper/data/``."""
    tables = {path.name: of_rows(path) for path in DATA.glob("*.parquet")}
    return package("cpstudy-rows", "Rows of the experiments at paper scale, a run each", tables)


def figures_package() -> dict[str, Any]:
    """Return the package of the tables in ``figures/``."""
    tables = {}
    for path in FIGURES.glob("*-paper.csv"):
        with path.open(newline="", encoding="utf-8") as file:
            headings = next(csv.reader(file))
        tables[path.name] = [of_table(path.stem.removesuffix("-paper"), one) for one in headings]
    return package("cpstudy-tables", "Tables of the experiments at paper scale", tables)


def as_json(described: dict[str, Any]) -> str:
    """Return the text of a package's file, with one line for each table and for each column."""
    text = json.dumps(described, ensure_ascii=False)
    return text.replace('{"name": ', '\n{"name": ') + "\n"


if __name__ == "__main__":
    write_whole(DATA / PACKAGE, as_json(data_package()).encode())
    write_whole(FIGURES / PACKAGE, as_json(figures_package()).encode())
