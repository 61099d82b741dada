"""The report as one HTML file, figures inlined, and as PDF; the same bytes from the same data.

Tables are made of comparisons, a row a cell: what was published, ours, its interval, how many were
looked at on both sides, and the cell's own test; the verdict by the rule stands below. PDF is made
by WeasyPrint, which needs no browser and no LaTeX; without it there is the HTML alone.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from paper.placeholders import Collection, filled, probability

HERE = Path(__file__).parent
_SOURCES = {
    "hegeman": "Hegeman2022", "willems": "Willems2016", "kamies": "Kamies2016",
    "yurichev": "Yurichev", "tatham": "Tatham2019",
}  # fmt: skip
_TYPES = {".svg": "image/svg+xml", ".png": "image/png"}


def report(
    found: Collection, figures: Path, text: str, references: str, picture: str = ".svg"
) -> str:
    """The whole document. text: in Markdown, with places for numbers and for the made sections.

    picture: the format of figures that there are in several. For the PDF it is ``.png``: thousands
    of cells of heatmaps as outlines take WeasyPrint many minutes.
    """
    made = {
        "RESULTS": results(found, figures, picture),
        "VERDICTS": verdicts(found),
        "EXPERIMENTS": experiments(found, figures, picture),
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


def results(found: Collection, figures: Path, picture: str) -> str:
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
        sections += [_figure(figures / name, item["what"], picture) for name in item["figures"]]
    return "".join(sections)


def _part(part: Any) -> str:
    headings = ("", "published", "ours", "interval", "n published", "n ours", "test")
    rows = [_row(headings, "th")]
    for cell in part["cells"]:
        said = {None: "", True: "equal", False: "differs"}[cell["equal"]]
        test = said if cell["p"] is None else f"p = {cell['p']:.3f}"
        numbers = [str(n) if n else "" for n in (cell["published_n"], cell["n"])]
        texts = (cell["what"], cell["published"], cell["ours"], cell["interval"])
        rows.append(_row((*texts, *numbers, test)))
    verdict = part["verdict"] or "not judged"
    p = "" if part["p"] is None else f", p {probability(part['p'])}"
    name = "".join(word[0] for word in verdict.split())
    return (
        f"<table>\n<caption>{html.escape(part['part'])}</caption>\n{''.join(rows)}</table>\n"
        f'<p class="verdict {name}">{verdict}{p} <span>({html.escape(part["rule"])})</span></p>\n'
    )


def verdicts(found: Collection) -> str:
    """A line for each item: how many parts have which verdict."""
    names = ("equal", "not rejected", "differs", "rejected", "not judged")
    rows = [_row(("item", "what it shows", *names), "th")]
    for item in found["items"]:
        told = [part["verdict"] or "not judged" for part in item["parts"]]
        numbers = [str(told.count(name)) if name in told else "" for name in names]
        rows.append(_row((item["name"], item["what"], *numbers)))
    return f'<table class="verdicts">\n{"".join(rows)}</table>\n'


def experiments(found: Collection, figures: Path, picture: str) -> str:
    """Each experiment: its question, tables and figures."""
    sections = []
    for one in found["experiments"]:
        sections.append(f"<h3>{html.escape(one['question'])}</h3>\n")
        sections.append(f"<p><code>experiments/{one['name']}.py</code></p>\n")
        for name, table in one["tables"].items():
            rows = [_row(table[0], "th"), *(_row(row) for row in table[1:])]
            sections.append(f"<table>\n<caption>{name}</caption>\n{''.join(rows)}</table>\n")
        sections += [_figure(figures / name, name, picture) for name in one["figures"]]
    return "".join(sections)


def _figure(path: Path, words: str, picture: str) -> str:
    if path.with_suffix(picture).is_file():
        path = path.with_suffix(picture)
    data = base64.b64encode(path.read_bytes()).decode()
    source = f"data:{_TYPES[path.suffix]};base64,{data}"
    caption = f"{html.escape(words)} (<code>{html.escape(path.stem)}</code>)"
    picture = f'<img alt="{html.escape(words)}" src="{source}">'
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>\n"


def provenance(found: Collection) -> str:
    """Which versions and machines made the rows."""
    rows = [_row(("cpstudy", "Python", "machine"), "th")]
    rows += [_row(one) for one in found["provenance"]["origins"]]
    return f"<table>\n{''.join(rows)}</table>\n"


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
