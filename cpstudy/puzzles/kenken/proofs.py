"""Checking certificates of uniqueness: what is read is a puzzle of this kind."""

from __future__ import annotations

from cpstudy.core.certificate import Certificate
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.proofs import checking


def why_rejected(certificate: Certificate) -> str:
    """See latin/proofs/checking.py."""
    return checking.why_rejected(certificate, KenKen.decode)
