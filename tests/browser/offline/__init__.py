"""The page without a server or a network."""
