"""Drawing tiles from the bag, and other draws that a seat could not tell from the true ones."""
