"""What the decisions of a finished game were worth."""
