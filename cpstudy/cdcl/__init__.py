"""Clause learning with propagators, compiled: CDCL as MiniSat and Glucose do it, readable.

    engine = Engine(variables)                  # or Engine(variables, PROPAGATOR, workspace)
    engine.add([(1, -2), (2, 3)])               # literals as +x and -x
    engine.probe()                              # failed literals at the root, where it pays
    model = engine.run(clock, conflicts=1000)   # bool[variables], or a Stop
    engine.add([forbidding(model)])             # the next run gives another one

``encode/sessions.py`` has the loop that enumerates; session.py lets it ask an engine.

*The files, in the order to read them*: state (arrays, clauses, reasons), propagation (watched
literals), branching (VSIDS, phases), backtracking, analysis (1-UIP, minimisation, LBD), learning
(clauses taken in), restarts, reduction, search (the loop), probing, frontier (probing beside what
is known), engine (what Python sees), drup (proofs). propagator has the
contract of constraints that are no clauses.

*A propagator* is two kernels and a workspace. At most ``p.most[0]`` of ``p.literals`` are true:

    @borrowing
    def true_ones(s, p, length, before):
        for literal in p.literals:
            if was_true(s, literal, before):
                s.explanation[length] = literal ^ 1
                length += 1
        return length

    @borrowing
    def propagate(s, p):
        true = 0
        for literal in p.literals:
            true += s.value[literal] > 0
        s.control[STEPS] += len(p.literals) // 8
        if true > p.most[0]:
            return true_ones(s, p, 0, s.control[TRAIL])
        if true == p.most[0]:
            for literal in p.literals:
                if s.value[literal] == 0:
                    imply(s, literal ^ 1, 0)
        return NO_CONFLICT

    @borrowing
    def explain(s, p, literal, datum, before):
        s.explanation[0] = literal
        return true_ones(s, p, 1, before)

    AT_MOST = Propagator(propagate, explain)

Test it with ``check_propagator`` of tests/cdcl/harness.py: it compares all models with a predicate
and looks at every clause that the propagator writes. Kernels of a propagator belong to a module, so
that their machine code is kept.

Sources: Een2003 (the whole), Audemard2009 (LBD), Ohrimenko2009 (propagators that explain
themselves); each file names its own.
"""

from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the clause-learning search", seconds=8)
