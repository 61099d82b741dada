"""The report: every table, figure and experiment in one document, from stored rows.

``python -m paper`` collects (``collecting.py``: runs what is missing, compares, draws) and renders
that (``rendering.py``) to HTML and PDF. The words are ``text.md``; every number in them and in the
tables comes from what was collected (``placeholders.py``).
"""
