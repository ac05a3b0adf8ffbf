"""Calcory with three and four players: every opponent has a memory and a turn of its own."""
