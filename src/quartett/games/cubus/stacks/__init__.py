"""Stacks of boxes: their shape, cards, picture and text, and taking them apart."""
