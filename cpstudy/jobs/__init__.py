"""What verbs do with more than one puzzle: streams of answers, comparisons, sweeps, proofs."""
