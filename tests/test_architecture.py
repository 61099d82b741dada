"""The project's rules that a program can check: imports, their cost, sizes, errors, tables."""

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

import cpstudy
from cpstudy.core.deferred_imports import Deferred, resolve
from cpstudy.kernel_translation import read
from tests.conftest import LONGEST

PACKAGE = Path(cpstudy.__file__).parent
ROOT = PACKAGE.parent

# What each package may import, in addition to itself.
_KINDS = {"core", "reading", "encode", "frontier", "state_spaces", "cdcl", "puzzles"}
ALLOWED = {
    "core": set(),
    "reading": {"core"},
    "encode": {"core"},
    "frontier": {"core"},
    "state_spaces": {"core"},
    "cdcl": {"core", "encode"},
    "puzzles": {"core", "reading", "encode", "frontier", "state_spaces", "cdcl"},
    "declared": {"core", "reading", "encode", "cdcl", "puzzles"},  # notations of families
    "external": {"core", "encode", "puzzles"},
    "study": {"core"},
    "plot": {"core"},
    "api": {"core", "reading", "puzzles", "frontier", "state_spaces", "external"},
    "notebooks": {"core", "puzzles", "plot"},
    "jobs": {"core", "reading", "encode", "puzzles", "state_spaces", "study", "plot", "api", "web"},
    "reproducing": {"core", "puzzles", "state_spaces", "study", "plot", "api", "jobs"},
    "web": {
        "core",
        "reading",
        "encode",
        "cdcl",
        "puzzles",
        "state_spaces",
        "study",
        "plot",
        "api",
    },
    "schemas": {"core"},
    "typed": set(),  # for type checkers only
    "kernel_builder": {"kernel_translation"},
    "kernel_translation": set(),
    "cli": {
        "schemas",
        "core",
        "reading",
        "frontier",
        "state_spaces",
        "puzzles",
        "study",
        "plot",
        "api",
        "external",
        "jobs",
        "web",
    }
    | {"reproducing"},  # its verb, lazily
}


def module_name(path: Path) -> str:
    parts = ("cpstudy", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def inside(node: ast.AST) -> list[ast.AST]:
    """Return the child statements, which are a tenth of all nodes; imports are among them."""
    kinds = ast.stmt | ast.excepthandler | ast.match_case
    return [child for child in ast.iter_child_nodes(node) if isinstance(child, kinds)]


def imported(module: ast.Module) -> set[str]:
    """Return the modules of cpstudy that a file imports, except those only for type checkers."""
    found = set()
    nodes: list[ast.AST] = [module]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            nodes += node.orelse
            continue
        nodes += inside(node)
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            parts = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in parts if name in MODULES]
            names = modules if len(modules) == len(parts) else [*modules, str(node.module)]
        found |= {name for name in names if name.partition(".")[0] == "cpstudy"}
    return found


@cache
def all_imports() -> dict[str, set[str]]:
    return {name: imported(tree(path)) for name, path in MODULES.items()}


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def wrong_arrows(module: str, imports: set[str]) -> set[str]:
    rooms = {room(name) for name in imports} - {""}
    return rooms - ALLOWED[room(module)] - {room(module)}


def test_import_arrows():
    for module, imports in all_imports().items():
        if room(module) not in ("", "__main__"):
            assert not wrong_arrows(module, imports), module
    assert len(all_imports()) > 100


def test_the_studies_of_the_sources_serve_one_verb():
    """Only one verb depends on the studies of publications; it imports them when it runs."""
    users = {
        name for name, used in all_imports().items() if any(room(m) == "reproducing" for m in used)
    }
    outside = {name for name in users if room(name) != "reproducing"}
    assert outside == {"cpstudy.cli.reproduce", "cpstudy.cli.completing"}
    for name in outside:
        at_import = {
            str(node.module)
            for node in tree(MODULES[name]).body
            if isinstance(node, ast.ImportFrom)
        }
        assert not any("reproducing" in module for module in at_import), name


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of vertices that lie on cycles and reach each other."""
    beyond: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        stack = [start]
        while stack:
            for following in graph.get(stack.pop(), set()) - seen:
                seen.add(following)
                stack.append(following)
        beyond[start] = seen
    loops = {name for name, seen in beyond.items() if name in seen}
    return sorted({tuple(sorted(x for x in loops & beyond[a] if a in beyond[x])) for a in loops})


def test_no_circles():
    """There is no import cycle, not even inside functions: its files can only be read together."""
    assert circles(all_imports()) == []


def test_rooms_of_a_puzzle_are_one_way():
    """The folders and files of a kind import each other without cycles."""
    kinds = {name.rpartition(".")[0] for name in MODULES if name.endswith(".puzzle")}
    assert len(kinds) > 5
    for kind in kinds:
        graph: dict[str, set[str]] = {}
        for module, imports in all_imports().items():
            if module.startswith(f"{kind}."):
                here = module.removeprefix(f"{kind}.").partition(".")[0]
                within = {name for name in imports if name.startswith(f"{kind}.")}
                rooms = {name.removeprefix(f"{kind}.").partition(".")[0] for name in within}
                graph.setdefault(here, set()).update(rooms - {here})
        assert circles(graph) == [], kind


# Rules that several kinds share, or that have a separate file next to ``puzzle.py``.
SHARED_RULES = {
    "cpstudy.puzzles.latin.rules",
    "cpstudy.puzzles.latin.game_ids",
    "cpstudy.puzzles.latin.signs",
    "cpstudy.puzzles.loops.lattice",
    "cpstudy.puzzles.loops.rules",
    "cpstudy.puzzles.tilings.rules",
    "cpstudy.puzzles.bloxorz.switches",
    "cpstudy.puzzles.rush_hour.cars",
    "cpstudy.puzzles.rush_hour.red_car",
    "cpstudy.puzzles.rush_hour.shapes",
}


def test_the_rules_know_no_solver():
    """``puzzle.py`` imports the core and other rules only, so no state space and no search."""
    rules = {name for name in MODULES if name.endswith(".puzzle") and room(name) == "puzzles"}
    assert len(rules) > 5
    for name in rules | SHARED_RULES:
        others = {other for other in all_imports()[name] if room(other) != "core"}
        assert others <= SHARED_RULES - {name}, name


def reached_from(module: str) -> set[str]:
    """The modules that a module imports, directly or through others."""
    seen: set[str] = set()
    stack = [module]
    while stack:
        for following in all_imports()[stack.pop()] - seen:
            seen.add(following)
            stack.append(following)
    return seen


def test_checkers_of_proofs_share_no_code_with_provers():
    """Outside core/, checkers reach only the framework of checking, each other and the rules."""
    checkers = {name for name in MODULES if ".proofs." in name and name.endswith("checking")}
    assert len(checkers) > 5
    framework = {f"cpstudy.encode.{one}" for one in ("layer_sums", "rup", "unit_propagation")}
    for name in checkers:
        kind = name.partition(".proofs.")[0]
        others = {other for other in reached_from(name) if room(other) != "core"}
        rules = {f"{kind}.puzzle", f"{kind}.rules"} | SHARED_RULES
        assert others <= framework | rules | checkers, name
        assert others & framework and others & rules, name


def test_these_tests_can_fail():
    bad = (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from cpstudy.cli import main\n"
        "def f():\n    from cpstudy.plot import film\n    import cpstudy.jobs.answering\n"
    )
    assert imported(ast.parse(bad)) == {"cpstudy.plot.film", "cpstudy.jobs.answering"}
    assert wrong_arrows("cpstudy.study.run", imported(ast.parse(bad))) == {"plot", "jobs"}
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"e"}}
    assert circles(graph) == [("b", "c"), ("e",)]


def used_packages(path: Path) -> set[str]:
    names = []
    nodes: list[ast.AST] = [tree(path)]
    while nodes:
        node = nodes.pop()
        nodes += inside(node)
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(str(node.module))
    return {name.split(".")[0] for name in names}


def test_solvers_and_plots_stay_in_their_rooms():
    for module, path in MODULES.items():
        used, here = used_packages(path), room(module)
        if here in ("core", "plot", "study", "cli", "web", "api") or path.name == "puzzle.py":
            assert not used & {"ortools", "pysat", "z3"}, path
        if here != "plot":
            assert "matplotlib" not in used, path
        if here != "cli":
            assert not used & {"click", "rich"}, path
        if here != "kernel_builder":
            assert not used & {"Cython", "cython", "setuptools"}, path


# Conversions of a text, a file name or a value, whose ValueError may be caught in a short try body.
CONVERSIONS = {
    "int", "float", "loads", "dumps", "literal_eval", "raw_decode", "Parse", "open_file", "fileno",
    "is_file", "open", "_encode", "Budget", "Client", "row_of", "_mapping",
}  # fmt: skip


def catches_value_errors(node: ast.AST) -> bool:
    if isinstance(node, ast.ExceptHandler):
        return node.type is not None and "ValueError" in ast.unparse(node.type)
    return isinstance(node, ast.With) and any(
        "suppress(" in said and "ValueError" in said
        for said in (ast.unparse(item.context_expr) for item in node.items)
    )


def called(nodes: list[ast.stmt]) -> set[str]:
    """Return the last names of all functions that the statements call."""
    calls = [n.func for one in nodes for n in ast.walk(one) if isinstance(n, ast.Call)]
    return {ast.unparse(function).rpartition(".")[2] for function in calls}


def test_no_bare_value_error():
    """Bad input raises InputError; ValueError is caught only around conversions by libraries."""
    caught = 0
    for path in MODULES.values():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Raise) and node.exc is not None:
                name = ast.unparse(node.exc)
                assert name.partition("(")[0] != "ValueError", f"{path}:{node.lineno}"
            tries = isinstance(node, ast.Try) and any(map(catches_value_errors, node.handlers))
            if tries or (isinstance(node, ast.With) and catches_value_errors(node)):
                caught += 1
                where = f"{path}:{node.lineno}"
                assert len(node.body) <= 5, f"{where}: more than a conversion"
                assert called(node.body) & CONVERSIONS, f"{where}: {called(node.body)}"
    assert caught > 5


def test_no_junk_drawers():
    names = {path.name for path in PACKAGE.rglob("*.py")}
    assert not names & {"utils.py", "util.py", "helpers.py", "misc.py", "common.py"}


def test_help_loads_nothing_heavy():
    outcome = [["--help"], ["verify", "--help"], ["--version"], ["generate", "--help"]]
    code = (
        "import sys\n"
        "from cpstudy.cli import main\n"
        f"for arguments in {outcome}:\n"
        "    try:\n"
        "        main(arguments)\n"
        "    except SystemExit as end:\n"
        "        assert end.code == 0\n"
        "heavy = {'numpy', 'ortools', 'matplotlib', 'rich', 'pandas', 'networkx', 'scipy', 'PIL'}\n"
        "heavy.add('cpmpy')\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stderr.strip() == "[]"
    assert result.stdout


def references(record: object) -> Iterator[tuple[str, Deferred]]:
    """Yield each deferred object in a record and in its records and tables, with its field."""
    if isinstance(record, Mapping):
        for name, row in record.items():
            if hasattr(row, "name"):
                assert row.name == name
            yield from references(row)
    elif isinstance(record, tuple):
        for part in record:
            yield from references(part)
    elif is_dataclass(record) and not isinstance(record, type):
        for field in fields(record):
            value = getattr(record, field.name)
            if isinstance(value, Deferred):
                yield field.name, value
            else:
                yield from references(value)


def test_tables_name_things_that_exist():
    from cpstudy.puzzles import PUZZLES, kind, template

    met = set()
    for record in [*map(kind, PUZZLES), *template.KINDS]:
        assert record.puzzle.decode(record.example).kind == record.name
        for field, reference in references(record):
            assert callable(resolve(reference)) or field == "explainer", reference
            met.add(field)
    assert {"puzzle", "function", "batch", "checker", "read", "states", "explainer"} < met


def test_naming_a_kind_loads_its_tables_alone():
    """``kind`` loads the tables of its kind, but not those of others, NumPy or OR-Tools."""
    code = (
        "import sys\n"
        "from cpstudy.puzzles import kind\n"
        "kind('slitherlink')\n"
        "print(*(name for name in sys.modules if name.startswith('cpstudy.puzzles.')))\n"
        "assert not {'numpy', 'ortools'} & set(sys.modules)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    kinds = ("loops", "loops.family", "slitherlink", "slitherlink.record")
    assert sorted(result.stdout.split()) == [f"cpstudy.puzzles.{name}" for name in kinds]


# The largest number of files that a verdict uses, which a reader who follows it must read.
MOST_FILES = 30


def test_a_verdict_crosses_few_files():
    code = (
        "import sys\n"
        "import cpstudy\n"
        "board = cpstudy.puzzle('pipes', '5x5:28b58bdc165751a55193137e2')\n"
        "assert cpstudy.verify(board).verdict is cpstudy.Verdict.UNIQUE\n"
        "print(*(name for name in sys.modules if name.startswith('cpstudy')))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    crossed = [
        name
        for name in result.stdout.split()
        if name in MODULES and any(not isinstance(x, ast.Expr) for x in tree(MODULES[name]).body)
    ]
    assert "cpstudy.core.solving" in crossed
    assert len(crossed) <= MOST_FILES, crossed


def test_every_kind_comes_to_the_page():
    """Each kind has a script, and a style sheet next to it or to a module that it imports."""
    from cpstudy.puzzles import PUZZLES, kind
    from cpstudy.web.bundling import modules
    from cpstudy.web.page import kind_script

    pages = [name for name in PUZZLES if kind(name).page is not None]
    for name in pages:
        script = kind_script(name)
        assert any(path.with_suffix(".css").is_file() for path in modules([script])), name
    assert pages == list(PUZZLES)


def test_tables_have_no_row_twice():
    from cpstudy.core.kind import Format, table

    with pytest.raises(RuntimeError, match="two rows are called 'text'"):
        table(Format("text", "one"), Format("text", "another"))


# A kernel that is longer than a screen must be split.
SCREEN = 75


def test_kernels_have_a_form():
    """Kernels fit a screen, workspaces have docstrings, and compiled modules import no cython."""
    kernels = 0
    for module in read(PACKAGE).values():
        functions = {**module.kernels, **module.methods} if not module.header_only else {}
        for name, node in functions.items():
            kernels += 1
            length = (node.end_lineno or 0) - node.body[0].lineno
            assert length <= SCREEN, f"{module.name}:{name} has {length} lines"
        for name, node in module.classes.items():
            assert ast.get_docstring(node), f"{module.name}:{name} says no shapes"
        if module.compiled:
            source = module.path.read_text(encoding="utf-8")
            assert "import cython" not in source, module.name
    assert kernels > 400


# The largest number of lines of a function that is not a kernel, with signature and docstring.
MOST_LINES = 60


def test_functions_are_short():
    marked = {"kernel", "entry"}
    for path in MODULES.values():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef):
                kernel = marked & {ast.unparse(mark) for mark in node.decorator_list}
                length = (node.end_lineno or 0) - node.lineno + 1
                assert kernel or length <= MOST_LINES, f"{path}:{node.lineno} has {length} lines"


def test_files_of_tests_that_begin_first_exist():
    assert [name for name in LONGEST if not (ROOT / "tests" / name).is_file()] == []


def test_nothing_of_the_workplace_is_named():
    """No tracked file names a path of one machine."""
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    for name in tracked:
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".cff", ""} and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            for folder in ("work", "root", "home"):
                assert f" /{folder}/" not in text, f"{name} names a path of a machine"
