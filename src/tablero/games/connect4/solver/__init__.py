"""Exact solver of Connect-4: bitboards, bounds, null-window search, and opening books."""
