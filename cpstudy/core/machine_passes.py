"""The passes over a kernel, from bytecode to types: those that loops over integers need.

numba's own manager, and most of its passes, compute again after each which variables live where,
which only references that are counted ask for; its translation looks for ``with`` and for calls
with dictionaries, which no kernel has. Without that a quarter of the work on a kernel's source is
left. What is done is numba's own (:mod:`numba.core.untyped_passes`, :mod:`numba.core.typed_passes`)
and in the same order: translate, write numbers that are written out where they are used, give each
assignment a variable of its own, infer types, and put values where ways meet.
"""

from __future__ import annotations

from typing import Any

from numba.core import interpreter, ir_utils, transforms, typed_passes, untyped_passes
from numba.core.rewrites import rewrite_registry
from numba.core.ssa import reconstruct_ssa

# What numba's translation does for statements that no kernel has.
_UNNEEDED = frozenset(("peep_hole_delete_with_exit", "peep_hole_fuse_dict_add_updates"))

_FIXING, _TYPING, _MEETING = (
    untyped_passes.FixupArgs(),
    typed_passes.NopythonTypeInference(),
    typed_passes.PreLowerStripPhis(),
)


class _Interpreter(interpreter.Interpreter):  # type: ignore[misc, unused-ignore]
    """numba's translation of bytecode."""

    def post_process(self, peepholes: Any, func_ir: Any) -> Any:
        """Rewrite what the bytecode says in several instructions."""
        kept = [one for one in peepholes if one.__name__ not in _UNNEEDED]
        return super().post_process(kept, func_ir)


def infer_types(state: Any) -> None:
    """From the bytecode of numba's compiler's state to its types; no ``del`` is in the code."""
    state.func_ir = _Interpreter(state.func_id).interpret(state.bc)
    _FIXING.run_pass(state)
    _rewrite(state)
    # Branches back to the head of a loop meet before it, which all that follows rests on.
    state.func_ir.blocks = transforms.canonicalize_cfg(state.func_ir.blocks)
    state.func_ir = _defined(reconstruct_ssa(state.func_ir))
    _TYPING.run_pass(state)
    state.func_ir = _defined(_MEETING._strip_phi_nodes(state.func_ir))


def _rewrite(state: Any) -> None:
    """Apply numba's rules about numbers that are written out, each until it fits no more."""
    blocks = state.func_ir.blocks
    for rule in rewrite_registry.rewrites["before-inference"]:
        rewriting = rule(state)
        for place in list(blocks):
            while rewriting.match(state.func_ir, blocks[place], state.typemap, state.calltypes):
                blocks[place] = rewriting.apply()


def _defined(function: Any) -> Any:
    """A function, which knows again where its variables are assigned."""
    function._definitions = ir_utils.build_definitions(function.blocks)
    function.generator_info = None
    return function
