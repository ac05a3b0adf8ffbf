"""REST, the page, and what every request passes first."""
