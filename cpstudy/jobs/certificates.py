"""Folders of certificates: written for puzzles found unique or counted, checked from the files.

For each unique puzzle a folder holds three files under one name, which consists of the kind and a
hash of the puzzle's text form: ``NAME.cnf`` (the formula of a second solution, DIMACS),
``NAME.drat`` (a proof that it has no model) and, written last, ``NAME.json`` with the puzzle, the
witness and the digests of the other two. For each counted puzzle it holds ``NAME-count.json`` and
the layers (:mod:`.count_certificates`). Every file is written under a temporary name and renamed,
so that a stopped run leaves no half certificate and the next one resumes. ``manifest.json`` lists
all names, so that a removed certificate is noticed; several runs may add to it at once.

Digests detect damage. They prove nothing, since a forger can renew them. The kind's own checker,
with its own copy of the rules, checks from the contents that the puzzle, the witness, the formula
and the proof belong together; so do ``drat-trim`` and ``cake_lpr`` if they are on the PATH (the
verified checker reads the proof that drat-trim converts to its format).
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cpstudy import puzzles
from cpstudy.api import counted
from cpstudy.core import wording
from cpstudy.core.certificate import Certificate
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.files import locked, write_whole
from cpstudy.core.kind import Kind
from cpstudy.core.result import Result, Verdict
from cpstudy.core.solving import WrongAnswerError
from cpstudy.jobs import count_certificates
from cpstudy.study.executors import ordered_map

_VERSION = 1
_MANIFEST = "manifest.json"
_LOCK = ".manifest.lock"
_NAME = re.compile(r"([a-z_]+)-[0-9a-f]{32}(-count)?")

# The minimum time between two writes of the manifest during a run.
_SECONDS_BETWEEN = 2.0


def name_of(kind: str, text: str) -> str:
    """The file name of a puzzle's certificate, without extension."""
    return f"{kind}-{hashlib.sha256(f'{kind}:{text}'.encode()).hexdigest()[:32]}"


def certify_unique(folder: Path, puzzle: Any, result: Result) -> str | None:
    """The name of the certificate of a puzzle with one solution; see :func:`certify`."""
    if result.verdict is not Verdict.UNIQUE:
        return None
    if not result.solutions:
        raise NotApplicable("no proof: the solver counts one solution and shows none")
    (solution,) = result.solutions
    return certify(folder, puzzles.kind(puzzle.kind), puzzle, solution)


def certify_count(folder: Path, puzzle: Any, result: Result) -> str | None:
    """The name of the certificate of a puzzle's number of solutions; None if it is unknown.

    An existing undamaged certificate is kept. Raises WrongAnswerError if the layers have another
    number than the result, NotApplicable if the kind has no layers, OSError.
    """
    number = counted(result)
    kind = puzzles.kind(puzzle.kind)
    if number is None or kind.count_proofs is None:
        return None
    name = f"{name_of(kind.name, puzzle.encode())}-count"
    try:
        if not _check_count(folder, name, kind)[1]:
            return name
    except (InputError, OSError):
        pass  # there is none, or it is damaged
    found, layers = count_certificates.write(folder, name, kind.count_proofs, puzzle)
    if found != number:
        raise WrongAnswerError(
            f"{wording.counted(number, 'solution')} of {puzzle.encode()}, its layers have {found}"
        )
    head = {
        "version": _VERSION,
        "kind": kind.name,
        "puzzle": puzzle.encode(),
        "count": str(found),
        "layers": layers,
    }
    write_whole(folder / f"{name}.json", (json.dumps(head) + "\n").encode())
    return name


def _check_count(folder: Path, name: str, kind: Kind) -> tuple[str, str]:
    """The puzzle of a certificate of a count, and "" or the fault."""
    path = folder / f"{name}.json"
    head = _object(path)
    if kind.count_proofs is None:
        raise InputError(f"{path}: {kind.name} has no certificates of counts")
    if not _is_text(head.get("puzzle")) or head.get("kind") != kind.name:
        raise InputError(f"{path}: no text 'puzzle' of kind {kind.name}")
    if f"{name_of(kind.name, head['puzzle'])}-count" != name:
        return head["puzzle"], "another puzzle's certificate"
    try:
        puzzle = kind.puzzle.decode(head["puzzle"])
    except InputError as error:
        raise InputError(f"{path}: puzzle: {error}") from None
    fault = count_certificates.why_rejected(folder, name, head, kind.count_proofs, puzzle)
    return head["puzzle"], fault


def certify(folder: Path, kind: Kind, puzzle: Any, solution: Any) -> str:
    """Prove that ``solution`` is the only one, write the certificate and return its name.

    An existing undamaged certificate is kept. Raises WrongAnswerError if there is a second
    solution, InputError if the kind has no proofs, OSError.
    """
    if kind.proofs is None:
        raise InputError(f"{kind.name} has no proofs")
    name = name_of(kind.name, puzzle.encode())
    try:
        if not _read(folder, name)[1]:
            return name
    except (InputError, OSError):
        pass  # there is none, or it is damaged
    certificate = kind.proofs.prove(puzzle, solution)
    formula, proof = certificate.formula.encode(), certificate.proof.encode()
    write_whole(folder / f"{name}.cnf", formula)
    write_whole(folder / f"{name}.drat", proof)
    head = {
        "version": _VERSION,
        "kind": kind.name,
        "puzzle": certificate.puzzle,
        "witness": certificate.witness,
        "formula": _digest(formula),
        "proof": _digest(proof),
    }
    write_whole(folder / f"{name}.json", (json.dumps(head, indent=1) + "\n").encode())
    return name


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class ProofFolder:
    """A folder to which certificates are added; its exit writes the manifest.

    Several runs may fill one folder at once: each adds its names to the listed names.

    Raises InputError if the folder holds an unreadable manifest, OSError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        _manifest(path)
        self._names: dict[str, str] = {}
        self._written = time.monotonic()

    def add(self, name: str, text: str) -> None:
        """List a certificate that :func:`certify` wrote."""
        self._names[name] = text
        if time.monotonic() - self._written > _SECONDS_BETWEEN:
            self._save()

    def __enter__(self) -> ProofFolder:
        return self

    def __exit__(self, *error: object) -> None:
        self._save()

    def _save(self) -> None:
        with locked(self.path / _LOCK):
            names = _manifest(self.path) | self._names
            head = {"version": _VERSION, "puzzles": dict(sorted(names.items()))}
            write_whole(self.path / _MANIFEST, (json.dumps(head, indent=1) + "\n").encode())
        self._names.clear()
        self._written = time.monotonic()


def _object(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise InputError(f"{path}: no JSON") from None
    if not isinstance(found, dict) or found.get("version") != _VERSION:
        raise InputError(f"{path}: not of version {_VERSION}")
    return found


def _is_text(value: object) -> bool:
    """Whether a value is a text that can be written: JSON may hold a single surrogate."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _manifest(folder: Path) -> dict[str, str]:
    """The names that a folder lists, with their text forms; empty without a manifest."""
    path = folder / _MANIFEST
    if not path.exists():
        return {}
    names = _object(path).get("puzzles")
    if not isinstance(names, dict) or not all(
        _NAME.fullmatch(name) and _is_text(text) for name, text in names.items()
    ):
        raise InputError(f"{path}: no table 'puzzles' from names to text forms")
    return names


def _read(folder: Path, name: str) -> tuple[Certificate, str]:
    """A certificate of a folder, and the result of comparing its digests: "" or the fault.

    Raises InputError if it is unreadable, OSError if a file is.
    """
    path = folder / f"{name}.json"
    head = _object(path)
    for key in ("kind", "puzzle", "witness", "formula", "proof"):
        if not _is_text(head.get(key)):
            raise InputError(f"{path}: no text {key!r}")
    if head["kind"] not in puzzles.PUZZLES:
        raise InputError(f"{path}: puzzle kind {head['kind'][:30]!a}")
    if name_of(head["kind"], head["puzzle"]) != name:
        return Certificate(head["puzzle"], head["witness"], "", ""), "another puzzle's certificate"
    fault = ""
    texts = []
    for key, suffix in (("formula", "cnf"), ("proof", "drat")):
        data = (folder / f"{name}.{suffix}").read_bytes()
        if _digest(data) != head[key]:
            fault = fault or f"{key}: not the one that was written (digest)"
        texts.append(data.decode("ascii", errors="replace"))
    return Certificate(head["puzzle"], head["witness"], *texts), fault


@dataclass(frozen=True)
class Checked:
    """The result of a check. reason: "" if the proof holds. checkers: those that were run."""

    name: str
    puzzle: str
    reason: str
    checkers: tuple[str, ...]
    seconds: float


def names(folder: Path) -> Iterator[str]:
    """All certificates of a folder: the listed ones and those of a run that was stopped.

    Raises InputError if there is none or the manifest is unreadable, OSError.
    """
    if folder.is_file():
        raise InputError(f"{folder}: not a folder of proofs; --puzzle KIND replays answers in it")
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder")
    listed = _manifest(folder)
    found = {path.stem for path in folder.glob("*.json") if _NAME.fullmatch(path.stem)}
    if not listed and not found:
        raise InputError(f"{folder}: no proofs in it")
    yield from sorted(found.union(listed))


def check(folder: Path, name: str) -> Checked:
    """Check one certificate with all available checkers. Raises InputError, OSError: unreadable."""
    start = time.perf_counter()
    parts = _NAME.fullmatch(name)
    assert parts is not None
    kind = puzzles.kind(parts[1])
    if parts[2]:
        text, reason = _check_count(folder, name, kind)
        return Checked(name, text, reason, ("layers",), time.perf_counter() - start)
    certificate, reason = _read(folder, name)
    if kind.proofs is None:
        raise InputError(f"{folder / name}.json: {kind.name} has no proofs")
    checkers = ["rup"]
    try:
        reason = reason or kind.proofs.check(certificate)
    except InputError as error:
        raise InputError(f"{folder / name}.json: puzzle: {error}") from None
    # A formula with the empty clause needs no proof, and the programs accept none for it.
    if not reason and "\n0\n" not in certificate.formula:
        for checker, program in _external_checkers():
            checkers.append(checker)
            reason = program(folder / f"{name}.cnf", folder / f"{name}.drat")
            if reason:
                break
    return Checked(name, certificate.puzzle, reason, tuple(checkers), time.perf_counter() - start)


def check_all(folder: Path, names: Iterable[str], jobs: int | None) -> Iterator[Checked | str]:
    """Check certificates on ``jobs`` processes, in order; for an unreadable one, the message."""
    return ordered_map(partial(_checked, folder), names, jobs)


def _checked(folder: Path, name: str) -> Checked | str:
    try:
        return check(folder, name)
    except InputError as error:
        return str(error)
    except OSError as error:
        return f"{error.filename}: {error.strerror}"


def _external_checkers() -> Iterator[tuple[str, Callable[[Path, Path], str]]]:
    """The checkers on the PATH: from a formula and a proof to "" or the fault."""
    drat_trim, cake_lpr = shutil.which("drat-trim"), shutil.which("cake_lpr")
    if drat_trim is None:
        return

    def by_drat_trim(formula: Path, proof: Path, *more: str) -> str:
        output = _output(drat_trim, str(formula), str(proof), *more)
        return "" if "s VERIFIED" in output else "drat-trim rejects it"

    def by_cake_lpr(formula: Path, proof: Path) -> str:
        with tempfile.TemporaryDirectory() as folder:
            hints = Path(folder, "proof.lrat")
            reason = by_drat_trim(formula, proof, "-L", str(hints))
            output = [] if reason else _output(str(cake_lpr), str(formula), str(hints))
        # It exits with 0 whatever it found.
        return reason or ("" if "s VERIFIED UNSAT" in output else "cake_lpr rejects it")

    yield "drat-trim", by_drat_trim
    if cake_lpr is not None:
        yield "cake_lpr", by_cake_lpr


def _output(*command: str) -> list[str]:
    """The lines of a program's output; drat-trim begins some with a carriage return."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return [line.strip() for line in re.split(r"[\r\n]", done.stdout.decode("ascii", "replace"))]
