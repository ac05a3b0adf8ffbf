"""REST, as a page uses it."""
