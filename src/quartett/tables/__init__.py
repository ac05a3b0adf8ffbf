"""A table of people and bots as a pure fold of its log: no event loop, socket or database."""
