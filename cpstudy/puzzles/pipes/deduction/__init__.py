"""Deduction for Pipes: rules that look at most one step ahead."""
