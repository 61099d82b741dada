"""Checking certificates of uniqueness: what is read is a puzzle of this kind."""

from __future__ import annotations

from cpstudy.core.certificate import Certificate
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.latin.proofs import checking


def why_rejected(certificate: Certificate) -> str:
    """See latin/proofs/checking.py."""
    return checking.why_rejected(certificate, Jigsaw.decode)
