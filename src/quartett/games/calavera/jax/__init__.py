"""Calavera in whole numbers."""
