"""The contract that every game keeps and that everything else reads."""
