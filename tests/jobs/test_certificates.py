"""Folders of certificates: concurrent runs list what they wrote in one manifest."""

import json
import subprocess
import sys

import pytest

from cpstudy.jobs.certificates import ProofFolder, name_of, names

ADDING = """
import pathlib, sys
from cpstudy.jobs import certificates
certificates._SECONDS_BETWEEN = 0.0  # every name a manifest
with certificates.ProofFolder(pathlib.Path(sys.argv[1])) as folder:
    for number in range(60):
        text = f"{sys.argv[2]}:{number}"
        folder.add(certificates.name_of("pipes", text), text)
"""


def listed(folder):
    return json.loads((folder / "manifest.json").read_text())["puzzles"]


def test_two_runs_in_turns_list_all(tmp_path):
    texts = ["2x1:11", "2x1:44"]
    with ProofFolder(tmp_path) as first, ProofFolder(tmp_path) as second:
        first.add(name_of("pipes", texts[0]), texts[0])
        second.add(name_of("pipes", texts[1]), texts[1])
    assert sorted(listed(tmp_path).values()) == sorted(texts)
    assert [*names(tmp_path)] == sorted(name_of("pipes", text) for text in texts)


def test_runs_at_once_list_all(tmp_path):
    command = [sys.executable, "-c", ADDING, str(tmp_path)]
    runs = [subprocess.Popen([*command, str(number)]) for number in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    assert len(listed(tmp_path)) == 180
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


def test_a_manifest_that_cannot_be_read_is_not_replaced(tmp_path):
    with pytest.raises(ValueError, match="no JSON"), ProofFolder(tmp_path) as folder:
        (tmp_path / "manifest.json").write_text("{")
        folder.add(name_of("pipes", "2x1:11"), "2x1:11")
    assert (tmp_path / "manifest.json").read_text() == "{"
    with pytest.raises(ValueError, match="no JSON"):
        ProofFolder(tmp_path)
