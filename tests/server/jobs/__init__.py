"""What happens without a request: bots, clocks, notifications, moderation."""
