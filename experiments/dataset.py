"""``python -m experiments.dataset``: a public data set of puzzles of ten kinds and four levels.

1,000 boards a kind and level, each with its solution, the verdict, a certificate, level, grade and
score, the features of its kind, and its origin: generator, size, seed, index. Files in the
folder: ``boards/KIND.jsonl.gz``, one line for each board; ``datapackage.json`` (Frictionless) and
``croissant.json`` (MLCommons' Croissant) describe every field; ``SHA256SUMS``, ``LICENSE`` and
``README.md``. The same command writes the same bytes.

*Certificates.* ``proof``: kinds with proofs have the DRAT lines that refute a second solution,
deflated and in base64, and the digest of the formula that the lines refute. ``check`` builds this
formula again from the board's text with the prover, and calls the kind's own checker, which does
not trust it. ``deduction``: the number of steps, each replayed when it was made, and the digest of
their words. ``plan``: for Rush Hour, the fewest moves, by breadth-first search; its levels are
numbers of moves.

A level is drawn in blocks of BLOCK boards, each with its own seed (2026, 2027, …), on all cores; a
board that an earlier block has is left out. Blocks are kept in ``parts/`` until their kind is
complete, so the same command resumes after a kill. ``--sample`` writes the first ten boards of each
level; this sample is committed in ``experiments/dataset-sample``. Cost: about four hours of a core,
mostly for levels that are rare at random; two minutes for the sample. 200 MB at most, 15 MB
expected.
"""

import base64
import gzip
import hashlib
import itertools
import json
import shutil
import zlib
from collections.abc import Hashable, Iterator
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from cpstudy import api
from cpstudy.core.building import __version__, source_hash
from cpstudy.core.certificate import Certificate
from cpstudy.core.clock import Clock
from cpstudy.core.files import write_whole
from cpstudy.core.kind import Kind
from cpstudy.core.result import Verdict
from cpstudy.jobs import making
from cpstudy.jobs.difficulty import rated
from cpstudy.puzzles import kind as load_kind
from cpstudy.study.executors import ordered_map

# The seed of the first block of each level; every further block has the next seed.
SEED, BLOCK = 2026, 50
COUNT, SAMPLE = 1000, 10
LARGEST = 200_000_000
LEVELS = ("easy", "medium", "hard", "expert")
# Algorithm, size and grade that differ from those that the kind proposes for a level. Of three
# kinds no drawn board is known to need search, and of three such boards are rare: their expert
# boards are larger ones that need one step ahead. Boards of KenKen, jigsaw and Nurikabe are small
# at levels that are rare.
SETTINGS: dict[tuple[str, str], tuple[str, tuple[int, int], str]] = {
    ("pipes", "expert"): ("depth-first", (30, 30), "lookahead"),
    ("hexpipes", "expert"): ("depth-first", (16, 16), "lookahead"),
    ("picross", "expert"): ("shapes", (20, 20), "lookahead"),
    ("jigsaw", "medium"): ("symmetric", (7, 7), "medium"),
    ("jigsaw", "hard"): ("symmetric", (7, 7), "hard"),
    ("jigsaw", "expert"): ("symmetric", (8, 8), "hard"),
    ("kenken", "medium"): ("shaped", (5, 5), "medium"),
    ("kenken", "hard"): ("shaped", (6, 6), "hard"),
    ("kenken", "expert"): ("shaped", (7, 7), "hard"),
    ("nurikabe", "medium"): ("grown", (7, 7), "medium"),
    ("nurikabe", "hard"): ("grown", (8, 8), "hard"),
    ("nurikabe", "expert"): ("grown", (8, 8), "expert"),
    ("slitherlink", "medium"): ("placed", (8, 8), "medium"),
    ("slitherlink", "hard"): ("placed", (8, 8), "hard"),
    ("slitherlink", "expert"): ("placed", (12, 12), "hard"),
    ("masyu", "medium"): ("placed", (8, 8), "medium"),
    ("masyu", "hard"): ("placed", (8, 8), "hard"),
}
KINDS = (
    "pipes", "hexpipes", "sudoku", "jigsaw", "kenken", "picross", "nurikabe", "slitherlink",
    "masyu", "rush_hour",
)  # fmt: skip
# For puzzles of moves, a level is a number of moves.
MOVES = {"easy": 4, "medium": 8, "hard": 12, "expert": 16}

# Name, type and meaning of each field.
FIELDS = (
    ("id", "string", "kind, level and number"),
    ("kind", "string", "kind of puzzle"),
    ("level", "string", "easy, medium, hard or expert"),
    ("grade", "string", "the hardest rule of the deduction; of rush_hour the number of moves"),
    (
        "score",
        "integer",
        "sum over all steps of the deduction; of rush_hour the states that it reaches",
    ),
    ("puzzle", "string", "text form; cpstudy reads it"),
    ("solution", "string", "text form of the only solution; of rush_hour a shortest plan"),
    ("verdict", "string", "how many solutions: unique; of rush_hour reachable"),
    ("certificate", "object", "type, digests and, for proofs, the lines"),
    ("features", "object", "measures of the kind, by name"),
    ("algorithm", "string", "generator"),
    ("generator_version", "integer", "raised whenever the generator draws other puzzles"),
    ("rows", "integer", "rows of the board"),
    ("columns", "integer", "columns of the board"),
    ("seed", "integer", "seed of the stream"),
    ("index", "integer", "number in the stream"),
)

Record = dict[str, Any]


def setting(kind: Kind, level: str) -> tuple[str, tuple[int, int], str | None]:
    """Return algorithm, size and grade for a level: those of SETTINGS, or the kind's proposal."""
    if (kind.name, level) in SETTINGS:
        return SETTINGS[kind.name, level]
    if kind.explaining is None:
        return next(iter(kind.generators)), (6, 6), None
    assert kind.generating is not None
    explainer = kind.explaining.explainer
    chosen = kind.generating.proposed(level, explainer.grades_of(level))
    assert chosen is not None
    return chosen.algorithm, chosen.size, level


def record(name: str, level: str, index: int, puzzle: Any, _solution: Hashable) -> Record:
    """Return the record of a board, without its id, generator, size and seed."""
    kind = load_kind(name)
    row: Record = {"kind": name, "level": level, "index": index, "puzzle": puzzle.encode()}
    row |= _planned(puzzle) if kind.explaining is None else _deduced(kind, puzzle)
    row["features"] = {} if kind.features is None else dict(kind.features(puzzle))
    return row


def _deduced(kind: Kind, puzzle: Any) -> Record:
    """Return the verdict (default solver), the grade (explainer), and a proof if available.

    Raises RuntimeError if solver or explainer does not find exactly one solution.
    """
    result = api.solve(puzzle)
    assert kind.explaining is not None
    explanation = kind.explaining.explainer.explain(puzzle)
    found = rated(kind.explaining.explainer, explanation)
    if result.verdict is not Verdict.UNIQUE or found.verdict != "unique":
        raise RuntimeError(f"{puzzle.encode()}: {result.verdict.value}, {found.verdict}")
    words = "\n".join(step.words for step in explanation.steps)
    certificate: Record = {"type": "deduction", "steps": found.steps, "sha256": _digest(words)}
    if kind.proofs is not None:
        certificate = _packed(kind.proofs.prove(puzzle, result.solutions[0]))
    return {
        "grade": found.grade,
        "score": found.score,
        "solution": puzzle.encode_solution(result.solutions[0]),
        "verdict": "unique",
        "certificate": certificate,
    }


def _planned(puzzle: Any) -> Record:
    """Return a shortest plan, replayed by the rules, and the number of states of the search."""
    found = api.explore(puzzle, "bfs")
    assert found.path is not None
    plan = " ".join(str(move) for move in found.path)
    return {
        "grade": str(len(found.path)),
        "score": found.states,
        "solution": plan,
        "verdict": "reachable",
        "certificate": {"type": "plan", "moves": len(found.path), "sha256": _digest(plan)},
    }


def _packed(certificate: Certificate) -> Record:
    lines = zlib.compress(certificate.proof.encode(), 9)
    return {
        "type": "proof",
        "format": "DRAT, deflated, base64",
        "formula_sha256": _digest(certificate.formula),
        "sha256": _digest(certificate.proof),
        "proof": base64.b64encode(lines).decode(),
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def check(row: Record) -> str:
    """Return why a record is wrong, or "": rules check solutions, the kind's checker proofs."""
    kind = load_kind(row["kind"])
    puzzle = kind.puzzle.decode(row["puzzle"])
    if row["certificate"]["type"] == "plan":
        again = _planned(puzzle)
        return "" if again["grade"] == row["grade"] else f"{again['grade']} moves"
    solution = puzzle.decode_solution(row["solution"])
    if broken := puzzle.violation(solution):
        return str(broken)
    if row["certificate"]["type"] == "deduction" or kind.proofs is None:
        return ""
    proof = zlib.decompress(base64.b64decode(row["certificate"]["proof"])).decode()
    formula = kind.proofs.prove(puzzle, solution).formula
    return kind.proofs.check(Certificate(row["puzzle"], row["solution"], formula, proof))


def block(name: str, level: str, size: int, parts: Path, seed: int) -> list[Record]:
    """Return the first ``size`` boards of a seed, read from ``parts`` or made and kept there."""
    part = parts / f"{name}-{level}-{size}-{seed}.jsonl"
    if part.exists():
        return [json.loads(line) for line in part.read_text(encoding="utf-8").splitlines()]
    kind = load_kind(name)
    algorithm, shape, grade = setting(kind, level)
    order = making.Order(
        name,
        algorithm,
        shape,
        seed,
        partial(record, name, level),
        unique=grade is not None,
        grade=grade,
        moves=MOVES[level] if grade is None else None,
    )
    drawn = {"algorithm": algorithm, "generator_version": kind.generators[algorithm].version}
    drawn |= {"rows": shape[0], "columns": shape[1], "seed": seed}
    rows = [made.text | drawn for made in making.puzzles(order, size, 1)]
    write_whole(part, "".join(json.dumps(row) + "\n" for row in rows).encode())
    return rows


def boards(name: str, level: str, count: int, parts: Path, jobs: int | None) -> Iterator[Record]:
    """Yield the records of a level; fewer than ``count`` if a block has no new board."""
    kind = load_kind(name)
    identity = (kind.generating and kind.generating.identity) or methodcaller("encode")
    seen: set[Hashable] = set()
    make = partial(block, name, level, min(count, BLOCK), parts)
    for rows in ordered_map(make, itertools.count(SEED), jobs, chunk=1):
        before = len(seen)
        for row in rows:
            key = identity(kind.puzzle.decode(row["puzzle"]))
            if key not in seen and len(seen) < count:
                row["id"] = f"{name}-{level}-{len(seen)}"
                seen.add(key)
                yield {field: row[field] for field, _, _ in FIELDS}
        if len(seen) in (before, count):
            return


def write_kind(name: str, folder: Path, count: int, jobs: int | None, bar: Progress) -> None:
    """Write ``boards/NAME.jsonl.gz``; keep finished blocks until it exists."""
    program = hashlib.sha256(source_hash().encode() + Path(__file__).read_bytes()).hexdigest()
    parts = folder / "parts" / program[:16]
    for place in (folder / "boards", parts):
        place.mkdir(parents=True, exist_ok=True)
    lines = []
    for level in LEVELS:
        task, clock, before = bar.add_task(f"{name} {level}", total=count), Clock(), len(lines)
        for row in boards(name, level, count, parts, jobs):
            lines.append(json.dumps(row, ensure_ascii=False) + "\n")
            bar.advance(task)
        bar.console.print(f"{name} {level}: {len(lines) - before} boards, {clock.passed:.0f} s")
    data = gzip.compress("".join(lines).encode(), 9, mtime=0)
    write_whole(folder / "boards" / f"{name}.jsonl.gz", data)
    for part in parts.glob(f"{name}-*"):
        part.unlink()


def describe(folder: Path, count: int) -> None:
    """Write the packages, checksums, licence and README of the existing files.

    Raises RuntimeError above LARGEST bytes.
    """
    files = sorted((folder / "boards").glob("*.jsonl.gz"))
    sizes = {path: path.stat().st_size for path in files}
    if sum(sizes.values()) > LARGEST:
        raise RuntimeError(f"{sum(sizes.values())} bytes, {LARGEST} at most")
    digests = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    sums = "".join(f"{digests[path]}  boards/{path.name}\n" for path in files)
    write_whole(folder / "SHA256SUMS", sums.encode())
    licence = (Path(__file__).parents[1] / "LICENSE").read_bytes()
    write_whole(folder / "LICENSE", licence)
    _write_json(folder / "datapackage.json", _frictionless(sizes, digests))
    _write_json(folder / "croissant.json", _croissant(digests))
    write_whole(folder / "README.md", _readme(files, count).encode())


def _write_json(path: Path, value: Record) -> None:
    write_whole(path, (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode())


_TITLE = "Puzzles of ten kinds and four levels, with certificates"


def _frictionless(sizes: dict[Path, int], digests: dict[Path, str]) -> Record:
    fields = [{"name": name, "type": what, "description": why} for name, what, why in FIELDS]
    return {
        "profile": "data-package",
        "name": "cpstudy-puzzles",
        "title": _TITLE,
        "version": __version__,
        "licenses": [{"name": "MIT", "path": "LICENSE"}],
        "resources": [
            {
                "name": path.name.partition(".")[0],
                "path": f"boards/{path.name}",
                "format": "jsonl",
                "compression": "gz",
                "encoding": "utf-8",
                "bytes": sizes[path],
                "hash": f"sha256:{digests[path]}",
                "schema": {"fields": fields, "primaryKey": "id"},
            }
            for path in digests
        ],
    }


# Croissant's own reader loads no objects, because Croissant has no type for them.
_CROISSANT_TYPES = {"string": "sc:Text", "integer": "sc:Integer"}
# The context of Croissant 1.0; _WORDS are its terms without a typed value.
_WORDS = (
    "citeAs column extract field fileProperty fileObject fileSet format includes isLiveDataset "
    "jsonPath key md5 parentField path recordSet references regex repeated replace separator "
    "source subField transform"
)
_CONTEXT: Record = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
} | {word: f"cr:{word}" for word in _WORDS.split()}


def _croissant(digests: dict[Path, str]) -> Record:
    """Return Croissant 1.0: files, each with a record set, without fields that are objects."""
    names = {path.name: digest for path, digest in digests.items()}
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "cpstudy-puzzles",
        "description": _TITLE,
        "license": "https://opensource.org/license/mit",
        "version": __version__,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": f"boards/{name}",
                "encodingFormat": "application/jsonlines",
                "sha256": digest,
            }
            for name, digest in names.items()
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": name.partition(".")[0],
                "name": name.partition(".")[0],
                "field": [
                    _croissant_field(name, *field)
                    for field in FIELDS
                    if field[1] in _CROISSANT_TYPES
                ],
            }
            for name in names
        ],
    }


def _croissant_field(file: str, name: str, what: str, why: str) -> Record:
    return {
        "@type": "cr:Field",
        "@id": f"{file.partition('.')[0]}/{name}",
        "name": name,
        "description": why,
        "dataType": _CROISSANT_TYPES[what],
        "source": {"fileObject": {"@id": file}, "extract": {"column": name}},
    }


def _readme(files: list[Path], count: int) -> str:
    kinds = ", ".join(path.name.partition(".")[0] for path in files)
    fields = "".join(f"- `{name}` ({what}): {why}\n" for name, what, why in FIELDS)
    return (
        f"# {_TITLE}\n\n{kinds}: up to {count} boards a level, made by `python -m "
        f"experiments.dataset` of cpstudy {__version__}; the same command writes the same bytes. "
        "`python -m experiments.dataset --check FOLDER` checks every solution by the rules of its "
        f"kind and every proof by its checker.\n\n{fields}"
    )


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default="build/dataset")
@click.option("--sample", is_flag=True, help="One board of a hundred.")
@click.option("--count", type=click.IntRange(min=1), default=COUNT, help="Boards a level.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="These only.")
@click.option("--jobs", type=int, default=None)
@click.option("--check", "checked", type=click.Path(exists=True, path_type=Path), default=None)
def main(
    out: Path,
    sample: bool,
    count: int,
    kinds: tuple[str, ...],
    jobs: int | None,
    checked: Path | None,
) -> None:
    """Make the data set, or check an existing one."""
    console = Console(stderr=True)
    if checked is not None:
        check_all(checked, console)
        return
    count = SAMPLE if sample else count
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        for name in kinds or KINDS:
            if not (out / "boards" / f"{name}.jsonl.gz").exists() or kinds:
                write_kind(name, out, count, jobs, bar)
    shutil.rmtree(out / "parts", ignore_errors=True)
    describe(out, count)
    click.echo(out)


def check_all(folder: Path, console: Console) -> None:
    """Check every record of every file. Raises ClickException that names the first five faults."""
    faults = []
    for path in sorted((folder / "boards").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        found = [f"{row['id']}: {reason}" for row in rows if (reason := check(row))]
        console.print(f"{path.name}: {len(rows) - len(found)} of {len(rows)} hold")
        faults += found
    if faults:
        raise click.ClickException("; ".join(faults[:5]))


if __name__ == "__main__":
    main()
