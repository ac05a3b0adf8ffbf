"""How bots, networks and the review were trained and fitted."""
