"""Tests of cpstudy/frontier."""
