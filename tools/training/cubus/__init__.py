"""Self-play that teaches the expert of Cubus what a turn leaves in a game of two."""
