"""The tables and figures of the five sources, reproduced beside what was published."""
