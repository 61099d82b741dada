"""A kind of puzzle as data: its class, its solvers, its formats, its generators, its pictures.

Everything is named by ``"module:name"`` and loaded on use, so that listing kinds imports nothing.
The CLI, the tests and the documentation follow from these records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cpstudy.core.exploring import Strategy
from cpstudy.core.solving import Solver


@dataclass(frozen=True)
class Format:
    """One file format of a kind.

    read: ``"module:name"`` of ``read(text) -> Iterable[tuple[int, str, Puzzle | ValueError]]``:
        line number (from 1), the piece of text, and the puzzle or what is wrong with it. None
        where the format is only written.
    write: ``"module:name"`` of ``write(puzzle) -> str | bytes``; None where only read.
    recognises: ``"module:name"`` of ``recognises(text) -> bool`` or None.
    """

    name: str
    summary: str
    read: str | None = None
    write: str | None = None
    recognises: str | None = None


@dataclass(frozen=True)
class Generator:
    """One generator of a kind.

    function: ``"module:name"`` of ``generate(algorithm, rows, columns, count, seed, wrap) ->
    Iterator[tuple[Puzzle, solution]]``. study: part of ``--algorithm all``. unique:
    ``"module:name"`` of a function with the same parameters and ``grade`` (a name or None) that
    gives puzzles with one solution only, no two the same; None where there is none.
    """

    name: str
    function: str
    summary: str
    study: bool = True
    unique: str | None = None


@dataclass(frozen=True)
class Kind:
    """One kind of puzzle: a line of ``PUZZLES``.

    puzzle: ``"module:Class"``. text_picture: ``"module:name"`` of ``(puzzle, solutions) ->
    TextPicture``; drawing: the same giving a Drawing. explanations: the module that explains
    puzzles (``explain``, ``hint``, ``mistake``, …). For puzzles of moves they get states in
    place of solutions, and show the start where none is given. The first solver and the first
    strategy are the defaults; a kind has solvers or strategies, or both. safe_states:
    ``"module:name"`` of ``(puzzle, budget) -> Result`` that counts the placements that keep the
    rules between neighbours, whatever rule of the whole they break.
    repair: ``"module:name"`` of ``(puzzle, budget) -> Repair | None``, a puzzle with several
    solutions made unique by the fewest changed tiles.

    prove: ``"module:name"`` of ``prove(puzzle, solution) -> Certificate`` that it is the only one;
    check: of ``why_rejected(certificate) -> str``, with code of its own. read_assignment: of
    ``read(puzzle, text) -> solution``, from a SAT solver's answer to the format ``dimacs``.
    """

    name: str
    summary: str
    puzzle: str
    example: str
    solvers: Mapping[str, Solver] = field(default_factory=dict)
    strategies: Mapping[str, Strategy] = field(default_factory=dict)
    formats: Mapping[str, Format] = field(default_factory=dict)
    generators: Mapping[str, Generator] = field(default_factory=dict)
    text_picture: str | None = None
    drawing: str | None = None
    explanations: str | None = None
    safe_states: str | None = None
    repair: str | None = None
    prove: str | None = None
    check: str | None = None
    read_assignment: str | None = None
