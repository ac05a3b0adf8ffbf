"""Small tables solved exactly, and how close the expert comes to the solution."""
