"""The ring queue behaves as a deque that refuses elements which it already holds."""

import random
from collections import deque

from cpstudy.core.native import array
from cpstudy.puzzles.picross.lines.state import Ring, pop, push


def test_a_ring_is_a_queue_without_repetition():
    rng = random.Random(1)
    refused, wrapped = 0, 0
    for size in (1, 2, 5, 9):
        ring = Ring(size)
        queue: deque[int] = deque()
        for _ in range(400):
            if queue and rng.random() < 0.5:
                assert pop(ring) == queue.popleft()
            else:
                number = rng.randrange(size)
                refused += number in queue
                if number not in queue:
                    queue.append(number)
                push(ring, number)
            wrapped += ring.first + ring.size > len(ring.items)
            assert ring.size == len(queue)
            assert array(ring.is_in).nonzero()[0].tolist() == sorted(queue)
    assert refused > 50
    assert wrapped > 50
