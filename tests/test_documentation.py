"""The documentation's examples print what it shows; its commands and source keys exist."""

import base64
import contextlib
import json
import os
import re
import shlex
import signal
import sys
import zlib
from pathlib import Path

import click
import pytest

from cpstudy.cli import verbs
from cpstudy.core import registered
from cpstudy.puzzles import kind
from cpstudy.web.sets import kinds_with_a_page
from docs import examples, sample
from tests import forking

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *(p for p in examples.pages() if "```" in p.read_text("utf-8"))]
# The packages that some pages need in addition to the suite.
NEEDS = {
    "hardness": "pandas",
    "declared-kind": "hatchling",
    "own-kind": "hatchling",
    "own-solver": "cpmpy",
}


def blocks(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [block.content for block in examples.blocks(text) if block.language == language]


# Workers would import everything again for little work.
ALONE = "from cpstudy.study import executors; executors._ALONE_SECONDS = 60.0; "


@pytest.fixture
def commands(page, tmp_path, monkeypatch):
    """Make ``cpstudy`` in shells a fork, unless the page installs a package.

    Kernels of a page are compiled without optimization, as they run only for a moment.
    """
    monkeypatch.setenv("CPSTUDY_CFLAGS", "-O0")
    monkeypatch.setattr(registered, "_rows", {})
    if os.name == "posix" and "pip install" not in page.read_text("utf-8"):
        forking.stand_in(tmp_path, "cpstudy", ALONE + forking.COMMAND)
        monkeypatch.setattr(examples, "_on_the_path", contextlib.nullcontext)
        folders = (str(tmp_path), str(Path(sys.executable).parent), os.environ["PATH"])
        monkeypatch.setenv("PATH", os.pathsep.join(folders))
    yield
    # OR-Tools alone, as one page uses it, resets Ctrl-C to its default, which would end the tests.
    signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))


# Pages that build wheels, or that draw and compute for seconds; "make docs" runs them too.
LONG = ("declared-kind", "kernels", "own-solver", "own-kind", "compare", "hardness")


def _marked(page):
    return pytest.param(page, marks=pytest.mark.slow) if page.stem in LONG else page


@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize("page", [*map(_marked, PAGES)], ids=lambda page: page.stem)
def test_the_examples_print_what_is_said(page):
    if page.stem in NEEDS:
        pytest.importorskip(NEEDS[page.stem])
    _, differences = examples.run_page(page)
    assert not differences, "\n".join(map(str, differences))


WRONG = """# A

~~~python
x = 2
print(x)
~~~

~~~text
3
~~~

~~~console
$ echo a; echo b
a
...
$ false  # exit 1
$ echo 0.51 s
0.49 s
~~~
"""


def test_an_example_that_prints_something_else_is_told_and_written(tmp_path):
    page = tmp_path / "page.md"
    text = WRONG.replace("~~~", "```")
    page.write_text(text, encoding="utf-8")
    new, differences = examples.run_page(page)
    assert [(d.line, d.said.strip(), d.printed.strip()) for d in differences] == [
        (9, "3", "2"),
        (13, "0.49 s", "0.51 s"),
    ]
    assert new == text.replace("3\n", "2\n").replace("0.49", "0.51")
    page.write_text(
        new.replace("console", "console measured").replace("0.51 s\n0.51", "0.51 s\n7.2")
    )
    assert examples.run_page(page)[1] == []
    page.write_text("```console\n$ false\n```\n")
    with pytest.raises(RuntimeError, match=r"page.md:1: 'false' ends with 1"):
        examples.run_page(page)


def test_the_way_in_is_five_lines(capsys):
    page = ROOT / "docs" / "how-to" / "python.md"
    lines = [line for line in blocks(page, "python")[0].splitlines() if line]
    assert len(lines) - 1 <= 5  # one line more is the import
    exec("\n".join(lines), {})
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("unique 1 ")
    assert len(out) == 4
    assert all(line.endswith(" True") for line in out[1:])


def test_commands_of_the_readme_exist():
    used = re.findall(r"^cpstudy (\S+)", "\n".join(blocks(ROOT / "README.md", "sh")), re.MULTILINE)
    assert used
    assert set(used) <= set(verbs())


def test_source_keys_are_in_the_references():
    known = set(re.findall(r"\*\*(\w+)\*\*", (ROOT / "REFERENCES.md").read_text(encoding="utf-8")))
    key = re.compile(r"\b[A-Z][a-z]+(?:19|20)\d\d\b")
    used = 0
    for path in (ROOT / "cpstudy").rglob("*.py"):
        for found in key.findall(path.read_text(encoding="utf-8")):
            assert found in known, f"{path}: {found} is not in REFERENCES.md"
            used += 1
    assert used > 10


def test_the_site_has_a_page_with_every_kind(tmp_path):
    sample.write(tmp_path)
    blobs = re.findall(
        r'class="entries"[^>]*>([^<]*)<', (tmp_path / "play.html").read_text("utf-8")
    )
    got = [json.loads(zlib.decompress(base64.b64decode(blob), -zlib.MAX_WBITS)) for blob in blobs]
    assert [{entry["kind"] for entry in entries} for entries in got] == [
        {name} for name in kinds_with_a_page()
    ]
    assert sum(map(len, got)) == sample.PUZZLES
    assert {"missionaries", "sliding_tiles", "hexpipes"} <= set(kinds_with_a_page())


def told_commands(text: str) -> set[str]:
    """Return the commands of a page: lines of its ``sh`` blocks, and code within its sentences."""
    got = {
        line
        for block in examples.blocks(text)
        if block.language == "sh"
        for line in block.content.splitlines()
    }
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    got |= {" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose)}
    parts = (part.strip() for line in got for part in re.split(r"\s#\s|\||>", line))
    return {part for part in parts if part.startswith("cpstudy ")}


@pytest.mark.parametrize("name", ["README.md", "experiments/README.md"])
def test_links_to_files_lead_to_files(name):
    page = ROOT / name
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert len(links) > 2
    assert not [link for link in set(links) if not (page.parent / link).exists()]


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *examples.pages()], ids=lambda page: page.stem
)
def test_verbs_take_what_they_are_told_with(page):
    """Commands are parsed but not run; their arguments may be missing or placeholders."""
    for command in told_commands(page.read_text(encoding="utf-8")):
        verb, *arguments = shlex.split(command.removeprefix("cpstudy "))
        if verb.isupper() or verb in ("--help", "--version") or "…" in command:
            continue
        with contextlib.suppress(click.exceptions.Exit, click.BadParameter):
            verbs()[verb].make_context(verb, arguments)


def test_as_many_methods_as_the_readme_says():
    numbers = {
        7: "seven",
        8: "eight",
        9: "nine",
        10: "ten",
        11: "eleven",
        12: "twelve",
        13: "thirteen",
        14: "fourteen",
        15: "fifteen",
        16: "sixteen",
        17: "seventeen",
    }
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for names, said in (
        (["edge_matching"], "edge-matching puzzles by {} methods"),
        (["sudoku"], "Sudoku by {},"),
        (["jigsaw", "kenken"], "jigsaw and KenKen by {};"),
    ):
        for name in names:
            methods = set(kind(name).solvers) - {"portfolio"}
            assert said.format(numbers[len(methods)]) in text, name
