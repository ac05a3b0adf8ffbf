"""Both databases: what is written, copied, restored and brought up to date."""
