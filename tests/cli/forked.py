"""Real commands without the start of Python: each is a fork of a process that has imported them.

Most commands take a few milliseconds and Python and NumPy a quarter of a second to start. The
process that is forked has done nothing but import: no puzzle, no kernel, no numba. So what a fork
imports, compiles, prints and ends with is its own doing, on streams that are real files.
"""

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_FORKS = multiprocessing.get_context("forkserver" if os.name == "posix" else "spawn")
_FORKS.set_forkserver_preload(["tests.cli.forked", "numpy", "cpstudy.api", "cpstudy.cli"])


@dataclass(frozen=True)
class Ended:
    """How a command ended. imported: the modules that its process holds."""

    returncode: int
    stdout: str
    stderr: str
    imported: frozenset[str]


def command(arguments: Sequence[str], stdin: str = "", **environment: str) -> Ended:
    """Run ``cpstudy`` with these arguments, and the environment's variables changed so."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "stdin").write_text(stdin, encoding="utf-8")
        process = _FORKS.Process(
            target=_run, args=(list(arguments), {**os.environ, **environment}, folder)
        )
        process.start()
        process.join()
        assert process.exitcode is not None
        texts = (Path(folder, name).read_text("utf-8") for name in ("stdout", "stderr", "imported"))
        stdout, stderr, imported = texts
    return Ended(process.exitcode, stdout, stderr, frozenset(imported.split()))


def _run(arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """The command, in the fork."""
    os.environ.clear()
    os.environ.update(environment)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
        os.dup2(os.open(Path(folder, name), flags), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    from cpstudy.cli import main
    from cpstudy.core import waiting

    waiting._quiet = bool(environment.get("CPSTUDY_QUIET"))  # read when it was imported
    try:
        main(arguments)
    finally:
        Path(folder, "imported").write_text("\n".join(sys.modules), encoding="utf-8")
