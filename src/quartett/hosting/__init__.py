"""What every host of tables answers, whatever carries it: the server, and the browser itself."""
