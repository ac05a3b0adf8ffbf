"""What is shown of a table: to each viewer, in lists, as messages and as text."""
