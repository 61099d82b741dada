"""The report as one HTML file, figures inlined, and as PDF; the same bytes from the same data.

Of pictures in two formats a page has the lighter one, a PDF the dots: thousands of cells of
heatmaps as outlines take WeasyPrint many minutes. Tables too wide for a page in portrait have one
in landscape, in smaller letters where that is needed; on a screen they scroll.

Tables are made of comparisons, a row a cell: what was published, ours, its interval, how many were
looked at on both sides, and the cell's own test; the verdict by the rule stands below. PDF is made
by WeasyPrint, which needs no browser and no LaTeX; without it there is the HTML alone.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from paper.placeholders import Collection, filled, probability, readable

HERE = Path(__file__).parent
_SOURCES = {
    "hegeman": "Hegeman2022", "willems": "Willems2016", "kamies": "Kamies2016",
    "yurichev": "Yurichev", "tatham": "Tatham2019",
}  # fmt: skip
_TYPES = {".svg": "image/svg+xml", ".png": "image/png"}
# Letters that a line of a table has room for, and how many the room around a cell takes.
_PORTRAIT, _LANDSCAPE, _PADDING = 104, 160, 2


def report(
    found: Collection,
    figures: Path,
    text: str,
    references: str,
    *,
    findings: str = "",
    printed: bool = False,
) -> str:
    """The whole document. text: in Markdown, with places for numbers and for the made sections.

    findings: what experiments show, each under its name as a heading, with places for numbers.
    printed: made to become a PDF. Raises ValueError for a place that names nothing.
    """
    made = {
        "RESULTS": results(found, figures, printed=printed),
        "VERDICTS": verdicts(found),
        "EXPERIMENTS": experiments(found, figures, told_apart(findings), printed=printed),
        "PROVENANCE": provenance(found),
    }
    body = MarkdownIt("commonmark").enable("table").render(filled(text, found))
    for name, section in made.items():
        body = body.replace(f"<p>[{name}]</p>", section)
    body = body.replace("<p>[REFERENCES]</p>", _references(body, references))
    style = (HERE / "report.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Puzzles as constraint problems</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )


def _row(cells: Iterable[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>\n"


def _table(lines: Iterable[Iterable[str]], caption: str = "", kind: str = "") -> str:
    """A table, its first line the headings; as wide as its longest words ask for."""
    listed = [[readable(cell) for cell in line] for line in lines]
    columns = zip(*listed, strict=True)
    letters = sum(_PADDING + max(map(_longest_word, column)) for column in columns)
    width = "" if letters <= _PORTRAIT else " wide" if letters <= _LANDSCAPE else " wide small"
    heading, *rows = listed
    told = f"<caption>{html.escape(caption)}</caption>\n" if caption else ""
    body = _row(heading, "th") + "".join(_row(row) for row in rows)
    return f'<div class="table{width}"><table class="{kind}">\n{told}{body}</table></div>\n'


def _longest_word(cell: str) -> int:
    """Letters that stand together: lines are broken at spaces and hyphens only."""
    return max(map(len, re.split(r"[\s-]", cell)))


def results(found: Collection, figures: Path, *, printed: bool) -> str:
    """All items by source."""
    sections = []
    source = ""
    for item in found["items"]:
        if item["name"].partition("/")[0] != source:
            source = item["name"].partition("/")[0]
            sections.append(f"<h3>{_SOURCES.get(source, source)}</h3>\n")
        title = f"<code>{html.escape(item['name'])}</code>: {html.escape(item['what'])}"
        sections.append(f'<h4 id="{html.escape(item["name"])}">{title}</h4>\n')
        if not item["parts"]:
            sections.append(f"<p>Not reproduced: {html.escape(item['note'])}.</p>\n")
        sections += [_part(part) for part in item["parts"]]
        sections += [_figure(figures / name, item["what"], printed) for name in item["figures"]]
    return "".join(sections)


def _part(part: Any) -> str:
    headings = ("", "published", "ours", "interval", "n published", "n ours", "test")
    rows: list[Iterable[str]] = [headings]
    for cell in part["cells"]:
        said = {None: "", True: "equal", False: "differs"}[cell["equal"]]
        test = said if cell["p"] is None else f"p = {cell['p']:.3f}"
        numbers = [str(n) if n else "" for n in (cell["published_n"], cell["n"])]
        texts = (cell["what"], cell["published"], cell["ours"], cell["interval"])
        rows.append((*texts, *numbers, test))
    verdict = part["verdict"] or "not judged"
    p = "" if part["p"] is None else f", p {probability(part['p'])}"
    name = "".join(word[0] for word in verdict.split())
    return (
        f"{_table(rows, part['part'])}"
        f'<p class="verdict {name}">{verdict}{p} <span>({html.escape(part["rule"])})</span></p>\n'
    )


def verdicts(found: Collection) -> str:
    """A line for each item: how many parts have which verdict."""
    names = ("equal", "not rejected", "differs", "rejected", "not judged")
    rows: list[Iterable[str]] = [("item", "what it shows", *names)]
    for item in found["items"]:
        told = [part["verdict"] or "not judged" for part in item["parts"]]
        numbers = [str(told.count(name)) if name in told else "" for name in names]
        rows.append((item["name"], item["what"], *numbers))
    return _table(rows, kind="verdicts")


def told_apart(findings: str) -> dict[str, str]:
    """The words of each experiment, by the heading above them."""
    _, *parts = re.split(r"^## (\w+)\n", findings, flags=re.M)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def experiments(
    found: Collection, figures: Path, findings: Mapping[str, str], *, printed: bool
) -> str:
    """Each experiment: its question, what it shows and what not, tables and figures."""
    sections = []
    for one in found["experiments"]:
        sections.append(f"<h3>{html.escape(one['question'])}</h3>\n")
        sections.append(f"<p><code>experiments/{one['name']}.py</code></p>\n")
        words = filled(findings.get(one["name"], ""), found)
        sections.append(str(MarkdownIt("commonmark").render(words)))
        sections += [_table(table, name) for name, table in one["tables"].items()]
        sections += [_figure(figures / name, one["question"], printed) for name in one["figures"]]
    return "".join(sections)


def _figure(path: Path, words: str, printed: bool) -> str:
    there = [path.with_suffix(suffix) for suffix in _TYPES if path.with_suffix(suffix).is_file()]
    dots = [one for one in there if one.suffix == ".png"]
    path = dots[0] if printed and dots else min(there, key=lambda one: one.stat().st_size)
    data = base64.b64encode(path.read_bytes()).decode()
    source = f"data:{_TYPES[path.suffix]};base64,{data}"
    caption = f"{html.escape(words)} (<code>{html.escape(path.stem)}</code>)"
    picture = f'<img alt="{html.escape(words)}" src="{source}">'
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>\n"


def provenance(found: Collection) -> str:
    """Which versions and machines made the rows."""
    return _table([("cpstudy", "Python", "machine"), *found["provenance"]["origins"]])


def _references(body: str, references: str) -> str:
    """The entries of REFERENCES.md whose keys are named in the document."""
    entries = re.findall(r"^- \*\*(\w+)\*\*(.*?)(?=^- |^#|\Z)", references, re.S | re.M)
    named = [f"- **{key}**{words.rstrip()}" for key, words in entries if key in body]
    return str(MarkdownIt("commonmark").render("\n".join(named)))


def written_pdf(document: str) -> bytes | None:
    """The document as PDF; None where WeasyPrint, or a library of the system's, is missing."""
    try:
        weasyprint: Any = import_module("weasyprint")
    except (ImportError, OSError):
        return None
    pdf = weasyprint.HTML(string=document, base_url=str(HERE)).write_pdf(pdf_identifier=b"cpstudy")
    return bytes(pdf)
