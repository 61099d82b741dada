"""Commands that write to one file or folder at the same time lose and mix up nothing."""

import os
import subprocess

import pytest

from tests import forking
from tests.study.test_killed import table
from tests.undrawn import UNDRAWN

SIZES = "\n".join(f"{size}x{size}w:" + size * size * "5" for size in range(2, 12))


def at_once(folder, *commands):
    """Run all commands at the same time; return the output of each."""
    processes = [
        forking.Process(
            UNDRAWN + forking.COMMAND,
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=dict(os.environ),
        )
        for command in commands
    ]
    for process in processes:
        process.stdin.write(SIZES)
        process.stdin.close()
        process.stdin = None
    ends = [process.communicate(timeout=300) for process in processes]
    assert all("Traceback" not in err for _, err in ends), ends
    codes = [process.returncode for process in processes]
    assert all(code in (0, 1) for code in codes), ends
    return [out for out, _ in ends]


def sweep(solver, out):
    given = [
        "--size",
        "3",
        "--inner",
        "1..1",
        "--outer",
        "1..2",
        "--puzzles",
        "20",
        "--jobs",
        "1",
        "-q",
        "--json",
    ]
    return ["hardness", *given, "--solver", solver, "--out", out]


def sweeps(folder):
    """Sweeps of different solvers keep the rows of both; equal sweeps store each row once."""
    at_once(folder, sweep("dfs", "rows"), sweep("snopf", "rows"), sweep("dfs", "rows"))
    at_once(folder, sweep("dfs,snopf", "alone"))
    assert sorted(table(folder / "rows")) == sorted(table(folder / "alone"))


def proofs(folder):
    verify = ["verify", "-f", "-", "--jobs", "1", "--proof"]
    at_once(folder, [*verify, "whole"])
    at_once(folder, [*verify, "shared"], [*verify, "shared"])
    whole, shared = (
        {path.name: path.read_bytes() for path in (folder / name).iterdir()}
        for name in ("whole", "shared")
    )
    assert shared == whole


def outputs(folder):
    generate = ["generate", "--count", "200", "--algorithm", "wilson", "--size", "5"]
    texts = at_once(folder, [*generate, "--seed", "1"], [*generate, "--seed", "2"])
    assert texts[0] != texts[1]
    pictures = [["convert", "2x1:11", "--to", "svg"], ["convert", "1x1:0", "--to", "svg"]]
    drawn = at_once(folder, *pictures)
    at_once(folder, *([*picture, "--out", "x.svg"] for picture in pictures))
    assert (folder / "x.svg").read_text(encoding="utf-8") in drawn
    assert not [*folder.glob(".*")]


@pytest.mark.parametrize("attack", [sweeps, proofs, outputs])
def test_two_writers_lose_nothing(tmp_path, attack):
    attack(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("attack", [sweeps, proofs, outputs])
def test_two_writers_lose_nothing_again_and_again(tmp_path, attack):
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        attack(folder)
