"""The data of the report: comparisons of all items, experiments, figures, provenance.

An item that is added to ``cpstudy.reproducing.ITEMS``, and a script that is added to
``experiments/``, are collected without any change here. One result file keeps the rows of all
items, so the same command resumes. ``rows.parquet`` next to the collection holds all these rows; a
run first restores them, so a clone draws everything again without solving.

*From rows alone*, a report takes minutes: items and experiments are made from the rows in
``paper/data/``. Each experiment reads only the archives that it names, because two experiments may
have measured the same puzzles on different days. Every figure is drawn again. Measured values,
above all times, are read from the rows or listed as missing; they are never computed. A few tables
have no rows because they result from counts that are the same on every machine: tiles of mazes and
clauses of formulas for Hegeman2022, boards that the rules settle for Tatham2019.

Cost: that of the items and experiments that are not stored; from rows, 20 µs a row. Limits: the
counts are repeated in every run, which takes seconds to minutes.
"""

from __future__ import annotations

import ast
import csv
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cpstudy.core.files import write_whole
from cpstudy.reproducing.items import ITEMS, Item
from cpstudy.study.agreement import LEVEL
from cpstudy.study.archive import archive, restored
from cpstudy.study.multiple import benjamini_hochberg, holm
from cpstudy.study.run import origin
from cpstudy.study.store import MissingRowsError, Store

ROOT = Path(__file__).parents[1]
DATA = Path(__file__).parent / "data"
PICTURES = (".svg", ".png")
FIGURES = ROOT / "figures"
MISSING = "no rows at this scale yet"
# One item with many answers, whose tests are a family of their own. Other items belong to the
# family of their source.
OWN_FAMILY = ("hegeman/table7",)

Collection = dict[str, Any]


def experiments() -> list[str]:
    """Return the modules of all experiments, in their order."""
    return [path.stem for path in sorted((ROOT / "experiments").glob("[0-9][0-9]_*.py"))]


def item_found(item: Item, scale: str, store: Store, figures: Path) -> Collection:
    """Return the data of an item: its parts with cells and verdicts, and the names of its figures.

    figures: the folder in which they are drawn.
    """
    parts = []
    drawn: list[str] = []
    note = item.note
    try:
        if item.function is not None:
            for part, comparison in item.compare(scale, store):
                parts.append({"part": part, **asdict(comparison)})
            drawn = [path.name for path in item.draw(scale, store, figures)]
    except MissingRowsError:  # raised by a read-only store
        parts, drawn, note = [], [], MISSING
    return {
        "name": item.name,
        "what": item.what,
        "note": note,
        "parts": parts,
        "figures": one_a_picture(drawn),
    }


def one_a_picture(names: Iterable[str]) -> list[str]:
    """Return one file name for each picture: the SVG if there is one."""
    listed = list(names)
    best: dict[str, str] = {}
    for suffix in reversed(PICTURES):
        for name in listed:
            if name.endswith(suffix):
                best[Path(name).stem] = name
    return sorted(best.values())


def experiment_found(
    module: str, scale: str, figures: Path, rows: Path | None = None, *, stored: bool = False
) -> Collection:
    """Run an experiment; return its question and the tables and figures that it wrote.

    rows: the result file; None: the experiment's default. stored: use stored rows only and compute
    nothing. Raises ChildProcessError if the experiment ends with an error.
    """
    command = [sys.executable, "-m", f"experiments.{module}", "--scale", scale]
    command += [] if rows is None else ["--rows", str(rows)]
    command += ["--stored"] * stored
    with TemporaryDirectory() as place:
        ended = subprocess.run(
            [*command, "--figures", place],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if ended.returncode != 0:
            raise ChildProcessError(f"experiment {module}: {ended.stderr.strip()[-2000:]}")
        source = (ROOT / "experiments" / f"{module}.py").read_text(encoding="utf-8")
        written = sorted(Path(place).iterdir())
        for path in written:
            write_whole(ROOT / "figures" / path.name, path.read_bytes())
            if path.suffix in PICTURES:
                write_whole(figures / path.name, path.read_bytes())
        return {
            "name": module,
            "question": (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0],
            "tables": {path.stem: _table(path) for path in written if path.suffix == ".csv"},
            "figures": one_a_picture(path.name for path in written),
        }


def committed() -> Collection:
    """Return the tables at paper scale in ``figures/``; tests compare them with the rows."""
    tables = {path.stem: _table(path) for path in sorted(FIGURES.glob("*-paper.csv"))}
    return {"scale": "paper", "level": LEVEL, "items": [], "experiments": [{"tables": tables}]}


def corrected(items: list[Collection]) -> None:
    """Add to each part with a p-value the p-values adjusted for its family: ``holm`` and ``rate``.

    ``holm`` is Holm's, ``rate`` Benjamini's and Hochberg's. docs/decisions/statistics fixes the
    families.
    """
    families: dict[str, list[Collection]] = defaultdict(list)
    for item in items:
        name = item["name"] if item["name"] in OWN_FAMILY else item["name"].partition("/")[0]
        families[name] += [part for part in item["parts"] if part["p"] is not None]
    for parts in families.values():
        ps = [part["p"] for part in parts]
        for part, family, rate in zip(parts, holm(ps), benjamini_hochberg(ps), strict=True):
            part["holm"], part["rate"] = family, rate


def _table(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def collect(
    scale: str, items: Iterable[str], scripts: Iterable[str], folder: Path
) -> Iterator[str]:
    """Collect into ``folder``; yield the name of each item and experiment when it is done.

    folder: receives ``figures/``, ``rows.parquet`` and, at the end, ``collection.json``. The rows
    in its ``rows.parquet`` are restored first. Ctrl-C keeps the rows in ``results/``.
    """
    figures = folder / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    (ROOT / "results").mkdir(exist_ok=True)
    found: Collection = {"scale": scale, "level": LEVEL, "items": [], "experiments": []}
    path = ROOT / "results" / f"paper-{scale}.sqlite"
    # At small scale, experiments reuse the rows of the items; at paper scale, each experiment
    # begins with its own committed rows.
    shared = path if scale == "small" else None
    with Store(path) as store:
        rows = folder / "rows.parquet"
        if not len(store) and rows.is_file():
            restored(rows, store)
        for name in items:
            found["items"].append(item_found(ITEMS[name], scale, store, figures))
            yield name
        corrected(found["items"])
        archive(store, rows)
        found["provenance"] = provenance(store)
    for module in scripts:
        found["experiments"].append(experiment_found(module, scale, figures, shared))
        yield module
    _write(found, folder)


def collect_stored(
    scale: str, items: Iterable[str], scripts: Iterable[str], folder: Path
) -> Iterator[str]:
    """Collect into ``folder`` from rows alone; yield the name of each step when it is done.

    folder: receives ``figures/``, result files and, at the end, ``collection.json``. Raises
    ValueError if a file in ``paper/data/`` is not an archive.
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
        corrected(found["items"])
        found["provenance"] = provenance(store)
    for module in scripts:
        rows = folder / f"{module}.sqlite"
        found["experiments"].append(experiment_found(module, scale, figures, rows, stored=True))
        yield module
    _write(found, folder)


def _write(found: Collection, folder: Path) -> None:
    text = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    write_whole(folder / "collection.json", text.encode())


def provenance(store: Store) -> Collection:
    """Return the number of rows, their search seconds, and the versions and machines that ran."""
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
