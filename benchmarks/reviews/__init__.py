"""What reviews say, checked by slower means."""
