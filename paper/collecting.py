"""What the report is made of: comparisons of all items, experiments, figures, provenance.

An item that is added to ``cpstudy.reproducing.ITEMS``, and a script that is added to
``experiments/``, are collected without a further line. Rows of items are kept in one result file,
and the same command resumes; ``rows.parquet`` beside the collection has them all, so that a clone
draws everything again without solving: they are restored before anything is run.

*From rows alone* a report is made in minutes: items and experiments are made of the rows of
``paper/data/``, each experiment from those that it names, since two may have measured the same
puzzles on other days, and every figure is drawn again. What was measured, times above all, is read
there or listed as having no rows, never computed. A few tables have no rows because a count settles
them, the same on any machine: tiles of mazes and clauses of formulas for Hegeman2022, boards that
rules settle for Tatham2019.

Cost: what the items and experiments cost that are not stored; from rows 20 µs a row. Limits: the
counts are made again each time, seconds to minutes.
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
# A question with so many answers is a family of its own; the others are their source's.
OWN_FAMILY = ("hegeman/table7",)

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
            for part, comparison in item.compare(scale, store):
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


def experiment_found(
    module: str, scale: str, figures: Path, rows: Path | None = None, *, stored: bool = False
) -> Collection:
    """Run an experiment; its question, the tables and the figures that it wrote.

    rows: its result file, by default its own. stored: it is made of the experiment's committed rows
    and reported; nothing is computed. Raises ChildProcessError where it ends with an error.
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
    """The tables of the paper scale that are carried in ``figures/``; tests make them of rows."""
    tables = {path.stem: _table(path) for path in sorted(FIGURES.glob("*-paper.csv"))}
    return {"scale": "paper", "level": LEVEL, "items": [], "experiments": [{"tables": tables}]}


def corrected(items: list[Collection]) -> None:
    """Add to each part with a p-value those of its family: ``holm`` and ``rate``.

    ``rate`` is Benjamini's and Hochberg's. The families are fixed in docs/decisions/statistics.
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
    """Collect into ``folder``, reporting the name of each that is done.

    folder: gets ``figures/``, ``rows.parquet`` and, at the end, ``collection.json``. Rows that it
    has are restored first. Ctrl-C keeps the rows of ``results/``.
    """
    figures = folder / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    (ROOT / "results").mkdir(exist_ok=True)
    found: Collection = {"scale": scale, "level": LEVEL, "items": [], "experiments": []}
    path = ROOT / "results" / f"paper-{scale}.sqlite"
    # What items have measured is not measured again; committed rows are an experiment's own.
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
    """Collect into ``folder`` from rows alone, reporting the name of each that is done.

    folder: gets ``figures/``, result files and, at the end, ``collection.json``. Raises
    ValueError where a file of ``paper/data/`` is not an archive.
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
