"""The page: one HTML file to play puzzles, learn their rules, replay deductions, compare solutions.

``entries`` makes the record of a puzzle: its deduction, its other solutions, its plan. ``sets`` has
the records that the page brings along. ``bundling`` makes one script of the JavaScript modules in
``script/`` (the frame) and ``kinds/`` (one file per kind). ``page`` puts everything into one file.
"""
