"""The games as environments for other people's algorithms."""
