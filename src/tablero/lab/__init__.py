"""Experiments: their tables, their pictures, and the five papers."""
