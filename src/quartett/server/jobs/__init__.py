"""What happens without a request: bots, timers, notifications, puzzles."""
