"""Result files that the tests of this directory share."""

import pytest

from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests.study import tasks


@pytest.fixture
def path(tmp_path):
    return tmp_path / "rows.db"


@pytest.fixture
def store(path):
    with Store(path) as opened:
        yield opened


@pytest.fixture
def filled(path):
    """A file with all runs of the study."""
    with Store(path) as store:
        run(tasks.study(), store, tasks.listed, jobs=1)
    return path


@pytest.fixture(scope="session")
def expected(tmp_path_factory):
    """The table of the whole study."""
    with Store(tmp_path_factory.mktemp("expected") / "rows.db") as store:
        run(tasks.study(), store, tasks.listed, jobs=1)
        return tasks.table(store)
