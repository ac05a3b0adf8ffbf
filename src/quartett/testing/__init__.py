"""The suite that every game must pass, ours and yours."""

from quartett.testing.conform import Report, conform
from quartett.testing.failure import NonConformant

__all__ = ["NonConformant", "Report", "conform"]
