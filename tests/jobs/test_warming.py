"""What is compiled ahead is what can be run."""

from cpstudy.jobs.warming import jobs_of
from cpstudy.puzzles import kind


def proofs(name):
    return [job for job in jobs_of(kind(name)) if job.what == "proofs"]


def test_nothing_that_is_not_installed_is_run(monkeypatch):
    monkeypatch.setattr("cpstudy.core.kind.find_spec", lambda name: object())
    assert len(proofs("pipes")) == 1
    monkeypatch.setattr("cpstudy.core.kind.find_spec", lambda name: None)
    assert not proofs("pipes")
