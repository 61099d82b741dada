"""Tests of declared kinds."""
