"""``cpstudy verify``: is the solution unique? Of given puzzles, or of generated mazes."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import options
from cpstudy.cli.inputs import Drawn, Inputs, Settings
from cpstudy.cli.output import Output, draw_solutions, featured, result_row, verdict_code
from cpstudy.cli.share_table import print_shares
from cpstudy.cli.terminal import emit
from cpstudy.core.kind import Kind
from cpstudy.core.result import Result, Verdict

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Answer


@options.verb()
@options.puzzles
@options.settings
@options.output
@options.at_most_solutions
@options.draw
@options.folder("--proof proofs", "Write a proof for each unique puzzle; see 'cpstudy check'.")
@options.isolated
@options.memory
@options.features
@options.drawn
def verify(
    inputs: Inputs, settings: Settings, output: Output, limit: int, draw: bool, proofs: Path | None,
    isolated: bool, memory: int | None, features: bool, drawn: Drawn,
) -> int:  # fmt: skip
    """Decide whether puzzles have none, one or many solutions.

    With PUZZLE or -f, verifies those: one line each, the text form, a TAB and the verdict. Exit
    code 0: every puzzle is unique; 1: some is not; 3: some is undecided; 2: bad input.

    Without, generates mazes with each algorithm and prints the shares of unique ones with 95 %
    confidence intervals.

    Several methods on the same puzzles: 'cpstudy compare' (--solver all and names with commas
    are the same).
    """
    from cpstudy.api import named_solver
    from cpstudy.jobs.answering import answers
    from cpstudy.jobs.certificates import ProofFolder

    kind = inputs.kind
    _check(kind, proofs, features)
    run = settings.run(named_solver(kind, settings.solver_name), limit, memory=memory)
    run = replace(run, isolated=isolated)
    if not inputs.given:
        print_shares(drawn.sample(kind, settings.seed), run, output)
        return 0

    with nullcontext() if proofs is None else ProofFolder(proofs) as folder:

        def show(stream: TextIO, answer: Answer) -> int:
            puzzle, result = cast(Any, answer.located.puzzle), cast(Result, answer.result)
            if folder is not None and answer.proof is not None:
                folder.add(answer.proof, puzzle.encode())
            if output.as_json:
                known = featured(kind, puzzle) if features else {}
                emit(stream, result_row(puzzle, result) | known)
            else:
                note = f" (stopped: {result.stop})" if result.verdict is Verdict.UNKNOWN else ""
                emit(stream, f"{puzzle.encode()}\t{result.verdict}{note}")
                if draw:
                    draw_solutions(stream, kind, puzzle, result.solutions)
            return verdict_code(result.verdict)

        found = answers(inputs.puzzles(), run, proofs=proofs)
        return output.each(found, "verifying", show, inputs.files)


def _check(kind: Kind, proofs: Path | None, features: bool) -> None:
    """Raise click.UsageError for what this kind does not have."""
    if proofs is not None and kind.proofs is None:
        raise click.UsageError(f"{kind.name} has no proofs")
    if proofs is not None and kind.proofs is not None and not kind.proofs.installed:
        raise click.UsageError("proofs need python-sat: install cpstudy[sat]")
    if features and kind.features is None:
        raise click.UsageError(f"{kind.name} has no features")
