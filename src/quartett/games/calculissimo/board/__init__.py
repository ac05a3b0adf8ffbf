"""The board: tiles, fields, editions, draws, what a play scores, and all legal plays."""
