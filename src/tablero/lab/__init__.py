"""Experiments: their tables, their pictures, and the reproduction of five papers."""
