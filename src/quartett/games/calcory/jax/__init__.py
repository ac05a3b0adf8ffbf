"""Calcory in whole numbers."""
