"""Commands that read or resume a damaged result file give the same output, or one error line.

The damages are those of ``tests/study/test_integrity.py``. ``plot`` reads the damaged files, and a
sweep resumes them; outputs and exported files are compared byte by byte.
"""

import random
import shutil

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from tests.study.test_integrity import ON_BYTES, STATEMENTS, altered_by
from tests.undrawn import undrawn

SWEEP = (
    "hardness", "--size", "3", "--solver", "dfs", "--inner", "1..2", "--puzzles", "8", "--jobs", "1"
)  # fmt: skip


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture(scope="module", autouse=True)
def _undrawn():
    """Draw no figures: they come from the table that is compared."""
    with undrawn():
        yield


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    path = tmp_path_factory.mktemp("sound") / "rows.sqlite"
    result = run(*SWEEP, "--out", str(path))
    assert result.exit_code == 0, result.output
    return path


def leftovers(path, rng):
    """Write a meaningless log and journal next to the file."""
    for suffix in ("-wal", "-journal"):
        path.with_name(path.name + suffix).write_bytes(rng.randbytes(rng.choice((0, 40, 5000))))


DAMAGES = (*ON_BYTES, leftovers, *map(altered_by, STATEMENTS))


def summary(path, folder):
    """Return the output and the exported file of each ``plot`` command; None if it refuses."""
    out = folder / "out.csv"
    answers = []
    for more in (["--json"], ["--csv", str(out)]):
        out.unlink(missing_ok=True)
        result = run("plot", str(path), *more)
        assert result.exit_code in (0, 2), (result.exception, result.output)
        if result.exit_code == 2:
            (line,) = result.stderr.splitlines()
            assert line.startswith(f"cpstudy: {path}: ")
            assert not out.exists()
            answers.append(None)
        else:
            answers.append((result.stdout, out.read_bytes() if out.exists() else b""))
    return answers


def resumed(path, folder):
    """Resume the sweep; return the summary of its file, or None if it refuses to resume."""
    result = run(*SWEEP, "--out", str(path), "--json")
    assert result.exit_code in (0, 2), (result.exception, result.output)
    if result.exit_code == 2:
        assert result.stderr.splitlines()[-1].startswith(f"cpstudy: {path}: ")
        return None
    return summary(path, folder)


def attacked(sound, folder, attempts, seed=1):
    """Test files with one damage each; return how many were refused."""
    rng = random.Random(seed)
    wanted = summary(sound, folder)
    assert None not in wanted
    refused = 0
    for attempt in range(attempts):
        damage = DAMAGES[attempt % len(DAMAGES)]
        place = folder / str(attempt)
        place.mkdir()
        path = place / "rows.sqlite"
        shutil.copy(sound, path)
        damage(path, rng)
        before = path.read_bytes()
        answers = summary(path, folder)
        assert all(answer in (None, right) for answer, right in zip(answers, wanted, strict=True))
        path.write_bytes(before)
        again = resumed(path, folder)
        assert again in (None, wanted), damage.__name__
        refused += None in answers
        shutil.rmtree(place)
    return refused


def test_damaged_files_say_the_same_or_nothing(sound, tmp_path):
    attempts = len(DAMAGES)
    assert attempts / 2 < attacked(sound, tmp_path, attempts) < attempts


@pytest.mark.slow
def test_many_damaged_files_say_the_same_or_nothing(sound, tmp_path):
    assert 500 < attacked(sound, tmp_path, 1000, seed=2) < 1000
