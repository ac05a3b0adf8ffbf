"""The WebSocket: frames, messages, and programs that speak it."""
