"""The tables that a process holds in memory, and their subscribers."""
