"""Whole games and what happens at a table."""
