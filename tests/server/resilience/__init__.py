"""Kills, storms, hostile clients, many visitors, and how a server ends."""
