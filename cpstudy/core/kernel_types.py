"""The types of kernels: widths of numbers, and views of memory.

Compilers read them as C types (``core/native.py`` has the rules), type checkers as numbers and as
indexable objects. They have a separate module, so that a kernel imports its types in one line.
"""

from typing import Protocol, TypeAlias, TypeVar

i8: TypeAlias = int
i16: TypeAlias = int
i32: TypeAlias = int
i64: TypeAlias = int
u8: TypeAlias = int
u16: TypeAlias = int
u32: TypeAlias = int
u64: TypeAlias = int
f64: TypeAlias = float

T = TypeVar("T", int, float)
T_co = TypeVar("T_co", covariant=True)


class Const(Protocol[T_co]):
    """A read-only vector."""

    def __getitem__(self, place: int, /) -> T_co: ...
    def __len__(self) -> int: ...


class View(Protocol[T]):
    """A vector."""

    def __getitem__(self, place: int, /) -> T: ...
    def __setitem__(self, place: int, value: T, /) -> None: ...
    def __len__(self) -> int: ...


class Const2(Protocol[T_co]):
    """A read-only matrix."""

    def __getitem__(self, place: tuple[int, int], /) -> T_co: ...
    def __len__(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]: ...  # noqa: D102


class View2(Protocol[T]):
    """A matrix."""

    def __getitem__(self, place: tuple[int, int], /) -> T: ...
    def __setitem__(self, place: tuple[int, int], value: T, /) -> None: ...
    def __len__(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]: ...  # noqa: D102


class Const3(Protocol[T_co]):
    """A read-only array of three dimensions."""

    def __getitem__(self, place: tuple[int, int, int], /) -> T_co: ...
    def __len__(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]: ...  # noqa: D102


class View3(Protocol[T]):
    """An array of three dimensions."""

    def __getitem__(self, place: tuple[int, int, int], /) -> T: ...
    def __setitem__(self, place: tuple[int, int, int], value: T, /) -> None: ...
    def __len__(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]: ...  # noqa: D102
