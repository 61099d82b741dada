"""Measure CPU time on a loaded machine.

Virtual machines change speed by a factor of two for seconds at a time. So a fixed piece of work is
timed before and after every sample; a sample is *quiet* if both times are at most a fifth above the
fastest seen. Medians over all samples and over the quiet ones are both kept. Take ratios within one
run only.
"""

import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
_QUIET = 1.2

# All reference times of this process, so that a series within a slow phase has no quiet sample.
_every_yardstick: list[float] = []


def yardstick() -> float:
    """CPU seconds of a fixed loop (about 3 ms on a core of 2.5 GHz)."""
    start = time.process_time()
    total = 0
    for number in range(40_000):
        total += number * number
    assert total
    seconds = time.process_time() - start
    _every_yardstick.append(seconds)
    return seconds


@dataclass
class Series:
    """CPU seconds by phase of many samples, each with a reference time before and after it."""

    samples: list[dict[str, float]] = field(default_factory=list)
    yardsticks: list[float] = field(default_factory=list)

    def add(self, run: Callable[[], dict[str, float]]) -> None:
        before = yardstick()
        sample = run()
        self.samples.append(sample)
        self.yardsticks.append(max(before, yardstick()))

    def medians(self) -> dict[str, Any]:
        """Milliseconds by phase: the median of all samples and of the quiet ones.

        If no sample was quiet, ``quiet_samples`` is 0 and both medians are of all samples.
        """
        fastest = min(_every_yardstick)
        quiet = [
            sample
            for sample, yard in zip(self.samples, self.yardsticks, strict=True)
            if yard <= _QUIET * fastest
        ]
        return {
            "samples": len(self.samples),
            "quiet_samples": len(quiet),
            "median_ms": _medians(self.samples),
            "quiet_median_ms": _medians(quiet or self.samples),
            "yardstick_ms": {
                "fastest": round(1000 * fastest, 3),
                "median": round(1000 * statistics.median(self.yardsticks), 3),
            },
        }


def _medians(samples: list[dict[str, float]]) -> dict[str, float]:
    return {
        phase: round(1000 * statistics.median(sample[phase] for sample in samples), 4)
        for phase in samples[0]
    }


def keep(name: str, rows: Iterable[dict[str, Any]]) -> Path:
    """Write rows with machine and versions to results/NAME.json."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    packages = ("cpstudy", "ortools", "numpy")
    document = {
        "benchmark": name,
        "machine": {"processor": processor(), "system": platform.system()},
        "python": platform.python_version(),
        "versions": {package: version(package) for package in packages},
        "rows": list(rows),
    }
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if sys.platform == "linux" and cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
