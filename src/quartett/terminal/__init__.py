"""What the command line shows: a table to play at, replays, standings."""
