"""Other libraries run beside ours."""
