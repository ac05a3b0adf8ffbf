"""Teach Calcory's expert for three and four players by self-play."""
