"""A sweep as a program, for tests that kill it; its arguments are FILE JOBS SEEDS.

After every batch it prints the number of rows that are stored.
"""

import sys

from cpstudy.study import executors, run
from cpstudy.study.store import Store
from tests.study import tasks


def main() -> None:
    path, jobs, seeds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    executors._ALONE_SECONDS = 0.0  # workers from the first run on
    run._CHUNK_SECONDS = 0.01  # many batches, so many moments for a kill
    try:
        with Store(path) as store:
            run.run(
                tasks.study(seeds=seeds),
                store,
                tasks.slow,
                jobs=jobs,
                progress=lambda state: print(state.done, flush=True),
            )
    except KeyboardInterrupt:
        sys.exit(130)
