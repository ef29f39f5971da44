"""Connect-4 solved: bits and bounds, a compact table, one kernel, its driver."""
