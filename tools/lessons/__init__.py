"""Positions of the page's lessons."""
