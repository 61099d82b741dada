"""The house rules that a machine can check: import arrows, lazy imports, no state, no junk."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import cpstudy

PACKAGE = Path(cpstudy.__file__).parent
ROOT = PACKAGE.parent

# What each room may import, beside itself. ``api`` is the door to puzzles for everybody outside.
ALLOWED = {
    "core": set(),
    "encode": {"core"},
    "explore": {"core"},
    "puzzles": {"core", "encode", "explore"},
    "study": {"core"},
    "plot": {"core"},
    "web": {"core", "puzzles"},
    "api": {"core", "puzzles"},
    "hardness": {"core", "puzzles", "study"},
    "proofs": {"core", "puzzles"},
    "cli": {"core", "explore", "puzzles", "study", "plot", "web", "api", "hardness", "proofs"},
}


def imports(path: Path) -> set[str]:
    """The cpstudy rooms that a file imports, anywhere in it."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "cpstudy" and len(parts) > 1 and not parts[1].startswith("__"):
                rooms.add(parts[1])
    return rooms


def rooms() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        found.setdefault(parts[0].removesuffix(".py"), []).append(path)
    return found


def test_import_arrows():
    seen = 0
    for room, files in rooms().items():
        if room in ("__init__", "__main__"):
            continue
        for path in files:
            wrong = imports(path) - ALLOWED[room] - {room}
            assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"
            seen += 1
    assert seen > 30


def test_the_arrow_test_can_fail(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("def f():\n    from cpstudy.plot import boards\n    import cpstudy.cli.verify\n")
    assert imports(bad) == {"plot", "cli"}


def used_packages(path: Path) -> set[str]:
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(str(node.module))
    return {name.split(".")[0] for name in names}


def test_solvers_and_plots_stay_in_their_rooms():
    for room, files in rooms().items():
        for path in files:
            used = used_packages(path)
            if room in ("core", "plot", "study", "cli", "web", "api") or path.name == "puzzle.py":
                assert not used & {"ortools", "pysat", "z3"}, path
            if room != "plot":
                assert "matplotlib" not in used, path
            if room != "cli":
                assert not used & {"click", "rich"}, path


def test_no_junk_drawers():
    names = {path.name for path in PACKAGE.rglob("*.py")}
    assert not names & {"utils.py", "util.py", "helpers.py", "misc.py", "common.py"}


@pytest.mark.parametrize(
    "arguments", [["--help"], ["verify", "--help"], ["--version"], ["generate", "--help"]]
)
def test_help_loads_nothing_heavy(arguments):
    code = (
        "import sys\n"
        "from cpstudy.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0\n"
        "heavy = {'numpy', 'ortools', 'numba', 'matplotlib', 'rich', 'pandas', 'networkx'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stderr.strip() == "[]"
    assert result.stdout


def test_tables_name_things_that_exist():
    from cpstudy.core.solving import load
    from cpstudy.puzzles import PUZZLES, kind, template

    for record in [*map(kind, PUZZLES), template.KIND]:
        assert load(record.puzzle).kind == record.name
        assert load(record.puzzle).decode(record.example)
        references = [s.function for s in record.solvers.values()]
        references += [g.function for g in record.generators.values()]
        references += [s.function for s in record.strategies.values()]
        if record.pictures:
            references += [r for r in (record.pictures.text, record.pictures.drawing) if r]
        for form in record.formats.values():
            references += [r for r in (form.read, form.write, form.recognises) if r]
        for reference in references:
            assert callable(load(reference)), reference
        for table in (record.solvers, record.strategies, record.formats, record.generators):
            assert all(name == row.name for name, row in table.items())


def test_nothing_of_the_workplace_is_named():
    """Paths of one machine have no place in the tree."""
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    for name in tracked:
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".cff", ""} and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            for folder in ("work", "root", "home"):
                assert f" /{folder}/" not in text, f"{name} names a path of a machine"
