"""Write the reference from the tables of the suite: verbs, kinds, solvers, formats, columns.

The pages contain what ``--help``, ``cpstudy puzzles`` and ``cpstudy solvers`` print, from the same
records, so nothing is stated twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from cpstudy.cli import verbs
from cpstudy.core.explaining import Lesson
from cpstudy.core.kind import Kind
from cpstudy.encode.interchange import LANGUAGES
from cpstudy.jobs.models import languages
from cpstudy.puzzles import DECLARED, PUZZLES, kind
from cpstudy.study.dictionary import COUNTERS, EXTRA, PARAMS, ROW

ROOT = Path(__file__).parents[1]

# Hints that are separate options; the others are choices of --reading.
_HINTS = ("blank", "red", "frame")


def write(folder: Path) -> None:
    """Write the pages ``verbs.md``, ``kinds.md``, ``lessons.md``, ``formats.md``, ``data.md``."""
    folder.mkdir(exist_ok=True)
    (folder / "verbs.md").write_text("\n".join(_verbs()), encoding="utf-8")
    (folder / "kinds.md").write_text("\n".join(_kinds()), encoding="utf-8")
    (folder / "lessons.md").write_text("\n".join(lessons()), encoding="utf-8")
    (folder / "formats.md").write_text("\n".join(formats()), encoding="utf-8")
    (folder / "data.md").write_text("\n".join(data()), encoding="utf-8")


def _verbs() -> Iterator[str]:
    yield "# Verbs\n"
    yield "What `cpstudy VERB --help` prints, for every verb.\n"
    for name in sorted(verbs()):
        context = click.Context(verbs()[name], info_name=f"cpstudy {name}", max_content_width=96)
        outcome = verbs()[name].get_help(context)
        yield f"(verb-{name})=\n## {name}\n\n```text\n{outcome}\n```\n"


def _kinds() -> Iterator[str]:
    yield "# Kinds, solvers, formats\n"
    yield "Every kind with an example, its solvers, generators and formats.\n"
    for name in PUZZLES:
        yield from _kind(kind(name))


def _kind(record: Kind) -> Iterator[str]:
    yield f"## {record.name}\n"
    yield f"{record.summary}. {record.rules}\n"
    yield f"Example:\n\n```text\n{record.example}\n```\n"
    if record.solvers:
        yield "### Solvers\n"
        yield from _table(
            ("solver", "complete", "iterations are", "method"),
            [
                (
                    f"`{row.name}`",
                    "yes" if row.complete else "no",
                    f"{row.counter}: {row.unit}",
                    row.summary,
                )
                for row in record.solvers.values()
            ],
        )
    if record.strategies:
        yield "### Strategies\n"
        yield from _table(
            ("strategy", "method"),
            [(f"`{row.name}`", row.summary) for row in record.strategies.values()],
        )
    if record.generators:
        yield "### Generators\n"
        yield from _table(
            ("generator", "what it makes"),
            [(f"`{row.name}`", row.summary) for row in record.generators.values()],
        )
    written = languages(record)
    if record.formats or written:
        yield "### Formats\n"
        yield from _table(
            ("format", "read", "written", "what it is"),
            [
                (
                    f"`{row.name}`",
                    "yes" if row.read else "",
                    "yes" if row.write else "",
                    row.summary,
                )
                for row in record.formats.values()
            ]
            + [(f"`{name}`", "", "yes", LANGUAGES[name].summary) for name in written],
        )


def lessons() -> Iterator[str]:
    """Yield the page of the rules of every kind that is explained, each with a board and a step."""
    yield "# Lessons\n"
    yield (
        "The rules that solve puzzles without trial and error, from easy to hard, with the names "
        "that `hint`, the page and films use. Each has its level, its name in files, and a board "
        "that needs it. On the page (`cpstudy play`) *Learn* opens these boards for play.\n"
    )
    for name in (*PUZZLES, *DECLARED):
        record = kind(name)
        if record.explaining is not None and record.explaining.lessons():
            yield f"## {record.summary.partition(':')[0]}\n"
            for lesson in record.explaining.lessons():
                yield from _lesson(record, lesson)


def _lesson(record: Kind, lesson: Lesson) -> Iterator[str]:
    assert record.explaining is not None and record.pictures is not None
    explainer = record.explaining.explainer
    yield f"### {lesson.title}\n\n{lesson.text}\n"
    yield f"*{explainer.levels[lesson.rule].capitalize()}; in files: `{lesson.rule}`.*\n"
    if not lesson.board:
        return
    found = explainer.explain(record.puzzle.decode(lesson.board))
    hint = explainer.hint(found)
    first = next(filter(lesson.teaches, found.steps), None)
    if hint is not None and hint.step is not None and lesson.teaches(hint.step):
        words = hint.words
    else:
        words = "" if first is None else first.words
    picture = record.pictures.text(found.puzzle, ()) if record.pictures.text else None
    drawn = "\n".join("".join(span.text for span in row).rstrip() for row in picture or ())
    command = f"cpstudy explain --puzzle {record.name} '{lesson.board}'"
    yield f"```text\n{drawn}\n```\n\n```sh\n{command}\n```\n\n> {words}\n"


def formats() -> Iterator[str]:
    """Yield the page of all forms in which puzzles are read or written, in one table."""
    yield "# Forms of puzzles\n"
    yield (
        "The forms in which cpstudy reads and writes puzzles. It reads them from files, standard "
        "input, arguments and Python, with any line ends, in UTF-8, UTF-16 or Latin-1; binary "
        "forms only from files and standard input. It recognises a form by its content, unless "
        "`--format` names it; `cpstudy convert FILE --what` prints what it recognised. *Settled "
        "by* lists the options that resolve an ambiguous form. Every kind with pictures can also "
        "be written as `svg`, `png` and `pdf`.\n"
    )
    rows = [row for name in PUZZLES for row in _forms(kind(name))]
    head = ("kind", "form", "read", "written", "argument", "settled by", "what it is")
    yield from _table(head, sorted(rows))


def _forms(record: Kind) -> Iterator[tuple[str, ...]]:
    for row in record.formats.values():
        argument = row.read is not None and not row.binary
        settled = ", ".join(
            f"`--{name}`" if name in _HINTS else f"`--reading {name}=`" for name in row.hints
        )
        yes = tuple("yes" if one else "" for one in (row.read, row.write, argument))
        yield (f"`{record.name}`", f"`{row.name}`", *yes, settled, row.summary)
    for name in languages(record):
        if name not in record.formats:
            summary = LANGUAGES[name].summary
            yield (f"`{record.name}`", f"`{name}`", "", "yes", "", "", summary)


def data() -> Iterator[str]:
    """Yield the data dictionary: columns of rows, and every committed file of rows or tables."""
    yield "# Data dictionary\n"
    yield (
        "The columns of result files, of the CSV and Parquet files exported from them, and of "
        "`cpstudy.rows`. Parquet files have these descriptions in the metadata of their columns; "
        "a CSV file has a Table Schema next to it, `FILE.csv.schema.json` "
        "([Frictionless Data](https://datapackage.org)). Each parameter, counter and further value "
        "is a column. If its name is taken, the column is `params.seed`, `counters.seed` or "
        "`extra.seed`. A zero is a zero; *empty* says what a missing value means.\n"
    )
    groups = {"Every row": ROW, "Parameters": PARAMS, "Counters": COUNTERS, "Further": EXTRA}
    for title, fields in groups.items():
        yield f"## {title}\n"
        yield from _columns(field.descriptor() for field in fields.values())
    for folder in ("paper/data", "figures"):
        described = json.loads((ROOT / folder / "datapackage.json").read_text(encoding="utf-8"))
        yield f"## Files of `{folder}`\n"
        yield f"{described['title']}; `{folder}/datapackage.json` is the machine-readable form.\n"
        for resource in described["resources"]:
            own = [field for field in resource["schema"]["fields"] if field["name"] not in ROW]
            yield f"### {resource['path']}\n"
            yield from _columns(own)


def _columns(fields: Iterable[dict[str, Any]]) -> Iterator[str]:
    rows = [
        (
            f"`{field['name']}`",
            field["type"],
            field.get("unit", ""),
            _meaning(field),
            field.get("missing", ""),
        )
        for field in fields
    ]
    yield from _table(("column", "type", "unit", "meaning", "empty"), rows)


def _meaning(field: dict[str, Any]) -> str:
    choices = field.get("constraints", {}).get("enum")
    said: str = field["description"]
    return f"{said}; one of {', '.join(choices)}" if choices else said


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""
