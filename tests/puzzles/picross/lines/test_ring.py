"""The queue in a ring against a deque that refuses what it holds."""

import random
from collections import deque

import numpy as np

from cpstudy.puzzles.picross.lines.ring import pop, push


def test_a_ring_is_a_queue_without_repetition():
    rng = random.Random(1)
    refused, wrapped = 0, 0
    for size in (1, 2, 5, 9):
        items, is_in = np.zeros(size + 1, np.uint32), np.zeros(size, np.bool_)
        span = np.zeros(2, np.uint32)
        queue: deque[int] = deque()
        for _ in range(400):
            if queue and rng.random() < 0.5:
                assert pop(items, is_in, span) == queue.popleft()
            else:
                number = rng.randrange(size)
                refused += number in queue
                if number not in queue:
                    queue.append(number)
                push(items, is_in, span, number)
            wrapped += span[0] + span[1] > items.size
            assert span[1] == len(queue)
            assert is_in.nonzero()[0].tolist() == sorted(queue)
    assert refused > 50
    assert wrapped > 50
