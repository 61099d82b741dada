"""What a verb does beyond one puzzle: streams of answers, comparisons, sweeps, proofs."""
