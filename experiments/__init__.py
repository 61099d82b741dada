"""Experiments: published tables and figures, reproduced, and further questions. See README.md."""
