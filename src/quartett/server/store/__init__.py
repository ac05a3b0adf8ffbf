"""Where everything is kept: one contract, two databases."""
