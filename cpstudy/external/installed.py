"""Solvers of installed packages, found by the entry points ``cpstudy.solvers``.

``"pipes.mine" = "their.module:ROW"`` in the metadata of a package adds ``mine`` to the solvers of
Pipes; the name after the colon is a ``Solver`` or a function (:mod:`.references`). Listing them
does not import them. A solver that cannot be loaded raises a one-line fault with the package's
name, only when that solver is requested.
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
class PackageSolver:
    """A solver of a package. fault: what is wrong with its name, or ""."""

    name: str
    point: EntryPoint
    fault: str = ""

    @property
    def origin(self) -> str:
        """Return the package and its version."""
        dist = self.point.dist
        return f"{dist.name} {dist.version}" if dist is not None else self.point.module

    def row(self) -> Solver:
        """Load the row. Raises InputError, which names the package."""
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


def brought(kind: Kind) -> list[PackageSolver]:
    """Return the solvers of packages for a kind, without loading them.

    If two have the same name, the second one has a fault.
    """
    found: dict[str, PackageSolver] = {}
    others = []
    for point in _points():
        of, _, name = point.name.partition(".")
        if of != kind.name:
            continue
        if name in found:
            fault = f"the name is taken by {found[name].origin}"
            others.append(PackageSolver(name, point, fault))
        else:
            found[name] = PackageSolver(name, point, name_fault(kind, name))
    return [*found.values(), *others]


def strays(kinds: Iterable[str]) -> list[PackageSolver]:
    """Return the entry points whose kind does not exist."""
    known = set(kinds)
    return [
        PackageSolver(point.name, point, "its name should be KIND.NAME, of a kind that there is")
        for point in _points()
        if point.name.partition(".")[0] not in known
    ]


def name_fault(kind: Kind, name: str) -> str:
    """Return what is wrong with a name for a new solver of a kind, or ""."""
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
