"""Test checkpoints: a resumed search ends like an uninterrupted one, and no other is resumed."""

import numpy as np
import pytest

from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.search import batches, checkpoints
from cpstudy.puzzles.edge_matching.search.batches import Turns
from cpstudy.puzzles.edge_matching.search.checkpoints import Checkpoint
from cpstudy.puzzles.edge_matching.search.methods import METHODS

LIMITS = (10, 100, 800)


class KilledError(Exception):
    pass


def ended(turns):
    for limit in LIMITS:
        turns.finished(limit)
    return [(one.placements, one.status) for one in turns.results()]


def killed_after(pauses, monkeypatch):
    """Make checkpoints due at every pause, and raise KilledError after ``pauses`` of them."""
    keep, written = Checkpoint.keep, []

    def keep_and_die(self, state):
        keep(self, state)
        written.append(state)
        if len(written) == pauses:
            raise KilledError

    monkeypatch.setattr(checkpoints, "EVERY", 0.0)
    monkeypatch.setattr(Checkpoint, "keep", keep_and_die)
    return written


@pytest.mark.parametrize(("name", "counted"), [*((n, False) for n in METHODS), ("dfs", True)])
def test_a_search_taken_up_ends_as_one_never_left(name, counted, tmp_path, monkeypatch):
    monkeypatch.setattr(batches, "COUNT_FROM", 50 if counted else 1 << 62)
    pieces, _ = batch(4, 4, 3, 3, 4, seed=8)
    never_left = ended(Turns(name, pieces, 4, 4))
    left_at = set()
    for pauses in (1, 3, 5):
        path = tmp_path / f"{pauses}.state"
        with monkeypatch.context() as inner:
            killed_after(pauses, inner)
            try:
                ended(Turns(name, pieces, 4, 4, Checkpoint(path, "these")))
                break  # fewer checkpoints were written
            except KilledError:
                pass
        again = Turns(name, pieces, 4, 4, Checkpoint(path, "these"))
        left_at.add(sum(one.placements for one in again.results()))
        assert ended(again) == never_left
        assert [run.counted for run in again._runs].count(True) > 0 or not counted
    assert len(left_at) > 1 and max(left_at) > 0


def test_a_round_left_halfway_is_not_over(tmp_path):
    """``finished`` counts only searches that end within its limit, also if restored searches are
    already further: more than half may be solved before others have reached the limit."""
    pieces, _ = batch(4, 4, 3, 3, 4, seed=8)
    checkpoint = Checkpoint(tmp_path / "kept.state", "these")
    turns = Turns("dfs", pieces, 4, 4, checkpoint)
    finished = [turns.finished(limit) for limit in LIMITS]
    assert finished[0] < finished[-1]
    checkpoint.keep(turns._state())
    again = Turns("dfs", pieces, 4, 4, checkpoint)
    assert [again.finished(limit) for limit in LIMITS] == finished


def test_only_the_same_searches_are_taken_up(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "kept.state"
    Checkpoint(path, "these").keep({"a": np.arange(3)})
    assert Checkpoint(path, "these").kept()["a"].tolist() == [0, 1, 2]
    assert Checkpoint(path, "those").kept() is None
    monkeypatch.setattr(checkpoints, "source_hash", lambda: "another program")
    assert Checkpoint(path, "these").kept() is None


def test_damaged_files_are_passed_over(tmp_path):
    path = tmp_path / "kept.state"
    assert Checkpoint(path, "these").kept() is None
    Checkpoint(path, "these").keep({"a": np.arange(300), "b": np.ones((3, 4))})
    whole = path.read_bytes()
    harmed = [b"", b"nothing", whole[: len(whole) // 2], whole[:-30]]
    harmed += [whole + b"more"]
    for at in range(0, len(whole), 31):
        harmed += [whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :]]
    for text in harmed:
        path.write_bytes(text)
        assert Checkpoint(path, "these").kept() is None
    path.write_bytes(whole)
    assert Checkpoint(path, "these").kept()["a"].tolist() == [*range(300)]


def test_what_cannot_be_kept_is_searched_all_the_same(tmp_path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    checkpoint = Checkpoint(in_the_way / "kept.state", "these")
    checkpoint.keep({"a": np.arange(3)})
    assert checkpoint.kept() is None
