"""Check the English: private idioms, and terms of the field that no page explains.

``python docs/prose.py`` prints a line for each fault, ``file:line: phrase: what to write instead``,
and exits with 1 if there is one; ``make check`` runs it. It reads the documentation, the
lessons, and the comments, docstrings and messages of the Python files.

A term that a page of docs/explanation uses must be in the glossary, or in *italics* in the
sentence that explains it.
"""

import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Phrase -> what to write instead.
IDIOMS = {
    r"tell|tells|told|telling": "report, print, show, explain, decide or distinguish",
    r"(?:go|goes|gone|going|went) on(?: with)?": "continue or resume",
    r"at a loss": "stuck, or without an answer",
    r"(?:those|ones|kinds|names) that there are": "the existing or valid ones",
    r"whoever": "people who, or the reader",
    r"knows? no\b(?! more)": "does not know, does not depend on",
    r"anew": "again",
    r"mend(?:s|ed|ing)?": "fix or repair",
    r"as good as": "the same as, or nearly",
    r"(?:may|can|could|is|are) (?:be )?had": "is available",
    r"amid": "within",
    r"hang(?:s|ing)? together": "is connected",
    r"looked at": "examined, visited or checked",
    r"back control": "return",
    r"for good": "permanently",
    r"taken up": "resumed or used",
    r"done with": "finished",
    r"thereof|whence|thence|hither|lest|ere|nigh|hereby": "plain words",
    r"(?<!there )(?:is|are|was|were) no (?!longer|faster|help|proof|guide|property|more|less|other"
    r"|one\b|such|need|reason|way|room|second\b)[a-z]+": "is not a",
    r"(?:has|have) not(?= (?:the|a|an|any|one)\b|[.,;:)])": "does not have, lacks",
    r"comes? of (?:it|that|this|these)": "results from",
    r"in (?:its|their) turn": "in turn",
    r"(?<!there )(?:is|are) (?-i:none)\b(?! (?:of|left))": "is not one, or is invalid",
    r"say(?:s)? nothing": "contains or states nothing",
    r"is said": "is stated or reported",
    r"(?:is|are) asked": "is called, requested or queried",
    r"so to say|as it were": "nothing",
    r"for want of": "without, or because it lacks",
    r"com(?:e|es|ing) along": "is bundled",
    r"(?:is|are) to (?:lie|leave)": "must, or the final position",
    r"who (?:settles|is fastest)": "which solver",
    r"gives? out": "prints or reports",
}
_IDIOM = {
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE): better for words, better in IDIOMS.items()
}

# Terms of the field. A bar separates the forms of a term; the glossary has the first one.
TERMS = """
backtracking|backtrack; brute force; CDCL|clause learning; censored|censoring; chi-squared|χ²;
circuit constraint; clause|clauses; CNF; conflict|conflicts; confidence interval;
counter|counters; CP-SAT; cut|cuts; deduction; DIMACS; domain|domains; DRAT|DRUP|RUP; dual;
encoding|encodings; enumeration; exhausted|exhaustion|exhaustive; Fisher's test|Fisher's exact
test; flow; frontier; heatmap|heatmaps; heuristic|heuristics; literal|literals; median|medians;
model|models; nogood|nogoods; order statistics; oracle; PAR-2; portfolio; presolve;
probing|probe|probed; propagation|propagate|propagates|propagator; restart|restarts; SAT;
seed|seeds; SMT; spanning tree|spanning trees; state space|state spaces; symmetry|symmetries;
trail; unit propagation; unary; VSIDS; watched literals; witness|witnesses; Wilson
interval|Wilson's interval; A*|A-star; admissible; breadth-first|breadth first; transposition;
minimal conflict|minimal conflicts|MUS; safe state|safe states; node|nodes; iteration|iterations
"""


def prose_of(file: Path) -> Iterator[tuple[int, str]]:
    """(line number, text) of the prose of a file: a whole page, comments and strings of Python."""
    if file.suffix != ".py":
        yield from enumerate(_without_code(file.read_text()).split("\n"), 1)
        return
    with file.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                for offset, line in enumerate(token.string.split("\n")):
                    yield token.start[0] + offset, line


def _without_code(text: str) -> str:
    """A page with its code blocks and inline code blanked, line by line."""

    def blank(found: re.Match[str]) -> str:
        return "\n" * found[0].count("\n")

    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", blank, text, flags=re.M | re.S))


def idioms(files: Iterable[Path]) -> Iterator[str]:
    """Yield a line for every private idiom."""
    for file in files:
        for number, line in prose_of(file):
            for pattern, better in _IDIOM.items():
                for found in pattern.finditer(line):
                    yield f"{file.relative_to(ROOT)}:{number}: {found[0]!r}: write {better}"


def unexplained(pages: Iterable[Path], glossary: Path) -> Iterator[str]:
    """Yield a line for every term that neither the page that uses it nor the glossary explains."""
    defined = {
        word.strip().lower() for word in re.findall(r"^(\S.*)\n: ", glossary.read_text(), re.M)
    }
    for page in pages:
        text = _without_code(page.read_text())
        for term in " ".join(TERMS.split("\n")).split(";"):
            forms = [form.strip() for form in term.split("|")]
            if forms[0].lower() in defined:
                continue
            words = "|".join(re.escape(form) for form in forms)
            uses = list(re.finditer(rf"(\*?)(?<!\w)(?:{words})(?!\w)(\*?)", text, re.IGNORECASE))
            if uses and not any(found[1] and found[2] for found in uses):
                number = text[: uses[0].start()].count("\n") + 1
                yield f"{page.relative_to(ROOT)}:{number}: {forms[0]!r} is not in the glossary"


def readable() -> list[Path]:
    """The files that people read."""
    pages = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md"), *ROOT.glob("experiments/*.md")]
    pages = [page for page in pages if page.name != "CHANGELOG.md" and "_build" not in page.parts]
    rooms = ("cpstudy", "experiments", "paper", "benchmarks")
    python = (file for room in rooms for file in ROOT.glob(f"{room}/**/*.py"))
    return sorted([*pages, *python, *ROOT.glob("cpstudy/**/lessons.toml")])


if __name__ == "__main__":
    explanation = ROOT / "docs" / "explanation"
    glossary_page = explanation / "glossary.md"
    pages = sorted({*explanation.glob("*.md")} - {glossary_page})
    faults = [*idioms(readable()), *unexplained(pages, glossary_page)]
    print("\n".join(faults))
    sys.exit(bool(faults))
