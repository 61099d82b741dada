"""The page: puzzles to play, be taught, replay and compare, as one HTML file that needs nothing else.

``entries`` makes a record of a puzzle, with its deduction, its other solutions, its plan; ``bundling``
one script of the JavaScript modules in ``script/`` (the frame) and ``kinds/`` (a file a kind);
``page`` puts both into one file.
"""
