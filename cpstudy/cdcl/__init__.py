"""Clause learning with propagators, compiled: CDCL as MiniSat and Glucose do it, readable.

    engine = Engine(variables)                  # or Engine(variables, AtMost(2, [1, -4, 5]))
    engine.add([(1, -2), (2, 3)])               # literals as +x and -x
    engine.probe()                              # failed literals at the root, where it pays
    model = engine.run(clock, conflicts=1000)   # bool[variables], or a Stop
    engine.add([forbidding(model)])             # the next run finds another model

``encode/sessions.py`` has the enumeration loop; session.py connects an engine to it.

*Read the files in this order*: state (arrays, clauses, reasons), propagation (watched literals),
branching (VSIDS, phases, backtracking), analysis (1-UIP, minimisation, LBD), learning (new
clauses), reduction, search (the loop, restarts), probing, frontier (probing beside assigned
variables), engine (the Python interface), drup (proofs). propagator has the contract of constraints
other than clauses.

*A propagator* is a workspace with two kernels of its own, like the 40 lines of ``AtMost``. Test it
with ``check_propagator`` of tests/cdcl/harness.py, which compares all models with a predicate and
checks every clause that the propagator writes.

Sources: Een2003 (the whole), Audemard2009 (LBD), Ohrimenko2009 (explaining propagators); each file
names its own.
"""
