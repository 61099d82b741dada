"""The documentation's code is run, its commands exist, its keys are resolved."""

import re
from pathlib import Path

import pytest

from cpstudy.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_run(page, capsys):
    code = blocks(page, "python")
    assert code
    exec(compile("\n".join(code), str(page), "exec"), {})


def test_the_way_in_is_five_lines(capsys):
    lines = [line for line in blocks(ROOT / "docs" / "python.md", "python")[0].splitlines() if line]
    assert len(lines) - 1 <= 5  # and one import
    exec("\n".join(lines), {})
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("unique 1 ")
    assert len(out) == 4
    assert all(line.endswith(" True") for line in out[1:])


def test_commands_of_the_readme_exist():
    used = re.findall(r"^cpstudy (\S+)", "\n".join(blocks(ROOT / "README.md", "sh")), re.MULTILINE)
    assert used
    assert set(used) <= set(main.commands)


def test_source_keys_are_in_the_references():
    known = set(re.findall(r"\*\*(\w+)\*\*", (ROOT / "REFERENCES.md").read_text(encoding="utf-8")))
    key = re.compile(r"\b[A-Z][a-z]+(?:19|20)\d\d\b")
    used = 0
    for path in (ROOT / "cpstudy").rglob("*.py"):
        for found in key.findall(path.read_text(encoding="utf-8")):
            assert found in known, f"{path}: {found} is not in REFERENCES.md"
            used += 1
    assert used > 10
