"""The WebSocket: frames, connections, subscriptions."""
