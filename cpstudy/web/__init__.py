"""The page: puzzles to play, be taught, replay and compare, in one HTML file.

``entries`` makes a record of a puzzle, with its deduction, its other solutions, its plan; ``sets``
keeps those that the page brings along; ``bundling`` makes one script of the JavaScript modules in
``script/`` (the frame) and ``kinds/`` (a file a kind); ``page`` puts all into one file.
"""
