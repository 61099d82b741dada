"""``cpstudy count``: the exact number of solutions, and of safe states."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from cpstudy.cli import options
from cpstudy.cli.inputs import Inputs, Settings
from cpstudy.cli.output import UNDECIDED, Output, read_as, result_row
from cpstudy.core.result import Result

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Answer
    from cpstudy.jobs.printing_answers import Printout


@options.verb()
@options.puzzles
@options.settings
@options.output
@options.gibibytes("Budget for one puzzle, in GiB; puzzles that need more stay unknown.")
@options.folder("--proof proofs", "Write a proof of each number; see 'cpstudy check'.")
@options.number("--limit", "Count up to N solutions only (default: all).")
@click.option(
    "--safe-states/--no-safe-states", "with_safe_states", default=None,
    help="Also count the safe states, if the kind has them (default: unless --limit is given).",
)  # fmt: skip
def count(
    inputs: Inputs, settings: Settings, output: Output, memory: int | None,
    proofs: Path | None, limit: int | None, with_safe_states: bool | None,
) -> int:  # fmt: skip
    """Count the solutions of puzzles, exactly.

    One line per puzzle: the text form, a TAB and the number of solutions. For kinds that have safe
    states (pipes: every side meets its like, connected or not), another TAB and their number
    follow; in JSON this is "safe_states" among the counters. If the budget ends first, "at least N"
    gives the number found ("unknown" for none); in JSON "count" is null and "at_least" has the
    number. A count along a frontier then reports what it would need: "needed_states" and
    "needed_bytes" among the counters. The default is the kind's solver that counts without listing;
    any other complete solver enumerates all solutions.

    With --limit N, the kind's default solver stops at N solutions, which JSON rows list. The number
    is then "at least N" and "stop" is "limit". A counting solver named by --solver still gives the
    exact number.

    --proof FOLDER writes the layers of states that add up to each number (pipes, hexpipes,
    slitherlink, masyu, edge_matching).

    Exit code 0: all numbers are known, up to --limit; 3: some number is unknown; 2: bad input.
    """
    from cpstudy.api import counting_solver
    from cpstudy.jobs.certificates import ProofFolder, certify_count
    from cpstudy.jobs.printing_answers import printouts
    from cpstudy.study.pace import Pace

    kind = inputs.kind
    if proofs is not None and kind.count_proofs is None:
        raise click.UsageError(f"{kind.name} has no proofs of counts")
    solver = counting_solver(kind, settings.solver_name, listing=limit is not None)
    wanted = None if solver.counts else limit
    if with_safe_states is None:
        with_safe_states = limit is None
    safe_states = kind.safe_states if with_safe_states else None
    run = settings.run(solver, 1 if solver.counts else wanted, memory=memory)

    show = partial(
        _show, wanted=wanted, safe_states=safe_states is not None, as_json=output.as_json
    )
    pace = Pace()
    prove = None if proofs is None else partial(certify_count, proofs)
    with nullcontext() if proofs is None else ProofFolder(proofs) as folder:
        found = printouts(
            inputs.tasks(pace), run, show, pace,
            kind_name=kind.name, safe_states=safe_states, prove=prove,
        )  # fmt: skip
        add = None if folder is None else folder.add
        return output.printed(found, kind, "counting", inputs.files, add)


def _need(result: Result) -> str:
    """The estimated cost of the count, if the method gives it."""
    states = result.counters.get("needed_states")
    if states is None:
        return ""
    gigabytes = result.counters["needed_bytes"] / 1e9
    return f"; needs about {states:.0e} states, {gigabytes:,.1f} GB"


def _show(
    printout: Printout, answer: Answer, *, wanted: int | None, safe_states: bool, as_json: bool
) -> int:
    from cpstudy.api import counted

    puzzle, result = cast(Any, answer.located.puzzle), cast(Result, answer.result)
    number, found = counted(result), len(result.solutions)
    # A solver that lists stopped at the requested number of solutions.
    enough = number is None and found == wanted
    safe = result.counters.get("safe_states")
    missing = "solutions" if number is None and not enough else ""
    missing = missing or ("safe states" if safe_states and safe is None else "")
    if missing:
        why = f" (stopped: {result.stop}{_need(result)})" if missing == "solutions" else ""
        printout.complain(f"{answer.place}: {missing} not counted within the budget{why}")
    if as_json:
        row = result_row(puzzle, result) | {"count": number} | read_as(answer.located)
        if wanted is None:  # one witness, since no list was requested
            row["solutions"] = row["solutions"][:1]
        printout.line(row | ({"at_least": found} if number is None and found else {}))
    else:
        known = f"at least {found}" if found else "unknown"
        words = [known if number is None else str(number)]
        words += ["unknown" if safe is None else str(safe)] if safe_states else []
        printout.line("\t".join((puzzle.encode(), *words)))
    return UNDECIDED if missing else 0
