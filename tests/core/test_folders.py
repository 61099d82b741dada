"""The folder of the user's cache follows ``CPSTUDY_CACHE_DIR`` and the XDG specification."""

import sys
from pathlib import Path

import pytest

from cpstudy.core.files import user_folder


@pytest.mark.skipif(sys.platform == "win32", reason="the specification is of XDG")
def test_the_folder_of_caches(monkeypatch, tmp_path):
    monkeypatch.delenv("CPSTUDY_CACHE_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    usual = tmp_path / ".cache" / "cpstudy"
    for ignored in ("", "caches", "./caches", "../caches"):
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        assert user_folder() == usual
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert user_folder() == Path("/caches/cpstudy")
    monkeypatch.setenv("CPSTUDY_CACHE_DIR", "here")
    assert user_folder() == Path("here")
    monkeypatch.setenv("CPSTUDY_CACHE_DIR", "")
    assert user_folder() is None
