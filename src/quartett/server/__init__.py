"""The server: seats, clocks, storage and sockets around the library."""
