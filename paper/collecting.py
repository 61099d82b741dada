"""What the report is made of: comparisons of all items, experiments, figures, provenance.

An item that is added to ``cpstudy.jobs.reproducing.ITEMS``, and a script that is added to
``experiments/``, come along by themselves. Rows of items are kept in one result file, which goes
on where it was stopped; ``rows.parquet`` beside the collection has them all, so that a clone draws
everything again without solving: they are restored before anything is run.

*From rows alone* a committed collection becomes a report in minutes: rows of items are those of
``paper/data/``, tables and figures of experiments those of ``figures/``. What was measured, times
above all, is read there or listed as having no rows, never computed. A few items have no rows
because a count settles them, the same on any machine: tiles of mazes and clauses of formulas for
Hegeman2022, boards that rules settle for Tatham2019.

Cost: what the items and experiments cost that are not stored; from rows 20 µs a row. Limits: the
counts are made anew each time, seconds to minutes.
"""

from __future__ import annotations

import ast
import csv
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cpstudy.core.files import write_whole
from cpstudy.core.solving import load
from cpstudy.jobs.reproducing import ITEMS, Item
from cpstudy.study.agreement import LEVEL
from cpstudy.study.archive import archive, restored
from cpstudy.study.run import origin
from cpstudy.study.store import MissingRowsError, Store

ROOT = Path(__file__).parents[1]
DATA = Path(__file__).parent / "data"
PICTURES = (".svg", ".png")
MISSING = "no rows at this scale yet"

Collection = dict[str, Any]


def experiments() -> list[str]:
    """The modules of all experiments, in their order."""
    return [path.stem for path in sorted((ROOT / "experiments").glob("[0-9][0-9]_*.py"))]


def item_found(item: Item, scale: str, store: Store, figures: Path) -> Collection:
    """An item as data: its parts with their cells and verdicts, and the figures written."""
    parts = []
    drawn: list[str] = []
    note = item.note
    try:
        if item.function is not None:
            for part, comparison in load(item.function)(scale, store, **item.arguments):
                parts.append({"part": part, **asdict(comparison)})
            drawn = [path.name for path in item.draw(scale, store, figures)]
    except MissingRowsError:  # of a store that is only read
        parts, drawn, note = [], [], MISSING
    return {
        "name": item.name,
        "what": item.what,
        "note": note,
        "parts": parts,
        "figures": one_a_picture(drawn),
    }


def one_a_picture(names: Iterable[str]) -> list[str]:
    """Of pictures in several formats one each: SVG where there is one."""
    listed = list(names)
    best: dict[str, str] = {}
    for suffix in reversed(PICTURES):
        for name in listed:
            if name.endswith(suffix):
                best[Path(name).stem] = name
    return sorted(best.values())


def experiment_found(module: str, scale: str, figures: Path) -> Collection:
    """Run an experiment; its question, the tables and the figures that it wrote.

    Raises ChildProcessError where it ends with an error.
    """
    folder = ROOT / "figures"
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    ended = subprocess.run(
        [sys.executable, "-m", f"experiments.{module}", "--scale", scale],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if ended.returncode != 0:
        raise ChildProcessError(f"experiment {module}: {ended.stderr.strip()[-2000:]}")
    written = [p for p in sorted(folder.iterdir()) if before.get(p) != p.stat().st_mtime_ns]
    return _experiment(module, written, figures)


def experiment_stored(module: str, scale: str, figures: Path) -> Collection:
    """The same of an experiment that is not run: the files of its names that are there."""
    tree = ast.parse((ROOT / "experiments" / f"{module}.py").read_text(encoding="utf-8"))
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
    names = {name for text in texts if (name := _name(text, scale))}
    written = {path for name in names for path in (ROOT / "figures").glob(f"{name}.*")}
    return _experiment(module, sorted(written), figures)


def _name(text: ast.JoinedStr, scale: str) -> str:
    """The pattern of a file name that ends with the scale; "" where a text is none."""
    parts = [
        part.value
        if isinstance(part, ast.Constant)
        else scale
        if isinstance(part, ast.FormattedValue) and ast.unparse(part.value) == "scale"
        else "*"
        for part in text.values
    ]
    name, end, _ = "".join(map(str, parts)).partition(f"-{scale}")
    return name + end if name and end else ""


def _experiment(module: str, written: Iterable[Path], figures: Path) -> Collection:
    source = (ROOT / "experiments" / f"{module}.py").read_text(encoding="utf-8")
    files = list(written)
    for path in files:
        if path.suffix in PICTURES:
            write_whole(figures / path.name, path.read_bytes())
    return {
        "name": module,
        "question": (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0],
        "tables": {path.stem: _table(path) for path in files if path.suffix == ".csv"},
        "figures": one_a_picture(path.name for path in files),
    }


def _table(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def collect(
    scale: str, items: Iterable[str], scripts: Iterable[str], folder: Path
) -> Iterator[str]:
    """Collect into ``folder``, telling the name of each that is done.

    folder: gets ``figures/``, ``rows.parquet`` and, at the end, ``collection.json``. Rows that it
    has are restored first. Ctrl-C keeps the rows of ``results/``.
    """
    figures = folder / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    (ROOT / "results").mkdir(exist_ok=True)
    found: Collection = {"scale": scale, "level": LEVEL, "items": [], "experiments": []}
    with Store(ROOT / "results" / f"paper-{scale}.sqlite") as store:
        rows = folder / "rows.parquet"
        if not len(store) and rows.is_file():
            restored(rows, store)
        for name in items:
            found["items"].append(item_found(ITEMS[name], scale, store, figures))
            yield name
        archive(store, rows)
        found["provenance"] = provenance(store)
    for module in scripts:
        found["experiments"].append(experiment_found(module, scale, figures))
        yield module
    _write(found, folder)


def collect_stored(
    scale: str, items: Iterable[str], scripts: Iterable[str], folder: Path
) -> Iterator[str]:
    """Collect into ``folder`` from rows alone, telling the name of each that is done.

    folder: gets ``figures/``, ``rows.sqlite`` and, at the end, ``collection.json``. Raises
    ValueError where a file of ``paper/data/`` is no archive.
    """
    figures = folder / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    found: Collection = {"scale": scale, "level": LEVEL, "items": [], "experiments": []}
    with Store(folder / "rows.sqlite") as store:
        for path in sorted(DATA.glob("*.parquet")):
            restored(path, store)
            yield path.name
    with Store(folder / "rows.sqlite", read_only=True) as store:
        for name in items:
            found["items"].append(item_found(ITEMS[name], scale, store, figures))
            yield name
        found["provenance"] = provenance(store)
    for module in scripts:
        found["experiments"].append(experiment_stored(module, scale, figures))
        yield module
    _write(found, folder)


def _write(found: Collection, folder: Path) -> None:
    text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    write_whole(folder / "collection.json", text.encode())


def provenance(store: Store) -> Collection:
    """How many rows, by which versions and machines, in how many seconds of search."""
    rows, seconds = 0, 0.0
    origins: set[tuple[str, str, str]] = {origin()}
    for row in store.rows():
        rows += 1
        seconds += row.seconds
        origins.add(row.origin)
    return {
        "rows": rows,
        "seconds": round(seconds, 1),
        "origins": [list(one) for one in sorted(origins)],
    }
