"""Answers that every host of tables gives, whatever the transport: the server and the browser."""
