"""Playing without a server."""
