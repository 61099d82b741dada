"""Papers and their data appendix, each as one HTML file with inlined figures, and as PDF.

The same data give the same bytes. A paper is a text with places for numbers (``placeholders.py``)
and for figures and tables: the paragraph ``[figure NAME:: caption]`` shows a figure of an
experiment, ``[table NAME | column = value | columns a; b:: caption]`` shows the selected lines and
columns of a table. The data appendix has all figures and tables.

If a figure has two formats, HTML has the smaller file and PDF has the PNG, because WeasyPrint takes
many minutes for heatmaps of thousands of vector cells. In the PDF, a table that is too wide for a
portrait page has a landscape page, with smaller letters if needed; on a screen it scrolls.

The tables of items have one row for each compared cell: the published value, ours, its interval,
both sample sizes and the cell's own test. The verdict by the item's rule stands below the table.
WeasyPrint makes the PDF without a browser and without LaTeX; if it is missing, there is only HTML.
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

from paper.placeholders import (
    Collection,
    filled,
    probability,
    readable,
    rounded,
    tables_of,
)

HERE = Path(__file__).parent
_SOURCES = {
    "hegeman": "Hegeman2022", "willems": "Willems2016", "kamies": "Kamies2016",
    "yurichev": "Yurichev", "tatham": "Tatham2019",
}  # fmt: skip
_TYPES = {".svg": "image/svg+xml", ".png": "image/png"}
# Letters in a line of a table, on a portrait and a landscape page; letters taken by cell padding.
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
    """Return the data appendix. text: Markdown with places for numbers and generated sections.

    findings: what each experiment shows, under its name as a heading, with places for numbers.
    printed: for a PDF. Raises ValueError for a place that matches nothing.
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
    return _document(body, references)


def paper(
    found: Collection, figures: Path, text: str, references: str, *, printed: bool = False
) -> str:
    """Return a paper. Raises ValueError for a place, figure or table that does not exist."""
    numbers = {"figure": 0, "table": 0}
    written = filled(text, found, _with_source)
    body = MarkdownIt("commonmark").enable("table").render(written)

    def shown(match: re.Match[str]) -> str:
        kind, name, caption = match[1], html.unescape(match[2]), match[3].strip()
        numbers[kind] += 1
        result = f"<b>{kind.capitalize()} {numbers[kind]}.</b> {caption}"
        if kind == "figure":
            stem = f"{name.strip()}-{found['scale']}"
            if not any((figures / f"{stem}{suffix}").is_file() for suffix in _TYPES):
                raise ValueError(f"no figure {stem}")
            return _figure(figures / stem, result, printed)
        return _chosen(found, name, result)

    body = re.sub(r"<p>\[(figure|table) (.*?)::(.*?)\]</p>", shown, body, flags=re.S)
    return _document(body, references, "paper")


def _with_source(result: str, stem: str, line: int) -> str:
    return f'<span title="figures/{stem}.csv, line {line}">{result}</span>'


def _chosen(found: Collection, wanted: str, caption: str) -> str:
    """Return the selected lines and columns of a table. Raises ValueError if there are none."""
    name, *demands = (" ".join(part.split()) for part in wanted.split("|"))
    table = tables_of(found).get(f"{name}-{found['scale']}")
    if table is None:
        raise ValueError(f"no table {name}")
    headings, *lines = table
    columns = list(headings)
    for demand in demands:
        if demand.startswith("columns "):
            columns = [one.strip() for one in demand.removeprefix("columns ").split(";")]
        else:
            heading, values = (one.strip() for one in demand.split("="))
            place = list(headings).index(heading)
            lines = [line for line in lines if line[place] in values.split("/")]
    places = [list(headings).index(column) for column in columns]
    if not lines:
        raise ValueError(f"no lines: {wanted}")
    cells = [[rounded(line[place], 3) for place in places] for line in lines]
    return _table([columns, *cells], caption, as_html=True)


def _document(body: str, references: str, kind: str = "") -> str:
    body = body.replace("<p>[REFERENCES]</p>", _references(body, references))
    title = re.search(r"<h1>(.*?)</h1>", body, re.S)
    style = (HERE / "report.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title[1] if title else 'cpstudy'}</title>\n<style>\n{style}</style>\n</head>\n"
        f'<body class="{kind}">\n{body}</body>\n</html>\n'
    )


def _row(cells: Iterable[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>\n"


def _table(
    lines: Iterable[Iterable[str]], caption: str = "", kind: str = "", *, as_html: bool = False
) -> str:
    """Return a table whose first line has the headings, in a width that fits its longest words."""
    listed = [[readable(cell) for cell in line] for line in lines]
    columns = zip(*listed, strict=True)
    letters = sum(_PADDING + max(map(_longest_word, column)) for column in columns)
    width = "" if letters <= _PORTRAIT else " wide" if letters <= _LANDSCAPE else " wide small"
    heading, *rows = listed
    words = caption if as_html else html.escape(caption)
    result = f"<caption>{words}</caption>\n" if caption else ""
    body = _row(heading, "th") + "".join(_row(row) for row in rows)
    return f'<div class="table{width}"><table class="{kind}">\n{result}{body}</table></div>\n'


def _longest_word(cell: str) -> int:
    """Return the number of letters of the longest word; lines break at spaces and hyphens only."""
    return max(map(len, re.split(r"[\s-]", cell)))


def results(found: Collection, figures: Path, *, printed: bool) -> str:
    """Return the section with all items, by source."""
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
        sections += [
            _figure(figures / name, html.escape(item["what"]), printed) for name in item["figures"]
        ]
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
    p = ""
    if part["p"] is not None:
        p = f", p {probability(part['p'])}"
        p += "".join(
            f"; in its family by {method} {probability(part[key])}"
            for key, method in (("holm", "Holm"), ("rate", "Benjamini and Hochberg"))
            if key in part
        )
    name = "".join(word[0] for word in verdict.split())
    words = html.escape(f"{verdict}{p}")
    return (
        f"{_table(rows, part['part'])}"
        f'<p class="verdict {name}">{words} <span>({html.escape(part["rule"])})</span></p>\n'
    )


def verdicts(found: Collection) -> str:
    """Return a table with one line for each item: the number of its parts with each verdict."""
    names = ("equal", "not rejected", "differs", "rejected", "not judged")
    families = ("rejected by Holm", "by Benjamini, Hochberg")
    rows: list[Iterable[str]] = [("item", "what it shows", *names, *families)]
    for item in found["items"]:
        result = [part["verdict"] or "not judged" for part in item["parts"]]
        numbers = [str(result.count(name)) if name in result else "" for name in names]
        below = (
            sum(part.get(key, 1) < found["level"] for part in item["parts"])
            for key in ("holm", "rate")
        )
        numbers += [str(number) if number else "" for number in below]
        rows.append((item["name"], item["what"], *numbers))
    return _table(rows, kind="verdicts")


def told_apart(findings: str) -> dict[str, str]:
    """Return the text about each experiment, by the heading above it."""
    _, *parts = re.split(r"^## (\w+)\n", findings, flags=re.M)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def experiments(
    found: Collection, figures: Path, findings: Mapping[str, str], *, printed: bool
) -> str:
    """Return the section of experiments: question, findings and limits, tables, figures."""
    sections = []
    for one in found["experiments"]:
        sections.append(f"<h3>{html.escape(one['question'])}</h3>\n")
        sections.append(f"<p><code>experiments/{one['name']}.py</code></p>\n")
        words = filled(findings.get(one["name"], ""), found)
        sections.append(str(MarkdownIt("commonmark").render(words)))
        sections += [_table(table, name) for name, table in one["tables"].items()]
        sections += [
            _figure(figures / name, html.escape(one["question"]), printed)
            for name in one["figures"]
        ]
    return "".join(sections)


def _figure(path: Path, caption: str, printed: bool) -> str:
    """Return a figure. path: without suffix or with any; caption: HTML."""
    there = [path.with_suffix(suffix) for suffix in _TYPES if path.with_suffix(suffix).is_file()]
    dots = [one for one in there if one.suffix == ".png"]
    path = dots[0] if printed and dots else min(there, key=lambda one: one.stat().st_size)
    data = base64.b64encode(path.read_bytes()).decode()
    source = f"data:{_TYPES[path.suffix]};base64,{data}"
    result = f"{caption} (<code>{html.escape(path.stem)}</code>)"
    words = html.escape(re.sub("<.*?>", "", caption))
    picture = f'<img alt="{words}" src="{source}">'
    return f"<figure>{picture}<figcaption>{result}</figcaption></figure>\n"


def provenance(found: Collection) -> str:
    """Return the table of the versions and machines that made the rows."""
    return _table([("cpstudy", "Python", "machine"), *found["provenance"]["origins"]])


def _references(body: str, references: str) -> str:
    """Return the entries of REFERENCES.md whose keys appear in the document."""
    entries = re.findall(r"^- \*\*(\w+)\*\*(.*?)(?=^- |^#|\Z)", references, re.S | re.M)
    named = [f"- **{key}**{words.rstrip()}" for key, words in entries if key in body]
    return str(MarkdownIt("commonmark").render("\n".join(named)))


def written_pdf(document: str) -> tuple[bytes, int] | None:
    """Return (PDF, number of pages), or None without WeasyPrint or a system library it needs."""
    try:
        weasyprint: Any = import_module("weasyprint")
    except (ImportError, OSError):
        return None
    laid_out = weasyprint.HTML(string=document, base_url=str(HERE)).render()
    return bytes(laid_out.write_pdf(pdf_identifier=b"cpstudy")), len(laid_out.pages)
