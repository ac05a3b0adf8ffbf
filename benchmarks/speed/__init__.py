"""How fast rules, searches and first answers are."""
