"""CPMpy for declarations: ``cp`` imports it where something of it is first asked for.

CPMpy takes 0.4 s to import, and listing kinds shall not cost that.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["cp"]

if TYPE_CHECKING:
    import cpmpy as cp
else:

    class _Cpmpy:
        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):  # what inspecting asks of any object
                raise AttributeError(name)
            return getattr(import_module("cpmpy"), name)

    cp = _Cpmpy()
