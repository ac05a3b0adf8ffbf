"""The tables that a process holds in memory, and who follows them."""
