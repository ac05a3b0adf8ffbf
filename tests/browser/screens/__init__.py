"""Every screen: readable, reachable, in three languages."""
