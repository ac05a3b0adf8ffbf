"""Several server processes on one PostgreSQL behind a proxy, under load and under faults."""
