"""The steps of Sudoku, jigsaw and KenKen in words.

Rules store findings and their units, not sentences. This module replays the log, so that grading
does not compute words and a sentence uses the knowledge at that moment.

Cost: a visit to the units of a cell per step.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from cpstudy.core.explaining import cells_of
from cpstudy.core.wording import are, joined, place, places, sentence
from cpstudy.puzzles.latin.deduction.knowledge import (
    ContradictionError,
    Finding,
    Knowledge,
    values_in,
)
from cpstudy.puzzles.latin.rules import Latin, Unit

# The most values of a chain that a sentence names; longer ones are cut.
_NAMED = 6
# The most values of a cell, ruled out by earlier steps, that a sentence names.
_RULED_OUT = 3

_SIGNS = str.maketrans({"x": "×", "/": "÷", "-": "−"})


def sentences(
    puzzle: Latin, steps: Iterable[tuple[str, Finding]]
) -> Iterator[tuple[str, Finding, str]]:
    """Each step of a log, (rule, finding), with its sentence."""
    k = Knowledge(puzzle)
    with suppress(ContradictionError):  # which ends the log
        k.place_clues()
        for rule, finding in steps:
            yield rule, finding, sentence(_what(k, finding), _why(k, rule, finding))
            k.apply(finding)


def _its(unit: Unit) -> str:
    name, _, number = unit.name.rpartition(" ")
    return f"its {name}" if number.isdigit() else unit.name


def _places(k: Knowledge, cells: Iterable[int]) -> str:
    return places(cells_of(k.puzzle.order, cells))


def _values(bits: int, last: str = "and") -> str:
    return joined([str(value) for value in values_in(bits)], last)


def _what(k: Knowledge, finding: Finding) -> str:
    """The value placed, or the values that cells lose."""
    if finding.place is not None:
        cell, value = finding.place
        return f"{_places(k, [cell])} is {value}"
    by_values: dict[int, list[int]] = {}
    for cell, values in finding.losses:
        by_values.setdefault(values, []).append(cell)
    return "; ".join(
        f"{_places(k, cells)} cannot be {_values(values, 'or')}"
        for values, cells in by_values.items()
    )


def _why(k: Knowledge, rule: str, finding: Finding) -> str:
    if finding.chain is not None:
        return _supposed(k, finding)
    return {
        "naked single": _single,
        "hidden single": _only_place,
        "cage": _cage,
        "locked candidates": _locked,
        "x-wing": _crossed,
    }.get(rule, _shared if rule.startswith("naked") else _filled)(k, finding)


def _single(k: Knowledge, finding: Finding) -> str:
    """The places of the other values."""
    assert finding.place is not None
    cell, value = finding.place
    left = k.full & ~(1 << (value - 1))
    parts = []
    for unit in k.units:
        if cell not in unit.cells:
            continue
        if sum(k.placed[c] for c in unit.cells) == len(unit.cells) - 1:
            return f"it is the last empty cell of {_its(unit)}"
        here = 0
        for other in unit.cells:
            here |= k.left[other] if k.placed[other] else 0
        if here & left:
            number = (here & left).bit_count()
            parts.append(f"{_values(here & left)} {are(number)} in {_its(unit)}")
            left &= ~here
    if left.bit_count() > _RULED_OUT:
        parts.append("all others were ruled out before")
    elif left:
        verb = "was" if left.bit_count() == 1 else "were"
        parts.append(f"{_values(left)} {verb} ruled out before")
    return joined(parts) or "there is no other value"


def _only_place(k: Knowledge, finding: Finding) -> str:
    """The reasons that rule out the other cells of the unit."""
    assert finding.place is not None
    (unit,) = finding.of
    cell, value = finding.place
    bit = 1 << (value - 1)
    holders = [c for c in finding.because if k.placed[c] and k.left[c] == bit]
    others = {c for c in k.open_cells(unit.cells) if c != cell}
    seen = []
    while others and holders:
        best = max(holders, key=lambda holder: len(others & k.peers[holder]))
        if not others & k.peers[best]:
            break
        seen.append(best)
        others -= k.peers[best]
    article = "an" if value in (8, 11, 18) else "a"
    only = f"it is the only place for {article} {value} in {unit.name}"
    if not seen:
        return f"{only}; the others were ruled out before"
    verb = f"{value} in" if len(seen) == 1 else f"{value}s in"
    rules = "rules" if len(seen) == 1 else "rule"
    by_steps = ", together with earlier steps," if others else ""
    return f"{only}: the {verb} {_places(k, seen)}{by_steps} {rules} out the others"


def _cage(k: Knowledge, finding: Finding) -> str:
    cage = next(cage for cage in k.puzzle.cages if cage.cells == finding.because)
    clue = cage.words.translate(_SIGNS)
    if len(cage.cells) == 1:
        return f"it is a cage of one cell with target {clue}"
    return f"otherwise the cage of {_places(k, cage.cells)} could not make {clue}"


def _locked(k: Knowledge, finding: Finding) -> str:
    one, other = (unit.name for unit in finding.of)
    value = _values(finding.losses[0][1])
    return f"the {value} of {one} must lie in {other}, so {other} has no other {value}"


def _shared(k: Knowledge, finding: Finding) -> str:
    (unit,) = finding.of
    both = 0
    for cell in finding.because:
        both |= k.left[cell]
    return (
        f"{_places(k, finding.because)} can only be {_values(both, 'or')}, "
        f"so no other cell of {unit.name} can be one of these"
    )


def _filled(k: Knowledge, finding: Finding) -> str:
    (unit,) = finding.of
    lost = dict(finding.losses)
    kept = 0
    for cell in finding.because:
        kept |= k.left[cell] & ~lost.get(cell, 0)
    return (
        f"the {_values(kept)} of {unit.name} can only go in {_places(k, finding.because)}, "
        "so these cells hold nothing else"
    )


def _crossed(k: Knowledge, finding: Finding) -> str:
    one, other, first, second = (unit.name for unit in finding.of)
    value = _values(finding.losses[0][1])
    return (
        f"in {one} and {other}, the {value} can only be in {first} or {second}, one in each, "
        f"so {first} and {second} have no other {value}"
    )


def _supposed(k: Knowledge, finding: Finding) -> str:
    """The chain that an assumption leads to."""
    assert finding.chain is not None
    chain, end = finding.chain
    shown = [f"{place(divmod(cell, k.puzzle.order))} is {value}" for cell, value in chain]
    if len(shown) > _NAMED:
        shown[_NAMED - 1 :] = [f"{len(shown) - _NAMED + 1} more cells follow"]
    return f"if it were, then {', '.join([*shown, f'and {end}' if shown else end])}"
