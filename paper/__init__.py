"""Two papers and their data appendix: every table, figure and experiment, from stored rows.

``python -m paper`` collects (``collecting.py``: runs what is missing, compares, draws) and renders
(``rendering.py``) to HTML and PDF. The words are ``ambiguity.md``, ``ridge.md`` and ``data.md``;
every number in them is drawn from tables (``placeholders.py``), as those of the READMEs are
(``words.py``).
"""
