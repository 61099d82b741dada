"""Run the documentation's examples and compare their outputs with the pages, or rewrite these.

Each page runs from top to bottom in a separate folder, which is empty at first:

- A block ``console`` has commands after ``$``. The lines below a command are its output on both
  streams. A command with a non-zero exit code ends with ``# exit N``.
- The blocks ``python`` of a page share one namespace; a block ``text`` after one is its output.
- A block of any language with ``file=PATH`` after the language is written to that file.
- A block with ``needs=PROGRAM`` after the language is skipped if that program is missing.

``...`` in an output matches anything, such as versions and long outputs. ``measured`` after the
language marks measured numbers such as seconds: other numbers match, and the columns of a table
may be wider. ``--write`` keeps outputs that still match. Usage: ``python docs/examples.py
[--write] [PAGE]...``
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
_FENCE = re.compile(r"^(`{3,})(\w+)([^\n]*)\n(.*?)^\1 *$", re.DOTALL | re.MULTILINE)
_MEASURED = re.compile(r"\d+(\.\d+)?")
_FILE = re.compile(r"file=(\S+)")
_NEEDS = re.compile(r"needs=(\S+)")
_EXIT = re.compile(r"# exit (\d+)\s*$")
_SECONDS = 120


@dataclass(frozen=True)
class Block:
    """A fenced block. needs: a program. start, end: its content's place in the page."""

    language: str
    file: str
    needs: str
    measured: bool
    content: str
    start: int
    end: int


@dataclass(frozen=True)
class Difference:
    """An example whose output differs from the page's. line: in the page, from 1."""

    page: Path
    line: int
    example: str
    said: str
    printed: str

    def __str__(self) -> str:
        return (
            f"{self.page}:{self.line}: {self.example}\nsaid:\n{self.said}\nprinted:\n{self.printed}"
        )


def pages() -> list[Path]:
    """Return all pages of the site, in order."""
    return sorted(path for path in HERE.rglob("*.md") if "_build" not in path.parts)


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page, in order."""
    for found in _FENCE.finditer(text):
        file, needs = _FILE.search(found[3]), _NEEDS.search(found[3])
        yield Block(
            found[2],
            file[1] if file else "",
            needs[1] if needs else "",
            "measured" in found[3].split(),
            found[4],
            found.start(4),
            found.end(4),
        )


def matches(said: str, printed: str, measured: bool = False) -> bool:
    """Return whether the output is what the page says; ``...`` stands for anything."""
    if measured:
        said, printed = (re.sub(r"[ ─━]+", " ", _MEASURED.sub("#", t)) for t in (said, printed))
    parts = [re.escape(part) for part in said.strip().split("...")]
    return re.fullmatch(r"[\s\S]*?".join(parts), printed.strip()) is not None


def run_page(page: Path) -> tuple[str, list[Difference]]:
    """Return the page with its current outputs, and the examples whose outputs differ.

    Raises RuntimeError if a command's exit code is not the one in the page, or if Python raises.
    """
    text = page.read_text(encoding="utf-8")
    differences: list[Difference] = []
    renewed: list[tuple[int, int, str]] = []
    names: dict[str, object] = {"__name__": "__main__"}
    printed, example = "", ""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), _on_the_path():
        for block in blocks(text):
            place = f"{page}:{text.count(chr(10), 0, block.start)}"
            if block.needs and shutil.which(block.needs) is None:
                continue
            if block.file:
                Path(block.file).parent.mkdir(parents=True, exist_ok=True)
                Path(block.file).write_text(block.content, encoding="utf-8")
            elif block.language == "python":
                printed, example = _run_python(block.content, names, place), block.content
                continue
            elif block.language == "text" and example:
                new, found = _compared(block, [(example, block.content, printed)])
                differences += [Difference(page, _line(text, block.start), *one) for one in found]
                renewed.append((block.start, block.end, new))
            elif block.language == "console":
                runs = [(line, said, _run_command(line, place)) for line, said in _lines(block)]
                new, found = _compared(block, runs, prompt="$ ")
                differences += [Difference(page, _line(text, block.start), *one) for one in found]
                renewed.append((block.start, block.end, new))
            printed, example = "", ""
    for start, end, new in reversed(renewed):
        text = text[:start] + new + text[end:]
    return text, differences


@contextlib.contextmanager
def _on_the_path() -> Iterator[None]:
    """Find the programs next to this Python first, such as ``cpstudy``."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{before}"
    try:
        yield
    finally:
        os.environ["PATH"] = before


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _compared(
    block: Block, runs: list[tuple[str, str, str]], prompt: str = ""
) -> tuple[str, list[tuple[str, str, str]]]:
    """Return the block with its current outputs, and the runs whose output differs."""
    same = [matches(said, printed, block.measured) for _, said, printed in runs]
    if all(same):
        return block.content, []
    new = ""
    for (example, said, printed), fits in zip(runs, same, strict=True):
        output = (said if fits else printed).rstrip()
        new += f"{prompt}{example}\n" * bool(prompt) + f"{output}\n" * bool(output)
    return new, [run for run, fits in zip(runs, same, strict=True) if not fits]


def _lines(block: Block) -> Iterator[tuple[str, str]]:
    """Yield the commands of a block ``console``, each with its expected output."""
    for piece in re.split(r"^\$ ", block.content, flags=re.MULTILINE)[1:]:
        command, _, said = piece.partition("\n")
        while command.endswith("\\"):
            more, _, said = said.partition("\n")
            command += f"\n{more}"
        yield command, said


def _run_command(command: str, place: str) -> str:
    # Packages that an example installs stay in its page's folder.
    site = str(Path.cwd() / ".site")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([site, os.environ.get("PYTHONPATH", "")]),
        "PIP_TARGET": site,
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    ended = subprocess.run(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        timeout=_SECONDS,
        check=False,
    )
    expected = int(found[1]) if (found := _EXIT.search(command)) else 0
    if ended.returncode != expected:
        raise RuntimeError(f"{place}: {command!r} ends with {ended.returncode}:\n{ended.stdout}")
    return ended.stdout


def _run_python(code: str, names: dict[str, object], place: str) -> str:
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            exec(compile(code, place, "exec"), names)
    except Exception as error:
        raise RuntimeError(f"{place}: {type(error).__name__}: {error}") from error
    return output.getvalue()


def main(arguments: list[str]) -> int:
    """Return 0 if all pages have the current outputs, or were written with them; otherwise 1."""
    write = "--write" in arguments
    chosen = [Path(name).resolve() for name in arguments if name != "--write"] or pages()
    wrong = 0
    for page in chosen:
        text, differences = run_page(page)
        if write and differences:
            page.write_text(text, encoding="utf-8")
        elif not write:
            wrong += len(differences)
            for difference in differences:
                print(difference, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
