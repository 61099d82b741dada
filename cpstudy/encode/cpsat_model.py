"""CP-SAT's model, made quickly: without the methods that are called otherwise since 2022.

OR-Tools gives each model that it makes some fifty methods under their names of before
(``AddBoolOr`` of ``add_bool_or``), which takes 0.2 ms: as long as writing all constraints of a
small board, and boards of one shape are clones of one model. Only the names of PEP 8 are there;
all else is as it is.
"""

from __future__ import annotations

from ortools.sat.python import cp_model


class CpsatModel(cp_model.CpModel):
    """A ``CpModel`` whose methods have one name each. Cloning gives such a model again."""

    def _add_pre_pep8_methods(self) -> None:
        """What OR-Tools asks of a new model; there is nothing to do."""

    def clone(self) -> CpsatModel:
        """A model that goes on from here: the same variables and constraints."""
        clone = CpsatModel()
        clone.proto.copy_from(self.proto)
        clone.rebuild_constant_map()
        return clone
