"""Tables as viewers see them: in messages, in lists and as text."""
