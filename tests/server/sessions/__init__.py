"""Tables in memory, in one process and in several."""
