"""Kernels: loops that run as plain Python at once, and compiled as soon as that pays.

A kernel is an ordinary function. A `Program` is a set of kernels that are called together.
A process begins with the plain functions, so that the first answer comes at once. When it has
spent `PATIENCE` seconds in them and Numba is installed, compiled code is loaded from the cache
in the background; if there is none yet, a process of its own compiles it, once for all
processes. Without Numba, or while compiled code is not ready, results are the same.
"""

from quartett.core.kernels.marking import in_arrays, kernel, zeros
from quartett.core.kernels.program import PATIENCE, Program, compiles

__all__ = ["PATIENCE", "Program", "compiles", "in_arrays", "kernel", "zeros"]
