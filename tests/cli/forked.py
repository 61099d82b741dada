"""Run the command line in a fork that has only imported it: no puzzle, no kernel.

So the modules, the output and the exit code of such a process result from the command alone.
"""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import forking

_TELLING = """
import sys
from cpstudy.cli import main
told = sys.argv.pop(1)
try:
    main(sys.argv[1:])
finally:
    with open(told, "w", encoding="utf-8") as file:
        file.write("\\n".join(sys.modules))
"""


@dataclass(frozen=True)
class Ended:
    """The result of a command. imported: the modules that its process has loaded."""

    returncode: int
    stdout: str
    stderr: str
    imported: frozenset[str]


def command(arguments: Sequence[str], stdin: str = "", **environment: str) -> Ended:
    """Run ``cpstudy`` with these arguments and these changes to the environment."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder, "imported")
        done = forking.run(
            _TELLING,
            [str(result), *arguments],
            stdin,
            imported=forking.LIGHT,
            env={**os.environ, **environment},
            encoding="utf-8",
        )
        imported = frozenset(result.read_text("utf-8").split())
    return Ended(done.returncode, done.stdout, done.stderr, imported)
