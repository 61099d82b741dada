"""Two papers and their data appendix: every table, figure and experiment, from stored rows.

``python -m paper`` collects (``collecting.py``: computes missing rows, compares, draws) and renders
(``rendering.py``) to HTML and PDF. The texts are ``ambiguity.md``, ``ridge.md`` and ``data.md``;
every number in them comes from tables (``placeholders.py``), and so does every number in the
READMEs (``words.py``).
"""
