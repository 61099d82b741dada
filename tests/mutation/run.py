"""Mutation tests of rules, checkers and statistics by mutmut: which mutants does no test kill?

``make mutants`` runs all groups, ``python -m tests.mutation.run GROUP`` some, and writes
``score.md``. It fails if a group's tests kill less than 95 % of the mutants that differ from the
original; ``equivalent.toml`` lists the equivalent mutants, each with a reason.

mutmut mutates the functions in a file, so each group is tested in a copy, where the tests are
collected once and every mutant is a fork (``forked.py``), some 30 ms each:

- mutmut skips decorated functions. In the copy a property becomes a function with
  ``name = property(name)`` after it; caches and the marks of kernels are dropped, as they change no
  result.
- Compiled kernels cannot be mutated: a group whose mutants are in kernels, or are called by some,
  runs on sources (``CPSTUDY_PURE``).
- Error messages are not mutated, as they are prose. Tests check the place that they name.
"""

import ast
import contextlib
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mutmut.configuration import reset_config
from mutmut.mutation.file_mutation import mutate_file_contents

from tests.mutation import forked

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "mutation"
SCORE = HERE / "score.md"
EQUIVALENT = HERE / "equivalent.toml"
LEAST = 0.95

_HEAD = """\
# What the tests notice

Mutants of rules, checkers and statistics (`make mutants`; `tests/mutation/run.py` says how).

| group | mutants | killed | equivalent | live | score |
|---|---|---|---|---|---|"""

# Error messages are not mutated.
_SETTINGS = """
[tool.mutmut]
source_paths = ["cpstudy"]
do_not_mutate_patterns = ['^\\s*raise \\w+\\(']
"""
# Decorators that do not change the results of a function.
_DROPPED = {"cache", "entry", "inlined", "kernel"}


@dataclass(frozen=True)
class Group:
    """The files to mutate and the tests that must kill the mutants, as patterns below the checkout.

    slow: tests that are left out, since others kill the same mutants in less time. pure: whether
    the tests run on sources.
    """

    files: tuple[str, ...]
    tests: tuple[str, ...]
    slow: tuple[str, ...] = ()
    pure: bool = False


def _rules(*kinds: str, also: tuple[str, ...] = (), slow: tuple[str, ...] = ()) -> Group:
    """Return the group of the rules of some kinds. also: tests besides those of the same names."""
    files = ("puzzle", "rules")
    return Group(
        files=tuple(f"cpstudy/puzzles/{kind}/{file}.py" for kind in kinds for file in files),
        tests=(
            *(f"tests/puzzles/{kind}/test_{file}.py" for kind in kinds for file in files),
            *also,
        ),
        slow=slow,
    )


_ADDRESSES = "tests/core/test_puzzle_urls.py"
_CROSSINGS = "tests/puzzles/test_crossings.py"

GROUPS = {
    "latin": _rules("sudoku", "jigsaw", "kenken", "latin", also=(_ADDRESSES,)),
    "loops": _rules("masyu", "slitherlink", "loops"),
    "pipes": _rules(
        "pipes", "hexpipes", "tilings", also=("tests/puzzles/pipes/formats/test_text.py",)
    ),
    "pictures": _rules(
        "picross",
        "nurikabe",
        "edge_matching",
        also=(
            _ADDRESSES,
            "tests/puzzles/edge_matching/test_clues.py",
            "tests/puzzles/edge_matching/test_places.py",
        ),
    ),
    "moves": _rules("rush_hour", "bloxorz", "sokoban", "sliding_tiles"),
    "crossings": _rules(
        "bridge_torch",
        "missionaries",
        "river_crossing",
        also=(
            _CROSSINGS,
            "tests/puzzles/test_missionaries.py",
            "tests/puzzles/test_schedules.py",
        ),
        slow=(
            f"{_CROSSINGS}::test_bridges_agree_with_the_formula",
            f"{_CROSSINGS}::test_rivers_agree_with_sets",
            "tests/puzzles/test_schedules.py::test_the_schedule_against_brute_force",
            "tests/puzzles/test_schedules.py::test_a_thousand_people",
        ),
    ),
    "checkers": Group(
        files=("cpstudy/puzzles/**/checker.py", "cpstudy/puzzles/latin/checking.py"),
        tests=("tests/puzzles/**/test_checker.py", "tests/puzzles/latin/test_checking.py"),
        pure=True,
    ),
    "statistics": Group(
        files=(
            "cpstudy/study/agreement.py",
            "cpstudy/study/contest.py",
            "cpstudy/study/intervals.py",
            "cpstudy/study/medians.py",
            "cpstudy/**/estimates.py",
            "cpstudy/**/samples.py",
        ),
        tests=(
            "tests/study/test_agreement.py",
            "tests/study/test_contest.py",
            "tests/study/test_intervals.py",
            "tests/study/test_medians.py",
            "tests/**/test_estimates.py",
            "tests/**/test_samples.py",
        ),
        slow=(
            "tests/study/test_intervals.py::test_intervals_of_means_hold_as_often_as_they_claim",
            "tests/jobs/test_samples.py::test_no_board_twice",
            "tests/jobs/hardness/test_estimates.py::test_the_command",
            "tests/jobs/hardness/test_estimates.py::test_what_cannot_be_estimated",
        ),
    ),
}


@dataclass(frozen=True)
class Mutant:
    """A mutant: its place, the changed lines (``- …``, ``+ …``), and whether it lived."""

    module: str
    function: str
    change: str
    lived: bool

    def __str__(self) -> str:
        return f"{self.module} {self.function}\n{self.change}\n"


def main(arguments: list[str]) -> int:
    """Run the named groups, or all; return 1 if a score is too low."""
    known = _equivalent()
    low = []
    for name in arguments or GROUPS:
        mutants = tested(name)
        lived = [m for m in mutants if m.lived and str(m) not in known]
        same = sum(m.lived for m in mutants) - len(lived)
        killed = sum(not m.lived for m in mutants)
        score = killed / (len(mutants) - same)
        row = f"| {name} | {len(mutants)} | {killed} | {same} | {len(lived)} | {score:.1%} |"
        rows = {**_stored(), name: row}
        lines = [rows[group] for group in GROUPS if group in rows]
        SCORE.write_text("\n".join([_HEAD, *lines, ""]), encoding="utf-8")
        (BUILD / f"{name}.lived").write_text("\n".join(map(str, lived)), encoding="utf-8")
        print(row, f"those that live: {BUILD / name}.lived", sep="\n", flush=True)
        if score < LEAST:
            low.append(name)
    return int(bool(low))


def _stored() -> dict[str, str]:
    """Return by group its row in the last ``score.md``."""
    text = SCORE.read_text(encoding="utf-8") if SCORE.exists() else ""
    return {name: row for row, name in re.findall(r"^(\| (\w+) \|.*)$", text, re.MULTILINE)}


def tested(name: str) -> list[Mutant]:
    """Return all mutants of a group in the order of their files, tested in a copy."""
    group = GROUPS[name]
    folder = BUILD / name
    files = _found(group.files)
    names = _copy(files, folder)
    (folder / forked.MUTANTS).write_text(json.dumps(names), encoding="utf-8")
    subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "--capture=no"),
            *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", forked.__name__),
            *(f"--deselect={test}" for test in group.slow),
            *_found(group.tests),
        ],
        cwd=folder,
        env={**os.environ, "CPSTUDY_PURE": "1" if group.pure else ""},
        check=True,
    )
    lived = set(json.loads((folder / forked.LIVED).read_text(encoding="utf-8")))
    return [mutant for file in files for mutant in _mutants(folder, file, names, lived)]


def _found(patterns: tuple[str, ...]) -> list[str]:
    files = {str(file.relative_to(ROOT)) for pattern in patterns for file in ROOT.glob(pattern)}
    return sorted(files)


def _copy(files: list[str], folder: Path) -> list[str]:
    """Copy the package and the tests to ``folder``, mutate ``files``; return the mutants' names."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for part in ("cpstudy", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(text + _SETTINGS, encoding="utf-8")
    names = []
    with contextlib.chdir(folder):
        reset_config()
        for file in map(Path, files):
            mutated = mutate_file_contents(str(file), undecorated(file.read_text(encoding="utf-8")))
            file.write_text(mutated.code, encoding="utf-8")
            module = ".".join(file.with_suffix("").parts)
            names += [f"{module}.{name}" for name in mutated.mutant_names]
    return names


def undecorated(source: str) -> str:
    """Return the source with decorators written as calls after their functions.

    Decorators that change no result are dropped, and so is ``strict=True`` of ``zip``. Static and
    class methods stay, as mutmut supports them.
    """
    source = source.replace(", strict=True", "")
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and len(node.decorator_list) == 1:
            decorator = node.decorator_list[0]
            if not isinstance(decorator, ast.Name) or decorator.id.endswith("method"):
                continue
            at = decorator.lineno - 1
            indent = lines[at][: decorator.col_offset - 1]
            lines[at] = ""
            if decorator.id not in _DROPPED:
                end = node.end_lineno or 0
                lines[end - 1] += f"\n\n{indent}{node.name} = {decorator.id}({node.name})"
    return "\n".join(lines) + "\n"


def _mutants(folder: Path, file: str, names: list[str], lived: set[str]) -> Iterator[Mutant]:
    """Yield the mutants of one file, which contains them next to the original functions."""
    module = file.removesuffix(".py").replace("/", ".")
    text = (folder / file).read_text(encoding="utf-8")
    lines = text.splitlines()
    bodies = {
        f"{module}.{node.name}": lines[node.lineno - 1 : node.end_lineno]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and "__mutmut_" in node.name
    }
    for name in names:
        if name not in bodies:
            continue
        original, _, _ = name.rpartition("__mutmut_")
        before, after = (
            [line.replace(called.removeprefix(f"{module}."), "") for line in bodies[called]]
            for called in (f"{original}__mutmut_orig", name)
        )
        change = [line for line in difflib.ndiff(before, after) if line[:2] in ("- ", "+ ")]
        function = original.removeprefix(f"{module}.")
        yield Mutant(
            module=module,
            function=re.sub(r"^xǁ|^x_", "", function).replace("ǁ", "."),
            change="\n".join(f"{line[:2]}{line[2:].strip()}" for line in change),
            lived=name in lived,
        )


def _equivalent() -> set[str]:
    """Return the listed mutants that are equivalent to the original."""
    reasons = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["same"]
    return {mutant for reason in reasons for mutant in reason["mutants"]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
