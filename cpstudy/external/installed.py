"""Solvers that installed packages bring, by the entry points ``cpstudy.solvers``.

``"pipes.mine" = "their.module:ROW"`` in the metadata of a package adds ``mine`` to the solvers of
Pipes; what stands behind the colon is a ``Solver`` or a function (:mod:`.references`). Naming them
imports nothing. One that cannot be loaded is a fault in one line with the package's name, raised
where that solver is wanted and nowhere else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind
from cpstudy.core.solving import Solver
from cpstudy.external.references import loaded, row_of

ENTRY_POINTS = "cpstudy.solvers"


@dataclass(frozen=True)
class Brought:
    """A solver of a package. fault: why it cannot be taken, as far as its name shows it."""

    name: str
    point: EntryPoint
    fault: str = ""

    @property
    def origin(self) -> str:
        """The package and its version."""
        dist = self.point.dist
        return f"{dist.name} {dist.version}" if dist is not None else self.point.module

    def row(self) -> Solver:
        """Its row. Raises InputError that names the package."""
        try:
            if self.fault:
                raise InputError(self.fault)
            loaded(self.point.module)
            row = row_of(self.point.load(), self.name, self.origin)
        except (AttributeError, InputError) as error:
            words = f"solver {self.point.name} = {self.point.value}: {error}"
            raise InputError(f"package {self.origin}: {words}") from None
        own = (self.point.dist.name,) if self.point.dist is not None else ()
        return replace(row, packages=tuple(dict.fromkeys((*own, *row.packages))))


def brought(kind: Kind) -> list[Brought]:
    """The solvers that packages bring for a kind; nothing is loaded.

    Of two with the same name the second has a fault.
    """
    found: dict[str, Brought] = {}
    others = []
    for point in _points():
        of, _, name = point.name.partition(".")
        if of != kind.name:
            continue
        if name in found:
            fault = f"the name is taken by {found[name].origin}"
            others.append(Brought(name, point, fault))
        else:
            found[name] = Brought(name, point, name_fault(kind, name))
    return [*found.values(), *others]


def strays(kinds: Iterable[str]) -> list[Brought]:
    """Entry points of no kind that there is."""
    known = set(kinds)
    return [
        Brought(point.name, point, "its name should be KIND.NAME, of a kind that there is")
        for point in _points()
        if point.name.partition(".")[0] not in known
    ]


def name_fault(kind: Kind, name: str) -> str:
    """What is wrong with a name for another solver of a kind; "" where nothing is."""
    if not kind.solvers:
        return f"{kind.name} has no solvers: it is a puzzle of moves"
    if not name or set(name) & set(":,/ \t\n") or name == "all" or name.endswith(".toml"):
        return f"{name!r} is not a name for a solver"
    if any(row.partition(":")[0] == name for row in kind.solvers):
        return f"the name {name!r} is taken by {kind.name}'s own"
    return ""


@cache
def _points() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=ENTRY_POINTS))
