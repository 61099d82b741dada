"""How machine code is put together: every kernel lowered once, and optimised once where it is used.

Left to itself numba turns each kernel into machine code of its own, optimised twice, and links the
optimised form into every caller, which is optimised twice again: with kernels that call kernels
four levels deep most of the time goes into code that nobody runs. Here every kernel (*inner*) ends
as intermediate code, simplified function by function. What Python calls (*entry*) is a wrapper
(:mod:`.machine_entries`), with which all kernels below it are linked; these are made internal, so
that bodies which were inlined everywhere and arguments that nobody uses go; then it is optimised
once, and only then turned into machine code. Compiling everything takes less than half as long, and
what comes out is as fast. A kernel that has no array of its own counts no references. How kernels
become intermediate code, and how they call each other, is told in :mod:`.machine_passes`,
:mod:`.machine_lowering` and :mod:`.machine_calls`.

This rests on parts of numba that are not promised to stay (the libraries of :mod:`numba.core.
codegen`). Where they are not as expected, numba's own way is taken: slower, with the same results.
"""

from __future__ import annotations

from typing import Any, ClassVar

import llvmlite.binding
from numba import _dynfunc
from numba.core import codegen, compiler, ir, registry, typed_passes, types

from cpstudy.core.machine_entries import Wrapper
from cpstudy.core.machine_lowering import KernelLowering
from cpstudy.core.machine_passes import infer_types
from cpstudy.core.machine_typing import RememberedTypes

# numba 0.61 came with LLVM's new pass managers, which this drives.
SUPPORTED = hasattr(codegen.CPUCodegen, "_pass_builder")

# How the names begin of functions that take Python's arguments apart.
_WRAPPER = "_ZN7cpython"


def array_of_its_own(state: Any) -> Any:
    """The type of an array that a kernel makes, gets from another or returns; None: there is none.

    state: of numba's compiler, types inferred. Parts of arrays that were given, and workspaces put
    together of them, are borrowed: whoever called holds them.
    """
    holds = state.targetctx.data_model_manager
    types_of = state.typemap
    if holds[state.return_type].contains_nrt_meminfo():
        return state.return_type
    for block in state.func_ir.blocks.values():
        for statement in block.find_insts(ir.Assign):
            value = statement.value
            if not isinstance(value, ir.Expr) or value.op in _BORROWING:
                continue
            if value.op == "call" and isinstance(types_of[value.func.name], types.NamedTupleClass):
                continue
            if value.op == "getitem" and not isinstance(types_of[value.index.name], types.Array):
                continue
            made = types_of[statement.target.name]
            if holds[made].contains_nrt_meminfo():
                return made
    return None


# Expressions that hand on what there is.
_BORROWING = frozenset(
    ("getattr", "static_getitem", "cast", "phi", "build_tuple", "exhaust_iter", "iternext",
     "getiter", "pair_first", "pair_second")
)  # fmt: skip

_LOWERING = KernelLowering(), typed_passes.NoPythonBackend()


class _Passes:
    """The passes over a kernel, one after the other, as numba's manager of them."""

    pipeline_name = "kernel"
    exec_times: ClassVar[dict[str, Any]] = {}

    def run(self, state: Any) -> None:
        """From bytecode to intermediate code of LLVM."""
        infer_types(state)
        if array_of_its_own(state) is None:
            state.flags.nrt = False
            context = registry.cpu_target.target_context
            state.targetctx = compiler._make_subtarget(context, state.flags)
        else:
            typed_passes.IRLegalization().run_pass(state)  # where references end
        for one in _LOWERING:
            one.run_pass(state)


def _link(library: Any) -> None:
    """Link all that a library calls, at any depth, into it, each once."""
    waiting, seen = [*library._linking_libraries], set()
    while waiting:
        called = waiting.pop()
        if called in seen:
            continue
        seen.add(called)
        library._reload_init.update(called._reload_init)
        module = called._get_module_for_linking().clone()
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "weak_odr"  # else it is left out where nothing calls it so far
        library._final_module.link_in(module)
        if isinstance(called, _InnerLibrary):
            waiting += called._linking_libraries


def _optimise(library: Any) -> None:
    """As fast as it gets without vectors.

    Loops of kernels are short and full of branches. To go through them by vectors, or several at a
    time, made compiling longer by a third and no engine faster. To unroll them takes a tenth
    longer, and searches and counts of Pipes are 5 to 10 % faster for it.
    """
    making = llvmlite.binding.newpassmanagers
    tuning = making.create_pipeline_tuning_options(speed_level=2)
    tuning.loop_interleaving = tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = making.create_pass_builder(library._codegen._tm, tuning)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(library._final_module, builder)


class _InnerLibrary(codegen.JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """Intermediate code for linking; never machine code."""

    # Written by the lowering: whether callers needn't ask for an exception, whether it counts.
    raises_nothing = False
    counts_references = True

    def _optimize_functions(self, ll_module: Any) -> None:
        """Only what makes the code small: all the rest is done when it is linked."""
        if self.counts_references:
            super()._optimize_functions(ll_module)
            return
        ll_module.data_layout = self._codegen._data_layout
        passes = llvmlite.binding.newpassmanagers.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        builder = self._codegen._pass_builder()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def finalize(self) -> None:
        """What it calls is linked where all is linked."""
        self._raise_if_finalized()
        self._finalized = True


class _EntryLibrary(codegen.JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """The wrapper that Python calls, and all kernels below it."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """All is done when everything is there."""
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._raise_if_finalized()
        _link(self)
        for function in self._final_module.functions:
            if not function.is_declaration and not function.name.startswith(_WRAPPER):
                function.linkage = "internal"
            elif function.is_declaration and "$" in function.name:
                raise RuntimeError(f"{function.name} is called but was not linked")
        _optimise(self)
        self._final_module.verify()
        self._finalize_final_module()


class InnerCompiler(compiler.CompilerBase):  # type: ignore[misc, unused-ignore]
    """numba's compiler for kernels: to intermediate code, for what calls them."""

    def define_pipelines(self) -> Any:
        """The passes, with the library that their code goes to."""
        state = self.state
        state.library = _InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.typingctx = RememberedTypes(state.typingctx)
        return [_Passes()]

    def _compile_core(self) -> Any:
        self.state.flags.no_compile = True
        result = super()._compile_core()

        # numba finds the code by what Python would call: a function that points nowhere.
        stand_in = _dynfunc.make_function(
            result.fndesc.lookup_module(), result.fndesc.qualname, "for kernels only", 0,
            result.environment, (result.library,),
        )  # fmt: skip
        result.target_context.insert_user_function(stand_in, result.fndesc, [result.library])
        return result._replace(entry_point=stand_in)


class EntryCompiler(compiler.CompilerBase):  # type: ignore[misc, unused-ignore]
    """numba's compiler for what Python calls: the kernel as others call it, and a wrapper."""

    def compile_extra(self, func: Any) -> Any:
        """The machine code of a kernel, which becomes intermediate code where it is none yet."""
        kernel = self.state.typingctx.resolve_value_type(func).dispatcher
        kernel.compile(tuple(self.state.args))
        inner = kernel.overloads[tuple(self.state.args)]
        context = inner.target_context
        library = _EntryLibrary(context.codegen(), inner.fndesc.qualname)
        library.enable_object_caching()
        library.add_linking_library(inner.library)
        module = context.create_module("wrapper")
        with context.push_code_library(library):
            Wrapper(context, module, inner).build()
        library.add_ir_module(module)
        entry = context.get_executable(library, inner.fndesc, inner.environment)
        return inner._replace(library=library, entry_point=entry, metadata={})
