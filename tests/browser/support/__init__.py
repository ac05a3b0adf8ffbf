"""What browser tests share: visitors, servers, players."""
