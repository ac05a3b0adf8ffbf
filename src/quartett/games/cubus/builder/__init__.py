"""The exact builder: the best build, and every build, for a stack, its open lids and a hand.

A stack is cut into slices along its diagonals (`slices`). Tables (`tables`) bound what any
walk through the slices can still earn, and a best-first search (`search`) finds the best walk
that passes under all open lids. `plain` is the slow version that tests compare it with.
"""
