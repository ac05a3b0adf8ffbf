"""The board with its tiles, fields and editions, what a play scores, and all legal plays."""
