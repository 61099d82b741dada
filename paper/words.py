"""``python -m paper.words``: write experiments/README.md and README.md with their numbers.

They are made from the templates ``findings.md``, ``found.md`` and ``speed.md``, the tables at paper
scale in ``figures/`` and the stored benchmarks; each number links to the line that it comes from.
Tests compare the files with this output, and the tables with their rows, so no number is typed.
"""

import ast
import re
from pathlib import Path

from cpstudy import puzzles
from paper import collecting, stored
from paper.placeholders import Collection, Link, filled, value
from paper.rendering import HERE, told_apart

README = collecting.ROOT / "README.md"
EXPERIMENTS = collecting.ROOT / "experiments" / "README.md"
JOSS = HERE / "joss" / "paper.md"
_BANDS = "bands, batches of 100"
# README.md: the text between such a pair of lines is generated.
_BETWEEN = re.compile(
    r"(<!-- (\w+), drawn from rows by paper/words.py -->\n).*?(<!-- end -->\n)", re.S
)

_HEAD = """\
# Experiments

*Written by `python -m paper.words` from `paper/findings.md` and the tables of the paper scale in
`figures/`: every number links to the line that it was drawn from. Edit the template.*

Each script is constants, then a grid, then figures and tables. Rows go to `results/` (SQLite; the
same command resumes where it was stopped), figures and tables to `figures/`. Published values are
in separate columns. The rows behind every table are committed in `paper/data/`: at paper scale
a command starts from them and computes only missing rows; with `--stored` it computes none. How
tests are corrected, and which rules are older than their rows, is stated in
[docs/decisions/statistics](../docs/decisions/statistics.md).
"""


def linked(folder: str) -> Link:
    """Return a function that links numbers to lines of tables. folder: path to ``figures/``."""

    def link(result: str, stem: str, line: int) -> str:
        return f"[{result}]({folder}/{stem}.csv#L{line})"

    return link


def experiments_words(found: Collection) -> str:
    """Return the whole text of experiments/README.md."""
    parts = [_HEAD]
    findings = (HERE / "findings.md").read_text(encoding="utf-8")
    for name, words in told_apart(findings).items():
        number = name.partition("_")[0]
        source = (collecting.ROOT / "experiments" / f"{name}.py").read_text(encoding="utf-8")
        question = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
        named = sorted(set(re.findall(r"{{[^{}|]*\btable (\w+)", " ".join(words.split()))))
        tables = ", ".join(f"[{one}](../figures/{one}-paper.csv)" for one in named)
        parts.append(
            f"\n## {number} – {question}\n\n`python -m experiments.{name} --scale paper` or "
            f"`--scale small`. Tables: {tables}.\n\n"
            f"{filled(words, found, linked('../figures')).strip()}\n"
        )
    return "".join(parts)


def readme_words(found: Collection) -> str:
    """Return README.md with its generated parts: findings and speed."""
    what, speed = ((HERE / f"{name}.md").read_text(encoding="utf-8") for name in ("found", "speed"))
    parts = {
        "found": filled(what, found, linked("figures")),
        "speed": stored.filled(speed, "benchmarks/results"),
    }
    return _BETWEEN.sub(
        lambda match: f"{match[1]}\n{parts[match[2]]}\n{match[3]}",
        README.read_text(encoding="utf-8"),
    )


def joss_words(found: Collection) -> str:
    """Return the JOSS paper with its numbers, each ``<!--PLACE-->number<!--end-->``.

    PLACE is a place of a table or a key of ``numbers``.
    """
    kinds = [puzzles.kind(name) for name in puzzles.PUZZLES]
    clues = "sudoku | Sudoku 9x9, 17 clues (collection)"
    placements = "edge_matching | first of 7x7 (7, 3) | dfs"
    numbers = {
        "kinds": len(kinds),
        "declared": len(puzzles.DECLARED),
        "proofs": sum(kind.proofs is not None for kind in kinds),
        "Sudoku µs": f"{1000 * stored.number(f'{clues} | {_BANDS}')[0]:.1f}",
        "Sudoku by CP-SAT, times": f"{stored.number(f'{clues} | cpsat over {_BANDS}')[0]:.0f}",
        "million placements, ms": f"{stored.number(placements)[0]:.0f}",
    }

    def number(match: re.Match[str]) -> str:
        place = " ".join(match[1].split())
        result = numbers[place] if place in numbers else value(place, found)
        return f"<!--{match[1]}-->{result}<!--end-->"

    return re.sub(r"<!--(.+?)-->[^<]*<!--end-->", number, JOSS.read_text(encoding="utf-8"))


def written() -> dict[Path, str]:
    """Return the generated files with their texts."""
    found = collecting.committed()
    return {
        EXPERIMENTS: experiments_words(found),
        README: readme_words(found),
        JOSS: joss_words(found),
    }


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
