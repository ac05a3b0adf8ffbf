"""The parts of docs/protocol.md that follow from types and settings."""
